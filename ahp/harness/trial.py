"""One trial: its stages (prepare, restore, serve, warm up, measure, account, clean up), and what it gives.

A schema build is a trial in which loading the data is what is measured, in two phases. The clock starts with
the first row: making an empty database takes as long with every alternative, and would make them look alike.
The first phase is the rows going in, the second all that follows: indexes, statistics, compaction, writing
out. The rows are made, and written as a server reads them, before the clock runs; a server is given several
tables at a time. What the build used of the processors is what its processes and the kernel's threads used,
less what this process used to hand the rows to a server. Where the database lives in this process, nobody can
tell these two apart.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from ahp.errors import TrialError
from ahp.harness.accounting import (
    flags,
    incredible,
    interference,
    measures,
    processor,
    transaction_measures,
    uncompacted,
    unexercised,
)
from ahp.harness.datasets import (
    Datasets,
    allocated,
    ample,
    beside,
    explain_full_disk,
    explain_full_volume,
    least,
    restored,
)
from ahp.harness.engines.base import Engine, Row, Service
from ahp.harness.engines.existing import UNSEEN, unseen
from ahp.harness.engines.loading import line
from ahp.harness.ledger import Ledger
from ahp.harness.load.base import Driver, Load, Recording, Task
from ahp.harness.plan import Plan, Trial
from ahp.harness.storage.base import Layer, Volume, compresses
from ahp.harness.system.folders import temporary_folder
from ahp.harness.system.limits import Limit, limited
from ahp.harness.system.meters import Meter, Reading
from ahp.harness.system.process_table import children
from ahp.harness.workloads.base import Table, Workload
from ahp.harness.workloads.filling import raw_bytes, rows


@dataclass(frozen=True)
class Setting:
    """What all trials of a run share.

    Attributes
    ----------
    plan : Plan
        What is run.
    engine, layer, driver : Engine, Layer, Driver
        As the plan names them.
    datasets : Datasets
        The initial data.
    ledger : Ledger
        Where everything is recorded before it is made.
    work : Path
        Where files may be for a while.
    """

    plan: Plan
    engine: Engine
    layer: Layer
    driver: Driver
    datasets: Datasets
    ledger: Ledger
    work: Path

    def places(self, trial: Trial) -> tuple[str, str]:
        """Return which alternative the engine has in a trial, and which the storage layer."""
        if compresses(self.layer):
            return self.engine.alternatives()[0], trial.alternative
        return trial.alternative, self.layer.alternatives()[0]


@dataclass(frozen=True)
class Outcome:
    """What a trial gave.

    Attributes
    ----------
    measures : mapping of str to float
        By the names of the plain table, over all transactions; what could not be measured is not there.
    transactions : mapping of str to mapping
        The same for each transaction type, as far as it can be told apart.
    recording : Recording
        The response times.
    details : mapping
        What else was seen: processor time by part, bytes before and after, versions and settings.
    flags : tuple of str
        Why the figures may mislead.
    interference : tuple of str
        Why the run should be repeated: what others did on the machine meanwhile.
    """

    measures: Mapping[str, float]
    transactions: Mapping[str, Mapping[str, float]]
    recording: Recording
    details: Mapping[str, Any]
    flags: tuple[str, ...]
    interference: tuple[str, ...] = ()


def run_trial(trial: Trial, workload: Workload, setting: Setting, keep: Path) -> Outcome:
    """Run one trial.

    Parameters
    ----------
    trial : Trial
        Which.
    workload : Workload
        Its workload.
    setting : Setting
        What all trials share.
    keep : Path
        What the logs of single response times are called, where the plan wants them: with a client's number.

    Raises
    ------
    AHPError
        If any stage fails; everything that was made is gone then too.
    """
    if not workload.transactions:
        return run_build(trial, workload, setting)
    plan, engine, layer, ledger = setting.plan, setting.engine, setting.layer, setting.ledger
    inside, outside = setting.places(trial)
    data, original = setting.datasets.get(workload.schema, inside), setting.datasets.original(workload.schema)
    sizes = workload.schema.sizes(plan.scale)
    needed = least(raw_bytes(workload.schema, sizes), allocated(data.folder))
    results = ledger.path.parent
    with explain_full_disk(results, needed), ExitStack() as stack:
        room = ample(needed, plan, setting.work)
        volume = stack.enter_context(layer.mounted(outside, setting.work, ledger, room))
        stack.enter_context(explain_full_disk(results))  # while what the trial wrote is still there
        restored(data.folder, volume.folder, data.digest)
        before = engine.taken(volume.folder, volume.stored_bytes)
        not_emptied = volume.empty_caches()
        notes = stack.enter_context(temporary_folder(ledger, parent=beside(plan, setting.work)))
        window = _window(trial, workload, setting, volume, inside, notes)
        for log in notes.glob("*.npz"):
            shutil.copyfile(log, keep.with_name(f"{keep.name}-{log.stem.partition('.')[0]}.npz"))
        after = engine.taken(volume.folder, volume.stored_bytes)
    reading, recording = window.reading, window.recording
    counted = {**window.counted, **recording.counters}
    return Outcome(
        measures(recording, reading, before, original, window.counted)
        | {"stored_bytes_after": float(after.tables)},
        transaction_measures(recording),
        recording,
        {
            **window.details,
            "processor": processor(reading, recording),
            "bytes_after": asdict(after),
            "counters": counted,
            "counters_before": {**window.details["counters_before"], **recording.counters_before},
            "own_share": recording.own_share,
            "retries": recording.retries,
            "steady": recording.steady,
            "ceiling_tps": recording.ceiling,
            "driver": setting.driver.name,
            **recording.details,
        },
        incredible(before, original)
        + unexercised(before, original, reading)
        + (uncompacted(counted) if inside != engine.alternatives()[0] else ())
        + flags(recording, not_emptied, plan.rate)
        + ((UNSEEN,) if window.away else ()),
        interference(reading),
    )


class _Window(NamedTuple):
    """What was seen while a trial was measured, and whether its server runs where nobody can see it."""

    recording: Recording
    reading: Reading
    counted: dict[str, float]
    details: dict[str, Any]
    away: bool


def _window(
    trial: Trial, workload: Workload, setting: Setting, volume: Volume, inside: str, notes: Path
) -> _Window:
    """Serve the data of a volume, warm up, and measure."""
    plan, engine, ledger = setting.plan, setting.engine, setting.ledger
    counted: dict[str, float] = {}
    earlier: dict[str, float] = {}
    with (
        _limited(plan, ledger, volume) as limit,
        engine.serve(volume.folder, inside, ledger) as service,
        explain_full_volume(volume.folder),
    ):
        if limit is not None:
            limit.include(service.processes)
        groups = () if service.processes or limit is None else tuple(map(str, limit.groups))
        service.checkpoint()
        meter = Meter(
            server=(*service.processes, *volume.processes),
            device=volume.device,
            peak=limit.peak if groups and limit is not None else None,
        )
        sizes = workload.schema.sizes(plan.scale)
        task = Task(engine, service, workload, sizes, _load(plan, trial, groups))
        recording = setting.driver.drive(task, notes, _observed(meter, service, counted, earlier))
        details = {
            "volume": dict(volume.details),
            "service": dict(service.details),
            "counters_before": earlier,
        }
    if not any(times.number for times in recording.response_times.values()):
        raise TrialError(
            f"{workload.title} with {trial.label}, {plan.clients} client(s): no transaction ended within the "
            f"window of {plan.duration:g} s; use a longer --duration, fewer --clients or a smaller --scale"
        )
    away = plan.dsn is not None and not service.processes
    if meter.reading is None:
        raise TrialError("the window was not measured")
    return _Window(recording, unseen(meter.reading) if away else meter.reading, counted, details, away)


@contextlib.contextmanager
def _observed(
    meter: Meter, service: Service, counted: dict[str, float], earlier: dict[str, float]
) -> Iterator[Meter]:
    """Read the machine's counters over the window, and the database's own around them."""
    before = service.counters()
    with meter:
        yield meter
    counted.update({name: value - before[name] for name, value in service.counters().items()})
    earlier.update(before)


@contextlib.contextmanager
def _limited(plan: Plan, ledger: Ledger, volume: Volume) -> Iterator[Limit | None]:
    """Put the plan's limits in force, from after the data is there until the database has closed."""
    if plan.memory is None and plan.bandwidth is None:
        yield None
        return
    speed = None if plan.bandwidth is None else round(plan.bandwidth * 1e6)
    memory = None if plan.memory is None else round(plan.memory * 1e6)
    device = volume.device if speed is not None else None
    with limited(ledger, memory_bytes=memory, device=device, bps=speed) as limit:
        yield limit


def _load(plan: Plan, trial: Trial, groups: tuple[str, ...]) -> Load:
    # The same draws for every alternative of a block: what they differ by is not luck of the draw.
    seed = zlib.crc32(f"{plan.seed} {trial.block} {trial.workload}".encode())
    return Load(
        plan.clients,
        plan.warmup,
        plan.duration,
        seed,
        plan.think,
        plan.rate,
        plan.transactions,
        plan.log,
        groups,
        plan.scheduler,
    )


FEEDER = 0.5
"""The share of the time above which handing the rows over may be what was measured."""


def run_build(trial: Trial, workload: Workload, setting: Setting) -> Outcome:
    """Build a schema once on a fresh volume.

    Raises
    ------
    AHPError
        If any stage fails; everything that was made is gone then too.
    """
    plan, engine, layer, ledger = setting.plan, setting.engine, setting.layer, setting.ledger
    schema = workload.schema
    inside, outside = setting.places(trial)
    sizes = schema.sizes(plan.scale)
    made = {table.name: list(rows(table, sizes, plan.seed)) for table in schema.tables}
    number = sum(map(len, made.values()))
    original = setting.datasets.original(schema)
    room = ample(least(raw_bytes(schema, sizes)), plan, setting.work)
    with layer.mounted(outside, setting.work, ledger, room) as volume:
        meter = Meter(server=volume.processes, device=volume.device)
        with ExitStack() as window:
            feed = _Feed(made, lambda: window.enter_context(meter))
            engine.load(volume.folder, inside, schema, feed, ledger)
        ended = time.monotonic()
        taken = engine.taken(volume.folder, volume.stored_bytes)
        details = {"volume": dict(volume.details)}
    reading = meter.reading
    if reading is None or feed.began is None or feed.ended is None:
        raise TrialError("the build was not measured")
    seconds, loading = ended - feed.began.at, feed.ended.at - feed.began.at
    apart = bool(feed.children.difference(volume.processes))
    feeder = feed.ended.used_s - feed.began.used_s if apart else 0.0
    recording = Recording({}, seconds, 0, feeder, None, 1.0)
    found = {**measures(recording, reading, taken, original, {}), "throughput": number / seconds}
    parts = (reading.server_s, reading.client_s, reading.kernel_s)
    if None not in parts:
        own = sum(part for part in parts if part is not None) - feeder
        found["cpu_per_transaction"] = 1000 * own / number
    doubts: tuple[str, ...] = ()
    if feeder > FEEDER * seconds:
        doubts = (
            f"the feeder was the bottleneck: handing over the rows used {feeder:.1f} s of a processor, in "
            f"the {seconds:.1f} s that it all took",
        )
    return Outcome(
        found,
        {"loading": {"duration": loading}, "finishing": {"duration": seconds - loading}},
        recording,
        {**details, "rows": number, "processor": processor(reading, recording)},
        incredible(taken, original) + doubts,
        interference(reading),
    )


@dataclass(frozen=True)
class _Moment:
    """When it was, and the processor time that this process had used by then, in seconds."""

    at: float
    used_s: float


def _now() -> _Moment:
    return _Moment(time.monotonic(), time.process_time())


class _Feed:
    """Hands out the rows of each table; notes when the first was asked for and the last was through."""

    def __init__(self, made: Mapping[str, Sequence[Row]], start: Callable[[], object]) -> None:
        self._tables = {
            name: _Handed(some, [line(row) for row in some], self._through) for name, some in made.items()
        }
        self._start = start
        self._turn = Lock()
        self._left = len(made)
        self.children: frozenset[int] = frozenset()
        """The processes that this one had when the clock started: a server, if there is one."""
        self.began: _Moment | None = None
        self.ended: _Moment | None = None

    def __call__(self, table: Table) -> _Handed:
        with self._turn:
            if self.began is None:
                self.children = children(os.getpid())
                self._start()
                self.began = _now()
        return self._tables[table.name]

    def _through(self) -> None:
        with self._turn:
            self._left -= 1
            if not self._left:
                self.ended = _now()


@dataclass(frozen=True)
class _Handed:
    """The rows of a table, and the same as a server reads them: `ahp.harness.engines.loading.Lines`."""

    rows: Sequence[Row]
    text: Sequence[bytes]
    through: Callable[[], None]

    def __iter__(self) -> Iterator[Row]:
        yield from self.rows
        self.through()

    def lines(self) -> Iterator[bytes]:
        yield from self.text
        self.through()
