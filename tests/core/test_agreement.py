import itertools

import numpy as np
import pytest
from cases import matrix, published
from core.reference import parts
from core.test_groups import PARTIES, SEATS
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # noqa: TID253 - another route to the same numbers

from ahp import core
from ahp.errors import JudgmentError


@st.composite
def opinions(draw, min_items=1):
    g, n = draw(st.integers(1, 6)), draw(st.integers(min_items, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return rng.dirichlet(np.ones(n), g) + 1e-6


def opposed(n, largest=9.0):
    """Each of n people puts another item first, as strongly as the scale allows."""
    p = np.full((n, n), 1 / (n + largest - 1))
    np.fill_diagonal(p, largest / (n + largest - 1))
    return p


def test_wholly_opposed_participants_have_consensus_0_and_identical_ones_1():
    for n in [2, 3, 4, 9]:
        # Goepel (2018), section 9: the two ends of the scale
        assert core.more.consensus(opposed(n)) == pytest.approx(0, abs=1e-12)
        assert core.more.consensus(opposed(n)[:1].repeat(3, axis=0)) == pytest.approx(1, abs=1e-12)
        assert core.more.consensus(np.eye(n) + 1e-15, largest=np.inf) == pytest.approx(0, abs=1e-9)


@given(opinions())
def test_diversity_is_that_of_the_definition(p):
    alpha, beta, gamma = parts(core.more.diversity(p))
    shares = p / p.sum(axis=1, keepdims=True)
    assert np.log(alpha) == pytest.approx(np.mean(stats.entropy(shares, axis=1)))
    assert np.log(gamma) == pytest.approx(stats.entropy(shares.mean(axis=0)))
    assert beta == pytest.approx(gamma / alpha)
    assert 1 - 1e-12 <= beta <= len(p) + 1e-12


@given(opinions(min_items=2), st.floats(2, 100))
def test_the_order_of_participants_and_items_does_not_matter(p, largest):
    found = core.more.consensus(p, largest=largest)
    assert core.more.consensus(p[::-1, ::-1], largest=largest) == pytest.approx(found, abs=1e-12)
    assert found <= 1 + 1e-12


def test_twice_the_weight_is_as_good_as_two_participants():
    p = np.array([[0.7, 0.3], [0.2, 0.8]])
    assert core.more.consensus(p, [2, 1]) == pytest.approx(core.more.consensus(p[[0, 0, 1]]), abs=1e-14)


def test_similarity_is_the_diversity_of_every_two():
    p = np.random.default_rng(0).dirichlet(np.ones(4), 5)
    found = core.more.similarity(p)
    for i, j in itertools.product(range(5), repeat=2):
        assert found[i, j] == pytest.approx(1 / core.more.diversity(p[[i, j]]).beta)
    assert core.more.similarity(np.stack([p, p])).shape == (2, 5, 5)


def test_compatibility_is_1_for_the_same_and_symmetric():
    a, b = core.from_values([4.0, 2, 1]), core.from_values([3.0, 3, 1])
    assert core.more.compatibility(a, a) == pytest.approx(1)
    assert core.more.compatibility(a, b) == pytest.approx(core.more.compatibility(b, a))
    assert core.more.compatibility(a, b) == pytest.approx(np.mean(a * b.T))
    assert core.more.compatibility(PARTIES, PARTIES[0]).shape == (3,)
    with pytest.raises(JudgmentError, match="found 3 and 2"):
        core.more.compatibility(a, core.from_values([1.0, 2]))


@given(opinions(min_items=2))
def test_garuti_is_1_for_the_same_and_at_most_1(p):
    shares = p / p.sum(axis=1, keepdims=True)
    assert core.more.garuti_compatibility(shares, shares) == pytest.approx(np.ones(len(p)))
    assert (core.more.garuti_compatibility(shares, shares[::-1]) <= 1 + 1e-12).all()


def test_the_compatibility_of_the_parties():
    # Escobar, Aguarón & Moreno-Jiménez (2015), tables 4 to 9, read from a copy of the paper
    for weights, gci, gcompi in ((None, 0.149, 0.468), (SEATS, 0.122, 0.464)):
        group = core.aggregate_judgments(PARTIES, weights)
        p = core.priorities(group, method="geometric-mean")
        shares = np.full(3, 1 / 3) if weights is None else np.array(weights) / sum(weights)
        # .1495 is printed as .149
        assert core.more.geometric_compatibility(group, p) == pytest.approx(gci, abs=6e-4)
        assert shares @ core.more.geometric_compatibility(PARTIES, p) == pytest.approx(gcompi, abs=5.01e-4)


def test_the_compatibility_of_dong_and_others():
    # Dong, Zhang, Hong & Xu (2010), section 5, read from a copy of the paper: GCI and GCCI of five people
    case = published()["dong-2010-consensus"]["data"]["matrices"]
    stack = np.array([matrix({"matrix": rows}).values for rows in case.values()])
    own = core.priorities(stack, method="geometric-mean")
    printed = [0.1349, 0.2358, 0.1194, 0.1657, 0.2208]
    assert np.abs(core.more.geometric_compatibility(stack, own) - printed).max() <= 5e-5 + 1e-9
    group = core.priorities(
        core.aggregate_judgments(stack, [0.1, 0.3, 0.1, 0.2, 0.3]), method="geometric-mean"
    )
    printed = [0.4285, 0.8707, 0.4113, 0.3774, 2.1944]
    assert np.abs(core.more.geometric_compatibility(stack, group) - printed).max() <= 5e-5 + 1e-9


def test_one_who_stands_apart_is_found_and_nobody_else():
    rng = np.random.default_rng(8)
    logs = rng.normal(0, 0.1, (20, 4))
    logs[7] = [3, -3, 0, 0]
    scores = core.more.outlyingness(np.exp(logs))
    assert scores.argmax() == 7
    assert (np.delete(scores, 7) < core.more.OUTLYING).all()
    assert scores[7] > core.more.OUTLYING


def test_nobody_is_outlying_by_rounding_or_by_less_than_a_step():
    p = np.array([0.2, 0.3, 0.5])
    assert (core.more.outlyingness(np.array([p, p * (1 + 1e-15), p, p])) < 1e-9).all()
    near = p * [1.5, 1, 1]
    assert core.more.outlyingness(np.array([p, p, p, near / near.sum()]))[3] < 1
    assert core.more.outlyingness(np.array([p, p, p, [0.8, 0.1, 0.1]]))[3] > core.more.OUTLYING


def judged_by_eight(rng, items, *, opposed):
    """Priorities of eight in 1,500 groups, by answers on the scale that are off by a factor of 2.8.

    The true priorities of the best and the worst item are as 9 to 1; those who are opposed to the others turn
    the order round.
    """
    answers = np.log(np.concatenate([1 / np.arange(9.0, 1, -1), np.arange(1.0, 10)]))
    place = np.sort(rng.uniform(size=(1500, 1, items)))
    truth = (place - place[..., :1]) / (place[..., -1:] - place[..., :1]) * np.log(9)
    truth = np.repeat(truth, 8, axis=1)
    truth[:, :opposed] = truth[:, :opposed, ::-1]
    said = np.zeros((1500, 8, items, items))
    for i, j in itertools.combinations(range(items), 2):
        meant = truth[..., i] - truth[..., j] + rng.normal(0, 1.5 * np.log(2), truth.shape[:-1])
        given = answers[np.abs(meant[..., None] - answers).argmin(axis=-1)]
        said[..., i, j], said[..., j, i] = given, -given
    shares = np.exp(said.mean(axis=-1))
    return shares / shares.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("items", range(3, 9))
def test_who_stands_apart_is_told_from_who_answers_as_well_as_others(items):
    rng = np.random.default_rng(items)
    alike = core.more.outlyingness(judged_by_eight(rng, items, opposed=0)) > core.more.OUTLYING
    assert alike.any(axis=-1).mean() <= 0.1
    opposed = core.more.outlyingness(judged_by_eight(rng, items, opposed=2)) > core.more.OUTLYING
    assert opposed[:, :2].mean() >= 0.8


def test_kendall_w_is_that_of_spearman():
    # W = (1 + (g - 1) ρ) / g, ρ the mean of the pairwise rank correlations (Kendall & Gibbons 1990); no ties
    p = np.random.default_rng(3).dirichlet(np.ones(6), 5)
    rho = np.mean([stats.spearmanr(a, b).statistic for a, b in itertools.combinations(p, 2)])
    assert core.more.kendall_w(p) == pytest.approx((1 + 4 * rho) / 5)


def test_kendall_w_with_ties_is_the_friedman_statistic():
    # χ² = g (n - 1) W; scipy corrects Friedman's statistic for ties in the same way
    p = np.random.default_rng(4).integers(1, 4, (6, 5)).astype(float)
    assert 6 * 4 * core.more.kendall_w(p) == pytest.approx(stats.friedmanchisquare(*p.T).statistic)
    untied = np.argsort(p + 1e-3 * np.arange(p.shape[1]), axis=-1) + 1.0
    assert core.more.kendall_w([p, untied]).tolist() == pytest.approx(
        [float(core.more.kendall_w(p)), float(core.more.kendall_w(untied))]
    )


def test_concordance_has_its_ends():
    p = np.array([[3.0, 2, 1], [5, 4, 1]])
    assert core.more.kendall_w(p) == 1
    assert core.more.kendall_w([[3, 2, 1], [1, 2, 3]]) == 0
    assert np.isnan(core.more.kendall_w([[1, 1, 1], [2, 2, 2]]))
    assert np.isnan(core.more.kendall_w([[1.0], [1.0]]))
    assert np.isnan(core.more.kendall_w_test([[1, 1, 1], [2, 2, 2]]))


@pytest.mark.parametrize("last", [[3.0, 4, 2, 1], [3.0, 3, 1, 1]], ids=["no ties", "ties"])
def test_the_probability_of_a_concordance_is_that_of_all_rankings(last):
    p = np.array([[4.0, 3, 2, 1], [4, 3, 1, 2], last])
    w = core.more.kendall_w(p)
    every, turned = list(itertools.permutations((1.0, 2, 3, 4))), list(itertools.permutations(last))
    exact = np.mean([core.more.kendall_w([every[0], b, c]) >= w - 1e-12 for b in every for c in turned])
    found = core.more.kendall_w_test(p, draws=50_000, rng=0)
    assert found == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 50_000) + 1e-4)


def test_for_many_items_it_is_chi_squared():
    p = np.random.default_rng(5).dirichlet(np.ones(9), 4)
    statistic = stats.friedmanchisquare(*p.T)
    assert core.more.kendall_w_test(p) == pytest.approx(statistic.pvalue)
