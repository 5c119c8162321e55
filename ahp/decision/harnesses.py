"""Alternatives that different harnesses measured: their transactions are not the same, whatever the unit."""

from __future__ import annotations

from collections.abc import Iterable

from ahp.decision.findings import Finding, finding
from ahp.evidence.measurements import Measurements

_ANY = frozenset({"table", "markdown", "records", "normalised"})
"""Readers of what any harness may have made."""

_SAME = {"rocksdb": "db"}  # the report of benchmark.sh is of db_bench


def harness_findings(
    measurements: Measurements, scenario: str, alternatives: Iterable[str]
) -> tuple[Finding, ...]:
    """Return a finding for a throughput or a response time that two harnesses measured.

    Parameters
    ----------
    alternatives : iterable of str
        Those that are compared, the baseline too.
    """
    compared = list(alternatives)
    readers = {source.file: source.reader for source in measurements.sources}
    for measure in measurements.measures(scenario):
        if measure != "throughput" and not measure.startswith("response_time"):
            continue
        by: dict[str, tuple[str, str]] = {}
        for alternative in compared:
            first = next(iter(measurements.cells(scenario, alternative, measure).values()), None)
            reader = readers.get(first.place.file or "", "") if first is not None else ""
            if reader and reader not in _ANY:
                family = reader.partition("_")[0]
                by.setdefault(_SAME.get(family, family), (alternative, reader))
        if len(by) > 1:
            return (finding("harness", "warns", measure=measure, readers=tuple(by.values())),)
    return ()
