"""The principal eigenvalue and eigenvector of positive matrices, to the last digits, for any batch.

Power iteration brackets the eigenvalue: for any positive w the ratios (Aw)_i / w_i lie on both
sides of it (Collatz 1942, Wielandt 1950), so their spread is a true error bound and the stopping
rule. The iteration starts from a high power of the matrix, reached by squaring. What has not
settled then has a second eigenvalue close to the first; the inverse iteration of Noda (1971),
shifted by the upper end of the bracket, settles it in a few steps.
"""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array
from ahp.errors import ConvergenceError

_EPS = float(np.finfo(np.float64).eps)
_SQUARINGS = 6  # A**64; up to _SMALL this costs less than the steps it replaces
_SMALL = 32
_TAME = 1e3  # entries below this cannot overflow in A**64 for n <= _SMALL
_STEPS_SMALL, _STEPS_LARGE = 3, 60
_NODA_STEPS = 60
_BLOCK = 4096
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
    if A.ndim == 2:
        return _one(A)
    flat = A.reshape(-1, n, n)
    vectors = np.empty(flat.shape[:-1])
    values = np.empty(flat.shape[0])
    for start in range(0, len(flat), _BLOCK):  # blocks that stay in the cache, not single matrices
        block = slice(start, start + _BLOCK)
        vectors[block], values[block] = _many(flat[block])
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


def _one(A: Array) -> tuple[Array, Array]:
    """Settle a single tame matrix in two dozen array operations; hand any other case to `_many`."""
    n = A.shape[-1]
    if n <= _SMALL and np.maximum.reduce(A, axis=None) < _TAME:
        power = A.dot(A)
        for _ in range(_SQUARINGS - 1):
            power = power.dot(power)
        w = np.add.reduce(power, axis=1)
        for _ in range(_STEPS_SMALL):
            image = A.dot(w)
            ratios = image / w
            high, low = float(np.maximum.reduce(ratios)), float(np.minimum.reduce(ratios))
            if high - low <= _tolerance(n) * high:
                image /= np.add.reduce(image)
                return image, np.asarray((high + low) / 2)
            w = image
    vectors, values = _many(A[None])
    return vectors[0], values[0]


@np.errstate(divide="ignore", over="ignore", invalid="ignore")  # what overflows never settles
def _many(A: Array) -> tuple[Array, Array]:
    """Settle a batch `(b, n, n)`; matrices leave it as they converge."""
    n = A.shape[-1]
    means = np.log(A).mean(axis=-1)
    w = np.exp(means - means.max(axis=-1, keepdims=True))
    steps = _STEPS_LARGE
    if n <= _SMALL:
        # D⁻¹AD with the geometric means as D has entries near one and the same eigenvalues.
        power = _rescaled(A, w)
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
    shifted = -_rescaled(A, w)
    diagonal = np.arange(n)
    shifted[..., diagonal, diagonal] += (high * (1.0 + 4.0 * _EPS))[..., None]
    try:
        correction = np.abs(np.linalg.solve(shifted, np.ones((*w.shape, 1)))[..., 0])
    except np.linalg.LinAlgError:
        raise ConvergenceError(f"the principal eigenvector did not settle; {_ADVICE}", w) from None
    return np.asarray(w * (correction / correction.max(axis=-1, keepdims=True)))


def _rescaled(A: Array, w: Array) -> Array:
    """Return the matrices a_ij w_j / w_i, which have the same eigenvalues."""
    return np.asarray(A * (w[..., None, :] / w[..., :, None]))


def _tolerance(n: int) -> float:
    return max(32, 4 * n) * _EPS
