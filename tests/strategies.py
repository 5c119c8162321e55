"""Every hypothesis strategy of the tests: weights, pairwise comparison matrices, labels, orders."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

SAATY = (*(1 / k for k in range(9, 1, -1)), *(float(k) for k in range(1, 10)))
"""The seventeen values of Saaty's scale."""

DECADES = 9.0
"""Weights and judgments lie between 1e-9 and 1e9."""

METHODS = (
    "eigenvector",
    "geometric-mean",
    "normalised-column-mean",
    "weighted-least-squares",
    "chi-squares",
    "least-squares",
    "cosine-maximisation",
    "goal-programming",
    "singular-value-decomposition",
)


LARGEST = {"least-squares": 30, "goal-programming": 50}
"""The most items that a method takes; the others take any number."""


def methods():
    return st.sampled_from(METHODS)


def positive_numbers(decades=DECADES):
    """Numbers spread evenly over the decades from 10**-decades to 10**decades."""
    return st.floats(-decades, decades).map(lambda exponent: 10.0**exponent)


@st.composite
def weight_vectors(draw, min_size=1, max_size=9, decades=DECADES):
    """Positive vectors that need not sum to 1."""
    n = draw(st.integers(min_size, max_size))
    return draw(arrays(np.float64, n, elements=positive_numbers(decades)))


def consistent_matrices(min_size=1, max_size=9, decades=DECADES):
    """Pairs of a weight vector and the consistent matrix of its ratios."""
    return weight_vectors(min_size, max_size, decades).map(lambda w: (w, w[:, None] / w[None, :]))


def reciprocal(upper, n):
    """The reciprocal matrix with these judgments above its diagonal (built without `ahp`)."""
    matrix = np.ones((n, n))
    rows, columns = np.triu_indices(n, 1)
    matrix[rows, columns] = upper
    matrix[columns, rows] = 1 / np.asarray(upper)
    return matrix


@st.composite
def _reciprocal_matrices(draw, elements, min_size, max_size):
    n = draw(st.integers(min_size, max_size))
    return reciprocal(draw(arrays(np.float64, n * (n - 1) // 2, elements=elements)), n)


def saaty_matrices(min_size=1, max_size=9):
    """Reciprocal matrices of judgments from Saaty's scale, consistent or not."""
    return _reciprocal_matrices(st.sampled_from(SAATY), min_size, max_size)


@st.composite
def lognormal_matrices(draw, min_size=1, max_size=9, sigma=2.0):
    """Reciprocal matrices whose judgments have normally distributed logarithms."""
    n = draw(st.integers(min_size, max_size))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return reciprocal(rng.lognormal(0.0, sigma, n * (n - 1) // 2), n)


def wide_matrices(min_size=1, max_size=9, decades=DECADES):
    """Reciprocal matrices of judgments anywhere between 10**-decades and 10**decades."""
    return _reciprocal_matrices(positive_numbers(decades), min_size, max_size)


@st.composite
def perturbed_matrices(draw, min_size=1, max_size=9, noise=0.3):
    """Consistent matrices with each judgment off by a factor of up to exp(noise)."""
    w = draw(weight_vectors(min_size, max_size, decades=3.0))
    n = len(w)
    rows, columns = np.triu_indices(n, 1)
    errors = draw(arrays(np.float64, len(rows), elements=st.floats(-noise, noise)))
    return reciprocal(w[rows] / w[columns] * np.exp(errors), n)


def matrices(min_size=1, max_size=9):
    """Any of the matrices above whose eigenvector is well conditioned."""
    return st.one_of(
        saaty_matrices(min_size, max_size),
        lognormal_matrices(min_size, max_size, sigma=1.0),
        perturbed_matrices(min_size, max_size),
        consistent_matrices(min_size, max_size).map(lambda pair: pair[1]),
    )


def label_lists(n):
    """Lists of `n` different names, in any alphabet."""
    return st.lists(st.text(min_size=1, max_size=8), min_size=n, max_size=n, unique=True)


def permutations(n):
    """Orders of `n` items."""
    return st.permutations(range(n)).map(np.array)
