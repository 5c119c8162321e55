"""The oldest versions that are promised are those that a deep run tests with."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXTRAS = (
    "parquet", "excel", "yaml", "bench", "postgres", "mariadb", "dask", "duckdb", "polars", "spark", "test", "test-all",
)  # fmt: skip


def _release(version):
    parts = [int(part) for part in version.split(".")]
    return tuple(parts + [0] * (3 - len(parts)))


def test_every_lower_bound_is_tested_with():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = list(project["dependencies"])
    for extra in EXTRAS:
        promised += project["optional-dependencies"][extra]
    bounds = dict(
        re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)$", text).groups() for text in promised if ">=" in text
    )
    tested = dict(
        line.split("==")
        for line in (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    assert set(bounds) <= set(tested)
    for name, bound in bounds.items():
        # A release that could not be installed may be skipped, not more than that.
        assert _release(bound) <= _release(tested[name]) < (*_release(bound)[:2], _release(bound)[2] + 2), (
            name
        )


def test_what_is_tested_with_them_in_short_and_what_a_deep_run_names_is_there():
    run, deep = ((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "deep"))
    script = re.search(r"^some=\(.*?\)$", run, re.MULTILINE | re.DOTALL)[0] + '; printf "%s\\n" "${some[@]}"'
    some = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()
    named = re.findall(r"tests/[\w/]+\.py", deep)
    assert len(some) > 10
    assert len(set(named)) > 5
    assert [path for path in (*some, *named) if not (ROOT / path).exists()] == []
