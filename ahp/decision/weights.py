"""What the weights decide, in decisions and in hierarchies: how far each may move, who is first where.

Each score is a line in a weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.acceptability import acceptability, central_weights, uniform_weights
from ahp.core.gate import Array
from ahp.core.sensitivity import critical_weights, scores_without, top_lines, weight_intervals, winner_regions
from ahp.decision.evaluate import Outcome
from ahp.decision.matrix import DecisionMatrix
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    from ahp.report.documents.decision import WeightDocument

_CORNERS = 3  # weights that a plane can show


@dataclass(frozen=True, eq=False)
class Weighed:
    """Criteria that are weighed against each other: those of one merit, or below one node of a hierarchy.

    The score of each alternative is (rest + scale · weights · columns) · factors.

    Attributes
    ----------
    weights : ndarray, shape (k,)
        Of the criteria, their sum 1.
    columns : ndarray, shape (k, n)
        What each alternative has under each criterion.
    rest : ndarray, shape (n,)
        What the others give.
    scale : float
        What the criteria weigh together.
    factors : ndarray, shape (n,)
        What a merit is multiplied by before alternatives are compared on it.
    """

    weights: Array
    columns: Array
    rest: Array
    scale: float
    factors: Array


@dataclass(frozen=True)
class WeightInterval(NotebookFace):
    """Between which weights of a criterion the choice holds, the others of its merit in proportion.

    Attributes
    ----------
    criterion : str
    holds_from, holds_to : float
    below, above : str or None
        Who is first beyond; None where the interval ends at 0 or 1.
    critical : float or None
        The smallest change of this weight alone that costs the first its place (Triantaphyllou & Sánchez
        1997); None where none does.
    """

    criterion: str
    holds_from: float
    holds_to: float
    below: str | None
    above: str | None
    critical: float | None

    def document(self) -> WeightDocument:
        """Return it as documents of decisions and of hierarchies have it, without the criterion."""
        return {
            "holds_from": self.holds_from,
            "holds_to": self.holds_to,
            "below": self.below,
            "above": self.above,
            "critical": self.critical,
        }


def of_merit(weights: Array, columns: Array, factors: Array) -> Weighed:
    """Return the criteria of one merit, beside which nothing is added."""
    return Weighed(weights, columns, np.zeros(columns.shape[1]), 1.0, factors)


def intervals(
    weighed: Weighed, criteria: Sequence[str], alternatives: Sequence[str], first: int
) -> list[WeightInterval]:
    """Return one interval for each criterion; exact, as every score is a line in its weight (Mareschal 1988).

    Parameters
    ----------
    weighed : Weighed
    criteria, alternatives : sequence of str
        Their names.
    first : int
        Position of the alternative that is first.
    """
    # Weights sum to 1, so what stands outside may be added under every criterion alike.
    whole = weighed.columns + weighed.rest / weighed.scale
    whole = whole - min(whole.min(), 0.0)  # of logarithms; what is added to all alike changes no order
    kept = weight_intervals(weighed.weights, whole, weighed.factors, first)
    critical = critical_weights(weighed.weights, whole, weighed.factors, first)
    found = []
    for name, (low, high), rivals, alone in zip(criteria, kept.ends, kept.rivals, critical, strict=True):
        below, above = (None if rival < 0 else alternatives[int(rival)] for rival in rivals)
        change = None if np.isnan(alone) else float(alone)
        found.append(WeightInterval(name, float(low), float(high), below, above, change))
    return found


def ends(weighed: Weighed, criterion: int) -> tuple[Array, Array]:
    """Return what all have, before the factors, where a criterion weighs nothing and where it weighs all."""
    without = scores_without(weighed.weights, weighed.columns, criterion)
    return (
        weighed.rest + weighed.scale * without,
        weighed.rest + weighed.scale * weighed.columns[criterion],
    )


def regions(weighed: Weighed) -> tuple[list[int], list[Array]]:
    """Return the two or three criteria that weigh most, and the corners within which each is first."""
    chosen = np.sort(np.argsort(-weighed.weights, kind="stable")[:_CORNERS])
    others = np.delete(weighed.weights, chosen) @ np.delete(weighed.columns, chosen, axis=0)
    fixed = weighed.rest + weighed.scale * others
    scores = fixed + weighed.scale * weighed.weights[chosen].sum() * weighed.columns[chosen]
    return chosen.tolist(), winner_regions((scores * weighed.factors).T)


@dataclass(frozen=True)
class Regions(NotebookFace):
    """Where in the space of two or three weights each alternative is first; the other weights stay.

    Attributes
    ----------
    criteria : tuple of str
    regions : tuple of (str, corners)
        Corners are shares of the weight of these criteria, summing to 1.
    """

    criteria: tuple[str, ...]
    regions: tuple[tuple[str, tuple[tuple[float, ...], ...]], ...]


@dataclass(frozen=True)
class Weighing(NotebookFace):
    """What the weights decide.

    Attributes
    ----------
    intervals : tuple of WeightInterval
        One for each criterion that is not the only one of its merit; empty where several tie for first.
    gradients : tuple of WeightGradient
        What the choice goes by in each weight, of every criterion that is not the only one of its merit.
    regions : tuple of Regions
        For each merit the two or three criteria that weigh most.
    alternatives, criteria : tuple of str
    acceptability : tuple of tuple of float
        For each alternative the share of all weights that give it each rank; empty with one alternative.
    central : tuple of (tuple of float, or None)
        For each alternative the mean of the weights that put it first; None where none does.
    certainty : tuple of (float or None), or None
        How often, over what the runs leave open, it is first with its central weights; None where runs are
        lacking.
    """

    intervals: tuple[WeightInterval, ...] = ()
    gradients: tuple[WeightGradient, ...] = ()
    regions: tuple[Regions, ...] = ()
    alternatives: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    acceptability: tuple[tuple[float, ...], ...] = ()
    central: tuple[tuple[float, ...] | None, ...] = ()
    certainty: tuple[float | None, ...] | None = None


NO_WEIGHING = Weighing()


def weighing_of(
    matrix: DecisionMatrix, draws: int, rng: np.random.Generator, drawn: Array | None
) -> Weighing:
    """Return what the weights of a case decide.

    Parameters
    ----------
    matrix : DecisionMatrix
    draws : int
        How many weights are drawn, uniformly within each merit.
    rng : numpy.random.Generator
    drawn : ndarray, shape (draws, k, m), or None
        Measurements drawn from the runs.
    """
    if len(matrix.alternatives) < 2:
        return NO_WEIGHING
    outcome = matrix.at_point
    ranks, central = _acceptability(matrix, outcome, draws, rng)
    return Weighing(
        intervals=_intervals(matrix, outcome) if len(matrix.winners) == 1 else (),
        gradients=weight_gradients(matrix, outcome),
        regions=tuple(
            _regions(matrix, outcome, cost=cost) for cost in (False, True) if _several(matrix, cost)
        ),
        alternatives=matrix.alternatives,
        criteria=matrix.criterion_names,
        acceptability=tuple(tuple(row.tolist()) for row in ranks),
        central=tuple(None if np.isnan(row[0]) else tuple(row.tolist()) for row in central),
        certainty=None if drawn is None else _certainty(matrix, drawn, central),
    )


def _several(matrix: DecisionMatrix, cost: bool) -> bool:
    return len(matrix.of_merit(cost=cost)) > 1


def _factors(matrix: DecisionMatrix, outcome: Outcome, *, cost: bool) -> Array:
    """Return what a merit is multiplied by before alternatives are compared on it."""
    if cost:
        return np.full(len(matrix.alternatives), -1.0) if outcome.benefit is None else -1.0 / outcome.benefit
    return np.ones(len(matrix.alternatives)) if outcome.cost is None else 1.0 / outcome.cost


def _weighed(matrix: DecisionMatrix, outcome: Outcome, *, cost: bool) -> tuple[list[int], Weighed]:
    """Return the criteria of a merit, and what their weights do."""
    group = matrix.of_merit(cost=cost)
    factors = _factors(matrix, outcome, cost=cost)
    return group, of_merit(np.array(matrix.weights)[group], outcome.priorities[group], factors)


def _intervals(matrix: DecisionMatrix, outcome: Outcome) -> tuple[WeightInterval, ...]:
    first = int(outcome.scores.argmax())
    found: dict[int, WeightInterval] = {}
    for cost in (False, True):
        if not _several(matrix, cost):
            continue
        group, weighed = _weighed(matrix, outcome, cost=cost)
        names = [matrix.criterion_names[c] for c in group]
        found |= dict(zip(group, intervals(weighed, names, matrix.alternatives, first), strict=True))
    return tuple(found[c] for c in sorted(found))


def _regions(matrix: DecisionMatrix, outcome: Outcome, *, cost: bool) -> Regions:
    """Return the regions of the two or three criteria of a merit that weigh most."""
    group, weighed = _weighed(matrix, outcome, cost=cost)
    shown, corners = regions(weighed)
    return Regions(
        tuple(matrix.criterion_names[group[at]] for at in shown),
        tuple(
            (name, tuple(tuple(corner) for corner in region.tolist()))
            for name, region in zip(matrix.alternatives, corners, strict=True)
            if len(region)
        ),
    )


def _acceptability(
    matrix: DecisionMatrix, outcome: Outcome, draws: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    groups = {cost: matrix.of_merit(cost=cost) for cost in (False, True)}
    weights = {cost: uniform_weights(len(g), draws, rng=rng) if g else None for cost, g in groups.items()}
    local = {cost: outcome.priorities[g] if g else None for cost, g in groups.items()}
    drawn_ranks = acceptability(weights[False], local[False], weights[True], local[True])
    ranks, winners = drawn_ranks.ranks, drawn_ranks.winners
    central = np.full((len(matrix.alternatives), len(matrix.criterion_names)), np.nan)
    for cost, group in groups.items():
        drawn = weights[cost]
        if drawn is not None:
            central[:, group] = central_weights(drawn, winners, len(matrix.alternatives))
    for i in np.flatnonzero(np.isnan(central[:, 0]) & (ranks[:, 0] > 0)):
        # Of those that are alike in every criterion one is counted for all.
        alike = (outcome.priorities == outcome.priorities[:, [i]]).all(axis=0) & ~np.isnan(central[:, 0])
        central[i] = central[alike][0]
    return ranks, central


def _certainty(matrix: DecisionMatrix, drawn: Array, central: Array) -> tuple[float | None, ...]:
    """Return how often each is first with its central weights, over drawn measurements."""
    values = matrix.index_values(drawn)
    values = values[(values > 0).all(axis=(-2, -1))]
    found: list[float | None] = []
    for i, weights in enumerate(central):
        if np.isnan(weights[0]) or not len(values):
            found.append(None)
            continue
        weighed = matrix.with_weights(tuple(weights.tolist()))
        scores = weighed.merits(values).scores
        found.append(float((scores.argmax(axis=-1) == i).mean()))
    return tuple(found)


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


def weight_gradients(matrix: DecisionMatrix, outcome: Outcome) -> tuple[WeightGradient, ...]:
    """Return the gradient of each criterion that is not the only one of its merit."""
    found = []
    for c, cost in enumerate(matrix.is_cost):
        if not _several(matrix, cost):
            continue
        group, weighed = _weighed(matrix, outcome, cost=cost)
        both = ends(weighed, group.index(c))
        zero, one = (tuple(_values(end, outcome, cost=cost).tolist()) for end in both)
        low, high = (_lines(end, outcome, cost=cost) for end in both)
        name, weight = matrix.criterion_names[c], float(matrix.weights[c])
        found.append(WeightGradient(name, weight, zero, one, tuple(top_lines(low, high))))
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
