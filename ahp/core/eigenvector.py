"""The principal eigenvalue and eigenvector of positive matrices, to the last digits, for any batch.

Power iteration brackets the eigenvalue: for any positive w the ratios (Aw)_i / w_i lie on both
sides of it (Collatz 1942, Wielandt 1950), so their spread is a true error bound and the stopping
rule. The iteration steps by a high power of the matrix, reached by squaring. What has not
settled then has a second eigenvalue close to the first; the inverse iteration of Noda (1971),
shifted by the upper end of the bracket, settles it in a few steps.

Every matrix takes the same steps whatever stands beside it, so that its answer does not depend on
the batch, not even in the last bit; batches are worked through in blocks that stay in the cache.
Of up to six items a product costs less than the call that asks for it: these are laid out
with the matrices along the last axis, where each term of a product is one pass over all of them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import residuals
from ahp.core.gate import Array
from ahp.core.matrices import blocks
from ahp.errors import ConvergenceError

TINY = 6
"""The largest size that is laid out with the matrices along the last axis."""

Mask = npt.NDArray[np.bool_]
Picked = npt.NDArray[np.intp]
_EPS = float(np.finfo(np.float64).eps)
_SMALL = 32  # up to this size squaring costs less than the steps it replaces
_TAME = 1e3  # entries below this overflow neither in A**32 nor in A**64 for n <= _SMALL
_FIRST = 3  # squarings: A**8 for what is nearly consistent
_NEAR = 1e-5
_STRIDES = 3
_SQUARINGS = 6  # of a matrix rescaled first
_STEPS_SMALL, _STEPS_LARGE = 3, 60
_NODA_STEPS = 60
_ADVICE = "the judgments differ too widely for the arithmetic, the geometric mean still exists"


def perron(A: Array) -> tuple[Array, Array]:
    """Return the principal eigenvectors `(..., n)` and eigenvalues `(...)` of checked matrices.

    The vectors sum to 1. For n ≤ 3 the closed forms are used (Crawford & Williams 1985: the
    eigenvector is then the row geometric mean).

    Raises
    ------
    ConvergenceError
        If rounding keeps the bracket open; the error carries the best estimate.
    """
    n = A.shape[-1]
    if n <= 3:
        return _closed_form(A)
    if A.ndim == 2 and n <= _SMALL:
        settled = _one(np.ascontiguousarray(A))
        if settled:
            return settled
    flat = A.reshape(-1, n, n)
    vectors = np.empty(flat.shape[:-1])
    values = np.empty(flat.shape[0])
    for block in blocks(len(flat), n):
        # Contiguous, because products of strided matrices are rounded in another order.
        vectors[block], values[block] = _block(np.ascontiguousarray(flat[block]))
    return vectors.reshape(A.shape[:-1]), values.reshape(A.shape[:-2])


def _closed_form(A: Array) -> tuple[Array, Array]:
    n = A.shape[-1]
    if n == 1:
        return np.ones(A.shape[:-1]), np.ones(A.shape[:-2])
    if n == 2:
        first = A[..., 0, 1]
        share = 1.0 / (1.0 + first)
        return np.stack([first * share, share], axis=-1), np.full(A.shape[:-2], 2.0)
    a, b, c = np.log(A[..., 0, 1]), np.log(A[..., 0, 2]), np.log(A[..., 1, 2])
    logs = np.stack([a + b, c - a, -b - c], axis=-1) / 3.0
    vector = np.exp(logs - logs.max(axis=-1, keepdims=True))
    vector /= vector.sum(axis=-1, keepdims=True)
    return vector, 1.0 + 2.0 * np.cosh((b - a - c) / 3.0)


class _MatricesFirst:
    """A batch of matrices, or one, as it is given; each product is one call of BLAS.

    Vectors have their items along the first axis, in every layout.
    """

    further = 2  # squarings of A**8, to A**32

    def laid(self, A: Array) -> Array:
        """Return the matrices `(b, n, n)`, or one, as they are needed here."""
        return A

    def picked(self, A: Array, which: Picked) -> Array:
        """Return some of the matrices."""
        return A[which]

    def squared(self, A: Array) -> Array:
        """Return the products of the matrices with themselves."""
        return np.asarray(A @ A)

    def column(self, A: Array, j: int) -> Array:
        """Return a column of each matrix."""
        return A[..., j].T

    def times(self, A: Array, w: Array) -> Array:
        """Return the product of each matrix with its vector."""
        return np.asarray((A @ np.ascontiguousarray(w.T)[..., None])[..., 0].T)


class _MatricesLast(_MatricesFirst):
    """Transposed, so that the product with a vector is added up row by row, for all matrices at once."""

    further = 3  # to A**64: they are cheap here

    def laid(self, A: Array) -> Array:
        return A.T.copy()

    def picked(self, A: Array, which: Picked) -> Array:
        return A[..., which]

    def squared(self, A: Array) -> Array:
        return np.asarray(np.einsum("ij...,jk...->ik...", A, A))

    def column(self, A: Array, j: int) -> Array:
        return np.asarray(A[j])

    def times(self, A: Array, w: Array) -> Array:
        return np.asarray(np.einsum("ji...,j...->i...", A, w))


class _OneMatrix(_MatricesFirst):
    """A single one: `dot` is then the same product as `@`, at half the cost of a call."""

    def squared(self, A: Array) -> Array:
        return np.asarray(A.dot(A))

    def times(self, A: Array, w: Array) -> Array:
        return np.asarray(A.dot(w))


def _power(A: Array, squarings: int, layout: _MatricesFirst) -> Array:
    for _ in range(squarings):
        A = layout.squared(A)
    return A


def _one(A: Array) -> tuple[Array, Array] | None:
    """Settle one matrix as :func:`_tame` settles many, operation by operation; None if it is slow to."""
    n = len(A)
    layout = _MatricesLast() if n <= TINY else _OneMatrix()
    if not np.maximum.reduce(A, axis=None) < _TAME:
        return None
    A = layout.laid(A)
    power = _power(A, _FIRST, layout)
    ratios = (layout.column(power, 0) / layout.column(power, 1)).tolist()
    high = max(ratios)
    if high - min(ratios) > _NEAR * high:
        power = _power(power, layout.further, layout)
    image = layout.column(power, 0)
    for _ in range(1 + _STRIDES):
        w = layout.times(power, image / image[0])
        image = layout.times(A, w)
        ratios = (image / w).tolist()
        low, high = min(ratios), max(ratios)
        if high - low <= _tolerance(n) * high:
            return image / _sum(image), np.asarray((low + high) / 2)
    return None


def _block(A: Array) -> tuple[Array, Array]:
    """Settle matrices whose powers and sums cannot overflow the fast way, the others by rescaling first."""
    settle_tame = _tame if A.shape[-1] <= _SMALL else _from_sums
    if np.maximum.reduce(A, axis=None) < _TAME:
        return settle_tame(A)
    tame = A.max(axis=(-2, -1)) < _TAME
    vectors, values = np.empty(A.shape[:-1]), np.empty(len(A))
    for chosen, settle in ((tame, settle_tame), (~tame, _many)):
        if chosen.any():
            vectors[chosen], values[chosen] = settle(A[chosen])
    return vectors, values


def _from_sums(A: Array) -> tuple[Array, Array]:
    """Settle large matrices from the sums of their rows: logarithms would cost more than all steps after."""
    return _settled(A, A.sum(axis=-1))


def _tame(A: Array) -> tuple[Array, Array]:
    """Settle matrices `(b, n, n)` with entries below `_TAME`; they leave as they converge.

    A column of a high power is what that power makes of a unit vector; how far two columns are from
    being proportional tells whether a few more steps will do or a higher power is needed.
    """
    layout = _MatricesLast() if A.shape[-1] <= TINY else _MatricesFirst()
    laid = layout.laid(A)
    power = _power(laid, _FIRST, layout)
    low, high = _bounds(layout.column(power, 0), layout.column(power, 1))
    far = high - low > _NEAR * high
    far_is_rare = 2 * np.count_nonzero(far) <= len(A)
    # Steps that a matrix need not take cost less than picking out all the others.
    rare = np.flatnonzero(far if far_is_rare else ~far)
    power_rare = layout.picked(power, rare)
    if far_is_rare:
        power_rare = _power(power_rare, layout.further, layout)
    else:
        power = _power(power, layout.further, layout)
    images, values, open_ = _strides(laid, power, layout)
    if len(rare):
        found = _strides(layout.picked(laid, rare), power_rare, layout)
        images[:, rare], values[rare], open_[rare] = found
    images /= _sum(images)
    vectors = images.T
    if np.logical_or.reduce(open_):
        vectors[open_], values[open_] = _many(A[open_])
    return vectors, values


def _strides(A: Array, power: Array, layout: _MatricesFirst) -> tuple[Array, Array, Mask]:
    """Return Aw for the w that a few steps of the power lead to, λ, and what is still open."""
    column = layout.column(power, 0)
    w = layout.times(power, column / column[0])  # what is divided does not overflow
    images = layout.times(A, w)
    low, high = _bounds(images, w)
    values = (low + high) / 2
    tolerance = _tolerance(len(images))
    open_ = high - low > tolerance * high
    for _ in range(_STRIDES):
        if not np.logical_or.reduce(open_):
            break
        left = np.flatnonzero(open_)
        w = layout.times(layout.picked(power, left), images[:, left] / images[0, left])
        images[:, left] = image = layout.times(layout.picked(A, left), w)
        low, high = _bounds(image, w)
        values[left] = (low + high) / 2
        open_[left] = high - low > tolerance * high
    return images, values, open_


def _sum(w: Array) -> Array:
    """Return the sums of vectors, added up in one order for one and for many."""
    return np.asarray(np.add.accumulate(w)[-1])


def _bounds(v: Array, w: Array) -> tuple[Array, Array]:
    """Return the smallest and the largest v_i / w_i of each pair of vectors."""
    ratios = np.ascontiguousarray(v / w)  # reducing a short last axis is slow
    return np.minimum.reduce(ratios), np.maximum.reduce(ratios)


def perron_from(A: Array, start: Array) -> tuple[Array, Array]:
    """Return what :func:`perron` does for irreducible matrices that may hold zeros.

    Their diagonals are positive, and the iteration sets out from `start`, `(..., n)`.
    """
    n = A.shape[-1]
    flat, w = A.reshape(-1, n, n), start.reshape(-1, n)
    vectors, values = np.empty(w.shape), np.empty(len(flat))
    for block in blocks(len(flat), n):
        vectors[block], values[block] = _settled(np.ascontiguousarray(flat[block]), w[block].copy())
    return vectors.reshape(A.shape[:-1]), values.reshape(A.shape[:-2])


@np.errstate(over="ignore")
def _many(A: Array) -> tuple[Array, Array]:
    """Settle any batch of positive matrices `(b, n, n)`."""
    means = np.log(A).mean(axis=-1)
    return _settled(A, np.exp(means - means.max(axis=-1, keepdims=True)))


@np.errstate(divide="ignore", over="ignore", invalid="ignore")  # what overflows never settles
def _settled(A: Array, w: Array) -> tuple[Array, Array]:
    """Settle any batch `(b, n, n)` from w; matrices leave it as they converge."""
    n = A.shape[-1]
    steps = _STEPS_LARGE
    if n <= _SMALL:
        # D⁻¹AD with w, the geometric means, as D has entries near one and the same eigenvalues.
        power = residuals(A, w)
        for _ in range(_SQUARINGS):
            power /= power.max(axis=(-2, -1), keepdims=True)
            power = power @ power
        w *= power.sum(axis=-1)
        steps = _STEPS_SMALL

    vectors = np.empty(A.shape[:-1])
    values = np.empty(A.shape[0])
    left = np.arange(A.shape[0])
    for step in range(steps + _NODA_STEPS):
        w /= w.max(axis=-1, keepdims=True)
        image = (A @ w[..., None])[..., 0]
        ratios = image / w
        high, low = ratios.max(axis=-1), ratios.min(axis=-1)
        vectors[left], values[left] = image, (high + low) / 2
        open_ = ~(high - low < _tolerance(n) * high)  # NaN and infinity are open
        if not open_.any():
            return vectors / vectors.sum(axis=-1, keepdims=True), values
        if not open_.all():
            left, A, w, image, high = left[open_], A[open_], w[open_], image[open_], high[open_]
        w = image if step < steps else _noda_step(A, w, high)
    raise ConvergenceError(
        f"the principal eigenvector did not settle; {_ADVICE}",
        vectors / vectors.sum(axis=-1, keepdims=True),
    )


def _noda_step(A: Array, w: Array, high: Array) -> Array:
    """Return w after one step of inverse iteration, on the matrix rescaled to make w all ones."""
    n = A.shape[-1]
    shifted = -residuals(A, w)
    diagonal = np.arange(n)
    shifted[..., diagonal, diagonal] += (high * (1.0 + 4.0 * _EPS))[..., None]
    try:
        correction = np.abs(np.linalg.solve(shifted, np.ones((*w.shape, 1)))[..., 0])
    except np.linalg.LinAlgError:
        raise ConvergenceError(f"the principal eigenvector did not settle; {_ADVICE}", w) from None
    return np.asarray(w * (correction / correction.max(axis=-1, keepdims=True)))


def _tolerance(n: int) -> float:
    return max(32, 4 * n) * _EPS
