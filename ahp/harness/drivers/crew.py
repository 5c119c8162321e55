"""Clients in Python, a process each, on this machine: started together, told when to begin, heard when done.

Threads of one process would share the interpreter's lock, whose waits are not the database's.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ahp.errors import TrialError, one_line
from ahp.harness.pacing import Window

READY_S = 120.0
"""For how long clients are waited for until they have connected, in seconds."""
GRACE_S = 60.0
"""How much longer than asked a client may take, in seconds."""

Client = subprocess.Popen[str]


@contextlib.contextmanager
def clients(jobs: Sequence[Mapping[str, Any]], folder: Path) -> Iterator[list[Client]]:
    """Start a client for each job in a folder, and wait until all are ready; none is left at the end."""
    with contextlib.ExitStack() as stack:
        some = []
        for job in jobs:
            path = _path(folder, job)
            path.write_text(json.dumps(job), encoding="utf-8")
            errors = stack.enter_context(path.with_suffix(".stderr").open("w+", encoding="utf-8"))
            client = subprocess.Popen(
                [sys.executable, "-m", "ahp.harness.client", str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                # One thread each: a numerical library's pool of threads would only be in the way.
                env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
            stack.callback(_ended_anyhow, client)
            some.append(client)
        for client in some:
            _heard(client, "ready", READY_S)
        yield some


def begin(some: Sequence[Client], window: Window) -> None:
    """Tell clients the moments of their warm-up, and when they are warm those of the window."""
    for client in some:
        _say(client, json.dumps(asdict(window)))


def warm(some: Sequence[Client], within_s: float) -> None:
    """Wait until all clients have ended their warm-up, and do nothing."""
    for client in some:
        _heard(client, "warm", within_s)


def done(some: Sequence[Client], within_s: float) -> None:
    """Wait until all clients have done their last transaction."""
    for client in some:
        _heard(client, "done", within_s)


def results(some: Sequence[Client], jobs: Sequence[Mapping[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """Let clients end, and return what each of them saw."""
    for client in some:
        _say(client, "end")
    for client in some:
        _ended(client)
    return [
        json.loads(_path(folder, job).with_suffix(".result.json").read_text(encoding="utf-8")) for job in jobs
    ]


def _path(folder: Path, job: Mapping[str, Any]) -> Path:
    return folder / f"client-{job['number']}.json"


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
    said = _last_line(Path(client.args[-1]).with_suffix(".stderr"))  # type: ignore[index,arg-type]
    if client.returncode == -signal.SIGKILL and not said:
        return TrialError("a client was killed, as the kernel does where memory is short: give more --memory")
    return TrialError(f"a client ended with {client.returncode}: {said or 'it wrote no message'}")


def _last_line(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return one_line(lines[-1], 300) if lines else ""
