"""HammerDB's log of TPROC-C: the results, and the time profile that xtprof writes into it or beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers import hammerdb_intervals
from ahp.ingest.readers.base import Options, Reading, Row, holds
from ahp.ingest.readers.printed import Hit, N, Printed, as_runs, disagreement, naming
from ahp.ingest.sources import Source

_HEAD = re.compile(
    r"TEST RESULT : System|^>>>>> VIRTUAL USER |^Hammerdb Log @|^Vuser 1:RUNNING"
    r"|Hammerdb Time Profile Report @|\(C\) 2003-20[0-9]{2} Steve Shaw",
    re.MULTILINE,
)
_QUERIES = re.compile(
    r"^(?:Vuser [0-9]+:Executing |)Query [0-9]+[: ]|benchmark set to TPC-H", re.MULTILINE | re.IGNORECASE
)

_RESULT = re.compile(r"TEST RESULT : System achieved (.*)$")
_NEW = re.compile(r"^([0-9]+)(?: [A-Za-z ]+)? NOPM from ([0-9]+) [A-Za-z ]+ TPM$")
_OLD = re.compile(r"^([0-9]+) [A-Za-z ]+ TPM at ([0-9]+) NOPM$")
_RAMP_UP = re.compile(r"Vuser 1:Beginning rampup time of")
_TIMING = re.compile(r"Vuser 1:Timing test period of")
_FAILED = re.compile(r"Vuser [0-9]+:FINISHED FAILED|Error in Virtual User.*")

_USER = re.compile(r"^>>>>> VIRTUAL USER [0-9]+ :")
_SUMMARY = re.compile(r"^>>>>> SUMMARY OF ([0-9]+) ACTIVE VIRTUAL USERS")
_SECTION = re.compile(f"{_USER.pattern}|{_SUMMARY.pattern}")
_RULE = re.compile(r"^(?:\+-){10,}\+$")
_PROCEDURE = re.compile(r"^>>>>> PROC: (\w+)$")
_CALLS = re.compile(rf"^CALLS: ([0-9]+)\s*MIN: ({N})ms\s*AVG: ({N})ms\s*MAX: ({N})ms\s*TOTAL: ({N})ms$")
_RANKS = re.compile(rf"^P99: ({N})ms\s*P95: ({N})ms\s*P50: ({N})ms\s*SD: {N}\s*RATIO: {N}%$")
_MEASURES = {
    "mean": (_CALLS, 3),
    "p50": (_RANKS, 3),
    "p95": (_RANKS, 2),
    "p99": (_RANKS, 1),
    "max": (_CALLS, 4),
}


class HammerdbReader:
    """HammerDB's log of TPROC-C, with the time profile that stands in it or by itself.

    Gives: `throughput` in NOPM; by procedure from a profile of xtprof `response_time_mean`,
    `response_time_p50`, `response_time_p95`, `response_time_p99`, `response_time_max`, and from one of
    etprof the mean and the maximum.
    Elsewhere: response times without a time profile, the compression ratio, the CPU.
    Caveats: TPM is not read, since each database counts it in its own way; a profile covers the ramp-up,
    its percentiles come from a sample (xtprof) or stand by interval and are left out (etprof).
    """

    def matches(self, head: str) -> bool:
        """Say yes to what virtual users print, except of TPROC-H."""
        return (
            holds(
                head,
                "TEST RESULT : System",
                ">>>>> VIRTUAL USER ",
                "Hammerdb Log @",
                "Vuser 1:RUNNING",
                "Hammerdb Time Profile Report @",
                " Steve Shaw",
            )
            and _HEAD.search(head) is not None
            and _QUERIES.search(head) is None
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each run in the log.

        Raises
        ------
        InputError
            If a run failed or has no result, or its numbers contradict each other.
        """
        with naming(source):
            printed = Printed.of(source.text)
            printed.refuse_failed(_FAILED, "a virtual user failed", "repeat the run")
            results = [_nopm(hit) for hit in printed.all(_RESULT)]
            profiles = _profiles(printed)
            _refuse_missing(printed, results, profiles)
            names = [str(i) for i in range(1, 1 + max(len(results), len(profiles)))]
            runs = names if len(names) > 1 else [None]
            rows = [
                hit.row("throughput", "NOPM", group, run=run)
                for run, (hit, group) in zip(runs, results, strict=False)
            ]
            for run, profile in zip(runs, profiles, strict=False):
                rows += _times(profile, run)
            if hammerdb_intervals.present(printed) and len(runs) == 1 and not profiles:
                rows += hammerdb_intervals.times(printed)
            return Reading(tuple(rows), count=len(runs), caveats=tuple(_caveats(printed, results, profiles)))


def _nopm(result: Hit) -> tuple[Hit, int]:
    """Return the numbers of a result and which of them are the new orders per minute."""
    for pattern, group in ((_NEW, 1), (_OLD, 2)):
        match = pattern.search(result.text().rstrip())
        if match is not None:
            hit = Hit(result.line, match)
            if hit.value(group) > hit.value(3 - group):
                raise disagreement(hit.line, "NOPM above TPM", hit.text(group), hit.value(3 - group))
            return hit, group
    raise InputError("this result is damaged", line=result.line, found=result.text(0))


def _refuse_missing(
    printed: Printed, results: Sequence[tuple[Hit, int]], profiles: Sequence[Printed]
) -> None:
    """Refuse a run without a result, and a result that stands twice."""
    begun = max((printed.all(pattern) for pattern in (_RAMP_UP, _TIMING)), key=len)
    if not (results or profiles) or len(begun) > len(results):
        raise InputError(
            "a run has no line 'TEST RESULT': the log is cut off, or nothing was timed",
            line=begun[len(results)].line if begun else printed.last,
            advice="give the whole log of a timed run",
        )
    if results and profiles and len(results) != len(profiles):
        raise InputError(
            f"{len(results)} results and {len(profiles)} time profiles do not belong together",
            line=profiles[-1].lines[0][0],
            advice="give the log of each run by itself",
        )
    seen: dict[str, int] = {}
    for hit, _ in results:
        first = seen.setdefault(hit.text(0), hit.line)
        if first != hit.line:
            raise InputError(f"this is the result of line {first} again", line=hit.line, found=hit.text(0))


def _profiles(printed: Printed) -> list[Printed]:
    """Return the summary of each time profile, which the sections of its virtual users must confirm."""
    found: list[Printed] = []
    users: list[Printed] = []
    for section in printed.parts(_SECTION):
        rules = section.all(_RULE)
        if not rules:
            raise InputError("the time profile is cut off", line=section.last, advice="give the whole file")
        section = Printed([(line, text) for line, text in section.lines if line < rules[0].line])
        heading = section.maybe(_SUMMARY, "the summary")
        if heading is None:
            users.append(section)
            continue
        if heading.value() != len(users):
            raise disagreement(heading.line, "the number of virtual users", heading.text(), len(users))
        calls = sum(hit.value() for user in users for hit in user.all(_CALLS))
        shown = sum(hit.value() for hit in section.all(_CALLS))
        if shown != calls:
            raise disagreement(heading.line, "the number of calls", f"{shown:.0f}", calls)
        users.clear()
        found.append(section)
    if users:
        raise InputError("the time profile has no summary: it is cut off", line=printed.last)
    return [profile for _, profile in as_runs(found)]


def _times(profile: Printed, run: str | None) -> Iterator[Row]:
    """Yield the response times of each procedure of a summary."""
    for procedure in profile.parts(_PROCEDURE):
        name = procedure.one(_PROCEDURE, "name of a procedure").text()
        calls = procedure.one(_CALLS, f"number of calls of {name}")
        ranks = procedure.one(_RANKS, f"percentiles of {name}")
        least, mean, most, total = (calls.value(group) for group in (2, 3, 4, 5))
        if abs(mean * calls.value() - total) > 0.001 * total + 0.0005 * calls.value():
            raise disagreement(calls.line, "the mean", calls.text(3), total / max(calls.value(), 1))
        order = [least, ranks.value(3), ranks.value(2), ranks.value(1), most]
        if any(low > high for low, high in pairwise(order)):
            raise disagreement(ranks.line, "a percentile", ranks.text(0), most)
        for statistic, (pattern, group) in _MEASURES.items():
            hit = calls if pattern is _CALLS else ranks
            yield hit.row(f"response_time_{statistic}", "ms", group, run=run, transaction=name)


def _caveats(
    printed: Printed, results: Sequence[tuple[Hit, int]], profiles: Sequence[Printed]
) -> Iterator[str]:
    if results:
        yield "NOPM compares across databases; TPM, which each database counts in its own way, is not read."
    if profiles:
        yield "The time profile covers the ramp-up too, and its percentiles come from a sample."
    if hammerdb_intervals.present(printed):
        alone = len(results) < 2 and not profiles
        yield hammerdb_intervals.CAVEAT if alone else hammerdb_intervals.SEVERAL
