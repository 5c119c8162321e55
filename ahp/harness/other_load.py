"""What others use of the machine before a run begins: on a busy one, minutes of measuring tell nothing."""

from __future__ import annotations

import os
import time

from ahp.errors import HarnessError
from ahp.frozen import dataclass
from ahp.harness import process_table
from ahp.harness.meters import INTERFERENCE, Meter
from ahp.notebook import NotebookFace

LOOK_S = 2.0
_NAMED, _LEAST = 3, 0.005


@dataclass(frozen=True)
class OtherLoad(NotebookFace):
    """What others used of the machine while it was looked at.

    Attributes
    ----------
    share : float or None
        Of all processors; None where the system does not tell.
    busiest : tuple of (int, str, float)
        Number and name of the processes, and the share of each, the busiest first.
    """

    share: float | None
    busiest: tuple[tuple[int, str, float], ...] = ()


def looked(seconds: float = LOOK_S) -> OtherLoad:
    """Look at the machine for some seconds."""
    before = process_table.taken()
    with Meter() as meter:
        time.sleep(seconds)
    after, reading = process_table.taken(), meter.reading
    if reading is None or before is None or after is None:
        return OtherLoad(None)
    whole = reading.seconds * reading.processors
    found = process_table.busiest(before, after, os.getpid())
    return OtherLoad(reading.foreign_share, tuple((pid, name, used / whole) for pid, name, used in found))


def strain(load: OtherLoad) -> str | None:
    """Return who uses so much of the machine that runs would be in doubt; None where nobody does.

    Examples
    --------
    >>> strain(OtherLoad(0.2, ((7, "make", 0.15),)))
    'other processes use 20 % of the machine: make (process 7, 15 %)'
    """
    if load.share is None or load.share <= INTERFERENCE:
        return None
    busiest = [one for one in load.busiest[:_NAMED] if one[2] >= _LEAST]
    who = [f"{name} (process {pid}, {100 * share:.0f} %)" for pid, name, share in busiest]
    told = f": {', '.join(who)}" if who else ""
    return f"other processes use {100 * load.share:.0f} % of the machine{told}"


def require_idle(load: OtherLoad) -> None:
    """Refuse to begin where others use so much of the machine that runs would be in doubt.

    Raises
    ------
    HarnessError
        The message names the busiest processes.
    """
    told = strain(load)
    if told is not None:
        raise HarnessError(f"{told}; wait for them, or measure all the same with --anyway")
