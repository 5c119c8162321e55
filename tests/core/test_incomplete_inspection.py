"""What contradicts what among judgments of which some are missing, against a general optimiser."""

import numpy as np
import pytest
from core.reference import parts
from strategies import reciprocal

from ahp.core import inspection, nearest_acceptable
from ahp.core.inspection import inspect_incomplete, repair_incomplete
from ahp.errors import JudgmentError

SCALE = {4: 0.583, 5: 0.925}  # Ágoston & Csató (2022), one judgment missing


def gap(n, seed, at=(0, -1)):
    upper = np.random.default_rng(seed).choice([1 / 7, 1 / 4, 1 / 2, 1, 3, 5.0, 8.0], n * (n - 1) // 2)
    A = reciprocal(upper, n)
    i, j = at[0] % n, at[1] % n
    A[i, j] = A[j, i] = np.nan
    return A


def largest_eigenvalue(A):
    return np.linalg.eigvals(A).real.max()


def filled(A, pairs, logs):
    B = np.array(A)
    for (i, j), log in zip(pairs, np.atleast_1d(logs), strict=True):
        B[i, j], B[j, i] = np.exp(log), np.exp(-log)
    return B


def least(A):
    """λ_max of the best completion, by a simplex over the logarithms of what is missing."""
    from scipy.optimize import minimize, minimize_scalar

    pairs = list(zip(*np.nonzero(np.triu(np.isnan(A))), strict=True))
    if len(pairs) == 1:
        found = minimize_scalar(lambda t: largest_eigenvalue(filled(A, pairs, t)), bounds=(-6, 6), method="bounded",
                                options={"xatol": 1e-10})  # fmt: skip
        return found.fun, np.atleast_1d(found.x)
    found = minimize(lambda t: largest_eigenvalue(filled(A, pairs, t)), np.zeros(len(pairs)), method="Nelder-Mead",
                     options={"xatol": 1e-9, "fatol": 1e-13, "maxiter": 8000})  # fmt: skip
    return found.fun, found.x


@pytest.mark.parametrize(("n", "seed"), [(4, 1), (4, 2), (5, 3)])
def test_each_judgment_against_the_best_completion_without_it(n, seed):
    A = gap(n, seed)
    found = inspect_incomplete(A, SCALE[n], None)
    assert len(found.judged) == n * (n - 1) // 2 - 1
    assert np.all(np.diff(np.abs(np.log(found.error))) <= 1e-12)
    for (i, j), judged, consistent, ratio in zip(
        found.pairs, found.judged, found.consistent, found.ratio, strict=True
    ):
        without = np.array(A)
        without[i, j] = without[j, i] = np.nan
        value, logs = least(without)
        pairs = list(zip(*np.nonzero(np.triu(np.isnan(without))), strict=True))
        here = logs[pairs.index((min(i, j), max(i, j)))] * (1 if i < j else -1)
        assert judged == A[i, j] >= 1
        assert consistent == pytest.approx(np.exp(here), rel=1e-4)
        assert ratio == pytest.approx(max(value - n, 0) / (n - 1) / SCALE[n], abs=1e-6)


@pytest.mark.parametrize(("n", "seed"), [(4, 1), (4, 2), (5, 3)])
def test_the_repair_is_the_least_change_of_what_is_known(n, seed):
    from scipy.optimize import minimize_scalar

    A = gap(n, seed)
    found = repair_incomplete(A, 0.1, SCALE[n], None)
    assert np.array_equal(np.isnan(found.matrix), np.isnan(A))
    assert found.ratio == pytest.approx(0.1, abs=1e-6)
    limit = n + 0.1 * (n - 1) * SCALE[n]
    assert least(found.matrix)[0] == pytest.approx(limit, abs=1e-6)
    rows, columns = np.nonzero(np.triu(~np.isnan(A), 1))
    moved = found.change[rows, columns]
    free = list(zip(*np.nonzero(np.triu(np.isnan(A))), strict=True))
    rng = np.random.default_rng(seed)
    for _ in range(40):  # no nearer point that is any closer to the judgments is acceptable
        direction = rng.normal(size=len(moved))
        tried = moved + 0.02 * direction
        tried *= 0.999 * np.linalg.norm(moved) / np.linalg.norm(tried)
        changed = filled(np.array(A), list(zip(rows, columns, strict=True)), np.log(A[rows, columns]) + tried)
        value = minimize_scalar(lambda t, B=changed: largest_eigenvalue(filled(B, free, t)), bounds=(-6, 6),
                                method="bounded").fun  # fmt: skip
        assert value > limit


@pytest.mark.parametrize("seed", [1, 2])
def test_with_nothing_missing_it_is_what_complete_matrices_get(seed):
    A = gap(5, seed)
    A[0, 4], A[4, 0] = 3.0, 1 / 3
    ours, theirs = inspect_incomplete(A, 1.1086, None), inspection(A)
    for one, other in zip(parts(ours), parts(theirs), strict=True):
        assert one == pytest.approx(other, rel=1e-7, abs=1e-9)
    repaired = repair_incomplete(A, 0.1, 1.1086, None)
    assert repaired.change == pytest.approx(nearest_acceptable(A).change, abs=1e-5)


def test_completions_keep_to_their_bounds():
    A = gap(4, 2)
    found = inspect_incomplete(A, 0.583, 1.5)
    assert found.consistent.max() <= 1.5 + 1e-9
    assert found.consistent.min() >= 1 / 1.5 - 1e-9
    repaired = repair_incomplete(A, 0.1, 0.583, 1.5)
    assert repaired.ratio <= 0.1 + 1e-6
    turned = repair_incomplete(np.ascontiguousarray(A.T), 0.1, 0.583, 1.5)  # both ends of the bounds count
    assert turned.change == pytest.approx(repaired.change.T, abs=1e-4)


def test_what_alone_connects_items_is_not_held_against_anything():
    nan = np.nan
    A = np.array([[1, 2, 8, nan], [1 / 2, 1, 4, nan], [1 / 8, 1 / 4, 1, 3], [nan, nan, 1 / 3, 1]])
    found = inspect_incomplete(A, 0.306, None)
    assert sorted(map(tuple, found.pairs.tolist())) == [(0, 1), (0, 2), (1, 2)]
    assert found.ratio == pytest.approx(0.0, abs=1e-9)
    assert repair_incomplete(A, 0.1, 0.306, None).change == pytest.approx(0.0)
    tree = np.where(np.isin(A, [8, 1 / 8]), nan, A)
    assert len(inspect_incomplete(tree, 0.0, None).pairs) == 0


@pytest.mark.parametrize(("function", "most"), [(inspect_incomplete, 50), (repair_incomplete, 20)])
def test_more_items_than_it_takes_are_refused(function, most):
    more = [0.1, 1.0, None] if function is repair_incomplete else [1.0, None]
    with pytest.raises(JudgmentError, match=f"at most {most} items; found {most + 1}"):
        function(np.ones((most + 1, most + 1)), *more)
