"""What a file is about, where the file itself does not say: from the argument, its path, or the study."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from os import PathLike, fspath
from types import MappingProxyType
from typing import NamedTuple

from ahp.errors import InputError, listed, quoted
from ahp.evidence.inputs import InputFile
from ahp.ingest.packed import split_sheet
from ahp.ingest.readers.base import Reading
from ahp.ingest.walking import exists, files_of

FIELDS = ("scenario", "alternative", "run")
"""What a file can be about."""


class Names(NamedTuple):
    """What is known of a file beside its content; None where nothing is.

    Attributes
    ----------
    scenario, alternative, run : str or None
    said : mapping of str to str
        For each name that is known who says it: `the argument`, `the path`, or the place in the study.
        Whoever says so, the names are the same.
    """

    scenario: str | None = None
    alternative: str | None = None
    run: str | None = None
    said: Mapping[str, str] = MappingProxyType({})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self[:3] == other[:3]

    def __hash__(self) -> int:
        return hash(self[:3])

    def __repr__(self) -> str:
        return "Names(scenario={!r}, alternative={!r}, run={!r})".format(*self)

    @classmethod
    def by(
        cls, who: str, scenario: str | None = None, alternative: str | None = None, run: str | None = None
    ) -> Names:
        """Return names that all come from one place."""
        given = zip(FIELDS, (scenario, alternative, run), strict=True)
        return cls(scenario, alternative, run, {name: who for name, known in given if known is not None})

    def of(self, name: str) -> str | None:
        """Return the name of a field of :data:`FIELDS`."""
        known: str | None = getattr(self, name)
        return known

    def _who(self, name: str) -> str:
        return self.said.get(name, "the caller")

    def joined(self, other: Names, file: str) -> Names:
        """Return what both know.

        Raises
        ------
        InputError
            If they disagree; the message names both.
        """
        if not self.said:
            return other
        for name in FIELDS:
            mine, theirs = self.of(name), other.of(name)
            if mine is not None and theirs is not None and mine != theirs:
                raise InputError(
                    f"its {name} is {quoted(mine)} by {self._who(name)} and {quoted(theirs)} by "
                    f"{other._who(name)}",
                    file=file,
                    advice="make them agree, or leave one of them out",
                )
        scenario, alternative, run = (
            self.of(name) if self.of(name) is not None else other.of(name) for name in FIELDS
        )
        return Names(scenario, alternative, run, {**other.said, **self.said})

    def fill(self, reading: Reading) -> Reading:
        """Return a reading whose rows have these names wherever the file gave none.

        The benchmarks of a suite become scenarios where the alternative is named here.

        Raises
        ------
        InputError
            If the file itself names its scenarios, alternatives or runs, and not as it is called here.
        """
        if self == Names():
            return reading
        if self.alternative is not None and reading.benchmarks:
            return self._replace(scenario=None).fill(self._of_suite(reading, self.alternative))
        for name in FIELDS:
            self._refuse_other(name, dict.fromkeys(getattr(row, name) for row in reading.rows))
        rows = tuple(
            row._replace(
                scenario=row.scenario if row.scenario is not None else self.scenario,
                alternative=row.alternative if row.alternative is not None else self.alternative,
                run=row.run if row.run is not None else self.run,
            )
            for row in reading.rows
        )
        return replace(reading, rows=rows)

    def subject(
        self, scenario: str | None, alternative: str | None, reading: Reading
    ) -> tuple[str | None, str | None] | None:
        """Return the scenario and the alternative that rows have once they are filled.

        None where they are called otherwise here, which :meth:`fill` refuses.
        """
        if self.alternative is not None and reading.benchmarks:
            return self._of_benchmark(reading.benchmarks[scenario, alternative]), self.alternative
        filled = scenario if scenario is not None else self.scenario
        called = alternative if alternative is not None else self.alternative
        return (filled, called) if self._agrees(scenario, alternative) else None

    def _agrees(self, scenario: str | None, alternative: str | None) -> bool:
        pairs = ((self.scenario, scenario), (self.alternative, alternative))
        return all(mine is None or own is None or mine.casefold() == own.casefold() for mine, own in pairs)

    def _refuse_other(self, name: str, own: Iterable[str | None]) -> None:
        given = self.of(name)
        others = [label for label in own if label is not None]
        if given is not None and any(label.casefold() != given.casefold() for label in others):
            raise InputError(
                f"the file names its {name}s itself, {listed(others)}, and is called {quoted(given)} by "
                f"{self._who(name)}",
                advice="leave the name out; in a pattern * stands for what does not matter",
            )

    def _of_benchmark(self, benchmark: str | None) -> str | None:
        return ", ".join(part for part in (self.scenario, benchmark) if part is not None) or None

    def _of_suite(self, reading: Reading, alternative: str) -> Reading:
        """Return the reading of a suite that `alternative` ran: its benchmarks are the scenarios."""
        rows = tuple(
            row._replace(
                scenario=self._of_benchmark(reading.benchmarks[row.scenario, row.alternative]),
                alternative=alternative,
            )
            for row in reading.rows
        )
        note = f"Its benchmarks are the scenarios, because it is called {quoted(alternative)} from outside."
        return replace(reading, rows=rows, notes=(*reading.notes, note), benchmarks={})


class Entry(NamedTuple):
    """One source to read.

    Attributes
    ----------
    given : object
        What to open.
    names : Names
        What it is about, as far as that is known before it is opened.
    reader : str or None
        The reader that was asked for.
    by : str
        What it was given by, for messages: the argument, or the place in the study.
    """

    given: object
    names: Names
    reader: str | None = None
    by: str = ""


_ENTRY = partial(tuple.__new__, Entry)  # in half the time; there may be thousands


class Found(NamedTuple):
    """What arguments stand for.

    Attributes
    ----------
    entries : tuple of Entry
        To be read, in order.
    passed_over : tuple of str
        Files of a folder, or that match, whose path does not fit the pattern for names.
    linked : bool
        Whether two of the entries may be one file.
    """

    entries: tuple[Entry, ...]
    passed_over: tuple[str, ...] = ()
    linked: bool = True


def find_entries(
    sources: Sequence[object],
    *,
    pattern: str | None = None,
    reader: str | None = None,
    files: Iterable[InputFile] = (),
    windowed: Collection[str] = (),
) -> Found:
    """Return what to read, in a stable order: the files of a study, then the sources of the caller.

    Parameters
    ----------
    windowed : collection of str
        Alternatives that have a window of their own: one recording may hold several of them.

    Raises
    ------
    InputError
        If nothing fits, a path does not fit its pattern, names contradict, or a file is given twice.
    """
    found = [_of_study(file) for file in files] + [expand(given, pattern, reader) for given in sources]
    entries = tuple(entry for part in found for entry in part.entries)
    if len(found) > 1 or found[0].linked:
        _refuse_twice([entry for entry in entries if entry.names.alternative not in windowed])
    return Found(entries, tuple(path for part in found for path in part.passed_over))


def expand(given: object, pattern: str | None, reader: str | None = None) -> Found:
    """Return the sources that one argument stands for, in a stable order.

    `NAME=PATH` names the alternative unless a file of exactly that name exists. A folder stands for the
    files in it, with a pattern for those whose path fits; a path with `*`, `?` or `[` for those that match.

    Raises
    ------
    InputError
        If nothing fits, a path does not fit the pattern, or it says another name than the argument.
    """
    if not isinstance(given, str | PathLike):
        return Found((Entry(given, Names(), reader),))
    text = fspath(given)
    if isinstance(text, bytes) or not text:
        return Found((Entry(text, Names(), reader),))
    alternative, path = (None, text) if "=" not in text or exists(text) else split_argument(text)
    names = Names.by("the argument", alternative=alternative)
    if path == "-":
        return Found((Entry(path, names, reader, by=quoted(text, 200)),))
    return _named(path, pattern, Entry(path, names, reader, by=quoted(text, 200)))


def _of_study(file: InputFile) -> Found:
    names = Names.by(file.place, scenario=file.scenario, alternative=file.alternative, run=file.run)
    return _named(file.path, file.pattern, Entry(file.path, names, file.reader, by=file.place))


def _named(path: str, pattern: str | None, like: Entry) -> Found:
    """Return the files of a path with what is known of each."""
    everything, linked = files_of(path)
    if pattern is None:
        return Found(tuple([like._replace(given=file) for file in everything]), linked=linked)
    entries, left = [], []
    for file in everything:
        names = _names_in(file, pattern)
        if names is not None:
            known = like.names.joined(names, file) if like.names.said else names
            entries.append(_ENTRY((file, known, like.reader, like.by)))
        elif everything == [path]:
            raise _misfit(file, pattern)
        else:  # of a folder and of what matches only some may be meant
            left.append(file)
    if not entries:
        raise InputError(f"no file in this folder fits the pattern {quoted(pattern)}", file=path)
    return Found(tuple(entries), tuple(left), linked)


def _refuse_twice(entries: Sequence[Entry]) -> None:
    """Refuse a file that is given twice, directly or through a folder, a pattern or a link."""
    seen: dict[tuple[object, ...], Entry] = {}
    for entry in entries if len(entries) > 1 else ():
        if not isinstance(entry.given, str):
            continue
        path = entry.given
        try:
            found = os.stat(path)  # noqa: PTH116 - a Path for each of ten thousand takes longer than the look
            key: tuple[object, ...] = (found.st_dev, found.st_ino)
        except (OSError, ValueError):
            key = (path,)  # `-`, or what cannot be opened either
        first = seen.setdefault(key, entry)
        # Hard links are two files; they only look like one.
        if first is not entry and os.path.realpath(path) == os.path.realpath(str(first.given)):
            raise InputError(
                f"this file is given twice, by {first.by} and by {entry.by}", file=path, advice="give it once"
            )


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


def path_names(pattern: str, path: str) -> Names:
    """Return the names that a path holds, by a pattern such as `{alternative}/{scenario}-run{run}.log`.

    The pattern describes the end of the path; a field stands for anything but a slash, and `*` for
    anything but a slash that does not matter.

    Raises
    ------
    InputError
        If the pattern names an unknown field or one twice, or the path does not fit it.

    Examples
    --------
    >>> path_names("{alternative}/{scenario}-run{run}.log", "out/lz4/oltp-run2.log")
    Names(scenario='oltp', alternative='lz4', run='2')
    """
    found = _names_in(path, pattern)
    if found is None:
        raise _misfit(path, pattern)
    return found


def _names_in(path: str, pattern: str) -> Names | None:
    fits, said, slashes = _compiled(pattern)
    parts = (split_sheet(path)[0] if "#" in path else path).replace("\\", "/").rsplit("/", slashes + 1)
    found = fits("/".join(parts[-slashes - 1 :]) if slashes else parts[-1])
    return None if found is None else Names(**found.groupdict(), said=said)


def _misfit(path: str, pattern: str) -> InputError:
    return InputError(f"the path does not fit the pattern {quoted(pattern)}", file=path)


@cache
def _compiled(
    pattern: str,
) -> tuple[Callable[[str], re.Match[str] | None], Mapping[str, str], int]:
    """Return what finds names in the end of a path, who says each of them, and the slashes in that end."""
    parts = re.split(r"(\{[^{}]*\}|\*)", pattern)
    fields = [part[1:-1] for part in parts if part.startswith("{")]
    unknown: Sequence[str] = [name for name in fields if name not in FIELDS]
    if unknown or not fields or len(set(fields)) != len(fields):
        raise InputError(
            f"the pattern {quoted(pattern)} names {listed(fields) or 'nothing'}; it may name each of "
            f"{listed(FIELDS)} once"
        )
    expression = "".join(
        f"(?P<{part[1:-1]}>[^/]+?)" if part.startswith("{") else "[^/]*" if part == "*" else re.escape(part)
        for part in parts
    )
    said = dict.fromkeys(fields, "the path")
    return re.compile(f"{expression}$").match, said, pattern.count("/")
