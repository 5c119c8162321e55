"""From local to global priorities: the weighted sum over criteria."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.matrices import Array
from ahp.core.vectors import finite_array
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
        If there is not one weight for each local vector, or one of the numbers is not finite.

    Examples
    --------
    >>> global_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]])
    array([0.4, 0.6])
    """
    w = finite_array(weights, "weights of criteria")
    p = finite_array(local, "local priorities", axes=2)
    _check_fit(w, p)
    return weighted_sums(w, p)


def weighted_sums(weights: Array, local: Array) -> Array:
    """Return Σ_c w_c · p_c of numbers that fit and were checked, `(..., n)` for `(..., k)` and `(..., k, n)`.

    Examples
    --------
    >>> weighted_sums(np.array([0.5, 0.5]), np.array([[0.2, 0.8], [0.6, 0.4]]))
    array([0.4, 0.6])
    """
    if local.ndim == 2 and weights.ndim == 2:  # one product; with as many local vectors many small ones
        return np.asarray(weights @ local)
    total: Array = np.einsum("...k,...kn->...n", weights, local)
    return total


def ideal_priorities(weights: npt.ArrayLike, local: npt.ArrayLike) -> Array:
    """Return the ideal synthesis: each local vector divided by its largest, then added (Millet & Saaty 2000).

    Adding a copy of an alternative, or one that is best at nothing, leaves the order of the others as it is.

    Parameters
    ----------
    weights : array_like, shape (..., k)
    local : array_like, shape (..., k, n)
        Local priorities, 0 or more.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1.

    Raises
    ------
    JudgmentError
        If there is not one weight for each local vector, or a number is negative or not finite, or all are 0.

    Examples
    --------
    >>> ideal_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]]).round(4)
    array([0.4286, 0.5714])
    """
    w = finite_array(weights, "weights of criteria", least=0.0)
    p = finite_array(local, "local priorities", axes=2, least=0.0)
    largest = p.max(axis=-1, keepdims=True)
    total = global_priorities(w, np.divide(p, largest, out=np.zeros(p.shape), where=largest > 0))
    if not total.any(axis=-1).all():
        raise JudgmentError("nothing has any priority: every weight, or every local priority under it, is 0")
    return shares(total)


def _check_fit(weights: Array, local: Array) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` unless there is one weight for each local vector."""
    try:
        fits = np.broadcast_shapes(weights.shape, local.shape[:-1])[-1:] == weights.shape[-1:]
    except ValueError:
        fits = False
    if not fits or weights.shape[-1] != local.shape[-2]:
        raise JudgmentError(
            f"{weights.shape} weights do not fit {local.shape} local priorities: (…, k) and (…, k, n)"
        )
