"""What becomes of a test whose program is missing, and that `.ci/packages` names every program."""

import ast
from pathlib import Path

import pytest
from endtoend import tools

HERE = Path(__file__).parent
ALWAYS = {"df", "du", "sync"}
"""Programs that every system with apt has."""
BUILT = {"lzbench"}
"""Programs that no package brings."""


def run():
    """The programs that the tests of this folder run, as far as they stand as words in a call."""
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                position = 1 if node.func.id == "_run" else 0
                if (
                    node.func.id in ("program", "output", "both", "printed", "_run")
                    and path.name != "test_tools.py"
                ):
                    first = node.args[position]
                    while isinstance(first, ast.Starred | ast.List):
                        first = first.value if isinstance(first, ast.Starred) else first.elts[0]
                    if isinstance(first, ast.Constant):
                        yield first.value


def test_each_program_that_a_test_runs_is_installed_by_ci():
    assert {"initdb", "sysbench", "fio", "mkfs.btrfs", "hyperfine"} <= set(run())
    assert set(run()) - ALWAYS - BUILT - set(tools.packaged()) == set()


def test_ci_installs_no_program_that_no_test_runs():
    sources = (path for folder in (HERE.parent, HERE.parents[1] / "ahp") for path in folder.rglob("*.py"))
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    # a plug-in and a package of LaTeX are files
    names = [Path(name).name.removesuffix(".so").removesuffix(".sty") for name in tools.packaged()]
    called = ('"{}', "'{}", "{} ")
    assert [name for name in names if not any(form.format(name) in text for form in called)] == []


def test_a_program_that_ci_installs_is_skipped_by_name(monkeypatch):
    monkeypatch.setattr(tools, "located", lambda name: None)
    with pytest.raises(pytest.skip.Exception) as skipped:
        tools.program("sysbench")
    assert "sysbench is not installed" in str(skipped.value)
    assert tools.UNABLE not in str(skipped.value)  # so that AHP_REQUIRE_ALL=1 makes a failure of it


def test_a_program_that_no_package_brings_is_something_the_machine_cannot():
    with pytest.raises(pytest.skip.Exception) as skipped:
        tools.program("no-such-program")
    assert str(skipped.value).startswith(f"{tools.UNABLE}run no-such-program")
