"""The pages about confidence and speed show every simulation and benchmark, and what they show is what is promised."""

import ast
import re
from pathlib import Path

import pytest
from simulations import looking
from simulations.coverage import BEGIN, DESIGNS, END, KINDS, LEADS, REPETITIONS, RUNS, SETTLED, SPREADS
from simulations.worlds import DIFFICULT, NOISES, PROMISED

from ahp.decision.uncertainty import Question

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explain" / "confidence.md"
RUNS_PAGE = PAGE.with_name("runs.md")


@pytest.fixture(scope="module")
def tables():
    """The tables of the page in their order: the cells of each row by its first."""
    text = PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        _, _, *rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines()]
        found.append({row[0]: row[1:] for row in rows})
    return found


def error(share, repetitions):
    """Two standard errors of a share, in per cent."""
    return 200 * (share * (1 - share) / REPETITIONS[repetitions]) ** 0.5


def test_what_is_promised_is_covered_and_better_than_by_the_bootstrap(tables):
    assert min(REPETITIONS["coverage"], REPETITIONS["alike"]) >= 1000
    coverage = tables[0]
    assert len(coverage) == len(NOISES) * len(SPREADS) * len(RUNS)
    for noise in PROMISED:
        for spreads in SPREADS:
            for runs in RUNS:
                row = coverage[f"{noise}, {spreads}, {runs}"]
                assert len(row) == len(KINDS)
                for cell in row:
                    own, plain = map(float, re.fullmatch(r"([\d.]+) \(([\d.]+)\)", cell).groups())
                    assert own >= 93.0
                    assert own >= plain - error(0.95, "bootstrap")


def test_warnings_are_rare_without_cause_and_common_with_one(tables):
    warned = {name: tuple(map(float, row)) for name, row in tables[1].items()}
    assert len(warned) == len(tables[0])
    for spreads in SPREADS:
        for runs in RUNS:
            skewness, outliers, _ = warned[f"log-normal, {spreads}, {runs}"]
            assert max(skewness, outliers) <= 1.0 + error(0.02, "coverage")
        for noise in DIFFICULT:
            assert max(warned[f"{noise}, {spreads}, 10"][:2]) > 50.0


def test_identical_alternatives_are_seldom_called_decisive(tables):
    assert len(tables[2]) == len(PROMISED) * 3 * len(RUNS)
    for decisive, _, _, untold in tables[2].values():
        assert float(decisive) <= 5.0
        assert float(untold) >= 93.0


def test_a_lead_is_found_and_no_other_is_called_best(tables):
    assert len(tables[3]) == len(PROMISED) * len(LEADS) * 2 * len(RUNS)
    assert max(float(another) for _, another in tables[3].values()) <= 5.0
    for noise in PROMISED:
        found = [float(tables[3][f"{noise}, 10 %, 6, {runs}"][0]) for runs in RUNS]
        assert found == sorted(found)
        assert found[RUNS.index(5)] >= 55.0


def test_the_runs_asked_for_settle_it(tables):
    assert len(tables[4]) == 2 * len(DESIGNS) * len(SETTLED)
    for decisive, asked, unanswered in tables[4].values():
        assert 60.0 <= float(decisive) <= 95.0
        assert float(asked) >= 1
        assert float(unanswered) < 75.0  # three rivals whose order three runs leave open


def test_the_page_says_how_often_no_number_is_given_and_when_nothing_is_claimed(tables):
    text = PAGE.read_text(encoding="utf-8")
    said = re.search(r"given for ([\d.]+) to ([\d.]+) % of the leaning verdicts, on average ([\d.]+) %", text)
    unanswered = [float(row[2]) for row in tables[4].values()]
    mean = sum(unanswered) / len(unanswered)
    assert [float(number) for number in said.groups()] == [min(unanswered), max(unanswered), round(mean, 1)]
    share = 100 * 0.5 * (1 - Question().level)
    assert f"half of what the level leaves: {share:g} % of the draws at 95 %" in text


def test_looking_again_and_again_keeps_its_promise():
    text = RUNS_PAGE.read_text(encoding="utf-8").split(looking.BEGIN)[1].split(looking.END)[0]
    experiments = int(re.search(r"Of (\d+) experiments", text)[1])
    assert experiments >= 2000
    rows = re.findall(r"^\| ([\w-]+) \|(.*)\|$", text, re.MULTILINE)
    counts = {
        noise: dict(zip(looking.RULES, cells.split("|"), strict=True))
        for noise, cells in rows
        if noise in PROMISED
    }
    assert set(counts) == set(PROMISED)
    for found in counts.values():
        for rule in looking.KEEPS:
            assert int(found[rule].split()[0]) <= looking.bound(experiments)


ROW = re.compile(r"\| (.+) \| ([\d.]+) \| (at most|at least|about) ([\d.e+-]+) \|")


@pytest.fixture(scope="module")
def text(root):
    return (root / "docs" / "performance.md").read_text()


def test_every_module_of_benchmarks_is_on_the_page(root, text):
    modules = {path.name for path in (root / "tests" / "benchmarks").glob("test_*.py")}
    assert set(re.findall(r"`tests/benchmarks/(test_\w+\.py)`", text)) == modules


def test_every_line_keeps_its_limit(text):
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    found = [match for match in map(ROW.fullmatch, rows) if match]
    headings = 2 * len(re.findall(r"^## ", text, re.MULTILINE))
    assert len(found) == len(rows) - headings > 20
    for match in found:
        ratio, limit = float(match[2]), float(match[4])
        kept = {"at most": ratio <= limit, "at least": ratio >= limit, "about": True}
        assert kept[match[3]], match[0]


def labels(source):
    """Yield a pattern of what each call of `report` in a module says."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "report":
            said = node.args[0]
            parts = said.values if isinstance(said, ast.JoinedStr) else [said]
            yield "".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".*" for p in parts)


def test_every_line_is_one_that_a_benchmark_reports_and_each_reports_one(root, text):
    rows = [match[1] for match in map(ROW.fullmatch, text.splitlines()) if match]
    patterns = [
        label
        for path in (root / "tests" / "benchmarks").glob("test_*.py")
        for label in labels(path.read_text())
    ]
    assert [row for row in rows if not any(re.fullmatch(p, row) for p in patterns)] == []
    assert [p for p in patterns if not any(re.fullmatch(p, row) for row in rows)] == []
