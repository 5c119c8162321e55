"""What the choice goes by as one weight goes from 0 to 1: where it passes from one alternative to another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
from ahp.core.lines import scores_without, top_lines
from ahp.decision.frame import Frame
from ahp.decision.kernel import Outcome
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class WeightGradient(NotebookFace):
    """What the choice goes by in one weight, the others of its merit in proportion.

    In between the ends a benefit, its quotient with a cost, and a cost alone are straight lines in the
    weight; where the weight is a cost's and the choice goes by the quotient, cost to benefit is one.

    Attributes
    ----------
    criterion : str
    weight : float
        As it is.
    at_zero, at_one : tuple of float
        Benefit to cost, or the one merit that there is, of each competitor at both ends.
    first : tuple of (float, int)
        From which weight on which competitor, by its position, is first.
    """

    criterion: str
    weight: float
    at_zero: tuple[float, ...]
    at_one: tuple[float, ...]
    first: tuple[tuple[float, int], ...]


def weight_gradients(frame: Frame, outcome: Outcome) -> tuple[WeightGradient, ...]:
    """Return the gradient of each criterion that is not the only one of its merit."""
    found = []
    for c, cost in enumerate(frame.is_cost):
        merit = [k for k, other in enumerate(frame.is_cost) if other is cost]
        if len(merit) < 2:
            continue
        weights, local = np.array(frame.weights)[merit], outcome.priorities[merit]
        zero, one = scores_without(weights, local, merit.index(c)), outcome.priorities[c]
        low, high = (_lines(end, outcome, cost=cost) for end in (zero, one))
        found.append(
            WeightGradient(
                frame.criteria[c],
                float(frame.weights[c]),
                tuple(_values(zero, outcome, cost=cost).tolist()),
                tuple(_values(one, outcome, cost=cost).tolist()),
                tuple(top_lines(low, high)),
            )
        )
    return tuple(found)


def _lines(merit: Array, outcome: Outcome, *, cost: bool) -> Array:
    """Return what is a straight line in the weight, the best on top."""
    if cost:
        return -merit if outcome.benefit is None else -merit / outcome.benefit
    return merit if outcome.cost is None else merit / outcome.cost


def _values(merit: Array, outcome: Outcome, *, cost: bool) -> Array:
    """Return what the choice goes by."""
    if cost:
        return merit if outcome.benefit is None else outcome.benefit / merit
    return merit if outcome.cost is None else merit / outcome.cost
