"""Clients in Python on several hosts, where the workers of a Dask cluster run them.

Each worker starts its part of the clients as processes of its own, as the Python driver does here. The hosts'
clocks are compared first, by the quickest of some round trips (Cristian 1989), so that all begin together;
what the comparison may be wrong by, half that round trip, is stated. What comes back are histograms, which
add exactly.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ahp._version import __version__
from ahp.errors import AHPError, HarnessError, TrialError, one_line
from ahp.harness.engines.base import Address
from ahp.harness.engines.existing import target
from ahp.harness.load import python
from ahp.harness.load.base import Recording, Task
from ahp.harness.load.pacing import Window
from ahp.harness.load.python import driven, gathered, jobs
from ahp.harness.system.meters import Meter
from ahp.harness.system.process_table import boot_id

if TYPE_CHECKING:
    from distributed import Client, Future


_CREWS: dict[str, tuple[python.Crew, contextlib.ExitStack]] = {}
"""On a worker, where the functions down to `dismiss` run; of a silent harness a timer ends the crew."""


def facts() -> tuple[str, str]:
    """Return the version of this library there, and what tells this run of the host from others."""
    return __version__, boot_id()


def clock() -> int:
    """Return the host's monotonic clock, in nanoseconds."""
    return time.monotonic_ns()


def prepare(token: str, jobs: Sequence[Mapping[str, Any]], limit_s: float) -> None:
    """Start a client for each job and wait until all have connected; whatever happens, they end in time."""
    with _travelling(), contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ahp-bench-")))
        crew = stack.enter_context(python.crew(jobs, folder))
        timer = threading.Timer(limit_s, dismiss, [token])
        timer.daemon = True
        timer.start()
        stack.callback(timer.cancel)
        _CREWS[token] = crew, stack.pop_all()


def ask(token: str, word: str, *told: object) -> Any:  # noqa: ANN401 - what the crew answers
    """Tell or ask the clients of a crew something, by a method of :class:`~ahp.harness.load.python.Crew`."""
    if token not in _CREWS:
        raise TrialError("a worker's clients are gone: it was restarted, or they took too long")
    with _travelling():
        return getattr(_CREWS[token][0], word)(*told)


def dismiss(token: str) -> None:
    """End what is left of a crew."""
    own = _CREWS.pop(token, None)
    if own is not None:
        own[1].close()


@contextlib.contextmanager
def _travelling() -> Iterator[None]:
    """Let an error be one that every host knows."""
    try:
        yield
    except Exception as error:
        raise TrialError(f"{one_line(error, 400)}") from None


_CONNECT_S = 20
_TRIPS = 15
_NOTICE_S = 0.3


@dataclass(frozen=True)
class Host:
    """A worker, and how its clock stands to ours.

    Attributes
    ----------
    worker : str
        Its address in the cluster.
    here : bool
        Whether it is on this machine.
    ahead_ns : int
        How far its monotonic clock is ahead of this machine's.
    within_ns : int
        The most by which that may be wrong.
    """

    worker: str
    here: bool
    ahead_ns: int
    within_ns: int


class DaskDriver:
    """The driver; see :class:`~ahp.harness.load.base.Driver`."""

    name = "dask"
    cannot: Mapping[str, str] = MappingProxyType({"log": "brings histograms, not single response times"})
    whole_seconds = False

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        if find_spec("distributed") is None:
            return "the package distributed is not installed; pip install 'ahp-rank[dask]'"
        return None

    def look(self, scheduler: str, dsn: str | None) -> None:
        """Raise a HarnessError if there is no cluster whose workers could run clients."""
        address = {}
        if dsn is not None:
            at = target(dsn)
            address = {"host": at.host, **at.options}
        with _connected(scheduler) as cluster:
            _workers(cluster, address)

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Share the clients out among the workers, begin together, and measure while they all run."""
        load = task.load
        every = jobs(task)
        with _connected(load.scheduler) as cluster:
            hosts = compared(cluster, task.service.address)[: len(every)]
            shares = {host.worker: every[place :: len(hosts)] for place, host in enumerate(hosts)}
            limit = python.READY_S + load.warmup_s + 2 * load.duration_s + 3 * python.GRACE_S
            notice = _NOTICE_S + 20e-9 * sum(host.within_ns for host in hosts)
            with _crews(cluster, shares, limit) as token:
                start, seen = driven(_Crews(cluster, hosts, token), load, meter, notice)
        return gathered(seen, task.workload, start, {"hosts": [_told(host, shares) for host in hosts]})


@dataclass(frozen=True)
class _Crews:
    """The crews of all workers: what :class:`~ahp.harness.load.python.Told` says."""

    cluster: Client
    hosts: Sequence[Host]
    token: str

    def begin(self, window: Window) -> None:
        """Tell all hosts when to begin, each by its own clock."""
        early = self._asked(
            "begin",
            lambda host: replace(
                window,
                begin=window.begin + host.ahead_ns,
                start=window.start + host.ahead_ns,
                stop=window.stop + host.ahead_ns,
            ),
        )
        if min(early) <= 0:
            raise TrialError("a Dask worker heard of the beginning only after it; its network is slow")

    def warm(self, within_s: float) -> None:
        """Wait until all have ended their warm-up."""
        self._asked("warm", lambda host: within_s)

    def done(self, within_s: float) -> None:
        """Wait until all have done their last transaction."""
        self._asked("done", lambda host: within_s)

    def results(self) -> list[dict[str, Any]]:
        """Return what each client saw, without the processor time of those on other machines."""
        told = [_submitted(self.cluster, host.worker, ask, self.token, "results") for host in self.hosts]
        return [
            {**one, "end": one["end"] - host.ahead_ns, "cpu_ns": one["cpu_ns"] if host.here else 0}
            for host, some in zip(self.hosts, _gathered(self.cluster, told), strict=True)
            for one in some
        ]

    def _asked(self, word: str, told: Callable[[Host], object]) -> list[Any]:
        asked = [
            _submitted(self.cluster, host.worker, ask, self.token, word, told(host)) for host in self.hosts
        ]
        return _gathered(self.cluster, asked)


def compared(cluster: Client, address: Address) -> list[Host]:
    """Return the workers of a cluster in a fixed order, their clocks compared with ours.

    Raises
    ------
    HarnessError
        If there is none, one has another version of this library, or cannot reach the server.
    """
    found = []
    for worker, here in _workers(cluster, address).items():
        trips = []
        for _ in range(_TRIPS):
            sent = time.monotonic_ns()
            there: int = cluster.run(clock, workers=[worker])[worker]
            trips.append((time.monotonic_ns() - sent, there, sent))
        took, there, sent = min(trips)
        found.append(Host(worker, here, there - (sent + took // 2), took // 2))
    return found


def _workers(cluster: Client, address: Address) -> dict[str, bool]:
    """Return the workers of a cluster in a fixed order, each with whether it is on this machine."""
    workers = sorted(cluster.scheduler_info(n_workers=-1)["workers"])
    if not workers:
        raise HarnessError("the Dask scheduler has no workers; start one on each host with: dask worker")
    try:
        told: Mapping[str, tuple[str, str]] = cluster.run(facts, workers=workers)
    except Exception as problem:  # whatever a worker has or lacks comes back as it was raised there
        raise HarnessError(
            f"a Dask worker cannot run clients: {one_line(problem)}; install ahp-rank {__version__} there"
        ) from None
    found = {}
    for worker in workers:
        version, boot = told[worker]
        if version != __version__:
            raise HarnessError(f"a Dask worker has ahp-rank {version}, and this is {__version__}; have one")
        here = bool(boot) and boot == boot_id()
        if not here and not reachable(address):
            raise HarnessError(
                "the database listens on this machine alone, and a Dask worker is on another host; "
                "give a server that it reaches by --dsn"
            )
        found[worker] = here
    return found


def reachable(address: Address) -> bool:
    """Say whether other hosts can reach a server, by its address.

    Examples
    --------
    >>> reachable({"host": "/tmp/socket"}), reachable({"host": "db.example"})
    (False, True)
    """
    host = str(address.get("host", ""))
    own = host in ("", "localhost", "::1") or host.startswith(("/", "127."))
    return not own and "socket" not in address


@contextlib.contextmanager
def _connected(scheduler: str | None) -> Iterator[Client]:
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port
    from distributed.security import Security

    secure = Security().get_connection_args("client")["ssl_context"] is not None  # type: ignore[no-untyped-call]
    if str(scheduler).startswith("tls:") and not secure:
        raise HarnessError(
            f"{scheduler} asks for certificates, and Dask's configuration (distributed.comm.tls) names none"
        )
    try:
        # Dask's client would try a port that is closed until its time is over, and fail late on no address.
        place = get_address_host_port(scheduler or "")
        socket.create_connection(place, _CONNECT_S).close()
        cluster = Client(scheduler, timeout=_CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, OverflowError) as problem:
        raise HarnessError(f"no Dask scheduler answers at {scheduler}: {one_line(problem)}") from None
    with cluster:
        yield cluster


@contextlib.contextmanager
def _crews(
    cluster: Client, shares: Mapping[str, Sequence[Mapping[str, Any]]], limit_s: float
) -> Iterator[str]:
    token = secrets.token_hex(8)
    told = [_submitted(cluster, at, prepare, token, some, limit_s) for at, some in shares.items()]
    try:
        _gathered(cluster, told)
        yield token
    finally:
        # Whoever is still at it has no clients yet that could be dismissed; a worker that is gone has none.
        with contextlib.suppress(Exception):
            cluster.gather(told, errors="skip")  # type: ignore[no-untyped-call]
            cluster.run(dismiss, token, workers=list(shares), on_error="ignore")


def _submitted(cluster: Client, worker: str, act: Callable[..., object], *told: object) -> Future[Any]:
    return cluster.submit(act, *told, workers=[worker], allow_other_workers=False, pure=False, retries=0)


def _gathered(cluster: Client, futures: Sequence[Future[Any]]) -> list[Any]:
    try:
        found: list[Any] = cluster.gather(list(futures))  # type: ignore[no-untyped-call]
    except AHPError:
        raise
    except Exception as problem:
        raise TrialError(f"a Dask worker failed: {type(problem).__name__}: {one_line(problem)}") from None
    return found


def _told(host: Host, shares: Mapping[str, Sequence[object]]) -> dict[str, Any]:
    return {
        "clients": len(shares[host.worker]),
        "here": host.here,
        "clock_ahead_ns": host.ahead_ns,
        "clock_within_ns": host.within_ns,
    }
