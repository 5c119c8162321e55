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
    for path in Path(module.__path__[0]).glob("*.py"):
        importlib.import_module(f"{module.__name__}.{path.stem}")
    for name in module.__all__:
        thing = getattr(module, name)
        assert thing is not None
        assert not inspect.ismodule(thing) or name in ("core", "report")


def test_all_is_sorted():
    assert sorted(ahp.__all__) == list(ahp.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Ahp'"):
        _ = ahp.Ahp


def _modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_heavier_than_numpy():
    assert not _modules_after("import ahp") & set(HEAVIER)


def test_the_array_floor_works_where_numpy_is_the_only_package():
    code = (
        "import sys\n"
        f"for name in {HEAVIER!r}: sys.modules[name] = None\n"
        "import ahp\n"
        "a = ahp.core.from_values([1.0, 2.0, 5.0])\n"
        "print(ahp.core.priorities(a).round(3).tolist(), float(ahp.core.consistency_ratio(a)) < 1e-12)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[0.125, 0.25, 0.625] True"


def test_a_plain_report_loads_nothing_heavier_than_numpy(root):
    statement = (
        "import io, contextlib; import ahp.cli.rank as r; "
        "out = io.TextIOWrapper(io.BytesIO()); "
        f"contextlib.redirect_stdout(out).__enter__(); r.main(['{root}/examples/zfs_oltp.csv']); "
        "sys.stdout = sys.__stdout__"
    )
    loaded = _modules_after(statement)
    assert "ahp.report.text" in loaded  # the report was really made
    assert not loaded & {"pandas", "scipy", "matplotlib", "rich"}


def test_everything_public_is_documented_and_annotated():
    for name in ahp.__all__:
        thing = getattr(ahp, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name
    for module_name in ("ahp.core", "ahp.report"):
        module = importlib.import_module(module_name)
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                assert "Examples" in (thing.__doc__ or "") or name in ("render",), f"{module_name}.{name}"
                assert thing.__annotations__, name


def test_the_marker_for_type_checkers_ships():
    assert (importlib.resources.files("ahp") / "py.typed").is_file()
