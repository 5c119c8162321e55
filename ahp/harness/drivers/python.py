"""Clients in Python, one process each: for every engine, at a higher cost per transaction.

Threads of one process would share the interpreter's lock, whose waits are not the database's.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ahp.errors import TrialError, one_line
from ahp.harness.drivers.base import Load, Recording
from ahp.harness.engines.base import Engine, Service
from ahp.harness.histogram import from_dict, merged
from ahp.harness.pacing import Window
from ahp.harness.workloads.base import Sizes, Workload

_READY_S = 120.0
_START_S = 0.05
_GRACE_S = 60.0


class PythonDriver:
    """The driver; see :class:`~ahp.harness.drivers.base.Driver`."""

    name = "python"

    def available(self) -> str | None:
        """Return None: Python is there."""
        return None

    def drive(
        self,
        engine: Engine,
        service: Service,
        workload: Workload,
        sizes: Sizes,
        load: Load,
        folder: Path,
        meter: AbstractContextManager[object],
    ) -> Recording:
        """Start the clients, let them warm up together, and measure while they all run."""
        jobs = [
            _job(engine, service, workload, sizes, load, folder, number) for number in range(load.clients)
        ]
        with _clients(jobs) as clients:
            for client in clients:
                _heard(client, "ready", _READY_S)
            begin = time.monotonic_ns() + int(_START_S * 1e9)
            start = begin + int(load.warmup_s * 1e9)
            stop = start + int(load.duration_s * 1e9)
            window = Window(begin, start, stop, load.transactions)
            for client in clients:
                _say(client, json.dumps(asdict(window)))
            _sleep_until(start)
            with meter:
                if load.transactions is None:
                    _sleep_until(stop)
                else:
                    for client in clients:
                        _heard(client, "done", load.duration_s + _GRACE_S)
            for client in clients:
                if load.transactions is None:
                    _heard(client, "done", load.duration_s + _GRACE_S)
                _say(client, "end")
            for client in clients:
                _ended(client)
        return _recording([_result(job) for job in jobs], workload, start)


def _job(
    engine: Engine, service: Service, workload: Workload, sizes: Sizes, load: Load, folder: Path, number: int
) -> Path:
    path = folder / f"client-{number}.json"
    told = {
        "engine": engine.name,
        "workload": workload.name,
        "address": dict(service.address),
        "sizes": dict(sizes),
        "number": number,
        "seed": load.seed,
        "think_s": load.think_s,
        "rate": load.rate / load.clients if load.rate is not None else None,
        "log": load.log,
        "groups": list(load.groups),
    }
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


@contextlib.contextmanager
def _clients(jobs: Sequence[Path]) -> Iterator[list[subprocess.Popen[str]]]:
    """Start a client for each job; none is left at the end."""
    with contextlib.ExitStack() as stack:
        clients = []
        for job in jobs:
            errors = stack.enter_context(job.with_suffix(".stderr").open("w+", encoding="utf-8"))
            client = subprocess.Popen(
                [sys.executable, "-m", "ahp.harness.client", str(job)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                # One thread each: a numerical library's pool of threads would only be in the way.
                env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
            stack.callback(_ended_anyhow, client)
            clients.append(client)
        yield clients


def _ended_anyhow(client: subprocess.Popen[str]) -> None:
    for stream in (client.stdin, client.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    if client.poll() is None:
        client.kill()
    client.wait()


def _say(client: subprocess.Popen[str], line: str) -> None:
    assert client.stdin is not None
    try:
        client.stdin.write(line + "\n")
        client.stdin.flush()
    except OSError:
        raise _failure(client) from None


def _heard(client: subprocess.Popen[str], word: str, within_s: float) -> None:
    """Wait for a client's word."""
    import selectors

    assert client.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(client.stdout, selectors.EVENT_READ)
        if not selector.select(within_s):
            raise TrialError(f"a client did not say {word!r} within {within_s:g} s")
    if client.stdout.readline().strip() != word:
        raise _failure(client)


def _ended(client: subprocess.Popen[str]) -> None:
    try:
        if client.wait(_GRACE_S) == 0:
            return
    except subprocess.TimeoutExpired:
        raise TrialError(f"a client did not end within {_GRACE_S:g} s") from None
    raise _failure(client)


def _failure(client: subprocess.Popen[str]) -> TrialError:
    with contextlib.suppress(subprocess.TimeoutExpired):
        client.wait(10)
    said = _last_line(Path(client.args[-1]).with_suffix(".stderr"))  # type: ignore[index,arg-type]
    return TrialError(f"a client ended with {client.returncode}: {said or 'it wrote no message'}")


def _last_line(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return one_line(lines[-1], 300) if lines else ""


def _sleep_until(moment: int) -> None:
    while (left := moment - time.monotonic_ns()) > 0:
        time.sleep(left / 1e9)


def _result(job: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(job.with_suffix(".result.json").read_text(encoding="utf-8"))
    return found


def _recording(results: Sequence[dict[str, Any]], workload: Workload, start: int) -> Recording:
    times = {
        transaction.name: merged(from_dict(result["response_times"][transaction.name]) for result in results)
        for transaction in workload.mix
    }
    seconds = (max(result["end"] for result in results) - start) / 1e9
    first, second = (sum(result[half] for result in results) for half in ("first_half", "second_half"))
    return Recording(
        times,
        seconds,
        sum(result["retries"] for result in results),
        sum(result["cpu_ns"] * result["own_share"] for result in results) / 1e9,
        sum(result["ceiling"] for result in results),
        second / first if first else float("nan"),
        None if workload.exit_share == 1 else _at_the_end(results, workload.exit_share, seconds),
    )


def _at_the_end(results: Sequence[dict[str, Any]], share: float, seconds: float) -> float:
    number: int = sum(result["at_the_end"] for result in results)
    return number / (share * seconds)
