"""Numbers, counts and seeds: which kinds are taken, and how what is none is told."""

from fractions import Fraction

import numpy as np
import pytest
from core.reference import parts

import ahp
from ahp.core import random_index, uniform_weights
from ahp.core.gate import real_number
from ahp.core.more import (
    incremental_analysis,
    interval_draws,
    interval_priorities,
    random_matrices,
    scale_values,
)
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


def test_what_was_called_otherwise_works_with_a_warning_that_says_the_new_name():
    wide = np.array([[1, 1.5], [1 / 1.5, 1]])
    for told, old, new in (
        ("workers= has no effect; leave it out", lambda: interval_draws(wide, wide, draws=3, rng=5, workers=2),
         lambda: interval_draws(wide, wide, draws=3, rng=5)),
        ("count= is called draws= now", lambda: random_matrices(3, count=2, rng=1), lambda: random_matrices(3, 2, rng=1)),
        ("table= is called random_index= now", lambda: random_index(4, table="taha"), lambda: random_index(4, "taha")),
        ("ahp.core.from_judgments is ahp.core.from_upper now", lambda: ahp.core.from_judgments([2], 2),
         lambda: ahp.core.from_upper([2], 2)),
        ("ahp.core.best_worst is ahp.core.more.best_worst now", lambda: ahp.core.best_worst([1, 2], [2, 1]).priorities,
         lambda: ahp.core.more.best_worst([1, 2], [2, 1]).priorities),
        ("Intervals is no tuple any more; take its .low, .high", lambda: list(interval_priorities(wide, wide)),
         lambda: parts(interval_priorities(wide, wide))),
        ("Intervals is no tuple any more", lambda: interval_priorities(wide, wide)[1],
         lambda: interval_priorities(wide, wide).high),
    ):  # fmt: skip
        with pytest.warns(DeprecationWarning, match=told) as warned:
            found = old()
        assert [one.filename for one in warned] == [__file__]
        np.testing.assert_array_equal(found, new())
    with pytest.raises(TypeError, match="got both count= and draws="), pytest.warns(match="count="):
        random_matrices(3, draws=2, count=2)
    with pytest.raises(AttributeError, match="no attribute 'best_wurst'"):
        ahp.core.best_wurst  # noqa: B018 - looking it up is what is tried


def test_every_name_that_moved_is_still_found_where_it_was_and_most_people_see_thirty():
    assert 25 <= len(ahp.core.__all__) <= 36
    moved = [name for name in dir(ahp.core.more) if name[0] not in "_@"]  # @: of pytest
    assert len(moved) > 90
    assert not set(moved) & set(ahp.core.__all__)
    for name in moved:
        with pytest.warns(DeprecationWarning, match=rf"^ahp.core.{name} is ahp.core.more.{name} now$"):
            assert getattr(ahp.core, name) is getattr(ahp.core.more, name)
