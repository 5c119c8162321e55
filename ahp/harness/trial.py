"""The stages of one trial: prepare, restore, serve, warm up, measure, account, clean up.

Whatever is made is taken away when the trial ends, however it ends.
"""

from __future__ import annotations

import contextlib
import shutil
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
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
from ahp.harness.disk_space import ample, beside, least, told_if_full, told_if_volume_full
from ahp.harness.engines.base import Service
from ahp.harness.engines.existing import UNSEEN, unseen
from ahp.harness.ledger import Ledger
from ahp.harness.load.base import Load, Recording, Task
from ahp.harness.plan import Plan, Trial
from ahp.harness.schema_build_trial import run_build
from ahp.harness.storage.base import Volume
from ahp.harness.storage.copying import allocated, restored
from ahp.harness.system.folders import temporary_folder
from ahp.harness.system.limits import Limit, limited
from ahp.harness.system.meters import Meter, Reading
from ahp.harness.trial_types import Outcome, Setting
from ahp.harness.workloads.base import Workload
from ahp.harness.workloads.filling import raw_bytes


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
    with told_if_full(results, needed), ExitStack() as stack:
        room = ample(needed, plan, setting.work)
        volume = stack.enter_context(layer.mounted(outside, setting.work, ledger, room))
        stack.enter_context(told_if_full(results))  # while what the trial wrote is still there
        restored(data.folder, volume.folder, data.digest)
        before = engine.taken(volume.folder, volume.stored_bytes)
        not_emptied = volume.empty_caches()
        notes = stack.enter_context(temporary_folder(ledger, parent=beside(plan, setting.work)))
        window = _window(trial, workload, setting, volume, inside, notes)
        for log in notes.glob("*.npz"):
            shutil.copyfile(log, keep.with_name(f"{keep.name}-{log.stem.partition('.')[0]}.npz"))
        after = engine.taken(volume.folder, volume.stored_bytes)
    reading, recording = window.reading, window.recording
    return Outcome(
        measures(recording, reading, before, original, window.counted)
        | {"stored_bytes_after": float(after.tables)},
        transaction_measures(recording),
        recording,
        {
            **window.details,
            "processor": processor(reading, recording),
            "bytes_after": asdict(after),
            "counters": {**window.counted, **recording.counters},
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
        + (uncompacted(recording) if inside != engine.alternatives()[0] else ())
        + flags(recording, reading, not_emptied, plan.rate)
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
        told_if_volume_full(volume.folder),
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
    with limited(ledger, memory_bytes=memory, device=device, read_bps=speed, write_bps=speed) as limit:
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
