"""Fewer questions than pairs: best and worst against all others, and which pairs say most."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import weight_vectors

from ahp.core import best_worst, pairs_to_ask
from ahp.errors import JudgmentError, StudyError


def deviation(w, to_others, to_worst):
    """The objective, written down from the definition."""
    best, worst = np.argmax(to_worst), np.argmax(to_others)
    return max(np.abs(w[best] - to_others * w).max(), np.abs(w - to_worst * w[worst]).max())


@st.composite
def answers(draw):
    """Whole numbers from 1 to 9 for the best over each and each over the worst."""
    n = draw(st.integers(2, 8))
    best, worst = draw(st.permutations(range(n)))[:2]
    most = draw(st.integers(2, 9))
    rows = [draw(st.lists(st.integers(1, most), min_size=n, max_size=n)) for _ in range(2)]
    to_others, to_worst = (np.array(row, float) for row in rows)
    to_others[best], to_others[worst] = 1, most
    to_worst[worst], to_worst[best] = 1, most
    return to_others, to_worst


@given(weight_vectors(min_size=2, max_size=8, decades=2))
def test_answers_that_agree_give_back_their_weights(weights):
    w = weights / weights.sum()
    found = best_worst(w.max() / w, w / w.min())
    assert found.priorities == pytest.approx(w, rel=1e-6, abs=1e-9)
    assert found.deviation == pytest.approx(0, abs=1e-9)
    assert found.consistency_ratio == pytest.approx(0, abs=1e-9)


@given(answers(), st.integers(0, 2**32 - 1))
def test_no_other_weights_are_nearer_to_all_answers(given_answers, seed):
    to_others, to_worst = given_answers
    if (to_others == to_others.max()).sum() > 1 or (to_worst == to_worst.max()).sum() > 1:
        return  # which is the worst, and so the definition above, is then a choice
    found = best_worst(to_others, to_worst)
    assert found.priorities.sum() == pytest.approx(1)
    assert deviation(found.priorities, to_others, to_worst) == pytest.approx(found.deviation, abs=1e-9)
    rng = np.random.default_rng(seed)
    near = found.priorities * np.exp(rng.normal(0, 0.05, (200, len(to_others))))
    for other in np.vstack([near, rng.dirichlet(np.ones(len(to_others)), 200)]):
        assert deviation(other / other.sum(), to_others, to_worst) >= found.deviation - 1e-9
    assert 0 <= found.consistency_ratio <= 1


def test_contradictions_are_told_as_a_share_of_what_is_possible():
    # By hand: |a_Bj a_jW − a_BW| / (a_BW² − a_BW) is largest where 4 × 4 stands for 8: 8/56.
    assert best_worst([2, 1, 4, 3, 8], [4, 8, 4, 2, 1]).consistency_ratio == pytest.approx(8 / 56)


@pytest.mark.parametrize(
    ("to_others", "to_worst", "message"),
    [
        ([1, 2], [2, 1, 1], "two rows with an entry for each item"),
        ([[1, 2]], [[2, 1]], "two rows with an entry for each item"),
        ([1, 0.5, 3], [3, 1, 1], "the judgment of the best over item 1 is 0.5; it is 1 or more"),
        ([1, 2, 3], [3, np.nan, 1], "the judgment over the worst of item 1 is nan"),
        ([2, 2, 3], [3, 1, 1], "put a 1 where each is compared with itself"),
        ([1, 2, 3], [4, 2, 1], "3 times to the worst in one row and 4 times in the other"),
    ],
)
def test_wrong_answers_are_refused(to_others, to_worst, message):
    with pytest.raises(JudgmentError, match=message):
        best_worst(to_others, to_worst)


@given(st.integers(2, 14), st.data())
def test_everybody_is_asked_about_as_often_and_all_items_are_joined(n, data):
    each = data.draw(st.integers(min(2, n - 1), n - 1))
    pairs = pairs_to_ask(n, each=each)
    assert len(set(pairs)) == len(pairs)
    assert all(0 <= i < j < n for i, j in pairs)
    counts = Counter(item for pair in pairs for item in pair)
    assert sorted(counts.values()) == sorted([each] * (n - 1) + [each + n * each % 2])
    near = np.eye(n)
    for i, j in pairs:
        near[i, j] = near[j, i] = 1
    assert (np.linalg.matrix_power(near, n) > 0).all()


def test_the_way_from_any_item_to_any_other_is_short():
    # Not all pairs are asked, so the longest way is 2 at least.
    for n, each in ((6, 3), (8, 3), (7, 4), (8, 4), (9, 4)):
        near = np.eye(n)
        for i, j in pairs_to_ask(n, each=each):
            near[i, j] = near[j, i] = 1
        assert ((near @ near) > 0).all()


def test_sizes_beyond_what_is_tried_are_refused():
    with pytest.raises(JudgmentError, match="a choice of pairs takes at most 30 items; found 31"):
        pairs_to_ask(31, each=3)
    with pytest.raises(StudyError, match="the number of items"):
        pairs_to_ask(1, each=3)
    with pytest.raises(StudyError, match="the number of comparisons of an item"):
        pairs_to_ask(5, each=5)
