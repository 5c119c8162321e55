from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import saaty_matrices

from ahp.core import worst_triads
from ahp.core.triads import largest_deviation, mean_over_triads, triad_extremes


def by_hand(A):
    found = []
    for i, j, k in combinations(range(len(A)), 3):
        t = A[i, k] / (A[i, j] * A[j, k])
        if abs(np.log(t)) > 1e-9:
            found.append((abs(np.log(t)), (i, j, k), t))
    return found


@given(saaty_matrices(max_size=7), st.integers(0, 12))
def test_the_worst_triads_are_those_of_an_enumeration(A, count):
    expected = sorted(by_hand(A), key=lambda entry: -entry[0])
    found = worst_triads(A, count=count)
    assert len(found) == min(count, len(expected))
    for triad, (size, _, _) in zip(found, expected, strict=False):
        assert abs(np.log(triad.ratio)) == pytest.approx(size, rel=1e-9)
        i, j, k = triad.items
        assert i < j < k
        assert triad.ratio == pytest.approx(A[i, k] / (A[i, j] * A[j, k]))
    assert len({triad.items for triad in found}) == len(found)


@given(saaty_matrices(min_size=3, max_size=6))
def test_sums_and_extremes_are_those_of_an_enumeration(A):
    sizes = [size for size, _, _ in by_hand(A)]
    total = len(A) * (len(A) - 1) * (len(A) - 2) / 6
    assert float(mean_over_triads(A, np.abs)) == pytest.approx(sum(sizes) / total, abs=1e-9)
    assert float(largest_deviation(A)) == pytest.approx(max(sizes, default=0.0), abs=1e-9)
    low, high = triad_extremes(A)
    for i in range(len(A)):
        for j in range(len(A)):
            values = [np.log(A[i, k] * A[k, j]) for k in range(len(A))]
            assert (low[i, j], high[i, j]) == pytest.approx((min(values), max(values)))
