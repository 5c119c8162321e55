"""A pairwise comparison matrix in which judgments are missing, with the names of what it compares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ahp.core.consistency_ratio import optimal_completion
from ahp.core.gate import Array
from ahp.core.incomplete import incomplete_priorities
from ahp.core.matrices import as_incomplete
from ahp.core.priorities import DEFAULT_METHOD, PRIORITY_METHODS, priorities
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.entries import (
    Judgment,
    checked_labels,
    collected,
    frame_labels,
    frame_of,
    number_of,
    table_of,
    two_of,
    with_labels,
)
from ahp.model.incomplete_faces import IncompleteFaces
from ahp.model.matrix import PairwiseMatrix
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class IncompleteMatrix(IncompleteFaces, NotebookFace):
    """Judgments between some of the pairs of a set of items; immutable.

    Parameters
    ----------
    values : array_like, shape (n, n), or DataFrame
        Positive numbers with `values[i][j] = 1 / values[j][i]`; None or NaN in both places of a pair that
        nobody compared.
    labels : sequence of str, optional
        Names of the items, in order. `"1"`, `"2"`, … unless given.

    Raises
    ------
    JudgmentError
        If a judgment is wrong, or stands on one side of the diagonal alone; the message names its pair.

    Examples
    --------
    >>> a = IncompleteMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 2})
    >>> a.priorities().round(4).to_dict()
    {'x': 0.5714, 'y': 0.2857, 'z': 0.1429}
    >>> a.missing
    (('x', 'z'),)
    """

    values: Array
    """The matrix, shape (n, n), read-only, NaN where nobody judged."""
    labels: tuple[str, ...]
    """Names of the items, in the user's order."""

    def __init__(
        self,
        values: npt.ArrayLike | pd.DataFrame | Sequence[Sequence[Judgment | None]],
        labels: Iterable[str] | None = None,
    ) -> None:
        if labels is None:
            labels = frame_labels(values)
        table = table_of(values)
        names = checked_labels(labels, len(table))
        if table.dtype.kind == "f":
            self._fill(table, names)
            return
        matrix = np.full(table.shape, np.nan)
        for i, j in np.ndindex(*table.shape):
            entry: Any = table[i, j]
            if entry is not None and not (isinstance(entry, float | np.floating) and np.isnan(entry)):
                matrix[i, j] = number_of(entry, (names[i], names[j]))
        self._fill(matrix, names)

    def _like(self, values: Array) -> Self:
        return type(self)(values, self.labels)

    def _fill(self, matrix: npt.NDArray[Any], labels: tuple[str, ...]) -> None:
        try:
            own = np.array(as_incomplete(matrix), dtype=np.float64)
        except JudgmentError as error:
            raise with_labels(error, labels) from None
        own.setflags(write=False)
        object.__setattr__(self, "values", own)
        object.__setattr__(self, "labels", labels)

    @classmethod
    def from_judgments(
        cls, judgments: Mapping[tuple[str, str], Judgment], labels: Iterable[str] | None = None
    ) -> IncompleteMatrix:
        """Return the matrix of judgments `{(a, b): how many times a is preferred to b}`, any pairs of them.

        Raises
        ------
        JudgmentError
            If a judgment contradicts its mirror image, names an unknown item, or is not a positive number.
        """
        names, matrix = collected(judgments, labels)
        return cls(matrix, names)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """Return how many times the first item of the pair is preferred to the second; NaN if unknown."""
        for name in two_of(pair):
            if name not in self.labels:
                raise JudgmentError(
                    f"{quoted(name)} is not compared here; the items are {listed(self.labels)}"
                )
        first, second = pair
        return float(self.values[self.labels.index(first), self.labels.index(second)])

    def priorities(self, *, method: str = "logarithmic-least-squares") -> pd.Series[float]:
        """Return the priority vector as a Series in the order of the labels, summing to 1.

        See :func:`ahp.core.incomplete_priorities` for the methods and their sources.

        Raises
        ------
        JudgmentError
            If the judgments fall into unconnected groups; the message names them.
        """
        import pandas as pd

        weights = incomplete_priorities(self._connected(), method=method)
        return pd.Series(weights, index=pd.Index(self.labels, name="item"), name="priority")

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the priorities that stand for a method of complete matrices where this one is compared.

        The geometric mean becomes logarithmic least squares, which is the same where nothing is missing;
        every other method is applied to the completion of least λ_max.

        Raises
        ------
        JudgmentError
            If the judgments fall into unconnected groups; the message names them.
        """
        matrix = self._connected()
        if not np.isnan(matrix).any():
            return priorities(matrix, method=method)
        return fitting_priorities(matrix, method)

    def completed(self, *, bound: float | None = None) -> PairwiseMatrix:
        """Return the complete matrix of least λ_max; see :func:`ahp.core.optimal_completion`.

        What is filled in is a result, not a judgment.

        Raises
        ------
        JudgmentError
            If the judgments fall into unconnected groups; the message names them.
        """
        return PairwiseMatrix(optimal_completion(self._connected(), bound=bound).matrix, self.labels)

    def to_frame(self) -> pd.DataFrame:
        """Return the matrix as a new DataFrame with the labels on both axes, NaN where nobody judged."""
        return frame_of(self.values, self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IncompleteMatrix):
            return NotImplemented
        return self.labels == other.labels and bool(np.array_equal(self.values, other.values, equal_nan=True))

    def __hash__(self) -> int:
        return hash((self.labels, self.values.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.values, self.labels)

    def __repr__(self) -> str:
        return f"IncompleteMatrix({self.values.tolist()}, labels={list(self.labels)})"


def fitting_priorities(matrices: Array, method: str) -> Array:
    """Return the priorities `(..., n)` of connected matrices as :meth:`IncompleteMatrix.vector` does."""
    solve = PRIORITY_METHODS[method]
    if method == "geometric-mean":
        return incomplete_priorities(matrices)
    return solve(optimal_completion(matrices).matrix)


def judged(
    judgments: Mapping[tuple[str, str], Judgment], labels: Iterable[str] | None = None
) -> PairwiseMatrix | IncompleteMatrix:
    """Return the matrix of judgments by pair: a complete one if every pair is there.

    Raises
    ------
    JudgmentError
        If a judgment is wrong, or nothing connects some of the items; the message names their groups.

    Examples
    --------
    >>> judged({("x", "y"): 2, ("y", "z"): 2}).missing
    (('x', 'z'),)
    """
    found = IncompleteMatrix.from_judgments(judgments, labels)
    if found.missing:
        found._connected()
        return found
    return PairwiseMatrix(found.values, found.labels)


def check_connected(matrix: IncompleteMatrix) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` with the groups of items that no judgment connects.

    Examples
    --------
    >>> check_connected(IncompleteMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 2}))
    """
    matrix._connected()
