"""An import goes to a lower floor or stays in its own room, and the public names load on first use."""

import ast
import importlib
import importlib.resources
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import ahp

FLOORS = {
    "": 0,  # errors, terms, units, registry, _version: one room
    "core": 1,
    "report": 1,
    "model": 2,
    "evidence": 3,
    "ingest": 4,
    "decision": 4,
    "harness": 5,
    "cli": 6,
}
PACKAGE = Path(__file__).resolve().parents[2] / "ahp"
MODULES = sorted(PACKAGE.rglob("*.py"))


def _room(parts: tuple[str, ...]) -> str:
    return parts[0] if len(parts) > 1 or parts[0] in FLOORS else ""


def _imports(tree: ast.AST) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            found.append((node.lineno, node.module or ""))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            assert name not in ("import_module", "__import__"), f"line {node.lineno}: a hidden import"
    return found


def violations(source: str, relative: Path) -> list[str]:
    """Return the imports of a module that go up, sideways, or through the face."""
    room = _room(relative.with_suffix("").parts)
    wrong = []
    for line, name in _imports(ast.parse(source)):
        parts = name.split(".")
        if parts[0] != "ahp":
            continue
        if len(parts) == 1:
            wrong.append(f"{relative}:{line}: imports through the face (from ahp import …)")
            continue
        other = _room(tuple(parts[1:]))
        if other != room and FLOORS[other] >= FLOORS[room]:
            wrong.append(f"{relative}:{line}: {room or 'words'} imports {name}")
    return wrong


def test_imports_go_down_or_stay_in_the_room():
    rooms = {path.relative_to(PACKAGE).parts[0] for path in MODULES if path.parent != PACKAGE}
    assert rooms <= set(FLOORS)
    wrong = (violations(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE)) for path in MODULES)
    assert [line for lines in wrong for line in lines] == []


def test_a_planted_violation_is_caught():
    for module, line in [
        ("core/matrices.py", "from ahp.model.matrix import PairwiseMatrix"),
        ("report/text.py", "import ahp.core.order"),
        ("decision/rank.py", "def f():\n    from ahp.ingest.read import read"),
        ("evidence/study.py", "from ahp import rank"),
        ("units.py", "from ahp.core import priorities"),
    ]:
        assert violations(line, Path(module))


def test_core_knows_no_labels_and_no_files():
    for path in (PACKAGE / "core").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "pandas" not in text
        assert "open(" not in text


HEAVIER = ("pandas", "scipy", "matplotlib", "rich", "jinja2", "jsonschema")


@pytest.mark.parametrize("module", [ahp, ahp.core, ahp.report], ids=lambda module: module.__name__)
def test_every_name_loads_and_is_the_thing_and_not_the_module_of_its_name(module):
    assert set(module.__all__) == set(dir(module))
    assert module is not ahp or sorted(ahp.__all__) == list(ahp.__all__)
    for path in Path(module.__path__[0]).glob("*.py"):
        importlib.import_module(f"{module.__name__}.{path.stem}")
    for name in module.__all__:
        thing = getattr(module, name)
        assert thing is not None
        assert not inspect.ismodule(thing) or name in ("core", "more", "report")


def test_the_package_loads_and_the_array_floor_works_where_numpy_is_the_only_package():
    code = (
        "import sys\n"
        f"for name in {HEAVIER!r}: sys.modules[name] = None\n"
        "import ahp\n"
        "a = ahp.core.from_values([1.0, 2.0, 5.0])\n"
        "print(ahp.core.priorities(a).round(3).tolist(), float(ahp.core.consistency_ratio(a)) < 1e-12)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[0.125, 0.25, 0.625] True"


def test_every_public_function_has_examples():
    for module in (ahp.core, ahp.core.more, ahp.report):
        for name, thing in ((name, getattr(module, name)) for name in dir(module)):
            if inspect.isfunction(thing):
                assert "Examples" in (thing.__doc__ or "") or name in ("render",), f"{module.__name__}.{name}"


def test_the_marker_for_type_checkers_ships():
    assert (importlib.resources.files("ahp") / "py.typed").is_file()
