"""Judgments that are no single numbers: intervals, and triangular fuzzy numbers, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ahp.core.gate import RNG, Array, draws_of, generator_of
from ahp.core.judgment_draws import interval_draws, triangular_draws
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.scales import on_scale
from ahp.core.uncertain import (
    as_interval_judgments,
    centroids,
    extent_analysis,
    fuzzy_geometric_means,
    fuzzy_preference_programming,
    fuzzy_priorities,
    interval_priorities,
    relaxed_intervals,
)
from ahp.errors import JudgmentError, listed, one_line, quoted
from ahp.model.labels import (
    Judgment,
    checked_labels,
    name_given,
    number_of,
    pairs_given,
    series_of,
    with_labels,
)
from ahp.model.matrix import PairwiseMatrix
from ahp.model.results import Simulation, simulation
from ahp.notebook import NotebookFace
from ahp.report.phrases import doubts

if TYPE_CHECKING:
    import pandas as pd

FUZZY_METHODS = ("constrained", "geometric-mean", "preference-programming", "extent-analysis")
"""How fuzzy judgments become priorities."""


@dataclass(frozen=True, eq=False, repr=False)
class IntervalMatrix(NotebookFace):
    """Judgments each of which says between which two ratios the truth lies (Saaty & Vargas 1987); immutable.

    Examples
    --------
    >>> a = IntervalMatrix.from_judgments({("x", "y"): (2, 4)})
    >>> a.bounds().round(3).to_dict("index")
    {'x': {'low': 0.667, 'high': 0.8}, 'y': {'low': 0.2, 'high': 0.333}}
    """

    low: Array
    """Lower bounds, shape (n, n), read-only."""
    high: Array
    """Upper bounds, shape (n, n), read-only."""
    labels: tuple[str, ...]
    """Names of the items, in the user's order."""

    def __post_init__(self) -> None:
        checked = as_interval_judgments(self.low, self.high)
        object.__setattr__(self, "low", _frozen(checked.low))
        object.__setattr__(self, "high", _frozen(checked.high))
        object.__setattr__(self, "labels", checked_labels(self.labels, len(checked.low)))

    @classmethod
    def from_judgments(
        cls,
        judgments: Mapping[tuple[str, str], tuple[Judgment, Judgment]],
        labels: Iterable[str] | None = None,
    ) -> Self:
        """Return the matrix of judgments `{(a, b): (low, high)}`, one for each pair.

        Raises
        ------
        JudgmentError
            If a pair is missing or given twice, a bound is not a positive number, or an interval is empty.
        """
        triples, names = _several(judgments, labels, 2)
        return cls(triples[..., 0], triples[..., 1], names)

    def bounds(self) -> pd.DataFrame:
        """Return the least and the largest priority of each item that the judgments allow.

        Raises
        ------
        JudgmentError
            If no priorities satisfy all judgments; :meth:`relaxed` says which stand in the way.
        """
        import pandas as pd

        found = interval_priorities(self.low, self.high)
        if np.isnan(found.low).any():
            blocking = [f"{first} : {second}" for first, second, _ in self.relaxed()[1]]
            raise JudgmentError(
                f"no priorities satisfy all intervals; they would with wider ones for {listed(blocking)}: "
                f"see relaxed()"
            )
        return pd.DataFrame({"low": found.low, "high": found.high}, index=pd.Index(self.labels, name="item"))

    def relaxed(self) -> tuple[IntervalMatrix, tuple[tuple[str, str, float], ...]]:
        """Return the matrix widened just so far that some priorities satisfy it, and by how much.

        Returns
        -------
        matrix : IntervalMatrix
        moved : tuple of (str, str, float)
            For each upper bound that was moved its pair, and the factor.
        """
        found = relaxed_intervals(self.low, self.high)
        moved = [
            (self.labels[i], self.labels[j], float(found.slack[i, j]))
            for i, j in np.argwhere(found.slack > 1).tolist()
        ]
        return IntervalMatrix(found.low, found.high, self.labels), tuple(moved)

    def simulate(self, *, draws: int = 10_000, rng: RNG = 0) -> Simulation:
        """Return priorities of judgments drawn log-uniformly from the intervals, each independently.

        `rng` is what :func:`numpy.random.default_rng` takes: the default repeats itself, None draws anew.
        """
        return simulation(self.drawn(draws, rng), self.labels)

    def drawn(self, draws: int, rng: RNG) -> Array:
        """Return priorities of judgments drawn from the intervals, shape (draws, n)."""
        return interval_draws(self.low, self.high, draws=draws_of(draws), rng=generator_of(rng))

    def matrix(self) -> PairwiseMatrix:
        """Return the geometric means of both bounds, which are reciprocal as judgments are.

        Examples
        --------
        >>> IntervalMatrix.from_judgments({("x", "y"): (2, 8)}).matrix()["x", "y"]
        4.0
        """
        return PairwiseMatrix(np.sqrt(self.low * self.high), self.labels)

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the priorities of :meth:`matrix` as an array, by a key of `ahp.core.PRIORITY_METHODS`."""
        return priorities(self.matrix().values, method=method)

    def on_scale(self, scale: str) -> IntervalMatrix:
        """Return the matrix with its bounds from 1/9 to 9 as ratios on another scale."""
        return IntervalMatrix(*_on_scale(self.low, self.high, self.labels, scale), self.labels)

    def of(self, at: list[int], names: list[str]) -> IntervalMatrix:
        """Return the judgments of these of its items, by position, under their new names."""
        return IntervalMatrix(self.low[np.ix_(at, at)], self.high[np.ix_(at, at)], tuple(names))

    def __repr__(self) -> str:
        return f"IntervalMatrix({self.low.tolist()}, {self.high.tolist()}, labels={list(self.labels)})"


@dataclass(frozen=True, eq=False, repr=False)
class FuzzyMatrix(NotebookFace):
    """Judgments each of which is a triangular fuzzy number: least, most plausible, largest ratio; immutable.

    Saaty & Tran (2007) argue that fuzzifying judgments adds nothing to their validity.

    Examples
    --------
    >>> a = FuzzyMatrix.from_judgments({("x", "y"): (2, 3, 4)})
    >>> a.bounds().round(3).to_dict("index")
    {'x': {'low': 0.667, 'modal': 0.75, 'high': 0.8}, 'y': {'low': 0.2, 'modal': 0.25, 'high': 0.333}}
    """

    values: Array
    """The triangles, shape (n, n, 3), read-only."""
    labels: tuple[str, ...]
    """Names of the items, in the user's order."""

    def __post_init__(self) -> None:
        from ahp.core.uncertain import as_triangular

        values = as_triangular(self.values)
        object.__setattr__(self, "values", _frozen(values))
        object.__setattr__(self, "labels", checked_labels(self.labels, len(values)))

    @classmethod
    def from_judgments(
        cls,
        judgments: Mapping[tuple[str, str], tuple[Judgment, Judgment, Judgment]],
        labels: Iterable[str] | None = None,
    ) -> Self:
        """Return the matrix of judgments `{(a, b): (least, most plausible, largest)}`, one for each pair.

        Raises
        ------
        JudgmentError
            If a pair is missing or given twice, or a triple is no triangular number.
        """
        return cls(*_several(judgments, labels, 3))

    def bounds(self, *, method: str = "constrained") -> pd.DataFrame:
        """Return least, most plausible and largest priority of each item.

        Parameters
        ----------
        method : {"constrained", "geometric-mean"}
            `constrained` keeps reciprocity and the sum of 1 (Krejčí, Pavlačka & Talašová 2017);
            `geometric-mean` forgets both, and its spread is too wide (Buckley 1985).
        """
        import pandas as pd

        known = {"constrained": fuzzy_priorities, "geometric-mean": fuzzy_geometric_means}
        found = known[name_given(method, "a fuzzy method that gives bounds", known)](self.values)
        return pd.DataFrame(found, index=pd.Index(self.labels, name="item"), columns=["low", "modal", "high"])

    def priorities(self, *, method: str = "constrained") -> pd.Series[float]:
        """Return plain priorities, summing to 1.

        Parameters
        ----------
        method : str
            `constrained` and `geometric-mean`: centroids of :meth:`bounds`; `preference-programming`
            (Mikhailov 2003); `extent-analysis` (Chang 1996), only for comparison with results that others
            got by it.
        """
        name_given(method, "a fuzzy method", FUZZY_METHODS)
        if method in ("constrained", "geometric-mean"):
            found = centroids(self.bounds(method=method).to_numpy())
        elif method == "preference-programming":
            found = fuzzy_preference_programming(self.values).priorities
        else:
            found = extent_analysis(self.values).priorities
        return series_of(found, self.labels)

    def simulate(self, *, draws: int = 10_000, rng: RNG = 0) -> Simulation:
        """Return priorities of judgments drawn from the triangles, each independently.

        `rng` is what :func:`numpy.random.default_rng` takes: the default repeats itself, None draws anew.
        """
        return simulation(self.drawn(draws, rng), self.labels)

    def drawn(self, draws: int, rng: RNG) -> Array:
        """Return priorities of judgments drawn from the triangles, shape (draws, n)."""
        return triangular_draws(self.values, draws=draws_of(draws), rng=generator_of(rng))

    def matrix(self) -> PairwiseMatrix:
        """Return the most plausible ratios.

        Examples
        --------
        >>> FuzzyMatrix.from_judgments({("x", "y"): (2, 3, 4)}).matrix()["x", "y"]
        3.0
        """
        return PairwiseMatrix(self.values[..., 1], self.labels)

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the priorities of :meth:`matrix` as an array, by a key of `ahp.core.PRIORITY_METHODS`."""
        return priorities(self.matrix().values, method=method)

    def on_scale(self, scale: str) -> FuzzyMatrix:
        """Return the matrix with its numbers from 1/9 to 9 as ratios on another scale."""
        least, modal, largest = np.moveaxis(self.values, -1, 0)
        low, high = _on_scale(least, largest, self.labels, scale)
        middle, _ = _on_scale(modal, modal, self.labels, scale)
        return FuzzyMatrix(np.stack([low, middle, high], axis=-1), self.labels)

    def of(self, at: list[int], names: list[str]) -> FuzzyMatrix:
        """Return the judgments of these of its items, by position, under their new names."""
        return FuzzyMatrix(self.values[np.ix_(at, at)], tuple(names))

    def satisfaction(self) -> float:
        """Return how well the least satisfied judgment can be satisfied: 1 at best, below 0 not at all."""
        return float(fuzzy_preference_programming(self.values).satisfaction)

    def warnings(self, *, method: str = "constrained") -> tuple[str, ...]:
        """Return what is wrong with the priorities of a method, one sentence each; empty where nothing is."""
        found = []
        name_given(method, "a fuzzy method", FUZZY_METHODS)
        if method == "extent-analysis":
            found.append(doubts.EXTENT_ANALYSIS)
            lost = extent_analysis(self.values).lost
            if lost.any():
                names = [name for name, gone in zip(self.labels, lost.tolist(), strict=True) if gone]
                found.append(doubts.without_weight(names))
        if method == "geometric-mean":
            found.append(doubts.TRIANGLES)
        if self.satisfaction() < 0:
            found.append(doubts.CONTRADICTING)
        return tuple(found)

    def __repr__(self) -> str:
        return f"FuzzyMatrix({self.values.tolist()}, labels={list(self.labels)})"


def _several(
    judgments: Mapping[tuple[str, str], tuple[Judgment, ...]], labels: Iterable[str] | None, size: int
) -> tuple[Array, tuple[str, ...]]:
    """Return numbers `(n, n, size)` from judgments of several numbers each, turned for the turned pair."""
    judgments = pairs_given(judgments)
    names = checked_labels(
        dict.fromkeys(str(x) for pair in judgments for x in pair) if labels is None else labels
    )
    found = np.full((len(names), len(names), size), np.nan)
    found[np.arange(len(names)), np.arange(len(names))] = 1.0
    for pair, given in judgments.items():
        first, second = (str(item) for item in pair)
        unknown = [item for item in (first, second) if item not in names]
        if unknown or first == second:
            problem = (
                f"{listed(unknown)} is not among {listed(names)}" if unknown else "an item is 1 beside itself"
            )
            raise JudgmentError(f"{quoted(first)} over {quoted(second)}: {problem}")
        if not isinstance(given, tuple | list) or len(given) != size:
            raise JudgmentError(
                f"{quoted(first)} over {quoted(second)}: needed are {size} numbers; found {one_line(given)}"
            )
        numbers = [number_of(part, (first, second)) for part in given]
        i, j = names.index(first), names.index(second)
        if not np.isnan(found[i, j, 0]):
            raise JudgmentError(f"{quoted(first)} and {quoted(second)} are compared twice; keep one of them")
        if sorted(numbers) != numbers:
            raise JudgmentError(
                f"{quoted(first)} over {quoted(second)} = {tuple(given)}: give the least number first",
                row=first,
                column=second,
            )
        found[i, j], found[j, i] = numbers, [1.0 / x for x in reversed(numbers)]
    missing = [f"{names[i]} : {names[j]}" for i, j in np.argwhere(np.triu(np.isnan(found[..., 0]))).tolist()]
    if missing:
        raise JudgmentError(f"no judgment for {listed(missing)}; {len(names)} items need every pair compared")
    return found, names


def _on_scale(low: Array, high: Array, labels: tuple[str, ...], scale: str) -> tuple[Array, Array]:
    """Return bounds, of which that of one pair is the reciprocal of the other bound of the turned pair."""
    upper = np.triu(np.ones(low.shape, dtype=bool))
    judged = np.where(upper, low, high), np.where(upper, high, low)  # either is a matrix of judgments
    try:
        least, most = (on_scale(one, scale=scale) for one in judged)
    except JudgmentError as error:
        raise with_labels(error, labels) from None
    return np.where(upper, least, most), np.where(upper, most, least)


def _frozen(values: Array) -> Array:
    own = np.array(values)
    own.setflags(write=False)
    return own
