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
    figures = [line for line in lines if line.startswith("  - ")]
    assert len(set(figures)) == len(figures) == len(wrong)
    assert all(": printed " in line and ", must be " in line for line in figures)


def test_a_line_says_what_is_printed_and_what_it_must_be_of_the_numbers_that_are_wrong(misprints):
    lines = misprints.in_print().splitlines()
    at = lines.index(
        "- **Saaty TL (1980), school selection example, criteria**. Choosing a school: six criteria. *Second hand.*"
    )
    assert lines[at + 1] == "  - λ_max: printed 7.49, must be 7.4199; 7.41987 is printed as 7.49"
    (at,) = [number for number, line in enumerate(lines) if "six cities" in line]
    assert lines[at + 1].startswith("  - priorities: printed 0.263, must be 0.26185; ")


def test_programs_are_no_literature(misprints):
    assert "the program" in misprints.in_programs()
    assert "the program" not in misprints.in_print()
    assert "peer" not in misprints.in_print() + misprints.in_programs()
