"""Priorities whose ratios come nearest to the judgments: weighted, chi-squares and direct least squares.

All work on the residuals e_ij = a_ij g_j / g_i of the row geometric mean g, which are near one
whatever the weights are, and look for the factors exp(z) by which the priorities differ from g.

The sum of (a_ij - w_i/w_j)² has several local minima, and where judgments go in a circle several
global ones (Jensen 1984, Bozóki 2003). It is therefore descended from many starts: the other
methods' priorities, every column of the matrix, and half-way between. No start is drawn at random.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import (
    cosine_maximisation,
    geometric_mean,
    normalised_column_mean,
    residuals,
    shares,
)
from ahp.core.gate import Array, check_single, check_size
from ahp.core.matrices import as_pairwise, blocks
from ahp.errors import ConvergenceError

CONSISTENT = 1e-12
"""Residuals |ln e_ij| up to this are rounding: the geometric mean is then every method's answer."""

_STEPS = 200
_SETTLED = 1e-7  # a step this small leaves an error of its square
_UNSETTLED = (
    "the least squares did not settle; the judgments differ too widely for the arithmetic, "
    "the geometric mean still exists"
)

LARGEST_DIRECT = 30
"""Most items that direct least squares takes: its starts grow with n and a step costs n³."""

_TIED = 1e-9  # of sums of squares, relatively
_SAME = 1e-6  # of two solutions, in the logarithms
_DESCENTS = 300
_HALVINGS = 40
_DESCENDED = 1e-7
_LONGEST = 2.0
_POLISH = 1e-3


@np.errstate(over="ignore", invalid="ignore")  # squares that are no numbers end in an error that says so
def weighted_least_squares(A: Array) -> Array:
    """Return the w that minimise Σ (a_ij w_j - w_i)² with Σ w = 1 (Chu, Kalaba & Spingarn 1979).

    Unique and positive for every matrix: a linear system with an M-matrix.
    """
    n = A.shape[-1]
    g = geometric_mean(A)
    e = residuals(A, g)
    squares = g**2
    # Σ g_i² (e_ij u_j - u_i)² is the quadratic form of this matrix; g gᵀ removes the scale of u.
    cross = squares[..., :, None] * e
    quadratic = g[..., :, None] * g[..., None, :] - cross - cross.swapaxes(-1, -2)
    diagonal = np.arange(n)
    quadratic[..., diagonal, diagonal] = (cross * e).sum(axis=-2) + (n - 1) * squares
    found = shares(g * np.linalg.solve(quadratic, g[..., None])[..., 0])
    if not np.isfinite(found).all():
        raise ConvergenceError(_UNSETTLED, found)
    return found


@np.errstate(over="ignore", invalid="ignore")  # as above
def chi_squares(A: Array) -> Array:
    """Return the w that minimise Σ (a_ij - w_i/w_j)² / (w_i/w_j) (Jensen 1984).

    In ln w a sum of exponentials, so strictly convex up to scale, with one solution; Newton's method
    with the step that Sun & Tran-Dinh (2019) give for such functions finds it from anywhere.
    """
    n = A.shape[-1]
    flat = A.reshape(-1, n, n)
    found = np.empty(flat.shape[:-1])
    for block in blocks(len(flat), n):
        g = geometric_mean(flat[block])
        e = residuals(flat[block], g)
        z = np.zeros_like(g)
        left = np.flatnonzero(np.abs(np.log(e)).max(axis=(-2, -1)) > CONSISTENT)
        for _ in range(_STEPS):
            if not len(left):
                break
            move = _chi_squares_step(e[left], g[left], z[left])
            z[left] += move
            left = left[~(np.ptp(move, axis=-1) < _SETTLED)]
        else:
            raise ConvergenceError(_UNSETTLED, shares(g * np.exp(z)))
        found[block] = shares(g * np.exp(z - z.max(axis=-1, keepdims=True)))
    return found.reshape(A.shape[:-1])


def _chi_squares_step(e: Array, g: Array, z: Array) -> Array:
    """Return the damped Newton step for Σ m_ij exp(z_i - z_j) with m_ij = g_i/g_j + e_ji² g_j/g_i."""
    ratio = g[..., :, None] / g[..., None, :]
    terms = (ratio + (e**2).swapaxes(-1, -2) / ratio) * np.exp(z[..., :, None] - z[..., None, :])
    gradient = terms.sum(axis=-1) - terms.sum(axis=-2)
    step = -solve_laplacian(terms + terms.swapaxes(-1, -2), gradient)
    spread = np.ptp(step, axis=-1)[..., None]
    with np.errstate(invalid="ignore"):
        damping = np.where(spread > 1e-12, np.log1p(spread) / spread, 1.0)
    return np.asarray(step * damping)


def solve_laplacian(weights: Array, right: Array) -> Array:
    """Return the x with Σ x = 0 that solve Σ_j c_ij (x_i - x_j) = right_i, for connected weights c.

    Rows and columns are scaled by the roots of the diagonal, so that weights of any size will do.
    """
    n = right.shape[-1]
    diagonal = np.arange(n)
    laplacian = -weights
    laplacian[..., diagonal, diagonal] = 0.0
    degree = -laplacian.sum(axis=-1)
    laplacian[..., diagonal, diagonal] = degree
    root = np.sqrt(degree)
    scaled = laplacian / (root[..., :, None] * root[..., None, :])
    unit = root / np.sqrt(degree.sum(axis=-1, keepdims=True))
    scaled += unit[..., :, None] * unit[..., None, :]  # the null vector of the scaled matrix
    x = np.linalg.solve(scaled, (right / root)[..., None])[..., 0] / root
    return np.asarray(x - x.mean(axis=-1, keepdims=True))


def least_squares(A: Array) -> Array:
    """Return the w that minimise Σ (a_ij - w_i/w_j)², of several the one nearest the geometric mean.

    Nearest in the logarithms; of equally near ones that which gives the first item the most, then
    the second, and so on. :func:`~ahp.core.more.least_squares_solutions` returns them all.
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
    check_single(matrix, "the solutions of one matrix are")
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
    advice = "use 'weighted-least-squares' or 'chi-squares', which take any number"
    check_size(n, LARGEST_DIRECT, "least squares takes", advice)


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
    for _ in range(_DESCENTS):
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
        left = left[(taken > 0) & (np.ptp(step, axis=-1) > _DESCENDED)]
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
