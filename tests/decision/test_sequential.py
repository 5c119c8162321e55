"""Looking again and again keeps the level that all looks together are to keep."""

import pytest
from simulations.looking import wrong_share

from ahp.decision.sequential import level_at, resamples_at, settled
from ahp.errors import StudyError


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_the_shares_of_all_looks_sum_to_what_may_be_spent(confidence):
    shares = [1 - level_at(look, confidence) for look in range(1, 20_000)]
    assert sum(shares) < 1 - confidence
    assert sum(shares) == pytest.approx(1 - confidence, rel=1e-3)
    assert shares == sorted(shares, reverse=True)


def test_a_look_has_draws_enough_for_its_level():
    for look in range(1, 50):
        assert resamples_at(look) * (1 - level_at(look)) >= 50 - 1e-9
        assert resamples_at(look) >= 10_000


def test_a_level_that_is_none_is_refused():
    with pytest.raises(StudyError, match="between"):
        level_at(1, 1.0)


def test_experiments_without_a_difference_are_seldom_decisive_however_often_they_are_looked_at():
    # 40 experiments of 4 looks each: with 5 % the 99 % bound of the binomial distribution is 6.
    assert wrong_share("log-normal", 40, 6, levels=lambda look: (level_at(look), 2000)) * 40 <= 6


class Scenario:
    def __init__(self, verdict):
        self.confidence = verdict and type("C", (), {"verdict": verdict})


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [(["decisive", "tie"], True), (["decisive", "leaning"], False), (["unknown"], False), ([None], False)],
)
def test_all_scenarios_must_be_settled(verdicts, expected):
    assert settled([Scenario(verdict) for verdict in verdicts]) is expected
