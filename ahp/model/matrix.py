"""A pairwise comparison matrix with the names of what it compares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.consistency import consistency_index, lambda_max
from ahp.core.matrices import (
    RECIPROCITY_TOLERANCE,
    Array,
    as_pairwise,
    check_square,
    from_judgments,
    from_values,
    nearest_reciprocal,
)
from ahp.core.priorities import priorities
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.results import Consistency
from ahp.terms import Better

if TYPE_CHECKING:
    import pandas as pd

Judgment: TypeAlias = float | int | str | Fraction
"""How many times the first item is preferred to the second: a number, or text such as `"1/3"`."""


@dataclass(frozen=True, eq=False, repr=False)
class PairwiseMatrix:
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
            labels = _frame_labels(values)
        table = _table(values)
        names = _checked_labels(labels, len(table))
        try:
            matrix = as_pairwise(_numbers(table, names), tolerance=tolerance)
        except JudgmentError as error:
            raise _with_labels(error, names) from None
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
        if not judgments:
            raise JudgmentError("no judgments were given; compare at least two items")
        for pair in judgments:
            if not (isinstance(pair, tuple) and len(pair) == 2):
                raise JudgmentError(f"a judgment is named by a pair of items; found {quoted(pair)}")
        names = tuple(dict.fromkeys(str(item) for pair in judgments for item in pair))
        if labels is not None:
            given = _checked_labels(labels)
            unknown = [name for name in names if name not in given]
            if unknown:
                raise JudgmentError(f"judgments name {listed(unknown)}, not among {listed(given)}")
            names = given
        position = {name: i for i, name in enumerate(names)}
        n = len(names)
        matrix = np.full((n, n), np.nan)
        np.fill_diagonal(matrix, 1.0)
        for (first, second), judgment in judgments.items():
            i, j = position[str(first)], position[str(second)]
            value = _number(judgment, (str(first), str(second)))
            known = matrix[i, j]
            if not np.isnan(known) and abs(np.log(known / value)) > RECIPROCITY_TOLERANCE:
                earlier = f"{quoted(second)} over {quoted(first)} = {1 / known:.6g}"
                problem = f"but {earlier} says {known:.6g}; keep one of them"
                if i == j:
                    problem = "but an item compared with itself is 1; leave it out"
                raise JudgmentError(
                    f"{quoted(first)} over {quoted(second)} = {value:.6g}, {problem}",
                    row=str(first),
                    column=str(second),
                    found=value,
                )
            matrix[i, j], matrix[j, i] = value, 1.0 / value
        missing = [f"{names[i]} : {names[j]}" for i, j in np.argwhere(np.triu(np.isnan(matrix)))]
        if missing:
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
        n = round((1 + (1 + 8 * len(judgments)) ** 0.5) / 2)
        if n * (n - 1) // 2 != len(judgments):
            raise JudgmentError(
                f"an upper triangle has 1, 3, 6, 10, … judgments (n(n-1)/2); found {len(judgments)}"
            )
        names = _checked_labels(labels, n)
        pairs = combinations(names, 2)
        upper = [_number(judgment, pair) for judgment, pair in zip(judgments, pairs, strict=True)]
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
        names, amounts = _named_values(values, labels)
        try:
            matrix = from_values(amounts)
        except JudgmentError as error:
            raise _with_labels(error, names) from None
        return cls(matrix if direction is Better.HIGHER else matrix.T, names)

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.labels)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """Return how many times the first item of the pair is preferred to the second."""
        first, second = pair
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
        return pd.Series(weights, index=list(self.labels), name="priority")

    def consistency(self, *, random_index: str = DEFAULT_TABLE) -> Consistency:
        """Return λ_max, consistency index and consistency ratio, with the table that was used.

        See :func:`ahp.core.consistency_ratio`.
        """
        return _consistency(self.values, random_index)

    def to_frame(self) -> pd.DataFrame:
        """Return the matrix as a new DataFrame with the labels on both axes."""
        import pandas as pd

        return pd.DataFrame(self.values.copy(), index=list(self.labels), columns=list(self.labels))

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


def _consistency(matrix: Array, table: str) -> Consistency:
    n = matrix.shape[-1]
    scale = random_index(n, table)
    index = float(consistency_index(matrix))
    return Consistency(
        ratio=index / scale if scale else 0.0,
        index=index,
        lambda_max=float(lambda_max(matrix)),
        random_index=scale,
        table=table,
        n=n,
    )


def _frame_labels(values: object) -> list[str] | None:
    if not (hasattr(values, "index") and hasattr(values, "columns")):
        return None
    rows, columns = [str(x) for x in values.index], [str(x) for x in values.columns]
    if rows != columns:
        raise JudgmentError(
            f"rows and columns of a pairwise comparison matrix have the same names in the same "
            f"order; found {listed(rows)} beside {listed(columns)}"
        )
    return rows


def _table(values: object) -> npt.NDArray[Any]:
    """Return the entries of one square matrix, text still being text."""
    found = values.to_numpy() if hasattr(values, "to_numpy") else values
    rows = np.asarray(found, dtype=None if isinstance(found, np.ndarray) else object)
    if rows.ndim == 1 and any(isinstance(row, list | tuple | np.ndarray) for row in rows):
        raise JudgmentError("judgments are numbers in rows of equal length; found unequal rows")
    if rows.ndim > 2:
        raise JudgmentError(f"a PairwiseMatrix is one matrix; found {rows.ndim} dimensions")
    check_square(rows.shape)
    return rows


def _numbers(table: npt.NDArray[Any], names: tuple[str, ...]) -> Array:
    """Return the entries as floats, reading text such as "1/3" as the fraction it is."""
    if table.dtype.kind in "fiu":
        return np.asarray(table, dtype=np.float64)
    pairs = product(names, names)
    flat = [_number(entry, pair) for entry, pair in zip(table.flat, pairs, strict=True)]
    return np.asarray(flat, dtype=np.float64).reshape(table.shape)


def _number(judgment: object, pair: tuple[str, str]) -> float:
    """Return the number that a judgment is, or refuse it with the names of its pair."""
    try:
        if isinstance(judgment, complex | np.complexfloating):
            raise TypeError  # NumPy would drop the imaginary part
        if isinstance(judgment, str) and "/" in judgment:
            value = float(Fraction("/".join(part.strip() for part in judgment.split("/"))))
        else:
            value = float(judgment)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        value = float("nan")
    if not (value > 0 and np.isfinite(value) and np.isfinite(1.0 / value)):
        missing = judgment is None or (isinstance(judgment, float) and np.isnan(judgment))
        problem = "is missing" if missing else f"= {quoted(judgment)}"
        raise JudgmentError(
            f"{quoted(pair[0])} over {quoted(pair[1])} {problem}; "
            f"a judgment is a positive number such as 3 or '1/3'",
            row=pair[0],
            column=pair[1],
            found=judgment,
        )
    return value


def _named_values(
    values: Mapping[str, float] | pd.Series[float] | Sequence[float], labels: Iterable[str] | None
) -> tuple[tuple[str, ...], list[float]]:
    """Return names and values in the order of the labels, if there are any."""
    if not (isinstance(values, Mapping) or hasattr(values, "items")):
        amounts = list(values)
        return _checked_labels(labels, len(amounts)), amounts
    pairs = list(values.items())
    names = _checked_labels(name for name, _ in pairs)
    amounts = [amount for _, amount in pairs]
    if labels is None:
        return names, amounts
    wanted = _checked_labels(labels, len(names))
    if set(wanted) != set(names):
        raise JudgmentError(f"the values are those of {listed(names)}; found {listed(wanted)}")
    return wanted, [amounts[names.index(name)] for name in wanted]


def _checked_labels(labels: Iterable[object] | None, n: int | None = None) -> tuple[str, ...]:
    """Return the labels of `n` items as text; numbers from 1 if there are none."""
    names = tuple(str(label) for label in (range(1, (n or 0) + 1) if labels is None else labels))
    if n is not None and len(names) != n:
        raise JudgmentError(f"{n} items need {n} labels; found {len(names)}: {listed(names)}")
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise JudgmentError(f"labels name each item once; found {listed(twice)} more than once")
    return names


def _with_labels(error: JudgmentError, labels: tuple[str, ...]) -> JudgmentError:
    """Return the error of the array gate with the names of the items in place of their positions."""
    if not isinstance(error.row, int):
        return error
    first = labels[error.row]
    if not isinstance(error.column, int):
        text = re.sub(r"^value \d+", quoted(first), str(error))
        return JudgmentError(text, row=first, found=error.found)
    text = re.sub(
        r"a\[(\d+), (\d+)\]",
        lambda at: f"{quoted(labels[int(at[1])])} over {quoted(labels[int(at[2])])}",
        str(error),
    )
    return JudgmentError(text, row=first, column=labels[error.column], found=error.found)
