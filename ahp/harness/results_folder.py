"""The results folder of a run that begins: with its ledger, its journal and its plan, or there is none."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from ahp.errors import HarnessError, OutputError
from ahp.harness.continuing import note_plan
from ahp.harness.disk_space import require_room
from ahp.harness.durable_files import write_whole
from ahp.harness.journal import NAME as JOURNAL
from ahp.harness.journal import Journal
from ahp.harness.ledger import NAME as LEDGER
from ahp.harness.ledger import Ledger
from ahp.harness.plan import Plan
from ahp.harness.plan_file import NAME as PLAN
from ahp.harness.plan_file import toml


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
    if os.path.lexists(folder) and (not folder.is_dir() or any(_entries(folder))):
        what = "not empty" if folder.is_dir() else "not a folder"
        raise HarnessError(f"{folder}: {what}; name a new folder, or continue one with ahp-bench resume")
    with contextlib.ExitStack() as undo:
        for place in reversed([place for place in (folder, *folder.parents) if not os.path.lexists(place)]):
            try:
                place.mkdir()
            except (OSError, ValueError) as problem:
                raise _unusable(folder, problem) from None
            undo.callback(_removed, place)
        require_room(plan, folder)
        look()
        for name in (LEDGER, JOURNAL, PLAN):
            undo.callback((folder / name).unlink, missing_ok=True)
        try:
            ledger = Ledger(folder)
            note_plan(plan, Journal(folder))  # before the file, which makes it a folder to continue
            write_whole(folder / PLAN, toml(plan))
        except OutputError as problem:
            raise HarnessError(f"{problem}; name another folder") from None
        undo.pop_all()
    return ledger


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
