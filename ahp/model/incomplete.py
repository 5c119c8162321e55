"""A pairwise comparison matrix in which judgments are missing, with the names of what it compares."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ahp.core.consistency import incomplete_consistency_index, optimal_completion
from ahp.core.gate import Array, real_number
from ahp.core.incomplete import INCOMPLETE_METHODS, Method, effective_resistances, logarithmic_least_squares
from ahp.core.inspection import LARGEST_RATIO, inspect_incomplete, repair_incomplete
from ahp.core.judgment_draws import simulated_random_index
from ahp.core.matrices import as_connected, as_incomplete, connected_groups
from ahp.core.priorities import DEFAULT_METHOD, PRIORITY_METHODS, priorities
from ahp.core.random_index import DEFAULT_TABLE, INCOMPLETE_RANDOM_INDICES, RANDOM_INDICES
from ahp.core.random_index import random_index as index_of_complete
from ahp.errors import JudgmentError, StudyError, listed
from ahp.model.consistency import Consistency
from ahp.model.labels import (
    Judgment,
    checked_labels,
    collected,
    frame_labels,
    number_of,
    pairs_given,
    series_of,
    table_of,
    with_labels,
)
from ahp.model.matrix import LabelledMatrix, PairwiseMatrix, inspection_frame
from ahp.model.results import IncompleteConsistency
from ahp.registry import Registry

if TYPE_CHECKING:
    import pandas as pd

_SIMULATED = "simulated"
_DRAWS = 4000


@dataclass(frozen=True, init=False, eq=False, repr=False)
class IncompleteMatrix(LabelledMatrix):
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

    def __init__(
        self,
        values: npt.ArrayLike | pd.DataFrame | Sequence[Sequence[Judgment | None]],
        labels: Iterable[str] | None = None,
    ) -> None:
        if labels is None:
            labels = frame_labels(values)
        table = table_of(values)
        names = checked_labels(labels, len(table))
        matrix = table
        if table.dtype.kind != "f":
            matrix = np.full(table.shape, np.nan)
            for i, j in np.ndindex(*table.shape):
                entry: Any = table[i, j]
                if entry is not None and not (isinstance(entry, float | np.floating) and np.isnan(entry)):
                    matrix[i, j] = number_of(entry, (names[i], names[j]))
        try:
            self._fill(as_incomplete(matrix), names)
        except JudgmentError as error:
            raise with_labels(error, names) from None

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
        names, matrix = collected(pairs_given(judgments), labels)
        return cls(matrix, names)

    def priorities(self, *, method: str = "logarithmic-least-squares") -> pd.Series[float]:
        """Return the priority vector as a Series in the order of the labels, summing to 1.

        Parameters
        ----------
        method : str
            A key of :data:`ahp.core.more.INCOMPLETE_METHODS`, which has the sources, or of
            :data:`ahp.core.PRIORITY_METHODS`: of these the geometric mean is logarithmic least squares, and
            every other is applied to the completion of least λ_max.

        Raises
        ------
        JudgmentError
            If the judgments fall into unconnected groups; the message names them.
        """
        return series_of(fitting_priorities(self._connected(), method), self.labels)

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

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of items that chains of judgments connect; one group is needed for priorities."""
        return tuple(tuple(self.labels[i] for i in group) for group in connected_groups(self.values))

    @property
    def table(self) -> str:
        """The table of random indices for so many judgments of so many items, or `simulated`."""
        if not self.missing:
            return DEFAULT_TABLE
        for name, table in INCOMPLETE_RANDOM_INDICES.items():
            try:
                table.value(self.n, len(self.missing), name)
            except StudyError:
                continue
            return name
        return _SIMULATED

    def consistency(self, *, random_index: str | None = None) -> IncompleteConsistency:
        """Return consistency index and ratio of the known judgments, with the table that was used.

        Parameters
        ----------
        random_index : str, optional
            A key of :data:`ahp.core.more.INCOMPLETE_RANDOM_INDICES`, or `simulated`: the mean over 4 000
            random matrices in which the same judgments are missing, for any size. Where nothing is
            missing, of :data:`ahp.core.RANDOM_INDICES` too. `agoston-csato` unless told; where nothing is
            missing, that of a :class:`~ahp.PairwiseMatrix`, whose ratio is the same.

        Raises
        ------
        JudgmentError
            If the judgments fall into unconnected groups; the message names them.
        StudyError
            If the table is unknown or has no matrices of this size.
        """
        matrix = self._connected()
        if random_index is None:
            random_index = "agoston-csato" if self.missing else DEFAULT_TABLE
        scale, bound = self._scale(random_index)
        index = float(incomplete_consistency_index(matrix, bound=bound))
        ratio = index / scale if scale > 0 else index
        return IncompleteConsistency(
            ratio=0.0 if self.n <= 2 else ratio,
            index=index,
            random_index=scale,
            table=random_index,
            n=self.n,
            missing=len(self.missing),
        )

    def _scale(self, random_index: str | None) -> tuple[float, float | None]:
        """Return the random index for these missing judgments, and the bound of its completions."""
        if random_index is None:
            random_index = self.table
        if not self.missing and isinstance(random_index, str) and random_index in RANDOM_INDICES:
            return index_of_complete(self.n, random_index), None
        if not isinstance(random_index, str) or random_index != _SIMULATED:
            table = INCOMPLETE_RANDOM_INDICES[random_index]
            return table.value(self.n, len(self.missing), random_index), table.bound
        if self.n <= 2:
            return 0.0, None
        return _simulated_scale(self.n, np.isnan(self.values).tobytes()), None

    def inspect(self, *, random_index: str | None = None) -> pd.DataFrame:
        """Return the known judgments, the most inconsistent first, each with what the others say.

        Parameters
        ----------
        random_index : str, optional
            As for :meth:`consistency`; :attr:`table` unless told.

        Returns
        -------
        DataFrame
            As :meth:`ahp.PairwiseMatrix.inspect`; a judgment that alone connects some items is left out.

        Raises
        ------
        JudgmentError
            If there are more than 50 items, or the judgments fall into unconnected groups.

        Examples
        --------
        >>> from ahp import IncompleteMatrix
        >>> a = IncompleteMatrix.from_judgments(
        ...     {("a", "b"): 2, ("b", "c"): 4, ("a", "c"): 8, ("b", "d"): "1/4", ("c", "d"): 1})
        >>> found = a.inspect()
        >>> len(found), bool(found["ratio"].min() < 1e-3)
        (5, True)
        """
        return inspection_frame(
            inspect_incomplete(self._connected(), *self._scale(random_index)), self.labels
        )

    def nearest_acceptable(self, *, ratio: float = 0.10, random_index: str | None = None) -> Self:
        """Return the matrix nearest in the logarithms whose consistency ratio is at most `ratio`.

        A suggestion to talk about: nobody judged so; what nobody judged stays open.

        Raises
        ------
        JudgmentError
            If there are more than 20 items, or the judgments fall into unconnected groups.
        StudyError
            If the ratio is not positive.
        """
        ratio = real_number(ratio, "an acceptable consistency ratio", above=0.0, most=LARGEST_RATIO)
        scale, bound = self._scale(random_index)
        return self._like(repair_incomplete(self._connected(), ratio, scale, bound).matrix)

    def next_questions(self) -> pd.DataFrame:
        """Return the missing judgments, first the one that would tell most.

        Returns
        -------
        DataFrame
            `first`, `second` and their effective `resistance` in the graph of the judgments: the variance
            of the logarithm of their ratio, in units of that of one judgment. Infinite between groups
            that nothing connects.
        """
        import pandas as pd

        resistance = effective_resistances(self.values)
        pairs = np.argwhere(np.triu(np.isnan(self.values)))
        order = np.argsort(-resistance[tuple(pairs.T)].round(10), kind="stable")
        rows = [(self.labels[i], self.labels[j], float(resistance[i, j])) for i, j in pairs[order]]
        return pd.DataFrame(rows, columns=["first", "second", "resistance"])

    def _connected(self) -> Array:
        groups = self.groups
        if len(groups) > 1:
            named = " and ".join(f"[{listed(group)}]" for group in groups[:12])
            raise JudgmentError(
                f"no judgment connects the groups {named}; compare an item of each with one of another"
            )
        return as_connected(self.values)


@functools.lru_cache(maxsize=256)
def _simulated_scale(n: int, missing: bytes) -> float:
    """Return the mean index of random matrices that lack the same judgments: seconds, and always the same."""
    pattern = np.frombuffer(missing, dtype=bool).reshape(n, n)
    return simulated_random_index(n, missing=pattern, draws=_DRAWS, rng=0).mean


def fitting_priorities(matrices: Array, method: str) -> Array:
    """Return the priorities `(..., n)` of connected matrices as :meth:`IncompleteMatrix.vector` does."""
    return _METHODS[method](matrices)


def _of_completion(solve: Method) -> Method:
    return lambda matrices: solve(optimal_completion(matrices).matrix)


_METHODS: Registry[Method] = Registry(
    "priority method for incomplete matrices",
    {
        **INCOMPLETE_METHODS,
        **{name: _of_completion(solve) for name, solve in PRIORITY_METHODS.items()},
        "geometric-mean": logarithmic_least_squares,
    },
    aliases={"llav": "goal-programming"},
)


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
    return narrowed(found)


def narrowed(known: IncompleteMatrix) -> PairwiseMatrix | IncompleteMatrix:
    """Return the matrix as a complete one where no judgment is missing.

    Examples
    --------
    >>> narrowed(IncompleteMatrix.from_judgments({("x", "y"): 2})).priorities().round(2).to_dict()
    {'x': 0.67, 'y': 0.33}
    """
    return known if known.missing else PairwiseMatrix(known.values, known.labels)


def consistency_by(
    matrix: PairwiseMatrix | IncompleteMatrix, random_index: str
) -> Consistency | IncompleteConsistency:
    """Return the consistency of a matrix by a table for complete ones.

    What lacks judgments is divided by the mean of random matrices that lack as many.

    Examples
    --------
    >>> bool(consistency_by(PairwiseMatrix([[1, 2], [0.5, 1]]), "saaty-1980"))
    True
    """
    table = matrix.table if isinstance(matrix, IncompleteMatrix) else random_index
    return matrix.consistency(random_index=table)


def check_connected(matrix: IncompleteMatrix) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` with the groups of items that no judgment connects.

    Examples
    --------
    >>> check_connected(IncompleteMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 2}))
    """
    matrix._connected()
