"""fio's JSON and JSON+, alone or between its other outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.fio_jobs import PERCENTILES, Direction, Job, reading_of
from ahp.ingest.readers.json import JsonNumber, item, number_at, object_at, parse_json

_AGAIN = frozenset({"job options", "global options", "percentile"})
"""Objects in which fio writes a key again: an option that was given twice, places of a list left unused."""
_VERSION = re.compile(r'"fio version"\s*:')
_RATES = frozenset({"rate", "rate_iops"})
_OPENS, _CLOSES = re.compile(r"^\{", re.MULTILINE), re.compile(r"^\}.*", re.MULTILINE)


class FioJsonReader:
    """What `fio --output-format=json` writes, or `json+`, or JSON among other formats; versions 2 and 3.

    Gives: `throughput` in I/Os per second, `response_time_mean`, `response_time_max`, the percentiles that
    are measures, `cpu_user` and `cpu_system`; each but CPU by direction (read, write, trim, sync) too.
    Elsewhere: the alternative, the run, the compression ratio. Groups of jobs are scenarios.
    Caveats: percentiles are of the completion latency unless fio ran with `lat_percentiles`, and cannot be
    merged over jobs without `--group_reporting`; CPU is of fio's own process; fsync stands by itself.
    """

    def matches(self, head: str) -> bool:
        """Say whether fio names its version as JSON."""
        return _VERSION.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all jobs: for each direction, and for all together.

        Raises
        ------
        InputError
            If the JSON is not whole, a job failed, or a number is missing.
        """
        return _read(source.text, options)


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
        raise InputError("'jobs' holds no job", line=1, advice="give the file as fio wrote it")
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
        raise InputError("no JSON object begins here", line=1, advice="give the file as fio wrote it")
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
