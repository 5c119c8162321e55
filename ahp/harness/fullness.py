"""A disk that ran full while something was done: the one reason, in place of all that follows from it."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ahp.errors import AHPError, OutputError, TrialError

FULL_BYTES = 2 * 2**20
"""Less than this is free on a full disk, where larger pieces fail before the last byte is gone."""

_VOLUME_FULL_BYTES = 16 * FULL_BYTES
"""With more free than this no volume is full, not even one that keeps room for itself, as btrfs does."""

_SAYS_SO = re.compile(r"no space left on device|database or disk is full|err(no|code):? *28\b", re.IGNORECASE)
"""How databases, their clients and this language tell the system's error."""


@contextlib.contextmanager
def told_if_full(folder: Path, need: int = FULL_BYTES) -> Iterator[None]:
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
def told_if_volume_full(folder: Path) -> Iterator[None]:
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
