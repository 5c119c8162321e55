"""`ahp-bench clean`: take away what runs that were killed have left behind, and nothing else."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

from ahp.errors import HarnessError, OutputError, quoted
from ahp.harness.engines import mariadb_existing, postgresql_existing
from ahp.harness.ledger import (
    TOKEN,
    Entry,
    Ledger,
    Undo,
    damaged,
    refuse_if_busy,
    require_own,
    standing,
    tokens,
)
from ahp.harness.storage.loops import detach, unmount
from ahp.harness.storage.zfs import destroy_dataset, destroy_pool
from ahp.harness.system.folders import remove_folder
from ahp.harness.system.limits import remove_bandwidth, remove_group
from ahp.harness.system.process_table import environment_holds, processes, started, status
from ahp.harness.system.processes import stop_process
from ahp.registry import Registry

UNDO: Registry[Undo] = Registry(
    "kind of thing in a ledger",
    {
        "postgresql database": postgresql_existing.drop_database,
        "mariadb database": mariadb_existing.drop_database,
        "process": stop_process,
        "folder": remove_folder,
        "loop": detach,
        "mount": unmount,
        "pool": destroy_pool,
        "dataset": destroy_dataset,
        "cgroup": remove_group,
        "bandwidth": remove_bandwidth,
    },
    error=HarnessError,
)
"""What takes a recorded thing away, by its kind."""


def clean(folder: Path) -> tuple[str, ...]:
    """Take away all that a results folder's ledger still holds, the newest first.

    Parameters
    ----------
    folder : Path
        The results folder. The results themselves stay.

    Returns
    -------
    tuple of str
        What was taken away, a line for each.

    Raises
    ------
    HarnessError
        If the folder has no ledger, if somebody else may have written it, if a harness still works in it, or
        if something could not be taken away; then all the rest has been, and the ledger still names what is
        left.
    OutputError
        If the ledger cannot be written even now; all that can be taken away is gone all the same.
    """
    require_own(folder)  # before anything is written
    entries = standing(folder)
    owned = tokens(folder)
    refuse_if_busy(folder)
    with contextlib.suppress(OutputError):  # on a full disk, what is taken away makes the room to write
        Ledger(folder)
    problems, gone = list(damaged(folder)), []
    failed: dict[str, list[str]] = {}
    done = [f"process {pid}" for pid in _orphans(owned, entries)]
    for entry in entries:
        try:
            UNDO[entry.kind](entry.facts)
        except (HarnessError, OSError) as problem:
            failed.setdefault(str(problem), []).append(_shown(entry))
        except (LookupError, TypeError, ValueError, AttributeError):
            facts = quoted(str(dict(entry.facts)), 300)
            problems.append(f"{entry.kind} {facts} (entry {entry.number}): no run writes that; left alone")
        else:
            gone.append(entry)
            done.append(_shown(entry))
    ledger = Ledger(folder)
    for entry in gone:
        ledger.release(entry)
    problems += [f"{', '.join(things)}: {problem}" for problem, things in failed.items()]
    if problems:
        raise HarnessError(f"{folder}: not all could be taken away: {'; '.join(problems)}")
    return tuple(done)


def _orphans(owned: frozenset[str], entries: Iterable[Entry]) -> list[int]:
    """End the processes that carry one of our tokens and are not recorded by their number.

    Clients are such, and a server that was started in the instant before the harness was killed. They go
    first, for they may keep a file system busy. The children of recorded servers are left to them.
    """
    pids = (entry.facts.get("pid") for entry in entries if entry.kind == "process")
    recorded = {pid for pid in pids if isinstance(pid, int)}
    found = []
    for pid in processes():
        mine = any(environment_holds(pid, f"{TOKEN}={token}") for token in owned)
        if mine and pid not in recorded | {os.getpid()} and not _ancestors(pid) & recorded:
            found.append((pid, started(pid)))
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid, since in found:
            if since is not None and started(pid) == since:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
        until = time.monotonic() + 10
        while any(since and started(pid) == since for pid, since in found) and time.monotonic() < until:
            time.sleep(0.05)
    return [pid for pid, _ in found]


def _ancestors(pid: int) -> set[int]:
    found: set[int] = set()
    while (seen := status(pid)) is not None and seen.parent > 1:
        pid = seen.parent
        found.add(pid)
    return found


def _shown(entry: Entry) -> str:
    for fact in ("path", "dataset", "pool", "folder", "image", "pid", "name", "device"):
        if fact in entry.facts:
            return f"{entry.kind} {entry.facts[fact]}"
    return entry.kind
