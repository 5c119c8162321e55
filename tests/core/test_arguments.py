"""Numbers, counts and seeds, checked at the door."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ahp.core.arguments import (
    generator_of,
    real_number,
    whole_number,
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
    for wrong in (-1, None, 0.5, "seed", True):
        with pytest.raises(StudyError, match="a seed is a whole number, 0 or more"):
            generator_of(wrong)
