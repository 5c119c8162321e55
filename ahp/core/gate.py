"""The gate of numbers: single ones, counts, seeds and arrays, checked at the door and refused by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

from ahp.errors import JudgmentError, StudyError, quoted

Array: TypeAlias = npt.NDArray[np.float64]
Place: TypeAlias = tuple[int, ...]
_NUMBERS = "iufO"  # kinds of arrays: integers of either sort, floats, objects that may be numbers

LARGEST_NUMBER = sys.float_info.max
"""The largest finite number."""

RNG: TypeAlias = (
    int | Sequence[int] | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None
)
"""What :func:`numpy.random.default_rng` takes: a seed, a source of random numbers, or None for a new one."""

MOST_DRAWS = 10_000_000
"""Half a gigabyte for three alternatives; what a million draws do not tell, more runs do."""

LARGEST = 1e150
"""Numbers up to here, and down to its reciprocal, have squares and quotients that are numbers too."""


def as_floats(values: npt.ArrayLike) -> Array:
    """Return numbers as an array of float64, without a copy if they are one.

    `None`, and what a masked array hides, becomes NaN. What is true or false is no number. Among numbers in
    a list NumPy makes one of it before it can be seen.

    Raises
    ------
    JudgmentError
        If it is something else, or rows differ in length.

    Examples
    --------
    >>> as_floats([1, None])
    array([ 1., nan])
    >>> as_floats([True, False])
    Traceback (most recent call last):
    ahp.errors.JudgmentError: real numbers in rows of equal length are needed; found true and false
    """
    if type(values) is np.ndarray and values.dtype == np.float64:
        return values
    try:
        found = np.asarray(unmasked(values))
        kind = found.dtype.kind
        if kind in _NUMBERS and not (
            kind == "O" and any(isinstance(value, bool | np.bool_) for value in found.flat)
        ):
            return found.astype(np.float64)
        truth = kind in ("b", "O")
    except (TypeError, ValueError, OverflowError):  # the last: an integer of hundreds of digits
        truth = False
    what = "true and false" if truth else "something else"
    raise JudgmentError(f"real numbers in rows of equal length are needed; found {what}")


def unmasked(values: object) -> Any:  # noqa: ANN401 - anything that may be numbers
    """Return the entries of a masked array, or of several in a list, `None` where they are hidden.

    Anything else is returned as it is.

    Examples
    --------
    >>> unmasked(np.ma.masked_equal([1, 9], 9))
    array([1, None], dtype=object)
    """
    if _hides(values):
        return np.where(values.mask, np.array(None), np.asarray(values))
    if isinstance(values, list | tuple) and any(map(_hides, values)):
        return [unmasked(part) for part in values]
    return values


def _hides(values: object) -> TypeGuard[np.ma.MaskedArray[Any, Any]]:
    # Known by its mask: NumPy loads the class only where somebody names it.
    return isinstance(values, np.ndarray) and values.dtype.names is None and hasattr(values, "mask")


def rounding_of(*given: npt.ArrayLike) -> float:
    """Return how far, relatively, numbers may be from those that were meant: their type has few digits.

    Four units of the last place of the shortest type of float among them; 0 for float64 and whole numbers,
    whose rounding the tolerances allow for as they stand.

    Examples
    --------
    >>> rounding_of([1.0, 2.0]), rounding_of(np.float32([1, 2]), [1.0, 2.0])
    (0.0, 4.76837158203125e-07)
    """
    return max(map(_rounding_of_one, given))


def _rounding_of_one(values: object) -> float:
    while isinstance(values, list | tuple) and values:  # the first number has the type of all
        values = values[0]
    dtype = values.dtype if isinstance(values, np.ndarray) else np.asarray(values).dtype
    return 4.0 * float(np.finfo(dtype).eps) if dtype.kind == "f" and dtype.itemsize < 8 else 0.0


def real_number(
    value: object,
    what: str,
    *,
    above: float = -np.inf,
    least: float = -np.inf,
    below: float = np.inf,
    most: float = LARGEST_NUMBER,
) -> float:
    """Return a number as a float if it lies within the bounds.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        What it is, for the message.
    above, least, below, most : float
        Bounds: greater than, at least, less than, at most. Infinity is let in by `most`.

    Raises
    ------
    StudyError
        If it is no real number, or beyond a bound.

    Examples
    --------
    >>> real_number(2, "the worth", above=0)
    2.0
    >>> real_number("2", "the worth", above=0)
    Traceback (most recent call last):
    ahp.errors.StudyError: the worth is a number greater than 0; found '2'
    """
    plain = _plain(value)
    if isinstance(plain, Real):
        try:
            number = float(plain)
        except OverflowError:  # an integer of many digits
            number = np.nan
        if above < number and least <= number <= most and (number < below or below == np.inf):
            return number
    words = {"greater than": above, "at least": least, "less than": below, "at most": most}
    bounds = [
        f"{word} {bound:g}" for word, bound in words.items() if np.isfinite(bound) and bound < LARGEST_NUMBER
    ]
    kind = " ".join(["a number" if bounds else "a finite number", " and ".join(bounds)]).strip()
    raise StudyError(f"{what} is {kind}; found {quoted(value)}")


def _plain(value: object) -> object:
    """Return what an array of one number holds, and None for what is true or false: that is no number."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    return None if isinstance(value, bool | np.bool_) else value


def whole_number(value: object, what: str, *, least: int, most: float = sys.maxsize) -> int:
    """Return a whole number within the bounds as an int.

    Raises
    ------
    StudyError
        If it is no whole number, or beyond a bound.

    Examples
    --------
    >>> whole_number(3, "the number of draws", least=1)
    3
    >>> whole_number(2.5, "the number of draws", least=1)
    Traceback (most recent call last):
    ahp.errors.StudyError: the number of draws is a whole number, at least 1; found 2.5
    """
    plain = _plain(value)
    if isinstance(plain, Integral) and least <= int(plain) <= most:
        return int(plain)
    bounded = most < sys.maxsize or (isinstance(plain, Integral) and int(plain) > most)
    bound = f"from {least} to {most}" if bounded else f"at least {least}"
    raise StudyError(f"{what} is a whole number, {bound}; found {quoted(value)}")


def draws_of(draws: object, *, least: int = 1) -> int:
    """Return how many random draws are asked for, of which memory holds no end.

    Raises
    ------
    StudyError
        If it is no whole number, less than `least` or more than :data:`MOST_DRAWS`.

    Examples
    --------
    >>> draws_of(10**12)
    Traceback (most recent call last):
    ahp.errors.StudyError: the number of draws is a whole number, from 1 to 10000000; found 1000000000000
    """
    return whole_number(draws, "the number of draws", least=least, most=MOST_DRAWS)


def generator_of(rng: object) -> np.random.Generator:
    """Return the generator of random numbers that :func:`numpy.random.default_rng` makes of it.

    Raises
    ------
    StudyError
        If it is neither None, a whole number, 0 or more, or several, nor a source of random numbers.

    Examples
    --------
    >>> print(generator_of(0).integers(10), generator_of(np.random.default_rng(0)).integers(10))
    8 8
    """
    given = rng.item() if isinstance(rng, np.ndarray) and rng.ndim == 0 else rng
    parts = given if isinstance(given, Sequence | np.ndarray) else [given]
    # NumPy reads digits in text, counts True as 1 and flattens what is nested.
    odd = isinstance(given, bytes) or any(
        isinstance(part, str | bool | np.bool_ | Sequence | np.ndarray) for part in parts
    )
    if not odd:
        try:
            return np.random.default_rng(given)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            pass
    raise StudyError(
        f"rng is None, a seed (a whole number, 0 or more, or several), or a SeedSequence, BitGenerator or "
        f"Generator of numpy.random; found {quoted(rng)}"
    )


def level_of(level: object) -> float:
    """Return the level of an interval, strictly between 0 and 1.

    Raises
    ------
    StudyError
        If it is something else.
    """
    return real_number(level, "the level of an interval", above=0.0, below=1.0)


def bound_of(bound: object) -> float | None:
    """Return the bound of a completion, at least 1; None where there is none.

    Raises
    ------
    StudyError
        If it is something else.
    """
    return None if bound is None else real_number(bound, "the bound of a completion", least=1.0)


def finite_array(
    values: npt.ArrayLike, what: str, *, axes: int = 1, above: float = -np.inf, least: float = -np.inf
) -> Array:
    """Return numbers as an array of float64 if they can be calculated with.

    Parameters
    ----------
    values : array_like, shape (..., *), with `axes` axes or more, the last ones not empty
    what : str
        What they are, for the message: "benefits", "weights of the criteria".
    axes : int
        How many axes there must be; those in front of them are a batch, which may be empty.
    above, least : float
        Every number is greater than the one and at least the other.

    Raises
    ------
    JudgmentError
        If they are something else; the message names the first wrong one by its position.

    Examples
    --------
    >>> finite_array([1, 2], "benefits")
    array([1., 2.])
    >>> finite_array([1, float("nan")], "benefits")
    Traceback (most recent call last):
    ahp.errors.JudgmentError: benefits are finite numbers; found nan at [1]
    """
    found = as_floats(values)
    if found.ndim < axes or 0 in found.shape[found.ndim - axes :]:
        raise JudgmentError(
            f"{what} have at least {axes} {'axis' if axes == 1 else 'axes'}, none of them empty; "
            f"found the shape {found.shape}"
        )
    if found.size:
        low, high = np.minimum.reduce(found, axis=None), np.maximum.reduce(found, axis=None)
        smallest = max(least, -LARGEST) if above < 0 else 1.0 / LARGEST
        if not (smallest <= low and high <= LARGEST):
            _refuse(found, what, above, least)
    return found


def _refuse(found: Array, what: str, above: float, least: float) -> None:
    wrong = ~((found > above) & (found >= least) & np.isfinite(found))
    needed = "finite numbers"
    if above >= 0:
        needed = f"finite numbers greater than {above:g}"
    elif np.isfinite(least):
        needed = f"finite numbers, at least {least:g}"
    if not wrong.any():
        sizes = np.abs(found)
        wrong = (sizes > LARGEST) | ((above >= 0) & (sizes < 1.0 / LARGEST))
        needed = f"numbers of a size from {1.0 / LARGEST:g} to {LARGEST:g}, which have squares"

    def problem(at: Place) -> str:
        return f"{what} are {needed}; found {found[at]:g}" + (f" at {list(at)}" if at else "")

    refuse_first(wrong, problem, found, axes=("row",))


def refuse_first(
    wrong: npt.NDArray[np.bool_] | np.bool_,
    problem: Callable[[Place], str],
    values: Array | None = None,
    *,
    axes: Sequence[str] = ("row", "column"),
) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` for the first entry that is wrong, if one is.

    Parameters
    ----------
    wrong : ndarray of bool, shape (..., *)
    problem : callable
        What is to be said of the entry at a position.
    values : ndarray, shape (..., *), optional
        What stands there, kept by the error.
    axes : sequence of str
        What the error calls the last positions: "row", "column".

    Examples
    --------
    >>> refuse_first(np.array([False, True]), lambda at: f"item {at[0]} is heavy", axes=("row",))
    Traceback (most recent call last):
    ahp.errors.JudgmentError: item 1 is heavy
    """
    if not wrong.any():
        return
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    names = dict(zip(reversed(axes), reversed(at), strict=False))
    found = None if values is None else float(values[at])
    raise JudgmentError(problem(at), row=names.get("row"), column=names.get("column"), found=found)


def check_single(array: npt.NDArray[Any], what: str) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` unless an array is one: "the triads of one matrix are"."""
    if array.ndim != 2:
        raise JudgmentError(f"{what} wanted; found {array.ndim} dimensions")


def check_size(n: int, most: int, what: str, advice: str = "") -> None:
    """Raise :class:`~ahp.errors.JudgmentError` if there are too many items: "an inspection takes"."""
    if n > most:
        raise JudgmentError(f"{what} at most {most} items; found {n}{advice and '; '}{advice}")


def check_alike(what: str, *arrays: Array) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` unless the last axes are as long and the others broadcast."""
    try:
        np.broadcast_shapes(*(array.shape for array in arrays))
        alike = len({array.shape[-1:] for array in arrays}) == 1
    except ValueError:
        alike = False
    if not alike:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise JudgmentError(f"{what} are of the same items; found the shapes {shapes}")


def priorities_of(matrix: Array, w: npt.ArrayLike) -> Array:
    """Return positive priorities that fit checked matrices, `(..., n)` for `(..., n, n)`.

    Raises
    ------
    JudgmentError
        If they have another shape, or are not all positive finite numbers.

    Examples
    --------
    >>> priorities_of(np.ones((2, 2)), [0.5, 0.5])
    array([0.5, 0.5])
    """
    weights = as_floats(w)
    if weights.shape != matrix.shape[:-1]:
        raise JudgmentError(
            f"matrices of shape {matrix.shape} have priorities of shape {matrix.shape[:-1]}; "
            f"found {weights.shape}"
        )
    return finite_array(weights, "priorities", above=0.0)
