"""The seeds' experiments in their short form, by the command that their pages name: that they run, and what holds at any size."""

import contextlib
import csv
import tomllib
from pathlib import Path

import pytest
from endtoend.tools import bench
from harness.served import reachable, require
from harness.storage.made import alone
from harness.storage.made import require as require_layer

from ahp.harness.catalogue import ENGINES, LAYERS
from ahp.harness.plan import plan, read_plan

STUDIES = Path(__file__).parents[2] / "examples" / "studies"
ORDER = {
    "zfs": ["off", "zle", "lzjb", "gzip-6"],
    "btrfs": ["none", "lzo", "zlib:3"],
    "selective": ["none", "row-8-selective", "row-8"],
    "schema-build": ["none", "page-zlib"],
    "iibench": ["none", "row-8"],
    "wal": ["none", "wal-lz4", "wal-zstd"],
}
"""What takes less and less: the tables, or the log where that is compressed."""
NAMES = sorted(path.parent.name for path in STUDIES.glob("*/plan.toml"))


def rows(path):
    """The rows of a table over all transactions."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if not row["transaction"]]


def test_every_study_is_here():
    assert sorted(ORDER) == NAMES
    for name in NAMES:
        assert {path.name for path in (STUDIES / name).iterdir()} >= {
            "README.md", "plan.toml", "short.toml", "results.csv", "report.txt", "environment.json",
        }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_short_form_asks_for_the_same_and_the_table_is_of_the_plan(name):
    long, short = (read_plan(STUDIES / name / f"{form}.toml") for form in ("plan", "short"))
    for key in (
        "engine",
        "storage",
        "workload",
        "alternatives",
        "references",
        "study",
        "memory",
        "bandwidth",
    ):
        assert (key in long) == (key in short)
    for key in ("engine", "storage", "alternatives", "references", "study", "bandwidth"):
        assert long.get(key) == short.get(key)
    assert set(short["workload"]) <= set(long["workload"])
    seen = rows(STUDIES / name / "results.csv")
    assert {row["alternative"] for row in seen} == set(long["alternatives"])
    assert {int(row["block"]) for row in seen} == set(range(1, long["runs"] + 1))
    assert len({row["machine"] for row in seen}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_study_in_its_short_form(name):
    asked = tomllib.loads((STUDIES / name / "short.toml").read_text(encoding="utf-8"))
    storage = asked.get("storage", "plain")
    require(ENGINES[asked["engine"]])
    require_layer(LAYERS[storage])
    with alone() if storage == "zfs" else contextlib.nullcontext(), reachable() as place:
        done = bench("run", str(STUDIES / name / "short.toml"), "--output", str(place / "results"))
        assert done.returncode == 0, done.stderr
        seen = rows(place / "results" / "results.csv")
        beside = rows(place / "results" / "references.csv") if "references" in asked else []
    chosen = plan(read_plan(STUDIES / name / "short.toml"))
    assert len(seen) == len(chosen.workload) * len(chosen.alternatives)
    measure = "wal_bytes_per_transaction" if name == "wal" else "stored_bytes"
    for scenario in {row["scenario"] for row in seen}:
        taken = {row["alternative"]: float(row[measure]) for row in seen if row["scenario"] == scenario}
        order = [taken[alternative] for alternative in ORDER[name]]
        assert order == sorted(order, reverse=True), (scenario, taken)
    for reference in beside:
        assert float(reference[measure]) < min(float(row[measure]) for row in seen)
