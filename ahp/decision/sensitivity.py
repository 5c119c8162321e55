"""Sensitivity to weights, of measured decisions and of hierarchies: each score is a line in a weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
from ahp.core.sensitivity import critical_weights, scores_without, weight_intervals, winner_regions
from ahp.notebook import NotebookFace

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
