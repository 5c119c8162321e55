"""Looking again and again keeps the level that all looks together are to keep."""

from types import SimpleNamespace

import numpy as np
import pytest
from simulations.looking import ALIKE, bound, decisive, first, once, screened, spent, wrong
from simulations.worlds import NOISES, frame, runs_of

from ahp.decision.confidence import MOST_RESAMPLES, Question
from ahp.decision.sequential import level_at, resamples_at, settled
from ahp.errors import StudyError


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_the_shares_of_all_looks_sum_to_what_may_be_spent(confidence):
    shares = [1 - level_at(look, confidence) for look in range(1, 20_000)]
    assert sum(shares) < 1 - confidence
    assert sum(shares) == pytest.approx(1 - confidence, rel=1e-3)
    assert shares == sorted(shares, reverse=True)


def test_a_look_has_draws_enough_for_its_level_and_no_more_than_there_may_be():
    for look in range(1, 25):
        assert resamples_at(look) * (1 - level_at(look)) >= 50 - 1e-9
        assert resamples_at(look) >= 10_000
    assert resamples_at(24) < MOST_RESAMPLES == resamples_at(25) == resamples_at(10_000)
    assert Question(level_at(10_000), resamples_at(10_000)).resamples == MOST_RESAMPLES
    with pytest.raises(StudyError, match="between"):
        level_at(1, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("rule", [once, spent])
def test_experiments_without_a_difference_are_seldom_decisive_however_often_they_are_looked_at(rule):
    assert wrong("log-normal", 40, rule(5), seed=1) <= bound(40)


def test_an_experiment_that_is_screened_out_would_not_have_been_decisive():
    # Noise so different that a few of them are decisive, and an order that is nearly, so that all is seen.
    world, rng = frame(3), np.random.default_rng(3)
    ahead = ALIKE * np.array([[1.1, 1.0, 1.0, 1.0], [1.1, 1.0, 1.0, 1.0], [1.0] * 4, [1.0] * 4])
    said = []
    for number in range(12):
        samples = first(runs_of(rng, world, ahead, NOISES["normal"], (0.03,) * 4, 6, shared=0.05), 5)
        question = Question(level_at(1), 2000, rng=number)
        said.append((screened(world, samples, question), decisive(world, samples, question)))
    assert [quick for quick, _ in said] == [slow for _, slow in said]
    assert len({slow for _, slow in said}) == 2


def test_all_scenarios_must_be_settled():
    for verdicts, expected in [
        (["decisive", "tie"], True),
        (["decisive", "leaning"], False),
        (["unknown"], False),
        ([None], False),
    ]:
        found = [SimpleNamespace(confidence=v and SimpleNamespace(verdict=v)) for v in verdicts]
        assert settled(found) is expected
