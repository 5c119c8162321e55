"""What files say together: which cell a row is about, and which ones a row serves that does not say."""

import pytest

from ahp.errors import InputError
from ahp.evidence.records import Source
from ahp.ingest.parts import Part
from ahp.ingest.readers.base import Reading, number
from ahp.ingest.together import Together


def row(alternative, scenario=None, run=None, measure="throughput"):
    return number(
        measure, 1.0, "1/s", printed="1", line=1, alternative=alternative, scenario=scenario, run=run
    )


def part(file, *rows, header=()):
    return Part(Source(file, "", len(rows), "table"), Reading(tuple(rows), header=header))


LOADS = part(
    "loads.log",
    *(row("lz4", "OLTP", run) for run in "12"),
    row("LZ4", "DW", "1"),
    row("none", "oltp", "1"),
)


def test_labels_that_differ_in_case_are_one_and_the_first_spelling_is_kept():
    together = Together([LOADS], [])
    cell = together.cell("dw", "LZ4", LOADS)
    assert (cell.scenario, cell.alternative, list(cell.runs)) == ("DW", "lz4", ["1"])
    assert list(together.cell("OLTP", "lz4", LOADS).runs) == ["1", "2"]


def test_a_row_that_names_no_scenario_takes_the_only_one():
    loads = part("loads.log", row("lz4", "OLTP", "1"))
    together = Together([loads], [])
    assert together.cell(None, "lz4", loads).scenario == "OLTP"
    assert together.served(row("lz4")) == []
    assert Together([], []).cell(None, "lz4", loads).scenario == "default"


def test_a_row_that_belongs_to_the_data_serves_every_scenario_of_its_alternative():
    together = Together([LOADS], [])
    assert [cell[:2] for cell in together.served(row("lz4"))] == [("OLTP", "lz4"), ("DW", "lz4")]
    assert [cell[:2] for cell in together.served(row("NONE"))] == [("OLTP", "none")]
    assert [cell.scenario for cell in together.served(row("zstd"))] == ["OLTP", "DW"]


@pytest.mark.parametrize("given", [row("lz4", "DW"), row("lz4", run="1"), row(None)])
def test_a_row_that_says_what_it_is_about_serves_nothing_else(given):
    assert Together([LOADS], []).served(given) == []


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            part("x.csv", row("lz4"), header=("alternative", "tps")),
            "x.csv: no column 'scenario', and the other files have 2: 'OLTP', 'DW'; add the column, so that each "
            "row says where it belongs",
        ),
        (
            part("x.log", row("lz4")),
            "x.log: nothing says which scenario this file measured, and the other files have 2: 'OLTP', 'DW'; say "
            "where its name stands in the path: --path '{scenario}/{alternative}.log'",
        ),
        (
            part("x.log", row(None, "DW")),
            "x.log: nothing says which alternative this file measured; write NAME=FILE, or say where its name "
            "stands in the path: --path '{alternative}.log'",
        ),
    ],
)
def test_what_a_file_lacks_is_told(other, message):
    together = Together([LOADS, other], [])
    with pytest.raises(InputError) as raised:
        together.cell(other.reading.rows[0].scenario, other.reading.rows[0].alternative, other)
    assert str(raised.value) == message
