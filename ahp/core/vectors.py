"""The gate of numbers that are no judgments: priorities, weights, scores, draws."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array, as_floats
from ahp.errors import JudgmentError

LARGEST = 1e150
"""Numbers up to here, and down to its reciprocal, have squares and quotients that are numbers too."""


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
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    value = float(found[at])
    place = f" at {list(at)}" if at else ""
    raise JudgmentError(
        f"{what} are {needed}; found {value:g}{place}", row=at[-1] if at else None, found=value
    )


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
