"""An import goes to a lower floor or stays in its own room (DESIGN: floors and rooms)."""

import ast
from pathlib import Path

FLOORS = {
    "": 0,  # errors, terms, units, registry, lazy, _version: one room
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
FACES = {PACKAGE / "__init__.py", PACKAGE / "lazy.py"}  # the one that looks into every room, by its table
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path not in FACES)


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
