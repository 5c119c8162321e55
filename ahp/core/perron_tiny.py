"""The principal eigenvectors of batches of matrices of up to six items, laid out matrix-last.

A product of two tiny matrices costs less than the call that asks for it. With the matrices along the last
axis each term of a product is one pass over all of them, in the same order for one matrix and for many.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array

TINY = 6
"""The largest size for which this layout is used."""

BLOCK = 8000
"""Matrices at a time. No power of two: rows that far apart would share the same lines of the cache."""

Mask = npt.NDArray[np.bool_]
_FIRST, _FURTHER = 3, 3  # squarings: A**8 for what is nearly consistent, A**64
_NEAR = 1e-5
_STRIDES = 3


def settled_tiny(A: Array, tolerance: float) -> tuple[Array, Array, Mask]:
    """Return eigenvectors, eigenvalues, and which of them are still open, of tame matrices.

    Parameters
    ----------
    A : ndarray, shape (b, n, n)
        Positive, with powers that do not overflow.
    tolerance : float
        Largest relative distance between the bounds of an eigenvalue.

    Returns
    -------
    vectors : ndarray, shape (b, n)
        Summing to 1.
    values : ndarray, shape (b,)
    open_ : ndarray of bool, shape (b,)
        Where a few steps of a high power were not enough.

    Examples
    --------
    >>> vectors, values, open_ = settled_tiny(np.ones((2, 4, 4)), 1e-14)
    >>> vectors[0], values, open_
    (array([0.25, 0.25, 0.25, 0.25]), array([4., 4.]), array([False, False]))
    """
    # Transposed, so that a vector times the matrix is added up row by row.
    last = A.transpose(2, 1, 0).copy()
    power = _raised(last, _FIRST)
    low, high = _bounds(power[0], power[1])
    far = high - low > _NEAR * high
    far_is_rare = 2 * np.count_nonzero(far) <= len(A)
    # Steps that a matrix need not take cost less than picking out all the others.
    rare = np.flatnonzero(far if far_is_rare else ~far)
    power_rare = power[..., rare]
    if far_is_rare:
        power_rare = _raised(power_rare, _FURTHER)
    else:
        power = _raised(power, _FURTHER)
    images, values, open_ = _strides(last, power, tolerance)
    if len(rare):
        images[:, rare], values[rare], open_[rare] = _strides(last[..., rare], power_rare, tolerance)
    images /= np.add.reduce(images)
    return images.T, values, open_


def one_tiny(A: Array, tolerance: float) -> tuple[Array, Array] | None:
    """Settle one matrix as :func:`settled_tiny` settles many, operation by operation; None if it is slow."""
    last = A.T.copy()
    power = _raised(last, _FIRST)
    ratios = (power[0] / power[1]).tolist()
    high = max(ratios)
    if high - min(ratios) > _NEAR * high:
        power = _raised(power, _FURTHER)
    w = _times(power, power[0] / power[0, 0])
    for _ in range(1 + _STRIDES):
        image = _times(last, w)
        ratios = (image / w).tolist()
        low, high = min(ratios), max(ratios)
        if high - low <= tolerance * high:
            image /= np.add.reduce(image)
            return image, np.asarray((low + high) / 2)
        w = _times(power, image / image[0])
    return None


def _raised(power: Array, squarings: int) -> Array:
    for _ in range(squarings):
        power = np.einsum("ij...,jk...->ik...", power, power)
    return power


def _times(last: Array, w: Array) -> Array:
    return np.asarray(np.einsum("ji...,j...->i...", last, w))


def _strides(last: Array, power: Array, tolerance: float) -> tuple[Array, Array, Mask]:
    """Return Aw for the w that a few steps of the power lead to, λ, and what is still open."""
    w = _times(power, power[0] / power[0, 0])  # what is divided does not overflow
    images = _times(last, w)
    low, high = _bounds(images, w)
    values = (low + high) / 2
    open_ = high - low > tolerance * high
    for _ in range(_STRIDES):
        if not np.logical_or.reduce(open_):
            break
        left = np.flatnonzero(open_)
        w = _times(power[..., left], images[:, left] / images[0, left])
        images[:, left] = image = _times(last[..., left], w)
        low, high = _bounds(image, w)
        values[left] = (low + high) / 2
        open_[left] = high - low > tolerance * high
    return images, values, open_


def _bounds(v: Array, w: Array) -> tuple[Array, Array]:
    """Return the smallest and the largest v_i / w_i of each pair of vectors."""
    ratios = v / w
    return np.minimum.reduce(ratios), np.maximum.reduce(ratios)
