"""How far one judgment must change until two alternatives are level, where that has a closed form."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array


def turning_points(shares: Array, i: int, j: int, leads: Array) -> Array:
    """Return by which factors of the judgment a_ij each rival draws level, with row geometric means.

    A factor of f makes the mean of row i f^(1/n) times as large and that of row j as many times smaller, so
    that the lead, a weighted sum of the priorities, has the sign of a quadratic polynomial in f^(1/n).

    Parameters
    ----------
    shares : ndarray, shape (n,)
        Priorities by row geometric means; for up to three items the eigenvector is the same (Crawford &
        Williams 1985).
    i, j : int
        Which judgment.
    leads : ndarray, shape (n, m)
        The lead of the first alternative over each of m rivals with all weight on one item.

    Returns
    -------
    ndarray, shape (m, 2)
        Positive factors at which the sign of the lead changes, the smaller first; NaN where there is none.

    Examples
    --------
    >>> turning_points(np.array([0.75, 0.25]), 0, 1, np.array([[1.0], [-1.0]])).round(6)
    array([[0.333333,      nan]])
    """
    terms = shares[:, None] * leads
    a, c = terms[i], terms[j]
    b = terms.sum(axis=0) - a - c
    found = np.full((leads.shape[1], 2), np.nan)
    for rival, polynomial in enumerate(np.stack([a, b, c], axis=1)):
        roots = np.roots(polynomial)
        real = np.sort(roots.real[(abs(roots.imag) == 0) & (roots.real > 0)])
        real = real[[np.sum(real == root) != 2 for root in real]]  # touched, not crossed
        found[rival, : len(real)] = real
    with np.errstate(over="ignore"):
        return np.asarray(found ** len(shares))
