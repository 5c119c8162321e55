"""One file of several: opened, its reader found, read, and given the names that are known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ahp.errors import FailedRunError, InputError
from ahp.evidence.records import Source as Origin
from ahp.ingest.files.inputs import Entry, filled
from ahp.ingest.files.open import LargeSource, Source, open_source
from ahp.ingest.readers.base import Options, Reader, Reading
from ahp.ingest.sniff import detect_format
from ahp.ingest.tables.surroundings import refuse_cut_end

if TYPE_CHECKING:
    from ahp.ingest.options import ReadOptions

_OF_PEOPLE = frozenset({"TableReader", "MarkdownReader"})
"""Readers of what people write, who may leave the last line without an end."""


class FileReading(NamedTuple):
    """One file of several.

    Attributes
    ----------
    source : Origin
        Its name, digest and reader.
    reading : Reading
        What a reader found in it.
    alternative : str or None
        What its argument or path calls it.
    warnings : tuple of str
        What is wrong with readers that were passed over for it.
    """

    source: Origin
    reading: Reading
    alternative: str | None = None
    warnings: tuple[str, ...] = ()


def read_part(entry: Entry, asked: ReadOptions) -> FileReading:
    """Return what a file gives, about what its argument or its path says, where it does not say so itself.

    Raises
    ------
    InputError
        If it cannot be read or understood.
    """
    source = open_source(entry.given)
    chosen = detect_format(source, entry.reader)
    try:
        reading = reading_of(chosen.reader, source, asked.options(source, entry))
        named = filled(reading, entry)
    except InputError as error:
        raise error.at(file=source.name) from None
    origin = Origin(source.name, source.sha256, reading.count, chosen.name)
    return FileReading(origin, named, entry.names.alternative, chosen.warnings)


def reading_of(reader: Reader, source: Source, options: Options) -> Reading:
    """Return what a reader makes of a source; nothing where the run failed and such are left out."""
    if not isinstance(source, LargeSource) and type(reader).__name__ not in _OF_PEOPLE:
        refuse_cut_end(source.text)
    try:
        return reader.read(source, options)
    except FailedRunError as error:
        from ahp.ingest.checks import Failures

        failures = Failures(options)
        failures.met(error.at(file=source.name))
        return Reading((), left_out=tuple(failures.left_out))
