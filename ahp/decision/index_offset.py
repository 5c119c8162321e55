"""Between improvement and relative: every index is s + (r - 1), and s is a judgment.

At s = 0 only what was gained counts, at s = 1 all that is had. Where the choice depends on s, the data alone
do not decide.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
from ahp.core.merits import marginal_choices
from ahp.core.sensitivity import leaders_along
from ahp.decision.matrix import DecisionMatrix
from ahp.notebook import NotebookFace
from ahp.terms import Index


@dataclass(frozen=True)
class Crossing(NotebookFace):
    """An offset at which the first place changes.

    Attributes
    ----------
    offset : float
        s.
    storage : str
        `saving` where space was held at its saving, `ratio` where it was s + (ratio - 1).
    before, after : str
        Who is first below and above it.
    """

    offset: float
    storage: str
    before: str
    after: str


@dataclass(frozen=True)
class Span(NotebookFace):
    """Who is chosen while a unit of benefit is worth between two amounts of cost.

    Attributes
    ----------
    start : float
        κ from which on.
    end : float or None
        None without end.
    choose : str
    """

    start: float
    end: float | None
    choose: str


@dataclass(frozen=True)
class Spectrum(NotebookFace):
    """What the offset changes.

    Attributes
    ----------
    crossings : tuple of Crossing
    gained : tuple of Span, or None
        The marginal choice at s = 0; None where an index is not positive there.
    had : tuple of Span, or None
        The marginal choice at s = 1.
    """

    crossings: tuple[Crossing, ...]
    gained: tuple[Span, ...] | None
    had: tuple[Span, ...] | None


NO_SPECTRUM = Spectrum((), None, None)


def spectrum_of(matrix: DecisionMatrix) -> Spectrum:
    """Return what the offset between improvement and relative changes in one scenario.

    Parameters
    ----------
    matrix : DecisionMatrix
    """
    r = matrix.relatives(matrix.x)
    crossings = [*_crossings(matrix, r, "saving")]
    if any(_is_saved(matrix)):
        crossings += _crossings(matrix, r, "ratio")
    both = matrix.by == "benefit_to_cost"
    return Spectrum(
        tuple(crossings),
        _marginal(matrix, r, 0.0) if both else None,
        _marginal(matrix, r, 1.0) if both else None,
    )


def _is_saved(matrix: DecisionMatrix) -> list[bool]:
    """Return which criteria are a benefit of space, whose index is a saving or the ratio."""
    return [
        space and not cost and index is not Index.VALUE
        for space, cost, index in zip(matrix.storage, matrix.is_cost, matrix.indices, strict=True)
    ]


def _offset_values(matrix: DecisionMatrix, r: Array, s: float, storage: str) -> Array:
    """Return the index values at an offset, shape (k, n)."""
    values = r.copy()
    for c, index in enumerate(matrix.indices):
        if storage == "saving" and _is_saved(matrix)[c]:
            values[c] = 1.0 - 1.0 / r[c]
        elif index is not Index.VALUE:
            values[c] = s + (r[c] - 1.0)
    return values


def _crossings(matrix: DecisionMatrix, r: Array, storage: str) -> list[Crossing]:
    """Return every offset in (0, 1] at which the first place changes, in rising order."""
    moving = [
        index is not Index.VALUE and not (storage == "saving" and saved)
        for index, saved in zip(matrix.indices, _is_saved(matrix), strict=True)
    ]
    held = _offset_values(matrix, r, 0.0, storage)[[not m for m in moving]]
    if not any(moving) or (held <= 0).any() or len(matrix.alternatives) < 2:
        return []
    start = max(0.0, float(1.0 - r[moving].min()))
    if start >= 1.0:
        return []
    ways = leaders_along(
        np.maximum(_offset_values(matrix, r, start, storage), 0.0),
        _offset_values(matrix, r, 1.0, storage),
        np.array(matrix.weights),
        matrix.is_cost,
    )
    names = matrix.alternatives
    return [
        Crossing(start + (1.0 - start) * t, storage, names[before], names[after])
        for (_, before), (t, after) in itertools.pairwise(ways)
    ]


def _marginal(matrix: DecisionMatrix, r: Array, s: float) -> tuple[Span, ...] | None:
    """Return the choice as a unit of benefit becomes worth more, the baseline among those to choose from."""
    values = _offset_values(matrix, r, s, "saving")
    if (values <= 0).any():
        return None
    outcome = matrix.merits(values)
    assert outcome.benefit is not None
    assert outcome.cost is not None
    names = list(matrix.alternatives)
    benefit, cost = outcome.benefit, outcome.cost
    nothing = _baseline_values(matrix, s)
    if nothing is not None:
        # On the competitors' scale, and not in their sum: whether nothing is done changes no alternative.
        shares = np.array(matrix.weights) * nothing / values.sum(axis=1)
        costs = np.array(matrix.is_cost)
        names.append(matrix.columns[-1])
        benefit, cost = np.append(benefit, shares[~costs].sum()), np.append(cost, shares[costs].sum())
    choices = marginal_choices(benefit, cost)
    ends: list[float | None] = [start for start, _ in choices[1:]]
    return tuple(
        Span(start, end, names[position])
        for (start, position), end in zip(choices, [*ends, None], strict=True)
    )


def _baseline_values(matrix: DecisionMatrix, s: float) -> Array | None:
    """Return the index values of a baseline that does not compete, shape (k,); None where there is none."""
    n = len(matrix.alternatives)
    if len(matrix.columns) == n:
        return None
    relatives = np.ones(len(matrix.criterion_names))
    for c, column in enumerate(matrix.references):
        own = matrix.x[c, n]
        if column is None and not np.isnan(own):
            relatives[c] = own if matrix.straight[c] else 1.0 / own
        elif column is None and matrix.indices[c] is Index.VALUE:
            return None
    return _offset_values(matrix, relatives[:, None], s, "saving")[:, 0]
