"""A pairwise comparison matrix with the names of what it compares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.core.matrices import (
    RECIPROCITY_TOLERANCE,
    as_pairwise,
    from_judgments,
    from_values,
    nearest_reciprocal,
)
from ahp.core.priorities import priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.contradiction import consistency_of
from ahp.model.entries import (
    Judgment,
    checked_labels,
    collected,
    frame_labels,
    frame_of,
    named_values,
    number_of,
    numbers_of,
    table_of,
    two_of,
    with_labels,
)
from ahp.model.faces import MatrixFaces
from ahp.model.given import items_given
from ahp.model.results import Consistency
from ahp.notebook import NotebookFace
from ahp.terms import Better

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class PairwiseMatrix(MatrixFaces, NotebookFace):
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

    values: Array
    """The matrix, shape (n, n), read-only."""
    labels: tuple[str, ...]
    """Names of the items, in the user's order."""

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

    def _fill(self, matrix: Array, labels: tuple[str, ...]) -> None:
        own = np.array(matrix, dtype=np.float64)
        own.setflags(write=False)
        object.__setattr__(self, "values", own)
        object.__setattr__(self, "labels", labels)

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
        names, matrix = collected(judgments, labels)
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
        return cls(from_judgments(upper, n), names)

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

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.labels)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """Return how many times the first item of the pair is preferred to the second."""
        first, second = two_of(pair)
        return float(self.values[self._position(first), self._position(second)])

    def _position(self, label: str) -> int:
        if label not in self.labels:
            raise JudgmentError(f"{quoted(label)} is not compared here; the items are {listed(self.labels)}")
        return self.labels.index(label)

    def priorities(self, *, method: str = "eigenvector") -> pd.Series[float]:
        """Return the priority vector as a Series in the order of the labels, summing to 1.

        See :func:`ahp.core.priorities` for the methods and their sources.
        """
        import pandas as pd

        weights = priorities(self.values, method=method)
        return pd.Series(weights, index=pd.Index(self.labels, name="item"), name="priority")

    def consistency(self, *, random_index: str = DEFAULT_TABLE) -> Consistency:
        """Return λ_max, consistency index and consistency ratio, with the table that was used.

        See :func:`ahp.core.consistency_ratio`.
        """
        return consistency_of(self.values, random_index)

    def _like(self, values: Array) -> PairwiseMatrix:
        return PairwiseMatrix(values, self.labels)

    def to_frame(self) -> pd.DataFrame:
        """Return the matrix as a new DataFrame with the labels on both axes."""
        return frame_of(self.values, self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PairwiseMatrix):
            return NotImplemented
        return self.labels == other.labels and bool(np.array_equal(self.values, other.values))

    def __hash__(self) -> int:
        return hash((self.labels, self.values.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.values, self.labels)  # a copy is read-only too

    def __repr__(self) -> str:
        return f"PairwiseMatrix({self.values.tolist()}, labels={list(self.labels)})"
