"""Every exported function: one problem and a batch, none at all, any size, any layout, any kind of number."""

import re

import numpy as np
import pytest
from core.calls import TAKE_A_MATRIX, cases, functions, numbers_in, of_size
from core.reference import parts

import ahp.core
from ahp.errors import AHPError, ConvergenceError, JudgmentError

CASES = {case: function for case, (function, _) in cases().items()}
ONE_AT_A_TIME = {  # an answer of no fixed shape, draws, or nothing but single numbers
    "connected_groups", "least_squares_solutions", "nearest_acceptable", "worst_triads", "triads_with",
    "worst_reversals", "interval_draws", "lognormal_draws", "step_draws", "ranking",
    "tie_groups", "top_lines", "marginal_choices", "incremental_analysis", "bootstrap_displacements",
    "t_displacements", "rank_probabilities", "rank_sets", "equal_tailed", "random_matrices",
    "simulated_random_index", "random_index", "consistency_threshold", "geometric_threshold", "saaty_limit",
    "scale_values", "words_of", "answer_of", "hurwicz_choices", "uniform_weights", "ordered_weights",
    "acceptability", "central_weights", "weight_intervals", "critical_weights", "winner_regions", "best_worst",
    "best_worst_intervals",
    "pairs_to_ask",
}  # fmt: skip
ONE_MATRIX = (
    "connected_groups", "least_squares_solutions", "nearest_acceptable", "triads_with", "worst_triads",
)  # fmt: skip
SHARED = {"clusters", "cluster_weights", "scale"}  # the same for every problem of a batch
SHARED_WEIGHTS = {"consensus", "diversity", "aggregate_priorities", "aggregate_judgments", "merit_scores"}
FEWEST = {"scale_values": 2, "triads_with": 2, "simulated_random_index": 3}
LIMITS = {
    "priorities least-squares": 30, "priorities goal-programming": 50, "order_violations": 60,
    "worst_reversals": 60, "inspection": 50, "dominating": 60, "optimal_completion 9.0": 100,
    "least_squares_solutions": 30, "nearest_acceptable": 20, "best_worst_intervals": 200, "relaxed_intervals": 60, "fuzzy_priorities": 7,
}  # fmt: skip
RANDOM = {"dispersion_test", "kendall_w_test"}  # every problem of a batch is compared with its own draws
BY_ROUNDING = {  # an order of what is equal here, or a quotient of two roundings
    "acceptability", "inspection", "triads_with", "incremental_analysis", "marginal_choices", "outlyingness",
}  # fmt: skip
LOOSE = {"rtol": 1e-5, "atol": 1e-5}


def name_of(case):
    return case.partition(" ")[0]


def sizes(case, *several):
    return [n for n in several if n >= FEWEST.get(name_of(case), 1)]


def arrays_of(case, given):
    """Return the arguments that a batch has one of for each problem."""
    return {
        key: np.asarray(value, dtype=np.float64)
        for key, value in given.items()
        if isinstance(value, list | np.ndarray)
        and key not in SHARED
        and not (key == "weights" and name_of(case) in SHARED_WEIGHTS)
    }


def answers(case, given):
    return list(numbers_in(as_numbers(CASES[case](**given))))


def as_numbers(found):
    """Return an answer with whole numbers and truth as arrays, so that they are compared too."""
    if isinstance(found, bool | int):
        return np.asarray(found, dtype=float)
    if isinstance(found, tuple | list):
        return [as_numbers(one) for one in found]
    return found


def assert_same(found, expected, **tolerance):
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, **{"rtol": 1e-9, "atol": 1e-12, **tolerance})


@pytest.mark.parametrize("case", CASES)
def test_batches_layouts_and_kinds_of_number(case):
    if name_of(case) not in ONE_AT_A_TIME:
        assert_a_batch_gives_the_answers_of_its_problems_and_an_empty_one_none(case)
    assert_any_layout_in_memory_will_do_and_nothing_is_written_to(case)
    assert_whole_numbers_are_numbers_too(case)
    assert_numbers_rounded_to_float32_are_the_same_numbers(case)


def assert_a_batch_gives_the_answers_of_its_problems_and_an_empty_one_none(case):
    for n in sizes(case, 1, 2, 3, 4):
        several = [of_size(case, n, seed) for seed in (1, 2, 3, 4)]
        parts = [arrays_of(case, given) for given in several]
        stacks = {key: np.stack([part[key] for part in parts]) for key in parts[0]}
        batch = several[0] | {key: stack.reshape(2, 2, *stack.shape[1:]) for key, stack in stacks.items()}
        found = answers(case, batch)
        for k, given in enumerate(several):
            if case not in RANDOM or k == 0:
                loose = {"rtol": 0.5, "atol": 0.3} if case in RANDOM else {}
                assert_same([one[divmod(k, 2)] for one in found], answers(case, given), **loose)
        empty = answers(case, batch | {key: batch[key][:0] for key in parts[0]})
        assert [one.shape for one in empty] == [(0, *one.shape[1:]) for one in found]


def assert_any_layout_in_memory_will_do_and_nothing_is_written_to(case):
    given = of_size(case, 3, 1)
    expected = answers(case, given)
    arrays = {key: np.array(value) for key, value in given.items() if isinstance(value, list | np.ndarray)}
    spread = {}
    for key, value in arrays.items():
        wide = np.full([2 * size for size in value.shape], 99, dtype=value.dtype)
        spread[key] = wide[tuple([slice(None, None, 2)] * value.ndim)]
        spread[key][...] = value
        for one in (value, spread[key]):
            one.setflags(write=False)
    turned = {key: np.asfortranarray(value) for key, value in arrays.items()}
    lists = {key: value.tolist() for key, value in arrays.items()}
    for held in (arrays, spread, turned, lists):
        assert_same(answers(case, given | held), expected)


def assert_whole_numbers_are_numbers_too(case):
    given = of_simple_numbers(case)
    expected = answers(case, given)
    for kind in (np.float32, np.int64, np.int8):
        other = {key: given[key].astype(kind) for key in arrays_of(case, given)}
        assert_same(answers(case, given | other), expected)


def of_simple_numbers(case):
    """Return a right call whose arrays hold nothing but small whole numbers."""
    given = of_size(case, 3)
    for key, value in arrays_of(case, given).items():
        if key in ("A", "B", "T", "low", "high") or value.shape[-2:] == (3, 3):
            given[key] = np.ones(value.shape) if key != "stochastic" else np.eye(3)
        elif key == "losses":
            given[key] = np.zeros(3)
        elif key == "others_to_worst":
            given[key] = np.array([3.0, 2.0, 1.0])
        else:
            given[key] = 1.0 + np.arange(value.size).reshape(value.shape) % 3
    if "supermatrix" in given:
        given["supermatrix"] = np.eye(3)
    if "factors" in given:
        given |= {"first": 2, "weights": np.array([1.0, 0.0])}
    if "winners" in given:
        given["winners"] = np.array([0, 1, 1, 2])
    if case == "merit_scores probabilistic":  # which has a complement
        given |= {merit: np.ones(3) for merit in ("cost", "risk")}
    return given


def assert_numbers_rounded_to_float32_are_the_same_numbers(case):
    for given in (cases()[case][1], of_size(case, 3), of_size(case, 4, 1)):
        rounded = {key: value.astype(np.float32) for key, value in arrays_of(case, given).items()}
        expected = answers(case, given)
        for some in (rounded, *({key: list(value)} for key, value in rounded.items())):
            found = answers(case, given | some)
            if name_of(case) not in BY_ROUNDING:
                assert_same(found, expected, **LOOSE)


def test_fewer_items_than_a_function_takes_are_refused():
    for case, fewest in FEWEST.items():
        CASES[case](**of_size(case, fewest))
        with pytest.raises(AHPError):
            CASES[case](**of_size(case, fewest - 1))


def test_what_has_an_answer_of_no_fixed_shape_takes_one_matrix():
    for name in ONE_MATRIX:
        with pytest.raises(JudgmentError, match=r"of one matrix (is|are) wanted; found 3 dimensions"):
            CASES[name](**functions()[name][1] | {"A": np.ones((2, 3, 3))})


@pytest.mark.parametrize("case", LIMITS)
def test_a_limit_is_stated_and_kept(case):
    most = LIMITS[case]
    if case != "fuzzy_priorities":  # minutes, where the others take none
        CASES[case](**of_size(case, most))
    with pytest.raises(JudgmentError, match=f"at most {most} items; found {most + 1}"):
        CASES[case](**of_size(case, most + 1))


@pytest.mark.slow
def test_a_thousand_items_or_a_clear_limit():
    for case, function in CASES.items():
        said = f"at most {LIMITS.get(case, 0)} items; found 1000"
        try:
            function(**of_size(case, 1000))
        except AHPError as error:
            said = str(error)
        assert re.search(r"at most \d+ items; found 1000", said), (case, said)


def test_wide_judgments_have_numbers_or_an_error_that_says_why():
    for case in CASES:
        if name_of(case) in TAKE_A_MATRIX and case != "kendall_zeta":  # of ties there is none
            for r in (1e15, 1e100, 1e300):
                A = np.array([[1, r, 1, 2], [1 / r, 1, r, 1 / r], [1, 1 / r, 1, 3], [1 / 2, r, 1 / 3, 1]])
                said, found = "differ too widely", []
                try:  # a warning is an error here
                    found = answers(case, cases()[case][1] | {"A": A})
                except AHPError as error:
                    said = str(error)
                assert re.search(
                    "too widely|beyond 1/9 and 9|which have squares|not a positive finite", said
                ), case
                assert not any(np.isnan(one).any() for one in found), case


def test_a_completion_beyond_what_a_number_holds_is_refused():
    A = np.array([[1, 1e308, np.nan], [1e-308, 1, 1e308], [np.nan, 1e-308, 1]])
    for function in (ahp.core.optimal_completion, ahp.core.more.incomplete_consistency_index):
        with pytest.raises(ConvergenceError, match="differ too widely"):
            function(A)


def test_intervals_without_width_gaps_and_contradictions_in_float32():
    w = np.random.default_rng(4).dirichlet(np.ones(30))
    A = (w[:, None] / w[None, :]).astype(np.float32)
    np.testing.assert_allclose(parts(ahp.core.more.interval_priorities(A, A)), [w, w], rtol=1e-3)
    two = np.stack([A, A[::-1, ::-1]])
    np.testing.assert_allclose(
        parts(ahp.core.more.interval_priorities(two, two)), [[w, w[::-1]]] * 2, rtol=1e-3
    )
    crisp = np.repeat(two[..., :5, :5, None], 3, axis=-1)
    np.testing.assert_allclose(
        ahp.core.more.fuzzy_preference_programming(crisp).priorities[0], w[:5] / w[:5].sum(), rtol=1e-3
    )
    gap = np.array([[1, 3, np.nan], [1 / 3, 1, 7], [np.nan, 1 / 7, 1]])
    for function in (ahp.core.incomplete_priorities, ahp.core.more.as_incomplete):
        np.testing.assert_allclose(function(gap.astype(np.float32)), function(gap), rtol=1e-6)
    group = np.stack([np.where(np.isnan(gap), 1.0, gap), gap])
    for people in (group, group[:1]):
        found = ahp.core.aggregate_judgments(people.astype(np.float32))
        np.testing.assert_allclose(found, ahp.core.aggregate_judgments(people), rtol=1e-6)
    contradicting = np.array([[1, 2], [0.4999, 1]], dtype=np.float32)
    with pytest.raises(AHPError, match="contradicts that of the turned pair"):
        ahp.core.more.as_interval_judgments(contradicting, contradicting)
    with pytest.raises(AHPError, match=r"column 0 sums to 0\.9999"):
        ahp.core.limit_matrix(np.array([[0.5, 1], [0.4999, 0]], dtype=np.float32))
    with pytest.raises(JudgmentError, match="contradict"):
        ahp.core.priorities(np.array([[1, 3], [0.33, 1]], dtype=np.float32))


@pytest.mark.slow
def test_a_thousand_nodes_in_float32():
    W = np.random.default_rng(4).random((1000, 1000), dtype=np.float32)
    W /= W.sum(axis=0)  # summed in float32, too
    assert not ahp.core.more.is_periodic(W)
    np.testing.assert_allclose(ahp.core.limit_matrix(W).sum(axis=0), 1.0)
