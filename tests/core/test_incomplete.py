"""What is missing among judgments: priorities without it, its best completion, and what contradicts what."""

import numpy as np
import pytest
from core.incompletes import FOUR, NAN, connected, incomplete, incompletes
from core.reference import lapack, parts, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SAATY, matrices, reciprocal

from ahp import core
from ahp.core import incomplete_priorities, inspection, nearest_acceptable
from ahp.core.incomplete import harker_matrix
from ahp.core.inspection import inspect_incomplete, repair_incomplete
from ahp.core.matrices import as_connected, reached_by
from ahp.core.more import connected_groups, effective_resistances
from ahp.errors import JudgmentError


def least_eigenvalue(A, bound=None):
    """The optimum that a general optimiser finds in the logarithms of the missing judgments."""
    from scipy.optimize import minimize

    i, j = np.nonzero(np.triu(np.isnan(A), 1))

    def value(t):
        B = A.copy()
        B[i, j], B[j, i] = np.exp(t), np.exp(-t)
        return float(lapack(B)[1])

    if not len(i):
        return value(np.array([]))
    limits = None if bound is None else [(-np.log(bound), np.log(bound))] * len(i)
    return minimize(value, np.zeros(len(i)), method="L-BFGS-B", bounds=limits, tol=1e-14).fun


@given(incompletes(min_size=3, max_size=6))
@settings(max_examples=30)
def test_no_general_optimiser_finds_a_lower_eigenvalue(A):
    found = core.optimal_completion(A)
    assert found.lambda_max <= least_eigenvalue(A) * (1 + 1e-12)
    assert found.lambda_max == pytest.approx(float(lapack(found.matrix)[1]), rel=1e-12)


@given(incompletes(min_size=3, max_size=6), st.floats(1.0, 20.0))
@settings(max_examples=30)
def test_none_finds_a_lower_one_within_bounds(A, bound):
    found = core.optimal_completion(A, bound=bound)
    filled = found.matrix[np.isnan(A)]
    assert ((filled <= bound * (1 + 1e-12)) & (filled >= 1 / bound * (1 - 1e-12))).all()
    assert found.lambda_max <= least_eigenvalue(A, bound) * (1 + 1e-9)


@given(incompletes(min_size=3, max_size=9))
def test_at_the_optimum_left_and_right_eigenvectors_say_what_was_filled_in(A):
    # Bozóki, Fülöp & Rónyai 2010: dλ/dx_ij = v_i w_j - v_j w_i / x_ij² = 0
    found = core.optimal_completion(A)
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    stationary = np.sqrt((w[:, None] * v[None, :]) / (w[None, :] * v[:, None]))
    missing = np.isnan(A)
    if missing.any():
        assert relative_error(found.matrix[missing], stationary[missing]) < 1e-7
    known = ~missing
    assert np.array_equal(found.matrix[known], A[known])
    assert relative_error(found.priorities, w) < 1e-10


def test_a_bound_that_binds_costs():
    assert (
        core.optimal_completion(FOUR, bound=1.0).lambda_max > core.optimal_completion(FOUR).lambda_max + 1e-3
    )


@pytest.mark.slow
@pytest.mark.parametrize("sigma", [0.01, 3.0])
def test_judgments_nearly_consistent_and_wildly_not(sigma):
    rng = np.random.default_rng(7)
    for _ in range(10):
        w = rng.lognormal(0, 2, 8)
        A = incomplete(8, 11, rng)
        noise = np.exp(rng.normal(0, sigma, (8, 8)))
        A = np.where(np.isnan(A), NAN, w[:, None] / w[None, :] * noise / noise.T)
        found = core.optimal_completion(A)
        assert found.lambda_max <= least_eigenvalue(A) * (1 + 1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "missing"), [(100, 2000), (1000, 3000)])
def test_many_items(n, missing):
    rng = np.random.default_rng(100)
    A = incomplete(n, missing, rng, draw=lambda size: rng.lognormal(0, 0.3, size))
    found = core.optimal_completion(A)
    if n > 100:
        assert found.lambda_max < optimal_completion_start(A)
        return
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    stationary = np.sqrt((w[:, None] * v[None, :]) / (w[None, :] * v[:, None]))
    assert relative_error(found.matrix[np.isnan(A)], stationary[np.isnan(A)]) < 1e-6


def optimal_completion_start(A):
    """λ_max with the least-squares ratios filled in."""
    w = core.incomplete_priorities(A)
    return float(core.lambda_max(np.where(np.isnan(A), w[:, None] / w[None, :], A)))


TREE = [[1, 2, NAN], [0.5, 1, 2], [NAN, 0.5, 1]]


@given(matrices(max_size=7))
def test_with_nothing_missing_the_index_is_that_of_the_matrix(A):
    assert core.more.incomplete_consistency_index(A) == pytest.approx(core.consistency_index(A), abs=1e-13)


def test_the_index_is_that_of_the_completion():
    assert float(core.more.incomplete_consistency_index(FOUR)) == pytest.approx(
        float(core.consistency_index(core.optimal_completion(FOUR).matrix))
    )


def test_the_ratio_divides_by_the_random_index_of_as_many_missing():
    found = float(core.incomplete_consistency_ratio(FOUR))
    assert found == pytest.approx(float(core.more.incomplete_consistency_index(FOUR, bound=9.0)) / 0.583)
    # AHPy divides by the index of complete matrices, which makes it look better than it is
    assert found > 1.4 * float(core.more.incomplete_consistency_index(FOUR)) / 0.8286


def test_where_nothing_can_contradict_nothing_is_observed():
    assert np.isnan(core.more.incomplete_consistency_index(TREE))
    assert np.isnan(core.incomplete_consistency_ratio(TREE))
    assert core.incomplete_consistency_ratio([[1, 2], [0.5, 1]]) == 0
    three = [[1, 2, 5], [0.5, 1, 2], [0.2, 0.5, 1]]
    assert core.incomplete_consistency_ratio(three) == pytest.approx(core.consistency_ratio(three))


def test_a_batch_of_different_gaps():
    rng = np.random.default_rng(0)
    A = np.array([incomplete(5, m, rng) for m in range(7)])
    found = core.incomplete_consistency_ratio(A)
    alone = [float(core.incomplete_consistency_ratio(a)) for a in A[:-1]]
    assert found[:-1] == pytest.approx(alone, rel=1e-8)
    assert np.isnan(found[-1])  # six of ten missing: a tree
    assert core.incomplete_consistency_ratio(np.empty((0, 5, 5))).shape == (0,)


@pytest.mark.parametrize("name", core.more.INCOMPLETE_RANDOM_INDICES)
@pytest.mark.parametrize(("n", "missing"), [(4, 1), (4, 2), (4, 3), (5, 3), (6, 2), (7, 9)])
def test_the_tables_are_what_random_judgments_give(n, missing, name):
    # also the finding that the published values belong to completions within [1/9, 9]
    table = core.more.INCOMPLETE_RANDOM_INDICES[name]
    found = core.more.simulated_random_index(n, missing=missing, bound=table.bound, draws=600, rng=missing)
    assert abs(found.mean - table.values[n][missing]) < 4 * found.standard_error + 0.003


def test_the_tables_fall_to_the_trees():
    for name in core.more.INCOMPLETE_RANDOM_INDICES:
        for n in [4, 5, 6, 7, 8]:
            values = core.more.INCOMPLETE_RANDOM_INDICES[name].values[n]
            assert len(values) == (n - 1) * (n - 2) // 2 + 1
            assert (np.diff(values) < 0).all()


METHODS = ("logarithmic-least-squares", "harker", "eigenvalue-optimal")
every_method = pytest.mark.parametrize("method", METHODS)


@given(incompletes(max_size=8), st.integers(0, 1000), st.sampled_from(METHODS))
def test_what_is_known_of_a_consistent_matrix_gives_back_its_weights(A, seed, method):
    w = np.random.default_rng(seed).lognormal(0, 1, len(A))
    A = np.where(np.isnan(A), NAN, w[:, None] / w[None, :])
    assert relative_error(incomplete_priorities(A, method=method), w / w.sum()) < 1e-9


@given(st.integers(2, 9), st.integers(0, 1000), st.sampled_from(METHODS))
def test_on_a_tree_every_method_multiplies_along_its_paths(n, seed, method):
    rng = np.random.default_rng(seed)
    A = np.full((n, n), NAN)
    np.fill_diagonal(A, 1)
    w = np.ones(n)
    for i in range(1, n):
        j = int(rng.integers(i))
        judgment = rng.choice(SAATY)
        A[i, j], A[j, i] = judgment, 1 / judgment
        w[i] = judgment * w[j]
    assert relative_error(incomplete_priorities(A, method=method), w / w.sum()) < 1e-9


@every_method
def test_one_item_two_items_and_three(method):
    assert incomplete_priorities([[1]], method=method).tolist() == [1.0]
    assert incomplete_priorities([[1, 4], [0.25, 1]], method=method) == pytest.approx([0.8, 0.2])
    three = [[1, 2, NAN], [0.5, 1, 2], [NAN, 0.5, 1]]  # Harker 1987
    assert incomplete_priorities(three, method=method) == pytest.approx([4 / 7, 2 / 7, 1 / 7], rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS[:2])
def test_a_thousand_items(method):
    rng = np.random.default_rng(1000)
    w = rng.lognormal(0, 1, 1000)
    A = np.full((1000, 1000), NAN)
    np.fill_diagonal(A, 1)
    for i in range(1, 1000):  # a tree, and as many judgments again
        for j in rng.integers(i, size=2):
            A[i, j], A[j, i] = w[i] / w[j], w[j] / w[i]
    assert relative_error(incomplete_priorities(A, method=method), w / w.sum()) < 1e-6


@given(incompletes(min_size=2))
def test_least_squares_is_what_a_general_solver_finds(A):
    n = len(A)
    i, j = np.nonzero(np.triu(~np.isnan(A), 1))
    rows = np.zeros((len(i), n))
    rows[np.arange(len(i)), i], rows[np.arange(len(i)), j] = 1, -1
    y = np.linalg.lstsq(rows, np.log(A[i, j]), rcond=None)[0]
    w = np.exp(y)
    assert relative_error(incomplete_priorities(A), w / w.sum()) < 1e-10


@given(incompletes(min_size=3))
def test_harkers_eigenvector_is_that_of_lapack(A):
    vector, value = lapack(harker_matrix(A))
    assert np.abs(incomplete_priorities(A, method="harker") - vector).max() < 1e-10
    # and a fixed point of filling in the ratios of the priorities
    w = incomplete_priorities(A, method="harker")
    filled = np.where(np.isnan(A), w[:, None] / w[None, :], A)
    assert relative_error(filled @ w, value * w) < 1e-9


def test_the_three_methods_differ_in_general():
    found = [incomplete_priorities(FOUR, method=method) for method in METHODS]
    assert found[0] == pytest.approx([0.3742, 0.3916, 0.0988, 0.1353], abs=6e-5)
    assert found[2] == pytest.approx([0.3738, 0.3920, 0.0985, 0.1357], abs=5e-5)
    assert np.abs(found[1] - found[2]).max() > 1e-4


@given(st.integers(1, 8), st.floats(0, 1), st.integers(0, 2**20))
def test_what_is_connected_is_what_a_walk_reaches(n, density, seed):
    rng = np.random.default_rng(seed)
    known = rng.random((n, n)) < density
    known = known | known.T | np.eye(n, dtype=bool)
    A = np.where(known, 1.0, NAN)
    groups = connected_groups(A)
    assert (len(groups) == 1) == connected(known)
    assert sorted(item for group in groups for item in group) == list(range(n))
    for group in groups:
        assert connected(known[np.ix_(group, group)])
        assert not known[np.ix_(group, [k for k in range(n) if k not in group])].any()


def test_a_long_chain_is_connected():
    n = 300
    known = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 1
    assert reached_by(known).all()
    known[150, 149] = known[149, 150] = False
    assert len(connected_groups(np.where(known, 1.0, NAN))) == 2


def test_a_complete_matrix_is_taken_as_it_is():
    A = reciprocal([2, 3, 4], 3)
    assert as_connected(A) is A


@given(incompletes(min_size=2, max_size=6))
@settings(max_examples=40)
def test_a_resistance_is_that_of_the_pseudo_inverse(A):
    known = ~np.isnan(A) & ~np.eye(len(A), dtype=bool)
    inverse = np.linalg.pinv(np.diag(known.sum(axis=1)) - known.astype(float))
    expected = np.add.outer(np.diag(inverse), np.diag(inverse)) - inverse - inverse.T
    assert effective_resistances(A) == pytest.approx(expected, abs=1e-9)


def test_it_is_the_variance_of_least_squares():
    rng = np.random.default_rng(0)
    known = [(0, 1), (1, 2), (2, 3), (0, 2)]
    A = np.full((20_000, 4, 4), NAN)
    A[:, range(4), range(4)] = 1
    for i, j in known:
        A[:, i, j] = np.exp(rng.normal(0, 0.1, len(A)))
        A[:, j, i] = 1 / A[:, i, j]
    y = np.log(incomplete_priorities(A))
    variance = np.var(y[:, 0] - y[:, 3]) / 0.1**2
    assert variance == pytest.approx(effective_resistances(A[0])[0, 3], rel=0.05)


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
