"""What pgbench says on standard error while it runs (`--progress`), for where there is no summary."""

from __future__ import annotations

import math
import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Reading, number
from ahp.ingest.readers.printed import N, Printed, finite, nothing_done

PROGRESS = re.compile(
    rf"^progress: ({N}) s, ({N}) tps, lat ({N}|-?nan|NaN) ms(?: stddev [^,]+)?(?:, ([0-9]+) failed)?"
    r"(?:, (lag) .*|, .*)?$"
)
"""A line of progress."""
WARM_UP = "pgbench has no warm-up: the first seconds are part of its figures."
"""Why no figure of pgbench is that of a warm system alone."""
WITH_LAG = "With a rate limit response times include the schedule lag, and throughput is the limit's."
"""What `--rate` does to the figures."""

_EPOCH = 1e8


def of_progress(printed: Printed) -> Reading:
    """Return the means over the progress lines, each weighted by the transactions it stands for.

    Raises
    ------
    InputError
        If there is none, one is damaged, the time goes back, or nothing was done.
    """
    hits = printed.every(PROGRESS, re.compile("^progress: "))
    if not hits:
        raise InputError(
            "these are pgbench's messages without a result",
            line=printed.last,
            advice="give what it wrote to standard output, or its progress lines",
        )
    times = [hit.value() for hit in hits]
    second = times[1] - times[0] if len(times) > 1 else 1.0
    start = 0.0 if times[0] < _EPOCH else times[0] - second
    lengths = [after - before for before, after in zip([start, *times], times, strict=False)]
    for hit, length in zip(hits, lengths, strict=True):
        if length <= 0:
            raise InputError("the time goes back", line=hit.line, found=hit.text(0), advice="give one run")
    counts = [hit.value(2) * length for hit, length in zip(hits, lengths, strict=True)]
    total = math.fsum(counts)
    if total <= 0:
        raise nothing_done(hits[-1].line, hits[-1].text(0))
    busy = math.fsum(n * finite(hit.text(3), hit.line) for n, hit in zip(counts, hits, strict=True) if n)
    means = (("throughput", total / math.fsum(lengths), "1/s"), ("response_time_mean", busy / total, "ms"))
    rows = tuple(number(*mean, printed=f"{len(hits)} lines", line=hits[0].line) for mean in means)
    caveats = [WARM_UP, "Means over the progress lines; whether the last ones are missing cannot be seen."]
    if any(hit.text(5) for hit in hits):
        caveats.append(WITH_LAG)
    if any(hit.value(4) for hit in hits if hit.text(4)):
        caveats.append("Some transactions failed; throughput does not count them.")
    return Reading(rows, count=len(hits), caveats=tuple(caveats))
