"""LaTeX: any text escaped, tables that go on where a page ends; it compiles, by itself and inside an article."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model.test_reversal import belton_gear, mixed
from report.figures.documents import judged
from report.html.pages_of import hostile, large, shipped
from report.latex.compiled import PREAMBLE, compiled

import ahp
from ahp import Hierarchy, PairwiseMatrix, judge
from ahp.report import render, render_hierarchy
from ahp.report.latex import escaped, table_lines
from ahp.report.page import Table

BOUND = 1.0
"""Points by which a line may stick out."""

NAMES = (
    r"\input{/etc/passwd}", r"\def\x{", "100% $x_1$ & #2 ~^", "a\\\\[5cm]b", "}}{\\end{document}",
    "=cmd|' /C calc'!A0", "中文的替代方案", "Ждать", "naïve ÅÉŁø ß ẞ", "\u202eright-to-left\u200f", "x\ty\x00z",
    "−1 ≥ κ λ_max ± µ", "???<<>>--''``\"", "*", "[t]", "-1.5", "🎉" * 30, "W" * 300, "العربية", "a\u0301\u0489",
    "%", "\\", "^^41 ^^5c", "--- ---",
)  # fmt: skip


LONG = Table("", "long", ("who", "n"), tuple((f"name {i}", str(i)) for i in range(200)))


def decided(names, runs=1):
    """A decision among alternatives of these names."""
    every = [name for name in ("none", *names) for _ in range(runs)]
    table = {
        "alternative": every,
        "run": list(range(runs)) * (len(names) + 1),
        "tps": [100.0 + 7 * (i % 11) + i for i in range(len(every))],
        "cpu": [10.0 + (i % 5) for i in range(len(every))],
    }
    return ahp.rank(ahp.read(table), index="relative", resamples=500).to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("name", ["zfs_oltp", "tokudb_iibench", "pg_wal_runs"])
def test_the_examples_compile_and_stay_on_the_page(examples, tmp_path, name, wrapped):
    text = render(shipped(examples, name), "latex")
    overfull, pages = compiled(text, tmp_path, wrapped)
    assert overfull <= BOUND
    assert pages >= 3


@pytest.mark.slow
def test_every_name_compiles(tmp_path):
    text = render(decided(NAMES), "latex")
    assert text.isascii()
    assert r"\textbackslash{}input\{" in text
    assert r"\ahpcharacter{4E2D}" in text
    assert compiled(text, tmp_path)[0] <= BOUND


def closed(line):
    """Whether the groups of a line are closed, and none that is not open."""
    depth = 0
    for letter in line.replace(r"\{", "").replace(r"\}", ""):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth < 0:
            return False
    return depth == 0


def test_no_name_is_obeyed():
    """Beyond what a harmless name gives, there is no command, no group, no comment."""
    for name in NAMES:
        text = render(decided([name, "b"]), "latex")
        assert "/etc/passwd}" not in text.replace(r"passwd\}", "")
        assert all(map(closed, text.split("\\raggedright\n", 1)[1].splitlines()))


@pytest.mark.slow
def test_hostile_and_large_documents_compile(tmp_path):
    assert compiled(render(hostile(), "latex"), tmp_path / "hostile")[0] <= BOUND
    found = large(tmp_path, alternatives=30, criteria=12, scenarios=1)
    assert compiled(render(found, "latex"), tmp_path / "large")[0] <= BOUND


@pytest.mark.slow
def test_hierarchies_compile_and_stay_on_the_page(tmp_path):
    names = ["\\end{document}", "中 & %", "W" * 5000, "=1+1"]
    matrix = [[1, 2, 3, 4], [1 / 2, 1, 2, 3], [1 / 3, 1 / 2, 1, 2], [1 / 4, 1 / 3, 1 / 2, 1]]
    under = PairwiseMatrix(matrix, labels=names)
    tree = Hierarchy("goal \\x{ $ \u202e", {("a_b#", "c~^"): 3}, {"a_b#": under, "c~^": under})
    sizes = [(2, 0.9, False), (9, 0.9, True), (30, 0.1, True)]
    matrices = [judged(count, 3, noise, long=long) for count, noise, long in sizes]
    for number, document in enumerate([judge(tree), judge(mixed()), judge(belton_gear()), *matrices]):
        text = render_hierarchy(document, "latex")
        assert text.isascii()
        assert r"\section*{Provenance}" in text
        assert document not in matrices or text.count(r"\ahpcaption{Under ") == 4
        assert compiled(text, tmp_path / str(number))[0] <= BOUND


def test_many_columns_go_on_below_with_the_first_in_each():
    heads = ("who", *(f"column {i}" for i in range(40)))
    lines = table_lines(Table("", "wide", heads, (("lz4", *("1.25" for _ in range(40))),)))
    parts = sum(line.startswith(r"\begin{ahptable}") for line in lines)
    assert parts > 2
    assert (
        sum(line.startswith("lz4") for line in lines)
        == sum(line.startswith("who") for line in lines)
        == parts
    )
    assert sum(line.count("1.25") for line in lines) == 40
    assert sum("ahpcaption" in line for line in lines) == 1


def test_many_rows_are_one_table_whose_headings_stand_on_every_page():
    lines = table_lines(LONG)
    for start, count in ((r"\begin{ahptable}", 1), ("who", 1), (r"\endhead", 1), ("name", 200)):
        assert sum(line.startswith(start) for line in lines) == count
    assert lines.index(r"\endhead") > next(at for at, line in enumerate(lines) if line.startswith("who"))


@pytest.mark.slow
def test_many_rows_compile_to_pages(tmp_path):
    text = "\n".join(table_lines(LONG))
    whole = render(decided(["a", "b"]), "latex").replace("\n\\par\\endgroup", f"\n{text}\n\\par\\endgroup")
    alone = compiled(render(decided(["a", "b"]), "latex"), tmp_path / "alone")
    overfull, pages = compiled(whole, tmp_path / "whole")
    assert overfull <= BOUND
    assert pages - alone[1] in (3, 4)  # of 50 to 60 rows each


@pytest.mark.slow
def test_a_document_of_two_columns_takes_it_in_on_pages_of_one(tmp_path):
    preamble = PREAMBLE.replace("{article}", "[twocolumn]{article}")
    assert (
        compiled(render(decided(["a", "b"]), "latex"), tmp_path, wrapped=True, preamble=preamble)[0] <= BOUND
    )


@pytest.mark.slow
def test_a_document_without_the_packages_is_told_so(tmp_path):
    text = render(decided(["a", "b"]), "latex")
    with pytest.raises(AssertionError, match=r"usepackage\{array,booktabs,longtable\}"):
        compiled(text, tmp_path, wrapped=True, preamble="\\documentclass{article}\n\\begin{document}\n")


def test_a_cell_that_would_fill_a_page_is_cut():
    lines = table_lines(Table("", "c", ("a", "b"), (("x", "word " * 2000),)))
    (row,) = [line for line in lines if line.startswith("x & ")]
    assert r"\ldots{}" in row
    assert len(row) < 1500


def test_known_texts():
    for text, shown in [
        ("a_b & c%", r"a\_b \& c\%"),
        ("{\\x}", r"\{\textbackslash{}x\}"),
        ("−1 ≥ κ", r"\ensuremath{-}1 \ensuremath{\ge} \ensuremath{\kappa}"),
        ("λ_max = 3", r"\ensuremath{\lambda_{\max}} = 3"),
        ("-50.1 %", r"\ensuremath{-}50.1\,\%"),
        ("lz4-1", "lz4-1"),
        ("a--b", "a-{}-b"),
        ("é ñ Š ç ø ß", r"\'{e} \~{n} \v{S} \c{c} \o{} \ss{}"),
        ("e\u0301", r"\'{e}"),
        ("\u202ex\n", r"\textbackslash{}u202ex\textbackslash{}n"),
        ("", ""),
        ("中🎉", r"\ahpcharacter{4E2D}\ahpcharacter{1F389}"),
    ]:
        assert escaped(text) == shown


@given(st.text())
def test_any_text_is_ascii_and_its_groups_are_closed(text):
    found = escaped(text)
    assert found.isascii()
    assert found.isprintable() or found == ""
    assert closed(found)
    for special in "$#&":
        assert found.count(special) == found.count(f"\\{special}")
    assert not any(unicodedata.category(letter) == "Cc" for letter in found)
