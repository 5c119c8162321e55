"""From local to global priorities: the weighted sum over criteria."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array
from ahp.errors import JudgmentError


def global_priorities(weights: npt.ArrayLike, local: npt.ArrayLike) -> Array:
    """Return Σ_c w_c · p_c: the distributive synthesis of local priorities (Saaty 1980).

    Parameters
    ----------
    weights : array_like, shape (..., k)
        Weights of the criteria.
    local : array_like, shape (..., k, n)
        Local priorities of the alternatives under each criterion.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1 when the weights and each local vector do.

    Raises
    ------
    JudgmentError
        If there is not one weight for each local vector.

    Examples
    --------
    >>> global_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]])
    array([0.4, 0.6])
    """
    w = np.asarray(weights, dtype=np.float64)
    p = np.asarray(local, dtype=np.float64)
    if w.ndim < 1 or p.ndim < 2 or w.shape[-1] != p.shape[-2]:
        raise JudgmentError(f"{w.shape} weights do not fit {p.shape} local priorities: (…, k) and (…, k, n)")
    if p.ndim == 2 and w.ndim == 2:  # one product; with as many local vectors it would be as many small ones
        return np.asarray(w @ p)
    total: Array = np.einsum("...k,...kn->...n", w, p)
    return total


def ideal_priorities(weights: npt.ArrayLike, local: npt.ArrayLike) -> Array:
    """Return the ideal synthesis: each local vector divided by its largest, then added (Millet & Saaty 2000).

    Adding a copy of an alternative, or one that is best at nothing, leaves the order of the others as it is.

    Parameters
    ----------
    weights : array_like, shape (..., k)
    local : array_like, shape (..., k, n)
        Positive local priorities.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1.

    Raises
    ------
    JudgmentError
        If there is not one weight for each local vector.

    Examples
    --------
    >>> ideal_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]]).round(4)
    array([0.4286, 0.5714])
    """
    p = np.asarray(local, dtype=np.float64)
    total = global_priorities(weights, p / p.max(axis=-1, keepdims=True))
    shares: Array = total / total.sum(axis=-1, keepdims=True)
    return shares
