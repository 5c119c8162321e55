"""What every function of matrices promises: any batch, any size it takes, any layout, any kind of number."""

from __future__ import annotations

import re

import numpy as np
import pytest
from strategies import METHODS, reciprocal

import ahp.core
from ahp.errors import AHPError, ConvergenceError, JudgmentError


def _with_priorities(function):
    return lambda A: function(A, ahp.core.priorities(A, method="geometric-mean"))


FUNCTIONS = {
    **{f"priorities {m}": lambda A, m=m: ahp.core.priorities(A, method=m) for m in METHODS},
    **{
        f"incomplete_priorities {m}": lambda A, m=m: ahp.core.incomplete_priorities(A, method=m)
        for m in ahp.core.INCOMPLETE_METHODS
    },
    **{
        f"consistency {m}": lambda A, m=m: ahp.core.consistency(A, measure=m)
        for m in ahp.core.CONSISTENCY_MEASURES
    },
    **{f"on_scale {s}": lambda A, s=s: ahp.core.on_scale(A, scale=s) for s in ahp.core.SCALES},
    "principal": lambda A: ahp.core.principal(A).priorities,
    "geometric": lambda A: ahp.core.geometric(A).lambda_mean,
    "lambda_max": ahp.core.lambda_max,
    "consistency_index": ahp.core.consistency_index,
    "consistency_ratio": ahp.core.consistency_ratio,
    "circular_triads": ahp.core.circular_triads,
    "kendall_zeta": ahp.core.kendall_zeta,
    "rank_violations": _with_priorities(ahp.core.rank_violations),
    "order_violations": _with_priorities(lambda A, w: ahp.core.order_violations(A, w).intensity),
    "inspection": lambda A: ahp.core.inspection(A).ratio,
    "is_efficient": _with_priorities(ahp.core.is_efficient),
    "is_weakly_efficient": _with_priorities(ahp.core.is_weakly_efficient),
    "dominating": _with_priorities(ahp.core.dominating),
    "optimal_completion": lambda A: ahp.core.optimal_completion(A).lambda_max,
    "optimal_completion bounded": lambda A: ahp.core.optimal_completion(A, bound=9.0).lambda_max,
    "incomplete_consistency_index": ahp.core.incomplete_consistency_index,
    "incomplete_consistency_ratio": ahp.core.incomplete_consistency_ratio,
    "effective_resistances": ahp.core.effective_resistances,
    "as_incomplete": ahp.core.as_incomplete,
    "as_connected": ahp.core.as_connected,
    "nearest_reciprocal": ahp.core.nearest_reciprocal,
}
"""By name: a function of complete matrices `(..., n, n)` whose answers have the shape of the batch in front."""

ONE_MATRIX = {
    "least_squares_solutions": ahp.core.least_squares_solutions,
    "nearest_acceptable": ahp.core.nearest_acceptable,
    "worst_triads": ahp.core.worst_triads,
    "triads_with": lambda A: ahp.core.triads_with(A, 0, 1),
    "connected_groups": ahp.core.connected_groups,
    "worst_reversals": _with_priorities(ahp.core.worst_reversals),
}
"""What has an answer of no fixed shape takes one matrix."""

LIMITED = {
    "priorities least-squares": 30,
    "priorities goal-programming": 50,
    "order_violations": 60,
    "worst_reversals": 60,
    "inspection": 50,
    "dominating": 60,
    "optimal_completion bounded": 100,
    "least_squares_solutions": 30,
    "nearest_acceptable": 20,
}
every_function = pytest.mark.parametrize("name", FUNCTIONS)


def batch(n, shape=(2, 3)):
    rng = np.random.default_rng(n)
    count = int(np.prod(shape))
    found = [reciprocal(rng.choice([1 / 5, 1 / 2, 1, 3, 7.0], n * (n - 1) // 2), n) for _ in range(count)]
    return np.array(found).reshape(*shape, n, n)


def same(found, expected):
    return np.allclose(found, expected, rtol=1e-9, atol=1e-12, equal_nan=True)


@every_function
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_one_matrix_a_batch_and_none(name, n):
    function, A = FUNCTIONS[name], batch(n)
    A.setflags(write=False)
    before = A.copy()
    found = np.asarray(function(A))
    assert found.shape[:2] == (2, 3)
    for at in np.ndindex(2, 3):
        assert same(found[at], function(A[at]))
    assert np.asarray(function(A[:0])).shape == (0, *found.shape[1:])
    assert np.array_equal(A, before)


@every_function
@pytest.mark.parametrize("n", [3, 4])
def test_any_layout_in_memory(name, n):
    function, A = FUNCTIONS[name], batch(n)
    found = np.asarray(function(A))
    spread = np.full((2, 3, 2 * n, 2 * n), 99.0)
    spread[..., ::2, ::2] = A
    for view in (spread[..., ::2, ::2], np.asfortranarray(A)):
        view.setflags(write=False)
        assert same(function(view), found)
    assert same(np.asarray(function(A[::-1]))[::-1], found)
    assert same(function(A.tolist()), found)


@every_function
def test_other_numbers_than_doubles(name):
    function = FUNCTIONS[name]
    powers = np.array([[1, 2, 8], [0.5, 1, 4], [0.125, 0.25, 1]])
    assert same(function(powers.astype(np.float32)), function(powers))
    ones = np.ones((2, 4, 4))
    assert same(function(ones.astype(np.int32)), function(ones))


@every_function
@pytest.mark.parametrize("n", [3, 4])
def test_judgments_rounded_to_float32_are_the_same_judgments(name, n):
    function, A = FUNCTIONS[name], batch(n)  # 3 beside 1/3, which no binary fraction is
    w = np.exp(np.random.default_rng(n).uniform(0, 2, n))
    for exact in (A, w[:, None] / w[None, :]):
        found = np.asarray(function(exact.astype(np.float32)), dtype=float)
        assert np.array_equal(np.isnan(found), np.isnan(np.asarray(function(exact), dtype=float)))
    assert np.allclose(ahp.core.priorities(A.astype(np.float32)), ahp.core.priorities(A), rtol=1e-6)


def test_gaps_in_float32_stay_gaps_and_a_contradiction_stays_one():
    gap = np.array([[1, 3, np.nan], [1 / 3, 1, 7], [np.nan, 1 / 7, 1]])
    assert np.allclose(
        ahp.core.incomplete_priorities(gap.astype(np.float32)), ahp.core.incomplete_priorities(gap), rtol=1e-6
    )
    with pytest.raises(JudgmentError, match="contradict"):
        ahp.core.priorities(np.array([[1, 3], [0.33, 1]], dtype=np.float32))
    group = np.stack([np.where(np.isnan(gap), 1.0, gap), gap])
    for people in (group, group[:1]):
        found = ahp.core.aggregate_judgments(people.astype(np.float32))
        assert np.allclose(found, ahp.core.aggregate_judgments(people), rtol=1e-6)


@pytest.mark.parametrize("name", sorted({*FUNCTIONS, *ONE_MATRIX}))
def test_a_thousand_items_or_a_clear_limit(name):
    if name.startswith("consistency ") or name in ("incomplete_consistency_ratio", "connected_groups"):
        return  # the first in the tests of the measures; the table of the second ends; the third below
    function = {**FUNCTIONS, **ONE_MATRIX}[name]
    w = np.exp(np.random.default_rng(1).uniform(0, 2, 1000))
    A = w[:, None] / w[None, :]
    if name in LIMITED:
        with pytest.raises(JudgmentError, match=f"at most {LIMITED[name]} items; found 1000"):
            function(A)
        assert function(A[: LIMITED[name], : LIMITED[name]]) is not None
    else:
        assert np.asarray(function(A), dtype=object).size >= 0


@pytest.mark.parametrize("name", ONE_MATRIX)
def test_one_matrix_is_one_matrix(name):
    function = ONE_MATRIX[name]
    with pytest.raises(JudgmentError, match=r"of one matrix (is|are) wanted; found 3 dimensions"):
        function(batch(3, (2,)))
    A = batch(4, ())
    A.setflags(write=False)
    assert function(A) is not None
    assert function(np.asfortranarray(A)) is not None
    assert function(np.ones((3, 3), dtype=int)) is not None


@pytest.mark.parametrize("name", sorted({*FUNCTIONS, *ONE_MATRIX} - {"nearest_reciprocal"}))
@pytest.mark.parametrize(
    ("A", "pair"),
    [
        ([[1, 2, 3], [1 / 2, 1, 5], [1 / 3, 1 / 4, 1]], (1, 2)),
        ([[1, -2, 3], [-1 / 2, 1, 5], [1 / 3, 1 / 5, 1]], (0, 1)),
        ([[1, 2, 3], [1 / 2, 1, np.inf], [1 / 3, 0, 1]], (1, 2)),
        ([[2, 2, 3], [1 / 2, 1, 5], [1 / 3, 1 / 5, 1]], (0, 0)),
    ],
)
def test_a_wrong_judgment_is_named_by_its_pair(name, A, pair):
    function = {**FUNCTIONS, **ONE_MATRIX}[name]
    with pytest.raises(JudgmentError, match=rf"a\[{pair[0]}, {pair[1]}\] ") as caught:
        function(A)
    assert (caught.value.row, caught.value.column) == pair


@pytest.mark.parametrize("name", sorted({*FUNCTIONS, *ONE_MATRIX}))
@pytest.mark.parametrize("r", [1e15, 1e100, 1e300])
def test_judgments_of_any_size_have_numbers_or_an_error_that_says_why(name, r):
    if name == "kendall_zeta":
        return  # of ties there is none
    A = np.array([[1, r, 1, 2], [1 / r, 1, r, 1 / r], [1, 1 / r, 1, 3], [1 / 2, r, 1 / 3, 1]])
    said, found = "", None
    try:  # a warning is an error here
        found = {**FUNCTIONS, **ONE_MATRIX}[name](A)
    except AHPError as error:
        said = str(error)
    if said:
        assert re.search("too widely|beyond 1/9 and 9|which have squares|not a positive finite", said)
    elif name in FUNCTIONS:
        assert not np.isnan(np.asarray(found, dtype=float)).any()


def test_a_completion_beyond_what_a_number_holds_is_refused():
    A = np.array([[1, 1e308, np.nan], [1e-308, 1, 1e308], [np.nan, 1e-308, 1]])
    for function in (ahp.core.optimal_completion, ahp.core.incomplete_consistency_index):
        with pytest.raises(ConvergenceError, match="differ too widely"):
            function(A)


def test_every_function_of_matrices_is_here():
    words = " ".join([*FUNCTIONS, *ONE_MATRIX])
    others = {  # what takes no pairwise comparison matrices, or is in a module of tests of its own
        "as_pairwise", "from_values", "from_judgments", "consistency_threshold", "geometric_threshold",
        "saaty_limit", "random_index", "random_matrices", "simulated_random_index", "scale_values", "words_of",
        "answer_of",
    }  # fmt: skip
    homes = ("principal", "priorities", "consistency", "incomplete", "incomplete_consistency", "inspection",
             "efficiency", "geometric_means", "ordinal", "triads", "scales", "questions", "measures_of_consistency", "matrices",
             "direct_least_squares", "random_judgments", "random_index")  # fmt: skip
    for name in ahp.core.__all__:
        thing = getattr(ahp.core, name)
        home = getattr(thing, "__module__", "").removeprefix("ahp.core.")
        if callable(thing) and not isinstance(thing, type) and home in homes and name not in others:
            assert name in words, name
