"""Whether the choice hangs on the rule that chooses the index: how near each criterion is to another one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
from ahp.decision.findings import Finding, finding
from ahp.decision.frame import Frame
from ahp.evidence.indices import NOTHING, index_values
from ahp.terms import Index

_NEAR = 0.01  # of the baseline's number: as far as most noise reaches
_BEYOND = 1e-9  # where the rule has changed its mind
_OPEN = 0.025  # of the draws: beyond one end of an interval of 95 %


@dataclass(frozen=True)
class IndexCrossing:
    """Where the rule turns to another index under one criterion.

    Attributes
    ----------
    criterion : int
    alternative : int
        Whose value is the last, or the first, on this side of 0.
    value : float
        Its saving, improvement or overhead now.
    lacking : int
        How many alternatives have none that is positive.
    to : Index
        What the criterion has beyond it.
    leaders : tuple of str
        Who is first there.
    """

    criterion: int
    alternative: int
    value: float
    lacking: int
    to: Index
    leaders: tuple[str, ...]


def rule_audit(
    frame: Frame, x: Array, winner: str, low: Array, high: Array, drawn: Array | None
) -> list[Finding]:
    """Return the audit `index-rule`, which names the nearest crossing of each criterion; none without one.

    It flips where another is first beyond a crossing that is near: within 1 % of the baseline's number,
    within what the printed digits allow, or where the runs leave open on which side of it the truth is.

    Parameters
    ----------
    frame : Frame
    x, low, high : ndarray, shape (k, m)
        The numbers, and the least and the most that the printed digits allow.
    winner : str
    drawn : ndarray, shape (draws, k, m), or None
        What the runs leave open.
    """
    crossings = crossings_of(frame, x)
    if not crossings:
        return []
    near = [found for found in crossings if _is_near(frame, x, found, low, high, drawn)]
    flipping = [found for found in near if found.leaders != (winner,)]
    if not flipping:
        return [finding("index-rule", "holds", crossings=_named(frame, crossings), near=False)]
    to = next(name for found in flipping for name in found.leaders if name != winner)
    return [finding("index-rule", "flips", to=to, crossings=_named(frame, flipping), near=True)]


def crossings_of(frame: Frame, x: Array) -> list[IndexCrossing]:
    """Return for each criterion whose index the rule chooses where it would choose another."""
    n, found = len(frame.competitors), []
    r = frame.relatives(x)
    for c, natural in enumerate(frame.naturals):
        reference = frame.references[c]
        if natural is None or (reference is not None and reference < n):
            continue  # a baseline that competes has no gain over itself, whatever the numbers are
        gains = index_values(natural, r[c])
        at, lacking = int(gains.argmin()), np.flatnonzero(gains <= NOTHING)
        target = 1.0 + _BEYOND if lacking.size else 1.0
        moved = x.copy()
        same = [other for other, number in enumerate(frame.numbers) if number == frame.numbers[c]]
        for j in lacking.tolist() or [at]:
            factor = target / r[c, j]
            moved[same, j] *= factor if frame.straight[c] else 1.0 / factor
        to = natural if lacking.size else Index.RELATIVE
        found.append(IndexCrossing(c, at, float(gains[at]), lacking.size, to, frame.first(moved)))
    return found


def _is_near(
    frame: Frame, x: Array, crossing: IndexCrossing, low: Array, high: Array, drawn: Array | None
) -> bool:
    """Say whether the rule may as well choose the other index, for all that is known of the numbers."""
    c, natural = crossing.criterion, frame.naturals[crossing.criterion]
    assert natural is not None
    if abs(crossing.value) <= _NEAR:
        return True
    least, most = (_relatives(frame, c, *ends) for ends in ((low, high), (high, low)))
    if crossing.lacking:
        allowed = bool((index_values(natural, most) > NOTHING).all())
    else:
        allowed = bool((index_values(natural, least) <= NOTHING).any())
    if allowed or drawn is None:
        return allowed
    gained = (index_values(natural, frame.relatives(drawn)[:, c]) > NOTHING).all(axis=-1)
    return float((gained == bool(crossing.lacking)).mean()) >= _OPEN


def _relatives(frame: Frame, c: int, own: Array, other: Array) -> Array:
    """Return r of one criterion, competitors' numbers from one array and the baseline's from another.

    Where less is better the arrays change places: the least r has the most of what is measured.
    """
    n, reference = len(frame.competitors), frame.references[c]
    if frame.straight[c]:
        return np.asarray(own[c, :n] / (1.0 if reference is None else other[c, reference]))
    return np.asarray((1.0 if reference is None else own[c, reference]) / other[c, :n])


def _named(frame: Frame, crossings: list[IndexCrossing]) -> tuple[tuple[tuple[str, object], ...], ...]:
    """Return crossings with the names of what they speak of."""
    return tuple(
        (
            ("criterion", frame.criteria[one.criterion]),
            ("alternative", frame.competitors[one.alternative]),
            ("index", natural.value),
            ("value", one.value),
            ("lacking", one.lacking),
            ("to", one.to.value),
            ("leaders", one.leaders),
        )
        for one in crossings
        if (natural := frame.naturals[one.criterion]) is not None
    )
