"""What people hand over as judgments, values and labels: read, or refused with the names of the items."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, unmasked
from ahp.core.matrices import RECIPROCITY_TOLERANCE, check_square
from ahp.core.scales import answer_of
from ahp.errors import JudgmentError, StudyError, listed, quoted

if TYPE_CHECKING:
    import pandas as pd

Judgment: TypeAlias = float | int | str | Fraction
"""How many times the first item is preferred to the second: a number, text such as `"1/3"`, or words."""


def table_given(given: object, what: str) -> Mapping[Any, Any]:
    """Return a table with an entry for each name: a mapping, or a Series by its index.

    Raises
    ------
    JudgmentError
        If it is something else, or a Series has a name twice; `what` says what is needed.

    Examples
    --------
    >>> table_given(3, "weights")
    Traceback (most recent call last):
    ahp.errors.JudgmentError: weights are a table with one entry for each name; found 3
    """
    if isinstance(given, Mapping):
        return given
    if hasattr(given, "items") and hasattr(given, "index") and not hasattr(given, "columns"):
        names = [name for name, _ in given.items()]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise JudgmentError(f"labels name each item once; found {listed(twice)} more than once")
        return dict(given.items())
    raise JudgmentError(f"{what} are a table with one entry for each name; found {quoted(given)}")


def pairs_given(given: object) -> Mapping[tuple[Any, Any], Any]:
    """Return judgments by pair, of which there is at least one.

    Raises
    ------
    JudgmentError
        If there is none, or they are not a mapping from pairs.

    Examples
    --------
    >>> pairs_given({("x", "y"): 3})
    {('x', 'y'): 3}
    """
    found = table_given(given, "judgments by pair of items")
    if not found:
        raise JudgmentError("no judgments were given; compare at least two items")
    for pair in found:
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise JudgmentError(f"a judgment is named by a pair of items; found {quoted(pair)}")
    return found


def items_given(given: object, what: str) -> list[Any]:
    """Return the entries of anything that can be gone through.

    Raises
    ------
    JudgmentError
        If it cannot; `what` says what is needed.
    """
    try:
        return list(given)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise JudgmentError(f"{what} are a list; found {quoted(given)}") from None


def name_given(given: object, what: str, known: Iterable[str]) -> str:
    """Return a name if it is one of those that are known.

    Raises
    ------
    StudyError
        If it is another, or no text; `what` says what cannot be.

    Examples
    --------
    >>> name_given("ideal", "a mode", ("distributive", "ideal"))
    'ideal'
    """
    names: Collection[str] = tuple(known)
    if isinstance(given, str) and given in names:
        return given
    raise StudyError(f"{quoted(given)} is not {what}; use one of: {', '.join(names)}")


def frame_labels(values: object) -> list[str] | None:
    """Return the labels of a DataFrame, the same on both axes; None for anything else."""
    if not (hasattr(values, "index") and hasattr(values, "columns")):
        return None
    rows, columns = [str(x) for x in values.index], [str(x) for x in values.columns]
    if rows != columns:
        raise JudgmentError(
            f"rows and columns of a pairwise comparison matrix have the same names in the same "
            f"order; found {listed(rows)} beside {listed(columns)}"
        )
    return rows


def frame_of(values: Array, labels: Sequence[str]) -> pd.DataFrame:
    """Return a copy of a square matrix as a DataFrame with the labels on both axes."""
    import pandas as pd

    return pd.DataFrame(
        values.copy(), index=pd.Index(labels, name="item"), columns=pd.Index(labels, name="compared with")
    )


def series_of(
    values: Array | Sequence[float], labels: Sequence[str], kind: str = "item", name: str = "priority"
) -> pd.Series[float]:
    """Return a number for each of some things as a new Series."""
    import pandas as pd

    return pd.Series(values, index=pd.Index(labels, name=kind), name=name)


def table_of(values: object) -> npt.NDArray[Any]:
    """Return the entries of one square matrix, text still being text."""
    found = values.to_numpy() if hasattr(values, "to_numpy") else unmasked(values)
    rows = np.asarray(found, dtype=None if isinstance(found, np.ndarray) else object)
    if rows.ndim == 1 and any(isinstance(row, list | tuple | np.ndarray) for row in rows):
        raise JudgmentError("judgments are numbers in rows of equal length; found unequal rows")
    if rows.ndim > 2:
        raise JudgmentError(f"a PairwiseMatrix is one matrix; found {rows.ndim} dimensions")
    check_square(rows.shape)
    return rows


def numbers_of(table: npt.NDArray[Any], names: tuple[str, ...]) -> npt.NDArray[Any]:
    """Return the entries as numbers, reading text such as "1/3" as the fraction it is.

    Those of an array of numbers stay of its type: how exact they can be depends on it.
    """
    if table.dtype.kind in "fiu":
        return table
    pairs = product(names, names)
    flat = [number_of(entry, pair) for entry, pair in zip(table.flat, pairs, strict=True)]
    return np.asarray(flat, dtype=np.float64).reshape(table.shape)


def two_of(pair: object) -> tuple[str, str]:
    """Return the two items that a judgment is asked for by."""
    if not (isinstance(pair, tuple) and len(pair) == 2):
        raise JudgmentError(f"a judgment is of two items, as in matrix['a', 'b']; found {quoted(pair)}")
    return pair


def number_of(judgment: object, pair: tuple[str, str]) -> float:
    """Return the number that a judgment is, or refuse it with the names of its pair."""
    try:
        if isinstance(judgment, complex | np.complexfloating | bool | np.bool_):
            raise TypeError  # NumPy would drop the imaginary part, and what is true is not how many times
        if isinstance(judgment, np.ndarray) and judgment.ndim:
            raise TypeError  # NumPy 1 takes an array of one number for that number
        if isinstance(judgment, str) and re.search(r"\d_", judgment):
            raise ValueError  # for Python 1_0 is ten
        if isinstance(judgment, str) and "/" in judgment:
            times, by = judgment.split("/")  # reports print 1/2.5, as people say it
            value = float(Fraction(times) / Fraction(by))
        else:
            value = _spoken(judgment)
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


def _spoken(judgment: object) -> float:
    """Return the number that text or an object stands for; words such as "strong" are judgments too."""
    try:
        return float(judgment)  # type: ignore[arg-type]
    except ValueError:
        if not (isinstance(judgment, str) and any(character.isalpha() for character in judgment)):
            raise
        return answer_of(judgment)  # a JudgmentError is a ValueError


def collected(
    judgments: Mapping[tuple[str, str], Judgment], labels: Iterable[str] | None
) -> tuple[tuple[str, ...], Array]:
    """Return the labels and the matrix of judgments `{(a, b): how many times a is preferred to b}`.

    What nobody judged is NaN. The labels come by first appearance unless given.
    """
    names = tuple(dict.fromkeys(str(item) for pair in judgments for item in pair))
    if labels is not None:
        given = checked_labels(labels)
        unknown = [name for name in names if name not in given]
        if unknown:
            raise JudgmentError(f"judgments name {listed(unknown)}, not among {listed(given)}")
        names = given
    position = {name: i for i, name in enumerate(names)}
    matrix = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(matrix, 1.0)
    for (first, second), judgment in judgments.items():
        i, j = position[str(first)], position[str(second)]
        value = number_of(judgment, (str(first), str(second)))
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
    return names, matrix


def named_values(
    values: Mapping[str, float] | pd.Series[float] | Sequence[float], labels: Iterable[str] | None
) -> tuple[tuple[str, ...], list[float]]:
    """Return names and values in the order of the labels, if there are any.

    Raises
    ------
    JudgmentError
        If a value is none to compare, as text and what is true or false; if the labels do not fit.
    """
    if isinstance(values, Mapping) or hasattr(values, "items"):
        given = table_given(values, "values")
        names, amounts = checked_labels(given.keys()), list(given.values())
    else:
        amounts = items_given(values, "values")
        names, labels = checked_labels(labels, len(amounts)), None
    for name, amount in zip(names, amounts, strict=True):
        _refuse_no_number(amount, name)
    if labels is None:
        return names, amounts
    wanted = checked_labels(labels, len(names))
    if set(wanted) != set(names):
        raise JudgmentError(f"the values are those of {listed(names)}; found {listed(wanted)}")
    return wanted, [amounts[names.index(name)] for name in wanted]


def amount_of(value: object) -> float:
    """Return a number as a float; NaN for what is none, such as text and what is true or false.

    Examples
    --------
    >>> amount_of(Decimal("1.5")), amount_of("1_0"), amount_of(True)
    (1.5, nan, nan)
    """
    try:
        return math.nan if isinstance(value, bool) or not isinstance(value, Real | Decimal) else float(value)
    except (TypeError, ValueError, OverflowError):  # a duration; a signalling NaN; hundreds of digits
        return math.nan


def _refuse_no_number(amount: object, name: str) -> None:
    if not isinstance(amount, float) and math.isnan(amount_of(amount)):  # a float is refused with its ratios
        raise JudgmentError(
            f"the value of {quoted(name)} is {quoted(amount)}; it is a finite number greater than 0",
            row=name,
            found=amount,
        )


def checked_labels(labels: Iterable[object] | None, n: int | None = None) -> tuple[str, ...]:
    """Return the labels of `n` items as text; numbers from 1 if there are none."""
    given = range(1, (n or 0) + 1) if labels is None else items_given(labels, "names of items")
    names = tuple(str(label) for label in given)
    if n is not None and len(names) != n:
        raise JudgmentError(f"{n} items need {n} labels; found {len(names)}: {listed(names)}")
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise JudgmentError(f"labels name each item once; found {listed(twice)} more than once")
    return names


def with_labels(error: JudgmentError, labels: tuple[str, ...]) -> JudgmentError:
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


def given_pairs(matrix: Array, labels: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """Return the judgments above the diagonal of a matrix that are there."""
    rows, columns = np.nonzero(np.triu(~np.isnan(matrix), 1))
    return {
        (labels[i], labels[j]): float(matrix[i, j])
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True)
    }
