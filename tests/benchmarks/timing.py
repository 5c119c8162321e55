"""Ratios of times measured in one run, in turn, so that a machine whose speed drifts cannot fake them."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def ratio_of_calls(
    ours: Callable[[], object], theirs: Callable[[], object], *, calls: int, rounds: int = 15
) -> float:
    """Return the median over rounds of (time of our calls) / (time of as many of theirs)."""
    ratios = []
    ours(), theirs()
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            ours()
        middle = time.perf_counter()
        for _ in range(calls):
            theirs()
        ratios.append((middle - start) / (time.perf_counter() - middle))
    return statistics.median(ratios)


def ratio_of_best(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    *,
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return (our shortest time) / (their shortest time), where one call takes long enough to be measured.

    What else runs on the machine only ever makes a call longer; where neither waits for anything, the time of
    the processor, `time.process_time`, leaves most of that out.
    """
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for i, call in enumerate((ours, theirs)):
            start = clock()
            call()
            best[i] = min(best[i], clock() - start)
    return best[0] / best[1]


def ratio_of_work(ours: Callable[[], object], theirs: Callable[[], object], *, rounds: int) -> float:
    """Return (our least processor time) / (their least), all threads added; what else runs is not counted.

    NumPy's products get one thread on both sides: a second would burn time while it waits for work.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1, user_api="blas"):
        return ratio_of_best(ours, theirs, rounds=rounds, clock=time.process_time)


def in_fresh_process(function: Callable[..., float], *arguments: int, limit: float) -> float:
    """Return the least that a function of a test module returns in interpreters of its own.

    What other tests left to a process decides how long it takes to get memory for a large result; and where
    memory comes to lie differs from process to process. What runs beside it on the machine makes all of them
    longer for a while: there are five, and above the limit up to fifteen.
    """
    tests = str(Path(__file__).resolve().parents[1])
    module, name = function.__module__, function.__name__
    code = (
        f"import sys\nsys.path.insert(0, {tests!r})\nfrom {module} import {name}\nprint({name}(*{arguments}))"
    )
    least = float("inf")
    for turn in range(15):
        if turn >= 5 and least <= limit:
            break
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        least = min(least, float(done.stdout))
    return least


def memory_in_fresh_process(code: str, *arguments: object) -> float:
    """Return the megabytes that code prints in an interpreter of its own, where `most()` is what it held at most.

    Linux's own count: the maximum of `resource` outlives exec, and would be that of the tests' own process.
    """
    if not Path("/proc/self/status").exists():
        pytest.skip("this machine cannot: say how much memory a process took")
    command = [sys.executable, "-c", _MOST + code, *map(str, arguments)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


_MOST = """
import sys
def most():
    lines = open("/proc/self/status")
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1.024 / 1000
"""


def ratio_of_first_calls(ours: list[str], theirs: list[str], *, rounds: int, clock: str) -> float:
    """Return (our shortest time) / (their shortest time) of the first call in a fresh interpreter.

    Each is the statement that prepares, which is not timed, and the call. The clock is one of `time`:
    `perf_counter`, or `process_time` of all threads, which other processes hardly disturb.
    """
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for i, code in enumerate((ours, theirs)):
            best[i] = min(best[i], _timed(*code, clock))
    return best[0] / best[1]


def _timed(prepare: str, call: str, clock: str) -> float:
    code = f"{prepare}\nfrom time import {clock}\nstart = {clock}()\n{call}\nprint({clock}() - start)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    if done.returncode < 0:  # ended by a signal, as a system short of memory does
        pytest.skip(f"this machine cannot: {call}")
    done.check_returncode()
    return float(done.stdout)


def ratio_of_processes(
    ours: list[str], theirs: list[str], *, limit: float, rounds: int = 9, terminal: bool = False
) -> float:
    """Return the median over rounds of the processor time of one fresh interpreter by another's.

    Both write into nothing, or to a terminal of their own.

    What else runs on the machine changes it by less than a tenth. With one thread for NumPy's products it is
    the time that a user waits on an idle machine; a second would burn time while it waits for work. Above the
    limit there are up to three times as many rounds, and the median is that of all.
    """
    _processor_time(ours, terminal), _processor_time(theirs, terminal)  # fills the caches
    ratios: list[float] = []
    while len(ratios) < 3 * rounds:
        ratios += [_processor_time(ours, terminal) / _processor_time(theirs, terminal) for _ in range(rounds)]
        if statistics.median(ratios) <= limit:
            break
    return statistics.median(ratios)


def _processor_time(arguments: list[str], terminal: bool) -> float:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "OPENBLAS_NUM_THREADS": "1", "TERM": "xterm"}
    read, write = pty.openpty() if terminal else (None, os.open(os.devnull, os.O_WRONLY))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen([sys.executable, *arguments], stdout=write, env=environment) as started:
        os.close(write)
        if read is not None:
            with open(read, "rb", buffering=0) as screen, contextlib.suppress(OSError):  # its end is an error
                while screen.read(65536):
                    pass
    assert started.returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(what: str, ratio: float, limit: float, bound: str = "at most") -> None:
    """Print a ratio beside its limit, which `pytest -s` shows, keep it for the page of `page.py`, and hold it to it.

    A bound of "about" is no limit: what a user can expect.
    """
    print(f"{what}: {ratio:.2f} ({bound} {limit})")
    if kept := os.environ.get("AHP_RATIOS"):
        test = os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]
        with open(kept, "a") as file:
            json.dump({"file": test, "what": what, "ratio": ratio, "bound": bound, "limit": limit}, file)
            file.write("\n")
    assert {"at most": ratio <= limit, "at least": ratio >= limit, "about": True}[bound]
