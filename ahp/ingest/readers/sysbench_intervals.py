"""sysbench's lines of intervals (`--report-interval`) by themselves, without the final report below them."""

from __future__ import annotations

import re
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, holds, number
from ahp.ingest.readers.printed import Hit, N, Printed, naming, nothing_done
from ahp.ingest.readers.sysbench import BANNER, FINAL, SysbenchReader
from ahp.ingest.readers.sysbench_hooks import HOOK
from ahp.ingest.sources import Source

_STEP = r"^\[ *([0-9]+)s ?\] "
_QUEUE = re.compile(rf"{_STEP}queue length: [0-9]+,? concurrency: [0-9]+$")
_BESIDE = re.compile(rf"{_QUEUE.pattern}|{_STEP}Checkpoint report:$")
_LINE = re.compile(
    rf"{_STEP}(?:thds|threads): [0-9]+,? (?:eps: (?P<eps>{N}) lat \(ms,[0-9]+%\): {N}|tps: (?P<tps>{N})(?:"
    rf" qps: {N} \(r/w/o: {N}/{N}/{N}\) lat \(ms,[0-9]+%\): {N} err/s:? (?P<errors>{N}) reconn/s:? {N}"
    rf"|, reads(?:/s)?: {N}, writes(?:/s)?: {N},? response time: {N}ms \([0-9]+%\)"
    rf"(?:, errors: (?P<failures>{N}), reconnects: +{N})?))$"
)
_CAVEAT = (
    "Throughput is the mean of the intervals; whether the first or last ones are missing cannot be seen. "
    "The percentiles of intervals cannot be joined, and are left out."
)


class SysbenchIntervalsReader:
    """The lines that `sysbench --report-interval` prints while it runs, where its final report is not there.

    Gives: `throughput`.
    Elsewhere: response times (the final report), the alternative, stored bytes, the CPU.
    Caveats: whether all intervals are there cannot be seen; no warm-up.
    """

    def matches(self, head: str) -> bool:
        """Say yes to such lines without a banner before them or a report below."""
        if not holds(head, "] thds: ", "] threads: "):
            return False
        other = BANNER.search(head) or FINAL.search(head) or HOOK.search(head)
        return other is None and any(_LINE.match(line) for line in head.split("\n", 20)[:20])

    def read(self, source: Source, options: Options) -> Reading:
        """Return the mean over the intervals.

        Raises
        ------
        InputError
            If a line is damaged, an interval is missing, or nothing was done.
        """
        if FINAL.search(source.text):  # far below the lines by which it was recognised
            return SysbenchReader().read(source, options)
        with naming(source):
            printed = Printed.of(source.text)
            hits = printed.without(_BESIDE).every(_LINE, re.compile(r"\S"))
            if not hits:
                raise InputError("no interval of transactions or events stands here", line=printed.last)
            _refuse_gaps(hits)
            kind = "tps" if hits[0].text("tps") else "eps"
            rate = sum(hit.value(kind) for hit in hits) / len(hits)
            if rate <= 0:
                raise nothing_done(hits[-1].line, hits[-1].text(0))
            found, unit = f"{len(hits)} intervals", "1/s" if kind == "tps" else "events/s"
            row = number("throughput", rate, unit, printed=found, line=hits[0].line)
            caveats = [_CAVEAT]
            if printed.all(_QUEUE):
                caveats.append("A rate limit was set (--rate): throughput is the limit's.")
            if any(hit.text(name).strip("0.") for hit in hits for name in ("errors", "failures")):
                caveats.append("Some transactions ended with an error that was ignored.")
            return Reading((row,), count=len(hits), caveats=tuple(caveats))


def _refuse_gaps(hits: list[Hit]) -> None:
    """Refuse intervals of different lengths, or of transactions beside events."""
    step = hits[1].value() - hits[0].value() if len(hits) > 1 else 1
    for before, hit in pairwise(hits):
        if (
            hit.value() - before.value() != step
            or step <= 0
            or bool(hit.text("tps")) != bool(before.text("tps"))
        ):
            raise InputError(
                "an interval is missing before this one, or the time goes back",
                line=hit.line,
                found=hit.text(0),
                advice="give the lines of one run",
            )
