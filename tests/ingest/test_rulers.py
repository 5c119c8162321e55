"""What a ruler is, and how it parts lines into cells."""

import pytest

from ahp.ingest.rulers import RULER, apart, splitter


@pytest.mark.parametrize(
    "line",
    ["|---|---|", "| :-- | --: |", "---|---", "----+----", "+----+----+", "|---|", "----  ---", "===  =="],
)
def test_rulers(line):
    assert RULER.fullmatch(line)


@pytest.mark.parametrize("line", ["", "---", "----------", "| a | b |", "-- x --", "+", "- -"])
def test_lines_that_are_none(line):
    assert not RULER.fullmatch(line)


@pytest.mark.parametrize(
    ("ruler", "line", "cells"),
    [
        ("|---|---|", "| **lz4** | `1.5` |", ["lz4", "1.5"]),
        ("---+---", " two words | 133 MB", ["two words", "133 MB"]),
        ("+---+---+", r"| a \| b | 5 |", ["a | b", "5"]),
        ("-----  ---", "a b    5.5", ["a b", "5.5"]),
        ("-----  ---", "a", ["a", ""]),
    ],
)
def test_a_line_is_parted_as_the_ruler_says(ruler, line, cells):
    assert splitter(ruler)(line) == cells


def test_no_cell_is_cut_in_two():
    assert splitter("---  ---")("abc  123") == ["abc", "123"]
    assert splitter("---  ---")("abc 1234") == ["abc 1234"]  # one cell, where the heading has two


def test_cells_held_apart_by_spaces():
    assert apart("  two words   5   133 MB ") == ["two words", "5", "133 MB"]
