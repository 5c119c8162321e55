"""Which files are taken as being of a known kind, and when a kind becomes known."""

import re

import pytest

from ahp.ingest.alike import reading_of
from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry
from ahp.ingest.naming import Names
from ahp.ingest.shelf import Shelf
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import open_source

TABLE = "alternative,tps\nnone,{}\nlz4,{}\n"


@pytest.fixture
def learnt(tmp_path):
    """A shelf, and what makes it learn a file of some bytes."""
    shelf = Shelf(Asked())

    def learn(content):
        path = tmp_path / "table.csv"
        path.write_bytes(content)
        source = open_source(str(path))
        chosen = choose_reader(source)
        reading = reading_of(chosen.reader, source, Asked().options())
        shelf.learn(Entry(str(path), Names()), content, source, chosen, reading)

    return shelf, learn


def takes(shelf, content, position=0):
    return shelf.takes(position, Entry("f", Names()), content)


def test_a_kind_is_known_from_its_second_file_on(learnt):
    shelf, learn = learnt
    first, second, third = (TABLE.format(n, n + 1).encode() for n in (10, 20, 30))
    assert not takes(shelf, first)
    learn(first)
    assert not takes(shelf, second)
    learn(second)
    assert takes(shelf, third)
    (kind,) = shelf.kinds()
    assert [taken.position for taken in kind.taken] == [0]


def test_other_words_and_other_encodings_are_of_no_known_kind(learnt):
    shelf, learn = learnt
    for n in (10, 20):
        learn(TABLE.format(n, n + 1).encode())
    assert not takes(shelf, TABLE.format(30, 31).replace("lz4", "zstd").encode())
    assert not takes(shelf, re.sub("none", "\xe4", TABLE.format(30, 31)).encode("latin-1"))
    assert shelf.kinds() == []


def test_a_file_in_another_encoding_is_not_recorded(learnt):
    shelf, learn = learnt
    for n in (10, 20):
        learn(TABLE.format(n, n + 1).encode("utf-16"))
    assert not takes(shelf, TABLE.format(30, 31).encode("utf-16"))
    assert not takes(shelf, TABLE.format(30, 31).encode())
