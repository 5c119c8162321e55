"""One scenario as arrays: what turns measured numbers of any batch shape into merits and scores.

Whatever is asked of a decision (resampled runs, moved measurements, other indices, other weights) asks it
here, so that it is the same computation every time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ahp.core.gate import Array
from ahp.core.synthesis import TIE
from ahp.decision.kernel import Outcome, evaluate
from ahp.evidence.indices import turn, turn_by_rule
from ahp.terms import Index


@dataclass(frozen=True)
class Frame:
    """How the numbers of one scenario become scores; arrays of n competitors, m columns and k criteria.

    The columns are the competitors in their order and, behind them, the baseline where it does not compete.

    Attributes
    ----------
    competitors : tuple of str
        The n alternatives that are ranked.
    columns : tuple of str
        The m = n or n + 1 alternatives that were measured.
    criteria : tuple of str
        The k criteria.
    measures : tuple of str
        What each of them measures.
    numbers : tuple of int
        For each criterion the first that reads the same number: the same measure of the same transactions.
    weights : tuple of float
        Normalised within each merit.
    is_cost : tuple of bool
        Which criteria speak for the cost.
    straight : tuple of bool
        Whether r, which grows with the merit, is x/x₀ (otherwise x₀/x).
    storage : tuple of bool
        Which criteria speak of space.
    indices : tuple of Index
        The index of each criterion at the point.
    naturals : tuple of (Index or None)
        For each criterion the index that the published rule tries first, where the numbers choose; None where
        the index was asked for by name. The rule is applied again wherever the numbers are others.
    references : tuple of (int or None)
        For each criterion the column that it is relative to; None where it needs none.
    """

    competitors: tuple[str, ...]
    columns: tuple[str, ...]
    criteria: tuple[str, ...]
    measures: tuple[str, ...]
    numbers: tuple[int, ...]
    weights: tuple[float, ...]
    is_cost: tuple[bool, ...]
    straight: tuple[bool, ...]
    storage: tuple[bool, ...]
    indices: tuple[Index, ...]
    naturals: tuple[Index | None, ...]
    references: tuple[int | None, ...]

    @property
    def by(self) -> str:
        """What the choice goes by: `benefit_to_cost`, or the one merit that there is."""
        if all(self.is_cost):
            return "cost"
        return "benefit_to_cost" if any(self.is_cost) else "benefit"

    def spoken(self, c: int) -> str:
        """Return what a criterion measures; beside others of that measure, with its own name."""
        same = {
            number
            for number, name in zip(self.numbers, self.measures, strict=True)
            if name == self.measures[c]
        }
        return self.measures[c] if len(same) == 1 else f"{self.measures[c]} ({self.criteria[c]})"

    def relatives(self, x: Array) -> Array:
        """Return r, the measured numbers relative to their reference, growing with the merit.

        Parameters
        ----------
        x : ndarray, shape (..., k, m)
            Positive numbers; what no criterion refers to may be NaN.

        Returns
        -------
        ndarray, shape (..., k, n)
        """
        n = len(self.competitors)
        found = np.empty_like(x[..., :n])  # in the same order in memory: draws stay next to each other
        for c, column in enumerate(self.references):
            own = x[..., c, :n]
            reference = 1.0 if column is None else x[..., c, column, None]
            if self.straight[c]:
                np.divide(own, reference, out=found[..., c, :])
            else:
                np.divide(reference, own, out=found[..., c, :])
        return found

    def index_values(self, x: Array) -> Array:
        """Return the criteria's values, shape (..., k, n); positive where the index has a meaning.

        Where the index is left to the rule it is chosen in each batch by itself, and always positive.
        """
        return self.turned(self.relatives(x))

    def turned(self, r: Array) -> Array:
        """Return relatives, shape (..., k, n), turned into the criteria's values where they stand."""
        for c, (index, natural) in enumerate(zip(self.indices, self.naturals, strict=True)):
            if natural is None:
                turn(index, r[..., c, :])
            else:
                turn_by_rule(natural, r[..., c, :])
        return r

    def outcome(self, x: Array) -> Outcome:
        """Return priorities and merits of measured numbers, shape (..., k, m)."""
        return self.merits(self.index_values(x))

    def merits(self, values: Array) -> Outcome:
        """Return priorities and merits of index values, shape (..., k, n)."""
        return evaluate(values, np.array(self.weights), self.is_cost)

    def scores(self, outcome: Outcome) -> Array:
        """Return numbers of which the largest is the best, shape (..., n)."""
        if outcome.quotient is not None:
            return outcome.quotient
        if outcome.benefit is not None:
            return outcome.benefit
        assert outcome.cost is not None
        return -outcome.cost

    def logarithms(self, outcome: Outcome) -> Array:
        """Return the scores as logarithms that grow with the rank; a cost counts against."""
        scores = self.scores(outcome)
        return np.asarray(-np.log(-scores) if self.by == "cost" else np.log(scores))

    def first(self, x: Array) -> tuple[str, ...]:
        """Return who is first at one point, shape (k, m): one name, or all that tie."""
        return self.leaders(self.scores(self.outcome(x)))

    def leaders(self, scores: Array) -> tuple[str, ...]:
        """Return the names of the largest of the scores, shape (n,)."""
        best = float(scores.max())
        tied = np.abs(scores - best) <= TIE * np.maximum(np.abs(scores), abs(best))
        return tuple(name for name, first in zip(self.competitors, tied, strict=True) if first)

    def with_indices(self, indices: tuple[Index, ...]) -> Frame:
        """Return the same frame with these indices, whatever the numbers are."""
        return replace(self, indices=indices, naturals=(None,) * len(indices))

    @property
    def held(self) -> Frame:
        """The same frame with the indices of the point, whatever the numbers are."""
        return self.with_indices(self.indices)

    def with_weights(self, weights: tuple[float, ...]) -> Frame:
        """Return the same frame with other weights, normalised within each merit."""
        return replace(self, weights=weights)
