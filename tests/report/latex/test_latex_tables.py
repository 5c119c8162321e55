"""Tables cut to the page."""

from ahp.report.content.tables import ShownTable
from ahp.report.latex.tables import table_lines


def test_a_small_table_is_one():
    lines = table_lines(ShownTable("a & b", ("who", "x_1"), (("lz4", "-1.5"),)))
    assert lines[0] == r"\ahpcaption{a \& b}"
    assert [line for line in lines if "&" in line][1:] == [
        r"\ahptext who & x\_1 \tabularnewline",
        r"\ahptext lz4 & \ensuremath{-}1.5 \tabularnewline",
    ]


def test_many_columns_go_on_below_with_the_first_in_each():
    heads = ("who", *(f"column {i}" for i in range(40)))
    lines = table_lines(ShownTable("wide", heads, (("lz4", *("1.25" for _ in range(40))),)))
    parts = sum(line.startswith(r"\begin{ahptable}") for line in lines)
    assert parts > 2
    assert sum(line.startswith(r"\ahptext lz4") for line in lines) == parts
    assert sum(line.count("1.25") for line in lines) == 40


def test_many_rows_go_on_below_with_the_heading_in_each():
    rows = tuple((f"name {i}", str(i)) for i in range(200))
    lines = table_lines(ShownTable("long", ("who", "n"), rows))
    parts = sum(line.startswith(r"\begin{ahptable}") for line in lines)
    assert parts == 5
    assert sum(line.startswith(r"\ahptext who") for line in lines) == parts
    assert sum(line.startswith(r"\ahptext name") for line in lines) == 200


def test_a_cell_that_would_fill_a_page_is_cut():
    (row,) = [
        line for line in table_lines(ShownTable("c", ("a", "b"), (("x", "word " * 2000),))) if "word" in line
    ]
    assert r"\ldots{}" in row
    assert len(row) < 1500
