"""The cells of a column: their numbers, and what is refused or noted among them."""

from hypothesis import given
from hypothesis import strategies as st

from ahp.ingest.columns import notes_on, number_in, numbers_of
from ahp.ingest.fields import Field
from ahp.ingest.headings import understand


def field(heading, *cells):
    lines = list(range(2, len(cells) + 2))
    return Field(heading, 1, cells, lines, [heading] * len(cells))


def numbers(heading, *cells, decimal="."):
    return numbers_of(field(heading, *cells), understand(heading), decimal)


def test_objects_beside_text():
    assert [n.value for n in numbers("tps", 1, "2.5", None, 3.5, float("nan"))] == [1.0, 2.5, None, 3.5, None]


# --- notes ------------------------------------------------------------------------------------------------------------


def test_plain_numbers_need_no_note():
    column = field("tps", "7.5", "12 1/s")
    assert notes_on(column, numbers_of(column, understand("tps"), "."), ".", "") == []


@given(st.lists(st.sampled_from(["1", "2.5", "1.2k", "7 tps", "", "n/a", "~3", "+4", "1e3"]), min_size=1))
def test_a_column_is_its_cells_one_by_one(cells):
    heading = understand("tps")
    assert numbers("tps", *cells) == [number_in(cell, heading, ".") for cell in cells]
