"""PostgreSQL's own generator: costs little per transaction, and writes a line for every one of them."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ahp.errors import AHPError, HarnessError, TrialError, one_line
from ahp.harness.compiled import gotten
from ahp.harness.drivers.base import Load, Recording
from ahp.harness.engines.base import Engine, Service
from ahp.harness.engines.postgresql_installation import installation
from ahp.harness.engines.postgresql_server import CLEAN
from ahp.harness.histogram import Histogram, histogram
from ahp.harness.programs import shown
from ahp.harness.scripts import Set
from ahp.harness.workloads.base import Sizes, Workload

_GRACE_S = 120.0
_TRIES = 10


@dataclass(frozen=True)
class Log:
    """The transactions of a run, in the order of the files.

    Attributes
    ----------
    took_us : ndarray of int64
        The response time of each, in microseconds; with a rate, from when it was due.
    script : ndarray of int64
        Which script it was, from 0.
    ended_us : ndarray of int64
        When it ended, in microseconds since 1970.
    retries : int
        How often transactions were tried again.
    """

    took_us: NDArray[np.int64]
    script: NDArray[np.int64]
    ended_us: NDArray[np.int64]
    retries: int


class PgbenchDriver:
    """The driver; see :class:`~ahp.harness.drivers.base.Driver`."""

    name = "pgbench"

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        try:
            where = installation().folder / "pgbench"
        except AHPError as problem:
            return getattr(problem, "reason", str(problem))
        return None if where.exists() else f"{where}: not found; install the package postgresql"

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
        """Run pgbench once to warm up, and once for the window."""
        if load.think_s:
            raise HarnessError("pgbench has no think time; use --driver python, or a rate")
        scripts = write_scripts(workload, folder)
        if load.warmup_s > 0:
            told = command(service.address, scripts, workload, sizes, load, phase=0)
            run([*told, "-T", str(max(1, round(load.warmup_s)))], folder, load.warmup_s)
        told = command(service.address, scripts, workload, sizes, load, phase=1)
        if load.transactions is None:
            told += ["-T", str(max(1, round(load.duration_s)))]
        else:
            told += ["-t", str(load.transactions)]
        with meter:
            used = run([*told, "--log", "--log-prefix=window"], folder, load.duration_s)
        files = sorted(folder.glob("window.*"))
        log = read_log(files, len(scripts), rated=load.rate is not None)
        if not load.log:
            for file in files:
                file.unlink()
        return _recording(log, workload, used)


def write_scripts(workload: Workload, folder: Path) -> list[tuple[Path, int]]:
    """Write each transaction of a mix to a file; return the files with the weights."""
    written = []
    for number, transaction in enumerate(workload.mix):
        path = folder / f"script-{number}.sql"
        path.write_text(transaction.script.text, encoding="utf-8")
        written.append((path, transaction.weight))
    return written


def command(
    address: Mapping[str, Any],
    scripts: list[tuple[Path, int]],
    workload: Workload,
    sizes: Sizes,
    load: Load,
    phase: int,
) -> list[str]:
    """Return pgbench's command, all but how long it runs.

    Every variable has a value from the start, as with the other drivers: a constant of the data set, or 0.
    """
    changing: set[str] = set()
    for transaction in workload.mix:
        changing |= {step.name for step in transaction.script.steps if isinstance(step, Set)}
        changing |= {name for step in transaction.script.statements if step.gets for name in gotten(step)}
    values = {**dict.fromkeys(sorted(changing), 0), **sizes, "clients": load.clients, "phase": phase}
    defined = [f"--define={name}={value}" for name, value in values.items()]
    return [
        str(Path(address["programs"]) / "pgbench"),
        *("-h", address["host"], "-p", address["port"], "-U", address["user"]),
        *("-n", "-M", "prepared", f"--max-tries={_TRIES}", f"--random-seed={load.seed + phase}"),
        *("-c", str(load.clients), "-j", str(min(load.clients, os.cpu_count() or 1))),
        *([f"--rate={load.rate}"] if load.rate is not None else []),
        *defined,
        *(f"--file={path}@{weight}" for path, weight in scripts),
        address["dbname"],
    ]


def run(told: list[str], folder: Path, seconds: float) -> float:
    """Run pgbench to its end; return its processor time in seconds."""
    with (folder / "pgbench.out").open("ab") as written:
        process = subprocess.Popen(
            told,
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=os.environ | {"LC_ALL": "C"} | CLEAN,
        )
        used = _waited(process, seconds + _GRACE_S)
    if process.returncode:
        said = (folder / "pgbench.out").read_text(encoding="utf-8", errors="replace").splitlines()
        wrong = [line for line in said if "error" in line.lower() or "fatal" in line.lower()]
        reason = one_line((wrong or said or ["it wrote no message"])[-1], 300)
        raise TrialError(f"{shown(told)} ended with {process.returncode}: {reason}")
    return used


def _waited(process: subprocess.Popen[bytes], seconds: float) -> float:
    """Wait for a process, which is killed if that fails, and return the processor time it used."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        raise TrialError(f"{shown(process.args)} did not end within {seconds:g} s") from None  # type: ignore[arg-type]
    finally:
        if process.poll() is None:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def read_log(files: list[Path], scripts: int, *, rated: bool) -> Log:
    """Return what pgbench wrote of each transaction.

    The columns are client, transaction, time, script, second, microsecond, the lag with a rate, and retries.

    Raises
    ------
    TrialError
        If a transaction failed for good, or was skipped.
    """
    columns = 7 + rated
    parts = []
    for file in files:
        data = file.read_bytes()
        for word in (b"failed", b"skipped", b"serialization", b"deadlock"):
            if word in data:
                raise TrialError(f"a transaction {word.decode()} after {_TRIES} tries; use fewer --clients")
        if data:
            parts.append(np.loadtxt(io.BytesIO(data), dtype=np.int64 if not rated else np.float64, ndmin=2))
    if not parts:
        nothing = np.empty(0, np.int64)
        return Log(nothing, nothing, nothing, 0)
    rows = np.concatenate(parts).astype(np.int64)
    if rows.shape[1] != columns or rows[:, 3].max() >= scripts:
        raise TrialError(f"{files[0].name}: {rows.shape[1]} columns, where pgbench writes {columns}")
    return Log(rows[:, 2], rows[:, 3], rows[:, 4] * 1_000_000 + rows[:, 5], int(rows[:, -1].sum()))


def _recording(log: Log, workload: Workload, used: float) -> Recording:
    times: dict[str, Histogram] = {
        transaction.name: histogram(log.took_us[log.script == number] * 1000)
        for number, transaction in enumerate(workload.mix)
    }
    if not log.ended_us.size:
        return Recording(times, 0.0, 0, used, None, float("nan"))
    start, end = int((log.ended_us - log.took_us).min()), int(log.ended_us.max())
    first = int((log.ended_us < (start + end) // 2).sum())
    second = log.ended_us.size - first
    steady = second / first if first else float("nan")
    ending = None
    if workload.exit_share < 1:
        last = workload.exit_share * (end - start)
        ending = int((log.ended_us > end - last).sum()) / last * 1e6
    return Recording(times, (end - start) / 1e6, log.retries, used, None, steady, ending)
