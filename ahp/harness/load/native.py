"""What the databases' own generators have in common: a program that is run to its end and timed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ahp.errors import HarnessError, TrialError
from ahp.harness.load.base import Load, Recording
from ahp.harness.load.histogram import histogram, merged
from ahp.harness.system.programs import output
from ahp.harness.workloads.base import Workload

GRACE_S = 120.0
"""How much longer than asked a generator may take, in seconds."""
BLOCK_BYTES = 2**20
"""How much of a generator's notes is read at a time."""


def run(
    command: Sequence[str | Path],
    folder: Path,
    seconds: float,
    env: Mapping[str, str] | None = None,
    given: str = "",
) -> float:
    """Run a generator to its end.

    Parameters
    ----------
    command : sequence of str or Path
        The program and its arguments.
    folder : Path
        Where it runs, and what it prints is added to a file called after it.
    seconds : float
        How long it is to run, in seconds.
    env : mapping of str to str, optional
        What its environment holds beside this process's.
    given : str
        What it reads from its standard input.

    Returns
    -------
    float
        The processor time that it used, in seconds.

    Raises
    ------
    TrialError
        If it fails, with the first line that speaks of an error, or does not end.
    """
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        said = output(command, env=env, cwd=folder, timeout_s=seconds + GRACE_S, given=given)
    except HarnessError as problem:
        raise TrialError(str(problem)) from None
    with (folder / f"{Path(command[0]).name}.out").open("a", encoding="utf-8") as kept:
        kept.write(said)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@dataclass(frozen=True)
class Noted:
    """Some of the transactions that a generator noted one by one.

    Attributes
    ----------
    kinds : ndarray of int64
        Which type each was.
    due_ns, ended_ns : ndarray of int64
        When it was due, and when it ended.
    retries : int
        How often transactions of these were tried again.
    """

    kinds: NDArray[np.int64]
    due_ns: NDArray[np.int64]
    ended_ns: NDArray[np.int64]
    retries: int


Notes = Callable[[], Iterator[Noted]]
"""Reads a generator's notes from the beginning, a block at a time: a long run's are large."""


def recording(workload: Workload, notes: Notes, used: float) -> Recording:
    """Return what a generator's notes of single transactions say.

    The window is from the moment at which the first of them was due to the end of the last.
    """
    times = {transaction.name: histogram([]) for transaction in workload.mix}
    retries, starts, ends = 0, [], []
    for some in notes():
        retries += some.retries
        if some.ended_ns.size:
            starts.append(int(some.due_ns.min()))
            ends.append(int(some.ended_ns.max()))
        took = some.ended_ns - some.due_ns
        for number, name in enumerate(times):
            times[name] = merged([times[name], histogram(took[some.kinds == number])])
    if not ends:
        return Recording(times, 0.0, retries, used, None, float("nan"))
    start, end = min(starts), max(ends)
    middle, last = (start + end) // 2, workload.exit_share * (end - start)
    halves, ending = [0, 0], 0
    for some in notes():  # only now is it known where the window's halves are
        first = int((some.ended_ns < middle).sum())
        halves = [halves[0] + first, halves[1] + some.ended_ns.size - first]
        ending += int((some.ended_ns > end - last).sum())
    return Recording(
        times,
        (end - start) / 1e9,
        retries,
        used,
        None,
        halves[1] / halves[0] if halves[0] else float("nan"),
        ending / last * 1e9 if workload.exit_share < 1 else None,
    )


def keep_notes(load: Load, files: Sequence[Path], notes: Notes) -> None:
    """Keep what a generator noted as clients in Python keep theirs, if that is asked; else take it away."""
    if not load.log:
        for file in files:
            file.unlink()
    elif files:
        nothing = np.empty(0, np.int64)
        every = [Noted(nothing, nothing, nothing, 0), *notes()]
        np.savez(
            files[0].with_name("client-0.npz"),
            kinds=np.concatenate([some.kinds for some in every]),
            due=np.concatenate([some.due_ns for some in every]),
            ended=np.concatenate([some.ended_ns for some in every]),
        )
