"""What the tests compare with: other ways to the same numbers, none of which uses `ahp`."""

from fractions import Fraction

import numpy as np


def lapack(A):
    """Principal eigenvector, summing to 1, and eigenvalue of each matrix, by `numpy.linalg.eig`."""
    A = np.asarray(A, dtype=float)
    values, vectors = np.linalg.eig(A)
    first = values.real.argmax(axis=-1)
    value = np.take_along_axis(values.real, first[..., None], axis=-1)[..., 0]
    vector = np.take_along_axis(vectors.real, first[..., None, None], axis=-1)[..., 0]
    return vector / vector.sum(axis=-1, keepdims=True), value


def exact_bracket(A, w):
    """The Collatz-Wielandt bounds of the principal eigenvalue, in exact rational arithmetic."""
    rows = [[Fraction(x) for x in row] for row in np.asarray(A).tolist()]
    weights = [Fraction(x) for x in np.asarray(w).tolist()]
    ratios = [
        sum(a * x for a, x in zip(row, weights, strict=True)) / own
        for row, own in zip(rows, weights, strict=True)
    ]
    return min(ratios), max(ratios)


def relative_error(found, expected):
    """The largest |found / expected - 1|."""
    return float(np.max(np.abs(np.asarray(found) / np.asarray(expected) - 1)))


def parts(result):
    """The fields of a result, in order."""
    return tuple(vars(result).values())
