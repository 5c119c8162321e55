"""What each of several files gave: rows, or a place in a stack."""

from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Gap, Place, Source, Spare
from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry
from ahp.ingest.kinds import recorded
from ahp.ingest.naming import Names
from ahp.ingest.parts import Keys, Part, record_of
from ahp.ingest.readers.base import Reading, number
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sniffing import Chosen
from ahp.ingest.sources import Source as Text

SOURCE = Source("a", "0", 1, "table")
TABLE = "alternative,run,tps\nnone,{},{}\nlz4,2,3.5\n"


def stacked():
    """Return the stack of two files alike."""
    text = Text("a", TABLE.format(1, "12.5"), "0")
    asked = Asked()
    reading = TableReader().read(text, asked.options())
    kind = recorded(Entry("a", Names()), text, Chosen("table", TableReader(), ""), reading, asked)
    for i, other in enumerate((TABLE.format(4, "7.25"), TABLE.format(5, "8.5"))):
        assert kind.takes(i, Entry(f"{i}.csv", Names()), other.encode(), other)
    return kind.stack()[0]


def test_a_file_says_what_its_rows_are_about():
    rows = [
        number("throughput", 1.0, "1/s", printed="1", line=1, alternative=a, run=r)
        for a, r in ("x1", "y2", "x3")
    ]
    part = Part(SOURCE, Reading(tuple(rows)))
    assert [(s, a, list(runs)) for s, a, runs in part.about()] == [
        (None, "x", ["1", "3"]),
        (None, "y", ["2"]),
    ]


def test_a_file_of_a_stack_can_stand_alone():
    stack = stacked()
    assert [[(s, a, list(runs)) for s, a, runs in subjects] for subjects in stack.about()] == [
        [(None, "none", [run]), (None, "lz4", ["2"])] for run in "45"
    ]
    alone = stack.alone(1)
    assert alone.source.file == "1.csv"
    assert alone.reading == TableReader().read(Text("1.csv", TABLE.format(5, "8.5")), Asked().options())


def test_a_stack_is_filled_with_what_its_files_are_about():
    keys = [Keys(("s", "t"), (name,) * 2, ("", "")) for name in ("none", "lz4")]
    assert [
        [(row.scenario, row.run, row.value, row.resolution, row.place) for row in file]
        for file in stacked().filled(keys)
    ] == [
        [("s", "4", 7.25, 0.005, Place("0.csv", 2, "tps")), ("s", "2", 3.5, 0.05, Place("0.csv", 3, "tps"))],
        [("t", "5", 8.5, 0.05, Place("1.csv", 2, "tps")), ("t", "2", 3.5, 0.05, Place("1.csv", 3, "tps"))],
    ]


def test_a_row_becomes_a_measurement_a_gap_or_a_spare_number():
    row = number("throughput", 90.0, "1/min", printed="90", line=3)
    key = ("s", "a", "", "")
    assert record_of(key, row, MEASURES, "f").value == 1.5
    assert isinstance(record_of(key, row._replace(value=None), MEASURES, "f"), Gap)
    assert isinstance(record_of(key, row._replace(measure="other"), MEASURES, "f"), Spare)
