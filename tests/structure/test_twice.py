"""No run of six lines of code stands twice, in the package or in its tests.

Lines count as they are read: without blank ones, comments, docstrings, imports and lone brackets. A declaration
says what something is, not how it is done, and so may be like another: the head of a function, and a field that
is only given its type.
"""

import ast
import collections

import pytest
from pages import ROOT

LONGEST = 5


def declared(tree):
    """The numbers of the lines that do nothing by themselves."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.update(range(node.lineno, node.body[0].lineno))
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        bare = isinstance(node, ast.AnnAssign) and node.value is None
        if text or bare or isinstance(node, ast.Import | ast.ImportFrom):
            found.update(range(node.lineno, node.end_lineno + 1))
    return found


def code_of(text):
    """The lines that are code, each with its number."""
    passed = declared(ast.parse(text))
    lines = (
        (number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if number not in passed
    )
    return [
        (number, line) for number, line in lines if any(map(str.isalnum, line)) and not line.startswith("#")
    ]


def twice(texts):
    """The runs of more than `LONGEST` lines that stand in several places, each with these places."""
    places = collections.defaultdict(list)
    for name, text in texts:
        code = code_of(text)
        for first in range(len(code) - LONGEST):
            run = code[first : first + LONGEST + 1]
            places[tuple(line for _, line in run)].append(f"{name}:{run[0][0]}")
    return {run: where for run, where in places.items() if len(where) > 1}


@pytest.mark.parametrize("folder", ["ahp", "tests"])
def test_no_run_of_six_lines_stands_twice(folder):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert len(files) > 200
    found = twice((path.relative_to(ROOT), path.read_text(encoding="utf-8")) for path in files)
    assert list(found.values()) == []


def test_what_stands_twice_is_found_and_declarations_are_not():
    lines = "\n".join(f"    x{i} = {i}" for i in range(6))
    assert len(twice([("a", f"def f():\n{lines}\n"), ("b", f"def g(y):\n{lines}\n")])) == 1
    shorter = lines.rpartition("\n")[0]
    assert twice([("a", f"def f():\n{shorter}\n"), ("b", f"def g(y):\n{shorter}\n")]) == {}
    fields = "\n".join(f"    x{i}: int" for i in range(9))
    assert twice([("a", f"class A:\n{fields}\n"), ("b", f"class B:\n{fields}\n")]) == {}
