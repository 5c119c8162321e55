"""Numbers, counts and seeds, checked at the door."""

from fractions import Fraction

import numpy as np
import pytest

from ahp.core.arguments import (
    generator_of,
    real_number,
    whole_number,
    workers_of,
)
from ahp.errors import StudyError


def test_any_kind_of_number_is_one():
    for given in [2, 2.0, np.float32(2), np.int8(2), np.array(2), Fraction(2)]:
        found = real_number(given, "it")
        assert (found, type(found)) == (2.0, float)


def test_any_kind_of_whole_number_is_one():
    for given in [2, np.int8(2), np.array(2), np.uint64(2)]:
        found = whole_number(given, "it", least=2)
        assert (found, type(found)) == (2, int)


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
    with pytest.raises(StudyError, match=r"^it is a whole number, from 1 to 3; found 4"):
        whole_number(4, "it", least=1, most=3)


def test_a_seed_or_a_generator():
    generator = np.random.default_rng(5)
    assert generator_of(generator) is generator
    assert generator_of(np.int64(5)).random() == np.random.default_rng(5).random()
    for wrong in (-1, 1.5, "x", "5", True, [1, -2], [1.5], [[1], [2, 3]], b"5", {}, object()):
        with pytest.raises(StudyError, match=r"rng is None, a seed .* Generator of numpy.random; found"):
            generator_of(wrong)


@pytest.mark.parametrize("given", [7, [7, 8], np.random.SeedSequence(7)])
def test_whatever_numpy_makes_a_generator_of_is_taken(given):
    expected = np.random.default_rng(given).random(3).tolist()
    assert generator_of(given).random(3).tolist() == expected
    assert generator_of(np.random.PCG64(7)).random() == np.random.Generator(np.random.PCG64(7)).random()
    assert generator_of(None).random() != generator_of(None).random()


def test_workers_are_the_processors_of_this_process(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {1, 3, 5}, raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert workers_of(None) == 3
    assert workers_of(np.int64(2)) == 2
    monkeypatch.delattr("os.sched_getaffinity")
    assert workers_of(None) == 64
    for wrong in (0, -1, 1.5, "2", True):
        with pytest.raises(StudyError, match="the number of workers is a whole number, at least 1; found"):
            workers_of(wrong)
