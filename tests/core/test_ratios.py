"""Intervals of quotients from few runs: by hand, and that they cover; and the quantiles they are made with."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.inference import log_ratio, log_ratio_interval, normal_quantile, t_quantile


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


PROBABILITIES = st.floats(1e-6, 1 - 1e-6)


@given(PROBABILITIES)
def test_normal_quantiles_are_those_of_scipy(probability):
    from scipy import stats

    assert normal_quantile(probability) == pytest.approx(stats.norm.ppf(probability), rel=1e-9, abs=1e-9)


@given(PROBABILITIES, st.one_of(st.integers(1, 60), st.sampled_from([399, 400, 401, 5000])))
def test_quantiles_of_t_are_those_of_scipy(probability, freedom):
    from scipy import stats

    expected = stats.t.ppf(probability, freedom)
    assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-7, abs=1e-9)


# From 400 degrees of freedom on by an expansion, whose third term is some 1e-9 there, and its fourth 1e-11.
def test_the_expansion_is_exact_to_ten_digits():
    for probability in [0.6, 0.8, 0.9, 0.95, 0.975]:
        from scipy import stats

        assert t_quantile(probability, 400) == pytest.approx(stats.t.ppf(probability, 400), rel=5e-11)


# Student 1908 and Fisher 1925, as every table prints them: two-sided 5 %.
def test_the_printed_table():
    for freedom, printed in [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)]:
        assert t_quantile(0.975, freedom) == pytest.approx(printed, abs=5e-4)


def test_the_middle_is_zero():
    assert normal_quantile(0.5) == pytest.approx(0, abs=1e-15)
    assert t_quantile(0.5, 3) == pytest.approx(0, abs=1e-15)
