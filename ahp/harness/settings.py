"""What a plan sets of the server and of the storage below it: `[settings]`.

A few names mean the same for every engine that has the thing; a table of an engine's or a layer's name holds
what is passed on as it is, by its own names. What is refused is refused before anything is made, as far as
the server tells without being started, and else by the first one that starts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import psutil

from ahp.errors import HarnessError, listed, quoted
from ahp.harness.engines.base import Engine
from ahp.harness.storage.base import Layer

USUAL_CLIENTS = 180
"""How many clients a server admits unless more are asked for."""
SPARE = 20
"""How many connections it keeps beside them: the harness looks at it meanwhile."""
_NAME = re.compile(r"[A-Za-z][\w.:-]*")
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([kmgt]?)(i?b)?", re.IGNORECASE)


@runtime_checkable
class Configurable(Protocol):
    """An engine or a storage layer of which something can be set."""

    @property
    def settable(self) -> Collection[str]:
        """Which of the common names it has."""

    def configured(self, common: Mapping[str, float], own: Mapping[str, str]) -> Any:  # noqa: ANN401 - itself
        """Return the same thing, set so: by common names, in bytes and seconds, and by names of its own.

        Raises
        ------
        HarnessError
            If it does not take one of them.
        """


@dataclass(frozen=True)
class Common:
    """A name that means the same for all.

    Attributes
    ----------
    words : str
        What its value must be, after "must be".
    number : function
        Returns the number that a value stands for, None for what is no such value.
    """

    words: str
    number: Callable[[Any], float | None]


def size(value: object) -> int | None:
    """Return a size in bytes, None for what is none: `MB` is a million, `M` and `MiB` are 2^20.

    Examples
    --------
    >>> size("512 MB"), size("16k"), size("1.5 GiB"), size("much")
    (512000000, 16384, 1610612736, None)
    """
    found = _SIZE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    base = 1000 if (found[3] or "").lower() == "b" else 1024
    return round(float(found[1]) * float(base) ** " kmgt".index(found[2].lower() or " "))


def _size(
    low: int, high: int, holds: Callable[[int], bool] = lambda number: True
) -> Callable[[Any], float | None]:
    def number(value: object) -> float | None:
        found = size(value)
        return found if found is not None and low <= found <= high and holds(found) else None

    return number


def _between(low: float, high: float, *kinds: type) -> Callable[[Any], float | None]:
    return lambda value: value if type(value) in kinds and low <= value <= high else None


COMMON: Mapping[str, Common] = {
    "buffer_pool": Common('a size from 64 kB to 10 TB, such as "512 MB"', _size(64_000, 10**13)),
    "checkpoint_every": Common("a number of seconds from 1 to 86400", _between(1, 86_400, int, float)),
    "max_clients": Common("a whole number from 1 to 10000", _between(1, 10_000, int)),
    "recordsize": Common(
        'a power of two from 512 B to 1 MiB, such as "16 KiB"',
        _size(512, 2**20, lambda number: number.bit_count() == 1),
    ),
}
"""The names that mean the same for all: what may be in a plan's `[settings]` beside tables."""


def configured(
    engine: Engine, layer: Layer, settings: Mapping[str, Any] | None, clients: int
) -> tuple[Engine, Layer]:
    """Return an engine and a layer as a plan sets them; a server admits as many clients as there are.

    Raises
    ------
    HarnessError
        If a setting is unknown, makes no sense, or is none of this engine's or this layer's.
    """
    given = settings or {}
    tables = {name: value for name, value in given.items() if isinstance(value, Mapping)}
    common = {name: _number(name, value) for name, value in given.items() if name not in tables}
    memory = psutil.virtual_memory().total
    if common.get("buffer_pool", 0) > memory and "buffer_pool" in getattr(engine, "settable", ()):
        raise HarnessError(
            f"settings: buffer_pool = {quoted(given['buffer_pool'])} is more than this machine's memory, "
            f"{memory / 2**30:.1f} GiB; give less"
        )
    for name in tables:
        if name not in (engine.name, layer.name):
            where = f"the engine is {engine.name} and the storage {layer.name}"
            raise HarnessError(f"settings: {where}; leave the table {quoted(name)} out")
    names = {
        thing.name: thing.settable if isinstance(thing, Configurable) else () for thing in (engine, layer)
    }
    for name in common:
        if not any(name in some for some in names.values()):
            has = listed([known for some in names.values() for known in some]) or "none of the common names"
            raise HarnessError(f"settings: {engine.title} on {layer.title} has no {name}; it has {has}")
    if "max_clients" in names[engine.name]:
        most = common.setdefault("max_clients", max(clients, USUAL_CLIENTS))
        if most < clients:
            raise HarnessError(f"settings: max_clients must be at least clients, {clients}; found {most:g}")
        if most == USUAL_CLIENTS:
            del common["max_clients"]
    return (
        _configured(engine, {name: common[name] for name in common if name in names[engine.name]}, tables),
        _configured(layer, {name: common[name] for name in common if name in names[layer.name]}, tables),
    )


def own_settings(
    title: str,
    names: Mapping[str, tuple[str, Callable[[float], str]]],
    common: Mapping[str, float],
    own: Mapping[str, str],
    kept: Collection[str],
) -> dict[str, str]:
    """Return what is set by a server's own names.

    Parameters
    ----------
    title : str
        The server.
    names : mapping
        What the common names are called there, and how a number is written.
    common, own : mapping
        What is asked for.
    kept : collection of str
        What the harness sets, or the alternatives differ by.

    Raises
    ------
    HarnessError
        If something is set twice, or is not a plan's to set.
    """
    made = {names[name][0]: names[name][1](number) for name, number in common.items()}
    for name in own:
        if name in kept:
            raise HarnessError(
                f"settings: {title}'s {name} is set by the harness or its alternatives; leave it out"
            )
        if name in made:
            raise HarnessError(
                f"settings: {title}'s {name} is given by a common name too; leave one of them out"
            )
    return {**made, **own}


def refused(title: str, name: str, value: object, reason: str) -> HarnessError:
    """Return the error of a setting that a server does not take."""
    return HarnessError(
        f"settings: {title} refuses {name} = {quoted(value)}: {reason}; correct it, or leave it out"
    )


def _number(name: str, value: object) -> float:
    if name not in COMMON:
        raise HarnessError(
            f"settings: {quoted(name)} is not known; use {listed(COMMON)}, or a table of the engine's own "
            "names, as [settings.postgresql]"
        )
    found = COMMON[name].number(value)
    if found is None:
        raise HarnessError(f"settings: {name} must be {COMMON[name].words}; found {quoted(value)}")
    return found


def _configured(thing: Any, common: Mapping[str, float], tables: Mapping[str, Mapping[str, Any]]) -> Any:  # noqa: ANN401 - an engine or a layer
    own = {
        name: ("off", "on")[value] if isinstance(value, bool) else str(value)
        for name, value in tables.get(thing.name, {}).items()
    }
    for name in own:
        if not _NAME.fullmatch(name):
            raise HarnessError(f"settings: {quoted(name)} is no name of a setting; correct it")
    if not common and not own:
        return thing
    if not isinstance(thing, Configurable):
        raise HarnessError(f"settings: nothing can be set of {thing.title}; leave its table out")
    return thing.configured(common, own)
