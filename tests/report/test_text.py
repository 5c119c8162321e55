"""The terminal: whole reports compared as text, lines of at most 80 columns, and what must hold for any names."""

import re
from importlib.metadata import version

import pytest
from golden import comparisons
from hypothesis import assume, example, given
from hypothesis import strategies as st
from report.cells import cells

import ahp
from ahp.ingest.tables.cells import MISSING
from ahp.ingest.tables.summary_rows import _summaries
from ahp.report import terminal
from ahp.report.terminal import WIDTH, Column, Grid, Line, Page, indented
from ahp.report.text import render_colour


@pytest.fixture(scope="module")
def reports(examples):
    return comparisons.kept(examples)


def test_whole_reports(root, reports):
    """Changed on purpose? Look at the report, then write it: see tests/golden/README.md."""
    for name, report in reports.items():
        assert report == (root / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8"), name
    for name in ("zfs_oltp", "pg_wal_runs"):  # the choice comes first
        lines = reports[name].splitlines()
        assert "choose" in lines[2]
        assert all(len(line) <= WIDTH for line in lines)
        assert all(line == line.rstrip() for line in lines)


SUMMARY = re.compile(
    "(grand )?total|sum|average|avg|(geometric |geo)?mean", re.I
)  # refused where they are one
NAMES = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=60
).filter(lambda s: s.strip() and s.strip().casefold() not in MISSING and not SUMMARY.fullmatch(s.strip()))


@given(
    st.lists(NAMES, min_size=2, max_size=9, unique_by=lambda s: s.strip().casefold()).filter(
        lambda names: not _summaries(names)  # such as MOYENNE
    )
)
def test_any_names_fit_and_cannot_redraw_the_terminal(names):
    table = {"alternative": ["none", *names], "tps": [1.0, *range(2, len(names) + 2)]}
    texts = (
        ahp.rank(ahp.read(table, baseline="none")).report(detail="all"),
        _repeated(names[:4]).report(detail="all"),
    )
    for line in "\n".join(texts).split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)


def _repeated(names):
    """A decision with three runs of each, so that every table of probabilities is there."""
    names = ["none", *names]
    table = {"alternative": [name for name in names for _ in range(3)], "run": [0, 1, 2] * len(names)}
    speeds = (100, 132, 130, 120, 115)[: len(names)]
    table["tps"] = [speed + off for speed in speeds for off in (0.0, 1.5, -1.0)]
    return ahp.rank(ahp.read(table, baseline="none"), index="relative", resamples=200)


def test_colour_only_adds_colour(examples):
    document = ahp.rank(ahp.read(examples / "zfs_oltp.csv")).to_dict()
    coloured = render_colour(document)
    assert "\x1b[" in coloured
    plain = "".join(f"{line.rstrip()}\n" for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines())
    assert plain == ahp.report.render(document, "text")


def test_what_is_left_out_is_said_and_ties_are_ties():
    table = {"alternative": ["none", "\x1b[31mred\x1b[0m", "b\u202eidi", "c"], "tps": [1, 3, 2, 3]}
    text = ahp.rank(ahp.read(table)).report()
    assert "default  \\x1b[31m…\\x1b[0m = c ?" in text
    for start in ("\n1  \\x1b[31mred", "\n1  c* ", "\n3  b\\u202eidi"):
        assert start in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    said = "Not measured, as far as is known: storage saving, response time and CPU. "
    assert said in " ".join(text.split())


def test_a_document_with_matrices_that_contradict_themselves_says_so(examples):
    document = ahp.rank(ahp.read(examples / "zfs_oltp.csv"), confidence=None).to_dict()
    said = "Consistency ratios of the criteria's matrices: 0.200 under space, 0.000 under throughput"
    assert said not in ahp.report.render(document, "text", "why")
    document["scenarios"][0]["criteria"][0]["consistency_ratio"] = 0.2
    assert said in " ".join(ahp.report.render(document, "text", "why").split())


def printed(*things, colour=False):
    page = Page(colour=colour)
    for thing in things:
        page.print(thing)
    return page.finished()


def by_rich(*things, colour=False):
    return [line.rstrip() for line in terminal._rich_lines(things, colour=colour)]


def plainly(*things, colour=False):
    lines = terminal._plain_lines(things, colour=colour)
    return None if lines is None else [line.rstrip() for line in lines]


def test_lines_end_where_their_text_ends_and_fit():
    table = Grid([Column("a", least=20), Column("b", least=20)])
    table.add_row("x", "y")
    assert printed(table) == f"a{20 * ' '} b\nx{20 * ' '} y\n"
    long = printed(indented("word " * 60))
    assert max(map(len, long.splitlines())) <= WIDTH
    assert all(line.startswith("  word") for line in long.splitlines())
    for length in range(60, 82):  # a number keeps its sign
        assert "5 %" in printed(indented("x" * length + " 5 %"))


RICH = tuple(map(int, version("rich").split(".")[:2]))
LETTERS = st.sampled_from("aB7 %-–é.")
STYLES = st.sampled_from(["", "bold", "dim", "bold red", "bold green"])


SPANS = st.one_of(
    st.tuples(st.tuples(st.text(LETTERS, max_size=300), st.just(""))),
    st.lists(st.tuples(st.text(LETTERS, max_size=40), STYLES), max_size=3).map(tuple),
)


@given(SPANS, st.sampled_from([0, 2]), st.booleans())
@example((("a" * WIDTH + " b", ""),), 0, False)
@example((("a" * (WIDTH - 2) + " ", "bold"), (" ", "dim")), 2, True)
@example((("", ""),), 2, False)
@example((("   ", ""),), 0, False)
@example((("   ", "bold"),), 0, True)
def test_sentences_stand_as_rich_lays_them_out(spans, indent, colour):
    found = plainly(Line(spans, indent), colour=colour)
    assume(found is not None)
    assert found == by_rich(Line(spans, indent), colour=colour)


CELLS = st.text(LETTERS, max_size=14).map(str.strip)
COLUMNS = st.tuples(CELLS, st.sampled_from(["left", "right"]), st.booleans(), st.sampled_from([None, 5]))


@st.composite
def grids(draw):
    columns = draw(st.lists(st.tuples(COLUMNS, st.sampled_from([None, 12])), min_size=1, max_size=7))
    grid = Grid(  # until 14.3 rich counted padding into a column's least width
        Column(heading, justify, folds, least if RICH >= (14, 3) else None, most)
        for (heading, justify, folds, least), most in columns
    )
    for _ in range(draw(st.integers(0, 4))):
        grid.add_row(*(draw(CELLS) for _ in columns), style=draw(STYLES))
    return grid


@given(grids(), st.booleans())
def test_tables_stand_as_rich_lays_them_out(grid, colour):
    found = plainly(grid, colour=colour)
    assume(found is not None)
    assert found == by_rich(grid, colour=colour)


def test_what_is_wide_or_too_long_is_left_to_rich():
    for thing in [Line((("東京", ""),)), Line((("a" * (WIDTH + 1), ""),)), Line((("a\u00a0b", ""),))]:
        assert plainly(thing) is None
        assert [line.rstrip() for line in printed(thing).splitlines()] == by_rich(thing)
    assert plainly(Line((("word " * WIDTH, "bold"),)), colour=True) is None


def test_a_table_that_does_not_fit_is_squeezed():
    grid = Grid([Column("x", folds=True)] * 3)
    grid.add_row(*(["word " * 8 + "end"] * 3))
    assert plainly(grid) is None
    assert max(map(len, printed(grid).splitlines())) <= WIDTH
