"""Numbers, counts and seeds: which kinds are taken, and how what is none is told."""

from fractions import Fraction

import numpy as np
import pytest

from ahp.core import (
    acceptability,
    incremental_analysis,
    interval_draws,
    lognormal_draws,
    random_matrices,
    scale_values,
    uniform_weights,
)
from ahp.core.gate import real_number
from ahp.errors import StudyError


@pytest.mark.parametrize(
    "two", [2, 2.0, np.float32(2), np.int8(2), np.uint64(2), np.array(2), Fraction(2)], ids=repr
)
def test_any_kind_of_number_is_one(two):
    assert incremental_analysis([3.0, 4.0], [1.0, 2.0], worth=two) == incremental_analysis(
        [3.0, 4.0], [1.0, 2.0], worth=2.0
    )
    if isinstance(two, int | np.integer | np.ndarray):
        assert random_matrices(two, two).shape == (2, 2, 2)
        assert len(scale_values("balanced", two)) == 17


def test_bounds_are_kept_and_said():
    assert real_number(np.inf, "it", above=1.0, most=np.inf) == np.inf
    assert real_number(1, "it", least=1, most=1) == 1.0
    for value, bounds, said in (
        (0.0, {"above": 0.0}, "a number greater than 0"),
        (1.0, {"above": 0.0, "below": 1.0}, "a number greater than 0 and less than 1"),
        (-1.0, {"least": 0.0, "most": 5.0}, "a number at least 0 and at most 5"),
        (np.inf, {}, "a finite number"),
    ):
        with pytest.raises(StudyError, match=rf"^it is {said}; found"):
            real_number(value, "it", **bounds)


def test_a_seed_is_what_numpy_makes_a_generator_of():
    for seed in (7, [7, 8], np.int64(7)):
        expected = uniform_weights(3, 5, rng=np.random.default_rng(seed))
        assert (uniform_weights(3, 5, rng=seed) == expected).all()
    for source in (np.random.SeedSequence, np.random.PCG64):
        assert (uniform_weights(3, 5, rng=source(7)) == uniform_weights(3, 5, rng=7)).all()
    assert (uniform_weights(3, 5) != uniform_weights(3, 5)).any()
    for wrong in (-1, 1.5, "x", "5", True, [1, -2], [1.5], [[1], [2, 3]], b"5", {}, object()):
        with pytest.raises(StudyError, match=r"rng is None, a seed .* Generator of numpy.random; found"):
            uniform_weights(3, 5, rng=wrong)


WIDE = [[1, 1.5], [1.5, 1]]


@pytest.mark.parametrize(
    "call",
    [
        lambda **workers: acceptability([[0.5, 0.5]], [[1, 2], [3, 1]], **workers)[0],
        lambda **workers: lognormal_draws(np.ones((2, 2)), 0.3, draws=30, rng=5, **workers),
        lambda **workers: interval_draws(1 / np.array(WIDE), WIDE, draws=30, rng=5, **workers),
    ],
)
def test_a_number_of_workers_is_checked_and_has_no_effect(call):
    with pytest.warns(DeprecationWarning, match="workers= has no effect; leave it out") as told:
        found = call(workers=2)
    assert told[0].filename == __file__
    np.testing.assert_array_equal(found, call(workers=None))
    for wrong in (0, -1, 1.5, "2", True):
        with pytest.raises(StudyError, match="the number of workers is a whole number, at least 1; found"):
            call(workers=wrong)
