"""HammerDB: logs of TPROC-C with time profiles, of TPROC-H, of the transaction counter, and job reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.json import found_at, item, number_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, as_runs, nothing_done, refuse_again

_PROCEDURES = ("neword", "payment", "delivery", "slev", "ostat")
"""The procedures that are transactions; the others serve the client itself."""

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

_NOPM = "NOPM compares across databases; TPM, which each database counts in its own way, is not read."
_ETPROF = (
    "The time profile (etprof) is that of one virtual user and covers the ramp-up; its percentiles stand by "
    "interval and cannot be combined."
)
_SEVERAL = "The time profiles by intervals (etprof) of several runs are not read: give the log of each run."


def _profile_of_intervals(printed: Lines) -> Iterator[Row]:
    """Yield the mean and the maximum of each procedure, in microseconds, which the profile does not print."""
    intervals = printed.every(_INTERVAL, _LIKE_INTERVAL)
    title = printed.one(_TITLES, "table at the end of the time profile")
    totals = printed.below(title.line).every(_TOTALS, _LIKE_TOTALS)
    if not set(_PROCEDURES) <= {hit.text() for hit in totals}:
        raise InputError("the table of the time profile is cut off, or a line is damaged", line=title.line)
    for total in totals:
        if total.text() in _PROCEDURES and total.value(4):
            name = total.text().upper()
            mean = total.value(6) / total.value(4)
            found = f"{total.text(6)} / {total.text(4)}"
            yield number("response_time_mean", mean, "us", printed=found, line=total.line, transaction=name)
            own = [hit for hit in intervals if hit.text() == total.text()]
            longest = max(own, key=lambda hit: hit.value(6))
            yield longest.row("response_time_max", "us", 6, transaction=name)


_HEAD = re.compile(
    r"TEST RESULT : System|^>>>>> VIRTUAL USER |^Hammerdb Log @|^Vuser 1:RUNNING"
    r"|Hammerdb Time Profile Report @|\(C\) 2003-20[0-9]{2} Steve Shaw",
    re.MULTILINE,
)
_QUERIES = re.compile(
    r"^(?:Vuser [0-9]+:Executing |)Query [0-9]+[: ]|benchmark set to TPC-H", re.MULTILINE | re.IGNORECASE
)

_RESULT = re.compile(
    r"TEST RESULT : System achieved (?:(?P<new>[0-9]+)(?: [A-Za-z ]+)? NOPM from [0-9]+ [A-Za-z ]+ TPM"
    r"|[0-9]+ [A-Za-z ]+ TPM at (?P<old>[0-9]+) NOPM)\s*$"
)
_LIKE_RESULT = re.compile(r"TEST RESULT : System achieved ")
_RAMP_UP = re.compile(r"Vuser 1:Beginning rampup time of")
_TIMING = re.compile(r"Vuser 1:Timing test period of")
_FAILED = re.compile(r"Vuser [0-9]+:FINISHED FAILED|Error in Virtual User.*")

_USER = re.compile(r"^>>>>> VIRTUAL USER [0-9]+ :")
_SUMMARY = re.compile(r"^>>>>> SUMMARY OF [0-9]+ ACTIVE VIRTUAL USERS")
_SECTION = re.compile(f"{_USER.pattern}|{_SUMMARY.pattern}")
_RULE = re.compile(r"^(?:\+-){10,}\+$")
_PROCEDURE = re.compile(r"^>>>>> PROC: (\w+)$")
_CALLS = re.compile(rf"^CALLS: ([0-9]+)\s*MIN: ({N})ms\s*AVG: ({N})ms\s*MAX: ({N})ms\s*TOTAL: ({N})ms$")
_RANKS = re.compile(rf"^P99: ({N})ms\s*P95: ({N})ms\s*P50: ({N})ms\s*SD: {N}\s*RATIO: {N}%$")


class HammerdbReader(PrintedReader):
    """HammerDB's log of TPROC-C, with the time profile that stands in it or by itself.

    Gives: `throughput` in NOPM; by procedure from a profile of xtprof `response_time_mean`,
    `response_time_p50`, `response_time_p95`, `response_time_p99`, `response_time_max`, and from one of
    etprof the mean and the maximum.
    Elsewhere: response times without a time profile, the compression ratio, the CPU.
    Caveats: TPM is not read, since each database counts it in its own way; a profile covers the ramp-up,
    its percentiles come from a sample (xtprof) or stand by interval and are left out (etprof).
    """

    words = ("TEST RESULT : System", ">>>>> VIRTUAL USER ", "Hammerdb ", "Vuser 1:RUNNING", " Steve Shaw")
    forms = (_HEAD,)

    def matches(self, head: str) -> bool:
        """Say yes to what virtual users print, except of TPROC-H."""
        return super().matches(head) and _QUERIES.search(head) is None

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.refuse_failed(_FAILED, "a virtual user failed", "repeat the run")
        results = text.every(_RESULT, _LIKE_RESULT)
        profiles = _profiles(text)
        _refuse_missing(text, results, profiles)
        names = [str(i) for i in range(1, 1 + max(len(results), len(profiles)))]
        runs = names if len(names) > 1 else [None]
        rows = [
            hit.row("throughput", "NOPM", "new" if hit.has("new") else "old", run=run)
            for run, hit in zip(runs, results, strict=False)
        ]
        caveats = [_NOPM] if results else []
        for run, profile in zip(runs, profiles, strict=False):
            rows += _times(profile, run)
        if profiles:
            caveats.append("The time profile covers the ramp-up too, and its percentiles come from a sample.")
        if text.all(_LIKE_INTERVAL):
            alone = len(runs) == 1 and not profiles
            rows += _profile_of_intervals(text) if alone else ()
            caveats.append(_ETPROF if alone else _SEVERAL)
        return Reading(tuple(rows), count=len(runs), caveats=tuple(caveats))


def _refuse_missing(printed: Lines, results: Sequence[LineMatch], profiles: Sequence[Lines]) -> None:
    """Refuse a run without a result, and a result that stands twice."""
    begun = max((printed.all(pattern) for pattern in (_RAMP_UP, _TIMING)), key=len)
    if not (results or profiles) or len(begun) > len(results):
        raise InputError(
            "a run has no line 'TEST RESULT': the log is cut off, or nothing was timed",
            line=begun[len(results)].line if begun else printed.last,
        )
    if results and profiles and len(results) != len(profiles):
        raise InputError(
            f"{len(results)} results and {len(profiles)} time profiles do not belong together",
            line=profiles[-1].lines[0][0],
        )
    refuse_again(results)


def _profiles(printed: Lines) -> list[Lines]:
    """Return the summary of each time profile, which stands below the sections of its virtual users."""
    sections = printed.parts(_SECTION)
    for section in sections:
        if not section.all(_RULE):
            raise InputError("the time profile is cut off", line=section.last)
    found = [section.until(_RULE) for section in sections if section.all(_SUMMARY)]
    if sections and not sections[-1].all(_SUMMARY):
        raise InputError("the time profile has no summary: it is cut off", line=printed.last)
    return [profile for _, profile in as_runs(found)]


def _times(profile: Lines, run: str | None) -> Iterator[Row]:
    """Yield the response times of each procedure of a summary."""
    for procedure in profile.parts(_PROCEDURE):
        name = procedure.one(_PROCEDURE, "name of a procedure").text()
        calls = procedure.one(_CALLS, f"number of calls of {name}")
        ranks = procedure.one(_RANKS, f"percentiles of {name}")
        yield from calls.times({"mean": 3}, "ms", run=run, transaction=name)
        yield from ranks.times({"p50": 3, "p95": 2, "p99": 1}, "ms", run=run, transaction=name)
        yield from calls.times({"max": 4}, "ms", run=run, transaction=name)


_SCHEMA = re.compile(r'"schema": *"hammerdb-job-report-v1"')
_SAMPLED = "Response times cover the ramp-up too, and their percentiles come from a sample."
_OF_THE_HOST = "CPU is that of the database's host, over the window in which transactions were counted."
_STATISTICS = {"mean": "avg_ms", "p50": "p50_ms", "p95": "p95_ms", "p99": "p99_ms", "max": "max_ms"}


class HammerdbJsonReader(PrintedReader):
    """HammerDB's job report of TPROC-C as JSON.

    Gives: `throughput` in NOPM; `response_time_mean`, `response_time_p50`, `response_time_p95`,
    `response_time_p99`, `response_time_max` by procedure; `cpu_user`, `cpu_system` where it was monitored.
    Elsewhere: the compression ratio.
    Caveats: TPM is not read, since each database counts it in its own way; response times cover the
    ramp-up, and their percentiles come from a sample; CPU is the database host's, over the active window.
    """

    words = ('"hammerdb-job-report-v1"',)
    forms = (_SCHEMA,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        report = parse_json(text.text)
        throughput = number_at(report, "result", "nopm").row("throughput", "NOPM")
        times, cpu = list(_response_times(report)), list(_cpu(report))
        rows = (throughput, *times, *cpu)
        caveats = (_NOPM, *([_SAMPLED] if times else []), *([_OF_THE_HOST] if cpu else []))
        return Reading(rows, count=len(rows), caveats=caveats)


def _response_times(report: object) -> Iterator[Row]:
    for procedure in found_at(report, "response_times", "rows") or ():
        name = str(item(procedure, "name"))
        for statistic, key in _STATISTICS.items():
            yield number_at(procedure, key).row(f"response_time_{statistic}", "ms", transaction=name)


def _cpu(report: object) -> Iterator[Row]:
    """Yield user and system CPU, averaged over the active window where the report tells it."""
    points = found_at(report, "metrics", "cpu_percent")
    if not points:
        return
    window = found_at(report, "analysis_hints", "active_window") or {}
    if window.get("available") is True:
        start, end = (str(item(window, key)) for key in ("start", "end"))
        points = [point for point in points if start <= str(item(point, "timestamp")) <= end]
    if not points:
        raise InputError(
            "no CPU was measured in the active window", line=number_at(report, "result", "nopm").line
        )
    for measure, key in (("cpu_user", "usr_pct"), ("cpu_system", "sys_pct")):
        values = [number_at(point, key) for point in points]
        mean = sum(digits.value for digits in values) / len(values)
        yield number(measure, mean, "%", printed=f"{len(values)} points", line=values[0].line)


_QUERIES_HEAD = re.compile(
    r"^(?:Vuser [0-9]+:)?(?:Executing Query [0-9]+ \(|query [0-9]+ completed in )"
    r"|^Query [0-9]+: [0-9.]+ seconds|^Benchmark set to TPC-H",
    re.MULTILINE,
)
_ASKED = re.compile(r"Executing Query [0-9]+ \(")
_QUERY = re.compile(rf"(?:\bquery ([0-9]+) completed in|^Query ([0-9]+):) ({N}) seconds$")
_LIKE_QUERY = re.compile(r"(?i)\bquery [0-9]+(?: completed|:)")
_SET = re.compile(r"Completed [0-9]+ query set\(s\) in ([0-9]+) seconds")
_END = re.compile(r"FINISHED SUCCESS")
_SET_OF_QUERIES = 22


class HammerdbQueriesReader(PrintedReader):
    """HammerDB's log of TPROC-H.

    Gives: `response_time_mean` of each of the 22 queries, over all its sets; `duration` of the longest set
    where the log tells it.
    Elsewhere: the compression ratio, the CPU.
    Caveats: with several virtual users a query's time includes what ran beside it.
    """

    words = ("uery ", "Benchmark set to TPC-H")
    forms = (_QUERIES_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.refuse_failed(_FAILED, "a virtual user failed", "repeat the run")
        queries = text.every(_QUERY, _LIKE_QUERY)
        sets, ends = text.every(_SET, re.compile(r"query set\(s\)")), text.all(_END)
        _refuse_missing_queries(text, queries, len(ends))
        by_name: dict[str, list[LineMatch]] = {}
        for hit in queries:
            by_name.setdefault(f"query {int(hit.text(1) or hit.text(2))}", []).append(hit)
        rows = [
            number(
                "response_time_mean",
                sum(hit.value(3) for hit in hits) / len(hits),
                "s",
                printed=hits[0].text(3) if len(hits) == 1 else f"{len(hits)} times",
                line=hits[0].line,
                transaction=name,
            )
            for name, hits in by_name.items()
        ]
        if sets:
            rows.append(max(sets, key=LineMatch.value).row("duration", "s"))
        caveats = ["A query's time includes what ran beside it."] if len(ends) > 1 else []
        return Reading(tuple(rows), count=len(queries), caveats=tuple(caveats))


def _refuse_missing_queries(printed: Lines, queries: list[LineMatch], users: int) -> None:
    asked = len(printed.all(_ASKED)) or len(queries)
    each = Counter(int(hit.text(1) or hit.text(2)) for hit in queries)
    whole = len(each) == _SET_OF_QUERIES and len({*each.values()}) == 1
    if asked != len(queries) or not whole or not users:
        problem = (
            f"{len(queries)} queries finished; a set has {_SET_OF_QUERIES}: the log is damaged or cut off"
        )
        raise InputError(problem, line=printed.last)
    if len(queries) > _SET_OF_QUERIES == len({hit.text(0) for hit in queries}):
        refuse_again(queries)


_COUNTER_HEAD = re.compile(r"^Hammerdb Transaction Counter Log @|^[0-9]+ [A-Za-z ]+ tpm @ ", re.MULTILINE)
_COUNTER_TITLE = re.compile(r"^Hammerdb Transaction Counter Log @")
_RATE = re.compile(
    r"^([0-9]+) [A-Za-z ]+ tpm @ "
    r"[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]+ ([0-9]{2}):([0-9]{2}):([0-9]{2}) [A-Z]+ [0-9]{4}$"
)
_LIKE_RATE = re.compile(r"^[0-9]+ | tpm @ ")
_TAIL = 0.1
_DAY = 86_400


class HammerdbCounterReader(PrintedReader):
    """HammerDB's log of the transaction counter.

    Gives: `throughput`, the mean of the counted rates, in transactions per minute.
    Elsewhere: new orders per minute, response times, the compression ratio, the CPU.
    Caveats: each database counts its transactions in its own way; the mean covers the ramp-up, while the
    rates near 0 at the start and the end are left out.
    """

    words = ("Hammerdb Transaction Counter Log @", " tpm @ ")
    forms = (_COUNTER_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.maybe(_COUNTER_TITLE, "the title")
        hits = text.every(_RATE, _LIKE_RATE)
        active = _active(hits, text)
        times = [3600 * hit.value(2) + 60 * hit.value(3) + hit.value(4) for hit in hits]
        lengths = [(after - before) % _DAY for before, after in pairwise(times)]
        for length, hit in zip(lengths, hits[1:], strict=True):
            if not 0 < length < _DAY / 2:
                raise InputError("the time goes back", line=hit.line, found=hit.text(0))
        lengths = [*lengths[:1], *lengths][active] if lengths else [1.0]
        counted = hits[active]
        weighed = sum(hit.value() * length for hit, length in zip(counted, lengths, strict=True))
        found = f"{len(counted)} rates"
        row = number("throughput", weighed / sum(lengths), "tpm", printed=found, line=counted[0].line)
        caveats = (
            "TPM is each database's own count of transactions and compares within one database only.",
            "The mean covers the ramp-up; the start and the shutdown, with rates near 0, are left out.",
        )
        return Reading((row,), count=len(hits), caveats=caveats)


def _active(hits: list[LineMatch], printed: Lines) -> slice:
    """Return where the rates stand from the first to the last that is not near nothing."""
    if not hits:
        raise InputError("no rate was counted", line=printed.last)
    least = _TAIL * median(hit.value() for hit in hits)
    busy = [i for i, hit in enumerate(hits) if hit.value() > least]
    if not busy:
        raise nothing_done(hits[-1].line, hits[-1].text(0))
    return slice(busy[0], busy[-1] + 1)
