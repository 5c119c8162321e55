"""Direct least squares: the priorities whose ratios come nearest to the judgments themselves.

The sum of (a_ij - w_i/w_j)² has several local minima, and where judgments go in a circle several
global ones (Jensen 1984, Bozóki 2003). It is therefore descended from many starts: the other
methods' priorities, every column of the matrix, and half-way between. No start is drawn at random.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import (
    cosine_maximisation,
    normalised_column_mean,
    residuals,
    shares,
)
from ahp.core.geometric_means import geometric_mean
from ahp.core.least_squares import CONSISTENT, chi_squares, weighted_least_squares
from ahp.core.matrices import Array, as_pairwise, blocks
from ahp.errors import JudgmentError

LARGEST = 30
"""Most items that direct least squares takes: its starts grow with n and a step costs n³."""

_TIED = 1e-9  # of sums of squares, relatively
_SAME = 1e-6  # of two solutions, in the logarithms
_STEPS = 300
_HALVINGS = 40
_SETTLED = 1e-7
_LONGEST = 2.0
_POLISH = 1e-3


def least_squares(A: Array) -> Array:
    """Return the w that minimise Σ (a_ij - w_i/w_j)², of several the one nearest the geometric mean.

    Nearest in the logarithms; of equally near ones that which gives the first item the most, then
    the second, and so on. :func:`least_squares_solutions` returns them all.
    """
    n = A.shape[-1]
    _check_size(n)
    flat = A.reshape(-1, n, n)
    found = geometric_mean(flat)
    for block in blocks(len(flat), 2 * n * n):  # 3n + 5 starts each
        e = residuals(flat[block], found[block])
        left = block.start + np.flatnonzero(np.abs(np.log(e)).max(axis=(-2, -1)) > CONSISTENT)
        if len(left):
            g = found[left]
            z, sums = _minima(flat[left], g)
            first = _chosen(_keys(z), sums <= sums.min(axis=-1, keepdims=True) * (1.0 + _TIED))
            found[left] = shares(g * np.exp(z[np.arange(len(left)), first]))
    return found.reshape(A.shape[:-1])


def least_squares_solutions(A: npt.ArrayLike) -> Array:
    """Return every global minimum of Σ (a_ij - w_i/w_j)² that was found for one matrix.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix of at most 30 items.

    Returns
    -------
    ndarray, shape (k, n)
        Priorities summing to 1, the one that `priorities(A, method="least-squares")` returns first.
        Sums of squares within 1e-9 of each other count as equal.

    Raises
    ------
    JudgmentError
        If `A` is not one pairwise comparison matrix, or has more than 30 items.

    Notes
    -----
    Descents from 3n + 5 starts; that no lower minimum exists is not proven. Where judgments go in a
    circle the minimum is not unique (Jensen 1984, Bozóki 2003).

    Examples
    --------
    >>> circle = [[1, 9, 1/9], [1/9, 1, 9], [9, 1/9, 1]]
    >>> least_squares_solutions(circle).round(4)
    array([[0.6698, 0.0878, 0.2425],
           [0.2425, 0.6698, 0.0878],
           [0.0878, 0.2425, 0.6698]])
    """
    matrix = as_pairwise(A)
    if matrix.ndim != 2:
        raise JudgmentError(f"the solutions of one matrix are wanted; found {matrix.ndim} dimensions")
    _check_size(len(matrix))
    g = geometric_mean(matrix)
    if np.abs(np.log(residuals(matrix, g))).max() <= CONSISTENT:
        return g[None]
    z, sums = (found[0] for found in _minima(matrix[None], g[None]))
    z = z[sums <= sums.min() * (1.0 + _TIED)]
    keys = _keys(z)
    order = np.lexsort(keys.T[::-1])
    distinct = [
        k for k, at in enumerate(order) if not (np.abs(z[order[:k]] - z[at]).max(axis=-1) < _SAME).any()
    ]
    return shares(g * np.exp(z[order[distinct]]))


def _check_size(n: int) -> None:
    if n > LARGEST:
        raise JudgmentError(
            f"least squares takes at most {LARGEST} items; found {n}; use 'weighted-least-squares' or "
            f"'chi-squares', which take any number"
        )


def _keys(z: Array) -> Array:
    """Return what the solutions are ordered by: distance, then the greatest factors, then the items.

    The factors in order of size do not depend on the order of the items; only solutions that are
    permutations of each other are told apart by it. Rounded, so that what is equal but for rounding is
    ordered by the next key.
    """
    distance = (z**2).sum(axis=-1, keepdims=True)
    return np.asarray(np.concatenate([distance, np.sort(-z, axis=-1), -z], axis=-1).round(6))


def _chosen(keys: Array, candidates: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Return the position of the candidate with the smallest first key; of equals, of the second key."""
    for key in np.moveaxis(keys, -1, 0):
        smallest = np.where(candidates, key, np.inf).min(axis=-1, keepdims=True)
        candidates = candidates & (key == smallest)
    return np.asarray(candidates.argmax(axis=-1))


def _minima(A: Array, g: Array) -> tuple[Array, Array]:
    """Return where the descents from every start of every matrix end, `(b, s, n)`, and the sums there.

    What ends are the logarithms of the factors on g, with mean 0.
    """
    e = residuals(A, g)
    starts = _starts(A, e, g)
    b, s, n = starts.shape
    z, sums = _descended(e, g, starts.reshape(-1, n), np.repeat(np.arange(b), s))
    z -= z.mean(axis=-1, keepdims=True)
    return z.reshape(b, s, n), sums.reshape(b, s)


def _starts(A: Array, e: Array, g: Array) -> Array:
    """Return where the descents begin, `(b, s, n)`, as logarithms of the factors on g."""
    methods = (chi_squares, weighted_least_squares, cosine_maximisation, normalised_column_mean)
    others = [np.log(method(A) / g) for method in methods]
    columns = np.log(e).swapaxes(-1, -2)  # a column of judgments is itself a vector of weights
    known = np.stack([np.zeros_like(g), *others], axis=-2)
    return np.concatenate([known, columns, columns / 2.0, -columns], axis=-2)


def _descended(e: Array, g: Array, z: Array, owner: npt.NDArray[np.intp]) -> tuple[Array, Array]:
    """Return local minima `(s, n)` and their sums of squares, by Newton's method on every start.

    The start z[k] belongs to the matrix owner[k]. Eigenvalues of the Hessian are made positive, so
    that saddle points repel.
    """
    ratio = g[:, :, None] / g[:, None, :]
    diagonal = np.arange(g.shape[-1])
    ratio[:, diagonal, diagonal] = 0.0
    weight = (ratio / ratio.max(axis=(-2, -1), keepdims=True)) ** 2
    sums = _sum_of_squares(weight[owner], e[owner], z)
    left = np.arange(len(z))
    for _ in range(_STEPS):
        if not len(left):
            break
        step, slope = _newton_step(weight[owner[left]], e[owner[left]], z[left])
        step *= np.minimum(1.0, _LONGEST / np.maximum(np.ptp(step, axis=-1), 1e-300))[:, None]
        taken, old = np.zeros(len(left)), sums[left]
        trying = np.arange(len(left))
        for halving in range(_HALVINGS):
            length = 0.5**halving
            at = left[trying]
            new = _sum_of_squares(weight[owner[at]], e[owner[at]], z[at] + length * step[trying])
            down = new <= old[trying] + 1e-4 * length * slope[trying]
            taken[trying[down]] = length
            sums[at[down]] = new[down]
            trying = trying[~down]
            if not len(trying):
                break
        z[left] += taken[:, None] * step
        # No shorter step goes down: rounding is all that is left.
        left = left[(taken > 0) & (np.ptp(step, axis=-1) > _SETTLED)]
    for _ in range(2):  # the sum is flat at its minimum, its slope is not
        step = _newton_step(weight[owner], e[owner], z)[0]
        z += np.where(np.ptp(step, axis=-1) < _POLISH, 1.0, 0.0)[:, None] * step
    return z, _sum_of_squares(weight[owner], e[owner], z)


def _sum_of_squares(weight: Array, e: Array, z: Array) -> Array:
    found: Array = (weight * (e - np.exp(z[:, :, None] - z[:, None, :])) ** 2).sum(axis=(-2, -1))
    return found


def _newton_step(weight: Array, e: Array, z: Array) -> tuple[Array, Array]:
    """Return the steps down and the slopes along them."""
    n = z.shape[-1]
    x = np.exp(z[:, :, None] - z[:, None, :])
    first = -2.0 * weight * (e - x) * x
    second = 2.0 * weight * x * (2.0 * x - e)
    gradient = first.sum(axis=-1) - first.sum(axis=-2)
    curvature = second + second.swapaxes(-1, -2)
    diagonal = np.arange(n)
    hessian = -curvature
    hessian[:, diagonal, diagonal] = curvature.sum(axis=-1)
    # Scaled by the curvature that the squares would have if the judgments were met.
    scale = 2.0 * weight * x**2
    root = np.sqrt(scale.sum(axis=-1) + scale.sum(axis=-2))
    hessian /= root[:, :, None] * root[:, None, :]
    unit = root / np.sqrt((root**2).sum(axis=-1, keepdims=True))
    hessian += unit[:, :, None] * unit[:, None, :]
    values, vectors = np.linalg.eigh(hessian)
    along = (vectors.swapaxes(-1, -2) @ (gradient / root)[..., None])[..., 0]
    step = -(vectors @ (along / np.maximum(np.abs(values), 1e-8))[..., None])[..., 0] / root
    step -= step.mean(axis=-1, keepdims=True)
    return step, (gradient * step).sum(axis=-1)
