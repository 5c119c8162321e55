"""Files of one kind: what is recorded of one of them, and which it cannot be."""

import re

import pytest

from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry
from ahp.ingest.kinds import recorded
from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Reading, number
from ahp.ingest.readers.printed import Printed
from ahp.ingest.sniffing import Chosen
from ahp.ingest.sources import Source

TEXT = "rate: 2.5\nruns: 4\n"


class Reader:
    """A reader that makes of the first number of a text what it is told."""

    recordable = True

    def __init__(self, make=lambda hit: hit.value()):
        self._make = make

    def matches(self, head):
        return True

    def read(self, source, options):
        hit = Printed.of(source.text).one(re.compile("^rate: ([0-9.]+)$"), "rate")
        row = number("throughput", self._make(hit), "1/s", printed=hit.spelled(), line=hit.line)
        return Reading((row,), count=1)


def kind_of(reader, text=TEXT):
    source = Source("f", text, "0")
    reading = reader.read(source, Asked().options())
    return recorded(Entry("f", Names()), source, Chosen("r", reader, ""), reading, Asked())


def take(kind, *texts):
    names = Names(alternative="x", run="1")
    taken = [kind.takes(i, Entry(f"{i}", names), text.encode(), text) for i, text in enumerate(texts)]
    stack, unfit = kind.stack()
    places = range(len(stack.positions)) if stack is not None else ()
    return (
        taken,
        [[row.value for row in stack.alone(place).reading.rows] for place in places],
        [one.position for one in unfit],
    )


def test_a_file_of_the_kind_is_what_the_reader_makes_of_it():
    other = TEXT.replace("2.5", "7.125").replace("4", "99")
    assert take(kind_of(Reader()), other, TEXT) == ([True, True], [[7.125], [2.5]], [])


def test_a_file_that_is_decided_otherwise_does_not_fit():
    kind = kind_of(Reader(lambda hit: hit.value() * (2 if hit.value() < 5 else 3)))
    assert take(kind, TEXT, TEXT.replace("2.5", "5.5")) == ([True, True], [[5.0]], [1])
    kind = kind_of(Reader(lambda hit: hit.value() * (2 if hit.value() < 5 else 3)))
    assert take(kind, TEXT.replace("2.5", "5.5")) == ([True], [], [0])


def test_another_reader_asked_for_is_another_kind():
    assert not kind_of(Reader()).takes(0, Entry("f", Names(), "r"), TEXT.encode(), TEXT)


@pytest.mark.parametrize(
    "make",
    [
        lambda hit: float(hit.text()),
        lambda hit: float(hit.match[1]),
        lambda hit: float(f"{hit.value():.1f}"),
        lambda hit: int(hit.value() * 2) / 2,
        lambda hit: {"2.5": 1.0}.get(hit.text(), 2.0),
        lambda hit: hit.value() ** 2,
    ],
)
def test_a_number_that_is_looked_at_is_the_same_in_every_file(make):
    kind = kind_of(Reader(make))
    taken, values, unfit = take(kind, TEXT.replace("4", "17"), TEXT.replace("2.5", "2.6"))
    assert (taken, len(values), unfit) == ([True, False], 1, [])


def test_what_cannot_be_recorded_is_not():
    class Other(Reader):
        recordable = False

    class Faulty(Reader):
        def read(self, source, options):
            if type(source.text) is not str:
                raise ZeroDivisionError
            return super().read(source, options)

    class Fickle(Reader):
        def read(self, source, options):
            reading = super().read(source, options)
            return Reading(reading.rows * (1 + (type(source.text) is not str)), count=1)

    assert [kind_of(reader) for reader in (Other(), Faulty(), Fickle())] == [None, None, None]
    assert kind_of(Reader(lambda hit: hit.value() * 1e9)) is not None
