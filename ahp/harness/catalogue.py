"""All that is chosen by name: engines, storage layers, workloads, drivers; other distributions' too."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ahp.errors import HarnessError, quoted
from ahp.harness.dsn import Target, target
from ahp.harness.engines.base import Engine
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.engines.mariadb_existing import ExistingMariaDB
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.engines.postgresql_existing import ExistingPostgreSQL
from ahp.harness.engines.rocksdb import RocksDB
from ahp.harness.engines.sqlite import SQLite
from ahp.harness.load.base import Driver
from ahp.harness.load.pgbench import PgbenchDriver
from ahp.harness.load.python import PythonDriver
from ahp.harness.load.sysbench import SysbenchDriver
from ahp.harness.plugins import Installed, guarded
from ahp.harness.storage.base import Layer
from ahp.harness.storage.imaged import BTRFS, EXT4, XFS
from ahp.harness.storage.plain import Plain, Unowned
from ahp.harness.storage.zfs import Zfs
from ahp.harness.workloads.base import Workload
from ahp.harness.workloads.files import shipped, workload_file
from ahp.registry import Registry

ENGINES: Installed[Engine] = Installed(
    "engine",
    {engine.name: engine for engine in (RocksDB(), SQLite(), PostgreSQL(), MariaDB())},
    "ahp.engines",
    Engine,
    guarded,
)
LAYERS: Installed[Layer] = Installed(
    "storage layer",
    {layer.name: layer for layer in (Plain(), BTRFS, Zfs(), EXT4, XFS)},
    "ahp.storage",
    Layer,
    guarded,
)
WORKLOADS: Installed[Workload] = Installed(
    "workload",
    shipped(),
    "ahp.workloads",
    Workload,
)
EXISTING: Registry[Callable[[Target], Engine]] = Registry(
    "engine with a server",
    {"postgresql": ExistingPostgreSQL, "mariadb": ExistingMariaDB},
    error=HarnessError,
)
"""Engines on servers that are there already."""
DRIVERS: Installed[Driver] = Installed(
    "driver",
    {driver.name: driver for driver in (PythonDriver(), PgbenchDriver(), SysbenchDriver())},
    "ahp.drivers",
    Driver,
    guarded,
)
"""Dask's comes in by the door that is open to all others."""
_TIMES = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")


def engine_at(dsn: str | None, name: str) -> Engine:
    """Return the engine that a plan means: on the server of a DSN, else on one of its own.

    Raises
    ------
    HarnessError
        If there is none of that name, or the DSN cannot be read or is another engine's.

    Examples
    --------
    >>> engine_at(None, "sqlite").title
    'SQLite'
    """
    if dsn is None:
        return ENGINES[name]
    found = target(dsn)
    if found.engine != name:
        raise HarnessError(
            f"the dsn is of {found.engine}, and the engine {name}; leave out the one that is wrong"
        )
    return EXISTING[name](found)


def layer_at(dsn: str | None, name: str) -> Layer:
    """Return the storage layer that a plan means: what the server of a DSN has, else the one of that name."""
    return LAYERS[name] if dsn is None else Unowned()


def workload(name: str) -> Workload:
    """Return a workload by its name, or from the file that the name is a path to.

    Parameters
    ----------
    name : str
        `NAME`, `NAME:5` for five times its rows, or the path of a file, which says itself how many times.

    Raises
    ------
    HarnessError
        If there is none of that name, the file does not describe one, or no number is behind the colon.

    Examples
    --------
    >>> workload("order-entry").title
    'Order Entry'
    >>> workload("order-entry:5").title
    'Order Entry, 5 times larger'
    """
    if name.endswith(".toml"):
        return workload_file(Path(name), {mix.schema.name: mix.schema for mix in WORKLOADS.values()})
    plain, colon, times = name.partition(":")
    return _larger(WORKLOADS[plain], times) if colon else WORKLOADS[plain]


def _larger(mix: Workload, times: str) -> Workload:
    number = float(times) if _TIMES.fullmatch(times) else 0.0
    if not number:
        raise HarnessError(
            f"workload: {quoted(f'{mix.name}:{times}')}: behind the colon stands how many times the rows, "
            f"a number above 0, as in {mix.name}:5"
        )
    title = f"{mix.title}, {number:g} times {'larger' if number > 1 else 'the rows'}"
    return replace(mix, name=f"{mix.name}:{times}", title=title, schema=mix.schema.larger(number))
