"""One scenario as a decision matrix: alternatives × criteria × runs, their digits, index rule and weights.

From here on nothing goes back to the rows that were read. Whatever is asked of a decision (resampled runs,
moved measurements, other indices, other weights) asks the matrix, so that it is one computation each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ahp.core.gate import Array
from ahp.core.synthesis import TIE
from ahp.decision.evaluate import Outcome, evaluate
from ahp.errors import quoted
from ahp.evidence.cells import aggregate
from ahp.evidence.indices import check, choose, natural, relatives, turn, turn_by_rule
from ahp.evidence.records import Stated
from ahp.evidence.study import Criterion, Study
from ahp.notebook import NotebookFace
from ahp.report.phrases.study import WITHOUT_BASELINE
from ahp.terms import Better, Index, Merit, Statistic

Runs = Mapping[str, Array]
"""For each alternative the numbers of its R runs under k criteria, shape (k, R); NaN where there are none."""


@dataclass(frozen=True, eq=False)
class DecisionMatrix(NotebookFace):
    """The numbers of one scenario and how they become scores; n alternatives, m columns and k criteria.

    The columns are the alternatives in their order and, behind them, the baseline where it does not compete.

    Attributes
    ----------
    scenario : str
    alternatives : tuple of str
        The n that are ranked, in the order of the file.
    baseline : str or None
        None where the scenario has none and needs none.
    criteria : tuple of Criterion
    stated : tuple of Stated
        How the numbers of each criterion leave: as the file of its first measure writes them.
    runs : mapping of str to ndarray, shape (k, R)
        For each column the numbers of its runs, in the order of the file.
    labels, blocks : mapping of str to tuple of str
        For each column the names of its R runs, and the block of each: empty strings where runs were not
        made in blocks.
    study : Study
    index : Index
        How measures are made comparable where a criterion leaves it open.
    statistic : Statistic
        How several runs become one number.
    weights : tuple of float
        Of the criteria, normalised within each merit.
    indices : tuple of Index
        The index of each criterion at the point.
    naturals : tuple of (Index or None)
        For each criterion the index that the published rule tries first, where the numbers choose; None where
        the index was asked for by name. The rule is applied again wherever the numbers are others.
    references : tuple of (int or None)
        For each criterion the column that it is relative to; None where it needs none.
    reasons : tuple of str
        For each criterion why it has its index.
    printed : callable, or None
        Gives two mappings as `runs`, the least and the most that the printed digits allow; None where the
        numbers are exact.
    others : callable, or None
        Gives the same scenario with another statistic of the response time, by the name of that measure.
    repeats : tuple of (str, ndarray of shape (k,))
        Of what was measured twice the second number over the first.
    disturbed : int
        How many runs of the columns were disturbed.
    """

    scenario: str
    alternatives: tuple[str, ...]
    baseline: str | None
    criteria: tuple[Criterion, ...]
    stated: tuple[Stated, ...]
    runs: Runs
    labels: Mapping[str, tuple[str, ...]]
    blocks: Mapping[str, tuple[str, ...]]
    study: Study
    index: Index
    statistic: Statistic
    weights: tuple[float, ...]
    indices: tuple[Index, ...] = ()
    naturals: tuple[Index | None, ...] = ()
    references: tuple[int | None, ...] = ()
    reasons: tuple[str, ...] = ()
    printed: Callable[[], tuple[Runs, Runs]] | None = None
    others: Callable[[], tuple[tuple[str, DecisionMatrix], ...]] | None = None
    repeats: tuple[tuple[str, Array], ...] = ()
    disturbed: int = 0

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Who was measured: the alternatives and, behind them, a baseline that does not compete."""
        if self.baseline is None or self.baseline in self.alternatives:
            return self.alternatives
        return (*self.alternatives, self.baseline)

    @cached_property
    def criterion_names(self) -> tuple[str, ...]:
        """The names of the criteria."""
        return tuple(criterion.name for criterion in self.criteria)

    @cached_property
    def is_cost(self) -> tuple[bool, ...]:
        """Which criteria speak for the cost."""
        return tuple(criterion.merit is Merit.COST for criterion in self.criteria)

    @cached_property
    def straight(self) -> tuple[bool, ...]:
        """Whether r, which grows with the merit, is x/x₀ (otherwise x₀/x)."""
        higher = (stated.measure.better is Better.HIGHER for stated in self.stated)
        return tuple(more is not cost for more, cost in zip(higher, self.is_cost, strict=True))

    @cached_property
    def storage(self) -> tuple[bool, ...]:
        """Which criteria speak of space."""
        return tuple(stated.measure.storage for stated in self.stated)

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """For each criterion the first that reads the same measure of the same transactions."""
        read = [(c.measures, c.transactions, c.combine, c.mix) for c in self.criteria]
        return tuple(read.index(number) for number in read)

    @cached_property
    def x(self) -> Array:
        """The point: one number over the runs for each criterion and column, shape (k, m)."""
        return self._over_runs(self.runs)

    @cached_property
    def ends(self) -> tuple[Array, Array]:
        """The least and the most that the printed digits allow, shape (k, m) each; NaN where not needed."""
        if self.printed is None:
            return self.x, self.x
        low, high = map(self._over_runs, self.printed())
        return np.minimum(low, high), np.maximum(low, high)

    @cached_property
    def at_point(self) -> Outcome:
        """Priorities and merits at the point."""
        return self.outcome(self.x)

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """Who is first at the point: one name, or all that tie."""
        return self.leaders(self.at_point.scores)

    @property
    def by(self) -> str:
        """What the choice goes by: `benefit_to_cost`, or the one merit that there is."""
        if all(self.is_cost):
            return "cost"
        return "benefit_to_cost" if any(self.is_cost) else "benefit"

    @property
    def repeated(self) -> bool:
        """Whether every column has two or more units that vary independently: runs, or blocks of runs."""
        return all(
            self.runs[name].shape[-1] > 1 and ("" in self.blocks[name] or len(set(self.blocks[name])) > 1)
            for name in self.columns
        )

    def of_merit(self, *, cost: bool) -> list[int]:
        """Return the criteria that speak for the cost, or those that speak for the benefit."""
        return [c for c, is_cost in enumerate(self.is_cost) if is_cost is cost]

    def natural(self, c: int) -> Index:
        """Return the index of a criterion that the published rule tries first."""
        return natural(self.criteria[c].merit, storage=self.storage[c])

    def readers(self, c: int) -> list[int]:
        """Return the criteria that read the same number as one of them, itself among them."""
        return [other for other, source in enumerate(self.sources) if source == self.sources[c]]

    def spoken(self, c: int) -> str:
        """Return what a criterion measures; beside others of that measure, with its own name."""
        own = self.criteria[c]
        same = {
            at for at, other in zip(self.sources, self.criteria, strict=True) if other.measure == own.measure
        }
        return own.measure if len(same) == 1 else f"{own.measure} ({own.name})"

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
        n = len(self.alternatives)
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
        for c, (index, first) in enumerate(zip(self.indices, self.naturals, strict=True)):
            if first is None:
                turn(index, r[..., c, :])
            else:
                turn_by_rule(first, r[..., c, :])
        return r

    def outcome(self, x: Array) -> Outcome:
        """Return priorities and merits of measured numbers, shape (..., k, m)."""
        return self.merits(self.index_values(x))

    def merits(self, values: Array) -> Outcome:
        """Return priorities and merits of index values, shape (..., k, n)."""
        return evaluate(values, np.array(self.weights), self.is_cost)

    def first(self, x: Array) -> tuple[str, ...]:
        """Return who is first at one point, shape (k, m): one name, or all that tie."""
        return self.leaders(self.outcome(x).scores)

    def leaders(self, scores: Array) -> tuple[str, ...]:
        """Return the names of the largest of the scores, shape (n,)."""
        best = float(scores.max())
        tied = np.abs(scores - best) <= TIE * np.maximum(np.abs(scores), abs(best))
        return tuple(name for name, first in zip(self.alternatives, tied, strict=True) if first)

    def with_indices(self, indices: tuple[Index, ...]) -> DecisionMatrix:
        """Return the same matrix with these indices, whatever the numbers are."""
        return replace(self, indices=indices, naturals=(None,) * len(indices))

    @property
    def held(self) -> DecisionMatrix:
        """The same matrix with the indices of the point, whatever the numbers are."""
        return self.with_indices(self.indices)

    def with_weights(self, weights: tuple[float, ...]) -> DecisionMatrix:
        """Return the same matrix with other weights, normalised within each merit."""
        return replace(self, weights=weights)

    def with_chosen_indices(self) -> DecisionMatrix:
        """Return the same matrix with the index of each criterion chosen by the rule, or as it was asked for.

        Raises
        ------
        StudyError
            If an index that was asked for is not positive, or has no meaning for its criterion.
        """
        chosen = [self._chosen(c) for c in range(len(self.criteria))]
        indices, reasons, naturals, references = zip(*chosen, strict=True)
        return replace(self, indices=indices, reasons=reasons, naturals=naturals, references=references)

    def _chosen(self, c: int) -> tuple[Index, str, Index | None, int | None]:
        """Return index and reason of a criterion, what the rule tries first if it chooses, and reference."""
        criterion, measure = self.criteria[c], self.stated[c].measure
        own = self.natural(c)
        asked = criterion.index
        if asked is Index.AUTO:
            # `improvement` of a whole decision is each criterion's own gain: saving, improvement, overhead.
            asked = own if self.index is Index.IMPROVEMENT else self.index
        check(asked, criterion.merit, criterion.name, storage=measure.storage)
        if asked is Index.AUTO and measure.needs_baseline and self.baseline is None:
            return Index.VALUE, WITHOUT_BASELINE, None, None
        column = None
        if asked is not Index.VALUE and measure.needs_baseline:
            assert self.baseline is not None
            column = self.columns.index(self.baseline)
        reference = 1.0 if column is None else float(self.x[c, column])
        r = relatives(self.x[c, : len(self.alternatives)], reference, measure.better, criterion.merit)
        word = f"scenario {quoted(self.scenario)}, criterion {quoted(criterion.name)}"
        index, reason = choose(
            asked, r, self.alternatives, merit=criterion.merit, storage=measure.storage, word=word
        )
        return index, reason, own if asked is Index.AUTO else None, column

    def _over_runs(self, runs: Runs) -> Array:
        """Return one number for each criterion and column, shape (k, m); columns of as many runs at once."""
        found = np.empty((len(self.columns), len(self.criteria)))
        for columns in _alike(runs[name].shape[1] for name in self.columns):
            together = np.stack([runs[self.columns[j]] for j in columns])
            found[columns] = aggregate(together, self.statistic)
        return np.ascontiguousarray(found.T)


def _alike(numbers: Iterable[int]) -> Iterable[list[int]]:
    """Return the positions of equal numbers."""
    found: dict[int, list[int]] = {}
    for at, number in enumerate(numbers):
        found.setdefault(number, []).append(at)
    return found.values()
