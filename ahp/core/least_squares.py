"""Priorities whose ratios come nearest to the judgments, by two measures with one solution each.

Both work on the residuals e_ij = a_ij g_j / g_i of the row geometric mean g, which are near one
whatever the weights are, and look for the factors exp(z) by which the priorities differ from g.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ahp.core.closed_forms import residuals, shares
from ahp.core.geometric_means import geometric_mean
from ahp.core.matrices import Array, blocks
from ahp.errors import ConvergenceError

CONSISTENT = 1e-12
"""Residuals |ln e_ij| up to this are rounding: the geometric mean is then every method's answer."""

_STEPS = 200
_SETTLED = 1e-7  # a step this small leaves an error of its square
_UNSETTLED = (
    "the least squares did not settle; the judgments differ too widely for the arithmetic, "
    "the geometric mean still exists"
)


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


def chi_squares(A: Array) -> Array:
    """Return the w that minimise Σ (a_ij - w_i/w_j)² / (w_i/w_j) (Jensen 1984).

    In ln w a sum of exponentials, so strictly convex up to scale, with one solution; Newton's method
    with the step that Sun & Tran-Dinh (2019) give for such functions finds it from anywhere.
    """
    return _by_newton(A, _chi_squares_step)


@np.errstate(over="ignore", invalid="ignore")  # as above
def _by_newton(A: Array, step: Callable[[Array, Array, Array], Array]) -> Array:
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
            move = step(e[left], g[left], z[left])
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
