"""Every exported function: one problem and a batch, none at all, any size, any layout, any kind of number."""

from __future__ import annotations

import re

import numpy as np
import pytest
from core.calls import TAKE_A_MATRIX, functions, of_size
from core.test_wrong_input import numbers_in

import ahp.core
from ahp.errors import AHPError

FUNCTIONS = {name: function for name, (function, _) in functions().items()}
ONE_AT_A_TIME = {  # an answer of no fixed shape, draws, or nothing but single numbers
    "connected_groups", "least_squares_solutions", "nearest_acceptable", "worst_triads", "triads_with",
    "worst_reversals", "interval_draws", "lognormal_draws", "step_draws", "ranking",
    "tie_groups", "top_lines", "marginal_choices", "incremental_analysis", "bootstrap_displacements",
    "t_displacements", "rank_probabilities", "rank_sets", "equal_tailed", "random_matrices",
    "simulated_random_index", "random_index", "consistency_threshold", "geometric_threshold", "saaty_limit",
    "scale_values", "words_of", "answer_of", "hurwicz_choices", "uniform_weights", "ordered_weights",
    "acceptability", "central_weights", "weight_intervals", "critical_weights", "winner_regions",
}  # fmt: skip
SHARED = {"clusters", "cluster_weights", "scale"}  # the same for every problem of a batch
SHARED_WEIGHTS = {"consensus", "diversity", "aggregate_priorities", "aggregate_judgments", "merit_scores"}
FEWEST = {"scale_values": 2, "triads_with": 2, "simulated_random_index": 3}
RANDOM = {"dispersion_test", "kendall_w_test"}  # every problem of a batch is compared with its own draws
every_function = pytest.mark.parametrize("name", FUNCTIONS)


def arrays_of(name, given):
    """Return the arguments that a batch has one of for each problem."""
    return {
        key: np.asarray(value, dtype=np.float64)
        for key, value in given.items()
        if isinstance(value, list | np.ndarray)
        and key not in SHARED
        and not (key == "weights" and name in SHARED_WEIGHTS)
    }


def answers(name, given):
    return list(numbers_in(as_numbers(FUNCTIONS[name](**given))))


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


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - ONE_AT_A_TIME))
def test_a_batch_gives_the_answers_of_its_problems_and_an_empty_one_none(name):
    several = [of_size(name, 3, seed) for seed in (1, 2, 3, 4)]
    parts = [arrays_of(name, given) for given in several]
    stacks = {key: np.stack([part[key] for part in parts]) for key in parts[0]}
    batch = several[0] | {key: stack.reshape(2, 2, *stack.shape[1:]) for key, stack in stacks.items()}
    found = answers(name, batch)
    for k, given in enumerate(several):
        if name not in RANDOM or k == 0:
            loose = {"rtol": 0.5, "atol": 0.3} if name in RANDOM else {}
            assert_same([one[divmod(k, 2)] for one in found], answers(name, given), **loose)
    empty = answers(name, batch | {key: batch[key][:0] for key in parts[0]})
    assert [one.shape for one in empty] == [(0, *one.shape[1:]) for one in found]


@every_function
def test_any_layout_in_memory_and_nothing_is_written_to(name):
    given = of_size(name, 3)
    expected = answers(name, given)
    arrays = {key: np.array(value) for key, value in given.items() if isinstance(value, list | np.ndarray)}
    for value in arrays.values():
        value.setflags(write=False)
    assert_same(answers(name, given | arrays), expected, rtol=1e-12)
    spread = {}
    for key, value in arrays.items():
        wide = np.full([2 * size for size in value.shape], 99, dtype=value.dtype)
        wide[tuple([slice(None, None, 2)] * value.ndim)] = value
        spread[key] = wide[tuple([slice(None, None, 2)] * value.ndim)]
        spread[key].setflags(write=False)
    assert_same(answers(name, given | spread), expected)
    assert_same(
        answers(name, given | {key: np.asfortranarray(value) for key, value in arrays.items()}), expected
    )
    assert_same(answers(name, given | {key: value.tolist() for key, value in arrays.items()}), expected)


@every_function
def test_other_numbers_than_doubles(name):
    given = of_size(name, 3)
    for key, value in arrays_of(name, given).items():
        if key in ("A", "B", "T", "low", "high") or value.shape[-2:] == (3, 3):
            value = np.ones(value.shape) if key != "stochastic" else np.eye(3)
        elif key == "losses":
            value = np.zeros(3)
        else:
            value = 1.0 + np.arange(value.size).reshape(value.shape) % 3
        given[key] = value
    if "supermatrix" in given:
        given["supermatrix"] = np.eye(3)
    if "factors" in given:
        given |= {"first": 2, "weights": np.array([1.0, 0.0])}
    if "winners" in given:
        given["winners"] = np.array([0, 1, 1, 2])
    expected = answers(name, given)
    for kind in (np.float32, np.int64, np.int8):
        other = {key: given[key].astype(kind) for key in arrays_of(name, given)}
        assert_same(answers(name, given | other), expected)


BY_ROUNDING = {  # an order of what is equal here, or a quotient of two roundings
    "acceptability", "inspection", "triads_with", "incremental_analysis", "marginal_choices", "outlyingness",
}  # fmt: skip


@every_function
@pytest.mark.parametrize("n", [2, 3, 5])
def test_numbers_rounded_to_float32_are_the_same_numbers(name, n):
    if n < FEWEST.get(name, 1):
        return
    for given in [functions()[name][1], of_size(name, n, 1), of_size(name, n, 2)]:
        rounded = {key: value.astype(np.float32) for key, value in arrays_of(name, given).items()}
        expected = answers(name, given)
        for some in (rounded, *({key: list(value)} for key, value in rounded.items())):
            found = answers(name, given | some)
            if name not in BY_ROUNDING:
                assert_same(found, expected, rtol=1e-5, atol=1e-5)


def test_a_thousand_nodes_and_intervals_without_width_in_float32():
    rng = np.random.default_rng(4)
    W = rng.random((1000, 1000), dtype=np.float32)
    W /= W.sum(axis=0)  # summed in float32, too
    assert not ahp.core.is_periodic(W)
    np.testing.assert_allclose(ahp.core.limit_matrix(W).sum(axis=0), 1.0)
    w = rng.dirichlet(np.ones(300))
    A = (w[:, None] / w[None, :]).astype(np.float32)
    np.testing.assert_allclose(ahp.core.interval_priorities(A, A), [w, w], rtol=1e-3)
    contradicting = np.array([[1, 2], [0.4999, 1]], dtype=np.float32)
    with pytest.raises(AHPError, match="contradicts that of the turned pair"):
        ahp.core.as_interval_judgments(contradicting, contradicting)
    with pytest.raises(AHPError, match=r"column 0 sums to 0\.9999"):
        ahp.core.limit_matrix(np.array([[0.5, 1], [0.4999, 0]], dtype=np.float32))


@every_function
@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_items(name, n):
    if n < FEWEST.get(name, 1):
        with pytest.raises(AHPError):
            FUNCTIONS[name](**of_size(name, n))
        return
    FUNCTIONS[name](**of_size(name, n))


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {*TAKE_A_MATRIX}))  # those are in every_function
def test_a_thousand_items_or_a_clear_limit(name):
    function, given = FUNCTIONS[name], of_size(name, 1000)
    try:
        function(**given)
    except AHPError as error:
        said = str(error)
    else:
        return
    limit = re.search(r"at most (\d+) items; found 1000", said)
    assert limit, said
    most = int(limit[1])
    function(**of_size(name, min(most, 5)))
    with pytest.raises(AHPError, match=f"at most {most} items; found {most + 1}"):
        function(**of_size(name, most + 1))
