"""The list of misprints has every figure that the worked examples call wrong, and says of each what it must be."""

import sys

import cases
import pytest
from pages import DOCS


@pytest.fixture
def misprints(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    import misprints

    yield misprints
    del sys.modules["misprints"]


def test_every_figure_that_is_called_wrong_is_listed_once(misprints):
    wrong = [
        expected
        for file in ("published.json", "matrices.json")
        for case in cases.published(file).values()
        for expected in case["expect"]
        if "wrong" in expected
    ]
    listed = list(misprints.wrong_figures())
    assert len(listed) == len(wrong) > 25
    lines = (misprints.in_print() + misprints.in_programs()).splitlines()
    assert len(lines) == len(wrong) + 4
    assert len(set(lines)) == len(lines) - 2  # the head of both tables is the same


def test_a_line_says_what_is_printed_and_what_it_must_be(misprints):
    (line,) = [line for line in misprints.in_print().splitlines() if "7.49" in line and "λ_max" in line]
    assert line == (
        "| Saaty TL (1980), school selection example, criteria | Choosing a school: six criteria: λ_max | 7.49 | "
        "7.4199 | 7.41987 is printed as 7.49 | second hand |"
    )


def test_only_the_numbers_that_are_wrong_are_shown(misprints):
    (line,) = [line for line in misprints.in_print().splitlines() if "six cities" in line]
    assert "| 0.263 | 0.26185 |" in line


def test_programs_are_no_literature(misprints):
    assert "the program" in misprints.in_programs()
    assert "the program" not in misprints.in_print()
    assert "peer" not in misprints.in_print() + misprints.in_programs()
