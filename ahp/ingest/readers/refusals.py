"""What several readers refuse in the same words."""

from __future__ import annotations

from collections.abc import Iterable

from ahp.errors import FailedRunError, InputError
from ahp.ingest.readers.printed import Hit


def refuse_again(hits: Iterable[Hit]) -> None:
    r"""Refuse a line that may stand only once in a file and stands there again: the log was given twice.

    Raises
    ------
    InputError
        If there is one.

    Examples
    --------
    >>> from ahp.ingest.readers.printed import Printed
    >>> import re
    >>> refuse_again(Printed.of("start 1\nstart 1\n").all(re.compile("start [0-9]")))
    Traceback (most recent call last):
    ...
    ahp.errors.InputError: line 2: found 'start 1': this is line 1 again
    """
    seen: dict[str, int] = {}
    for hit in hits:
        first = seen.setdefault(hit.text(0), hit.line)
        if first != hit.line:
            raise InputError(f"this is line {first} again", line=hit.line, found=hit.text(0))


def told_of_errors(errors: float, requests: Hit, where: Hit, tolerated: float) -> str:
    """Return how many errors a load generator of a web server met, which counts them as requests served.

    Raises
    ------
    FailedRunError
        If their share is above what is tolerated.
    """
    told = f"{errors:.0f} errors on {requests.text()} requests"
    if errors > tolerated * requests.value():
        raise FailedRunError(
            f"{told}: throughput and response times are those of failures too",
            line=where.line,
            found=where.match[0].strip(),
            advice="mend what failed and measure again",
        )
    return f"{told}: error replies are counted in throughput and response times."
