"""The order in which many draws put the alternatives: by single precision where that decides, else exactly.

Sorting takes most of the time, and keys of 32 bits sort twice as fast as those of 64. The scores of a draw
are first computed in single precision, whose error is bounded; only draws in which two neighbours are closer
than that bound are computed and sorted in double precision.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Names: TypeAlias = npt.NDArray[np.int32]
Positions: TypeAlias = npt.NDArray[np.int64]
Rows: TypeAlias = slice | npt.NDArray[np.intp]
_LEAST, _LARGEST = np.float32(1e-30), np.float32(1e30)  # beyond, single precision loses digits
_MANTISSA = 24  # bits of a key that scores need at least: they may then differ by a factor of two


def name_bits(alternatives: int) -> int:
    """Return how many bits of a key the number of an alternative takes.

    Examples
    --------
    >>> name_bits(50)
    6
    """
    return max(alternatives - 1, 1).bit_length()


def rising(scores: Floats) -> Names:
    """Return the alternatives of each draw by rising score; alike to 2⁻⁴⁶ or so, by their number.

    Parameters
    ----------
    scores : ndarray of float64, shape (draws, n)
        None negative; overwritten.

    Returns
    -------
    ndarray of int, shape (draws, n)

    Examples
    --------
    >>> rising(np.array([[0.5, 0.2, 0.3], [0.2, 0.2, 0.1]]))
    array([[1, 2, 0],
           [2, 0, 1]], dtype=int32)
    """
    n = scores.shape[1]
    mask = (1 << name_bits(n)) - 1
    # Positive floats sort as their bits do, and the last bits can carry the names.
    keys = scores.view(np.int64)
    keys &= ~mask
    keys |= np.arange(n)
    keys.sort(axis=1)
    keys &= mask
    return keys.astype(np.int32)


class Scratch(NamedTuple):
    """What `rising_in_single` needs with the scores; made for each block anew, threads would wait for it."""

    names: Names  # the numbers of the alternatives in each row: a row alone would be slow to spread over all
    close: npt.NDArray[np.bool_]  # whether each key is near the one before
    order: Names  # the result


def scratch(names: Names, order: Names) -> Scratch:
    """Return what is needed for as many draws and alternatives as there are names and room for the result.

    Examples
    --------
    >>> scratch(np.array([[0, 1, 2]], dtype=np.int32), np.empty((1, 3), dtype=np.int32)).close.size
    2
    """
    return Scratch(names, np.empty(max(order.size - 1, 0), np.bool_), order)


def rising_in_single(scores: Floats, steps: int, work: Scratch) -> tuple[Names, Positions]:
    """Return what `rising` returns, from scores in single precision, and the draws for which it may be wrong.

    Parameters
    ----------
    scores : ndarray of float32, shape (draws, n)
        Overwritten.
    steps : int
        How many steps of single precision a score may be from the exact one.
    work : Scratch
        For as many draws or more; overwritten.

    Returns
    -------
    order : ndarray of int32, shape (draws, n)
        The first rows of `work.order`.
    doubtful : ndarray of int
        The draws to be sorted again, by exact scores.
    """
    draws, n = scores.shape
    names, order = work.names[:draws], work.order[:draws]
    bits = name_bits(n)
    mask = (1 << bits) - 1
    least, largest = scores.min(initial=np.inf), scores.max(initial=0.0)
    if not (least >= _LEAST and largest <= _LARGEST):
        order[:] = names
        return order, np.arange(draws)
    lowest = least.view(np.int32)
    lost = max(0, (int(largest.view(np.int32)) - int(lowest)).bit_length() + bits - 31)
    keys = scores.view(np.int32)
    keys -= lowest
    keys <<= bits - lost
    if lost:
        keys &= ~mask
    keys |= names
    keys.sort(axis=1)
    # Neighbours in memory: the last of a draw and the first of the next mostly differ by a huge number.
    flat = keys.reshape(-1).view(np.uint32)
    between = max(len(flat) - 1, 0)
    apart, close = order.reshape(-1).view(np.uint32)[:between], work.close[:between]
    np.subtract(flat[1:], flat[:-1], out=apart)  # where the result will stand: less memory is faster
    np.less(apart, np.uint32(((2 * steps >> lost) + 2) << bits), out=close)
    np.bitwise_and(keys, mask, out=order)
    rows = np.flatnonzero(close) // n
    new = np.ones(len(rows), dtype=np.bool_)
    new[1:] = rows[1:] != rows[:-1]  # np.unique would load masked arrays for it
    return order, rows[new]


def single_decides(alternatives: int) -> bool:
    """Return whether keys of 32 bits have room for so many names and the scores.

    Examples
    --------
    >>> single_decides(50), single_decides(500)
    (True, False)
    """
    return 31 - name_bits(alternatives) >= _MANTISSA
