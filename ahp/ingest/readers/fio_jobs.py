"""What fio says of its jobs, whichever way it printed them: merged by group, as rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ahp.errors import FailedRunError, InputError, quoted
from ahp.ingest.failures import Failures
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options, Reading, Row, number, resolution_of
from ahp.ingest.readers.fio_caveats import caveats_of
from ahp.ingest.readers.fio_parts import Direction, Job, kinds_of


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
            failures.met(
                FailedRunError(
                    f"job {quoted(job.name)} failed; 'error' must be 0",
                    line=job.error.line,
                    found=job.error.text,
                    advice="repair the run; its numbers are of what it did before it failed",
                )
            )
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
        caveats=tuple(caveats_of(list(groups.values()))),
        left_out=tuple(failures.left_out),
    )


def _rows(jobs: Sequence[Job], unit: str, scenario: str | None) -> Iterator[Row]:
    kinds: dict[str, list[Direction]] = {}
    for part in kinds_of(jobs):
        kinds.setdefault(part.name, []).append(part)
    merged = [_merged(name, parts) for name, parts in kinds.items()]
    transfers = [kind for kind in merged if kind.name != "sync"]
    if transfers:
        merged.append(_merged("", transfers))
    for kind in merged:
        if kind.iops is not None:
            yield _row("throughput", kind.iops, "io/s", scenario, kind.name)
        for end, digits in {"mean": kind.mean, "max": kind.highest, **kind.percentiles}.items():
            if digits is not None:
                yield _row(f"response_time_{end}", digits, unit, scenario, kind.name)
    alike = [1.0] * len(jobs)
    yield _row("cpu_user", _mean([job.user for job in jobs], alike), "%core", scenario, "")
    yield _row("cpu_system", _mean([job.system for job in jobs], alike), "%core", scenario, "")


def _row(measure: str, digits: Digits, unit: str, scenario: str | None, transaction: str) -> Row:
    row = number(measure, digits.value, unit, printed=digits.text, line=digits.line, transaction=transaction)
    return row._replace(scenario=scenario)


def _merged(name: str, parts: Sequence[Direction]) -> Direction:
    """Return what went on at once as one."""
    iops = [part.iops for part in parts if part.iops is not None]
    timed = [(part.mean, part.count) for part in parts if part.mean is not None]
    highest = [part.highest for part in parts if part.highest is not None]
    return Direction(
        name,
        sum(part.count for part in parts),
        max(part.runtime for part in parts),
        _printed(math.fsum(each.value for each in iops), iops) if iops else None,
        _mean([mean for mean, _ in timed], [count for _, count in timed]) if timed else None,
        max(highest, key=lambda each: each.value) if highest else None,
        parts[0].percentiles if len(parts) == 1 else {},
    )


def _mean(parts: Sequence[Digits], weights: Sequence[float]) -> Digits:
    weighed = math.fsum(part.value * weight for part, weight in zip(parts, weights, strict=True))
    return _printed(weighed / (math.fsum(weights) or 1.0), parts)


def _printed(value: float, parts: Sequence[Digits]) -> Digits:
    """Return a value computed from printed ones, with as many decimals as they have."""
    if len(parts) == 1:
        return parts[0]
    finest = min(resolution_of(part.text) for part in parts) or 0.5
    places = max(0, round(-math.log10(2 * finest)))
    return Digits(f"{value:.{places}f}", parts[0].line)
