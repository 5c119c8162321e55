"""LaTeX: it compiles, by itself and inside an article, and nothing runs off the page."""

import pytest
from golden import comparisons
from report.html.pages_of import hostile, large, shipped
from report.latex.compiled import compiled

import ahp
from ahp.report import render

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


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("name", ["zfs_oltp", "tokudb_iibench", "pg_wal_runs"])
def test_the_examples_compile_and_stay_on_the_page(examples, tmp_path, name, wrapped):
    text = render(shipped(examples, name), "latex")
    overfull, pages = compiled(text, tmp_path, wrapped)
    assert overfull <= BOUND
    assert pages >= 3


def test_every_name_compiles(tmp_path):
    text = render(decided(NAMES), "latex")
    assert text.isascii()
    assert r"\textbackslash{}input\{" in text
    assert r"\ahpcharacter{4E2D}" in text
    assert compiled(text, tmp_path)[0] <= BOUND


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_obeyed(name):
    """Beyond what a harmless name gives, there is no command, no group, no comment."""
    text = render(decided([name, "b"]), "latex")
    assert "/etc/passwd}" not in text.replace(r"passwd\}", "")
    for line in text.split("\\raggedright\n", 1)[1].splitlines():
        depth = 0
        plain = line.replace(r"\{", "").replace(r"\}", "")
        for letter in plain:
            depth += {"{": 1, "}": -1}.get(letter, 0)
            assert depth >= 0, line
        assert depth == 0, line


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


def test_runs_beyond_a_page_are_left_to_json():
    assert "Every run, 93 of them, stands in the JSON report." in render(
        decided([f"a{i}" for i in range(30)], runs=3), "latex"
    )


def test_the_same_document_gives_the_same_text(examples):
    document = shipped(examples, "pg_wal_runs")
    assert render(document, "latex") == render(document, "latex")


def test_what_changed_since_a_previous_decision_stands_in_it(examples):
    decision = comparisons.compared(examples)["zfs_oltp_against"]
    assert r"\section*{Changes}" in decision.report("latex")
