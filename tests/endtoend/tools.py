"""Programs that a test runs for itself, and what a machine may be unable to do for it.

A program that `.ci/packages` installs and that is missing is skipped as everywhere, so that with
AHP_REQUIRE_ALL=1 its absence is a failure. What no package can bring (root, loop devices, a file system in the
kernel, a program that is built from its sources) is skipped by :func:`unable`, which counts as a skip even then.
"""

import contextlib
import glob
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ahp
from ahp.evidence.measurements import Measurements

if TYPE_CHECKING:
    import pandas as pd

UNABLE = "this machine cannot: "
"""How the reason of a skip begins that AHP_REQUIRE_ALL=1 accepts; see tests/conftest.py."""

BENCH = [sys.executable, "-m", "ahp.cli.bench"]

_PACKAGES = Path(__file__).resolve().parents[2] / ".ci" / "packages"
_SEARCH = os.pathsep.join(
    [
        os.environ.get("PATH", ""),
        "/usr/sbin",
        "/sbin",
        *sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True),
    ]
)


def unable(what: str) -> None:
    """Skip the test, because the machine itself lacks something."""
    pytest.skip(f"{UNABLE}{what}")


@contextlib.contextmanager
def tmpfs(place: Path, size: str) -> Iterator[Path]:
    """Mount a file system in memory that is only so large, and gone at the end; skip the test where none can be."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        unable("mount a file system of its own: needs root")
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "ahp-test", str(place)]
    done = subprocess.run(mount, capture_output=True, text=True)
    if done.returncode:
        unable(f"mount a tmpfs: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def bench(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `ahp-bench` to its end."""
    return subprocess.run([*BENCH, *map(str, arguments)], capture_output=True, text=True)


def packaged() -> dict[str, str]:
    """Return the programs that `.ci/packages` installs, each with its package."""
    wanted = re.search(r"^wanted=\(\n(.*?)^\)$", _PACKAGES.read_text(), re.MULTILINE | re.DOTALL)
    assert wanted is not None
    return dict(line.split() for line in wanted[1].splitlines())


def located(name: str) -> str | None:
    """Return where a program stands, None if it is not installed."""
    return shutil.which(name, path=_SEARCH)


def program(name: str) -> str:
    """Return where a program stands; skip the test if it is not installed."""
    where = located(name)
    if where is None:
        skip_missing(name)
    assert where is not None
    return where


def skip_missing(name: str) -> None:
    """Skip the test, because a program is not installed."""
    package = packaged().get(name)
    if package is None:
        unable(f"run {name}, which .ci/packages does not install")
    pytest.skip(f"{name} is not installed; .ci/packages installs it with the package {package}")


def both(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> tuple[str, str]:
    """Return what a program writes to standard output and to standard error.

    The test fails with all it wrote if the program fails.
    """
    path = [program(str(command[0])), *map(str, command[1:])]
    done = subprocess.run(
        path,
        capture_output=True,
        text=True,
        env=os.environ | {"LC_ALL": "C"} | (env or {}),
        cwd=cwd,
        timeout=120,
    )
    assert done.returncode == 0, f"{path} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def output(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """Return what a program writes to standard output."""
    return both(*command, env=env, cwd=cwd)[0]


def printed(*command: str | Path, into: Path) -> Path:
    """Write what a program prints into a file, and return the file."""
    into.write_text(output(*command))
    return into


def values(*sources: str, **how: object) -> dict[tuple[str, str], float]:
    """Return what one alternative's files say, by transaction type and measure."""
    frame = kept(ahp.read(*sources, **how))
    return {(row.transaction, row.measure): row.value for row in frame.itertuples()}


def kept(measured: Measurements) -> "pd.DataFrame":
    """Return one row for each number: rates per second, response times in milliseconds, sizes in bytes."""
    import pandas as pd

    return pd.DataFrame([row._asdict() for row in measured.rows])
