"""From local to global priorities: the weighted sum over criteria."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array


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

    Examples
    --------
    >>> global_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]])
    array([0.4, 0.6])
    """
    w = np.asarray(weights, dtype=np.float64)
    p = np.asarray(local, dtype=np.float64)
    total: Array = (w[..., None, :] @ p)[..., 0, :]
    return total
