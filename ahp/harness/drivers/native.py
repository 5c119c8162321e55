"""What the databases' own generators have in common: a program that is run to its end and timed."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ahp.errors import TrialError, one_line
from ahp.harness.drivers.base import Load, Recording
from ahp.harness.histogram import histogram
from ahp.harness.programs import shown
from ahp.harness.workloads.base import Workload

GRACE_S = 120.0
"""How much longer than asked a generator may take, in seconds."""


def run(
    command: Sequence[str],
    out: Path,
    seconds: float,
    env: Mapping[str, str] | None = None,
    given: str = "",
) -> float:
    """Run a generator to its end.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    out : Path
        The file that what it prints is added to; it runs in that file's folder.
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
        If it fails, with the last line that speaks of an error, or does not end.
    """
    before = out.stat().st_size if out.exists() else 0
    with out.open("ab") as written:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=written,
            stderr=subprocess.STDOUT,
            cwd=out.parent,
            env=os.environ | {"LC_ALL": "C"} | dict(env or {}),
        )
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError), process.stdin:  # what ended at once is told below
            process.stdin.write(given.encode())
        used = _waited(process, shown(command), seconds + GRACE_S)
    if process.returncode:
        said = out.read_bytes()[before:].decode("utf-8", "replace").splitlines()
        wrong = [line for line in said if "error" in line.lower() or "fatal" in line.lower()]
        # Last of all pgbench says that it gave up; why stands before.
        why = [line for line in wrong if "Run was aborted" not in line]
        reason = one_line((why or wrong or said or ["it wrote no message"])[-1], 300)
        raise TrialError(f"{shown(command)} ended with {process.returncode}: {reason}")
    return used


def _waited(process: subprocess.Popen[bytes], name: str, seconds: float) -> float:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        raise TrialError(f"{name} did not end within {seconds:g} s") from None
    finally:
        if process.poll() is None:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def keep_notes(
    load: Load,
    files: Sequence[Path],
    kinds: NDArray[np.int64],
    took_ns: NDArray[np.int64],
    ended_ns: NDArray[np.int64],
) -> None:
    """Keep what a generator noted as clients in Python keep theirs, if that is asked; else take it away."""
    if not load.log:
        for file in files:
            file.unlink()
    elif files:
        path = files[0].with_name("client-0.npz")
        np.savez(path, kinds=kinds, due=ended_ns - took_ns, ended=ended_ns)


def recording(
    workload: Workload,
    kinds: NDArray[np.int64],
    took_ns: NDArray[np.int64],
    ended_ns: NDArray[np.int64],
    retries: int,
    used: float,
) -> Recording:
    """Return what a generator's log of single transactions says.

    The window is from the moment at which the first of them was due to the end of the last.
    """
    times = {
        transaction.name: histogram(took_ns[kinds == number])
        for number, transaction in enumerate(workload.mix)
    }
    if not ended_ns.size:
        return Recording(times, 0.0, retries, used, None, float("nan"))
    start, end = int((ended_ns - took_ns).min()), int(ended_ns.max())
    first = int((ended_ns < (start + end) // 2).sum())
    steady = (ended_ns.size - first) / first if first else float("nan")
    ending = None
    if workload.exit_share < 1:
        last = workload.exit_share * (end - start)
        ending = int((ended_ns > end - last).sum()) / last * 1e9
    return Recording(times, (end - start) / 1e9, retries, used, None, steady, ending)
