import numpy as np
import pytest
from core.reference import lapack, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import consistent_matrices, lognormal_matrices, reciprocal, saaty_matrices

from ahp.core import consistency_ratio, inspection, lambda_max, nearest_acceptable, priorities
from ahp.core.more import random_matrices
from ahp.errors import ConvergenceError

HOUSE = reciprocal([5, 3, 7, 6, 6, 1/3, 1/4, 1/3, 5, 3, 3, 1/5, 1/7, 6, 3, 4, 6, 1/5, 1/3, 1/4, 1/7, 1/8, 1/2, 1/5, 1/6, 1/5, 1/6, 1/2], 8)  # fmt: skip
"""Saaty 1990, buying a house."""


def with_judgment(A, i, j, value):
    B = A.copy()
    B[i, j], B[j, i] = value, 1 / value
    return B


def gradient(A, i, j, step=1e-5):
    up, down = (lapack(with_judgment(A, i, j, A[i, j] * np.exp(s)))[1] for s in (step, -step))
    return float(up - down) / (2 * step)


def test_the_worst_judgment_of_the_house_is_the_one_saaty_names():
    # Saaty 2003: neighbourhood over general condition, 5.32156 with weights rounded to five digits
    found = inspection(HOUSE, random_index="saaty-1980")
    assert found.pairs[0].tolist() == [2, 6]
    assert found.judged[0] == 6
    assert found.error[0] == pytest.approx(5.32156, abs=3e-4)
    assert found.gradient[0] == np.abs(found.gradient).max()
    # his own change, to 1/2, leaves .0822; what is consistent with the rest leaves less
    changed = with_judgment(HOUSE, 2, 6, 0.5)
    assert float(consistency_ratio(changed, random_index="saaty-1980")) == pytest.approx(0.0822, abs=5e-5)
    assert found.consistent[0] == pytest.approx(0.57, abs=0.15)
    assert found.ratio[0] <= 0.0822420


@given(saaty_matrices(min_size=2, max_size=6))
@settings(max_examples=40)
def test_every_column_is_its_definition(A):
    found = inspection(A)
    w = lapack(A)[0]
    seen = set()
    for at, (i, j) in enumerate(found.pairs.tolist()):
        seen.add(frozenset((i, j)))
        assert found.judged[at] == A[i, j]
        assert A[i, j] >= 1
        assert found.error[at] == pytest.approx(A[i, j] * w[j] / w[i], rel=1e-9)
        assert found.gradient[at] == pytest.approx(gradient(A, i, j), abs=1e-6)
        changed = with_judgment(A, i, j, found.consistent[at])
        assert found.ratio[at] == pytest.approx(float(consistency_ratio(changed)), abs=1e-10)
    assert len(seen) == len(A) * (len(A) - 1) // 2
    assert (np.diff(np.abs(np.log(found.error))) <= 1e-12).all()


@given(saaty_matrices(min_size=3, max_size=6), st.integers(0, 14))
@settings(max_examples=40)
def test_no_other_value_in_its_place_is_more_consistent(A, which):
    from scipy.optimize import minimize_scalar

    found = inspection(A)
    at = which % len(found.judged)
    i, j = found.pairs[at].tolist()
    best = minimize_scalar(
        lambda t: float(lapack(with_judgment(A, i, j, np.exp(t)))[1]), bounds=(-12, 12), method="bounded"
    )
    assert float(lambda_max(with_judgment(A, i, j, found.consistent[at]))) <= best.fun + 1e-9


@given(consistent_matrices(min_size=2, max_size=6, decades=2))
@settings(max_examples=30)
def test_consistent_judgments_are_all_as_they_should_be(pair):
    found = inspection(pair[1])
    assert relative_error(found.error, 1.0) < 1e-9
    assert relative_error(found.consistent, found.judged) < 1e-6
    assert found.ratio.max() < 1e-9


@given(lognormal_matrices(min_size=3, max_size=7, sigma=1.2), st.sampled_from([0.02, 0.10]))
@settings(max_examples=30)
def test_the_smallest_repair_satisfies_the_conditions_of_its_optimum(A, ratio):
    # a convex programme: change = -μ · gradient of λ, with λ at its limit, is enough
    found = nearest_acceptable(A, ratio=ratio)
    assert found.ratio <= ratio * (1 + 1e-12)
    assert found.ratio == pytest.approx(float(consistency_ratio(found.matrix)), abs=1e-12)
    if float(consistency_ratio(A)) <= ratio:
        assert not found.change.any()
        return
    assert found.ratio == pytest.approx(ratio, rel=1e-6)
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    half = found.matrix * v[:, None] * w[None, :]
    slope = half - half.T
    rows, columns = np.triu_indices(len(A), 1)
    change, slope = found.change[rows, columns], slope[rows, columns]
    cosine = change @ slope / np.linalg.norm(change) / np.linalg.norm(slope)
    assert cosine == pytest.approx(-1, abs=1e-5)
    assert relative_error(found.matrix, A * np.exp(found.change)) < 1e-12
    assert np.abs(found.change + found.change.T).max() < 1e-15


@pytest.mark.parametrize("n", [3, 8, 15, 20])
def test_a_repair_of_many_items(n):
    A = reciprocal(np.random.default_rng(n).lognormal(0, 1.0, n * (n - 1) // 2), n)
    found = nearest_acceptable(A)
    assert found.ratio == pytest.approx(0.10, rel=1e-6)
    # all the way to the geometric mean is farther
    w = priorities(A, method="geometric-mean")
    assert np.abs(found.change).sum() > 0
    assert (found.change**2).sum() < (np.log(A * w[None, :] / w[:, None]) ** 2).sum()


def test_judgments_that_differ_too_widely_overflow_nothing_on_the_way():
    with pytest.raises(ConvergenceError, match="differ too widely"):
        inspection(reciprocal([1e308, 1, 1e308], 3))
    with pytest.raises(ConvergenceError, match="a priority is no number above 0"):
        inspection(reciprocal([1e300, 1e300, 1e-300], 3))


@pytest.mark.parametrize("at", range(5))
def test_a_repair_that_rounding_forbids_is_told_and_not_sought_ever_further(at):
    A = random_matrices(5, 5, rng=5)[at]
    said = forbidden = "no repair is small enough: the ratio asked for is rounding"
    try:
        found = nearest_acceptable(A, ratio=1e-16)
    except ConvergenceError as error:
        said = str(error)
    else:
        assert found.ratio <= 1e-16
        assert np.abs(found.change).max() < 2 * np.log(9)
    assert said == forbidden
