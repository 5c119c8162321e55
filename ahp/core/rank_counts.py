"""How often each alternative has each place over many draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.rising import Names, Positions, name_bits

Counter: TypeAlias = tuple[Names, Callable[[], npt.NDArray[np.integer[Any]]]]


def rank_counts(order: Names) -> Positions:
    """Return how often each alternative has each place.

    Parameters
    ----------
    order : ndarray of int, shape (draws, n)
        The alternatives of each draw, from the last place to the first.

    Returns
    -------
    ndarray of int, shape (n, n)
        In row i what has place i, counted from the last.

    Examples
    --------
    >>> rank_counts(np.array([[1, 0, 2], [1, 2, 0]], dtype=np.int32))
    array([[0, 2, 0],
           [1, 0, 1],
           [1, 0, 1]])
    """
    n = order.shape[1]
    bits = name_bits(n)
    codes = order.astype(np.int64)
    codes |= np.arange(n) << bits
    return np.bincount(codes.reshape(-1), minlength=n << bits).reshape(n, -1)[:, :n]


def few_ranks_counter(places: Names) -> Counter:
    """Return an array for the order of as many draws, and what counts the places of what it then holds.

    Parameters
    ----------
    places : ndarray of int, shape (draws, n)
        The numbers from 0 to n - 1 in each row.

    Examples
    --------
    >>> order, count = few_ranks_counter(np.array([[0, 1, 2], [0, 1, 2]], dtype=np.int32))
    >>> order[:] = [[1, 0, 2], [1, 2, 0]]
    >>> count()[0]
    array([0, 2, 0])
    """
    order = np.empty_like(places)
    return order, lambda: rank_counts(order)


def rank_counters(places: Names, number: int) -> list[Counter]:
    """Return what `few_ranks_counter` returns, so many times, for many draws: one counts while others go on.

    The places and names of a block are the coordinates of a sparse matrix of ones whose dense form has the
    counts; NumPy's `bincount` keeps the interpreter to itself, SciPy's conversion does not.

    Examples
    --------
    >>> [(order, count)] = rank_counters(np.array([[0, 1, 2], [0, 1, 2]], dtype=np.int32), 1)
    >>> order[:] = [[1, 0, 2], [1, 2, 0]]
    >>> count()[0]
    array([0, 2, 0], dtype=int32)
    """
    from scipy.sparse import coo_array  # late: it takes longer to load than few draws to count

    flat, n = places.reshape(-1), places.shape[1]
    ones = np.ones(len(flat), dtype=np.int32)

    def counter() -> Counter:
        order = np.zeros_like(places)
        # Neither coordinates nor ones are copied: what is written into the order is counted.
        sparse = coo_array((ones, (flat, order.reshape(-1))), shape=(n, n))
        return order, lambda: np.asarray(sparse.toarray())

    return [counter() for _ in range(number)]
