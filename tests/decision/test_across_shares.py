import tracemalloc

import numpy as np
import pytest

import ahp
from ahp.decision import across_shares
from ahp.decision.across_shares import draws_at_once, shares_of
from ahp.decision.case import case_of
from ahp.decision.comparable import relatives_of
from ahp.decision.confidence import Question
from ahp.decision.scenes import Rules, gather
from ahp.decision.trends import lines_of, ways_along
from ahp.terms import Index, Statistic

MEASURES = ("throughput", "response_time_mean", "compression_ratio")
HEADINGS = ("tps", "response_time_mean_ms", "compression_ratio")
CRITERIA = tuple(
    ahp.Criterion(f"c{m}{c}", ahp.Merit.BENEFIT, (name,), index="relative")
    for m, name in enumerate(MEASURES)
    for c in range(2)
)


def problem(alternatives, scenarios, runs=3, noise=0.05):
    """Cases, names, weights, ranges of pessimism, lines: what `shares_of` is asked with."""
    rng = np.random.default_rng(7)
    rows = [
        (
            f"s{s}",
            f"a{j}" if j else "none",
            run,
            *(5.0 * centre * np.exp(noise * rng.standard_normal(3))).tolist(),
        )
        for s in range(scenarios)
        for j in range(alternatives + 1)
        for centre in [np.exp(0.05 * rng.standard_normal(3))]
        for run in range(runs)
    ]
    columns = dict(zip(("scenario", "alternative", "run", *HEADINGS), zip(*rows, strict=True), strict=True))
    notes = tuple(ahp.ScenarioNote(f"s{s}", attributes=(("clients", float(s)),)) for s in range(scenarios))
    study, measured = ahp.Study(CRITERIA, scenarios=notes), ahp.read(columns)
    cases = []
    for name in measured.scenarios:
        scene = gather(measured, study, name, Rules("none", Index.AUTO))
        cases.append(case_of(measured, study, scene, Index.AUTO, Statistic.GEOMETRIC_MEAN))
    names = cases[0].frame.competitors
    relatives = [relatives_of(case, case.x, names) for case in cases]
    lines = [(line, ways_along(line, relatives)) for line in lines_of(cases, study)]
    weights = np.full(scenarios, 1.0 / scenarios)
    return cases, names, weights, [(0.0, 0.4), (0.4, 0.4), (0.4, 1.0)], lines


@pytest.mark.slow
def test_blocks_of_draws_say_what_all_draws_at_once_say(monkeypatch):
    asked = problem(4, 3)
    question = Question(resamples=20_000)
    whole = shares_of(*asked, question)
    monkeypatch.setattr(across_shares, "_BLOCK", 1)
    assert draws_at_once([case.x.size for case in asked[0]], question.resamples) == 6666
    parts = shares_of(*asked, question)
    assert parts != whole  # other draws
    for name in ("never_worse", "dominated", "maximin", "minimax_regret", "expected", "unknown"):
        np.testing.assert_allclose(getattr(parts, name), getattr(whole, name), atol=0.02)
    np.testing.assert_allclose(parts.trends, whole.trends, atol=0.02)
    for found in (parts, whole):
        assert found.hurwicz[1] is None
        for chosen in (found.maximin, found.minimax_regret, found.expected, found.unknown, found.hurwicz[2]):
            assert sum(chosen) == pytest.approx(1.0)
    assert 0.05 < np.array(whole.trends).mean() < 0.95


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_scenarios(monkeypatch):
    """Twelve scenarios hold little more than four do, where all their draws would be three times as many."""
    monkeypatch.setattr(across_shares, "_BLOCK", 1)

    def peak(scenarios):
        asked = problem(12, scenarios)
        tracemalloc.start()
        try:
            shares_of(*asked, Question(resamples=4000))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    of_one = 4000 * 13 * len(CRITERIA) * 8  # bytes of the draws of one scenario
    few, many = peak(4), peak(12)
    assert many < 1.5 * few
    assert many < 6 * of_one  # all draws of all scenarios would be 12
