"""Priorities that satisfy the least satisfied of fuzzy judgments best: fuzzy preference programming."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.fuzzy import as_triangular
from ahp.core.interval_judgments import tightest_bounds
from ahp.core.matrices import Array, rounding_of
from ahp.errors import JudgmentError

LARGEST_PROGRAMMED = 200
"""Items up to which :func:`fuzzy_preference_programming` goes: some seventy times n³."""

_HALVINGS = 60
_NEARLY_NOTHING = 1e-6  # of a least ratio: what is asked where the satisfaction would ask for less than 0
_LOWEST = -1e6  # satisfaction below this: the judgments leave no room at all


def fuzzy_preference_programming(T: npt.ArrayLike) -> tuple[Array, Array]:
    """Return the priorities that satisfy the least satisfied judgment best (Mikhailov 2003).

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments of at most 200 items; those above the diagonal are used.

    Returns
    -------
    priorities : ndarray, shape (..., n)
        Summing to 1. Where several are equally good, the middle of what remains possible.
    satisfaction : ndarray, shape (...)
        At most 1, reached when the most plausible judgments are consistent; below 0 no priorities lie inside
        all triangles, and it measures how far the judgments contradict each other.

    Raises
    ------
    JudgmentError
        If judgments without any spread contradict each other, so that no satisfaction is small enough, or
        there are more than 200 items.

    Notes
    -----
    For a given satisfaction λ the programme asks for l + λ(m - l) ≤ w_i / w_j ≤ u - λ(u - m), bounds of
    differences in the logarithms, so shortest paths settle it and λ is found by halving.

    Examples
    --------
    >>> w, satisfaction = fuzzy_preference_programming([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]])
    >>> print(w.round(6), satisfaction.round(6))
    [0.75 0.25] 1.0
    """
    triangles = as_triangular(T)
    if triangles.shape[-2] > LARGEST_PROGRAMMED:
        raise JudgmentError(
            f"fuzzy preference programming takes at most {LARGEST_PROGRAMMED} items; found "
            f"{triangles.shape[-2]}; use fuzzy_geometric_means, which takes any number"
        )
    rounding = rounding_of(T)
    low = np.full(triangles.shape[:-3], -1.0)
    while (bad := np.isnan(_distances(triangles, low, rounding)[..., 0, 0])).any():
        low = np.where(bad, 2.0 * low, low)
        if low.size and low.min() < _LOWEST:
            at = [int(i) for i in np.argwhere(low < _LOWEST)[0]]
            where = f" of matrix {at}" if at else ""
            raise JudgmentError(
                f"the judgments{where} that have no spread contradict each other; give them some, or correct "
                f"them"
            )
    high = np.ones(low.shape)
    low = np.where(np.isnan(_distances(triangles, high, rounding)[..., 0, 0]), low, high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        possible = ~np.isnan(_distances(triangles, middle, rounding)[..., 0, 0])
        low, high = np.where(possible, middle, low), np.where(possible, high, middle)
    distances = _distances(triangles, low, rounding)
    # Each column, and each row turned, satisfies the bounds; so does their mean.
    y = (distances.mean(axis=-1) - distances.mean(axis=-2)) / 2
    weights = np.exp(y - y.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True)), np.asarray(low)


def _distances(triangles: Array, satisfaction: Array, rounding: float) -> Array:
    """Return the tightest bounds of ln(w_i / w_j) at a satisfaction; NaN where there is no solution."""
    lam = satisfaction[..., None, None]
    least, modal, largest = (triangles[..., k] for k in range(3))
    with np.errstate(divide="ignore"):
        above = np.log(largest - lam * (largest - modal))
        below = -np.log(np.maximum(least + lam * (modal - least), _NEARLY_NOTHING * least))
    n = triangles.shape[-2]
    upper = np.where(np.tri(n, k=-1, dtype=bool), below.swapaxes(-1, -2), above)
    diagonal = np.arange(n)
    upper[..., diagonal, diagonal] = 0.0
    return tightest_bounds(upper, rounding)
