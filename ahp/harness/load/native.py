"""The databases' own generators, pgbench and sysbench: programs that are run to their end and timed.

They cost little per transaction. pgbench writes a line for every one of them; sysbench's mix is a script in
Lua, see the module `lua`.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ahp.errors import HarnessError, InputError, TrialError
from ahp.harness.engines.base import Address
from ahp.harness.engines.existing import PASSWORDS
from ahp.harness.engines.mariadb_server import environment
from ahp.harness.engines.postgresql_server import CLEAN, conninfo, installation
from ahp.harness.load.base import Load, Recording, Task, histogram, merged
from ahp.harness.load.lua import lua
from ahp.harness.scripts.compiler import gotten
from ahp.harness.scripts.script import Set
from ahp.harness.system.meters import Meter
from ahp.harness.system.processes import located, missing, output, unavailable
from ahp.harness.workloads.base import Workload
from ahp.ingest.readers.pgbench import NOT_DONE, transactions

GRACE_S = 120.0
"""How much longer than asked a generator may take, in seconds."""
BLOCK_BYTES = 2**20
"""How much of a generator's notes is read at a time."""


def run(
    command: Sequence[str | Path],
    folder: Path,
    seconds: float,
    env: Mapping[str, str] | None = None,
    given: str = "",
) -> float:
    """Run a generator to its end.

    Parameters
    ----------
    command : sequence of str or Path
        The program and its arguments.
    folder : Path
        Where it runs, and what it prints is added to a file called after it.
    seconds : float
        How long it is to run, in seconds.
    env : mapping of str to str, optional
        What its environment holds beside this process's.
    given : str
        What it reads from its standard input.

    Returns
    -------
    float
        The processor time that it used, in seconds.

    Raises
    ------
    TrialError
        If it fails, with the first line that speaks of an error, or does not end.
    """
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        said = output(command, env=env, cwd=folder, timeout_s=seconds + GRACE_S, given=given)
    except HarnessError as problem:
        raise TrialError(str(problem)) from None
    with (folder / f"{Path(command[0]).name}.out").open("a", encoding="utf-8") as kept:
        kept.write(said)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@dataclass(frozen=True)
class Noted:
    """Some of the transactions that a generator noted one by one.

    Attributes
    ----------
    kinds : ndarray of int64
        Which type each was.
    due_ns, ended_ns : ndarray of int64
        When it was due, and when it ended.
    retries : int
        How often transactions of these were tried again.
    """

    kinds: NDArray[np.int64]
    due_ns: NDArray[np.int64]
    ended_ns: NDArray[np.int64]
    retries: int


Notes = Callable[[], Iterator[Noted]]
"""Reads a generator's notes from the beginning, a block at a time: a long run's are large."""


def recording(workload: Workload, notes: Notes, used: float) -> Recording:
    """Return what a generator's notes of single transactions say.

    The window is from the moment at which the first of them was due to the end of the last.
    """
    times = {transaction.name: histogram([]) for transaction in workload.mix}
    retries, starts, ends = 0, [], []
    for some in notes():
        retries += some.retries
        if some.ended_ns.size:
            starts.append(int(some.due_ns.min()))
            ends.append(int(some.ended_ns.max()))
        took = some.ended_ns - some.due_ns
        for number, name in enumerate(times):
            times[name] = merged([times[name], histogram(took[some.kinds == number])])
    if not ends:
        return Recording(times, 0.0, retries, used, None, float("nan"))
    start, end = min(starts), max(ends)
    middle, last = (start + end) // 2, workload.exit_share * (end - start)
    halves, ending = [0, 0], 0
    for some in notes():  # only now is it known where the window's halves are
        first = int((some.ended_ns < middle).sum())
        halves = [halves[0] + first, halves[1] + some.ended_ns.size - first]
        ending += int((some.ended_ns > end - last).sum())
    return Recording(
        times,
        (end - start) / 1e9,
        retries,
        used,
        None,
        halves[1] / halves[0] if halves[0] else float("nan"),
        ending / last * 1e9 if workload.exit_share < 1 else None,
    )


def kept(task: Task, files: Sequence[Path], notes: Notes, used: float) -> Recording:
    """Return what a generator's notes say; keep them as clients in Python keep theirs if that is asked."""
    found = recording(task.workload, notes, used)
    if not task.load.log:
        for file in files:
            file.unlink()
    elif files:
        nothing = np.empty(0, np.int64)
        every = [Noted(nothing, nothing, nothing, 0), *notes()]
        np.savez(
            files[0].with_name("client-0.npz"),
            kinds=np.concatenate([some.kinds for some in every]),
            due=np.concatenate([some.due_ns for some in every]),
            ended=np.concatenate([some.ended_ns for some in every]),
        )
    return found


_TRIES = 10


class PgbenchDriver:
    """The driver; see :class:`~ahp.harness.load.base.Driver`."""

    name = "pgbench"
    cannot: Mapping[str, str] = MappingProxyType({"think": "has no think time"})
    whole_seconds = True

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        if reason := unavailable(installation):
            return reason
        where = installation().folder / "pgbench"
        return None if where.exists() else f"{where}: not found; install the package postgresql"

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Run pgbench once to warm up, and once for the window."""
        load = task.load
        scripts = write_scripts(task.workload, folder)
        if load.warmup_s > 0:
            told = pgbench_command(task, scripts, phase=0)
            run([*told, "-T", f"{load.warmup_s:.0f}"], folder, load.warmup_s, CLEAN)
        told = pgbench_command(task, scripts, phase=1)
        if load.transactions is None:
            told += ["-T", f"{load.duration_s:.0f}"]
        else:
            told += ["-t", str(load.transactions)]
        with meter:
            used = run([*told, "--log", "--log-prefix=window"], folder, load.duration_s, CLEAN)
        files = sorted(folder.glob("window.*"))
        notes = functools.partial(read_log, files, len(scripts), rated=load.rate is not None)
        return kept(task, files, notes, used)


def write_scripts(workload: Workload, folder: Path) -> list[tuple[Path, int]]:
    """Write each transaction of a mix to a file; return the files with the weights."""
    written = []
    for number, transaction in enumerate(workload.mix):
        path = folder / f"script-{number}.sql"
        path.write_text(transaction.script.text, encoding="utf-8")
        written.append((path, transaction.weight))
    return written


def pgbench_command(task: Task, scripts: list[tuple[Path, int]], phase: int) -> list[str]:
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


_SOME = Load(clients=1, warmup_s=0.0, duration_s=1.0, seed=0)
_RECORD = np.dtype([("kind", "<f8"), ("due", "<f8"), ("ended", "<f8")])


class SysbenchDriver:
    """The driver; see :class:`~ahp.harness.load.base.Driver`."""

    name = "sysbench"
    cannot: Mapping[str, str] = MappingProxyType({})
    whole_seconds = True

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        return missing("sysbench")

    def check(self, workload: Workload) -> None:
        """Raise an InputError if a workload's scripts cannot be written in Lua."""
        lua(workload, workload.schema.sizes(1.0), _SOME, 1, "")

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Run sysbench once to warm up, and once for the window."""
        load, address = task.load, task.service.address
        if load.warmup_s > 0:
            script = _written(task, 0, folder / "warmup")
            _run(address, script, load, load.warmup_s)
        script = _written(task, 1, folder / "window")
        with meter:
            used = _run(address, script, load, load.duration_s)
        files = [folder / f"window.{number}" for number in range(load.clients)]
        return kept(task, files, functools.partial(read_records, files), used)


def _written(task: Task, phase: int, prefix: Path) -> Path:
    path = prefix.with_suffix(".lua")
    session = task.service.address.get("session")
    text = lua(task.workload, task.sizes, task.load, phase, str(prefix), session)
    path.write_text(text, encoding="utf-8")
    return path


def _run(address: Address, script: Path, load: Load, seconds: float) -> float:
    # Whoever lists processes sees their arguments, so that the password comes by a pipe.
    secret = environment(address)[PASSWORDS["mariadb"]]
    given = f"mysql-password={secret}\n" if secret else ""
    return run(sysbench_command(address, script, load, seconds), script.parent, seconds, given=given)


def sysbench_command(address: Address, script: Path, load: Load, seconds: float) -> list[str]:
    """Return sysbench's command for running a script as long as asked, or until its clients end."""
    named = {"socket": "socket", "host": "host", "port": "port", "user": "user", "db": "database"}
    where = [f"--mysql-{name}={address[key]}" for name, key in named.items() if key in address]
    if address.get("existing"):
        where.append("--config-file=/dev/stdin")
    until = [f"--time={seconds:.0f}", "--events=0"]
    how = ["--db-driver=mysql", f"--threads={load.clients}", "--percentile=99"]
    return [str(located("sysbench")), *how, *where, *until, str(script), "run"]


def read_records(files: Sequence[Path]) -> Iterator[Noted]:
    """Yield the transactions that clients have left in files, a block at a time.

    A file is of records, with how often transactions were tried again, in digits, at its end.

    Raises
    ------
    TrialError
        If a client has left no file, or a part of one.
    """
    for file in files:
        try:
            whole = file.stat().st_size // _RECORD.itemsize
            with file.open("rb") as records:
                while whole:
                    some = np.fromfile(records, _RECORD, min(whole, BLOCK_BYTES // _RECORD.itemsize))
                    whole -= some.size
                    kinds, due, ended = (some[name].astype(np.int64) for name in ("kind", "due", "ended"))
                    yield Noted(kinds, due, ended, 0)
                rest = records.read()
        except OSError:
            raise TrialError(f"{file.name}: a client of sysbench has left no records") from None
        if not rest.isdigit():
            raise TrialError(f"{file.name}: the records of a client of sysbench are incomplete")
        nothing = np.empty(0, np.int64)
        yield Noted(nothing, nothing, nothing, int(rest))
