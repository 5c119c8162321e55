"""The cells of a column: their numbers, and what is refused or noted among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each

from ahp.errors import InputError, UnitError
from ahp.ingest.columns import Number, decimal_of, notes_on, number_in, numbers_of
from ahp.ingest.decimals import PER_CELL, marks_of
from ahp.ingest.fields import Field
from ahp.ingest.headings import understand
from ahp.ingest.readers.base import Options


def field(heading, *cells):
    lines = list(range(2, len(cells) + 2))
    return Field(heading, 1, cells, lines, [heading] * len(cells))


def numbers(heading, *cells, decimal="."):
    return numbers_of(field(heading, *cells), understand(heading), decimal)


def refusal(heading, *cells, decimal="."):
    with pytest.raises(InputError) as raised:
        numbers(heading, *cells, decimal=decimal)
    return str(raised.value)


def test_numbers_units_and_missing_cells():
    found = numbers("p99 (ms)", "12", "1.5 ms", "n/a", "12")
    ms = understand("p99 (ms)").unit
    assert found == [
        Number(12.0, 0.5, ms, "12"),
        Number(1.5, 0.05, ms, "1.5 ms"),
        Number(None, 0.0, ms, "n/a"),
        Number(12.0, 0.5, ms, "12"),
    ]


def test_objects_beside_text():
    assert [n.value for n in numbers("tps", 1, "2.5", None, 3.5, float("nan"))] == [1.0, 2.5, None, 3.5, None]


def test_the_first_wrong_cell_is_told():
    assert refusal("tps", "1", "fast", "slow") == (
        "line 3, column 'tps': found 'fast': a number is needed; correct the cell, or leave it empty"
    )
    assert refusal("tps", 1, True).startswith("line 3, column 'tps': found True: a number is needed")


# --- marks ------------------------------------------------------------------------------------------------------------


def test_each_cell_by_its_own_evidence():
    found = numbers("tps", "1.5", "1,5", "1.234,5", "1,234.5", "7", decimal=PER_CELL)
    assert [n.value for n in found] == [1.5, 1.5, 1234.5, 1234.5, 7.0]


@pytest.mark.parametrize("cell", ["1,234", "1.234"])
def test_a_cell_that_its_own_evidence_does_not_decide(cell):
    kind, mark, other = ("comma", ",", ".") if "," in cell else ("dot", ".", ",")
    assert refusal("tps", "1.5", cell, decimal=PER_CELL) == (
        f"line 3, column 'tps': found '{cell}': read by itself, this may be 1234 or 1.234: its {kind} may group "
        f"thousands or be the decimal mark; write it without groups, or say --decimal {other} (1234) or "
        f"--decimal {mark} (1.234) for the whole file"
    )


def test_a_contradiction_is_told_with_its_line():
    column = field("tps", "1.5", "7", "1,5")
    with pytest.raises(InputError, match="line 4, column 'tps': found '1,5'"):
        decimal_of(column, marks_of(column.cells), set(), ",", Options())
    assert decimal_of(column, marks_of(column.cells), set(), ",", Options(decimal=PER_CELL)) == (
        PER_CELL,
        "as --decimal says",
    )


# --- letters that multiply ------------------------------------------------------------------------------------------


@each("heading", ["tps", "throughput", "qps", "TPM", "x (ops/s)"])
def test_a_rate_may_be_written_with_a_letter(heading):
    assert [n.value for n in numbers(heading, "980", "1.2k", "3.4M")] == [980.0, 1200.0, 3.4e6]


@each("heading", ["stored_bytes", "wal_bytes", "x (B)"])
def test_of_bytes_a_letter_may_be_two_things(heading):
    assert refusal(heading, "12k") == (
        f"line 2, column '{heading}': found '12k': 'k' may be 1000 or 1024 to the power; write all digits, or KiB, MiB"
    )


@each("heading", ["p99 (ms)", "cpu", "compression_ratio", "note", "energy (joule)"])
def test_elsewhere_a_letter_is_no_unit(heading):
    assert "a number is needed, 'k' is not a unit" in refusal(heading, "12k")


# --- failures and stand-ins -----------------------------------------------------------------------------------------


@each("word", ["ERROR", "failed", "FATAL: out of memory", "timeout", "Timed out", "crashed"])
def test_a_failure_is_no_missing_value(word):
    assert refusal("tps", "5", word) == (
        f"line 3, column 'tps': found '{word}': a number is needed, and this tells that something failed; "
        "repeat the run, or leave its row out"
    )


@pytest.mark.parametrize("cell", ["9999", "9999.0"])
def test_what_programs_write_instead_of_a_number(cell):
    assert refusal("duration_s", "3.5", cell, "12") == (
        f"line 3, column 'duration_s': found '{cell}': programs write this where they have no number, and no other "
        "of the column is above 12; leave the cell empty, or write 9.9990e+03 if that was measured"
    )
    assert numbers("duration_s", "3.5", "9.9990e+03", "12")[1].value == 9999.0


@each("cells", [("9998", "9999"), ("1000", "9999"), ("9999",), ("9999", "9999"), ("1", "9999.00")])
def test_a_number_that_is_like_others_stands(cells):
    assert numbers("tps", *cells)[-1].value == 9999.0


# --- units ----------------------------------------------------------------------------------------------------------


def test_a_number_without_a_unit_beside_one_with_it():
    with pytest.raises(UnitError, match="while line 3 of the column has '50 MiB'"):
        numbers("stored_bytes", "100", "50 MiB")
    assert numbers("stored_bytes", "0", "50 MiB")[0].value == 0.0  # nothing is nothing in every unit


# --- notes ------------------------------------------------------------------------------------------------------------


def test_what_could_have_been_read_otherwise_is_noted():
    column = field("tps", "~7,5", "146,4 ± 11,5", "4,5 (2)", "9,5 (3)")
    found = numbers_of(column, understand("tps"), ",")
    assert notes_on(column, found, ",", "'~7,5' proves it") == [
        "column 'tps': the decimal mark is ',', '~7,5' proves it",
        "column 'tps': in '~7,5' the number is marked as approximate",
        "column 'tps': in '146,4 ± 11,5' the mean is read, and its spread passed over",
        "column 'tps': in '4,5 (2)' the number in parentheses is passed over",
    ]
    assert notes_on(column, [], PER_CELL, "as --decimal says") == [
        "column 'tps': the decimal mark is that of each cell by itself, as --decimal says"
    ]


def test_plain_numbers_need_no_note():
    column = field("tps", "7.5", "12 1/s")
    assert notes_on(column, numbers_of(column, understand("tps"), "."), ".", "") == []


@given(st.lists(st.sampled_from(["1", "2.5", "1.2k", "7 tps", "", "n/a", "~3", "+4", "1e3"]), min_size=1))
def test_a_column_is_its_cells_one_by_one(cells):
    heading = understand("tps")
    assert numbers("tps", *cells) == [number_in(cell, heading, ".") for cell in cells]
