import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.rising import rising, rising_in_single, scratch


def room(draws, n):
    names = np.tile(np.arange(n, dtype=np.int32), (draws, 1))
    return scratch(names, np.empty_like(names))


def by_single(scores, steps=4):
    """Return the order found from rounded scores once what is doubtful is put right, and what was."""
    found, doubtful = rising_in_single(scores.astype(np.float32), steps, room(*scores.shape))
    found[doubtful] = rising(scores[doubtful])
    return found, doubtful.tolist()


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 70), st.floats(0.01, 20))
def test_single_precision_and_repair_give_the_order_of_sorting(seed, draws, n, spread):
    scores = np.exp(np.random.default_rng(seed).normal(0, spread, (draws, n)))
    found, _ = by_single(scores)
    assert found.tolist() == np.argsort(scores, axis=1, kind="stable").tolist()


def test_only_draws_with_close_neighbours_are_computed_again():
    scores = np.array([[0.1, 0.2, 0.3], [0.1, 0.2 * (1 + 1e-9), 0.2], [0.3, 0.2, 0.1]])
    found, again = by_single(scores)
    assert found.tolist() == [[0, 1, 2], [0, 2, 1], [2, 1, 0]]
    assert again == [1]


def test_scores_off_by_all_the_steps_they_may_be_are_put_right():
    rng = np.random.default_rng(1)
    scores = rng.uniform(0.1, 1, (5_000, 50))
    rounded = scores.astype(np.float32).view(np.int32) + rng.integers(-9, 10, scores.shape, dtype=np.int32)
    found, doubtful = rising_in_single(rounded.view(np.float32), 10, room(5_000, 50))
    found[doubtful] = rising(scores[doubtful])
    assert found.tolist() == np.argsort(scores, axis=1).tolist()


def test_scores_that_single_precision_does_not_hold_are_sorted_exactly():
    for far in [0.0, 1e-35, 1e-300, 1e35, 1e300]:
        scores = np.array([[0.2, far, 0.1], [0.3, 0.2, 0.1]])
        with np.errstate(over="ignore"):
            found, again = by_single(scores)
        assert found.tolist() == np.argsort(scores, axis=1).tolist()
        assert again == [0, 1]


def test_scores_that_are_alike_stand_in_the_order_of_their_numbers():
    scores = np.array([[0.5, 0.5, 0.1, 0.5]])
    assert rising(scores.copy()).tolist() == [[2, 0, 1, 3]]
    assert by_single(scores)[0].tolist() == [[2, 0, 1, 3]]
