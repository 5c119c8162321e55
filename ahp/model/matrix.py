"""A pairwise comparison matrix with the names of what it compares, and what it answers with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ahp.core.consistency import CONSISTENCY_MEASURES, consistency, consistency_threshold, worst_triads
from ahp.core.efficiency import dominating, is_efficient
from ahp.core.gate import Array
from ahp.core.inspection import (
    Inspection,
    circular_triads,
    inspection,
    kendall_zeta,
    nearest_acceptable,
    order_violations,
    rank_violations,
    worst_reversals,
)
from ahp.core.matrices import RECIPROCITY_TOLERANCE, as_pairwise, from_upper, from_values, nearest_reciprocal
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.scales import on_scale, words_of
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.consistency import Consistency, matrix_consistency
from ahp.model.labels import (
    Judgment,
    checked_labels,
    collected,
    frame_labels,
    frame_of,
    items_given,
    named_values,
    number_of,
    numbers_of,
    pairs_given,
    series_of,
    table_of,
    two_of,
    with_labels,
)
from ahp.model.results import OrdinalConsistency
from ahp.notebook import NotebookFace
from ahp.terms import Better

if TYPE_CHECKING:
    import pandas as pd


def inspection_frame(found: Inspection, labels: tuple[str, ...]) -> pd.DataFrame:
    """Return the inspection of one matrix as a table with the names of its items."""
    import pandas as pd

    return pd.DataFrame(
        {
            "first": [labels[i] for i in found.pairs[:, 0]],
            "second": [labels[j] for j in found.pairs[:, 1]],
            "judged": found.judged,
            "error": found.error,
            "consistent": found.consistent,
            "ratio": found.ratio,
            "gradient": found.gradient,
        }
    )


def answers_on_scale(values: Array, labels: tuple[str, ...], scale: str) -> Array:
    """Return answers `(..., n, n)` from 1/9 to 9, NaN where there is none, as ratios on a scale.

    Raises
    ------
    JudgmentError
        If an answer lies beyond 1/9 and 9; the message names its pair.
    """
    known = ~np.isnan(values)
    try:
        return np.where(known, on_scale(np.where(known, values, 1.0), scale=scale), np.nan)
    except JudgmentError as error:
        raise with_labels(error, labels) from None


@dataclass(frozen=True, init=False, eq=False, repr=False)
class LabelledMatrix(NotebookFace):
    """Judgments `values` between the items `labels`: what all such matrices have in common; immutable."""

    values: Array
    """The matrix, shape (n, n), read-only; NaN where nobody judged."""
    labels: tuple[str, ...]
    """Names of the items, in the user's order."""

    def _fill(self, matrix: Array, labels: tuple[str, ...]) -> None:
        own = np.array(matrix, dtype=np.float64)
        own.setflags(write=False)
        object.__setattr__(self, "values", own)
        object.__setattr__(self, "labels", labels)

    def _like(self, values: Array) -> Self:
        """Return a matrix of the same items with other values."""
        return type(self)(values, self.labels)  # type: ignore[call-arg]

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.labels)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """Return how many times the first item of the pair is preferred to the second; NaN if unknown."""
        first, second = two_of(pair)
        return float(self.values[self._position(first), self._position(second)])

    def with_judgment(self, first: str, second: str, judgment: Judgment) -> Self:
        """Return the matrix with one judgment, and its reciprocal, in place of what was there.

        Examples
        --------
        >>> PairwiseMatrix([[1, 3], [1 / 3, 1]], ["x", "y"]).with_judgment("y", "x", 2)["x", "y"]
        0.5
        """
        i, j = self._position(first), self._position(second)
        if i == j:
            raise JudgmentError(f"{quoted(first)} is compared with itself; name two items")
        values = self.values.copy()
        values[i, j] = number_of(judgment, (first, second))
        values[j, i] = 1.0 / values[i, j]
        return self._like(values)

    def _position(self, label: str) -> int:
        if not isinstance(label, str) or label not in self.labels:
            raise JudgmentError(f"{quoted(label)} is not compared here; the items are {listed(self.labels)}")
        return self.labels.index(label)

    def _pair(self, pair: tuple[int, int]) -> tuple[str, str]:
        return self.labels[pair[0]], self.labels[pair[1]]

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """The pairs that nobody compared, in order."""
        return tuple(self._pair((i, j)) for i, j in np.argwhere(np.triu(np.isnan(self.values))).tolist())

    def on_scale(self, scale: str) -> Self:
        """Return the matrix with its answers from 1/9 to 9 as ratios on another scale.

        See :data:`ahp.core.SCALES`.

        Raises
        ------
        JudgmentError
            If an answer lies beyond 1/9 and 9; the message names its pair.
        """
        return self._like(answers_on_scale(self.values, self.labels, scale))

    def in_words(self) -> pd.Series[str]:
        """Return each known judgment in Saaty's words, by its pair; see :func:`ahp.core.more.words_of`.

        Raises
        ------
        JudgmentError
            If a judgment lies beyond 1/9 and 9.

        Examples
        --------
        >>> a = PairwiseMatrix.from_judgments({("x", "y"): "strong", ("x", "z"): 2, ("y", "z"): "1/3"})
        >>> a.in_words().to_dict()
        {('x', 'y'): 'strong', ('x', 'z'): 'equal to moderate', ('y', 'z'): 'moderate less'}
        """
        import pandas as pd

        pairs = [pair for pair in combinations(range(self.n), 2) if not np.isnan(self.values[pair])]
        index = pd.MultiIndex.from_tuples([self._pair(pair) for pair in pairs], names=["first", "second"])
        return pd.Series([words_of(float(self.values[pair])) for pair in pairs], index=index, name="judgment")

    def to_frame(self) -> pd.DataFrame:
        """Return the matrix as a new DataFrame with the labels on both axes, NaN where nobody judged."""
        return frame_of(self.values, self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.labels == other.labels and bool(np.array_equal(self.values, other.values, equal_nan=True))

    def __hash__(self) -> int:
        return hash((self.labels, self.values.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.values, self.labels)  # a copy is read-only too

    def __repr__(self) -> str:
        rows = [[None if np.isnan(value) else value for value in row] for row in self.values.tolist()]
        return f"{type(self).__name__}({rows}, labels={list(self.labels)})"


@dataclass(frozen=True, init=False, eq=False, repr=False)
class PairwiseMatrix(LabelledMatrix):
    """Judgments between every two of a set of items; immutable.

    Parameters
    ----------
    values : array_like, shape (n, n), or DataFrame
        Positive numbers with `values[i][j] = 1 / values[j][i]`; text such as `"1/3"` is read
        exactly. A DataFrame brings its own labels, which must be the same on both axes.
    labels : sequence of str, optional
        Names of the items, in order. `"1"`, `"2"`, … unless given.
    tolerance : float
        Largest accepted `|ln(a_ij · a_ji)|`. Raise it (0.02, say) for a matrix typed with few
        decimals, such as 3 beside 0.33; the nearest reciprocal matrix is then used.

    Raises
    ------
    JudgmentError
        If the values are not a pairwise comparison matrix or the labels do not fit. The message
        names the pair of items.

    Examples
    --------
    >>> a = PairwiseMatrix([[1, 3, 5], ["1/3", 1, 2], ["1/5", "1/2", 1]], labels=["x", "y", "z"])
    >>> a.priorities().round(3).to_dict()
    {'x': 0.648, 'y': 0.23, 'z': 0.122}
    >>> round(a.consistency().ratio, 4)
    0.0035
    """

    def __init__(
        self,
        values: npt.ArrayLike | pd.DataFrame | Sequence[Sequence[Judgment]],
        labels: Iterable[str] | None = None,
        *,
        tolerance: float = RECIPROCITY_TOLERANCE,
    ) -> None:
        if labels is None:
            labels = frame_labels(values)
        table = table_of(values)
        names = checked_labels(labels, len(table))
        try:
            matrix = as_pairwise(numbers_of(table, names), tolerance=tolerance)
        except JudgmentError as error:
            raise with_labels(error, names) from None
        if tolerance > RECIPROCITY_TOLERANCE:
            matrix = nearest_reciprocal(matrix)
        self._fill(matrix, names)

    @classmethod
    def from_judgments(
        cls,
        judgments: Mapping[tuple[str, str], Judgment],
        labels: Iterable[str] | None = None,
    ) -> PairwiseMatrix:
        """Return the matrix of judgments `{(a, b): how many times a is preferred to b}`.

        Parameters
        ----------
        judgments : mapping
            One entry for each pair, in either direction. The same pair may be given twice if both
            say the same.
        labels : sequence of str, optional
            The order of the items; by first appearance unless given.

        Raises
        ------
        JudgmentError
            If a pair is missing, contradicts its mirror image, names an unknown item, or is not a
            positive number.

        Examples
        --------
        >>> a = PairwiseMatrix.from_judgments({("x", "y"): 3, ("z", "x"): "1/5", ("y", "z"): 2})
        >>> a["x", "z"]
        5.0
        """
        names, matrix = collected(pairs_given(judgments), labels)
        missing = [f"{names[i]} : {names[j]}" for i, j in np.argwhere(np.triu(np.isnan(matrix)))]
        if missing:
            n = len(names)
            raise JudgmentError(
                f"no judgment for {listed(missing)}; {n} items need all {n * (n - 1) // 2} comparisons"
            )
        return cls(matrix, names)

    @classmethod
    def from_upper(cls, judgments: Sequence[Judgment], labels: Iterable[str] | None = None) -> PairwiseMatrix:
        """Return the matrix of the judgments above its diagonal, row by row.

        Raises
        ------
        JudgmentError
            If their number is not n(n-1)/2 for a whole n, or one is not a positive number.

        Examples
        --------
        >>> PairwiseMatrix.from_upper([3, 5, 2], labels=["x", "y", "z"])["y", "z"]
        2.0
        """
        judgments = items_given(judgments, "judgments above the diagonal")
        n = round((1 + (1 + 8 * len(judgments)) ** 0.5) / 2)
        if n * (n - 1) // 2 != len(judgments):
            raise JudgmentError(
                f"an upper triangle has 1, 3, 6, 10, … judgments (n(n-1)/2); found {len(judgments)}"
            )
        names = checked_labels(labels, n)
        pairs = combinations(names, 2)
        upper = [number_of(judgment, pair) for judgment, pair in zip(judgments, pairs, strict=True)]
        return cls(from_upper(upper, n), names)

    @classmethod
    def from_values(
        cls,
        values: Mapping[str, float] | pd.Series[float] | Sequence[float],
        labels: Iterable[str] | None = None,
        *,
        better: str = "higher",
    ) -> PairwiseMatrix:
        """Return the matrix of ratios of measured values, consistent by construction.

        Parameters
        ----------
        values : mapping, Series or sequence of float
            One positive measured value for each item.
        labels : sequence of str, optional
            Names, where `values` has none; where it has, the order in which they are wanted.
        better : {"higher", "lower"}
            Which way the measure is better; with `"lower"`, half the value counts as twice as good.

        Raises
        ------
        JudgmentError
            If a value is not a positive finite number; the message names its item. If the labels do
            not fit.

        Examples
        --------
        >>> latency = {"ssd": 316.0, "hdd": 5322.0}
        >>> PairwiseMatrix.from_values(latency, better="lower").priorities().round(4).to_dict()
        {'ssd': 0.944, 'hdd': 0.056}
        """
        direction = Better.of(better)
        names, amounts = named_values(values, labels)
        try:
            matrix = from_values(amounts)
        except JudgmentError as error:
            raise with_labels(error, names) from None
        return cls(matrix if direction is Better.HIGHER else matrix.T, names)

    def priorities(self, *, method: str = "eigenvector") -> pd.Series[float]:
        """Return the priority vector as a Series in the order of the labels, summing to 1.

        See :func:`ahp.core.priorities` for the methods and their sources.
        """
        return series_of(self.vector(method), self.labels)

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the same as an array."""
        return priorities(self.values, method=method)

    def consistency(self, *, random_index: str = DEFAULT_TABLE) -> Consistency:
        """Return λ_max, consistency index and consistency ratio, with the table that was used.

        See :func:`ahp.core.consistency_ratio`.
        """
        return matrix_consistency(self.values, random_index)

    def consistency_measures(self) -> pd.DataFrame:
        """Return every measure of consistency beside the consistency ratio, one row each.

        Returns
        -------
        DataFrame
            `value`, the `threshold` up to which (for `cosine`, down to which) it is called acceptable,
            whether it is `acceptable` (both missing where the literature has no threshold), and the
            `source`. See :func:`ahp.core.consistency`.
        """
        import pandas as pd

        rows = {}
        n = len(self.labels)
        for name, measure in CONSISTENCY_MEASURES.items():
            value = float(consistency(self.values, measure=name))
            threshold = consistency_threshold(n, measure=name)
            fits = value >= threshold if measure.consistent else value <= threshold
            acceptable = None if np.isnan(threshold) else bool(fits)
            rows[name] = (value, threshold, acceptable, measure.source)
        columns = ["value", "threshold", "acceptable", "source"]
        return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("measure")

    def ordinal_consistency(self, *, method: str = DEFAULT_METHOD) -> OrdinalConsistency:
        """Return whether the judgments have an order, and whether the priorities of a method keep it.

        See :func:`ahp.core.more.circular_triads`, :func:`ahp.core.more.kendall_zeta`,
        :func:`ahp.core.more.rank_violations` and :func:`ahp.core.more.order_violations`.

        Raises
        ------
        JudgmentError
            If there are more than 60 items.
        """
        w = self.vector(method)
        violations = order_violations(self.values, w)
        return OrdinalConsistency(
            circular_triads=int(circular_triads(self.values)),
            zeta=float(kendall_zeta(self.values)),
            rank_violations=float(rank_violations(self.values, w)),
            preference_violations=int(violations.preference),
            intensity_violations=int(violations.intensity),
            reversals=tuple(
                (self._pair(found.stronger), self._pair(found.weaker))
                for found in worst_reversals(self.values, w)
            ),
            method=method,
        )

    def inspect(self, *, random_index: str = DEFAULT_TABLE) -> pd.DataFrame:
        """Return the judgments, the most inconsistent first, each with what would be consistent.

        Parameters
        ----------
        random_index : str
            A key of :data:`ahp.core.RANDOM_INDICES`.

        Returns
        -------
        DataFrame
            `first`, `second`, so turned that what was `judged` is 1 or more; the `error`, how many times
            that is what the priorities say; the `consistent` value, which the other judgments say; the
            consistency `ratio` with it; and the `gradient` of λ_max. See :func:`ahp.core.inspection`.

        Raises
        ------
        JudgmentError
            If there are more than 50 items.

        Examples
        --------
        >>> from ahp.model.matrix import PairwiseMatrix
        >>> a = PairwiseMatrix.from_upper([2, 8, 9, 4, "1/4", 1], labels=["a", "b", "c", "d"])
        >>> print(a.inspect().head(1)[["first", "second", "judged", "consistent"]].round(3).to_string())
          first second  judged  consistent
        0     d      b     4.0       0.236
        """
        return inspection_frame(inspection(self.values, random_index=random_index), self.labels)

    def worst_triads(self, count: int = 3) -> pd.DataFrame:
        """Return the triads that contradict themselves most, the worst first.

        Returns
        -------
        DataFrame
            `first`, `second`, `third`; what was `judged` of the first over the third; and what the
            `chain` over the second says. See :func:`ahp.core.worst_triads`.
        """
        import pandas as pd

        rows = []
        for triad in worst_triads(self.values, count=count):
            i, j, k = triad.items
            judged = float(self.values[i, k])
            rows.append((self.labels[i], self.labels[j], self.labels[k], judged, judged / triad.ratio))
        return pd.DataFrame(rows, columns=["first", "second", "third", "judged", "chain"])

    def nearest_acceptable(self, *, ratio: float = 0.10, random_index: str = DEFAULT_TABLE) -> Self:
        """Return the matrix nearest in the logarithms whose consistency ratio is at most `ratio`.

        A suggestion to talk about: nobody judged so. See :func:`ahp.core.nearest_acceptable`.

        Raises
        ------
        JudgmentError
            If there are more than 20 items.
        """
        return self._like(nearest_acceptable(self.values, ratio=ratio, random_index=random_index).matrix)

    def is_efficient(self, *, method: str = DEFAULT_METHOD) -> bool:
        """Return whether no other priorities fit every judgment as well and one of them better.

        See :func:`ahp.core.is_efficient`.
        """
        return bool(is_efficient(self.values, self.vector(method)))

    def efficient_priorities(self, *, method: str = DEFAULT_METHOD) -> pd.Series[float]:
        """Return the priorities of a method, or where others dominate them, such as do and are efficient.

        See :func:`ahp.core.more.dominating`.

        Raises
        ------
        JudgmentError
            If there are more than 60 items.
        """
        return series_of(dominating(self.values, self.vector(method)), self.labels)
