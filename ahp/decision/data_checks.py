"""Whether the data agree with themselves, and what the runs show that makes a decision doubtful."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ahp.core.gate import Array
from ahp.decision.findings import Finding, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.uncertainty import MOST_LEFT_OUT, Confidence, groups_of
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
    for key, printed in measurements.cells(scenario, alternative, measure.name).items():
        x, x0 = (
            _sum([_cell(measurements, scenario, whose, name, key) for name in raw])
            for whose in (alternative, baseline or "")
        )
        if x is None or (first.needs_baseline and not x0):
            continue
        ratio = x / x0 if first.needs_baseline and x0 else x
        grows = (measure.better is Better.HIGHER) == (first.better is Better.HIGHER)
        computed = measure.outside(ratio if grows else 1.0 / ratio) if ratio else None
        shown = measure.outside(printed.value)
        if computed is None or abs(computed - shown) <= printed.resolution * (1 + _ROUNDING) + _ROUNDING:
            continue
        decimals, place = _decimals(printed.resolution), str(printed.place)
        numbers: dict[str, Any] = {"shown": shown, "computed": computed, "decimals": decimals, "place": place}
        differing.append(
            finding("published", "warns", measure=measure.name, alternative=alternative, **numbers)
        )
    return differing


def _ratio_against_sizes(
    measurements: Measurements, scenario: str, alternative: str, baseline: str | None
) -> list[Finding]:
    """Return a finding where a compression ratio is not what sizes from elsewhere give.

    Both sizes in its own file are held against it when it is read.
    """
    for key, ratio in measurements.cells(scenario, alternative, "compression_ratio").items():
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


def _decimals(resolution: float) -> int:
    """Return how many decimals a percentage was printed with."""
    decimals = 0
    while decimals < 6 and 100 * resolution < 0.5 * 10**-decimals * (1 - _ROUNDING):
        decimals += 1
    return decimals


def _sum(parts: Sequence[Measurement | None]) -> float | None:
    values = [part.value for part in parts if part is not None]
    return sum(values) if len(values) == len(parts) else None


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


_EQUAL = 1e-6  # of logarithms and deviations: a byte more in a file is no scatter
_SHAPE = 0.01
"""How often runs that are normal on the log scale may be called skewed, and how often outlying."""
_UNEQUAL = 3.0  # times the deviation: of equal ones few runs show it once in a hundred
_MANY = 20  # runs whose mean is normal enough whatever they are


def doubts(matrix: DecisionMatrix, confidence: Confidence) -> tuple[Finding, ...]:
    """Return what in the runs makes their intervals less sure than they say."""
    found = [*_left_out(confidence), *_blocks(matrix)]
    if not matrix.repeated:
        return tuple(found)
    return (*found, *_still(matrix), *_shape(matrix), *_unequal(matrix), *_extremes(matrix))


def _left_out(confidence: Confidence) -> list[Finding]:
    if confidence.left_out <= MOST_LEFT_OUT * confidence.resamples:
        return []
    return [finding("confidence", "warns", share=confidence.left_out / confidence.resamples)]


def _blocks(matrix: DecisionMatrix) -> list[Finding]:
    single = [
        name
        for name in matrix.columns
        if len(matrix.blocks[name]) > 1 and len(set(matrix.blocks[name])) == 1 and matrix.blocks[name][0]
    ]
    return [finding("blocks", "warns", alternatives=tuple(single))] if single else []


def _still(matrix: DecisionMatrix) -> list[Finding]:
    """Tell of alternatives none of whose numbers differs between runs: copies, or no repetition."""
    still = [
        name
        for name in matrix.columns
        for values in [matrix.runs[name]]
        if not (np.ptp(values[~np.isnan(values[:, 0])], axis=1) > 0).any()
        and not np.isnan(values[:, 0]).all()
    ]
    return [finding("noise", "warns", alternatives=tuple(still))] if still else []


def _shape(matrix: DecisionMatrix) -> list[Finding]:
    """Tell of runs that are skewed, or of one far from its fellows: intervals cover less then."""
    from ahp.core.inference import normal_quantile

    columns = _standardised(matrix)
    found = []
    skewness, errors = _skewness(columns)
    if abs(errors) > normal_quantile(1.0 - 0.5 * _SHAPE):
        found.append(finding("skewness", "warns", skewness=skewness, errors=errors))
    outlying = [name for name, rows in zip(matrix.columns, columns, strict=True) if _outlying(rows, columns)]
    if outlying:
        found.append(finding("outliers", "warns", alternatives=tuple(outlying)))
    return found


def _standardised(matrix: DecisionMatrix) -> list[Array]:
    """Return the runs of each column as deviations of logarithms over their standard deviation, (k, R).

    They grow towards what is worse; what does not vary is 0. What all columns of a block have in common is
    taken away first: it leaves the comparison as it is.
    """
    higher_is_better = np.array(matrix.straight) != np.array(matrix.is_cost)
    towards = np.where(higher_is_better, -1.0, 1.0)[:, None]
    found = [towards * np.nan_to_num(np.log(matrix.runs[name])) for name in matrix.columns]
    for group in groups_of(matrix):
        if len(group.columns) > 1 and group.size == group.runs:
            order = {j: np.argsort(matrix.blocks[matrix.columns[j]], kind="stable") for j in group.columns}
            common = np.mean([found[j][:, order[j]] for j in group.columns], axis=0)
            for j in group.columns:
                found[j] = found[j][:, order[j]] - common
    return [_over_deviation(logs) for logs in found]


def _over_deviation(logs: Array) -> Array:
    apart = logs - logs.mean(axis=1, keepdims=True)
    deviation = np.sqrt((apart**2).mean(axis=1, keepdims=True))
    varies = deviation > _EQUAL * np.abs(logs).max()
    return np.asarray(np.where(varies, apart / np.where(varies, deviation, 1.0), 0.0))


def _skewness(columns: list[Array]) -> tuple[float, float]:
    """Return the mean skewness of the rows, and the same in standard errors, as normal runs have them.

    The skewness of R normal values has the variance 6 (R - 2)/((R + 1)(R + 3)) (Fisher 1930), and that of
    two rows which correlate with ρ the correlation ρ³, as every third moment of normal variables has.
    """
    together = np.concatenate(columns, axis=1)
    shared = (together != 0).astype(float) @ (together != 0).T
    correlation = (together @ together.T) / np.maximum(shared, 1.0)
    total, variance, rows = 0.0, 0.0, 0
    for apart in columns:
        runs = apart.shape[1]
        vary = np.flatnonzero(apart.any(axis=1))
        if runs < 3 or not vary.size:
            continue
        total += float((apart[vary] ** 3).mean(axis=1).sum())
        variance += (
            6.0 * (runs - 2) / ((runs + 1) * (runs + 3)) * float((correlation**3)[np.ix_(vary, vary)].sum())
        )
        rows += vary.size
    return (total / rows, total / variance**0.5) if variance > 0 else (0.0, 0.0)


def _outlying(rows: Array, columns: list[Array]) -> bool:
    """Say whether a run of these lies far from the others, under a criterion or under all on average.

    Its distance from the mean of the others, over their own deviation, is Student's t with R - 2 degrees of
    freedom; the level is shared among all runs that are looked at (Bonferroni).
    """
    from ahp.core.inference import t_quantile

    runs = rows.shape[1]
    series = _series(rows)
    if runs < 4 or not series.size:
        return False  # two others say nothing of how far a third may lie, and equal ones lie nowhere else
    looked_at = sum(_series(apart).size for apart in columns if apart.shape[1] > 3)
    squares = (series**2).sum(axis=1, keepdims=True) - series**2 * runs / (runs - 1)
    others = np.sqrt(np.maximum(squares, 0.0) / (runs - 2))
    farthest = t_quantile(1.0 - 0.5 * _SHAPE / looked_at, runs - 2)
    distance = np.abs(series) * (runs / (runs - 1)) / (1.0 + 1.0 / (runs - 1)) ** 0.5
    return bool(((distance > farthest * others) & (others > _EQUAL)).any())


def _series(rows: Array) -> Array:
    """Return the rows that vary and their mean, which a disturbance of the whole run moves most."""
    vary = rows[rows.any(axis=1)]
    return np.concatenate([vary, vary.mean(axis=0, keepdims=True)]) if len(vary) > 1 else vary


def _unequal(matrix: DecisionMatrix) -> list[Finding]:
    """Tell of alternatives whose runs scatter far more than others': few of them may hide a long tail.

    Compared are their deviations of logarithms, each measure over what it is on average. Of two alike whose
    runs are skewed and scatter by 1 and 9 %, 7 to 10 % are called decisive at 3 to 10 runs.
    """
    logs = [np.log(matrix.runs[name]) for name in matrix.columns]
    squares = np.array([((own - own.mean(axis=1, keepdims=True)) ** 2).sum(axis=1) for own in logs])
    variances = np.nan_to_num(squares / np.array([[own.shape[1] - 1] for own in logs]))
    varies = variances > _EQUAL**2
    usual = variances.sum(axis=0) / np.maximum(varies.sum(axis=0), 1)
    shares = np.divide(variances, usual, out=np.zeros_like(variances), where=varies)
    spread = np.sqrt(shares.sum(axis=1) / np.maximum(varies.sum(axis=1), 1))
    moving = np.flatnonzero(spread > 0)
    if moving.size < 2 or max(own.shape[1] for own in logs) >= _MANY:
        return []
    most, least = int(spread.argmax()), int(moving[spread[moving].argmin()])
    times = spread[most] / spread[least]
    if times < _UNEQUAL:
        return []
    names = matrix.columns
    return [finding("unequal", "warns", most=names[most], least=names[least], times=float(times))]


def _extremes(matrix: DecisionMatrix) -> list[Finding]:
    """Tell that a maximum is one event of a run: its scatter is skewed and grows with the run."""
    maxima = tuple(c.measure for c in matrix.criteria if c.measure.endswith("_max"))
    return [finding("extremes", "warns", measures=maxima)] if maxima else []
