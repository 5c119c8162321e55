"""How much room a trial needs, and a disk that ran full all the same.

On its volume a trial needs room also for what is given back late, and beside it for notes. Of a disk that
ran full the one reason is told, in place of all that follows from it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ahp.errors import AHPError, OutputError, TrialError
from ahp.harness.catalogue import workload
from ahp.harness.storage.base import require_space
from ahp.harness.system.folders import MEMORY
from ahp.harness.workloads.filling import raw_bytes

if TYPE_CHECKING:
    from ahp.harness.plan import Plan

_SPARE = 256 * 2**20
"""An engine's log files and catalogues may be larger than a small data set."""

_LATE_S = 30.0
"""File systems that copy on write give back what was overwritten when they commit, btrfs every 30 seconds."""

_WRITTEN_BYTES_PER_S = 200e6
"""What the databases are expected to write at most; a limit on bandwidth may say less."""

_NOTED_BYTES_PER_S = 2e6
"""What a generator notes of single transactions at most, some 50 bytes for each."""


_EMPTY = 128 * 2**20
"""What an engine makes of no rows at all is smaller."""


def require_room(plan: Plan, folder: Path) -> None:
    """Raise a HarnessError if there is no room for a plan's data and their copies in a results folder."""
    schemas = {(mix := workload(name)).schema.name: mix.schema for name in plan.workload}
    require_space(folder, sum(6 * raw_bytes(s, s.sizes(plan.scale)) for s in schemas.values()))


def least(raw_bytes: int, stored_bytes: int = _EMPTY) -> int:
    """Return how many bytes a volume needs for rows of a size, and for the files that an engine made of them.

    Parameters
    ----------
    raw_bytes : int
        Of the rows.
    stored_bytes : int
        Of the files; without it they are still to be made.

    Examples
    --------
    >>> least(10**9, 10**9)
    4268435456
    """
    return max(4 * raw_bytes, 2 * stored_bytes) + _SPARE


def ample(needed: int, plan: Plan, folder: Path) -> int:
    """Return how many bytes a volume gets that must not run full while a trial writes to it.

    Never less than needed, and no more beyond that than half of what is free where its image stands, which is
    made of holes and takes what is written to it.
    """
    speed = (
        _WRITTEN_BYTES_PER_S if plan.bandwidth is None else min(_WRITTEN_BYTES_PER_S, plan.bandwidth * 1e6)
    )
    wanted = needed + round(speed * min(plan.warmup + plan.duration, _LATE_S))
    return max(needed, min(wanted, shutil.disk_usage(folder).free // 2))


def beside(plan: Plan, folder: Path) -> Path:
    """Return where generators note single transactions: in memory where there is plenty, else in a folder.

    On the disk that the database writes to, the notes would cost it throughput. Under a limit on memory they
    would take what belongs to the database.
    """
    noted = _NOTED_BYTES_PER_S * (plan.warmup + plan.duration)
    if plan.memory is not None or not os.access(MEMORY, os.W_OK | os.X_OK):
        return folder
    return MEMORY if shutil.disk_usage(MEMORY).free > 8 * noted else folder


FULL_BYTES = 2 * 2**20
"""Less than this is free on a full disk, where larger pieces fail before the last byte is gone."""

_VOLUME_FULL_BYTES = 16 * FULL_BYTES
"""With more free than this no volume is full, not even one that keeps room for itself, as btrfs does."""

_SAYS_SO = re.compile(r"no space left on device|database or disk is full|err(no|code):? *28\b", re.IGNORECASE)
"""How databases, their clients and this language tell the system's error."""


@contextlib.contextmanager
def explain_full_disk(folder: Path, need: int = FULL_BYTES) -> Iterator[None]:
    """Let a failure be an :class:`~ahp.errors.OutputError` where the folder's file system is full.

    A client or a server that could write no more could seldom write why. The context has to be inside those
    that take files away, for after them there is room again.

    Parameters
    ----------
    folder : Path
        On the file system that is looked at.
    need : int
        How many bytes must be free there for it not to be full.

    Raises
    ------
    OutputError
        In place of another error, if less is free than needed.
    """
    try:
        yield
    except OutputError:
        raise
    except (AHPError, OSError) as problem:
        free = shutil.disk_usage(folder).free
        if free >= need:
            raise
        raise OutputError(
            f"{folder}: the disk is full: {free / 1e6:.0f} MB are free, {need / 1e6:.0f} MB are needed; "
            "what has finished is kept; make room, then go on with ahp-bench resume"
        ) from problem


@contextlib.contextmanager
def explain_full_volume(folder: Path) -> Iterator[None]:
    """Let a failure on a volume that is full be a :class:`~ahp.errors.TrialError` that says so.

    Whoever writes through a mapping, as SQLite does to its log's index, is ended by a signal without a word:
    then it is tried whether the volume takes anything more. Little room alone is no reason.

    Parameters
    ----------
    folder : Path
        On the volume.

    Raises
    ------
    TrialError
        In place of another error, if next to nothing is free, and either the error says that there was no
        room or the volume takes no more.
    """
    try:
        yield
    except (AHPError, OSError) as problem:
        usage = shutil.disk_usage(folder)
        if usage.free >= _VOLUME_FULL_BYTES or not (_SAYS_SO.search(str(problem)) or _takes_no_more(folder)):
            raise
        raise TrialError(
            f"the volume of {usage.total / 1e6:.0f} MB has no room left ({problem}); use a shorter "
            "--duration, or a folder with more free space for --output"
        ) from problem


def _takes_no_more(folder: Path) -> bool:
    if shutil.disk_usage(folder).free < FULL_BYTES:  # what root may still write is not the servers' account's
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(os.urandom(FULL_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        return problem.errno in (errno.ENOSPC, errno.EDQUOT)
    return False
