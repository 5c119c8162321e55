"""What a change of weights, of one judgment or along a way does to the first place."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from cases import numbers, published
from core.reference import parts
from hypothesis import given
from hypothesis import strategies as st
from strategies import reciprocal

from ahp.core import priorities
from ahp.core.sensitivity import (
    critical_weights,
    leaders_along,
    line_crossings,
    scores_without,
    top_lines,
    turning_points,
    weight_intervals,
)


@st.composite
def problems(draw):
    k, n = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights, local = rng.uniform(0.02, 1, k), rng.uniform(0.02, 1, (k, n))
    weights, local = weights / weights.sum(), local / local.sum(axis=1, keepdims=True)
    factors = rng.uniform(0.5, 2, n) * draw(st.sampled_from([1.0, -1.0]))
    first = int((weights @ local * factors).argmax())
    return weights, local, factors, first


def moved(weights, c, t):
    """One weight set, the others in their proportions, as the definition says."""
    rest = np.delete(weights, c)
    shares = rest / rest.sum() if rest.sum() > 0 else np.full(len(rest), 1 / len(rest))
    return np.insert((1 - t) * shares, c, t)


@given(problems(), st.floats(0, 1))
def test_the_first_stays_first_inside_and_not_outside(problem, t):
    weights, local, factors, first = problem
    ends, rivals = parts(weight_intervals(*problem))
    for c in range(len(weights)):
        low, high = ends[c]
        assert 0 <= low <= weights[c] <= high <= 1
        scores = moved(weights, c, t) @ local * factors
        lead = scores[first] - np.delete(scores, first).max()
        if low + 1e-9 < t < high - 1e-9:
            assert lead >= -1e-12
        elif t < low - 1e-9 or t > high + 1e-9:
            assert lead <= 1e-12
        for end, rival, outside in ((low, rivals[c, 0], -1), (high, rivals[c, 1], 1)):
            if rival < 0:
                assert end in (0.0, 1.0)
                continue
            beyond = moved(weights, c, min(max(end + outside * 1e-7, 0), 1)) @ local * factors
            assert beyond[rival] >= beyond[first] - 1e-12


def test_all_weight_on_one_criterion_spreads_equally():
    local = np.array([[0.6, 0.4], [0.2, 0.8], [0.3, 0.7]])
    ends, rivals = parts(weight_intervals(np.array([1.0, 0.0, 0.0]), local, np.ones(2), 0))
    # At weight t the others have (1 - t)/2 each: 0.6 t + 0.25 (1 - t) = 0.4 t + 0.75 (1 - t) at t = 5/7.
    assert ends[0].tolist() == pytest.approx([5 / 7, 1.0])
    assert rivals[0].tolist() == [1, -1]


@given(problems())
def test_the_critical_change_draws_level_and_no_smaller_one_does(problem):
    weights, local, factors, first = problem
    for c, change in enumerate(critical_weights(*problem)):
        if np.isnan(change):
            continue
        for size, level in ((1.0, True), (0.999, False)):
            tried = weights.copy()
            tried[c] += size * change
            scores = tried @ local * factors
            lead = scores[first] - np.delete(scores, first).max()
            assert lead == pytest.approx(0, abs=1e-9) if level else lead >= -1e-12


def test_triantaphyllou_and_sanchez():
    # Decision Sciences 28 (1997), the WSM/AHP example; changes recalled and then reproduced to 4 digits.
    case = published()["triantaphyllou-sanchez-wsm"]["data"]
    weights, local = numbers(case["weights"]), np.array([numbers(row) for row in case["local"]])
    change = critical_weights(weights, local, np.ones(4), 0)
    np.testing.assert_allclose(change, [0.3794, 0.7024, -0.1866, 0.0903], atol=5e-5)
    # The critical criterion by the smallest relative change is the third: 64.9 % of its weight.
    assert np.nanargmin(np.abs(change) / weights) == 2


def lead_with(A, i, j, factor, leads):
    changed = A.copy()
    changed[i, j] *= factor
    changed[j, i] /= factor
    return priorities(changed, method="geometric-mean") @ leads


@given(st.integers(0, 2**32 - 1), st.integers(2, 7))
def test_a_hair_less_keeps_and_a_hair_more_flips_and_nothing_else_does(seed, n):
    rng = np.random.default_rng(seed)
    A = reciprocal(rng.lognormal(0, 1, n * (n - 1) // 2), n)
    leads = rng.normal(0, 1, (n, 3))
    i, j = rng.choice(n, 2, replace=False)
    found = turning_points(priorities(A, method="geometric-mean"), i, j, leads)
    for rival in range(3):
        roots = found[rival][np.isfinite(found[rival])]
        for root in roots[(roots > 1e-12) & (roots < 1e12)]:
            below, above = (lead_with(A, i, j, root * hair, leads)[rival] for hair in (1 - 1e-5, 1 + 1e-5))
            if len(roots) == 2 and roots[1] / roots[0] < 1.001:
                continue  # the two are within a hair of each other
            assert below * above < 0
        factors = np.exp(np.linspace(-20, 20, 401))
        signs = np.sign([lead_with(A, i, j, f, leads)[rival] for f in factors])
        changed = np.flatnonzero(signs[1:] != signs[:-1])
        for k in changed:
            assert ((roots >= factors[k] * (1 - 1e-9)) & (roots <= factors[k + 1] * (1 + 1e-9))).any()


def test_for_three_items_it_is_the_eigenvector_too():
    A = reciprocal(np.array([3.0, 5.0, 1.5]), 3)
    leads = np.array([[1.0], [-1.0], [-1.0]])
    ((factor, none),) = turning_points(priorities(A), 0, 1, leads)
    assert np.isnan(none)
    changed = A.copy()
    changed[0, 1] *= factor
    changed[1, 0] /= factor
    assert float((priorities(changed) @ leads)[0]) == pytest.approx(0, abs=1e-12)


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
    where, high = parts(line_crossings(zero, one))
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


@st.composite
def ways(draw):
    n, k = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    costs = tuple(draw(st.lists(st.booleans(), min_size=k, max_size=k)))
    start, end = np.exp(rng.uniform(-2, 2, (2, k, n)))
    still = rng.random(k) < 0.3
    end[still] = start[still]
    if draw(st.booleans()):  # to where one value ends
        end[~still, rng.integers(n)] = 0.0 if n > 1 else 1.0
    weights = rng.uniform(0.05, 1, k)
    for merit in (True, False):
        group = np.array(costs) == merit
        if group.any():
            weights[group] /= weights[group].sum()
    return start, end, weights, costs


def scores_at(way, t):
    """Benefit over cost at one point of the way, criterion by criterion as the definition says."""
    start, end, weights, costs = way
    merits = {False: np.zeros(start.shape[1]), True: np.zeros(start.shape[1])}
    for a, b, weight, cost in zip(start, end, weights, costs, strict=True):
        values = (1 - t) * a + t * b
        merits[cost] = merits[cost] + weight * values / values.sum()
    benefit, cost = (merits[c] if c in costs else np.ones(start.shape[1]) for c in (False, True))
    return benefit / cost


@given(ways(), st.integers(0, 2**32 - 1))
def test_everywhere_between_two_changes_the_leader_is_the_one_named(way, seed):
    found = leaders_along(*way)
    starts = [t for t, _ in found] + [1.0]
    for (t, who), end in zip(found, starts[1:], strict=True):
        for at in np.random.default_rng(seed).uniform(t, end, 30):
            scores = scores_at(way, at)
            assert scores[who] >= scores.max() * (1 - 1e-9)


@given(ways())
def test_at_a_change_both_are_level_and_another_leads_behind_it(way):
    found = leaders_along(*way)
    assert found[0][0] == 0.0
    for (before, ahead), (t, behind) in itertools.pairwise(found):
        assert before < t < 1.0
        assert ahead != behind
        scores = scores_at(way, t)
        assert scores[ahead] == pytest.approx(scores[behind], rel=1e-9)


def _many_criteria():
    """A way of 220 benefits and costs, the product of whose sums is no float."""
    start, end = np.exp(np.random.default_rng(2).uniform(-0.2, 0.2, (2, 220, 40)))
    return start, end, np.full(220, 2.0 / 220), (False, True) * 110


def _early():
    """A lead lost and won back in the first hundredth of a way, where ten sums are small that grow."""
    start = np.array([[1.0, 4.0], [1.0, 0.25], [3.0, 2.0], *[[1.0, 1.0]] * 10, [1.0, 1.0]])
    end = np.array([[15001.0, 4.0], [1.0, 37500.0], [3.0, 2.0], *[[1e4, 1e4]] * 10, [1.0, 1.0]])
    return start, end, np.array([0.4, 0.4, 0.15, *[0.05 / 10] * 10, 1.0]), (False,) * 13 + (True,)


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(_many_criteria(), id="products-beyond-floats"),
        pytest.param(_early(), id="products-of-many-sizes"),
    ],
)
def test_of_many_criteria_the_leader_is_the_one_that_a_scan_finds(way):
    found = leaders_along(*way)
    at = np.concatenate([np.geomspace(1e-7, 1e-3, 100), np.linspace(1e-3, 1.0 - 1e-3, 1000)])
    named = np.array([who for _, who in found])[np.searchsorted([t for t, _ in found], at, side="right") - 1]
    start, end, weights, costs = way
    values = (1.0 - at)[:, None, None] * start + at[:, None, None] * end
    terms = weights[:, None] * values / values.sum(axis=-1, keepdims=True)
    scores = terms[:, ~np.array(costs)].sum(axis=1) / terms[:, costs].sum(axis=1)
    assert len(set(scores.argmax(axis=1))) > 1  # or it would show little
    wrong = scores[np.arange(len(at)), named] < scores.max(axis=1) * (1.0 - 1e-9)
    assert at[wrong].tolist() == []


def test_a_single_criterion_changes_where_its_lines_cross():
    # 3 - 2 t and 1 + 2 t meet in the middle.
    way = leaders_along(np.array([[3.0, 1.0]]), np.array([[1.0, 3.0]]), np.ones(1), (False,))
    assert way == [(0.0, 0), (pytest.approx(0.5), 1)]


def test_a_way_that_goes_nowhere_changes_nothing():
    values = np.array([[3.0, 1.0], [2.0, 5.0]])
    assert leaders_along(values, values, np.ones(2), (False, True)) == [(0.0, 0)]


def test_a_criterion_that_begins_at_nothing_is_shared_equally_there():
    start, end = np.array([[0.0, 0.0], [3.0, 2.0]]), np.array([[1.0, 1.0], [3.0, 2.0]])
    assert leaders_along(start, end, np.array([0.5, 0.5]), (False, False)) == [(0.0, 0)]


def test_a_lead_that_is_lost_and_won_back():
    # Halfway the second has most of two criteria, at either end most of one; the third is the first's.
    start = np.array([[1.0, 4.0], [1.0, 0.25], [3.0, 2.0]])
    end = np.array([[1.0, 0.25], [1.0, 4.0], [3.0, 2.0]])
    found = leaders_along(start, end, np.array([0.4, 0.4, 0.2]), (False,) * 3)
    assert [who for _, who in found] == [0, 1, 0]
    assert found[1][0] == pytest.approx(1.0 - found[2][0])


def test_a_copy_of_the_first_is_never_ahead_of_it():
    start, end = np.array([[3.0, 3.0, 1.0], [1.0, 1.0, 2.0]]), np.array([[3.0, 3.0, 6.0], [1.0, 1.0, 2.0]])
    assert [who for _, who in leaders_along(start, end, np.array([0.5, 0.5]), (False, False))] == [0, 2]
