"""fio: what it says of its jobs, merged by group, as rows with their caveats; and its JSON and JSON+."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ahp.errors import FailedRunError, InputError, quoted
from ahp.ingest.checks import Failures
from ahp.ingest.readers.base import Options, Reading, Row, resolution_of
from ahp.ingest.readers.json import JsonNumber, item, number_at, object_at, parse_json
from ahp.ingest.readers.lines import Lines, PrintedReader

PERCENTILES: Mapping[float, str] = {50: "p50", 90: "p90", 95: "p95", 99: "p99", 99.9: "p999"}
"""fio's percentiles that are measures, and how those end."""


@dataclass(frozen=True)
class Direction:
    """The I/O of one kind: read, write, trim or sync.

    Attributes
    ----------
    name : str
    count, runtime : float
        Number of I/Os, by which means are weighed; milliseconds.
    iops, mean, highest : JsonNumber or None
        I/Os per second; mean and maximum of the total latency; None where fio did not measure it.
    percentiles : mapping of str to JsonNumber
        By the last part of the measure's name.
    completion : bool
        Whether those are of the completion latency.
    """

    name: str
    count: float
    runtime: float
    iops: JsonNumber | None
    mean: JsonNumber | None
    highest: JsonNumber | None
    percentiles: Mapping[str, JsonNumber] = field(default_factory=dict)
    completion: bool = True


@dataclass(frozen=True)
class Job:
    """One entry of fio's results.

    Attributes
    ----------
    name, group : str
    error, user, system : JsonNumber
        The error code; CPU in per cent of the job's time.
    directions : tuple of Direction
    limited : bool
        Whether a rate was set for it, where fio says so.
    """

    name: str
    group: str
    error: JsonNumber
    user: JsonNumber
    system: JsonNumber
    directions: tuple[Direction, ...]
    limited: bool = False


_CPU = (
    "CPU is a percentage of one job's time; it counts fio itself, not the kernel threads that compress for "
    "a file system."
)
_COMPLETION = (
    "Percentiles are of fio's completion latency, without the submission; mean and maximum are of the total."
)
_JOBS = (
    "Several jobs ran at once: their IOPS are added and the largest maximum stands; percentiles cannot be "
    "merged and are left out (run fio with --group_reporting to have them)."
)
_UNEQUAL = "Jobs that ran at once ended at different times, so the sum of their IOPS is an upper bound."
_DIRECTIONS = "The mean response time over all directions weighs each by its number of I/Os."
_SYNC = "The time of fsync stands by itself as 'sync'; the response time of a write does not include it."
_LIMITED = "A rate was set for a job: its throughput is the limit's, not what the storage can do."
_GROUPS = "Each group of jobs is a scenario, named by its jobs."


def _caveats_of(groups: Sequence[Sequence[Job]]) -> Iterator[str]:
    """Yield what holds for these groups of jobs, each of which ran at once."""
    together = [jobs for jobs in groups if len(jobs) > 1]
    alone = [kind for jobs in groups if len(jobs) == 1 for job in jobs for kind in job.directions]
    yield _CPU
    if together:
        yield _JOBS
    for jobs in together:
        times = [kind.runtime for job in jobs for kind in job.directions if kind.runtime]
        if times and min(times) < 0.95 * max(times):
            yield _UNEQUAL
            break
    if any(kind.percentiles and kind.completion and kind.name != "sync" for kind in alone):
        yield _COMPLETION
    names = [{kind.name for job in jobs for kind in job.directions} for jobs in groups]
    if any(len(each - {"sync"}) > 1 for each in names):
        yield _DIRECTIONS
    if any("sync" in each for each in names):
        yield _SYNC
    if any(job.limited for jobs in groups for job in jobs):
        yield _LIMITED
    if len(groups) > 1:
        yield _GROUPS


def reading_of(jobs: Sequence[Job], unit: str, options: Options) -> Reading:
    """Return the rows of fio's jobs, with latencies in `unit`; those of one group ran at once and are merged.

    A group in which a job failed is left out whole, where failures are left out.

    Raises
    ------
    InputError
        If a job failed, none did any I/O, or two groups have the same name.
    """
    failures = Failures(options)
    groups: dict[str, list[Job]] = {}
    for job in jobs:
        if job.error.value:
            problem = f"job {quoted(job.name)} failed; 'error' must be 0"
            advice = "repair the run; its numbers are of what it did before it failed"
            failures.met(FailedRunError(problem, line=job.error.line, found=job.error.text, advice=advice))
        groups.setdefault(job.group, []).append(job)
    several = len(groups) > 1
    failed = {job.group for job in jobs if job.error.value}
    groups = {name: group for name, group in groups.items() if name not in failed}
    if not failed and not any(job.directions for job in jobs):
        line = jobs[0].error.line if jobs else 1
        raise InputError("no job did any I/O", line=line, advice="repair the run")
    rows: list[Row] = []
    names: set[str] = set()
    for group in groups.values():
        name = "+".join(dict.fromkeys(job.name for job in group))
        if name in names:
            raise InputError(
                f"two groups of jobs have the name {quoted(name)}",
                line=group[0].error.line,
                advice="name the jobs of each group, or give each its own file",
            )
        names.add(name)
        rows += _rows(group, unit, name if several else None)
    return Reading(
        tuple(rows),
        count=len(jobs),
        caveats=tuple(_caveats_of(list(groups.values()))),
        left_out=tuple(failures.left_out),
    )


def _rows(jobs: Sequence[Job], unit: str, scenario: str | None) -> Iterator[Row]:
    kinds: dict[str, list[Direction]] = {}
    for part in (part for job in jobs for part in job.directions):
        kinds.setdefault(part.name, []).append(part)
    merged = [_merge(name, parts) for name, parts in kinds.items()]
    transfers = [kind for kind in merged if kind.name != "sync"]
    if transfers:
        merged.append(_merge("", transfers))
    for kind in merged:
        if kind.iops is not None:
            yield kind.iops.row("throughput", "io/s", scenario=scenario, transaction=kind.name)
        for end, digits in {"mean": kind.mean, "max": kind.highest, **kind.percentiles}.items():
            if digits is not None:
                yield digits.row(f"response_time_{end}", unit, scenario=scenario, transaction=kind.name)
    alike = [1.0] * len(jobs)
    yield _mean([job.user for job in jobs], alike).row("cpu_user", "%core", scenario=scenario)
    yield _mean([job.system for job in jobs], alike).row("cpu_system", "%core", scenario=scenario)


def _merge(name: str, parts: Sequence[Direction]) -> Direction:
    """Return what went on at once as one."""
    iops = [part.iops for part in parts if part.iops is not None]
    timed = [(part.mean, part.count) for part in parts if part.mean is not None]
    highest = [part.highest for part in parts if part.highest is not None]
    return Direction(
        name,
        sum(part.count for part in parts),
        max(part.runtime for part in parts),
        _with_decimals(math.fsum(each.value for each in iops), iops) if iops else None,
        _mean([mean for mean, _ in timed], [count for _, count in timed]) if timed else None,
        max(highest, key=lambda each: each.value) if highest else None,
        parts[0].percentiles if len(parts) == 1 else {},
    )


def _mean(parts: Sequence[JsonNumber], weights: Sequence[float]) -> JsonNumber:
    weighed = math.fsum(part.value * weight for part, weight in zip(parts, weights, strict=True))
    return _with_decimals(weighed / (math.fsum(weights) or 1.0), parts)


def _with_decimals(value: float, parts: Sequence[JsonNumber]) -> JsonNumber:
    """Return a value computed from printed ones, with as many decimals as they have."""
    if len(parts) == 1:
        return parts[0]
    finest = min(resolution_of(part.text) for part in parts) or 0.5
    places = max(0, round(-math.log10(2 * finest)))
    return JsonNumber(f"{value:.{places}f}", parts[0].line)


_AGAIN = frozenset({"job options", "global options", "percentile"})
"""Objects in which fio writes a key again: an option that was given twice, places of a list left unused."""
_VERSION = re.compile(r'"fio version"\s*:')
_RATES = frozenset({"rate", "rate_iops"})
_OPENS, _CLOSES = re.compile(r"^\{", re.MULTILINE), re.compile(r"^\}.*", re.MULTILINE)


class FioJsonReader(PrintedReader):
    """What `fio --output-format=json` writes, or `json+`, or JSON among other formats; versions 2 and 3.

    Gives: `throughput` in I/Os per second, `response_time_mean`, `response_time_max`, the percentiles that
    are measures, `cpu_user` and `cpu_system`; each but CPU by direction (read, write, trim, sync) too.
    Elsewhere: the alternative, the run, the compression ratio. Groups of jobs are scenarios.
    Caveats: percentiles are of the completion latency unless fio ran with `lat_percentiles`, and cannot be
    merged over jobs without `--group_reporting`; CPU is of fio's own process; fsync stands by itself.
    """

    words = ('"fio version"',)
    forms = (_VERSION,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return _read(text.text, options)


def _read(text: str, options: Options) -> Reading:
    document = object_at(parse_json(_json_in(text), again=_AGAIN))
    if "client_stats" in document:
        raise InputError(
            "results of fio --client hold the sums over hosts, which are not read",
            line=1,
            advice="give the file that fio writes on one host",
        )
    item(document, "fio version")
    jobs = item(document, "jobs")
    if not isinstance(jobs, list) or not jobs:
        raise InputError("'jobs' holds no job", line=1)
    old = "lat" in object_at(jobs, 0, _names(jobs[0])[0])
    everywhere = document.get("global options")
    parsed = [_job(job, "" if old else "_ns", everywhere) for job in jobs]
    return reading_of(parsed, "us" if old else "ns", options)


def _json_in(text: str) -> str:
    """Return the JSON of a mixed output, on the lines on which it stands.

    fio prints notes before it, and in the mixed formats terse lines before and the normal report after it.
    """
    opens = _OPENS.search(text)
    if opens is None:
        raise InputError("no JSON object begins here", line=1)
    ends = [match.end() for match in _CLOSES.finditer(text, opens.start())]
    body = text[opens.start() : ends[-1] if ends else len(text)]
    return "\n" * text.count("\n", 0, opens.start()) + body


def _job(job: object, ending: str, everywhere: object) -> Job:
    own = object_at(job).get("job options")
    return Job(
        str(item(job, "jobname")),
        number_at(job, "groupid").text,
        number_at(job, "error"),
        number_at(job, "usr_cpu"),
        number_at(job, "sys_cpu"),
        tuple(_directions(object_at(job), ending)),
        any(isinstance(given, dict) and not _RATES.isdisjoint(given) for given in (own, everywhere)),
    )


def _names(job: object) -> tuple[str, ...]:
    """Return the directions: --unified_rw_reporting=1 knows none; =both adds their sum."""
    unified = isinstance(job, dict) and "mixed" in job and "read" not in job
    return ("mixed",) if unified else ("read", "write", "trim")


def _directions(job: dict[str, Any], ending: str) -> Iterator[Direction]:
    for name in _names(job):
        part = object_at(job, name)
        iops, runtime = number_at(part, "iops"), number_at(part, "runtime").value
        if number_at(part, "io_bytes").value or iops.value:
            # fio 2 does not always print the number of I/Os.
            count = number_at(part, "total_ios").value if "total_ios" in part else iops.value * runtime / 1000
            yield _direction(name, part, ending, count, runtime, iops)
    if "sync" in job and (count := number_at(job, "sync", "total_ios").value):
        yield _direction("sync", object_at(job, "sync"), ending, count, 0.0, None)


def _direction(
    name: str, part: dict[str, Any], ending: str, count: float, runtime: float, iops: JsonNumber | None
) -> Direction:
    total = object_at(part, f"lat{ending}")
    measured = number_at(total, "N").value if "N" in total else number_at(total, "max").value
    completion = "percentile" not in total
    holder = object_at(part, f"clat{ending}") if completion and name != "sync" else total
    percentiles = {
        PERCENTILES[percent]: number_at(holder, "percentile", key)
        for key in (object_at(holder, "percentile") if "percentile" in holder else {})
        if (percent := _percent(key)) in PERCENTILES
    }
    return Direction(
        name,
        count,
        runtime,
        iops,
        number_at(total, "mean") if measured else None,
        number_at(total, "max") if measured else None,
        percentiles if any(digits.value for digits in percentiles.values()) else {},
        completion,
    )


def _percent(key: str) -> float:
    try:
        return float(key)
    except ValueError:
        raise InputError("this is not a percentile", found=key) from None
