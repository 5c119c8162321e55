"""All that is chosen by name: engines, storage layers, workloads, drivers; ours and other distributions'.

What other distributions bring stands at entry points and is guarded: what is wrong with it is told by name.
:func:`listing` says what there is, what of it can run on this machine, and why the rest cannot.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, ItemsView, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from ahp.errors import AHPError, HarnessError, quoted
from ahp.harness.engines.base import ConflictError, Engine, Referring
from ahp.harness.engines.existing import Target, target
from ahp.harness.engines.mariadb import ExistingMariaDB, MariaDB
from ahp.harness.engines.postgresql import ExistingPostgreSQL, PostgreSQL
from ahp.harness.engines.rocksdb import RocksDB
from ahp.harness.engines.sqlite import SQLite
from ahp.harness.load.base import Driver
from ahp.harness.load.native import PgbenchDriver, SysbenchDriver
from ahp.harness.load.python import PythonDriver
from ahp.harness.storage.base import Layer, Plain, Refusing, Unowned
from ahp.harness.storage.loop_images import BTRFS, EXT4, XFS
from ahp.harness.storage.zfs import Zfs
from ahp.harness.workloads.base import Workload
from ahp.harness.workloads.files import shipped, workload_file
from ahp.registry import Plugin, Registry, loaded, plugins_of

T = TypeVar("T")


class Installed(Registry[T]):
    """Our own entries by name, and those of the group's entry points that can be used.

    Parameters
    ----------
    kind : str
        What they are, in words: "engine".
    own : mapping
        Our own, by name.
    group : str
        The entry points: `ahp.engines`.
    needs : type
        What the others must be; all of its public names are asked for.
    guard : function
        Returns what stands for one of the others, so that its faults are told as its own.
    """

    def __init__(
        self,
        kind: str,
        own: Mapping[str, T],
        group: str,
        needs: type,
        guard: Callable[[T, Plugin], T] = lambda thing, plugin: thing,
    ) -> None:
        super().__init__(kind, own, error=HarnessError)
        self._group = group
        self._needs = sorted(
            name for name in {*vars(needs), *getattr(needs, "__annotations__", ())} if name[0] != "_"
        )
        self._guard = guard

    def __getitem__(self, name: str) -> T:
        if name in self._entries:
            return self._entries[name]
        for plugin in self._plugins():
            if plugin.name == name:
                return self._loaded(plugin)
        known = ", ".join(self)
        raise HarnessError(f"{quoted(name)} is not a known {self._kind}; use one of: {known}")

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in self._others()[0]

    def __iter__(self) -> Iterator[str]:
        yield from self._entries
        yield from self._others()[0]

    def __len__(self) -> int:
        return len(self._entries) + len(self._others()[0])

    def items(self) -> ItemsView[str, T]:
        """Return the names with their objects."""
        return {**self._entries, **self._others()[0]}.items()

    @property
    def problems(self) -> list[str]:
        """A sentence for each of the others that cannot be used."""
        return self._others()[1]

    def _plugins(self) -> tuple[Plugin, ...]:
        return plugins_of(self._kind, self._group)

    def _others(self) -> tuple[dict[str, T], list[str]]:
        found, problems = {}, []
        for plugin in self._plugins():
            try:
                found[plugin.name] = self._loaded(plugin)
            except HarnessError as error:
                problems.append(f"{error}; it is not used")
        return found, list(dict.fromkeys(problems))

    def _loaded(self, plugin: Plugin) -> T:
        found = loaded(plugin, self._plugins(), self._entries, self._needs, HarnessError)
        if found.name != plugin.name:  # plans and journals hold the name, and look it up again
            raise HarnessError(f"{plugin.title} cannot be used: it calls itself {quoted(found.name)}")
        return self._guard(found, plugin)


class _Guarded:
    """Something of somebody else's; an error in one of its methods names its distribution."""

    def __init__(self, thing: object, plugin: Plugin) -> None:
        self._thing = thing
        self._plugin = plugin

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the attribute is
        value = getattr(self._thing, name)
        if not callable(value):
            return value

        @wraps(value)
        def called(*arguments: object, **named: object) -> object:
            with _told(self._plugin, name):
                found = value(*arguments, **named)
            return self._lent(found, name) if isinstance(found, AbstractContextManager) else found

        return called

    @contextmanager
    def _lent(self, context: AbstractContextManager[object], name: str) -> Iterator[object]:
        """Lend what a context lends; an error of those who use it meanwhile stays theirs."""
        with _told(self._plugin, name):
            thing = context.__enter__()
        try:
            yield _Guarded(thing, self._plugin)
        except BaseException:
            with _told(self._plugin, name):
                swallowed = context.__exit__(*sys.exc_info())
            if not swallowed:
                raise
        else:
            with _told(self._plugin, name):
                context.__exit__(None, None, None)


@contextmanager
def _told(plugin: Plugin, name: str) -> Iterator[None]:
    """Tell an error of a plugin as its own; refusals, the system's errors and conflicts stay as they are."""
    try:
        yield
    except (AHPError, OSError, ConflictError):
        raise
    except Exception as error:
        raise HarnessError(plugin.failure(f"failed in {name}", error)) from error


def guarded(thing: T, plugin: Plugin) -> T:
    """Return what stands for a thing, and tells an error in one of its methods as its own.

    Parameters
    ----------
    thing : object
        An engine or a storage layer.
    plugin : Plugin
        Where it comes from.
    """
    return cast("T", _Guarded(thing, plugin))


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


def problems() -> list[str]:
    """Return a sentence for each engine, layer and workload of another distribution that cannot be used."""
    return [*ENGINES.problems, *LAYERS.problems, *WORKLOADS.problems]


def listing(dsn: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return engines, storage layers, drivers and workloads as plain data.

    Each entry has `name`, `title` and `unavailable`, which is None for what can run here; what can has its
    `alternatives`, and a workload its transactions with their weights; in `refused` is why alternatives
    are not offered, by an engine on a server that was there or by ZFS, and in `references` what one would
    risk by choosing what is measured to be compared with only.

    Parameters
    ----------
    dsn : str, optional
        A server that is there already: its engine is the only one listed, and its storage the only layer.

    Examples
    --------
    >>> [entry["name"] for entry in listing()["storage"]][:2]
    ['plain', 'btrfs']
    """
    engines_listed, layers_listed = tuple(ENGINES.values()), tuple(LAYERS.values())
    if dsn is not None:
        name = target(dsn).engine
        engines_listed, layers_listed = (engine_at(dsn, name),), (layer_at(dsn, name),)
    engines = [{**_entry(engine), "references": {}} for engine in engines_listed]
    for entry, engine in zip(engines, engines_listed, strict=True):
        if entry["unavailable"] is None and isinstance(engine, Referring):
            entry["references"] = dict(engine.references)
    storage = [_entry(layer) for layer in layers_listed]
    drivers = [
        {"name": driver.name, "title": driver.name, "unavailable": driver.available()}
        for driver in DRIVERS.values()
    ]
    workloads = [
        {
            "name": mix.name,
            "title": mix.title,
            "unavailable": None,
            "source": mix.source,
            "read_share": mix.read_share,
            "needs_sql": mix.needs_sql,
            "transactions": [
                {"name": kind.name, "weight": kind.weight, "enabled": kind.enabled}
                for kind in mix.transactions
            ],
        }
        for mix in WORKLOADS.values()
    ]
    return {"engines": engines, "storage": storage, "drivers": drivers, "workloads": workloads}


def _entry(thing: Engine | Layer) -> dict[str, Any]:
    reason = thing.available()
    return {
        "name": thing.name,
        "title": thing.title,
        "unavailable": reason,
        "alternatives": list(thing.alternatives()) if reason is None else [],
        "refused": dict(thing.refused()) if reason is None and isinstance(thing, Refusing) else {},
    }
