"""The histogram's buckets: the nearest number of seven binary digits, by three operations on doubles."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ahp.ingest.logs.buckets import CODES, DIGITS, RELATIVE_ERROR, SPLITTER, code_of, nearest, value_of


def by_integers(value):
    """The same by whole numbers alone: both neighbours of so many digits."""
    step = 1 << max(value.bit_length() - DIGITS, 0)
    return {value // step * step, -(-value // step) * step}


@given(st.integers(0, 2**53 - 1))
def test_a_bucket_is_a_neighbour_and_within_the_stated_error(value):
    response = np.float64(value)
    bucket = float(nearest(response, response * SPLITTER))
    assert int(bucket) in by_integers(value)
    assert abs(bucket - value) <= RELATIVE_ERROR * value
    assert abs(bucket - value) == min(abs(one - value) for one in by_integers(value))


@given(st.lists(st.integers(0, 2**53 - 1), min_size=1))
def test_a_bucket_has_a_number_that_grows_with_it(values):
    response = np.sort(np.array(values, float))
    bucket = nearest(response, response * SPLITTER)
    code = code_of(bucket)
    assert np.array_equal(value_of(code), bucket)
    assert (np.diff(code) >= 0).all()
    assert (np.diff(code) > 0).tolist() == (np.diff(bucket) > 0).tolist()
    assert code.max() < CODES
