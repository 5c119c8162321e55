"""The time profile that HammerDB's etprof prints: percentiles by interval, and one table at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Row, number
from ahp.ingest.readers.printed import Hit, N, Printed, disagreement

PROCEDURES = ("neword", "payment", "delivery", "slev", "ostat")
"""The procedures that are transactions; the others serve the client itself."""

_PERIOD = re.compile(r"\|PERCENTILES [0-9]{4}-")
_INTERVAL = re.compile(
    rf"^(?:Vuser [0-9]+:)?\|(\w+)\|MIN-({N})\|P50%-({N})\|P95%-({N})\|P99%-({N})\|MAX-({N})"
    r"\|SAMPLES-([0-9]+)$"
)
_LIKE_INTERVAL = re.compile(r"\|MIN-|\|SAMPLES-|\|P[0-9]+%-")
_TITLES = re.compile(r"\|PROCNAME \| EXCLUSIVETOT\| %\| CALLNUM\| AVGPERCALL\| CUMULTOT\|$")
_TOTALS = re.compile(
    rf"^(?:Vuser [0-9]+:)?\|(\w+) +\| *([0-9]+)\| *({N})%\| *([0-9]+)\| *([0-9]+)"
    r"\| *([0-9]+|NOT AVAILABLE)\|$"
)
_LIKE_TOTALS = re.compile(r"\|(?: *[0-9]+\|)? *[0-9.]+%\|")

CAVEAT = (
    "The time profile (etprof) is that of one virtual user and covers the ramp-up; its percentiles stand by "
    "interval and cannot be combined."
)
SEVERAL = "The time profiles by intervals (etprof) of several runs are not read: give the log of each run."


def present(printed: Printed) -> bool:
    """Say whether a profile by intervals stands in a log."""
    return bool(printed.all(_LIKE_INTERVAL))


def times(printed: Printed) -> Iterator[Row]:
    """Yield the mean and the maximum of each procedure, in microseconds, which the profile does not print.

    Raises
    ------
    InputError
        If the profile is cut off, or its parts contradict each other.
    """
    intervals = printed.every(_INTERVAL, _LIKE_INTERVAL)
    title = printed.one(_TITLES, "table at the end of the time profile")
    below = Printed([(line, text) for line, text in printed.lines if line > title.line])
    totals = below.every(_TOTALS, _LIKE_TOTALS)
    _refuse_incomplete(title, totals)
    periods = len(printed.all(_PERIOD))
    for total in totals:
        if total.text() not in PROCEDURES or not total.value(4):
            continue
        name, own = total.text(), [hit for hit in intervals if hit.text() == total.text()]
        counted = sum(hit.value(7) for hit in own)
        # Every interval counts one sample more than there were calls.
        if not total.value(4) <= counted <= total.value(4) + periods:
            raise disagreement(total.line, f"the number of calls of {name}", total.text(4), counted)
        for hit in own:
            if any(low > high for low, high in pairwise(hit.value(group) for group in range(2, 7))):
                raise disagreement(hit.line, "a percentile", hit.text(0), hit.value(6))
        mean = total.value(6) / total.value(4)
        found = f"{total.text(6)} / {total.text(4)}"
        yield number(
            "response_time_mean", mean, "us", printed=found, line=total.line, transaction=name.upper()
        )
        longest = max(own, key=lambda hit: hit.value(6))
        yield longest.row("response_time_max", "us", 6, transaction=name.upper())


def _refuse_incomplete(title: Hit, totals: list[Hit]) -> None:
    """Refuse a table that is cut off: its shares are those of all its lines, and add up to 100 %."""
    together = sum(hit.value(2) for hit in totals)
    names = [hit.text() for hit in totals]
    if not together or len(set(names)) != len(names) or not set(PROCEDURES) <= set(names):
        raise InputError("the table of the time profile is cut off, or a line is damaged", line=title.line)
    for hit in totals:
        share = 100 * hit.value(2) / together
        if abs(hit.value(3) - share) > 0.0101:
            raise disagreement(hit.line, f"the share of {hit.text()}", hit.text(3), share)
        if hit.value(4) and abs(hit.value(5) - hit.value(2) / hit.value(4)) > 1:
            raise disagreement(
                hit.line, f"the mean of {hit.text()}", hit.text(5), hit.value(2) / hit.value(4)
            )
        if hit.text() in PROCEDURES and (hit.text(6).isalpha() or hit.value(6) < hit.value(2)):
            raise disagreement(hit.line, f"the total of {hit.text()}", hit.text(6), hit.value(2))
