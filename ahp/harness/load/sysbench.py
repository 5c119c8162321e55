"""sysbench for MariaDB: costs little per transaction; the mix is a script in Lua, see the module `lua`."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ahp.errors import HarnessError, TrialError
from ahp.harness.engines.base import Address
from ahp.harness.engines.existing import PASSWORDS
from ahp.harness.engines.mariadb_server import environment
from ahp.harness.load.base import Load, Recording, Task, refusal
from ahp.harness.load.lua import lua
from ahp.harness.load.native import BLOCK_BYTES, Noted, keep_notes, recording, run
from ahp.harness.system.meters import Meter
from ahp.harness.system.programs import located, missing
from ahp.harness.workloads.base import Workload

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
        if reason := refusal(self, {"warmup": load.warmup_s, "duration": load.duration_s}):
            raise HarnessError(f"{reason}; use --driver python")
        if load.warmup_s > 0:
            script = _written(task, 0, folder / "warmup")
            _run(address, script, load, load.warmup_s)
        script = _written(task, 1, folder / "window")
        with meter:
            used = _run(address, script, load, load.duration_s)
        files = [folder / f"window.{number}" for number in range(load.clients)]
        notes = functools.partial(read_records, files)
        found = recording(task.workload, notes, used)
        keep_notes(load, files, notes)
        return found


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
    return run(command(address, script, load, seconds), script.parent, seconds, given=given)


def command(address: Address, script: Path, load: Load, seconds: float) -> list[str]:
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
