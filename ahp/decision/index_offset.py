"""Between improvement and relative: every index is s + (r - 1), and s is a judgment.

At s = 0 only what was gained counts, at s = 1 all that is had. Where the choice depends on s, the data alone
do not decide.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
from ahp.core.lines import leaders_along
from ahp.core.merits import marginal_choices
from ahp.decision.frame import Frame
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


def spectrum_of(frame: Frame, x: Array) -> Spectrum:
    """Return what the offset between improvement and relative changes in one scenario.

    Parameters
    ----------
    frame : Frame
    x : ndarray, shape (k, m)
    """
    r = frame.relatives(x)
    crossings = [*_crossings(frame, r, "saving")]
    if any(_is_saved(frame)):
        crossings += _crossings(frame, r, "ratio")
    both = frame.by == "benefit_to_cost"
    return Spectrum(
        tuple(crossings),
        _marginal(frame, x, r, 0.0) if both else None,
        _marginal(frame, x, r, 1.0) if both else None,
    )


def _is_saved(frame: Frame) -> list[bool]:
    """Return which criteria are a benefit of space, whose index is a saving or the ratio."""
    return [
        space and not cost and index is not Index.VALUE
        for space, cost, index in zip(frame.storage, frame.is_cost, frame.indices, strict=True)
    ]


def _offset_values(frame: Frame, r: Array, s: float, storage: str) -> Array:
    """Return the index values at an offset, shape (k, n)."""
    values = r.copy()
    for c, index in enumerate(frame.indices):
        if storage == "saving" and _is_saved(frame)[c]:
            values[c] = 1.0 - 1.0 / r[c]
        elif index is not Index.VALUE:
            values[c] = s + (r[c] - 1.0)
    return values


def _crossings(frame: Frame, r: Array, storage: str) -> list[Crossing]:
    """Return every offset in (0, 1] at which the first place changes, in rising order."""
    moving = [
        index is not Index.VALUE and not (storage == "saving" and saved)
        for index, saved in zip(frame.indices, _is_saved(frame), strict=True)
    ]
    held = _offset_values(frame, r, 0.0, storage)[[not m for m in moving]]
    if not any(moving) or (held <= 0).any() or len(frame.competitors) < 2:
        return []
    start = max(0.0, float(1.0 - r[moving].min()))
    if start >= 1.0:
        return []
    ways = leaders_along(
        np.maximum(_offset_values(frame, r, start, storage), 0.0),
        _offset_values(frame, r, 1.0, storage),
        np.array(frame.weights),
        frame.is_cost,
    )
    names = frame.competitors
    return [
        Crossing(start + (1.0 - start) * t, storage, names[before], names[after])
        for (_, before), (t, after) in itertools.pairwise(ways)
    ]


def _marginal(frame: Frame, x: Array, r: Array, s: float) -> tuple[Span, ...] | None:
    """Return the choice as a unit of benefit becomes worth more, the baseline among those to choose from."""
    values = _offset_values(frame, r, s, "saving")
    if (values <= 0).any():
        return None
    outcome = frame.merits(values)
    assert outcome.benefit is not None
    assert outcome.cost is not None
    names = list(frame.competitors)
    benefit, cost = outcome.benefit, outcome.cost
    nothing = _baseline_values(frame, x, s)
    if nothing is not None:
        # On the competitors' scale, and not in their sum: whether nothing is done changes no alternative.
        shares = np.array(frame.weights) * nothing / values.sum(axis=1)
        costs = np.array(frame.is_cost)
        names.append(frame.columns[-1])
        benefit, cost = np.append(benefit, shares[~costs].sum()), np.append(cost, shares[costs].sum())
    choices = marginal_choices(benefit, cost)
    ends: list[float | None] = [start for start, _ in choices[1:]]
    return tuple(
        Span(start, end, names[position])
        for (start, position), end in zip(choices, [*ends, None], strict=True)
    )


def _baseline_values(frame: Frame, x: Array, s: float) -> Array | None:
    """Return the index values of a baseline that does not compete, shape (k,); None where there is none."""
    n = len(frame.competitors)
    if len(frame.columns) == n:
        return None
    relatives = np.ones(len(frame.criteria))
    for c, column in enumerate(frame.references):
        own = x[c, n]
        if column is None and not np.isnan(own):
            relatives[c] = own if frame.straight[c] else 1.0 / own
        elif column is None and frame.indices[c] is Index.VALUE:
            return None
    return _offset_values(frame, relatives[:, None], s, "saving")[:, 0]
