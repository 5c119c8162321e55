"""Reasons to doubt how sure a decision looks: what the runs themselves show."""

from __future__ import annotations

import numpy as np

from ahp.core.gate import Array
from ahp.core.inference import normal_quantile, t_quantile
from ahp.decision.draws import groups_of
from ahp.decision.findings import Finding, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.uncertainty import MOST_LEFT_OUT, Confidence

_ROUNDING = 1e-6  # of logarithms and deviations: a byte more in a file is no scatter
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
    varies = deviation > _ROUNDING * np.abs(logs).max()
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
    runs = rows.shape[1]
    series = _series(rows)
    if runs < 4 or not series.size:
        return False  # two others say nothing of how far a third may lie, and equal ones lie nowhere else
    looked_at = sum(_series(apart).size for apart in columns if apart.shape[1] > 3)
    squares = (series**2).sum(axis=1, keepdims=True) - series**2 * runs / (runs - 1)
    others = np.sqrt(np.maximum(squares, 0.0) / (runs - 2))
    farthest = t_quantile(1.0 - 0.5 * _SHAPE / looked_at, runs - 2)
    distance = np.abs(series) * (runs / (runs - 1)) / (1.0 + 1.0 / (runs - 1)) ** 0.5
    return bool(((distance > farthest * others) & (others > _ROUNDING)).any())


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
    varies = variances > _ROUNDING**2
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
