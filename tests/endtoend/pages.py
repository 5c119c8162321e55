"""The commands of a page of the documentation, and a shell in which they find this checkout."""

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
    """Return an environment with `python` and `ahp-rank` as those of this test run; the programs go to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, arguments in (("python", ""), ("ahp-rank", " -m ahp.cli.rank")):
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
