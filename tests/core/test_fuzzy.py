from itertools import product

import numpy as np
import pytest
from core.reference import parts
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import reciprocal

from ahp.core import priorities
from ahp.core.more import (
    centroids,
    extent_analysis,
    fuzzy_geometric_means,
    fuzzy_preference_programming,
    fuzzy_priorities,
)


def triangles(upper, n):
    """Triangular judgments from those above the diagonal."""
    T = np.ones((n, n, 3))
    for (i, j), (low, mid, high) in zip(zip(*np.triu_indices(n, 1), strict=True), upper, strict=True):
        T[i, j], T[j, i] = (low, mid, high), (1 / high, 1 / mid, 1 / low)
    return T


# multiAHPy, tests/test_weight_derivation.py, read from a stored copy
PEER = triangles([(2, 3, 4), (3, 4, 5), (1, 2, 3)], 3)
# FuzzyAHP 0.9.5, vignette after Krejčí, Pavlačka & Talašová, read from a stored copy
VIGNETTE = triangles([(8, 9, 9), (4, 5, 6), (1 / 4, 1 / 3, 1 / 2)], 3)


@st.composite
def fuzzy(draw, max_size=4, noise=0.3):
    n = draw(st.integers(1, max_size))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    y = rng.normal(0, 1, n)
    upper = []
    for i, j in zip(*np.triu_indices(n, 1), strict=True):
        mid = y[i] - y[j] + rng.normal(0, noise)
        upper.append(np.exp([mid - rng.uniform(0.05, 0.5), mid, mid + rng.uniform(0.05, 0.5)]))
    return triangles(upper, n)


def test_buckley_in_both_orders():
    found = fuzzy_geometric_means(PEER)
    assert np.abs(centroids(found) - [0.613, 0.241, 0.145]).max() <= 5e-4 + 1e-9
    means = np.exp(np.log(PEER).mean(axis=1))  # centroids of the row means themselves
    assert np.abs(centroids(means) - [0.6163, 0.2393, 0.1445]).max() <= 5e-5 + 1e-9


def test_extent_analysis_gives_zero_to_what_every_judgment_supports():
    # Wang, Luo & Hua (2008) document the flaw; the digits are the peer's
    weights, lost = parts(extent_analysis(PEER))
    assert np.abs(weights - [0.81635, 0.18365, 0.0]).max() <= 5e-6 + 1e-9
    assert lost.tolist() == [False, False, True]
    assert priorities(PEER[..., 1]).min() > 0.1


def test_extent_analysis_is_not_exact_even_for_consistent_judgments():
    w = np.array([4.0, 2, 1]) / 7
    T = triangles([(r * 0.9, r, r * 1.1) for r in (2, 4, 2)], 3)
    assert np.abs(extent_analysis(T).priorities - w).max() > 0.1
    np.testing.assert_allclose(fuzzy_preference_programming(T).priorities, w, atol=1e-9)


def test_the_vignette_of_constrained_arithmetic():
    found = fuzzy_priorities(VIGNETTE)
    scores = found.T @ [1.0, 3.0, 9.0]
    assert np.abs(scores - [2.17584, 2.566257, 3.055858]).max() <= 5e-6 + 1e-9


def by_corners(T):
    """Least and largest priorities over every corner of every judgment."""
    n = len(T)
    pairs = list(zip(*np.triu_indices(n, 1), strict=True))
    every = np.array(
        [
            priorities(
                reciprocal([T[i, j, k] for (i, j), k in zip(pairs, corner, strict=True)], n),
                method="geometric-mean",
            )
            for corner in product((0, 2), repeat=len(pairs))
        ]
    )
    return every.min(axis=0), every.max(axis=0)


@given(fuzzy())
@settings(max_examples=30)
def test_constrained_bounds_are_those_of_all_corners_and_hold_inside(T):
    found = fuzzy_priorities(T)
    low, high = by_corners(T)
    np.testing.assert_allclose(found[:, 0], low, rtol=1e-11)
    np.testing.assert_allclose(found[:, 2], high, rtol=1e-11)
    n = len(T)
    rng = np.random.default_rng(0)
    for _ in range(20):
        inside = np.exp(rng.uniform(np.log(T[..., 0]), np.log(T[..., 2])))[np.triu_indices(n, 1)]
        w = priorities(reciprocal(inside, n), method="geometric-mean")
        assert (w >= low * (1 - 1e-9)).all()
        assert (w <= high * (1 + 1e-9)).all()


@given(fuzzy())
def test_arithmetic_that_forgets_the_constraints_is_never_tighter(T):
    tight, wide = fuzzy_priorities(T), fuzzy_geometric_means(T)
    assert (wide[:, 0] <= tight[:, 0] * (1 + 1e-9)).all()
    assert (wide[:, 2] >= tight[:, 2] * (1 - 1e-9)).all()
    np.testing.assert_allclose(wide[:, 1], tight[:, 1], rtol=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_consistent_judgments_are_satisfied_wholly(seed, n):
    y = np.random.default_rng(seed).normal(size=n)
    upper = [
        (r / 2, r, r * 2) for r in np.exp([y[i] - y[j] for i, j in zip(*np.triu_indices(n, 1), strict=True)])
    ]
    T = triangles(upper, n)
    w, satisfaction = parts(fuzzy_preference_programming(T))
    assert satisfaction == pytest.approx(1, abs=1e-9)
    np.testing.assert_allclose(w, np.exp(y) / np.exp(y).sum(), rtol=1e-6)
    np.testing.assert_allclose(fuzzy_priorities(T)[:, 1], w, rtol=1e-6)


def mikhailov(T):
    """The best satisfaction, by halving with a linear programme at each step, as Mikhailov (2003) states it."""
    from scipy.optimize import linprog

    n = len(T)

    def possible(lam):
        rows = []
        for i, j in zip(*np.triu_indices(n, 1), strict=True):
            low, mid, high = T[i, j]
            down, up = np.zeros(n), np.zeros(n)
            down[j], down[i] = (mid - low) * lam + low, -1
            up[j], up[i] = (high - mid) * lam - high, 1
            rows += [down, up]
        # scaled so that the smallest weight is well above the solver's tolerance
        return linprog(
            np.zeros(n),
            A_ub=rows,
            b_ub=np.zeros(len(rows)),
            bounds=[(1e-3, None)] * n,
            A_eq=[np.ones(n)],
            b_eq=[1],
        ).success

    low, high = -50.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if possible(middle) else (low, middle)
    return low


@given(fuzzy(noise=0.2).filter(lambda T: len(T) > 1))
@settings(max_examples=15)
def test_preference_programming_finds_the_best_satisfaction(T):
    w, satisfaction = parts(fuzzy_preference_programming(T))
    if satisfaction > -3:  # below, weights fall under what the linear programme can tell from 0
        assert satisfaction == pytest.approx(mikhailov(T), abs=2e-4)
    for i, j in zip(*np.triu_indices(len(T), 1), strict=True):
        low, mid, high = T[i, j]
        ratio = w[i] / w[j]
        assert ratio >= (low + satisfaction * (mid - low)) * (1 - 1e-9)
        assert ratio <= (high - satisfaction * (high - mid)) * (1 + 1e-9)


def test_preference_programming_of_the_matrix_that_extent_analysis_fails():
    w, satisfaction = parts(fuzzy_preference_programming(PEER))
    # computed for this project with a linear programme
    assert satisfaction == pytest.approx(0.64575, abs=5e-6)
    np.testing.assert_allclose(w, [0.6220, 0.2351, 0.1429], atol=5.1e-5)
