"""Intervals of quotients from few runs: by hand, and that they cover."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.ratios import log_ratio, log_ratio_interval


def coverage(before, now, level=0.95):
    """How often the interval holds no change where there is none, over rows of draws."""
    ends = [log_ratio_interval(a, b, level) for a, b in zip(before, now, strict=True)]
    return np.mean([low <= 0 <= high for low, high in ends])


def test_by_hand():
    before, now = np.exp([0.0, 0.2]), np.exp([1.0, 1.1, 1.2])
    assert log_ratio(before, now) == pytest.approx(1.0)
    # s² = 0.02 and 0.01; over the runs 0.01 and 0.01 / 3; t = 12.706 and 4.303 (tables of Student's t).
    one, other = 0.01, 0.01 / 3
    t = (one * 12.706205 + other * 4.302653) / (one + other)
    width = t * (one + other) ** 0.5
    assert log_ratio_interval(before, now, 0.95) == pytest.approx((1.0 - width, 1.0 + width), rel=1e-6)


def test_equal_samples_of_equal_scatter_have_students_quantile_of_one_of_them():
    before = np.exp([0.0, 0.1, 0.2])
    low, high = log_ratio_interval(before, before, 0.95)
    assert high == pytest.approx(4.302653 * (2 * 0.01 / 3) ** 0.5, rel=1e-6)
    assert low == -high


def test_without_scatter_a_difference_is_a_difference():
    assert log_ratio_interval(np.array([2.0, 2.0]), np.array([2.0, 2.0]), 0.95) == (0.0, 0.0)
    low, high = log_ratio_interval(np.array([2.0, 2.0]), np.array([3.0, 3.0]), 0.95)
    assert low == high == pytest.approx(np.log(1.5))


@given(
    st.lists(st.floats(0.1, 10.0), min_size=2, max_size=6),
    st.lists(st.floats(0.1, 10.0), min_size=2, max_size=6),
    st.floats(0.5, 0.999),
    st.floats(0.01, 100.0),
)
def test_units_do_not_matter_and_turning_round_turns_the_sign(before, now, level, factor):
    one, other = np.array(before), np.array(now)
    low, high = log_ratio_interval(one, other, level)
    assert log_ratio_interval(factor * one, factor * other, level) == pytest.approx((low, high), abs=1e-9)
    assert log_ratio_interval(other, one, level) == pytest.approx((-high, -low), abs=1e-12)
    assert log_ratio_interval(1 / one, 1 / other, level) == pytest.approx((-high, -low), abs=1e-9)


def test_two_runs_against_ten_are_covered():
    """Welch's degrees of freedom cover less than 91 % here: the two scatter more, and are believed too much."""
    rng = np.random.default_rng(0)
    one, other = rng.standard_normal((2000, 2)), 0.5 * rng.standard_normal((2000, 10))
    assert coverage(np.exp(one), np.exp(other)) > 0.93


@pytest.mark.slow
def test_nominal_95_per_cent_cover_at_least_93():
    for noise in ["normal", "t3"]:
        for spread in [0.2, 1.0, 5.0]:
            for r, q in [(2, 3), (2, 10), (3, 3), (3, 10), (5, 5), (10, 10)]:
                rng = np.random.default_rng(100 * r + q)
                draw = (
                    rng.standard_normal
                    if noise == "normal"
                    else lambda shape, rng=rng: rng.standard_t(3, shape)
                )
                before = np.exp(0.05 * draw((2000, r)))
                now = np.exp(0.05 * spread * draw((2000, q)))
                assert coverage(before, now) >= 0.93
