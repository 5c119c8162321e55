"""Segments of System V shared memory, which stay after a server that was killed until somebody removes them.

PostgreSQL makes a small one, by which it sees whether another server is at work in its folder. The kernel
tells who made a segment and when, so that one of a recorded process is known without a record of its own.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from ahp.errors import HarnessError
from ahp.frozen import dataclass
from ahp.harness.process_table import PROC
from ahp.harness.programs import output

_TABLE = Path("/proc/sysvipc/shm")
_SOON_S = 120
"""A server makes its segments when it starts; later ones are of a process that was given its number again."""
_PATIENCE_S = 10.0


@dataclass(frozen=True)
class Segment:
    """A segment.

    Attributes
    ----------
    number : int
        Its identifier.
    attached : int
        How many processes have it.
    """

    number: int
    attached: int


def made_by(pid: int, since: str) -> tuple[Segment, ...]:
    """Return the segments that a process made soon after it started; none where the system lists none.

    Parameters
    ----------
    pid : int
        Its number; it may have ended.
    since : str
        When it started, as :func:`~ahp.harness.process_table.started` tells, since this boot of the system.

    Examples
    --------
    >>> made_by(2**30, "1")
    ()
    """
    try:
        heading, *rows = (line.split() for line in _TABLE.read_text(encoding="ascii").splitlines())
    except OSError:
        return ()
    found = (dict(zip(heading, map(int, row), strict=True)) for row in rows)
    began = _moment(since)
    return tuple(
        Segment(row["shmid"], row["nattch"])
        for row in found
        if row["cpid"] == pid and abs(row["ctime"] - began) <= _SOON_S
    )


def remove_segments(pid: int, since: str) -> None:
    """Remove the segments that a process left, once its children, which have them too, have ended.

    Raises
    ------
    HarnessError
        If one is still used, or cannot be removed.
    """
    until = time.monotonic() + _PATIENCE_S
    while left := made_by(pid, since):
        for segment in left:
            if not segment.attached:
                output(["ipcrm", "--shmem-id", str(segment.number)])
            elif time.monotonic() > until:
                raise HarnessError(
                    f"shared memory {segment.number} of process {pid}, which has ended, is still used by "
                    f"{segment.attached} others; end them (ipcs -m), clean again"
                )
        time.sleep(0.05)


def _moment(since: str) -> float:
    """Return a process's start in seconds since 1970."""
    text = PROC.joinpath("stat").read_text(encoding="ascii")
    boot = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("btime "))
    return boot + int(since) / os.sysconf("SC_CLK_TCK")
