"""What a program printed: a reader of it, its lines by number, the numbers in them, and refusals."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, NamedTuple, TypeVar, Unpack

from ahp.errors import FailedRunError, InputError, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, RowNames, holds
from ahp.ingest.readers.base import nothing_done as nothing_done
from ahp.ingest.readers.json import JsonNumber

N = r"[0-9]+(?:\.[0-9]+)?"
"""A plain number with a dot, for patterns."""

Key = TypeVar("Key", bound=Hashable)

_LINE_END = re.compile(r"\r\n|\r|\n")
_STATISTICS = {"50": "p50", "90": "p90", "95": "p95", "99": "p99", "99.9": "p999"}


def percentile(text: str) -> str | None:
    """Return the measure of a percentile, `"99.9"` for `response_time_p999`; None if none has a name.

    Examples
    --------
    >>> percentile("99.90"), percentile("75")
    ('response_time_p999', None)
    """
    name = _STATISTICS.get(text.rstrip("0").rstrip(".") if "." in text else text)
    return f"response_time_{name}" if name else None


class LineMatch(NamedTuple):
    """A place where a pattern was found.

    Attributes
    ----------
    line : int
        Counted from 1.
    match : re.Match
        What was found.
    """

    line: int
    match: re.Match[str]

    def says(self, words: str) -> bool:
        """Say whether words stand in what was found."""
        return words in self.match[0]

    def has(self, group: int | str) -> bool:
        """Say whether a group took part."""
        return self.match[group] is not None

    def text(self, group: int | str = 1) -> str:
        """Return the text of a group; empty where it took no part."""
        return self.match[group] or ""

    def value(self, group: int | str = 1) -> float:
        """Return the number in a group.

        Raises
        ------
        InputError
            If it is too large to be one.
        """
        return finite(self.text(group), self.line)

    def row(self, measure: str, unit: str, group: int | str = 1, **known: Unpack[RowNames]) -> Row:
        """Return the row of the number in a group.

        Raises
        ------
        InputError
            If it is a throughput of 0: the run did nothing.
        """
        if measure == "throughput" and self.value(group) <= 0:
            raise nothing_done(self.line, self.match[0].strip())
        return self.digits(group).row(measure, unit, **known)

    def times(self, groups: Mapping[str, int], unit: str, **known: Unpack[RowNames]) -> Iterator[Row]:
        """Yield the rows of response times by what they are of all: `mean`, `p99`, `max`, each in a group."""
        for statistic, group in groups.items():
            yield self.row(f"response_time_{statistic}", unit, group, **known)

    def digits(self, group: int | str = 1) -> JsonNumber:
        """Return the number in a group as it stands there, and where.

        Raises
        ------
        InputError
            If it is too large to be one.
        """
        self.value(group)
        return JsonNumber(self.text(group), self.line)


class Lines:
    """The lines of a text, or of a part of it, by their numbers in the file."""

    def __init__(self, lines: Sequence[tuple[int, str]]) -> None:
        self.lines = lines

    @classmethod
    def of(cls, text: str) -> Lines:
        """Return the lines of a text."""
        return cls(list(enumerate(_LINE_END.split(text), start=1)))

    def all(self, pattern: re.Pattern[str]) -> list[LineMatch]:
        """Return every line in which the pattern is found."""
        return [LineMatch(line, match) for line, text in self.lines if (match := pattern.search(text))]

    def every(self, pattern: re.Pattern[str], like: re.Pattern[str]) -> list[LineMatch]:
        """Return every line in which the pattern is found.

        Raises
        ------
        InputError
            If a line is like them and is not one.
        """
        for hit in self.all(like):
            if not pattern.search(hit.match.string):
                text = hit.match.string.strip()
                raise InputError("this line is damaged", line=hit.line, found=text)
        return self.all(pattern)

    def maybe(self, pattern: re.Pattern[str], what: str) -> LineMatch | None:
        """Return the one line with the pattern, None if there is none.

        Raises
        ------
        InputError
            If there are several.
        """
        hits = self.all(pattern)
        if len(hits) > 1:
            raise InputError(
                f"{what} stands here for the second time, first on line {hits[0].line}",
                line=hits[1].line,
                found=hits[1].match[0].strip(),
            )
        return hits[0] if hits else None

    def one(self, pattern: re.Pattern[str], what: str) -> LineMatch:
        """Return the one line with the pattern.

        Raises
        ------
        InputError
            If there is none, or there are several.
        """
        hit = self.maybe(pattern, what)
        if hit is None:
            raise InputError(f"the report has no {what}: it is damaged or cut off", line=self.last)
        return hit

    def refuse(self, pattern: re.Pattern[str], problem: str, advice: str) -> None:
        """Refuse the text if the pattern is found in it."""
        for hit in self.all(pattern)[:1]:
            raise InputError(problem, line=hit.line, found=hit.match[0].strip(), advice=advice)

    def refuse_failed(self, pattern: re.Pattern[str], problem: str, advice: str) -> None:
        """Refuse the text as that of a run that failed, if the pattern is found in it."""
        try:
            self.refuse(pattern, problem, advice)
        except InputError as error:
            raise as_failed_run(error) from None

    def only(self, pattern: re.Pattern[str]) -> Lines:
        """Return the lines in which the pattern is found."""
        return Lines([(line, text) for line, text in self.lines if pattern.search(text)])

    def without(self, pattern: re.Pattern[str]) -> Lines:
        """Return the lines in which the pattern is not found."""
        return Lines([(line, text) for line, text in self.lines if not pattern.search(text)])

    def above(self, line: int) -> Lines:
        """Return the lines before a line."""
        return Lines([numbered for numbered in self.lines if numbered[0] < line])

    def below(self, line: int) -> Lines:
        """Return the lines after a line."""
        return Lines([numbered for numbered in self.lines if numbered[0] > line])

    def parts(self, start: re.Pattern[str]) -> list[Lines]:
        """Return the parts that begin with the pattern; what stands before the first is left out."""
        at = [i for i, (_, text) in enumerate(self.lines) if start.search(text)]
        return [Lines(self.lines[i:j]) for i, j in pairwise([*at, len(self.lines)])]

    def until(self, end: re.Pattern[str]) -> Lines:
        """Return the lines before the first with the pattern."""
        hits = self.all(end)
        return self.above(hits[0].line) if hits else self

    @property
    def text(self) -> str:
        """The lines, each with the same end."""
        return "\n".join(text for _, text in self.lines)

    @property
    def last(self) -> int:
        """The number of the last line that is not empty."""
        return next((line for line, text in reversed(self.lines) if text.strip()), 1)


def finite(text: str, line: int | None) -> float:
    """Return the number that `text` spells.

    Raises
    ------
    InputError
        If it spells none, or none that is finite.
    """
    try:
        value = float(text)
    except ValueError:
        raise InputError("a number is needed", line=line, found=text) from None
    if not abs(value) < float("inf"):
        raise InputError("a finite number is needed", line=line, found=text)
    return value


def as_failed_run(error: InputError) -> FailedRunError:
    """Return a refusal as that of a run that failed."""
    return FailedRunError(
        error.problem,
        file=error.file,
        line=error.line,
        column=error.column,
        found=error.found,
        advice=error.advice,
    )


def as_runs(reports: Iterable[Lines]) -> list[tuple[str | None, Lines]]:
    """Return each report with the name of its run: `"1"`, `"2"`, … of several, None of a single one.

    Raises
    ------
    InputError
        If two are the same word for word.
    """
    found: dict[str, Lines] = {}
    for report in reports:
        text = report.text.strip()
        if text in found:
            raise InputError(
                f"this is the report of line {found[text].lines[0][0]} again",
                line=report.lines[0][0],
                found=quoted(report.lines[0][1]).strip("'"),
            )
        found[text] = report
    single = len(found) == 1
    return [(None if single else str(i), report) for i, report in enumerate(found.values(), start=1)]


def once(
    seen: dict[Key, int],
    key: Key,
    line: int,
    what: str,
    *,
    found: str | None = None,
    advice: str | None = None,
) -> None:
    """Refuse what may stand only once in a file and stands there again.

    Parameters
    ----------
    seen : dict of key to int
        What was met so far, by its line; this is added.
    key : hashable
        What it is told from others by.
    line : int
        Where it stands now.
    what : str
        How it is called in the message.

    Raises
    ------
    InputError
        If it stands there again.

    Examples
    --------
    >>> once({"gzip": 2}, "gzip", 7, "this codec")
    Traceback (most recent call last):
    ...
    ahp.errors.InputError: line 7: this codec stands on line 2 already
    """
    if key in seen:
        raise InputError(f"{what} stands on line {seen[key]} already", line=line, found=found, advice=advice)
    seen[key] = line


def refuse_again(hits: Iterable[LineMatch]) -> None:
    r"""Refuse a line that may stand only once in a file and stands there again: the log was given twice.

    Raises
    ------
    InputError
        If there is one.

    Examples
    --------
    >>> import re
    >>> refuse_again(Lines.of("start 1\nstart 1\n").all(re.compile("start [0-9]")))
    Traceback (most recent call last):
    ...
    ahp.errors.InputError: line 2: found 'start 1': this line stands on line 1 already
    """
    seen: dict[str, int] = {}
    for hit in hits:
        once(seen, hit.text(0), hit.line, "this line", found=hit.text(0))


def refuse_doubled(lines: Sequence[tuple[int, str]]) -> None:
    """Refuse lines whose second half is their first half again, of what has neither a beginning nor an end.

    Raises
    ------
    InputError
        If that is so.
    """
    half, odd = divmod(len(lines), 2)
    if half and not odd and [text for _, text in lines[:half]] == [text for _, text in lines[half:]]:
        raise InputError(
            "from here on the file is its beginning again", line=lines[half][0], found=lines[half][1].strip()
        )


def step_of(hits: Sequence[LineMatch], group: int | str = 1, *, late: float = 0.0) -> float:
    r"""Return how far intervals are apart by the time in a group, the same for all; 0 for a single one.

    Where they are printed in whole seconds and a little late, a step may be longer by `late`.

    Raises
    ------
    InputError
        If one is missing, or the time goes back.

    Examples
    --------
    >>> step_of(Lines.of("2 s\n4 s\n6 s").all(re.compile("([0-9]) s")))
    2.0
    """
    times = [hit.value(group) for hit in hits]
    steps = [after - before for before, after in pairwise(times)]
    for step, hit in zip(steps, hits[1:], strict=True):
        if step <= 0 or not 0 <= step - steps[0] <= late:
            raise InputError(
                "an interval is missing before this one, or the time goes back",
                line=hit.line,
                found=hit.text(0),
            )
    return steps[0] if steps else 0.0


WHOLE = "give the whole output of a run that finished, and each run once"
"""What to do about a report that is cut off, damaged or given twice, where nothing better is known."""


class PrintedReader(ABC):
    """A reader of what a program prints.

    Attributes
    ----------
    words : tuple of str
        Words of which each of its files holds one: they are found in a fiftieth of the time of a pattern.
    forms : tuple of re.Pattern
        Patterns of which one is found in the beginning of each of its files, and of no other file.
    """

    words: ClassVar[tuple[str, ...]]
    forms: ClassVar[tuple[re.Pattern[str], ...]]

    def matches(self, head: str) -> bool:
        """Say whether one of the words and one of the patterns stand in the beginning of a file."""
        return holds(head, *self.words) and any(form.search(head) for form in self.forms)

    def read(self, source: Source, options: Options) -> Reading:
        """Return what the report says.

        Raises
        ------
        InputError
            If it is damaged, cut off, given twice or contradicts itself, or is of a run that failed.
        """
        try:
            return self._reading(Lines.of(source.text), options)
        except FailedRunError:
            raise
        except InputError as error:
            raise error if error.advice else error.advising(WHOLE) from None

    @abstractmethod
    def _reading(self, text: Lines, options: Options) -> Reading:
        """Return what the lines of the report say."""
