"""The commands of a page of the documentation, and a shell in which they find this checkout."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EMBEDDING = ROOT / "examples" / "embedding"


def commands(page: str) -> list[str]:
    """Return the `sh` blocks of a page."""
    text = (ROOT / "docs" / "howto" / page).read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def shell(folder: Path) -> dict[str, str]:
    """Return an environment with `python` and the commands as those of this test run; they go to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    commands = {"ahp-rank": " -m ahp.cli.rank", "ahp-judge": " -m ahp.cli.judge"}
    for name, arguments in {"python": "", **commands}.items():
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{arguments} "$@"\n')
        (folder / name).chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV")) and k != "COLUMNS"}
    return kept | {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
    }


def run(script: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script as GitHub Actions runs a step: by `bash -e`."""
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def quiet(runs: Path) -> None:
    """Give the times in pytest-benchmark's files the means that a quiet machine measures, 1 % apart from run to run.

    A gate on them then passes or fails by what it says, and not by what else this machine has to do.
    """
    milliseconds = {"zlib-1": 1.0, "zlib-6": 4.0, "xz-0": 7.0, "bz2": 11.0}
    for number, path in enumerate(sorted(runs.glob("*.json"))):
        saved = json.loads(path.read_text(encoding="utf-8"))
        for benchmark in saved["benchmarks"]:
            stats = benchmark["stats"]
            wanted = milliseconds[benchmark["params"]["codec"]] / 1000 * (1 + number / 100)
            stats["data"] = [time * wanted / stats["mean"] for time in stats["data"]]
            stats["mean"] = sum(stats["data"]) / len(stats["data"])
        path.write_text(json.dumps(saved), encoding="utf-8")
