"""Which reader a source belongs to."""

import io

import pytest

from ahp.errors import ReaderError
from ahp.ingest import catalogue
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import open_source
from ahp.registry import Registry

TEXT = open_source(io.StringIO("first line\n"))
FRAME = open_source({"alternative": ["a"], "tps": [1]})


class Starting:
    """A reader of files that start with a word."""

    def __init__(self, word):
        self.word = word

    def matches(self, head):
        return head.startswith(self.word)


@pytest.fixture
def readers(monkeypatch):
    known = {
        "one": Starting("first"),
        "other": Starting("fir"),
        "third": Starting("x"),
        "table": TableReader(),
    }

    def register(*names):
        monkeypatch.setattr(
            catalogue, "READERS", Registry("reader", {n: known[n] for n in names}, error=ReaderError)
        )

    return register


def test_what_nobody_recognises_is_a_plain_table():
    assert choose_reader(TEXT)[0] == "table"
    assert choose_reader(FRAME)[0] == "table"


def test_a_reader_that_recognises_the_content_goes_before_the_table(readers):
    readers("table", "third", "one")
    assert choose_reader(TEXT)[0] == "one"


def test_several_that_do_are_refused_by_name(readers):
    readers("one", "other", "table")
    with pytest.raises(ReaderError) as raised:
        choose_reader(TEXT)
    assert str(raised.value) == "<file>: the content fits the readers 'one', 'other'; say which with --reader"


def test_what_the_caller_says_is_not_questioned(readers):
    readers("one", "other", "table")
    assert choose_reader(TEXT, "other")[0] == "other"
    assert choose_reader(TEXT, "table")[0] == "table"


def test_an_unknown_reader_is_answered_with_the_known_ones():
    with pytest.raises(ReaderError) as raised:
        choose_reader(TEXT, "fio")
    assert str(raised.value).startswith("'fio' is not a known reader; use one of: ")
    assert "table" in str(raised.value)


def test_a_table_that_is_one_already_is_not_sniffed(readers):
    readers("one", "other", "table")
    assert choose_reader(FRAME)[0] == "table"
