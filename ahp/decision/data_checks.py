"""Whether the data agree with themselves: printed indices with raw columns, harnesses with one another."""

from __future__ import annotations

from collections.abc import Iterable

from ahp.decision.findings import Finding, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Measurement
from ahp.terms import Better

_RAW: dict[str, tuple[tuple[str, ...], ...]] = {
    "space_saving": (("compression_ratio",), ("stored_bytes",)),
    "throughput_improvement": (("throughput",),),
    "throughput_relative": (("throughput",),),
    "cpu_overhead": (("cpu",), ("cpu_system", "cpu_user")),
    "cpu_relative": (("cpu",), ("cpu_system", "cpu_user")),
}
"""For each printed index the raw measures it can be computed from; those of a list are added."""

_ROUNDING = 1e-9
_AGREES = 0.02
"""How far a compression ratio may be from what its sizes give, as when it is read."""


def data_findings(measurements: Measurements, matrix: DecisionMatrix) -> tuple[Finding, ...]:
    """Return what the measurements of a scenario tell of themselves."""
    scenario = matrix.scenario
    alone = matrix.alternatives if len(matrix.alternatives) == 1 else ()
    return (
        *(finding("alone", "warns", alternative=name) for name in alone),
        *published_findings(measurements, scenario, matrix.baseline),
        *harness_findings(measurements, scenario, measurements.alternatives(scenario)),
        *_caveats(measurements, scenario),
    )


def published_findings(
    measurements: Measurements, scenario: str, baseline: str | None
) -> tuple[Finding, ...]:
    """Return a finding for each printed index that its raw column does not give to the printed digits.

    A printed index differs if it is further than half a unit of its last digit from the value that the
    printed raw numbers give.
    """
    present = set(measurements.measures(scenario))
    found = []
    for name in MEASURES:
        measure = MEASURES[name]
        if measure.published is None or name not in present:
            continue
        raw = _raw_of(name, present)
        if raw is None:
            continue
        for alternative in measurements.alternatives(scenario):
            found += _compare(measurements, scenario, alternative, baseline, measure, raw)
    if "compression_ratio" in present:
        for alternative in measurements.alternatives(scenario):
            found += _ratio_against_sizes(measurements, scenario, alternative, baseline)
    return tuple(found)


def checked_indices(present: Iterable[str]) -> set[str]:
    """Return the measures among `present` that are printed indices held against a raw one."""
    names = set(present)
    return {name for name in names if name in MEASURES and MEASURES[name].published and _raw_of(name, names)}


def _raw_of(name: str, present: set[str]) -> tuple[str, ...] | None:
    if name.startswith("response_time_"):
        statistics = [n for n in present if n.startswith("response_time_") and MEASURES[n].published is None]
        # With several statistics nothing says which one the index was computed from.
        return (statistics[0],) if len(statistics) == 1 else None
    return next((raw for raw in _RAW[name] if set(raw) <= present), None)


def _compare(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    baseline: str | None,
    measure: Measure,
    raw: tuple[str, ...],
) -> list[Finding]:
    first = MEASURES[raw[0]]
    if first.needs_baseline and baseline is None:
        return []
    differing = []
    for (run, transaction), printed in measurements.cells(scenario, alternative, measure.name).items():
        x = _sum(measurements, scenario, alternative, raw, run, transaction)
        x0 = _sum(measurements, scenario, baseline or "", raw, run, transaction)
        if x is None or (first.needs_baseline and not x0):
            continue
        ratio = x / x0 if first.needs_baseline and x0 else x
        grows = (measure.better is Better.HIGHER) == (first.better is Better.HIGHER)
        computed = measure.outside(ratio if grows else 1.0 / ratio) if ratio else None
        shown = measure.outside(printed.value)
        if computed is None or abs(computed - shown) <= printed.resolution * (1 + _ROUNDING) + _ROUNDING:
            continue
        differing.append(_finding(measure, alternative, printed, shown, computed))
    return differing


def _ratio_against_sizes(
    measurements: Measurements, scenario: str, alternative: str, baseline: str | None
) -> list[Finding]:
    """Return a finding where a compression ratio is not what sizes from elsewhere give.

    Both sizes in its own file are held against it when it is read.
    """
    for (run, transaction), ratio in measurements.cells(scenario, alternative, "compression_ratio").items():
        key = (run, transaction)
        stored = _cell(measurements, scenario, alternative, "stored_bytes", key)
        whole = _cell(measurements, scenario, alternative, "original_bytes", key)
        if whole is not None and whole.place.file == ratio.place.file:
            continue
        whole = whole or _cell(measurements, scenario, baseline or "", "stored_bytes", key)
        if stored is None or whole is None or whole.unit != stored.unit:
            continue
        given = whole.value / stored.value
        if abs(ratio.value - given) > max(_AGREES * given, 1.01 * ratio.resolution):
            return [
                finding(
                    "published",
                    "warns",
                    phrase="sizes",
                    alternative=alternative,
                    ratio=ratio.value,
                    place=str(ratio.place),
                    given=given,
                    stored=str(stored.place),
                )
            ]
    return []


def _finding(
    measure: Measure, alternative: str, printed: Measurement, shown: float, computed: float
) -> Finding:
    return finding(
        "published",
        "warns",
        measure=measure.name,
        alternative=alternative,
        shown=shown,
        computed=computed,
        decimals=_decimals(printed.resolution),
        place=str(printed.place),
    )


def _decimals(resolution: float) -> int:
    """Return how many decimals a percentage was printed with."""
    decimals = 0
    while decimals < 6 and 100 * resolution < 0.5 * 10**-decimals * (1 - _ROUNDING):
        decimals += 1
    return decimals


def _sum(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    raw: tuple[str, ...],
    run: str,
    transaction: str,
) -> float | None:
    total = 0.0
    for name in raw:
        found = _cell(measurements, scenario, alternative, name, (run, transaction))
        if found is None:
            return None
        total += found.value
    return total


def _cell(
    measurements: Measurements, scenario: str, alternative: str, name: str, key: tuple[str, str]
) -> Measurement | None:
    """Return a number of a run, or the one that serves all runs."""
    cells = measurements.cells(scenario, alternative, name)
    return cells.get(key) or cells.get(("", key[1]))


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


def _caveats(measurements: Measurements, scenario: str) -> tuple[Finding, ...]:
    """Return what to know about the harnesses behind a scenario, each caveat once with all its files."""
    kinds = {
        "errors": measurements.errors,
        "assumed": measurements.assumed,
        "means": measurements.means,
        "harness": measurements.caveats,
    }
    if not any(kinds.values()):
        return ()
    used = measurements.files(scenario)
    files: dict[tuple[str, str], list[str]] = {}
    for check, caveats in kinds.items():
        for file, caveat in caveats:
            if file in used:
                files.setdefault((check, caveat), []).append(file)
    return tuple(
        finding(check, "warns", phrase=f"{check}-caveat", caveat=caveat, files=tuple(names))
        for (check, caveat), names in files.items()
    )
