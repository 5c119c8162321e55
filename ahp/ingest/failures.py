"""What a harness marked as failed: refused, or left out where the caller wishes it."""

from __future__ import annotations

from ahp.errors import FailedRunError, one_line
from ahp.ingest.readers.base import Options

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
