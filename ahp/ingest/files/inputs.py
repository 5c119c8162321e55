"""What is to be read: the files that the arguments and a study stand for, each with what is known of it."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Sequence
from os import PathLike, fspath
from typing import NamedTuple

from ahp.errors import InputError, quoted
from ahp.evidence.study import InputFile
from ahp.ingest.files.paths import Labels, exists, expand_path, labels_in_path, pattern_mismatch
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Reading
from ahp.ingest.sniff import reader_named

_READER = re.compile(r"[A-Za-z]\w+")  # one letter before a colon is a drive


class Input(NamedTuple):
    """One source to read.

    Attributes
    ----------
    given : object
        What to open.
    labels : Labels
        What it is about, as far as that is known before it is opened.
    reader : str or None
        The reader that was asked for.
    by : str
        What it was given by, for messages: the argument, or the place in the study.
    mismatch : str or None
        The pattern for names that its path does not fit: the file has to say itself what it is about.
    """

    given: object
    labels: Labels
    reader: str | None = None
    by: str = ""
    mismatch: str | None = None


class Inputs(NamedTuple):
    """What arguments stand for.

    Attributes
    ----------
    entries : tuple of Input
        To be read, in order.
    unmatched : tuple of str
        Files of a folder, or that match, whose path does not fit the pattern for names.
    """

    entries: tuple[Input, ...]
    unmatched: tuple[str, ...] = ()


def find_inputs(
    sources: Sequence[object],
    *,
    pattern: str | None = None,
    reader: str | None = None,
    files: Iterable[InputFile] = (),
    windowed: Collection[str] = (),
) -> Inputs:
    """Return what to read, in a stable order: the files of a study, then the sources of the caller.

    Parameters
    ----------
    windowed : collection of str
        Alternatives that have a window of their own: one recording may hold several of them.

    Raises
    ------
    InputError
        If nothing fits, no path fits the pattern, names contradict, or a file is given twice.
    """
    given = [inputs_of(source, pattern, reader) for source in sources]
    _refuse_mismatches([entry for part in given for entry in part.entries])
    found = [_of_study(file) for file in files] + given
    entries = tuple(entry for part in found for entry in part.entries)
    _refuse_twice([entry for entry in entries if entry.labels.alternative not in windowed])
    given_too = {_real(str(entry.given)) for entry in entries if entry.mismatch is not None}
    unmatched = [path for part in found for path in part.unmatched]
    return Inputs(entries, tuple([p for p in unmatched if _real(p) not in given_too]))


def inputs_of(given: object, pattern: str | None, reader: str | None = None) -> Inputs:
    """Return the sources that one argument stands for, in a stable order.

    `NAME=PATH` names the alternative unless a file of exactly that name exists, and so does `READER:PATH` its
    reader. A folder stands for the files in it, a path with `*`, `?` or `[` for those that match: with a
    pattern for those whose path fits. A file that is given by its own path need not fit, and the files of a
    folder need not if none does.

    Raises
    ------
    InputError
        If nothing fits, or a path says another name than the argument.
    """
    if not isinstance(given, str | PathLike):
        return Inputs((Input(given, Labels(), reader),))
    text = fspath(given)
    if isinstance(text, bytes) or not text:
        return Inputs((Input(text, Labels(), reader),))
    alternative, path = (None, text) if "=" not in text or exists(text) else split_argument(text)
    labels = Labels.by("the argument", alternative=alternative)
    own, path = split_reader(path)
    reader = own or reader
    if path == "-":
        return Inputs((Input(path, labels, reader, by=quoted(text, 200)),))
    return _inputs_in_path(path, pattern, Input(path, labels, reader, by=quoted(text, 200)))


def _of_study(file: InputFile) -> Inputs:
    labels = Labels.by(file.place, scenario=file.scenario, alternative=file.alternative, run=file.run)
    try:
        if file.reader is not None:
            reader_named(file.reader)
        found = _inputs_in_path(file.path, file.pattern, Input(file.path, labels, file.reader, by=file.place))
        _refuse_mismatches(found.entries)
        return found
    except InputError as error:  # of the pattern or the reader, not of a file
        raise error.at(file=file.place) from None


def _inputs_in_path(path: str, pattern: str | None, like: Input) -> Inputs:
    """Return the files of a path with what is known of each."""
    everything = expand_path(path)
    if pattern is None:
        return Inputs(tuple([like._replace(given=file) for file in everything]))
    entries, left = [], []
    for file in everything:
        labels = labels_in_path(file, pattern)
        if labels is None:
            left.append(file)
        else:
            known = like.labels.joined(labels, file) if like.labels.said else labels
            entries.append(like._replace(given=file, labels=known))
    if entries:  # of a folder and of what matches only those may be meant
        return Inputs(tuple(entries), tuple(left))
    return Inputs(tuple([like._replace(given=file, mismatch=pattern) for file in left]))


def _refuse_mismatches(entries: Sequence[Input]) -> None:
    """Refuse a pattern that no path fits: there may be an error in it."""
    mismatches = [entry for entry in entries if entry.mismatch is not None]
    if mismatches and len(mismatches) == sum(
        isinstance(entry.given, str) and entry.given != "-" for entry in entries
    ):
        raise pattern_mismatch(str(mismatches[0].given), str(mismatches[0].mismatch))


def apply_labels(reading: Reading, entry: Input) -> Reading:
    """Return what was read of a source with the names that are known of it.

    Raises
    ------
    InputError
        If the file is called otherwise than it says, or neither it nor its path says which alternative it
        measured.
    """
    known = entry.labels.apply(reading)
    if entry.mismatch is not None and any(row.alternative is None for row in known.rows):
        raise InputError(
            f"the path does not fit the pattern {quoted(entry.mismatch)}, and the file does not say which "
            "alternative it measured",
            advice="write NAME=FILE, add a column 'alternative', or correct the pattern",
        )
    return known


def _refuse_twice(entries: Sequence[Input]) -> None:
    """Refuse a file that is given twice, directly or through a folder, a pattern or a link."""
    seen: dict[str, Input] = {}
    for entry in entries:
        if isinstance(entry.given, str):
            first = seen.setdefault(_real(entry.given), entry)
            if first is not entry:
                by = first.by != entry.by or first.given == entry.given
                ways = [e.by if by else quoted(str(e.given), 200) for e in (first, entry)]
                how = f"by {ways[0]} and by {ways[1]}" if by else f"as {ways[0]} and as {ways[1]}"
                problem = f"this file is given twice, {how}"
                raise InputError(problem, file=entry.given, advice="give it once")


def _real(path: str) -> str:
    """Return where a path leads; what no file can be called, as with a NUL in it, leads to itself."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def split_reader(path: str) -> tuple[str | None, str]:
    """Return the reader and the path of `pgbench:out.txt`; of another path no reader.

    Raises
    ------
    ReaderError
        If a file stands behind the colon, and no reader is called so.

    Examples
    --------
    >>> split_reader("pgbench:runs/out.txt"), split_reader("runs/12:30.txt")
    (('pgbench', 'runs/out.txt'), (None, 'runs/12:30.txt'))
    """
    name, colon, rest = path.partition(":")
    if not colon or not rest or not _READER.fullmatch(name) or exists(path):
        return None, path
    if name not in READERS and not exists(rest):
        return None, path
    reader_named(name)
    return name, rest


def split_argument(argument: str) -> tuple[str | None, str]:
    """Return the alternative and the path of an argument such as `lz4=pgbench_lz4.log`.

    A path that has an equals sign in a folder's name is a path: only what stands before the first slash
    can name the alternative.

    Examples
    --------
    >>> split_argument("lz4=logs/run=1.log")
    ('lz4', 'logs/run=1.log')
    >>> split_argument("logs/run=1.log")
    (None, 'logs/run=1.log')
    """
    name, equals, path = argument.partition("=")
    if not equals or "/" in name or "\\" in name or not name.strip() or not path:
        return None, argument
    return name.strip(), path
