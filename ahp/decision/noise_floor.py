"""Whether a choice stands above the noise that the table itself shows: measured twice, or disturbed.

Two measurements of one thing differ by nothing but noise. Where another would be first if some alternative
came out as far off as that, or where most runs were disturbed, no verdict is given, however little the runs
scatter.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ahp.core.gate import Array
from ahp.decision.confidence import TIE, Confidence
from ahp.decision.findings import WITHHELD, Finding, finding
from ahp.decision.matrix import DecisionMatrix

_MOST_DISTURBED = 0.5
_NAMED = 3
_ROUNDING = 1e-9


def noise_findings(matrix: DecisionMatrix, confidence: Confidence | None) -> tuple[Finding, ...]:
    """Return what the table shows of its noise; a finding is `withheld` where it leaves no verdict.

    Parameters
    ----------
    matrix : DecisionMatrix
    confidence : Confidence or None
        What the runs say: of a tie, that two are within one per cent, more is asked than of a first place.
    """
    slack = TIE if confidence is not None and confidence.verdict == "tie" else 0.0
    return (*_disturbed(matrix), *(_twin(matrix, *repeat, slack) for repeat in matrix.repeats))


def without_verdict(confidence: Confidence | None, findings: tuple[Finding, ...]) -> Confidence | None:
    """Return how sure a ranking is, without its verdict where a finding leaves none."""
    if confidence is None or all(finding.verdict != WITHHELD for finding in findings):
        return confidence
    return replace(confidence, verdict=WITHHELD, more_runs=())


def _disturbed(matrix: DecisionMatrix) -> list[Finding]:
    number = matrix.disturbed
    if not number:
        return []
    runs = sum(len(matrix.labels[name]) for name in matrix.columns)
    most = number > _MOST_DISTURBED * runs
    verdict = WITHHELD if most else "warns"
    return [finding("disturbed", verdict, disturbed=number, runs=runs, most=most)]


def _twin(matrix: DecisionMatrix, name: str, ratios: Array, slack: float) -> Finding:
    """Return whether the choice would be the same if any one were as far off as what was measured twice."""
    apart = np.abs(np.log(ratios))
    overturning = _overturning(matrix, ratios, slack)
    numbers = dict.fromkeys(matrix.sources[c] for c in overturning or range(len(ratios)))
    worst = sorted((c for c in numbers if apart[c] > _ROUNDING), key=lambda c: -apart[c])[:_NAMED]
    return finding(
        "twin",
        WITHHELD if overturning else "holds",
        alternative=None if name == matrix.baseline else name,
        apart=tuple((matrix.spoken(c), float(ratios[c]) - 1.0) for c in worst),
        leader=matrix.first(matrix.x)[0] if overturning else None,
    )


def _overturning(matrix: DecisionMatrix, ratios: Array, slack: float) -> list[int]:
    """Return the criteria in which the noise takes the first place away; all where it does so only together.

    Any one column is moved by the ratio, either way, in one number or in all: whoever was measured might as
    well have come out so. A move that leaves an index without a meaning takes the place away too.
    """
    x, leaders = matrix.x, matrix.first(matrix.x)
    if len(leaders) > 1 or len(matrix.alternatives) < 2:
        return []
    first = matrix.alternatives.index(leaders[0])
    everything = range(len(ratios))
    kinds = [
        [c for c in everything if matrix.sources[c] == number] for number in dict.fromkeys(matrix.sources)
    ]
    factors = np.array([np.where(np.isin(everything, kind), ratios, 1.0) for kind in (*kinds, everything)])
    lost = np.zeros(len(factors), dtype=bool)
    for column in range(x.shape[1]):
        for moves in (factors, 1.0 / factors):
            moved = np.repeat(x[None], len(moves), axis=0)
            moved[:, :, column] *= moves
            values = matrix.index_values(moved)
            sound = (values > 0).all(axis=(-2, -1))
            values[~sound] = 1.0
            scores = matrix.merits(values).logarithms
            lost |= ~sound | (scores.max(axis=-1) - scores[:, first] > slack + _ROUNDING)
    single = [c for kind, gone in zip(kinds, lost, strict=False) if gone for c in kind]
    return single or (list(everything) if lost[-1] else [])
