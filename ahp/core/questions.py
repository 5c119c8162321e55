"""Which missing judgment would tell most: the effective resistances of the graph of judgments."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.incomplete import as_incomplete, reached_by
from ahp.core.matrices import Array


def effective_resistances(A: npt.ArrayLike) -> Array:
    """Return the effective resistance between every two items of the graph of known judgments.

    If each judgment's logarithm has an independent error of variance σ², the least-squares ratio of items
    i and j has a logarithm of variance σ² R_ij: the pair with the largest R is the one to ask next.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a missing judgment.

    Returns
    -------
    ndarray, shape (..., n, n)
        0 on the diagonal, 2/n everywhere else in a complete matrix, infinite between items that no chain
        of judgments connects.

    Raises
    ------
    JudgmentError
        If a judgment is wrong.

    Examples
    --------
    >>> nan = float("nan")
    >>> effective_resistances([[1, 2, nan], [1/2, 1, 2], [nan, 1/2, 1]]).round(6)
    array([[0., 1., 2.],
           [1., 0., 1.],
           [2., 1., 0.]])
    """
    matrix = as_incomplete(A)
    n = matrix.shape[-1]
    known = ~np.isnan(matrix)
    laplacian = -known.astype(np.float64)
    diagonal = np.arange(n)
    laplacian[..., diagonal, diagonal] = known.sum(axis=-1) - 1.0
    together = reached_by(known)
    # Adding ones within each connected group makes the Laplacian invertible and leaves resistances.
    inverse = np.linalg.inv(laplacian + together)
    own = inverse[..., diagonal, diagonal]
    resistance = own[..., :, None] + own[..., None, :] - inverse - inverse.swapaxes(-1, -2)
    resistance[..., diagonal, diagonal] = 0.0
    return np.where(together, resistance, np.inf)
