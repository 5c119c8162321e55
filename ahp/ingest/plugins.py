"""Readers from other distributions: the entry points of the group `ahp.readers`.

They are looked for only where no reader of our own recognises a file, or one is asked for by a name that is
not ours: a plain table never pays for them. What is wrong with one never keeps the others from reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ahp.errors import AHPError, ReaderError, listed, one_line, quoted
from ahp.ingest.readers.base import Options, Reader, Reading
from ahp.ingest.sources import Source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ahp.readers"


@dataclass(frozen=True)
class Plugin:
    """An installed reader that is not loaded yet.

    Attributes
    ----------
    name : str
        Its name, for `--reader`.
    distribution : str
        What was installed, with its version.
    entry : EntryPoint
        Where it stands.
    """

    name: str
    distribution: str
    entry: EntryPoint

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"the reader {quoted(self.name)} of {self.distribution}"


@dataclass(frozen=True)
class PluginReader:
    """A reader of somebody else's, whose faults become errors that name its distribution."""

    plugin: Plugin
    reader: Reader

    def matches(self, head: str) -> bool:
        """Say what the reader says.

        Raises
        ------
        ReaderError
            If it fails.
        """
        try:
            return bool(self.reader.matches(head))
        except Exception as error:
            raise _failure(self.plugin, "cannot say whether it fits", error) from None

    def read(self, source: Source, options: Options) -> Reading:
        """Return what the reader returns.

        Raises
        ------
        InputError
            As the reader says it; if it fails, or gives no reading, a :class:`~ahp.errors.ReaderError`.
        """
        try:
            reading = self.reader.read(source, options)
        except AHPError:
            raise
        except Exception as error:
            raise _failure(self.plugin, "failed", error).at(file=source.name) from None
        if not isinstance(reading, Reading):
            raise ReaderError(
                f"{self.plugin.title} gave a {type(reading).__name__}, not a Reading", file=source.name
            )
        return reading


@cache
def installed() -> tuple[Plugin, ...]:
    """Return every reader that is installed, by name; nothing is imported yet."""
    from importlib.metadata import entry_points

    found: dict[tuple[str, str, str], Plugin] = {}
    for entry in entry_points(group=GROUP):
        dist = entry.dist
        title = f"{dist.name} {dist.version}" if dist is not None else "an unknown distribution"
        # One distribution is found twice where it is installed and stands on the path as well.
        found.setdefault((entry.name, entry.value, title), Plugin(entry.name, title, entry))
    return tuple(sorted(found.values(), key=lambda plugin: (plugin.name, plugin.distribution)))


def usable(known: Iterable[str]) -> tuple[dict[str, PluginReader], list[str]]:
    """Return the readers that can be used, and a sentence for each that cannot.

    Parameters
    ----------
    known : iterable of str
        The names of our own readers, which nobody may take.
    """
    taken = set(known)
    names = [plugin.name for plugin in installed()]
    readers, problems = {}, []
    for plugin in installed():
        try:
            readers[plugin.name] = _loaded(plugin, taken, names)
        except ReaderError as error:
            problems.append(f"{error}; it is not used")
    return readers, list(dict.fromkeys(problems))


def named(name: str, known: Iterable[str]) -> PluginReader | None:
    """Return the installed reader of that name, None if there is none.

    Raises
    ------
    ReaderError
        If there is one and it cannot be used.
    """
    names = [plugin.name for plugin in installed()]
    found = [plugin for plugin in installed() if plugin.name == name]
    return _loaded(found[0], set(known), names) if found else None


@cache
def _load(plugin: Plugin) -> Reader | ReaderError:
    try:
        reader = plugin.entry.load()
        if isinstance(reader, type):
            reader = reader()
    except Exception as error:  # an import runs anybody's code
        return _failure(plugin, "cannot be loaded", error)
    lacking = [method for method in ("matches", "read") if not callable(getattr(reader, method, None))]
    if lacking:
        return ReaderError(f"{plugin.title} cannot be used: it has no {listed(lacking)}")
    found: Reader = reader
    return found


def _loaded(plugin: Plugin, taken: set[str], names: list[str]) -> PluginReader:
    if plugin.name in taken:
        raise ReaderError(f"{plugin.title} takes the name of a reader of ahp")
    if names.count(plugin.name) > 1:
        both = listed(p.distribution for p in installed() if p.name == plugin.name)
        raise ReaderError(f"the reader {quoted(plugin.name)} is installed twice, by {both}")
    reader = _load(plugin)
    if isinstance(reader, ReaderError):
        raise reader
    return PluginReader(plugin, reader)


def _failure(plugin: Plugin, what: str, error: Exception) -> ReaderError:
    return ReaderError(f"{plugin.title} {what}: {type(error).__name__}: {one_line(error)}")
