"""The results folder of a run: how it begins, whether it may be continued, and how it is cleaned.

Cleaning takes away what runs that were killed have left behind, and nothing else.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil

from ahp.errors import HarnessError, OutputError, quoted
from ahp.files import settings_at
from ahp.harness.catalogue import workload
from ahp.harness.datasets import require_room
from ahp.harness.engines import mariadb, postgresql
from ahp.harness.ledger import NAME as LEDGER
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
from ahp.harness.plan import NAME as PLAN
from ahp.harness.plan import Plan, set_aside, toml, trials
from ahp.harness.results import ENVIRONMENT, JOURNAL, Journal, write_whole
from ahp.harness.storage.loop_images import detach, unmount
from ahp.harness.storage.zfs import destroy_dataset, destroy_pool
from ahp.harness.system.folders import remove_folder
from ahp.harness.system.limits import remove_bandwidth, remove_group
from ahp.harness.system.machine import environment
from ahp.harness.system.process_table import environment_holds, processes, started
from ahp.harness.system.processes import stop_process
from ahp.registry import Registry


def begun(plan: Plan, folder: Path, look: Callable[[], None] = lambda: None) -> Ledger:
    """Make the results folder of a run, and return its ledger.

    Parameters
    ----------
    plan : Plan
        What is run.
    folder : Path
        Its results folder.
    look : function, optional
        Called once everything else is in order.

    Raises
    ------
    HarnessError
        If the folder holds something, cannot be made or written to, or has too little room for the plan; then
        all is as it was.
    """
    _refuse_used(folder)
    with contextlib.ExitStack() as undo:
        for place in reversed([place for place in (folder, *folder.parents) if not os.path.lexists(place)]):
            try:
                place.mkdir()
            except (OSError, ValueError) as problem:
                raise _unusable(folder, problem) from None
            undo.callback(_removed, place)
        with _alone_in(folder), contextlib.ExitStack() as made:
            _refuse_used(folder)  # another may have begun there meanwhile
            require_room(plan, folder)
            look()
            for name in (LEDGER, JOURNAL, PLAN):
                made.callback((folder / name).unlink, missing_ok=True)
            try:
                ledger = Ledger(folder)
                note_plan(plan, Journal(folder))  # before the file, which makes it a folder to continue
                write_whole(folder / PLAN, toml(plan))
            except OutputError as problem:
                raise HarnessError(f"{problem}; name another folder") from None
            made.pop_all()
        undo.pop_all()
    return ledger


def _refuse_used(folder: Path) -> None:
    if os.path.lexists(folder) and (not folder.is_dir() or any(_entries(folder))):
        what = "not empty" if folder.is_dir() else "not a folder"
        raise HarnessError(f"{folder}: {what}; name a new folder, or continue one with ahp-bench resume")


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs from beginning in a folder; a process that is killed keeps nobody out any more.

    Raises
    ------
    HarnessError
        If one is beginning there.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError as problem:
        raise _unusable(folder, problem) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise HarnessError(f"{folder}: another run is beginning there; name a new folder") from None
    except OSError:  # a file system without locks, where only the second look is left
        pass
    try:
        yield
    finally:
        os.close(descriptor)


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError as problem:
        raise _unusable(folder, problem) from None


def _removed(place: Path) -> None:
    with contextlib.suppress(OSError):  # somebody has put something there meanwhile
        place.rmdir()


def _unusable(folder: Path, problem: OSError | ValueError) -> HarnessError:
    reason = problem.strerror if isinstance(problem, OSError) else problem
    return HarnessError(f"{folder}: no results folder can be made there: {reason}; name another one")


_EVENT = "plan"


def note_plan(plan: Plan, journal: Journal) -> None:
    """Write what a plan asks for into the journal, unless that is what stands there last."""
    asked = _asked(plan)
    before = journal.of(_EVENT)
    if before and before[-1]["asked"] == asked:
        return
    notes = [f"clients are in Python: {why}"] if (why := set_aside(plan)) else []
    journal.add(_EVENT, {"asked": asked, "notes": notes})


def require_same_plan(plan: Plan, folder: Path, journal: Journal) -> None:
    """See that a plan asks for what a folder was begun with, or for more of the same.

    Raises
    ------
    HarnessError
        If it differs, with each key, what it was and what it is; or nobody knows what it was.
    """
    before, now = journal.of(_EVENT), _asked(plan)
    if not before:
        raise HarnessError(
            f"{journal.path}: has no line about the plan that the folder was begun with; run it into a new "
            "folder"
        )
    # A key that a later version has brought asked for nothing then.
    usual = {key.name: key.default for key in fields(Plan) if key.default is not MISSING}
    then = usual | before[-1]["asked"]
    changed = [
        f"{key} was {_shown(then.get(key))} and is {_shown(now.get(key))}"
        for key in dict.fromkeys((*now, *then))
        if then.get(key) != now.get(key) and not _longer(key, then, now)
    ]
    if changed:
        raise HarnessError(
            f"{folder / PLAN}: not the plan that the folder was begun with: {'; '.join(changed)}; set it "
            "back, or run it into a new folder (only budget may grow, and runs without until_decisive)"
        )


def require_same_machine(folder: Path, dsn: str | None) -> None:
    """Raise a HarnessError if a folder's results are of another machine, or of another server."""
    path = folder / ENVIRONMENT
    if not path.exists():  # ended before anything was run
        return
    try:
        machine = json.loads(path.read_text(encoding="utf-8"))["machine"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        raise HarnessError(f"{path}: does not tell the machine any more; start a new folder") from None
    if machine != environment(folder, dsn)["machine"]:
        raise HarnessError(
            f"{folder}: its results are of another machine, which are not mixed; start a new folder"
        )


def note_machine(folder: Path, dsn: str | None) -> None:
    """Write what the machine is like, unless that is written."""
    path = folder / ENVIRONMENT
    if not path.exists():
        write_whole(path, json.dumps(environment(folder, dsn), indent=2) + "\n")


def unverified(plan: Plan, journal: Journal) -> tuple[str, ...]:
    """Return the alternatives that have not shown yet, in this folder, that they really compress."""
    shown = {name for line in journal.of("verified") for name in line["ratios"]}
    return tuple(name for name in (*plan.alternatives, *plan.references) if name not in shown)


def ended(plan: Plan, journal: Journal) -> int | None:
    """Return after how many blocks what a plan asks for had ended, None if it had not."""
    blocks, asked = None, None
    for line in journal.lines():
        if line.get("event") == _EVENT:
            blocks, asked = None, line["asked"]
        elif line.get("event") == "complete":
            blocks = line["blocks"]
    return blocks if asked == _asked(plan) else None


def missing(plan: Plan, journal: Journal, blocks: int) -> list[str]:
    """Return the names of the trials in the first blocks that have not finished."""
    finished = journal.finished()
    every = (trial.name for block in range(1, blocks + 1) for trial in trials(plan, block))
    return [name for name in every if name not in finished]


def _asked(plan: Plan) -> dict[str, Any]:
    """Return what a plan asks for as the journal has it: its keys, and what the files hold that it names."""
    files = {f"content of {name}": _content(name) for name in plan.workload if name.endswith(".toml")}
    if plan.study is not None:
        files[f"content of {plan.study}"] = _digest([settings_at(plan.study)])
    found: dict[str, Any] = json.loads(json.dumps(asdict(plan) | files))
    return found


def _content(name: str) -> str:
    """Return a digest of a workload's file and of the scripts that it names."""
    texts = [settings_at(name)]
    texts += [transaction.script.text for transaction in workload(name).transactions]
    return _digest(texts)


def _digest(texts: Sequence[str]) -> str:
    return sha256(json.dumps(texts).encode()).hexdigest()[:16]


def _longer(key: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Say whether a key differs in a way that only lengthens the run."""
    if key == "budget":
        return then[key] is not None and (now[key] is None or now[key] > then[key])
    # Looking begins after so many runs, at a level by the number of looks: more runs would forget some.
    return key == "runs" and not then["until_decisive"] and bool(now[key] > then[key])


def _shown(value: object) -> str:
    if value is None:
        return "not given"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return quoted(value) if isinstance(value, str) else json.dumps(value)


UNDO: Registry[Undo] = Registry(
    "kind of thing in a ledger",
    {
        "postgresql database": postgresql.drop_database,
        "mariadb database": mariadb.drop_database,
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
            failed.setdefault(str(problem), []).append(_entry_shown(entry))
        except (LookupError, TypeError, ValueError, AttributeError):
            facts = quoted(str(dict(entry.facts)), 300)
            problems.append(f"{entry.kind} {facts} (entry {entry.number}): no run writes that; left alone")
        else:
            gone.append(entry)
            done.append(_entry_shown(entry))
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
    try:
        return {parent.pid for parent in psutil.Process(pid).parents()}
    except psutil.Error:
        return set()


def _entry_shown(entry: Entry) -> str:
    for fact in ("path", "dataset", "pool", "folder", "image", "pid", "name", "device"):
        if fact in entry.facts:
            return f"{entry.kind} {entry.facts[fact]}"
    return entry.kind
