"""What a harness marked as failed: refused, or left out where the caller wishes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ahp.errors import FailedRunError, one_line
from ahp.ingest.readers.base import Options, Reading, Row

Report = TypeVar("Report")

_OPTION = "with --drop-failed"


class Failures:
    """What failed in one file.

    Parameters
    ----------
    options : Options
        `failed` says what becomes of it.

    Attributes
    ----------
    left_out : list of str
        What was left out, each with its line.
    """

    def __init__(self, options: Options) -> None:
        self._drop = options.failed == "drop"
        self.left_out: list[str] = []

    def met(self, failure: FailedRunError) -> None:
        """Take note of a failure.

        Raises
        ------
        FailedRunError
            The failure itself, unless such runs are left out.

        Examples
        --------
        >>> failures = Failures(Options(failed="drop"))
        >>> failures.met(FailedRunError("lz4 failed in run 2", line=7))
        >>> failures.left_out
        ['line 7: lz4 failed in run 2']
        """
        if not self._drop:
            if failure.advice is not None and failure.advice.endswith(_OPTION):
                raise failure  # a reader has met it before
            advice = f"{failure.advice}, or leave it out" if failure.advice else "leave it out"
            raise failure.advising(f"{advice} {_OPTION}")
        where = f"line {failure.line}: " if failure.line is not None else ""
        found = f" (found {one_line(failure.found, 60)})" if failure.found is not None else ""
        self.left_out.append(f"{where}{failure.problem}{found}")


def reading_of_runs(
    reports: Sequence[tuple[str | None, Report]],
    told: Callable[[str | None, Report], tuple[list[Row], Iterable[str]]],
    options: Options,
) -> Reading:
    """Return what the reports of one file say, those left out that failed, if the caller wishes it.

    Parameters
    ----------
    reports : sequence of (str or None, report)
        Each with the name of its run.
    told : callable
        Takes both, returns the rows and what has to be known about them; raises where the run failed.
    options : Options

    Raises
    ------
    FailedRunError
        If a run failed and such are not left out.
    """
    failures, rows, caveats = Failures(options), list[Row](), dict[str, None]()
    for run, report in reports:
        try:
            found, said = told(run, report)
            caveats |= dict.fromkeys(said)
        except FailedRunError as error:
            failures.met(error)
        else:
            rows += found
    return Reading(tuple(rows), count=len(reports), caveats=tuple(caveats), left_out=tuple(failures.left_out))
