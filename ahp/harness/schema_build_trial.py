"""A trial that builds a schema: loading the data is what is measured, in two phases.

The clock starts with the first row: making an empty database takes as long with every alternative, and would
make them look alike. The first phase is the rows going in, the second all that follows: indexes, statistics,
compaction, writing out. The rows are made, and written as a server reads them, before the clock runs; a
server is given several tables at a time. What the build used of the processors is what its processes and the
kernel's threads used, less what this process used to hand the rows to a server. Where the database lives in
this process, nobody can tell these two apart.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock

from ahp.errors import TrialError
from ahp.harness.accounting import incredible, interference, measures, processor
from ahp.harness.disk_space import ample, least
from ahp.harness.engines.base import Row
from ahp.harness.engines.tsv_rows import line
from ahp.harness.load.base import Recording
from ahp.harness.plan import Trial
from ahp.harness.system.meters import Meter
from ahp.harness.system.process_table import children
from ahp.harness.trial_types import Outcome, Setting
from ahp.harness.workloads.base import Table, Workload
from ahp.harness.workloads.filling import raw_bytes, rows

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
    parts = (reading.server_cpu_s, reading.client_cpu_s, reading.kernel_cpu_s)
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
    """The rows of a table, and the same as a server reads them: `ahp.harness.engines.tsv_rows.Lines`."""

    rows: Sequence[Row]
    text: Sequence[bytes]
    through: Callable[[], None]

    def __iter__(self) -> Iterator[Row]:
        yield from self.rows
        self.through()

    def lines(self) -> Iterator[bytes]:
        yield from self.text
        self.through()
