"""PostgreSQL's own generator: costs little per transaction, and writes a line for every one of them."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

from ahp.errors import AHPError, HarnessError, InputError, TrialError
from ahp.harness.engines.postgresql_server import CLEAN, conninfo, installation
from ahp.harness.load.base import Recording, Task, refusal
from ahp.harness.load.native import BLOCK_BYTES, Noted, keep_notes, recording, run
from ahp.harness.scripts.compiler import gotten
from ahp.harness.scripts.script import Set
from ahp.harness.system.meters import Meter
from ahp.harness.workloads.base import Workload
from ahp.ingest.readers.pgbench_log import NOT_DONE, transactions

_TRIES = 10


class PgbenchDriver:
    """The driver; see :class:`~ahp.harness.load.base.Driver`."""

    name = "pgbench"
    cannot: Mapping[str, str] = MappingProxyType({"think": "has no think time"})
    whole_seconds = True

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        try:
            where = installation().folder / "pgbench"
        except AHPError as problem:
            return getattr(problem, "reason", str(problem))
        return None if where.exists() else f"{where}: not found; install the package postgresql"

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Run pgbench once to warm up, and once for the window."""
        load = task.load
        asked = {
            "think": load.think_s or task.workload.thinks,
            "warmup": load.warmup_s,
            "duration": load.duration_s,
        }
        if reason := refusal(self, asked):
            raise HarnessError(f"{reason}; use --driver python")
        scripts = write_scripts(task.workload, folder)
        if load.warmup_s > 0:
            told = command(task, scripts, phase=0)
            run([*told, "-T", f"{load.warmup_s:.0f}"], folder, load.warmup_s, CLEAN)
        told = command(task, scripts, phase=1)
        if load.transactions is None:
            told += ["-T", f"{load.duration_s:.0f}"]
        else:
            told += ["-t", str(load.transactions)]
        with meter:
            used = run([*told, "--log", "--log-prefix=window"], folder, load.duration_s, CLEAN)
        files = sorted(folder.glob("window.*"))
        notes = functools.partial(read_log, files, len(scripts), rated=load.rate is not None)
        found = recording(task.workload, notes, used)
        keep_notes(load, files, notes)
        return found


def write_scripts(workload: Workload, folder: Path) -> list[tuple[Path, int]]:
    """Write each transaction of a mix to a file; return the files with the weights."""
    written = []
    for number, transaction in enumerate(workload.mix):
        path = folder / f"script-{number}.sql"
        path.write_text(transaction.script.text, encoding="utf-8")
        written.append((path, transaction.weight))
    return written


def command(task: Task, scripts: list[tuple[Path, int]], phase: int) -> list[str]:
    """Return pgbench's command, all but how long it runs.

    Every variable has a value from the start, as with the other drivers: a constant of the data set, or 0.
    """
    load, address = task.load, task.service.address
    changing: set[str] = set()
    for transaction in task.workload.mix:
        changing |= {step.name for step in transaction.script.steps if isinstance(step, Set)}
        changing |= {name for step in transaction.script.statements if step.gets for name in gotten(step)}
    values = {**dict.fromkeys(sorted(changing), 0), **task.sizes, "clients": load.clients, "phase": phase}
    defined = [f"--define={name}={value}" for name, value in values.items()]
    return [
        str(Path(address["programs"]) / "pgbench"),
        *("-n", "-M", "prepared", f"--max-tries={_TRIES}", f"--random-seed={load.seed + phase}"),
        *("-c", str(load.clients), "-j", str(min(load.clients, os.cpu_count() or 1))),
        *([f"--rate={load.rate}"] if load.rate is not None else []),
        *defined,
        *(f"--file={path}@{weight}" for path, weight in scripts),
        conninfo(address),
    ]


def read_log(files: Sequence[Path], scripts: int, *, rated: bool) -> Iterator[Noted]:
    """Yield what pgbench wrote of each transaction, a block at a time.

    The columns are client, transaction, time, script, second, microsecond, the lag with a rate, and retries.

    Raises
    ------
    TrialError
        If a transaction failed for good, or was skipped; if a line is none of pgbench's.
    """
    columns = 7 + rated
    for file in files:
        line = 1
        with file.open("rb") as log:
            while some := log.readlines(BLOCK_BYTES):
                data = b"".join(some)
                for word in NOT_DONE:
                    if word.encode() in data:
                        told = f"a transaction {word} after {_TRIES} tries; use fewer --clients"
                        raise TrialError(told)
                try:
                    rows = transactions(data, columns, name=file.name, line=line)
                except InputError as error:
                    raise TrialError(str(error)) from None
                line += rows.shape[1]
                _, _, took, script, second, microsecond, *_, tries = rows
                if script.max() >= scripts:
                    raise TrialError(f"{file.name}: script {script.max()}, where there are {scripts}")
                ended = 1000 * (second * 1_000_000 + microsecond)
                yield Noted(script, ended - 1000 * took, ended, int(tries.sum()))
