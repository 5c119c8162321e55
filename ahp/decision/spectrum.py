"""Between improvement and relative: every index is s + (r - 1), and s is a judgment.

At s = 0 only what was gained counts, at s = 1 all that is had. Where the choice depends on s, the data alone
do not decide.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import polynomial

from ahp.core.matrices import Array
from ahp.core.merits import marginal_choices
from ahp.decision.frame import Frame
from ahp.terms import Index

_EDGE = 1e-9


@dataclass(frozen=True)
class Crossing:
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
class Span:
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
class Spectrum:
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
    """Return which criteria are a benefit of space, whose index is a saving."""
    return [space and not cost for space, cost in zip(frame.storage, frame.is_cost, strict=True)]


def _offset_values(frame: Frame, r: Array, s: float, storage: str) -> Array:
    """Return the index values at an offset, shape (k, n)."""
    values = r.copy()
    for c, index in enumerate(frame.indices):
        if storage == "saving" and _is_saved(frame)[c] and index is not Index.VALUE:
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
    merits = _polynomials(frame, _offset_values(frame, r, 0.0, storage), moving)
    found = []
    at = start + _EDGE
    now = int(frame.scores(frame.merits(_offset_values(frame, r, at, storage))).argmax())
    while at < 1.0:
        step = _next(merits, now, at)
        if step is None:
            break
        at, after = step
        names = frame.competitors
        found.append(Crossing(at, storage, names[now], names[after]))
        now = after
    return found


def _polynomials(frame: Frame, values: Array, moving: list[bool]) -> tuple[list[Array], list[Array]]:
    """Return benefit and cost of each alternative as polynomials in s, times common positive factors."""
    n = len(frame.competitors)
    merits = []
    for cost in (False, True):
        criteria = [c for c, is_cost in enumerate(frame.is_cost) if is_cost is cost]
        sums = {c: np.array([values[c].sum(), float(n)]) for c in criteria if moving[c]}
        each = []
        for i in range(n):
            total = np.zeros(1)
            for c in criteria:
                term = frame.weights[c] * np.array([values[c, i], 1.0])
                if not moving[c]:
                    term = np.array([frame.weights[c] * values[c, i] / values[c].sum()])
                for other, factor in sums.items():
                    term = _product(term, factor) if other != c else term
                total = _sum(total, term)
            each.append(total if criteria else np.ones(1))
        merits.append(each)
    return merits[0], merits[1]


def _next(merits: tuple[list[Array], list[Array]], now: int, at: float) -> tuple[float, int] | None:
    """Return the next offset at which another takes the first place, and who."""
    benefit, cost = merits
    best: tuple[float, int] | None = None
    for rival in range(len(benefit)):
        if rival == now:
            continue
        ours = _product(benefit[now], cost[rival])
        lead = _sum(ours, -_product(benefit[rival], cost[now]))
        roots = _sign_changes(lead, at)
        if roots and (best is None or roots[0] < best[0]):
            best = (roots[0], rival)
    return best


def _product(p: Array, q: Array) -> Array:
    product: Array = np.convolve(p, q)  # coefficients, the constant first
    return product


def _sum(p: Array, q: Array) -> Array:
    total = np.zeros(max(len(p), len(q)))
    total[: len(p)] += p
    total[: len(q)] += q
    return total


def _sign_changes(lead: Array, at: float) -> list[float]:
    """Return the roots in (at, 1] behind which a polynomial is negative, in rising order."""
    scale = np.abs(lead).max()
    if scale == 0:
        return []
    trimmed = polynomial.polytrim(lead, 1e-14 * scale)
    if len(trimmed) < 2:
        return []
    roots = polynomial.polyroots(trimmed)
    real = np.sort(roots.real[np.abs(roots.imag) < 1e-7])
    inside = [float(root) for root in real if at + _EDGE < root <= 1.0]
    return [root for root in inside if polynomial.polyval(root * (1 + 1e-6), trimmed) < 0]


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
