"""pgbench: what it prints, its summary and its lines of `--progress`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, N, PrintedReader, as_runs, finite, nothing_done

_PROGRESS = re.compile(
    rf"^progress: ({N}) s, ({N}) tps, lat ({N}|-?nan|NaN) ms(?: stddev [^,]+)?(?:, ([0-9]+) failed)?"
    r"(?:, (lag) .*|, .*)?$"
)
_WARM_UP = "pgbench has no warm-up: the first seconds are part of its figures."
_SUMMARY_LAG = "With a rate limit response times include the schedule lag, and throughput is the limit's."

_EPOCH = 1e8


def _of_progress(printed: Lines) -> Reading:
    """Return the means over the progress lines, each weighted by the transactions it stands for."""
    hits = printed.every(_PROGRESS, re.compile("^progress: "))
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
            raise InputError("the time goes back", line=hit.line, found=hit.text(0))
    counts = [hit.value(2) * length for hit, length in zip(hits, lengths, strict=True)]
    total = math.fsum(counts)
    if total <= 0:
        raise nothing_done(hits[-1].line, hits[-1].text(0))
    busy = math.fsum(n * finite(hit.text(3), hit.line) for n, hit in zip(counts, hits, strict=True) if n)
    means = (("throughput", total / math.fsum(lengths), "1/s"), ("response_time_mean", busy / total, "ms"))
    rows = tuple(number(*mean, printed=f"{len(hits)} lines", line=hits[0].line) for mean in means)
    caveats = [_WARM_UP, "Means over the progress lines; whether the last ones are missing cannot be seen."]
    if any(hit.text(5) for hit in hits):
        caveats.append(_SUMMARY_LAG)
    if any(hit.value(4) for hit in hits if hit.text(4)):
        caveats.append("Some transactions failed; throughput does not count them.")
    return Reading(rows, count=len(hits), caveats=tuple(caveats))


_SUMMARY = re.compile(r"^transaction type: ")
_VERSION = re.compile(r"^pgbench \([0-9]")
_MESSAGES = re.compile(r"^(?:starting vacuum|dropping old tables|creating tables|generating data)")
_BETWEEN = re.compile("|".join(p.pattern for p in (_VERSION, _PROGRESS, _MESSAGES)))
_HEAD = re.compile(f"{_SUMMARY.pattern}|{_BETWEEN.pattern}", re.MULTILINE)

_FATAL = re.compile(r"^(?:pgbench: (?:fatal|error):|.*Run was aborted).*")
_DONE = re.compile(r"^number of transactions actually processed: ([0-9]+)(?:/([0-9]+))?$")
_FAILED = re.compile(r"^number of failed transactions: ([0-9]+) ")
_SKIPPED = re.compile(r"^number of transactions skipped: ([0-9]+) ")
_AVERAGE = re.compile(rf"^latency average(?: =|:) ({N}) ms(?: \(including failures\))?$")
_STDDEV = re.compile(r"^latency stddev")
_SCHEDULE_LAG = re.compile(rf"^rate limit schedule lag: avg ({N}) ")
_TPS = re.compile(rf"^tps = ({N}) \((?:excluding connections|without initial connection|including reconn)")
_SCRIPT = re.compile(r"^SQL script ([0-9]+): (?:<builtin: (.*)>|(.*))$")
_SHARE = re.compile(rf"^ - ([0-9]+) transactions \(({N})% of total, tps = ({N})\)$")
_SCRIPT_AVERAGE = re.compile(rf"^ - latency average = ({N}) ms$")


class PgbenchReader(PrintedReader):
    """pgbench's summary (standard output) and its `--progress` lines (standard error), versions 9 to 18.

    Gives: `throughput`, `response_time_mean`; both for each script too where there are several.
    Elsewhere: percentiles and the maximum (the log, `-l`), the alternative, stored bytes, the CPU.
    Caveats: no warm-up; the mean is computed, not measured, without `-P`, `-R` or `-L`; with a rate limit
    response times include the schedule lag; failed transactions are not counted.
    """

    words = ("transaction type: ", "pgbench (", "progress: ", "starting vacuum", " tables", "generating data")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.refuse_failed(_FATAL, "the run failed", "repeat it")
        summaries = text.without(_BETWEEN).parts(_SUMMARY)
        reports = [(run, _Report(part)) for run, part in as_runs(summaries)]
        if not reports:
            text.refuse(_VERSION, "the summary is missing: the file is cut off", "give the whole output")
            return _of_progress(text)
        rows = [row for run, report in reports for row in report.rows(run)]
        caveats = dict.fromkeys(caveat for _, report in reports for caveat in report.caveats())
        return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


class _Report:
    """One summary, which is whole."""

    def __init__(self, part: Lines) -> None:
        self.scripts = part.parts(_SCRIPT)
        total = part.until(_SCRIPT)
        self.done = total.one(_DONE, "number of transactions")
        failed = total.maybe(_FAILED, "the number of failed transactions")
        self.failures = failed.value() if failed is not None else 0.0
        self.skipped = total.maybe(_SKIPPED, "the number of skipped transactions")
        averaged = total.all(re.compile("^latency average"))  # version 9.3 prints none
        self.average = total.one(_AVERAGE, "latency average") if averaged else None
        self.lag = total.maybe(_SCHEDULE_LAG, "the schedule lag")
        self.tps = total.one(_TPS, "tps")
        self.computed = self.average is not None and not total.all(_STDDEV)
        if self.done.value() == 0:
            raise nothing_done(self.done.line, self.done.match[0])
        shares = math.fsum(hit.value(2) for hit in part.all(_SHARE))
        # A transaction that ends with the run may be missing from its script's count, one for each client.
        if ("multiple scripts" in part.lines[0][1]) != bool(self.scripts) or (self.scripts and shares < 90):
            raise InputError("the results of the single scripts are cut off", line=part.last)
        skipped = self.skipped.value() if self.skipped is not None else 0.0
        if self.done.has(2) and self.done.value() + self.failures + skipped < self.done.value(2):
            raise InputError("some clients gave up", line=self.done.line, found=self.done.match[0])

    def rows(self, run: str | None) -> Iterator[Row]:
        """Yield the numbers of all transactions, then those of each script."""
        yield self.tps.row("throughput", "1/s", run=run)
        if self.average is not None and self.average.value():
            yield self.average.row("response_time_mean", "ms", run=run)
        names: set[str] = set()
        for i, script in enumerate(self.scripts, start=1):
            title = script.one(_SCRIPT, f"title of script {i}")
            share = script.one(_SHARE, f"number of transactions of script {i}")
            find = script.one if share.value() > 0 else script.maybe
            average = find(_SCRIPT_AVERAGE, f"latency average of script {i}")
            name = title.text(2) or title.text(3)
            name = f"{name} (script {i})" if name in names else name
            names.add(name)
            if share.value() > 0:
                yield share.row("throughput", "1/s", 3, run=run, transaction=name)
            if average is not None:
                yield average.row("response_time_mean", "ms", run=run, transaction=name)

    def caveats(self) -> Iterator[str]:
        """Yield what a reader of these numbers should know."""
        yield _WARM_UP
        if self.average is not None and not self.average.value():
            yield "The latency average is printed as 0.000 ms and left out."
        elif self.computed:
            yield "The latency average is computed as clients × time / transactions, not measured."
        if self.lag is not None:
            yield _SUMMARY_LAG
        if self.tps.says("reconn"):
            yield "Each transaction made its own connection (-C); throughput includes connecting."
        if self.failures > 0:
            share = self.failures / (self.failures + self.done.value())
            yield f"{share:.1%} of the transactions failed; throughput does not count them."
        if self.skipped is not None and self.skipped.value() > 0:
            yield f"{self.skipped.text()} transactions were skipped because they were late already."
