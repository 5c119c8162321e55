"""Text becomes rows of cells with their lines; nothing is guessed to be a number."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import ours_or_fine

import ahp
from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.tables.delimited import parse_table, sniff_delimiter


def table(text):
    return parse_table(open_source(io.StringIO(text)))


def refusal(text):
    with pytest.raises(InputError) as raised:
        table(text)
    return str(raised.value)


def cells(found):
    return [list(row) for _, row in found.rows]


def lines(found):
    return [line for line, _ in found.rows]


@each("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_their_numbers(end):
    found = table(end.join(["# one", "", "alternative,tps", "lz4,1", "", "zle,2", ""]))
    assert (found.header_line, lines(found)) == (3, [4, 6])


@each("comment", ["# plain", "#", '   # with "quotes', "# it's, a, list", '#"', "#;;;;", "# \t|,"])
def test_comments_may_hold_anything(comment):
    text = f"{comment}\nalternative,tps\n{comment}\nlz4,1\n{comment}\n"
    assert cells(table(text)) == [["lz4", "1"]]


@each(
    ("text", "rows"),
    [
        ("a\tb\n1\t2\n", [["1", "2"]]),
        ("a|b\n1|2\n", [["1", "2"]]),
        ("a,b\n1,2", [["1", "2"]]),  # the last line needs no end
        ('a,b\nlz4 #2,1\n"# odd",2\n', [["lz4 #2", "1"], ["# odd", "2"]]),  # a hash in a cell is no comment
        ('a;b\n"x;y";"say ""hi"""\n', [["x;y", 'say "hi"']]),  # quotes protect delimiters and quotes
        ('a,b\n5" disk,1\n', [['5" disk', "1"]]),  # a quote inside an unquoted cell is part of it
        ('a, b\nlz4, "1,5"\n', [["lz4", "1,5"]]),  # spaces after a delimiter are passed over
        ("a,b\n,\n1,2\n , \n", [["1", "2"]]),  # so are rows of nothing
        ("a,b,\n1,2,\n3,4,\n", [["1", "2"], ["3", "4"]]),  # and an empty last column
        ("a,b,\n1,2\n", [["1", "2"]]),  # some end only the heading so
    ],
)
def test_cells_of_a_table(text, rows):
    found = table(text)
    assert (found.header, cells(found)) == (("a", "b"), rows)


def test_a_line_of_a_quoted_cell_is_no_comment_and_no_blank_line():
    found = table('alternative,tps\n"one\n# two\n\nthree",1\nlast,2\n')
    assert cells(found) == [["one\n# two\n\nthree", "1"], ["last", "2"]]
    assert lines(found) == [2, 6]


def test_a_last_column_that_holds_something_needs_a_heading():
    assert refusal("a,b,\n1,2,3\n") == "<file>, line 1: column 3 has no heading; name it"


def test_a_title_above_the_heading_is_told_apart():
    for title in ('"Tests, of May"', "Tests of May", "Tests of May,,", "Tests,,\n,,\nof May,,"):
        found = table(f"{title}\na,b,c\n1,2,3\n")
        assert (found.header, cells(found)) == (("a", "b", "c"), [["1", "2", "3"]])
        assert lines(found) == [title.count("\n") + 3]
    assert "column 2 has no heading" in refusal("Tests of May,,\nlz4,2,3\nzstd,1,4\n")
    assert "column 2 has no heading" in refusal("a,\n1,2\n")


@each("mark", ["\f", "\v", "\x1c", "\x85", "\u2028"])
def test_only_line_ends_end_a_line(mark):
    assert cells(table(f"a,b\nx{mark}y,1\n")) == [[f"x{mark}y", "1"]]


# --- which delimiter it is -----------------------------------------------------------------------------------------


@each(
    ("text", "delimiter"),
    [
        ("alternative;tps\nlz4;342,98\n", ";"),
        ("alternative\ttps\nlz4\t342,98\n", "\t"),
        ("alternative|tps\nlz4|342,98\n", "|"),
        ("alternative;tps, mean\nlz4;342,98\n", ";"),  # as many commas as semicolons in every line
        ("alternative\tresponse, max\nlz4\t79,862\n", "\t"),
        ("alternative,tps;note\nlz4,1\n", ","),
        ('alternative;tps\n"a,b,c";1\n"a,b,c";2\n', ";"),
        ("# a, b, c, d\nalternative;tps\nlz4;1\n", ";"),
        ("one word", ","),
    ],
)
def test_the_delimiter_is_the_one_that_gives_rows_of_one_width(text, delimiter):
    assert sniff_delimiter(text) == delimiter


# --- what is no table ----------------------------------------------------------------------------------------------


@each(
    ("text", "message"),
    [
        ("alternative,tps\n# no data\n,\n", ": only a heading; it needs at least one row of data"),
        ("alternative\nlz4\n", ", line 1: found one column, 'alternative'; a table has at least two, separated by comma, semicolon or tab"),
        ("a,,c\n1,2,3\n", ", line 1: column 2 has no heading; name it"),
        ("# x\na,b,a\n1,2,3\n", ", line 2, column 'a': this heading stands twice; rename one of them"),
        ("lz4;342,98\nzle;279,16\n", ", line 1: the first line looks like data ('lz4', '342,98'); the table needs a heading line; write one, or name the columns with --columns alternative,B"),
        ('a,b\n1,2\n"x,2\ny,3\n', ', line 3: a quote is opened and never closed; close it, or double a quote that belongs to the text ("")'),
        ('a,"b\n1,2\n', ', line 1: a quote is opened and never closed; close it, or double a quote that belongs to the text ("")'),
        ('a,b\n"x"y,2\n', ", line 2: a quote stands wrong (',' expected after '\"'); close it, or double a quote that belongs to the text (\"\")"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_told_with_its_line(text, message):
    assert refusal(text) == f"<file>{message}"


def test_a_thousand_columns_are_as_good_as_two():
    width = 20_000
    header = ",".join(f"c{k}" for k in range(width))
    assert len(table(f"{header}\n{','.join('1' * width)}\n").header) == width


# --- tables that are tables already ----------------------------------------------------------------------------------


def test_the_rows_of_a_mapping_are_counted_from_one():
    found = parse_table(open_source({"alternative": ["lz4", None], " tps ": [1.5, 2]}))
    assert (found.header, found.header_line, found.delimiter) == (("alternative", "tps"), None, "")
    assert [(line, tuple(row)) for line, row in found.rows] == [(1, ("lz4", 1.5)), (2, (None, 2))]


@each(
    ("columns", "message"),
    [
        ({}, "<mapping>: the heading is empty"),
        ({"a": [], "b": []}, "<mapping>: it has no rows; it needs at least one"),
        ({"a": [1], "A ": [2]}, "<mapping>, column 'A': this heading stands twice; rename one of them"),
        ({"a": [1], " ": [2]}, "<mapping>: column 2 has no heading; name it"),
    ],
)
def test_mappings_that_are_no_table(columns, message):
    with pytest.raises(InputError) as raised:
        parse_table(open_source(columns))
    assert str(raised.value) == message


@given(st.text(st.sampled_from('ab1,;\t|"#\n\r \\'), min_size=1, max_size=60))
@example("a,b\n1,2\n")
def test_any_text_is_a_table_or_an_input_error(text):
    found = ours_or_fine(lambda: table(text))
    if found is not None:
        assert all(len(row) == len(found.header) for _, row in found.rows)
        assert lines(found) == sorted(set(lines(found)))
        assert len(found.header) >= 2


def test_the_largest_cell_that_others_read_stays_what_it_was():
    before = csv.field_size_limit(1000)
    try:
        ahp.read(io.StringIO("alternative,tps\nnone,100\nlz4,120\n"))
        assert csv.field_size_limit() == 1000
    finally:
        csv.field_size_limit(before)
