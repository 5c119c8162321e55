"""A hierarchy of judgments as LaTeX."""

import pytest
from model.test_reversal import belton_gear, mixed
from report.figures.hierarchies import judged
from report.latex.compiled import compiled

from ahp import Hierarchy, PairwiseMatrix, judge
from ahp.report import render_hierarchy


@pytest.mark.parametrize("made", [mixed, belton_gear])
def test_it_compiles_and_stays_on_the_page(made, tmp_path):
    text = render_hierarchy(judge(made()), "latex")
    assert compiled(text, tmp_path)[0] <= 1.0
    assert r"\ahpcaption{Ranking}" in text
    assert r"\section*{Provenance}" in text


def test_hostile_names_compile(tmp_path):
    names = ["\\end{document}", "中 & %", "W" * 5000, "=1+1"]
    matrix = [[1, 2, 3, 4], [1 / 2, 1, 2, 3], [1 / 3, 1 / 2, 1, 2], [1 / 4, 1 / 3, 1 / 2, 1]]
    under = PairwiseMatrix(matrix, labels=names)
    hierarchy = Hierarchy(
        "goal \\x{ $ \u202e",
        PairwiseMatrix([[1, 3], [1 / 3, 1]], labels=["a_b#", "c~^"]),
        {"a_b#": under, "c~^": under},
    )
    text = render_hierarchy(judge(hierarchy), "latex")
    assert text.isascii()
    assert compiled(text, tmp_path)[0] <= 1.0


@pytest.mark.parametrize(("count", "long"), [(2, False), (9, True), (30, True)])
def test_matrices_of_judgments_compile_and_stay_on_the_page(count, long, tmp_path):
    text = render_hierarchy(judged(count, 3, 0.9 if count < 30 else 0.1, long=long), "latex")
    assert text.count(r"\ahpcaption{Under ") == 4
    assert compiled(text, tmp_path)[0] <= 1.0
