"""LaTeX: any text escaped, tables cut to the page; it compiles, by itself and inside an article."""

import unicodedata

import pytest
from golden import comparisons
from hypothesis import given
from hypothesis import strategies as st
from model.test_reversal import belton_gear, mixed
from report.figures.hierarchies import judged
from report.html.pages_of import hostile, large, shipped
from report.latex.compiled import compiled

import ahp
from ahp import Hierarchy, PairwiseMatrix, judge
from ahp.report import render, render_hierarchy
from ahp.report.content.tables import ShownTable
from ahp.report.latex.escaping import character, escaped
from ahp.report.latex.tables import table_lines

BOUND = 1.0
"""Points by which a line may stick out."""

NAMES = (
    r"\input{/etc/passwd}", r"\def\x{", "100% $x_1$ & #2 ~^", "a\\\\[5cm]b", "}}{\\end{document}",
    "=cmd|' /C calc'!A0", "中文的替代方案", "Ждать", "naïve ÅÉŁø ß ẞ", "\u202eright-to-left\u200f", "x\ty\x00z",
    "−1 ≥ κ λ_max ± µ", "???<<>>--''``\"", "*", "[t]", "-1.5", "🎉" * 30, "W" * 300, "العربية", "a\u0301\u0489",
    "%", "\\", "^^41 ^^5c", "--- ---",
)  # fmt: skip


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


def test_no_name_is_obeyed():
    """Beyond what a harmless name gives, there is no command, no group, no comment."""
    for name in NAMES:
        text = render(decided([name, "b"]), "latex")
        assert "/etc/passwd}" not in text.replace(r"passwd\}", "")
        for line in text.split("\\raggedright\n", 1)[1].splitlines():
            depth = 0
            plain = line.replace(r"\{", "").replace(r"\}", "")
            for letter in plain:
                depth += {"{": 1, "}": -1}.get(letter, 0)
                assert depth >= 0, line
            assert depth == 0, line


@pytest.mark.slow
def test_hostile_and_large_documents_compile(tmp_path):
    assert compiled(render(hostile(), "latex"), tmp_path / "hostile")[0] <= BOUND
    found = large(tmp_path, alternatives=30, criteria=12, scenarios=1)
    assert compiled(render(found, "latex"), tmp_path / "large")[0] <= BOUND


def test_every_part_is_there(examples):
    text = render(shipped(examples, "zfs_oltp"), "latex")
    for part in (
        r"\section*{Order Entry: choose LZJB}", r"\toprule", r"\midrule", r"\bottomrule", "How sure:",
        "What would change it:", r"\ahpcaption{Ranking}", "The rankings side by side", r"\lambda_{\max}",
        "Audits", "What was measured", "Every run, as it was measured", "Saaty", "SHA{-}256",
    ):  # fmt: skip
        assert part.replace("SHA{-}256", "SHA-256") in text, part
    assert text.count("CR = 0.0000") == 12
    assert r"throughput & 270.16" not in text  # rows are alternatives


def test_a_comment_says_what_it_needs(examples):
    text = render(shipped(examples, "zfs_oltp"), "latex")
    assert r"\usepackage{booktabs}" in text.splitlines()[0]
    assert text.count(r"\usepackage") == 2
    assert text.count(r"\end{document}") == 1


def test_what_changed_since_a_previous_decision_stands_in_it(examples):
    decision = comparisons.compared(examples)["zfs_oltp_against"]
    assert r"\section*{Changes}" in decision.report("latex")


@pytest.mark.slow
@pytest.mark.parametrize("made", [mixed, belton_gear])
def test_a_hierarchy_compiles(made, tmp_path):
    text = render_hierarchy(judge(made()), "latex")
    assert compiled(text, tmp_path)[0] <= 1.0
    assert r"\ahpcaption{Ranking}" in text
    assert r"\section*{Provenance}" in text


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(("count", "long"), [(2, False), (9, True), (30, True)])
def test_matrices_of_judgments_compile_and_stay_on_the_page(count, long, tmp_path):
    text = render_hierarchy(judged(count, 3, 0.9 if count < 30 else 0.1, long=long), "latex")
    assert text.count(r"\ahpcaption{Under ") == 4
    assert compiled(text, tmp_path)[0] <= 1.0


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
    ]:
        assert escaped(text) == shown


def test_what_the_fonts_lack_is_told_by_its_number():
    assert character("中") == r"\ahpcharacter{4E2D}"
    assert character("🎉") == r"\ahpcharacter{1F389}"


@given(st.text())
def test_any_text_is_ascii_and_its_groups_are_closed(text):
    found = escaped(text)
    assert found.isascii()
    assert found.isprintable() or found == ""
    plain = found.replace(r"\{", "").replace(r"\}", "")
    depth = 0
    for letter in plain:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    for special in "$#&":
        assert plain.count(special) == plain.count(f"\\{special}")
    assert not any(unicodedata.category(letter) == "Cc" for letter in found)
