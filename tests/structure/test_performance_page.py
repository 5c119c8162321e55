"""docs/performance.md is what its command writes: every module of benchmarks is on it, and every line keeps its limit."""

import ast
import re

import pytest

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
