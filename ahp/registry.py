"""One class for everything that is chosen by name: methods, tables, readers, report formats."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from copy import copy
from types import MappingProxyType
from typing import Generic, TypeVar

from ahp.errors import AHPError, StudyError, quoted

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """A read-only mapping from names to objects whose errors list the names it knows.

    Parameters
    ----------
    kind : str
        What the objects are, in words: "priority method", "report format".
    entries : mapping
        The objects by name.
    error : type of AHPError, optional
        What an unknown name raises; :class:`~ahp.errors.StudyError` unless told.
    aliases : mapping of str to str, optional
        Other names that some objects go by; they are understood, and not listed.

    Examples
    --------
    >>> shapes = Registry("shape", {"round": 1, "square": 2})
    >>> shapes["round"]
    1
    >>> shapes["oval"]
    Traceback (most recent call last):
    ahp.errors.StudyError: 'oval' is not a known shape; use one of: round, square
    """

    def __init__(
        self,
        kind: str,
        entries: Mapping[str, T],
        *,
        error: type[AHPError] = StudyError,
        aliases: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._kind = kind
        self._entries = copy(entries)  # not dict(entries), which asks a mapping that finds them late for all
        self._error = error
        self._aliases = aliases

    def __getitem__(self, name: str) -> T:
        try:
            return self._entries[self._aliases.get(name, name)]
        except (KeyError, TypeError):
            known = ", ".join(self._entries)
            raise self._error(f"{quoted(name)} is not a known {self._kind}; use one of: {known}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in self._aliases

    def items(self) -> ItemsView[str, T]:
        """Return the names with their objects."""
        return self._entries.items()

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Registry({self._kind!r}, {list(self._entries)})"
