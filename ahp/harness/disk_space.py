"""How much room a trial needs: on its volume, also for what is given back late, and beside it for notes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ahp.harness.catalogue import workload
from ahp.harness.datasets import raw_bytes
from ahp.harness.folders import MEMORY
from ahp.harness.plan import Plan
from ahp.harness.storage.base import require_space

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
