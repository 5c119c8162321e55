"""What confidence and sensitivity cost, as ratios against plain NumPy in the same run."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.timing import in_fresh_process, memory_in_fresh_process, ratio_of_work, report
from making import made

import ahp
from ahp.core.acceptability import acceptability, uniform_weights
from ahp.decision.uncertainty import Question, confidence_of
from ahp.terms import Index

ALTERNATIVES, CRITERIA, SCENARIOS, RESAMPLES, RUNS = 10, 8, 10, 10_000, 5
COSTS = (False,) * 6 + (True,) * 2
STRAIGHT = (True, False) * 4
WEIGHTS = (*[1 / 6] * 6, 0.5, 0.5)


def scenario(rng):
    """Runs of ten alternatives and a baseline, everything relative to it."""
    names = tuple(f"a{i}" for i in range(ALTERNATIVES))
    centres = np.exp(rng.uniform(-0.3, 0.3, (CRITERIA, ALTERNATIVES + 1, 1)))
    runs = centres * np.exp(0.05 * rng.standard_normal((CRITERIA, ALTERNATIVES + 1, RUNS)))
    return made(
        dict(zip((*names, "none"), np.moveaxis(runs, 1, 0), strict=True)),
        tuple(f"c{c}" for c in range(CRITERIA)),
        weights=WEIGHTS,
        is_cost=COSTS,
        straight=STRAIGHT,
        storage=(False,) * CRITERIA,
        indices=(Index.RELATIVE,) * CRITERIA,
        naturals=(Index.IMPROVEMENT,) * 6 + (Index.OVERHEAD,) * 2,
        references=(ALTERNATIVES,) * CRITERIA,
    )


@pytest.fixture(scope="module")
def scenarios():
    rng = np.random.default_rng(5)
    return [scenario(rng) for _ in range(SCENARIOS)]


def batched(scenarios):
    """All scenarios as the library computes them."""
    return [confidence_of(matrix, Question(resamples=RESAMPLES, rng=s)) for s, matrix in enumerate(scenarios)]


def plain(scenarios):
    """The same, written as a loop over scenarios and criteria, each step over all resamples."""
    return [_plain(matrix, s) for s, matrix in enumerate(scenarios)]


def _plain(matrix, seed):
    rng = np.random.default_rng(seed)
    x, n, tails = matrix.x, ALTERNATIVES, (0.025, 0.975)
    drawn = np.empty((RESAMPLES, CRITERIA, n + 1))
    for j, values in enumerate(matrix.runs.values()):
        logs = np.log(values)
        apart = (logs - logs.mean(axis=1, keepdims=True)).T
        scale = np.sqrt(RUNS / rng.chisquare(RUNS - 1, RESAMPLES)) / RUNS
        drawn[:, :, j] = x[:, j] * np.exp((rng.standard_normal((RESAMPLES, RUNS)) @ apart) * scale[:, None])
    merits = {False: np.zeros((RESAMPLES, n)), True: np.zeros((RESAMPLES, n))}
    priorities = []
    for c in range(CRITERIA):
        own, reference = drawn[:, c, :n], drawn[:, c, n:]
        relative = own / reference if STRAIGHT[c] else reference / own
        local = relative / relative.sum(axis=1, keepdims=True)
        merits[COSTS[c]] += WEIGHTS[c] * local
        priorities.append(np.quantile(local, tails, axis=0))
    quotient = merits[False] / merits[True]
    intervals = [np.quantile(draws, tails, axis=0) for draws in (merits[False], merits[True], quotient)]
    covariance = [np.cov(merits[False][:, i], merits[True][:, i]) for i in range(n)]
    places = (-quotient).argsort(axis=1).argsort(axis=1)
    ranks = np.stack([np.bincount(places[:, i], minlength=n) for i in range(n)]) / RESAMPLES
    wins = np.stack([(quotient[:, [i]] > quotient).mean(axis=0) for i in range(n)])
    return priorities, intervals, covariance, ranks, wins, _rank_sets(np.log(quotient))


def _rank_sets(scores):
    """Simultaneous sets of ranks: intervals of all differences, and again of what they leave open."""
    centre = np.median(scores, axis=0)
    left, right = np.triu_indices(scores.shape[1], 1)
    moved = np.abs((scores - centre)[:, left] - (scores - centre)[:, right])
    lead, width = centre[left] - centre[right], np.quantile(moved, 0.95, axis=0)
    open_ = np.ones(len(left), dtype=bool)
    while open_.any():
        critical = np.quantile((moved[:, open_] / width[open_]).max(axis=1), 0.95)
        found = open_ & (np.abs(lead) > critical * width)
        if not found.any():
            break
        open_ &= ~found
    best, worst = np.ones(scores.shape[1], dtype=int), np.full(scores.shape[1], scores.shape[1])
    for i, j, ahead in zip(left[~open_], right[~open_], lead[~open_] > 0, strict=True):
        best[j if ahead else i] += 1
        worst[i if ahead else j] -= 1
    return np.stack([best, worst], axis=1)


def test_both_say_the_same(scenarios):
    for ours, theirs in zip(batched(scenarios), plain(scenarios), strict=True):
        priorities, intervals, _, ranks, wins, sets = theirs
        np.testing.assert_allclose(ours.ranks, ranks, atol=0.04)
        np.testing.assert_allclose(np.array(ours.wins) - 0.5 * np.eye(ALTERNATIVES), wins, atol=0.04)
        np.testing.assert_allclose([ends for _, ends in ours.merits], np.moveaxis(intervals, 1, 2), rtol=0.03)
        np.testing.assert_allclose(
            [ends for _, ends in ours.priorities], np.moveaxis(priorities, 1, 2), rtol=0.03
        )
        # The last difference that is told apart may be told by one set of draws and not by another.
        assert np.abs(np.array(ours.rank_sets) - sets).mean() < 1.0


def test_ten_thousand_resamples_against_a_plain_loop(scenarios):
    ratio = ratio_of_work(lambda: batched(scenarios), lambda: plain(scenarios), rounds=3)
    report("10,000 resamples of 10 alternatives × 8 criteria × 10 scenarios / a plain NumPy loop", ratio, 1.2)


def test_ten_thousand_resamples_against_building_every_matrix(scenarios):
    # A hundredth of the matrices is built and solved, and its time counted a hundred times.
    share = 100
    values = np.random.default_rng(0).uniform(
        0.5, 2.0, (RESAMPLES * CRITERIA * SCENARIOS // share, ALTERNATIVES)
    )

    def solved():
        return np.linalg.eig(values[:, :, None] / values[:, None, :])

    ratio = ratio_of_work(lambda: batched(scenarios), solved, rounds=3) / share
    report("the same / building every matrix and numpy.linalg.eig (timed on 1 %)", ratio, 0.1)


def test_ten_thousand_resamples_take_less_than_a_gigabyte(root):
    code = (
        f"sys.path.insert(0, {str(root / 'tests')!r})\n"
        "import numpy as np\n"
        "from benchmarks.test_confidence_speed import SCENARIOS, batched, scenario\n"
        "rng = np.random.default_rng(5)\n"
        "batched([scenario(rng) for _ in range(SCENARIOS)])\n"
        "print(most())\n"
    )
    gigabytes = memory_in_fresh_process(code) / 1000
    report("the same, its whole process in GB", gigabytes, 1.0)


# By `auto` the noise reaches the baseline and nothing is claimed; by `relative` everything is computed.
@pytest.mark.parametrize("index", ["auto", "relative"])
def test_confidence_costs_about_as_much_as_the_ranking_and_its_audits(index, examples):
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")
    measured = ahp.read(examples / "pg_wal_runs.csv", study=study)
    ratio = ratio_of_work(
        lambda: [found.scrutiny for found in ahp.rank(measured, study, index=index)],
        lambda: [found.scrutiny for found in ahp.rank(measured, study, index=index, confidence=None)],
        rounds=15,
    )
    report(f"rank of examples/pg_wal_runs, {index}, with confidence / without", ratio, 2.5)


def smaa_by_the_product() -> float:
    rng = np.random.default_rng(0)
    local = rng.uniform(0.1, 1.0, (12, 50))
    local /= local.sum(axis=1, keepdims=True)
    weights = uniform_weights(12, 100_000, rng=rng)

    def ours():
        return acceptability(weights, local, None, None)

    return ratio_of_work(ours, lambda: weights @ local, rounds=25)


# By the processor's time, one thread of NumPy's products on each side.
def test_smaa_against_the_bare_product():
    ratio = in_fresh_process(smaa_by_the_product, limit=8.0)
    report("SMAA of 100,000 weights × 50 alternatives × 12 criteria / the matrix product", ratio, 8.0)
