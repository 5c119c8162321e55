"""Choice where it is not known which scenario will come: rules on a table of values, larger being better."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array


def worst(values: Array) -> Array:
    """Return the least value of each alternative over the scenarios; maximin takes the largest (Wald 1950).

    Parameters
    ----------
    values : ndarray, shape (..., s, n)
        Positive values of n alternatives in s scenarios, in one unit.

    Returns
    -------
    ndarray, shape (..., n)
    """
    least: Array = values.min(axis=-2)
    return least


def largest_regret(values: Array) -> Array:
    """Return how many times better the best of its scenario is, at most (Savage 1951, on a ratio scale).

    Returns
    -------
    ndarray, shape (..., n)
        At least 1; minimax regret takes the smallest.

    Examples
    --------
    >>> largest_regret(np.array([[1.0, 2.0], [3.0, 2.0]]))
    array([2. , 1.5])
    """
    regret: Array = (values.max(axis=-1, keepdims=True) / values).max(axis=-2)
    return regret


def expected(values: Array, weights: Array) -> Array:
    """Return the mean over the scenarios, weighted by how likely or how important each is.

    Parameters
    ----------
    weights : ndarray, shape (s,)
        Summing to 1.

    Returns
    -------
    ndarray, shape (..., n)
    """
    mean: Array = np.einsum("s,...sn->...n", weights, values)
    return mean


def dominated(values: Array) -> npt.NDArray[np.bool_]:
    """Return which alternatives another one equals or beats in every scenario, and beats in one.

    Parameters
    ----------
    values : ndarray, shape (s, n)

    Returns
    -------
    ndarray of bool, shape (n,)

    Examples
    --------
    >>> dominated(np.array([[1.0, 2.0, 1.5], [1.0, 1.0, 3.0]]))
    array([ True, False, False])
    """
    at_least = (values[:, None, :] >= values[:, :, None]).all(axis=0)  # [i, j]: j is never below i
    more = (values[:, None, :] > values[:, :, None]).any(axis=0)
    found: npt.NDArray[np.bool_] = np.any(at_least & more, axis=1)
    return found


def hurwicz_choices(values: Array) -> list[tuple[float, int]]:
    """Return the choice for every pessimism α: the best of α · worst + (1 - α) · best (Hurwicz 1951).

    The score of each is a line in α, so that the choice follows the upper envelope of the lines.

    Parameters
    ----------
    values : ndarray, shape (s, n)

    Returns
    -------
    list of (float, int)
        From which α on, beginning with 0, and the position chosen; at α = 1 it is the maximin choice.

    Examples
    --------
    >>> hurwicz_choices(np.array([[1.0, 4.0], [3.0, 0.0]]))
    [(0.0, 1), (0.5, 0)]
    """
    low, high = values.min(axis=0), values.max(axis=0)
    at = int(np.lexsort((-low, -high))[0])
    alpha, found = 0.0, [(0.0, at)]
    while True:
        safer = np.flatnonzero(low > low[at])
        # The lines of `at` and a safer one cross where the loss in the best case is made up for.
        loss = high[at] - high[safer]
        crossing = loss / (loss + low[safer] - low[at])
        inside = crossing < 1.0
        if not inside.any():
            return found
        safer, crossing = safer[inside], crossing[inside]
        alpha = max(alpha, float(crossing.min()))
        level = safer[crossing <= crossing.min()]
        at = int(level[low[level].argmax()])
        found.append((alpha, at))
