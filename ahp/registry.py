"""What is chosen by name: methods, tables, readers, report formats, and what other distributions add to them.

Theirs stands at the entry points of a group, which are looked for when they are needed. What is wrong with
one never keeps the others from being used: it is told as a sentence that names the distribution, and is an
error only for who asks for it by name.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping
from copy import copy
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ahp.errors import AHPError, StudyError, listed, one_line, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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


class Plugin(NamedTuple):
    """Something installed that is not loaded yet.

    Attributes
    ----------
    kind : str
        What it is, in words: "reader".
    name : str
        What it is asked for by.
    distribution : str
        What was installed, with its version.
    entry : EntryPoint
        Where it stands.
    """

    kind: str
    name: str
    distribution: str
    entry: EntryPoint

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"the {self.kind} {quoted(self.name)} of {self.distribution}"

    def failure(self, what: str, error: Exception) -> str:
        """Return the sentence for an error of its own."""
        return f"{self.title} {what}: {type(error).__name__}: {one_line(error)}"


@cache
def plugins_of(kind: str, group: str) -> tuple[Plugin, ...]:
    """Return everything that is installed in a group of entry points, by name; nothing is imported yet."""
    from importlib.metadata import entry_points

    found: dict[tuple[str, str, str], Plugin] = {}
    for entry in entry_points(group=group):
        dist = entry.dist
        title = f"{dist.name} {dist.version}" if dist is not None else "an unknown distribution"
        # One distribution is found twice where it is installed and stands on the path as well.
        found.setdefault((entry.name, entry.value, title), Plugin(kind, entry.name, title, entry))
    return tuple(sorted(found.values(), key=lambda plugin: (plugin.name, plugin.distribution)))


def loaded(
    plugin: Plugin,
    among: Iterable[Plugin],
    taken: Collection[str],
    needs: Collection[str],
    error: type[AHPError],
) -> Any:  # noqa: ANN401 - whatever the entry point is
    """Return what a plugin is: the object, or an instance of the class.

    Parameters
    ----------
    plugin : Plugin
        Which.
    among : iterable of Plugin
        All of its group.
    taken : collection of str
        The names of our own, which nobody may take.
    needs : collection of str
        The attributes that it must have.
    error : type of AHPError
        What is raised.

    Raises
    ------
    AHPError
        If the name is one of ours or installed twice, it cannot be loaded, or something lacks.
    """
    if plugin.name in taken:
        raise error(f"{plugin.title} takes a name of ahp's own")
    both = [other.distribution for other in among if other.name == plugin.name]
    if len(both) > 1:
        raise error(f"the {plugin.kind} {quoted(plugin.name)} is installed twice, by {listed(both)}")
    found = _object(plugin)
    if isinstance(found, _Unusable):
        raise error(found.reason)
    if lacking := [name for name in needs if not hasattr(found, name)]:
        raise error(f"{plugin.title} cannot be used: it has no {listed(lacking, 30)}")
    return found


class _Unusable(NamedTuple):
    reason: str


@cache
def _object(plugin: Plugin) -> Any:  # noqa: ANN401 - whatever the entry point is
    try:
        found = plugin.entry.load()
        return found() if isinstance(found, type) else found
    except Exception as error:  # an import runs anybody's code
        return _Unusable(plugin.failure("cannot be loaded", error))
