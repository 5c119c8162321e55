"""Where a table in a text begins and ends, and that no row of it goes unread."""

import pytest
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.drawn import lines_of, refuse_more, tables_in

HEADING = "codec   tps   p99 ms"
RULER = "-----   ---   ------"
ROWS = ["none    152       41", "lz4     160       38", "zstd    157       44"]


def rows(*lines):
    (found,) = tables_in([*lines])
    return [line for line in found.rows if line != min(found.rows)]


def test_a_table_ends_at_an_empty_line():
    assert rows(HEADING, RULER, *ROWS, "", "words") == [3, 4, 5]


def test_a_ruler_between_rows_parts_no_row_from_its_table():
    assert rows(HEADING, RULER, ROWS[0], RULER, *ROWS[1:]) == [3, 5, 6]
    assert rows("| codec | tps |", "|---|---|", "| a | 1 |", "|---|---|", "| b | 2 |") == [3, 5]


def test_a_ruler_below_the_last_row_leaves_it_in_the_table():
    assert rows(HEADING, RULER, *ROWS, RULER) == [3, 4, 5]
    assert rows("| codec | tps |", "|---|---|", "| a | 1 |", "|---|---|") == [3]


def test_a_table_that_opens_with_a_ruler_closes_with_one():
    assert rows(RULER, HEADING, RULER, *ROWS, RULER, "words  and  12") == [4, 5, 6]


def test_a_heading_below_the_rows_begins_another_table():
    found = list(tables_in([HEADING, RULER, ROWS[0], "codec   cpu   p95 ms", RULER, ROWS[1]]))
    assert [sorted(table.rows) for table in found] == [[1, 3], [4, 6]]


@each(
    "lines",
    [
        [HEADING, RULER, *ROWS[:2], "", ROWS[2]],
        [HEADING, *ROWS[:2], "", "", ROWS[2]],
        ["| codec | tps |", "|---|---|", "| a | 1 |", "", "| b | 2 |"],
    ],
)
def test_a_row_that_an_empty_line_parts_from_its_table_is_refused(lines):
    (found,) = tables_in(lines)
    with pytest.raises(InputError, match="looks like a row of the table that ended on line") as caught:
        refuse_more(lines, found)
    assert (caught.value.line, caught.value.found) == (len(lines), lines[-1])


@each(
    "below",
    ["words", "Total time:   12   13", "zstd   157", "a   b   c", "codec   cpu   p95 ms", "(3 rows)"],
)
def test_other_text_below_a_table_is_passed_over(below):
    lines = [HEADING, RULER, *ROWS, "", below]
    found, *_ = tables_in(lines)
    refuse_more(lines, found)


def test_a_table_whose_rows_are_measures_is_known_by_them():
    (found,) = tables_in(
        ["# title", "", "| metric | a | b |", "|---|---|---|", "| tps | 1 | 2 |", "| p99 (ms) | 3 | 4 |"]
    )
    assert found.is_known
    (other,) = tables_in(
        ["# title", "", "| what | a | b |", "|---|---|---|", "| tps | 1 | 2 |", "| x | 3 | 4 |"]
    )
    assert not other.is_known


def test_a_quotation_and_a_box_are_of_plain_characters():
    assert lines_of(">> │ a ║\r\n> ╞═══╡\nx > y") == ["| a |", "+---+", "x > y"]
    assert lines_of("a ─ b") == ["a ─ b"]  # no bar, no box
