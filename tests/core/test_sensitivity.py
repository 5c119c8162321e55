import numpy as np
import pytest
from cases import numbers, published
from hypothesis import given
from hypothesis import strategies as st
from strategies import reciprocal

from ahp.core import priorities
from ahp.core.sensitivity import critical_weights, weight_intervals
from ahp.core.turning_points import turning_points


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
    ends, rivals = weight_intervals(*problem)
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
    ends, rivals = weight_intervals(np.array([1.0, 0.0, 0.0]), local, np.ones(2), 0)
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
