"""Paths: the files that a folder or a pattern stands for, in one order, and the names that stand in them.

The order is that of the paths, part by part: digits inside a name count as the number they spell, so `run2`
goes before `run10`, and everything else goes by code point, the same on every machine. Names that start with
a dot are hidden and passed over. A link to a file is that file; a link to a folder is not entered, so no loop
is ever walked: give the folder itself. What may not be looked at is never passed over, in folders and in
patterns alike: a folder is refused, a link is told when it is opened.

Names are what a file is about where it does not say so itself: from the argument, its path, or the study.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import filter as fitting
from functools import cache
from pathlib import Path

from ahp.errors import InputError, listed, quoted
from ahp.ingest.files.packed import split_sheet
from ahp.ingest.readers.base import Reading

_MAGIC = re.compile(r"[*?\[]")
_DIGITS = re.compile(r"([0-9]+)")


def expand_path(path: str) -> list[str]:
    """Return the files that a path stands for: itself, those in the folder, those that match the pattern.

    Raises
    ------
    InputError
        If a folder holds no file or cannot be looked into, or nothing matches.
    """
    if os.path.isdir(path):  # noqa: PTH112 - a Path for each of ten thousand takes longer than the look
        found = list(_files_in(path))
        if not found:
            raise InputError("there is no file in this folder", file=path)
        return found
    return _matching(path) if _MAGIC.search(path) and not exists(path) else [path]


def exists(path: str) -> bool:
    """Say whether there is such a path; what may not be looked at is told when it is opened."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def natural_sort(paths: Iterable[str]) -> list[str]:
    """Return paths in the order in which they are read.

    Examples
    --------
    >>> natural_sort(["lz4-run10.log", "lz4-run2.log", "LZ4-run1.log"])
    ['LZ4-run1.log', 'lz4-run2.log', 'lz4-run10.log']
    """
    return sorted(paths, key=lambda path: [natural_key(part) for part in path.replace("\\", "/").split("/")])


def natural_key(name: str) -> tuple[list[str | int], str]:
    """Return what a name is sorted by: its words and numbers by turns, then what tells 1 from 01."""
    pieces: list[str | int] = list(_DIGITS.split(name))
    pieces[1::2] = map(int, pieces[1::2])
    return pieces, name


def _files_in(folder: str) -> Iterator[str]:
    """Yield the files in a folder and in the folders in it, in order."""
    visible = [entry for entry in _entries(folder) if not entry.name.startswith(".")]
    for entry in sorted(visible, key=lambda entry: natural_key(entry.name)):
        if entry.is_dir(follow_symlinks=False):
            yield from _files_in(entry.path)
        elif _is_file(entry):
            yield entry.path


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Say whether this is to be opened: a file, or a link that leads nowhere, which is told then."""
    try:
        return entry.is_file() or not exists(entry.path)
    except OSError:  # a link that leads to itself, or to where nobody may look
        return True


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Return all that is in a folder."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        raise InputError(f"the folder cannot be read: {error.strerror}", file=folder) from None


def _matching(pattern: str) -> list[str]:
    """Return the files that match, and those in the folders that do, in order."""
    parts = Path(pattern).parts
    fixed = next(i for i, part in enumerate(parts) if _MAGIC.search(part))
    folder = str(Path(*parts[:fixed])) if fixed else ""
    if "\0" in pattern:
        raise InputError("no such pattern: it holds a NUL", file=pattern)
    found = natural_sort(set(_matches(folder, parts[fixed:]))) if _leads(folder or ".") else []
    if not found:
        raise InputError("no file matches; check the path", file=pattern)
    return found


def _matches(folder: str, parts: tuple[str, ...]) -> Iterator[str]:
    """Yield the files below a folder whose path fits the parts of a pattern."""
    part, *rest = parts
    if not _MAGIC.search(part):
        path = os.path.join(folder, part)  # noqa: PTH118 - the folder here has no name
        if rest:
            yield from _matches(path, tuple(rest)) if _leads(path) else ()
        elif _there(path):
            yield from _files_in(path) if _leads(path) else [path]
        return
    shown = _entries(folder or ".")
    if part == "**":
        yield from _matches(folder, tuple(rest)) if rest else _files_in(folder or ".")
        for entry in shown if rest else ():
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                yield from _matches(os.path.join(folder, entry.name), parts)  # noqa: PTH118 - as above
        return
    named = set(fitting([entry.name for entry in shown], part))
    for entry in shown:
        if entry.name not in named or entry.name.startswith(".") > part.startswith("."):
            continue
        path = os.path.join(folder, entry.name)  # noqa: PTH118 - as above
        if _leads(path):
            yield from _matches(path, tuple(rest)) if rest else _files_in(path)
        elif not rest and _is_file(entry):
            yield path


def _leads(path: str) -> bool:
    """Say whether this is a folder, or a link to one."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def _there(path: str) -> bool:
    """Say whether there is such a path, even a link that leads nowhere.

    Raises
    ------
    InputError
        If its folder may not be looked into.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror}", file=path) from None
    return True


FIELDS = ("scenario", "alternative", "run")
"""What a file can be about."""


@dataclass(frozen=True)
class Labels:
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
    said: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def by(
        cls, who: str, scenario: str | None = None, alternative: str | None = None, run: str | None = None
    ) -> Labels:
        """Return names that all come from one place."""
        given = zip(FIELDS, (scenario, alternative, run), strict=True)
        return cls(scenario, alternative, run, {name: who for name, known in given if known is not None})

    def of(self, name: str) -> str | None:
        """Return the name of a field of :data:`FIELDS`."""
        known: str | None = getattr(self, name)
        return known

    def _who(self, name: str) -> str:
        return self.said.get(name, "the caller")

    def joined(self, other: Labels, file: str) -> Labels:
        """Return what both know.

        Raises
        ------
        InputError
            If they disagree; the message names both.
        """
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
        return Labels(scenario, alternative, run, {**other.said, **self.said})

    def apply(self, reading: Reading) -> Reading:
        """Return a reading whose rows have these names wherever the file gave none.

        The benchmarks of a suite become scenarios where the alternative is named here.

        Raises
        ------
        InputError
            If the file itself names its scenarios, alternatives or runs, and not as it is called here.
        """
        if self == Labels():
            return reading
        if self.alternative is not None and reading.benchmarks:
            return replace(self, scenario=None).apply(self._of_suite(reading, self.alternative))
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

    def _refuse_other(self, name: str, own: Iterable[str | None]) -> None:
        given = self.of(name)
        others = [label for label in own if label is not None]
        if given is not None and any(label.casefold() != given.casefold() for label in others):
            raise InputError(
                f"the file names its {name}s itself, {listed(others)}, and is called {quoted(given)} by "
                f"{self._who(name)}",
                advice="leave the name out; in a pattern * stands for what does not matter",
            )

    def _of_suite(self, reading: Reading, alternative: str) -> Reading:
        """Return the reading of a suite that `alternative` ran: its benchmarks are the scenarios."""
        before = () if self.scenario is None else (self.scenario,)
        names = {
            of: ", ".join([*before, *([] if benchmark is None else [benchmark])]) or None
            for of, benchmark in reading.benchmarks.items()
        }
        rows = tuple(
            row._replace(scenario=names[row.scenario, row.alternative], alternative=alternative)
            for row in reading.rows
        )
        note = f"Its benchmarks are the scenarios, because it is called {quoted(alternative)} from outside."
        # What was assumed of its names is so no more.
        return replace(reading, rows=rows, notes=(*reading.notes, note), assumed=(), benchmarks={})


def labels_in_path(path: str, pattern: str) -> Labels | None:
    """Return the names that a path holds, by a pattern such as `{alternative}/{scenario}-run{run}.log`.

    The pattern describes the end of the path; a field stands for anything but a slash, and `*` for
    anything but a slash that does not matter. None if the path does not fit.

    Raises
    ------
    InputError
        If the pattern names an unknown field or one twice.

    Examples
    --------
    >>> labels_in_path("out/lz4/oltp-run2.log", "{alternative}/{scenario}-run{run}.log")
    Labels(scenario='oltp', alternative='lz4', run='2')
    >>> labels_in_path("lz4.log", "{alternative}.csv") is None
    True
    """
    fits, said = _pattern_matchers(pattern)
    found = fits((split_sheet(path)[0] if "#" in path else path).replace("\\", "/"))
    if found is None:
        return None
    return Labels(found["scenario"], found["alternative"], found["run"], said)


def pattern_mismatch(path: str, pattern: str) -> InputError:
    """Return the refusal of a path that does not fit a pattern."""
    return InputError(f"the path does not fit the pattern {quoted(pattern)}", file=path)


@cache
def _pattern_matchers(
    pattern: str,
) -> tuple[Callable[[str], re.Match[str] | None], Mapping[str, str]]:
    """Return what finds every one of :data:`FIELDS` in a path, and who says those that the pattern names."""
    single = re.sub(r"\*+", "*", pattern)  # stars side by side are one, and would be tried in every way
    parts = re.split(r"(\{[^{}]*\}|\*)", single)
    if any(c in part for part in parts[::2] for c in "{}"):
        raise InputError(f"the pattern {quoted(pattern)} has a brace without its other half")
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
    absent = "".join(f"(?P<{name}>(?!))?" for name in FIELDS if name not in fields)
    return re.compile(f"(?:.*/)?{expression}{absent}", re.DOTALL).fullmatch, dict.fromkeys(fields, "the path")
