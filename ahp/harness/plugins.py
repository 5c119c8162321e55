"""Engines, storage layers and workloads from other distributions: entry points beside what is our own.

They are looked for where a name is not ours, or where everything is listed, so that a client of one of our
engines never pays for them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, ItemsView, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

from ahp.errors import AHPError, HarnessError, quoted
from ahp.harness.engines.base import ConflictError
from ahp.installed import Plugin, loaded, plugins_of
from ahp.registry import Registry

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
        return (self._entries | self._others()[0]).items()

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
