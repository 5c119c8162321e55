"""What makes scenarios comparable: everything relative to the baseline, and V, which is 1 for the baseline.

V is the relative benefit of an alternative over its relative cost: Σ w·r over benefits divided by Σ w·r over
costs. It is not normalised over the alternatives, so that it means the same in every scenario.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ahp.core.choice import largest_regret
from ahp.core.gate import Array
from ahp.decision.matrix import DecisionMatrix
from ahp.terms import Index

_LEVEL = 1e-12

Truths = npt.NDArray[np.bool_]
Positions = npt.NDArray[np.intp]


def without_reference(matrix: DecisionMatrix) -> list[str]:
    """Return the criteria compared as they are, which no baseline makes comparable between scenarios."""
    known = len(matrix.columns) > len(matrix.alternatives) or matrix.baseline in matrix.alternatives
    return [
        name
        for c, name in enumerate(matrix.criterion_names)
        if matrix.indices[c] is Index.VALUE and not (known and not np.isnan(matrix.x[c, _baseline(matrix)]))
    ]


def _baseline(matrix: DecisionMatrix) -> int:
    baseline = matrix.baseline
    return matrix.columns.index(baseline) if baseline in matrix.columns else -1


def relatives_of(matrix: DecisionMatrix, x: Array, names: Sequence[str]) -> Array:
    """Return everything relative to the baseline, shape (..., k, n) for the alternatives named."""
    if Index.VALUE in matrix.indices:
        references = tuple(
            _baseline(matrix) if index is Index.VALUE else reference
            for index, reference in zip(matrix.indices, matrix.references, strict=True)
        )
        matrix = replace(matrix, references=references)
    r = matrix.relatives(x)
    return r[..., [matrix.alternatives.index(name) for name in names]]


def comparable_value(matrix: DecisionMatrix, r: Array) -> Array:
    """Return V, shape (..., n), from relatives of shape (..., k, n)."""
    weights, costs = np.array(matrix.weights), np.array(matrix.is_cost)
    value = np.ones(r.shape[:-2] + r.shape[-1:])
    if not costs.all():
        value = np.einsum("k,...kn->...n", weights[~costs], r[..., ~costs, :])
    if costs.any():
        value = value / np.einsum("k,...kn->...n", weights[costs], r[..., costs, :])
    return value


def not_worse(matrix: DecisionMatrix, r: Array) -> Truths:
    """Return who is at least as good as the baseline on every benefit, from relatives (..., k, n)."""
    benefits = [not cost for cost in matrix.is_cost]
    return np.asarray((r[..., benefits, :] >= 1.0 - _LEVEL).all(axis=-2))


def not_worse_by_digits(matrix: DecisionMatrix, names: Sequence[str]) -> tuple[Truths, Truths]:
    """Return who surely is and who may be as good as the baseline on every benefit, by the printed digits."""
    straight = np.array(matrix.straight)[:, None]
    low, high = matrix.ends
    worst, best = np.where(straight, low, high), np.where(straight, high, low)
    baseline = _baseline(matrix)
    worst[:, baseline], best[:, baseline] = best[:, baseline].copy(), worst[:, baseline].copy()
    surely, maybe = (not_worse(matrix, relatives_of(matrix, x, names)) for x in (worst, best))
    return surely, maybe


def for_the_unknown(values: Array, safe: Truths) -> Positions:
    """Return whom to choose where the scenario is not known, from tables (..., s, n).

    The one of least regret, among those that are never worse than the baseline if there are any.

    Examples
    --------
    >>> int(for_the_unknown(np.array([[1.2, 2.0], [1.1, 0.9]]), np.array([True, False])))
    0
    """
    return least_regret(largest_regret(values), safe)


def least_regret(regret: Array, safe: Truths) -> Positions:
    """Return who has the least regret, shape (..., n), among those that are safe if there are any."""
    among = np.where(safe.any(axis=-1, keepdims=True), safe, True)
    chosen: Positions = np.where(among, regret, np.inf).argmin(axis=-1)
    return chosen
