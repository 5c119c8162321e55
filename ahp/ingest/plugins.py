"""Readers from other distributions: the entry points of the group `ahp.readers`.

They are looked for only where no reader of our own recognises a file, or one is asked for by a name that is
not ours: a plain table never pays for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ahp.errors import AHPError, ReaderError
from ahp.ingest.files.open import Source
from ahp.ingest.readers import GROUP
from ahp.ingest.readers.base import Options, Reader, Reading
from ahp.registry import Plugin, loaded, plugins_of

_NEEDS = ("matches", "read")


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
            raise ReaderError(self.plugin.failure("cannot say whether it fits", error)) from None

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
            raise ReaderError(self.plugin.failure("failed", error), file=source.name) from None
        if not isinstance(reading, Reading):
            raise ReaderError(
                f"{self.plugin.title} gave a {type(reading).__name__}, not a Reading", file=source.name
            )
        return reading


def installed() -> tuple[Plugin, ...]:
    """Return every reader that is installed, by name; nothing is imported yet."""
    return plugins_of("reader", GROUP)


def usable(known: Iterable[str]) -> tuple[dict[str, PluginReader], list[str]]:
    """Return the readers that can be used, and a sentence for each that cannot.

    Parameters
    ----------
    known : iterable of str
        The names of our own readers, which nobody may take.
    """
    taken = set(known)
    readers, problems = {}, []
    for plugin in installed():
        try:
            readers[plugin.name] = _reader(plugin, taken)
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
    found = [plugin for plugin in installed() if plugin.name == name]
    return _reader(found[0], set(known)) if found else None


def _reader(plugin: Plugin, taken: set[str]) -> PluginReader:
    return PluginReader(plugin, loaded(plugin, installed(), taken, _NEEDS, ReaderError))
