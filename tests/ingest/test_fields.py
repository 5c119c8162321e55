"""A table by its columns, whichever way it stands."""

import io

import pytest

from ahp.errors import InputError
from ahp.ingest.fields import text_of, turned, upright
from ahp.ingest.sources import open_source
from ahp.ingest.tables import parse_table


def table(text):
    return parse_table(open_source(io.StringIO(text)))


def test_the_columns_of_an_upright_table():
    alternative, tps = upright(table("# x\nalternative,tps\nlz4,1\n\nzle,2\n"))
    assert (alternative.heading, alternative.line, alternative.cells) == ("alternative", 2, ("lz4", "zle"))
    assert (tps.cells, tps.lines, tps.columns) == (("1", "2"), [3, 5], ["tps", "tps"])


def test_the_rows_of_a_turned_table():
    names, tps, cpu = turned(table("measure,none,lz4\ntps,1,2\ncpu,3,4\n"))
    assert (names.heading, names.cells, names.lines) == ("alternative", ["none", "lz4"], [1, 1])
    assert (tps.heading, tps.line, tps.cells, tps.lines) == ("tps", 2, ["1", "2"], [2, 2])
    assert (cpu.cells, cpu.lines, cpu.columns) == (["3", "4"], [3, 3], ["none", "lz4"])


def test_a_turned_table_may_have_a_column_of_units():
    names, p99 = turned(table("measure,none,unit,lz4\np99,1,ms,2\n"))
    assert (names.cells, p99.cells, p99.unit) == (["none", "lz4"], ["1", "2"], "ms")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("measure,none\n ,1\ntps,2\n", "line 2, column 'measure': found an empty cell: this row has no name"),
        ("measure,none\ntps,1\nTPS,2\n", "line 3, column 'measure': found 'TPS': this name stands twice"),
        (
            "measure,none\nalternative,1\n",
            "line 2, column 'measure': found 'alternative': this name stands twice",
        ),
    ],
)
def test_rows_of_a_turned_table_are_named_once(text, message):
    with pytest.raises(InputError) as raised:
        turned(table(text))
    assert str(raised.value) == f"{message}; correct it"


@pytest.mark.parametrize(
    ("cell", "text"), [(" x ", "x"), (None, ""), (float("nan"), ""), (2.0, "2"), (2.5, "2.5"), (7, "7")]
)
def test_labels(cell, text):
    assert text_of(cell) == text
