"""The public names are those of `__all__`, load on first use, and cost nothing before."""

import importlib
import importlib.resources
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import ahp

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
        assert not inspect.ismodule(thing) or name in ("core", "report")


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
    for module in (ahp.core, ahp.report):
        for name, thing in ((name, getattr(module, name)) for name in module.__all__):
            if inspect.isfunction(thing):
                assert "Examples" in (thing.__doc__ or "") or name in ("render",), f"{module.__name__}.{name}"


def test_the_marker_for_type_checkers_ships():
    assert (importlib.resources.files("ahp") / "py.typed").is_file()
