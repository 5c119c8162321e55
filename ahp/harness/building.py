"""A trial that builds a schema: loading the data is what is measured, in two phases, less the idle machine.

The clock starts with the first row: making an empty database takes as long with every alternative, and would
make them look alike. The first phase is the rows going in, the second all that follows: indexes, statistics,
compaction, writing out. What the machine uses while nothing runs is measured right before and subtracted, as
in the study. The rows are made before the clock runs; handing them over is part of the work, and the same for
all alternatives.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from ahp.errors import TrialError
from ahp.harness.accounting import interference
from ahp.harness.datasets import raw_bytes
from ahp.harness.drivers.base import Recording
from ahp.harness.engines.base import Row
from ahp.harness.filling import rows
from ahp.harness.meters import Meter, Reading, ticks
from ahp.harness.plan import Trial, compresses
from ahp.harness.room import ample, least
from ahp.harness.setting import Outcome, Setting
from ahp.harness.storage.base import Usage
from ahp.harness.workloads.base import Table, Workload

IDLE_S = 1.0
"""For how long the idle machine is looked at."""


def run_build(trial: Trial, workload: Workload, setting: Setting) -> Outcome:
    """Build a schema once on a fresh volume.

    Raises
    ------
    AHPError
        If any stage fails; everything that was made is gone then too.
    """
    plan, engine, layer, ledger = setting.plan, setting.engine, setting.layer, setting.ledger
    schema, plainest = workload.schema, engine.alternatives()[0]
    inside, outside = trial.alternative, layer.alternatives()[0]
    if compresses(layer):
        inside, outside = plainest, trial.alternative
    sizes = schema.sizes(plan.scale)
    prepared = {table.name: list(rows(table, sizes, plan.seed)) for table in schema.tables}
    number = sum(map(len, prepared.values()))
    room = ample(least(raw_bytes(schema, sizes)), plan, setting.work)
    with layer.mounted(outside, setting.work, ledger, room) as volume:
        idle = Meter(server=volume.processes, device=volume.device)
        with idle:
            time.sleep(IDLE_S)
        meter = Meter(server=volume.processes, device=volume.device)
        with ExitStack() as window:
            feed = _Feed(prepared, schema.tables[-1].name, lambda: window.enter_context(meter))
            engine.load(volume.folder, inside, schema, feed, ledger)
        ended, after = time.monotonic(), ticks()
        usage = volume.usage() if compresses(layer) else None
        stored = engine.stored_bytes(volume.folder)
        details = {"volume": dict(volume.details)}
    if meter.reading is None or idle.reading is None or feed.began is None or feed.ended is None:
        raise TrialError("the build was not measured")
    if usage is None:
        usage = Usage(setting.datasets.get(schema, plainest).stored_bytes, stored)
    began, before = feed.began
    seconds = ended - began
    measures = {
        "throughput": number / seconds,
        "duration": seconds,
        "compression_ratio": usage.ratio,
        "original_bytes": float(usage.logical_bytes),
        "stored_bytes": float(usage.stored_bytes),
    }
    doubts: tuple[str, ...] = ()
    # What others use from one moment to the next is not what they used before: it is not subtracted.
    used = {} if interference(idle.reading) else _processor(before, after, seconds, idle.reading)
    if not used and (own := _own(meter.reading)) is not None:
        used = {"cpu": 100 * own / (seconds * meter.reading.processors)}
        doubts += ("the machine was not idle before the build: its processors' use is that of our processes",)
    measures |= used
    if "cpu" in measures:
        capacity = seconds * meter.reading.processors
        measures["cpu_per_transaction"] = measures["cpu"] / 100 * capacity / number * 1000
    moment, at = feed.ended
    phases = {"loading": {"duration": moment - began}, "finishing": {"duration": ended - moment}}
    processor = {
        "loading": _processor(before, at, moment - began, idle.reading),
        "finishing": _processor(at, after, ended - moment, idle.reading),
        "idle": {"busy_s": idle.reading.busy_s, "seconds": idle.reading.seconds},
    }
    return Outcome(
        measures,
        phases,
        Recording({}, seconds, 0, 0.0, None, 1.0),
        {**details, "rows": number, "processor": processor},
        doubts,
        interference(meter.reading),
    )


class _Feed:
    """Hands out the rows of each table, and notes when the first row went, and the last of the last table."""

    def __init__(self, prepared: Mapping[str, Sequence[Row]], last: str, start: Callable[[], object]) -> None:
        self._prepared = prepared
        self._last = last
        self._start = start
        self.began: tuple[float, tuple[float, ...] | None] | None = None
        self.ended: tuple[float, tuple[float, ...] | None] | None = None

    def __call__(self, table: Table) -> Iterator[Row]:
        if self.began is None:
            self._start()
            self.began = time.monotonic(), ticks()
        yield from self._prepared[table.name]
        if table.name == self._last:
            self.ended = time.monotonic(), ticks()


def _processor(
    before: tuple[float, ...] | None, after: tuple[float, ...] | None, seconds: float, idle: Reading
) -> dict[str, float]:
    """Return the processors' use in per cent of the machine, less that of the idle machine.

    Nothing is returned where less than nothing comes out: then the machine was busier before than during.
    """
    if before is None or after is None or idle.user_s is None or idle.system_s is None or seconds <= 0:
        return {}
    user, nice, system, _, _, irq, softirq, _ = (b - a for a, b in zip(before, after, strict=True))
    capacity = seconds * idle.processors
    share = seconds / idle.seconds
    own_user = user + nice - idle.user_s * share
    own_system = system + irq + softirq - idle.system_s * share
    if own_user < 0 or own_system < 0 or own_user + own_system == 0:
        return {}
    found = {"cpu_user": 100 * own_user / capacity, "cpu_system": 100 * own_system / capacity}
    return {**found, "cpu": found["cpu_user"] + found["cpu_system"]}


def _own(reading: Reading) -> float | None:
    """Return the processor time of our processes and the kernel's threads, in seconds."""
    parts = (reading.server_cpu_s, reading.client_cpu_s, reading.kernel_cpu_s)
    return None if None in parts else sum(part for part in parts if part is not None)
