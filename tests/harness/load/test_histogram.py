"""Percentiles against the sorted values, whatever they are; what is kept exactly is exact."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.harness.load.base import RELATIVE_ERROR, histogram, histogram_from, merged

TIMES = st.lists(st.integers(0, 2**53 - 1), min_size=1, max_size=200)
PERCENTS = (0, 0.1, 1, 25, 50, 90, 95, 99, 99.9, 99.99, 100)


def nearest_rank(values, percent):
    ordered = sorted(values)
    for rank, value in enumerate(ordered, start=1):
        # In whole numbers: no rounding to argue about.
        if rank * 10_000 >= round(percent * 100) * len(ordered):
            return value
    raise AssertionError


@given(TIMES)
def test_percentiles_are_those_of_the_sorted_values(values):
    found = histogram(values)
    for percent in PERCENTS:
        exact = nearest_rank(values, percent)
        assert found.percentile(percent) == pytest.approx(exact, rel=RELATIVE_ERROR, abs=0.5)


@given(TIMES)
def test_number_sum_and_extremes_are_exact(values):
    found = histogram(values)
    assert found.number == len(values)
    assert (found.smallest, found.largest) == (min(values), max(values))
    assert found.mean == sum(values) / len(values)
    assert found.percentile(100) == max(values)


@given(st.lists(TIMES, min_size=1, max_size=5))
def test_merging_is_recording_together(parts):
    together = histogram([value for part in parts for value in part])
    assert merged(histogram(part) for part in parts).to_dict() == together.to_dict()


@given(TIMES)
def test_it_survives_json(values):
    found = histogram(values)
    assert histogram_from(json.loads(json.dumps(found.to_dict()))).to_dict() == found.to_dict()


def test_small_values_have_a_bucket_each_and_nothing_has_no_percentile():
    found = histogram(np.arange(2048))
    assert all(found.percentile(100 * (k + 1) / 2048) == k for k in range(2048))
    assert merged([histogram([])]).number == 0
    assert np.isnan(histogram([]).percentile(50))
    assert np.isnan(histogram([]).mean)
