"""Decisions, decisions compared with earlier ones, and a history, of which the reports are kept."""

import math
import tempfile
from dataclasses import replace
from pathlib import Path

import ahp

NIGHTS = 12


def remeasured(measurements, factor):
    """The same measurements, each number times what `factor` says of its row."""
    rows = tuple(row._replace(value=row.value * factor(row)) for row in measurements.rows)
    return replace(measurements, rows=rows)


def compared(examples):
    """By name: a study of one run each that one number turns, and one of three runs whose winner gets slower."""
    zfs = ahp.read(examples / "zfs_oltp.csv")
    turned = ("Order Entry", "ZLE", "cpu_system")
    moved = remeasured(
        zfs, lambda row: 0.93 if (row.scenario, row.alternative, row.measure) == turned else 1.0
    )
    wal, study = _wal(examples)
    slower = remeasured(wal, lambda row: _slower(row, 0.7) if row.alternative == "lz4" else 1.0)
    return {
        "zfs_oltp_against": ahp.compare(ahp.rank(moved), ahp.rank(zfs), file="previous.json"),
        "pg_wal_runs_against": ahp.compare(
            ahp.rank(slower, study, index="relative"),
            ahp.rank(wal, study, index="relative"),
            file="previous.json",
        ),
    }


def kept(examples):
    """By name: the reports for the terminal, without what is of this version and this place."""
    found = {
        "zfs_oltp": ahp.rank(ahp.read(examples / "zfs_oltp.csv")).report(),
        "zfs_oltp_all": ahp.rank(ahp.read(examples / "zfs_oltp.csv")).report(detail="all"),
        "pg_wal_runs": ahp.rank(*_wal(examples)).report(),
        "pg_wal_runs_all": ahp.rank(*_wal(examples)).report(detail="all"),
        "history": history(examples).report(),
    }
    for name, decision in compared(examples).items():  # the part that compares, with which no draw has to do
        report = decision.report()
        found[name] = report[report.index("Against ") :]
    return {
        name: text.replace(ahp.__version__, "VERSION").replace(f"{examples}/", "examples/")
        for name, text in found.items()
    }


def history(examples):
    """Twelve nights that differ a little; from the eighth on zstd is a third slower."""
    wal, study = _wal(examples)
    with tempfile.TemporaryDirectory() as folder:
        for night in range(1, NIGHTS + 1):

            def factor(row, night=night):
                wobble = math.exp(0.01 * math.sin(2.4 * night + 1.7 * len(row.alternative)))
                return wobble * (_slower(row, 2 / 3) if row.alternative == "zstd" and night >= 8 else 1.0)

            decision = ahp.rank(remeasured(wal, factor), study, index="relative", confidence=None)
            Path(folder, f"night{night}.json").write_text(decision.report("json"), encoding="utf-8")
        return ahp.read_history(folder)


def _wal(examples):
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")
    return ahp.read(examples / "pg_wal_runs.csv", study=study), study


def _slower(row, speed):
    return {"throughput": speed, "response_time_mean": 1 / speed}.get(row.measure, 1.0)
