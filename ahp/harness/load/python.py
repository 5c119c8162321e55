"""Clients in Python: for every engine, at a higher cost per transaction.

Each is a process of its own, for threads would share the interpreter's lock, whose waits are not the
database's. All are started together, told when to begin, and heard when done; from what each saw, wherever
it ran, histograms add up exactly to one recording.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from ahp.errors import TrialError, one_line
from ahp.harness.load.base import Load, Recording, Task, histogram_from, merged
from ahp.harness.load.pacing import UNTOLD, Window, sleep_until
from ahp.harness.system.meters import Meter
from ahp.harness.workloads.base import Workload

_NOTICE_S, _EACH_S = 0.05, 0.001
"""How long before they begin clients are told of it, and for each of them."""


class PythonDriver:
    """The driver; see :class:`~ahp.harness.load.base.Driver`."""

    name = "python"
    cannot: Mapping[str, str] = MappingProxyType({})
    whole_seconds = False

    def available(self) -> str | None:
        """Return None: Python is there."""
        return None

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Start the clients, let them warm up together, and measure while they all run."""
        with crew(jobs(task), folder) as some:
            start, seen = driven(some, task.load, meter, _NOTICE_S + _EACH_S * task.load.clients)
        return gathered(seen, task.workload, start)


READY_S = 120.0
"""For how long clients are waited for until they have connected, in seconds."""
GRACE_S = 60.0
"""How much longer than asked a client may take, in seconds."""

Client = subprocess.Popen[str]


class Told(Protocol):
    """Clients that work together, wherever they are."""

    def begin(self, window: Window) -> object:
        """Tell them the moments of their warm-up, and when they are warm those of the window."""

    def warm(self, within_s: float) -> object:
        """Wait until all have ended their warm-up, and do nothing."""

    def done(self, within_s: float) -> object:
        """Wait until all have done their last transaction."""

    def results(self) -> list[dict[str, Any]]:
        """Let them end, and return what each of them saw."""


def driven(
    crew: Told, load: Load, meter: AbstractContextManager[Meter], notice_s: float
) -> tuple[int, list[dict[str, Any]]]:
    """Let clients warm up together, and measure while they all run.

    Parameters
    ----------
    crew : Told
        The clients.
    load : Load
        How the transactions come.
    meter : context manager
        See :meth:`~ahp.harness.load.base.Driver.drive`.
    notice_s : float
        How long before they begin they are told of it, in seconds.

    Returns
    -------
    tuple
        When the window began, and what each client saw.
    """
    notice, length = int(notice_s * 1e9), int(load.duration_s * 1e9)
    due = time.monotonic_ns() + notice
    crew.begin(Window(due, due + int(load.warmup_s * 1e9), UNTOLD))
    crew.warm(load.warmup_s + GRACE_S)
    with meter as watch:  # hundreds of clients at work would not let the counters be read
        start = time.monotonic_ns() + notice
        crew.begin(Window(start, start, start + length, load.transactions))
        sleep_until(start)
        watch.begin()
        if load.transactions is None:
            sleep_until(start + length)
        else:
            crew.done(load.duration_s + GRACE_S)
    if load.transactions is None:
        crew.done(load.duration_s + GRACE_S)
    return start, crew.results()


@contextlib.contextmanager
def crew(jobs: Sequence[Mapping[str, Any]], folder: Path) -> Iterator[Crew]:
    """Start a client for each job in a folder, and wait until all are ready; none is left at the end."""
    with contextlib.ExitStack() as stack:
        some = []
        for job in jobs:
            path = folder / f"client-{job['number']}.json"
            path.write_text(json.dumps(job), encoding="utf-8")
            errors = stack.enter_context(path.with_suffix(".stderr").open("w+", encoding="utf-8"))
            client = subprocess.Popen(
                [sys.executable, "-m", "ahp.harness.load.client", str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                # One thread each: a numerical library's pool of threads would only be in the way.
                env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
            stack.callback(_ended_anyhow, client)
            some.append(client)
        made = Crew(some)
        made._heard("ready", READY_S)
        yield made


@dataclass(frozen=True)
class Crew:
    """Clients on this host, each a process: what :class:`Told` says."""

    clients: Sequence[Client]

    def begin(self, window: Window) -> int:
        """Tell them the moments; return how early that was, in nanoseconds."""
        for client in self.clients:
            _say(client, json.dumps(asdict(window)))
        return window.begin - time.monotonic_ns()

    def warm(self, within_s: float) -> None:
        """Wait until all have ended their warm-up."""
        self._heard("warm", within_s)

    def done(self, within_s: float) -> None:
        """Wait until all have done their last transaction."""
        self._heard("done", within_s)

    def results(self) -> list[dict[str, Any]]:
        """Let them end, and return what each of them saw."""
        for client in self.clients:
            _say(client, "end")
        for client in self.clients:
            _ended(client)
        return [
            json.loads(_file(client).with_suffix(".result.json").read_text(encoding="utf-8"))
            for client in self.clients
        ]

    def _heard(self, word: str, within_s: float) -> None:
        for client in self.clients:
            _heard(client, word, within_s)


def _file(client: Client) -> Path:
    """Return where a client's job is written."""
    return Path(client.args[-1])  # type: ignore[index,arg-type]


def _ended_anyhow(client: Client) -> None:
    for stream in (client.stdin, client.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    if client.poll() is None:
        client.kill()
    client.wait()


def _say(client: Client, line: str) -> None:
    assert client.stdin is not None
    try:
        client.stdin.write(line + "\n")
        client.stdin.flush()
    except OSError:
        raise _failure(client) from None


def _heard(client: Client, word: str, within_s: float) -> None:
    """Wait for a client's word."""
    import selectors

    assert client.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(client.stdout, selectors.EVENT_READ)
        if not selector.select(within_s):
            raise TrialError(f"a client did not say {word!r} within {within_s:g} s")
    if client.stdout.readline().strip() != word:
        raise _failure(client)


def _ended(client: Client) -> None:
    try:
        if client.wait(GRACE_S) == 0:
            return
    except subprocess.TimeoutExpired:
        raise TrialError(f"a client did not end within {GRACE_S:g} s") from None
    raise _failure(client)


def _failure(client: Client) -> TrialError:
    with contextlib.suppress(subprocess.TimeoutExpired):
        client.wait(10)
    said = _last_line(_file(client).with_suffix(".stderr"))
    if client.returncode == -signal.SIGKILL and not said:
        return TrialError("a client was killed, as the kernel does where memory is short: give more --memory")
    return TrialError(f"a client ended with {client.returncode}: {said or 'it wrote no message'}")


def _last_line(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return one_line(lines[-1], 300) if lines else ""


def jobs(task: Task) -> list[dict[str, Any]]:
    """Return what each client of a load is told, as plain data."""
    load = task.load
    common = {
        "engine": task.engine.name,
        "workload": task.workload.name,
        "address": dict(task.service.address),
        "sizes": dict(task.sizes),
        "seed": load.seed,
        "think_s": load.think_s,
        "rate": load.rate / load.clients if load.rate is not None else None,
        "log": load.log,
        "groups": list(load.groups),
    }
    return [{**common, "number": number} for number in range(load.clients)]


def gathered(
    results: Sequence[Mapping[str, Any]],
    workload: Workload,
    start: int,
    details: Mapping[str, Any] | None = None,
) -> Recording:
    """Return the recording of some clients.

    Parameters
    ----------
    results : sequence of mapping
        What each of them saw; `end` by the clock of `start`.
    workload : Workload
        The mix.
    start : int
        The window's beginning, in nanoseconds.
    details : mapping, optional
        Of the recording.
    """
    times = {
        transaction.name: merged(
            histogram_from(result["response_times"][transaction.name]) for result in results
        )
        for transaction in workload.mix
    }
    seconds = (max(result["end"] for result in results) - start) / 1e9
    first, second = (sum(result[half] for result in results) for half in ("first_half", "second_half"))
    ending = sum(result["at_the_end"] for result in results) / (workload.exit_share * seconds)
    cpu_ns = sum(result["cpu_ns"] for result in results)
    embedded = all(result["own_share"] is not None for result in results)
    own_ns = sum(result["cpu_ns"] * (result["own_share"] if embedded else 1.0) for result in results)
    return Recording(
        times,
        seconds,
        sum(result["retries"] for result in results),
        own_ns / 1e9,
        sum(result["ceiling"] for result in results),
        second / first if first else float("nan"),
        None if workload.exit_share == 1 else ending,
        details or {},
        own_ns / cpu_ns if cpu_ns and embedded else None,
        _summed([result["counters_before"] for result in results]),
        _summed([result["counters"] for result in results]),
    )


def _summed(counts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: sum(count.get(name, 0.0) for count in counts) for name in dict.fromkeys(chain(*counts))}
