"""Every module has the test module that a reader looks for first."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "ahp"
MODULES = sorted(p for p in PACKAGE.rglob("*.py") if p.name not in ("__init__.py", "_version.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_has_a_test_module(module):
    relative = module.relative_to(PACKAGE)
    folder = ROOT / "tests" / relative.parent
    # Test modules share one name space, so two of the same name carry their room's name too.
    names = [f"test_{relative.stem}.py", f"test_{relative.parent.name}_{relative.stem}.py"]
    assert any((folder / name).exists() for name in names), f"write {folder / names[0]}"
