"""Measures everything under tests/benchmarks and writes docs/performance.md: `python tests/benchmarks/page.py`.

The machine should do nothing else. Larger sizes are asked for as the tests have it (`AHP_LOG_ROWS=1e8` and the
like); the page says how large each was.
"""

from __future__ import annotations

import ast
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "performance.md"
HEAD = """\
# How fast it is

Each line is a ratio of two things measured in turn in the same run, or an amount, beside the limit that a test holds it to ("about" is no limit, but what to expect): where a line says `ours / theirs`, a smaller number is better for us; where the limit is "at least", a larger one. Where it depends on how memory comes to lie (SMAA, geometric means), it is the least of five to fifteen processes. Ratios outlive machines better than seconds do; yours will still differ. `python tests/benchmarks/page.py` measures them and writes this page, `pytest -m benchmark -s` only prints them.
"""


def measured(folder: Path) -> list[dict]:
    """Return what the benchmarks report, in their order; a limit that is passed is told, and stands on the page."""
    kept = folder / "ratios.jsonl"
    quiet = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--tb=line"]
    command = [sys.executable, "-m", "pytest", "-m", "benchmark", *quiet, str(ROOT / "tests" / "benchmarks")]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "AHP_RATIOS": str(kept)})
    rows = map(json.loads, kept.read_text().splitlines())
    return list({(row["file"], row["what"]): row for row in rows}.values())  # the last of several attempts


def machine() -> str:
    """Return on what and when this is."""
    info = Path("/proc/cpuinfo")
    models = [
        line.partition(": ")[2] for line in info.read_text().splitlines() if line.startswith("model name")
    ]
    load = os.getloadavg()[0]
    return (
        f"Measured on {datetime.datetime.now(datetime.UTC):%Y-%m-%d} on {len(models)} processors ({models[0]}), "
        f"{platform.system()}, Python {platform.python_version()}, NumPy {np.__version__}, with a load of {load:.1f} "
        f"before."
    )


def page(ratios: list[dict], head: str) -> str:
    """Return the page: a table for each module of benchmarks, under what its docstring says."""
    parts = [HEAD, head + "\n"]
    for file, rows in groupby(ratios, key=lambda row: row["file"]):
        told = ast.get_docstring(ast.parse((ROOT / file).read_text())) or ""
        parts.append(f"## {told.splitlines()[0].rstrip('.')}\n\n`{file}`\n")
        lines = [
            f"| {row['what']} | {row['ratio']:.2f} | {row['bound']} {row['limit']:.3g} |" for row in rows
        ]
        parts.append("\n".join(["| what | found | limit |", "| --- | ---: | --- |", *lines]) + "\n")
    return "\n".join(parts)


def main() -> None:
    """Measure, and write the page."""
    head = machine()
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(page(measured(Path(folder)), head), encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main()
