"""Every error a user can cause, under one root.

::

    AHPError(Exception)                 in brackets: the second, built-in parent
    ├─ InputError (ValueError)          a file, a table, a cell; .file .line .column .found
    │  ├─ UnitError                     units unknown, missing or contradictory
    │  ├─ FailedRunError                a run that its own harness marked as failed
    │  ├─ ReaderError                   no reader, or more than one, for a file
    │  ├─ MeasureError                  a measure unknown, missing or mixed
    │  └─ BaselineError                 no baseline, or more than one
    ├─ JudgmentError (ValueError)       a pairwise comparison matrix; .row .column .found
    ├─ StudyError (ValueError)          criteria, weights, a key of a study file
    ├─ ConvergenceError (RuntimeError)  an iteration did not settle; .estimate
    ├─ OutputError (OSError)            a result that could not be written
    ├─ FigureError (ValueError)         a figure of which the document lacks the data
    └─ HarnessError (RuntimeError)      an experiment could not be run
       ├─ UnavailableError              an engine, a layer or a program is not on this machine; .reason
       └─ TrialError                    one trial failed; the others go on

The second parent lets code that knows nothing of this library catch `ValueError`. Messages have one
shape: where, what was found, what is needed, what to do. Code that raises deep inside does not know the
file; the layer that opened it adds the place with :meth:`InputError.at`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self


class AHPError(Exception):
    """Root of every error that a user of `ahp` can cause."""


WAYS = ("more is better", "less is")
"""The two cases of a number of which nothing tells which way it is better."""


class InputError(AHPError, ValueError):
    """Something is wrong with a file, a table or a cell.

    Parameters
    ----------
    problem : str
        What was found and what is needed, without the place.
    file, line, column : str, int, str, optional
        Where. `line` counts from 1 as an editor does.
    found : object, optional
        The offending text or value, shown in the message.
    advice : str, optional
        What to do about it.
    options : sequence of str
        What `ahp-rank` would take beside its other arguments to go through: `("--repeats", "runs")`.
    otherwise : sequence of str
        What it would take in their place in another case, if nothing tells which it is.
    cases : tuple of (str, str)
        When the first are right, and when the second.

    Examples
    --------
    >>> print(InputError("throughput must be greater than 0", file="results.csv", line=7,
    ...                  column="tps", found="-12", advice="correct the cell"))
    results.csv, line 7, column 'tps': found '-12': throughput must be greater than 0; correct the cell
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: str | None = None,
        found: object = None,
        advice: str | None = None,
        options: Iterable[str] = (),
        otherwise: Iterable[str] = (),
        cases: tuple[str, str] = WAYS,
    ) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.advice = advice
        self.options = tuple(options)
        self.otherwise = tuple(otherwise)
        self.cases = cases
        super().__init__(problem)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions pickle by their positional arguments; ours are keywords.
        return _rebuild, (type(self), self.problem, self._place())

    def _place(self) -> dict[str, Any]:
        names = ("file", "line", "column", "found", "advice", "options", "otherwise", "cases")
        return {name: getattr(self, name) for name in names}

    def at(self, *, file: str | None = None, line: int | None = None, column: str | None = None) -> Self:
        """Return the same error with the parts of its place that were still unknown."""
        place = self._place()
        for name, value in (("file", file), ("line", line), ("column", column)):
            if place[name] is None:
                place[name] = value
        return type(self)(self.problem, **place)

    def advising(self, advice: str) -> Self:
        """Return the same error with other advice."""
        return type(self)(self.problem, **{**self._place(), "advice": advice})

    def proposing(self, *options: str) -> Self:
        """Return the same error with options that would let `ahp-rank` go through."""
        return type(self)(self.problem, **{**self._place(), "options": options, "otherwise": ()})

    def __str__(self) -> str:
        where = [one_line(self.file)] if self.file is not None else []
        if self.line is not None:
            where.append(f"line {self.line}")
        if self.column:  # what a harness printed has no columns
            where.append(f"column {quoted(self.column)}")
        parts = [", ".join(where)] if where else []
        if self.found is not None:
            empty = isinstance(self.found, str) and not self.found
            parts.append("found an empty cell" if empty else f"found {quoted(self.found)}")
        parts.append(self.problem)
        message = ": ".join(parts)
        return f"{message}; {self.advice}" if self.advice else message


class UnitError(InputError):
    """A unit is unknown, missing, or contradicts another one."""


class FailedRunError(InputError):
    """A run failed, as its own harness says; its numbers are none."""


class ReaderError(InputError):
    """No reader understands a file, or several do."""


class MeasureError(InputError):
    """A measure is unknown, missing, or mixed with another one."""


class BaselineError(InputError):
    """The baseline is missing, or more than one alternative could be it."""


class JudgmentError(AHPError, ValueError):
    """A judgment or a pairwise comparison matrix cannot be used.

    Parameters
    ----------
    message : str
        What is wrong, and what to do.
    row, column : int or str, optional
        The judgment: positions in an array, labels where there are labels.
    found : object, optional
        The offending value.
    """

    def __init__(
        self,
        message: str,
        *,
        row: int | str | None = None,
        column: int | str | None = None,
        found: object = None,
    ) -> None:
        self.row = row
        self.column = column
        self.found = found
        super().__init__(message)


class StudyError(AHPError, ValueError):
    """A study is wrong: a criterion, a weight, an index, or a key of its file."""


class ConvergenceError(AHPError, RuntimeError):
    """An iteration did not settle; `estimate` is the best value so far."""

    def __init__(self, message: str, estimate: object = None) -> None:
        self.estimate = estimate
        super().__init__(message)


class OutputError(AHPError, OSError):
    """A result could not be written; what stood there before is untouched."""


class FigureError(AHPError, ValueError):
    """A figure cannot be drawn: its kind is unknown, or the document lacks what it shows."""


class HarnessError(AHPError, RuntimeError):
    """An experiment could not be run, or something it made could not be taken away again."""


class UnavailableError(HarnessError):
    """An engine, a storage layer or a program cannot be used on this machine; `reason` says why."""

    def __init__(self, what: str, reason: str) -> None:
        self.what = what
        self.reason = reason
        super().__init__(f"{what} cannot run here: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.reason)


class TrialError(HarnessError):
    """One trial failed; the others go on, and `resume` repeats it."""


def _rebuild(cls: type[InputError], problem: str, place: dict[str, Any]) -> InputError:
    return cls(problem, **place)


def one_line(text: object, limit: int = 200) -> str:
    """Return `text` on one line, with control characters escaped and at most `limit` characters."""
    try:
        text = str(text)
    except ValueError:  # Python writes no integer of more than 4300 digits
        text = f"<{type(text).__name__} that is too long to be written>"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def quoted(value: object, limit: int = 60) -> str:
    """Return a value as a message shows it: text in quotes, on one line, shortened."""
    return f"'{one_line(value, limit)}'" if isinstance(value, str) else one_line(value, limit)


def listed(names: Iterable[object], limit: int = 12) -> str:
    """Return names as `'a', 'b', 'c'`, saying how many more there are beyond `limit`."""
    everything = list(names)
    shown = ", ".join(quoted(name) for name in everything[:limit])
    more = len(everything) - limit
    return f"{shown} and {more} more" if more > 0 else shown
