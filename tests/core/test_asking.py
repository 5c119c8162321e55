"""Fewer questions than pairs: best and worst against all others, and which pairs say most."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import weight_vectors

from ahp.core.more import best_worst, best_worst_intervals, pairs_to_ask
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


@pytest.mark.parametrize(
    ("to_others", "to_worst"),
    [
        ([2, 1, 4, 3, 8], [4, 8, 4, 2, 1]),
        ([3, 1, 5, 9], [2, 9, 3, 1]),
        ([1, 2, 7], [7, 6, 1]),
        ([1, 2, 9, 4, 5], [9, 2, 1, 6, 5]),
    ],
)
def test_ratios_differ_least_and_the_ends_of_the_intervals_differ_no_more(to_others, to_worst):
    """Against a minimisation of the programme as it is written, from many starts, and weights from inside."""
    from scipy.optimize import minimize

    a, b, n = np.array(to_others, float), np.array(to_worst, float), len(to_others)
    best, worst = int(b.argmax()), int(a.argmax())

    def off(w):
        return max(np.abs(w[best] / w - a).max(), np.abs(w / w[worst] - b).max())

    def slack(x):
        w = x[:n]
        ratios = np.concatenate([w[best] / w - a, w / w[worst] - b])
        return np.concatenate([x[n] - ratios, x[n] + ratios])

    rng, least = np.random.default_rng(0), np.inf
    for _ in range(12):
        found = minimize(
            lambda x: x[n], np.append(rng.dirichlet(np.full(n, 3.0)), 5.0), method="SLSQP",
            constraints=[{"type": "eq", "fun": lambda x: x[:n].sum() - 1}, {"type": "ineq", "fun": slack}],
            bounds=[(1e-3, 1.0)] * n + [(0.0, None)], options={"maxiter": 500},
        )  # fmt: skip
        least = min(least, found.x[n] if found.success else np.inf)
    told = best_worst_intervals(to_others, to_worst)
    assert told.deviation == pytest.approx(least, abs=1e-5)
    assert (told.low <= told.high + 1e-12).all()
    middle = (told.low + told.high) / 2
    assert (told.low - 1e-6 <= middle).all()
    if n == 3:  # one solution
        assert off(told.low / told.low.sum()) == pytest.approx(told.deviation, abs=1e-5)


def test_the_largest_deviations_are_those_of_the_published_table():
    """Rezaei 2015, table 1: for judgments of 2 to 9 of the best over the worst."""
    printed = {2: 0.44, 3: 1.00, 4: 1.63, 5: 2.30, 6: 3.00, 7: 3.73, 8: 4.47, 9: 5.23}
    for most, index in printed.items():
        found = best_worst_intervals([1, most, most], [most, 1, most])
        assert found.consistency_ratio == pytest.approx(1.0)
        assert found.deviation == pytest.approx(index, abs=0.005)


def test_judgments_that_agree_leave_no_interval():
    w = np.array([0.4, 0.3, 0.2, 0.1])
    found = best_worst_intervals(w.max() / w, w / w.min())
    assert found.low == pytest.approx(w, abs=1e-6)
    assert found.high == pytest.approx(w, abs=1e-6)
    assert (found.deviation, found.consistency_ratio) == (0.0, 0.0)
