"""Lines of at most 80 columns, without padding, a number and its per cent sign together."""

from importlib.metadata import version

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ahp.report import terminal
from ahp.report.terminal import WIDTH, Grid, Line, Page, cell_width, indented


def printed(*things, colour=False):
    page = Page(colour=colour)
    for thing in things:
        page.print(thing)
    return page.finished()


def by_rich(*things):
    return [line.rstrip() for line in terminal._rich_lines(things, colour=False)]


def plainly(*things):
    lines = terminal._plain_lines(things)
    return None if lines is None else [line.rstrip() for line in lines]


def test_lines_end_where_their_text_ends_and_fit():
    table = Grid()
    table.add_column("a", least=20)
    table.add_column("b", least=20)
    table.add_row("x", "y")
    assert printed(table) == f"a{20 * ' '} b\nx{20 * ' '} y\n"
    long = printed(indented("word " * 60))
    assert max(map(len, long.splitlines())) <= WIDTH
    assert all(line.startswith("  word") for line in long.splitlines())


def test_a_number_keeps_its_sign():
    for length in range(60, 82):
        assert "\n%" not in printed(indented("x" * length + " 5 %")).replace("  %", "%")
        assert "5 %" in printed(indented("x" * length + " 5 %"))


def test_colour_is_asked_for():
    bold = Line((("a", "bold"), ("b", "bold green")))
    assert printed(bold) == "ab\n"
    assert printed(bold, colour=True) == "\x1b[1ma\x1b[0m\x1b[1;32mb\x1b[0m\n"


def test_what_is_narrow_takes_one_column():
    from rich.cells import cell_len

    narrow = [chr(code) for code in range(0x10000) if terminal._NARROW.fullmatch(chr(code))]
    assert len(narrow) > 500
    assert {cell_len(letter) for letter in narrow} == {1}
    assert all(letter.isprintable() or letter == terminal._TIED for letter in narrow)
    assert cell_width("naïve") == 5
    assert cell_width("東京") == 4


RICH = tuple(map(int, version("rich").split(".")[:2]))
LETTERS = st.sampled_from("aB7 %-–é.")


@given(st.text(LETTERS, max_size=300), st.sampled_from([0, 2]))
@example("a" * WIDTH + " b", 0)
@example("", 2)
@example("   ", 0)
def test_sentences_stand_as_rich_lays_them_out(text, indent):
    found = plainly(Line(((text, ""),), indent))
    assume(found is not None)
    assert found == by_rich(Line(((text, ""),), indent))


CELLS = st.text(LETTERS, max_size=14).map(str.strip)
COLUMNS = st.tuples(CELLS, st.sampled_from(["left", "right"]), st.booleans(), st.sampled_from([None, 5]))


@st.composite
def grids(draw):
    grid = Grid()
    columns = draw(st.lists(st.tuples(COLUMNS, st.sampled_from([None, 12])), min_size=1, max_size=7))
    for (heading, justify, folds, least), most in columns:
        # Until then rich counted padding into a column's least width.
        grid.add_column(
            heading, justify=justify, folds=folds, least=least if RICH >= (14, 3) else None, most=most
        )
    for _ in range(draw(st.integers(0, 4))):
        grid.add_row(*(draw(CELLS) for _ in columns))
    return grid


@given(grids())
def test_tables_stand_as_rich_lays_them_out(grid):
    found = plainly(grid)
    assume(found is not None)
    assert found == by_rich(grid)


@pytest.mark.parametrize(
    "thing", [Line((("東京", ""),)), Line((("a" * (WIDTH + 1), ""),)), Line((("a\u00a0b", ""),))]
)
def test_what_is_wide_or_too_long_is_left_to_rich(thing):
    assert plainly(thing) is None
    assert [line.rstrip() for line in printed(thing).splitlines()] == by_rich(thing)


def test_a_table_that_does_not_fit_is_squeezed():
    grid = Grid()
    for _ in range(3):
        grid.add_column("x", folds=True)
    grid.add_row(*(["word " * 8 + "end"] * 3))
    assert plainly(grid) is None
    assert max(map(len, printed(grid).splitlines())) <= WIDTH
