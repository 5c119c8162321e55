from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.gradient import line_crossings, scores_without, top_lines

lines = st.integers(1, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
    )
)


def height(ends, i, at):
    zero, one = ends
    return zero[i] * (1 - at) + one[i] * at


@given(lines)
def test_the_top_is_what_exact_arithmetic_finds_everywhere(ends):
    zero, one = (np.array(end, dtype=float) for end in ends)
    spans = top_lines(zero, one)
    starts = [start for start, _ in spans]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    for (start, who), end in zip(spans, [*starts[1:], 1.0], strict=True):
        middle = Fraction(start) / 2 + Fraction(end) / 2
        assert height(ends, who, middle) == max(height(ends, i, middle) for i in range(len(zero)))


@given(lines, st.floats(-3e-16, 3e-16), st.integers(0, 6), st.booleans())
def test_rounding_where_lines_meet_puts_none_of_them_on_top_for_nothing(ends, error, who, at_the_end):
    ends = [np.array(end, dtype=float) for end in ends]
    spans = [who for _, who in top_lines(*ends)]
    ends[at_the_end][who % len(ends[0])] *= 1.0 + error
    moved = top_lines(*ends)
    starts = [start for start, _ in moved]
    assert (np.diff([*starts, 1.0]) > 1e-10).all()
    if len({*zip(*(end.round(9) for end in ends), strict=True)}) == len(ends[0]):  # no two lines are one
        assert [who for _, who in moved] == spans


@given(lines)
def test_crossings_are_where_two_are_as_high(ends):
    zero, one = (np.array(end, dtype=float) for end in ends)
    where, high = line_crossings(zero, one)
    for i in range(len(zero)):
        for j in range(len(zero)):
            before, after = zero[i] - zero[j], one[i] - one[j]
            assert np.isnan(where[i, j]) == (not before * after < 0)
            if before * after < 0:
                at = where[i, j]
                assert 0 < at < 1
                assert height(ends, i, at) == pytest.approx(height(ends, j, at), abs=1e-12)
                assert high[i, j] == pytest.approx(height(ends, i, at))


def test_without_one_criterion_the_others_keep_their_proportions_or_share_alike():
    local = np.array([[0.7, 0.3], [0.5, 0.5], [0.1, 0.9]])
    assert scores_without(np.array([0.2, 0.2, 0.6]), local, 0).tolist() == pytest.approx([0.2, 0.8])
    assert scores_without(np.array([1.0, 0.0, 0.0]), local, 0).tolist() == pytest.approx([0.3, 0.7])
