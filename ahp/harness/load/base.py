"""What a driver is: it puts a load on a service and keeps every response time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ahp.harness.engines.base import Engine, Service
from ahp.harness.load.histogram import Histogram
from ahp.harness.system.meters import Meter
from ahp.harness.workloads.base import Sizes, Workload


@dataclass(frozen=True)
class Load:
    """How the transactions come.

    Attributes
    ----------
    clients : int
        How many there are at a time.
    warmup_s : float
        For how long transactions run before any counts, in seconds.
    duration_s : float
        The length of the window, in seconds; with `transactions`, the longest that it may take.
    seed : int
        Of all draws.
    think_s : float
        How long a client of a closed loop waits between transactions, in seconds.
    rate : float or None
        Arrivals per second, over all clients: an open loop, whose response times count from the moment at
        which the transaction was due. None: a closed loop.
    transactions : int or None
        How many each client does after the warm-up, instead of a fixed time.
    log : bool
        Whether every single response time is kept too, in the driver's folder.
    groups : tuple of str
        Control groups that clients join in which the database lives.
    scheduler : str or None
        The address of the scheduler by which clients run on other hosts.
    """

    clients: int
    warmup_s: float
    duration_s: float
    seed: int
    think_s: float = 0.0
    rate: float | None = None
    transactions: int | None = None
    log: bool = False
    groups: tuple[str, ...] = ()
    scheduler: str | None = None


@dataclass(frozen=True)
class Task:
    """What a driver is to do.

    Attributes
    ----------
    engine, service : Engine, Service
        What is driven.
    workload : Workload
        The mix.
    sizes : mapping of str to int
        The constants of its data set.
    load : Load
        How the transactions come.
    """

    engine: Engine
    service: Service
    workload: Workload
    sizes: Sizes
    load: Load


@dataclass(frozen=True)
class Recording:
    """What a driver saw in the window.

    Attributes
    ----------
    response_times : mapping of str to Histogram
        By transaction type, in nanoseconds; those that ended within the window.
    seconds : float
        The length of the window.
    retries : int
        How often a transaction was tried again after a conflict.
    client_cpu_s : float
        What the clients themselves used of the processors, in seconds, the database's part left out where it
        lives in their process.
    ceiling : float or None
        How many transactions per second the clients would manage if the database took no time; None where
        nobody knows.
    steady : float
        Throughput of the second half of the window against the first: 1 is a steady state.
    exit_throughput : float or None
        Transactions per second at the window's end, over the last part of it that the workload names; None
        where it names none.
    details : mapping
        What else is to be known of the clients: the hosts that they ran on, and how their clocks stood.
    own_share : float or None
        The clients' own part of their processor time where the database lives in their process; None where it
        does not, and all of it is their own.
    counters_before, counters : mapping of str to float
        What a database in their process had counted when the window began, and what it counted in it.
    """

    response_times: Mapping[str, Histogram]
    seconds: float
    retries: int
    client_cpu_s: float
    ceiling: float | None
    steady: float
    exit_throughput: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    own_share: float | None = None
    counters_before: Mapping[str, float] = field(default_factory=dict)
    counters: Mapping[str, float] = field(default_factory=dict)


@runtime_checkable
class Translating(Protocol):
    """A driver that writes the scripts in a language of its own, which may not have all that they have."""

    def check(self, workload: Workload) -> None:
        """Raise an InputError if a workload has what it cannot write."""


@runtime_checkable
class Distant(Protocol):
    """A driver whose clients run on other hosts, by a scheduler."""

    def look(self, scheduler: str, dsn: str | None) -> None:
        """Raise a HarnessError if nobody answers at the scheduler's address who could run clients.

        Parameters
        ----------
        scheduler : str
            Its address.
        dsn : str or None
            The server that is there already; None: one that listens on this machine alone.
        """


class Driver(Protocol):
    """A load generator."""

    @property
    def name(self) -> str:
        """For the command line: `python`, `pgbench`."""

    @property
    def cannot(self) -> Mapping[str, str]:
        """What it cannot do, by the key of a plan that asks for it, as `has no think time`."""

    @property
    def whole_seconds(self) -> bool:
        """Whether its windows are of whole seconds."""

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Warm up, then run the mix for the window and return what was seen.

        Parameters
        ----------
        task : Task
            What is driven, and how.
        folder : Path
            An empty folder for files of its own.
        meter : context manager
            Entered as the window begins and left as it ends: the machine's counters are read there. Whoever
            knows the moment enters it before, for looking takes a while, and lets it begin then.

        Raises
        ------
        TrialError
            If a client ends, or a transaction fails for any reason but a conflict.
        """


def refusal(driver: Driver, asked: Mapping[str, object]) -> str | None:
    """Return what a driver cannot do of what is asked for, None if it can do it all.

    Parameters
    ----------
    driver : Driver
        Which.
    asked : mapping
        Values by the keys of a plan; false ones ask for nothing.
    """
    found = [why for key, why in driver.cannot.items() if asked.get(key)]
    for key in ("warmup", "duration") if driver.whole_seconds else ():
        value = asked.get(key, 0)
        if isinstance(value, float) and not value.is_integer():
            found.append(f"takes whole seconds, and {key} is {value:g}")
    return f"{driver.name} {found[0]}" if found else None
