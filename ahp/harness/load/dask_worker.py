"""What a Dask worker does for the harness: it keeps a crew of clients on its host from word to word.

Every function here runs on a worker. A crew whose harness is heard of no more is ended by a timer.
"""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ahp._version import __version__
from ahp.errors import TrialError, one_line
from ahp.harness.load import python
from ahp.harness.load.pacing import Window
from ahp.harness.system.process_table import boot_id

T = TypeVar("T")


@dataclass(frozen=True)
class _Crew:
    clients: Sequence[python.Client]
    jobs: Sequence[Mapping[str, Any]]
    folder: Path
    end: contextlib.ExitStack


_CREWS: dict[str, _Crew] = {}


def facts() -> tuple[str, str]:
    """Return the version of this library there, and what tells this run of the host from others."""
    return __version__, boot_id()


def clock() -> int:
    """Return the host's monotonic clock, in nanoseconds."""
    return time.monotonic_ns()


def prepare(token: str, jobs: Sequence[Mapping[str, Any]], limit_s: float) -> None:
    """Start a client for each job and wait until all have connected; whatever happens, they end in time."""

    def started() -> None:
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ahp-bench-")))
            clients = stack.enter_context(python.clients(jobs, folder))
            timer = threading.Timer(limit_s, dismiss, [token])
            timer.daemon = True
            timer.start()
            stack.callback(timer.cancel)
            _CREWS[token] = _Crew(clients, jobs, folder, stack.pop_all())

    _told(started)


def begin(token: str, window: Window) -> int:
    """Tell the clients the moments of what comes by this host's clock; return how early that was, in ns."""
    _told(lambda: python.begin(_CREWS[token].clients, window))
    return window.begin - time.monotonic_ns()


def warm(token: str, within_s: float) -> None:
    """Wait until all clients have ended their warm-up."""
    _told(lambda: python.warm(_CREWS[token].clients, within_s))


def done(token: str, within_s: float) -> None:
    """Wait until all clients have done their last transaction."""
    _told(lambda: python.done(_CREWS[token].clients, within_s))


def collect(token: str) -> list[dict[str, Any]]:
    """Let the clients end, and return what each of them saw."""
    own = _CREWS[token]
    return _told(lambda: python.results(own.clients, own.jobs, own.folder))


def dismiss(token: str) -> None:
    """End what is left of a crew."""
    own = _CREWS.pop(token, None)
    if own is not None:
        own.end.close()


def _told(act: Callable[[], T]) -> T:
    """Return what something returns; what it raises travels as an error that every host knows."""
    try:
        return act()
    except KeyError:
        raise TrialError("a worker's clients are gone: it was restarted, or they took too long") from None
    except Exception as error:
        raise TrialError(f"{one_line(error, 400)}") from None
