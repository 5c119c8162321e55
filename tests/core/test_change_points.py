"""Change points: the best partition by brute force over all, and false alarms as rare as promised."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.change_points import (
    _PENALTIES,
    FALSE_ALARMS,
    SHORTEST,
    change_points,
    most_changes,
    new_levels,
    penalty,
    segment_squares,
)
from ahp.errors import InputError


def partitions(n, changes):
    """All places of that many changes that leave every segment two entries."""
    for places in combinations(range(1, n), changes):
        bounds = [0, *places, n]
        if min(np.diff(bounds)) >= SHORTEST:
            yield places


def squares(series, places):
    return sum(((part - part.mean()) ** 2).sum() for part in np.split(series, places))


def by_brute_force(series):
    """The same criterion, over all partitions one by one."""
    n = len(series)
    return min(
        (places for r in range(most_changes(n) + 1) for places in partitions(n, r)),
        key=lambda places: n * np.log(squares(series, places)) + penalty(n) * len(places),
    )


@given(st.integers(4, 13), st.integers(0, 2**32 - 1), st.floats(0.0, 30.0))
def test_change_points_are_those_of_brute_force(n, seed, size):
    rng = np.random.default_rng(seed)
    steps = rng.random(n) < 0.25
    series = rng.standard_normal(n) + size * (steps * rng.standard_normal(n)).cumsum()
    assert change_points(series) == by_brute_force(series)


@given(st.integers(4, 30), st.integers(0, 2**32 - 1), st.floats(0.01, 100.0), st.floats(-100.0, 100.0))
def test_unit_and_origin_do_not_matter(n, seed, scale, origin):
    rng = np.random.default_rng(seed)
    series = rng.standard_normal(n) + 8.0 * (np.arange(n) >= n // 2)
    assert change_points(series) == change_points(scale * series + origin)


def test_a_batch_of_series_is_each_of_them():
    rng = np.random.default_rng(0)
    steps = (rng.random((5, 6, 16)) < 0.15) * 6.0 * rng.standard_normal((5, 6, 16))
    series = rng.standard_normal((5, 6, 16)) + steps.cumsum(axis=-1)
    marks = new_levels(series)
    assert marks.shape == series.shape
    assert len({int(row.sum()) for row in marks.reshape(30, 16)}) > 2  # some have none, some several
    for index in np.ndindex(5, 6):
        assert tuple(np.flatnonzero(marks[index])) == change_points(series[index])


def test_a_large_series_does_not_hide_the_change_of_a_small_one():
    small = np.repeat([0.0, 0.05], 6)
    found = new_levels(np.array([small, np.repeat([0.0, 1e9], 6)]))
    assert found.sum(axis=-1).tolist() == [1, 1]


def test_plain_series():
    for series, changes in [
        ([], ()),
        ([1.0, 1.0, 9.0], ()),
        ([2.0] * 9, ()),
        ([0.1 + 0.2] * 5 + [0.3] * 5, ()),  # rounding is no change
        ([1.0] * 4 + [2.0] * 4, (4,)),  # without noise a change is a change
        ([1.0] * 4 + [1.0 + 1e-6] * 4, (4,)),
        ([1.0] * 6 + [5.0] * 6 + [1.0] * 6, (6, 12)),
        ([1.0, 1.1, 0.9, 1.0, 1.1, 0.9, 1.0, 5.0], ()),  # one entry is an outlier
        ([1.0, 1.1, 0.9, 1.0, 1.1, 0.9, 5.0, 5.1], (6,)),
    ]:
        assert change_points(np.array(series)) == changes


@pytest.mark.parametrize("series", [[1.0, np.nan, 1.0, 1.0], [1.0, np.inf, 1.0, 1.0], 3.0])
def test_what_is_no_series_is_refused(series):
    with pytest.raises(InputError, match="rows of finite numbers"):
        new_levels(np.array(series))


@pytest.mark.slow
def test_false_alarms_of_normal_noise_are_one_in_a_hundred():
    """Tabled lengths and ones between them; 20,000 series each, so within 0.3 of a hundredth."""
    for n in [4, 5, 7, 9, 12, 20, 40]:
        rng = np.random.default_rng(n)
        most = most_changes(n)
        found, _ = segment_squares(rng.standard_normal((20_000, n)), most)
        gains = n * np.log(found[:, :1] / found[:, 1:]) / np.arange(1, most + 1)
        share = (gains.max(axis=1) > penalty(n)).mean()
        assert share == pytest.approx(FALSE_ALARMS, abs=0.003)


@pytest.mark.slow
def test_false_alarms_of_long_series_are_as_rare():
    """A hundred entries, tabled from other draws; 3,000 series, so within three standard errors."""
    found, _ = segment_squares(np.random.default_rng(100).standard_normal((3000, 100)), 10)
    gains = 100 * np.log(found[:, :1] / found[:, 1:]) / np.arange(1, 11)
    assert (gains.max(axis=1) > penalty(100)).mean() == pytest.approx(FALSE_ALARMS, abs=0.0055)


def test_a_shift_of_four_spreads_is_found_where_it_is():
    rng = np.random.default_rng(2)
    found = [change_points(rng.standard_normal(20) + 4.0 * (np.arange(20) >= 12)) for _ in range(200)]
    assert sum(places == (12,) for places in found) >= 180
    assert sum(bool(places) for places in found) >= 198


def test_the_penalty_is_tabled_and_continuous():
    assert penalty(9) == pytest.approx(13.6, abs=0.15)
    assert penalty(5000) == _PENALTIES[-1][1]
    assert [most_changes(n) for n in (0, 3, 4, 7, 8, 39, 40, 1000)] == [0, 0, 1, 1, 2, 9, 10, 10]


@pytest.mark.slow
def test_a_change_brings_no_others_with_it():
    """Where there is one change, a second is found hardly more often than one where there is none."""
    for n in [8, 12, 20]:
        rng = np.random.default_rng(n)
        found = [change_points(rng.standard_normal(n) + 20.0 * (np.arange(n) >= n // 2)) for _ in range(500)]
        assert sum(places != (n // 2,) for places in found) <= 15  # five to ten are expected
