"""sysbench for MariaDB: costs little per transaction; the mix is a script in Lua, see the module `lua`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ahp.errors import TrialError
from ahp.harness.drivers.base import Load, Recording, Task
from ahp.harness.drivers.lua import lua
from ahp.harness.drivers.native import keep_notes, recording, run
from ahp.harness.dsn import PASSWORDS
from ahp.harness.engines.base import Address
from ahp.harness.engines.mariadb_client import environment
from ahp.harness.programs import located, missing
from ahp.harness.workloads.base import Workload

_SOME = Load(clients=1, warmup_s=0.0, duration_s=1.0, seed=0)
_RECORD = np.dtype([("kind", "<f8"), ("due", "<f8"), ("ended", "<f8")])


class SysbenchDriver:
    """The driver; see :class:`~ahp.harness.drivers.base.Driver`."""

    name = "sysbench"
    cannot: Mapping[str, str] = MappingProxyType({})

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        return missing("sysbench")

    def check(self, workload: Workload) -> None:
        """Raise an InputError if a workload's scripts cannot be written in Lua."""
        lua(workload, workload.schema.sizes(1.0), _SOME, 1, "")

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[object]) -> Recording:
        """Run sysbench once to warm up, and once for the window."""
        load, address, out = task.load, task.service.address, folder / "sysbench.out"
        if load.warmup_s > 0:
            script = _written(task, 0, folder / "warmup")
            _run(address, script, load, out, load.warmup_s)
        script = _written(task, 1, folder / "window")
        with meter:
            used = _run(address, script, load, out, load.duration_s)
        files = [folder / f"window.{number}" for number in range(load.clients)]
        records, retries = read_records(files)
        kinds = records["kind"].astype(np.int64)
        due, ended = records["due"].astype(np.int64), records["ended"].astype(np.int64)
        keep_notes(load, files, kinds, ended - due, ended)
        return recording(task.workload, kinds, ended - due, ended, retries, used)


def _written(task: Task, phase: int, prefix: Path) -> Path:
    path = prefix.with_suffix(".lua")
    session = task.service.address.get("session")
    text = lua(task.workload, task.sizes, task.load, phase, str(prefix), session)
    path.write_text(text, encoding="utf-8")
    return path


def _run(address: Address, script: Path, load: Load, out: Path, seconds: float) -> float:
    # Whoever lists processes sees their arguments, so that the password comes by a pipe.
    secret = environment(address)[PASSWORDS["mariadb"]]
    given = f"mysql-password={secret}\n" if secret else ""
    return run(command(address, script, load, seconds), out, seconds, given=given)


def command(address: Address, script: Path, load: Load, seconds: float) -> list[str]:
    """Return sysbench's command for running a script as long as asked, or until its clients end."""
    named = {"socket": "socket", "host": "host", "port": "port", "user": "user", "db": "database"}
    where = [f"--mysql-{name}={address[key]}" for name, key in named.items() if key in address]
    if address.get("existing"):
        where.append("--config-file=/dev/stdin")
    until = [f"--time={max(1, round(seconds))}", "--events=0"]
    how = ["--db-driver=mysql", f"--threads={load.clients}", "--percentile=99"]
    return [str(located("sysbench")), *how, *where, *until, str(script), "run"]


def read_records(files: Sequence[Path]) -> tuple[NDArray[np.void], int]:
    """Return the transactions that clients have left in files, and how often they tried again.

    Raises
    ------
    TrialError
        If a client has left no file, or a part of one.
    """
    parts, retries = [], 0
    for file in files:
        try:
            data = file.read_bytes()
        except OSError:
            raise TrialError(f"{file.name}: a client of sysbench has left no records") from None
        whole = len(data) // _RECORD.itemsize * _RECORD.itemsize
        if not data[whole:].isdigit():
            raise TrialError(f"{file.name}: the records of a client of sysbench are incomplete")
        parts.append(np.frombuffer(data[:whole], _RECORD))
        retries += int(data[whole:])
    return np.concatenate(parts), retries
