"""What a large study costs: ranking against reading its table, confidence against a plain loop, all linear.

`AHP_LARGE_SCENARIOS=1000` makes the study as large as the promise is about (`.ci/deep` does).
"""

import os
import time

import numpy as np
import pytest
from benchmarks.large_files import RUNS, study_of, write_study
from benchmarks.timing import ratio_of_work, report

import ahp
from ahp.decision.gather import Rules, gather
from ahp.decision.uncertainty import Question, confidence_of
from ahp.terms import Index

SCENARIOS = int(os.environ.get("AHP_LARGE_SCENARIOS", "12"))
LARGE = SCENARIOS > 100
SIZES = (SCENARIOS // 4, SCENARIOS // 2, SCENARIOS)
ALTERNATIVES, CRITERIA = 100, 20
QUESTIONED = SCENARIOS // 10 if LARGE else 5
CHOICES, ASPECTS, RESAMPLES = 20, 8, 2000


@pytest.fixture(scope="module")
def seconds(tmp_path_factory):
    """Processor time of reading, of ranking, and of all else that is not drawn from runs, for each size."""
    folder = tmp_path_factory.mktemp("large")
    study = study_of(CRITERIA, folder / "study.toml")
    found = {}
    for scenarios in SIZES:
        path = write_study(folder / "results.csv", scenarios, ALTERNATIVES, CRITERIA)
        found[scenarios] = np.min([timed(path, study) for _ in range(1 if LARGE else 3)], axis=0)
    path.unlink()
    return found


def timed(path, study):
    marks = [time.process_time()]
    measured = ahp.read(path, study=study)
    marks.append(time.process_time())
    decision = ahp.rank(measured, study)
    marks.append(time.process_time())
    for scenario in ahp.rank(measured, study, confidence=None):
        assert scenario.margin.winner == scenario.order[0]
    assert len(decision) == len(measured.scenarios)
    marks.append(time.process_time())
    return np.diff(marks)


# Scores, priorities, ranks and merits: what a study is ranked for. With margins, weights and audits too, which are
# worked out when somebody looks at a scenario, it is held to the same limit.
def test_ranking_against_reading_the_table(seconds):
    reading, ranking, looking = seconds[SCENARIOS]
    what = f"{SCENARIOS} scenarios × {ALTERNATIVES} alternatives × {CRITERIA} criteria × {RUNS} runs"
    print(f"{what}: {reading:.1f} s to read, {ranking:.1f} s to rank")
    report(f"rank of {what} / reading them", ranking / reading, 5)
    report("the same with margins, weights and audits of every scenario", looking / reading, 5)


# What costs as much for each pair of scenarios as for one would double. The smallest study is only told: what fits
# into the processor's cache, and makes too little for the collector of cycles to come, costs less.
@pytest.mark.parametrize(("what", "at"), [("reading", 0), ("ranking", 1), ("looking at everything", 2)])
def test_the_cost_grows_as_the_study_does(seconds, what, at):
    each = [1000 * seconds[scenarios][at] / scenarios for scenarios in SIZES]
    told = ", ".join(f"{cost:.0f} at {scenarios}" for cost, scenarios in zip(each, SIZES, strict=True))
    print(f"ms of {what} for a scenario: {told}")
    report(f"{what}: cost of a scenario in the largest study / in one of half of it", each[2] / each[1], 1.4)


def plain(table, rng):
    """Confidence of one scenario as anyone would write it: (columns, criteria, runs), the baseline first."""
    logs = np.log(table)
    quotients, ranks = np.empty((2, RESAMPLES, CHOICES))
    merits = np.empty((2, RESAMPLES, CHOICES))
    for draw in range(RESAMPLES):
        picked = rng.integers(RUNS, size=(CHOICES + 1, 1, RUNS))
        means = np.exp(np.take_along_axis(logs, picked, axis=2).mean(axis=2))
        relative = means[1:] / means[0]
        relative[:, 1 : ASPECTS // 2 : 2] = (
            1.0 / relative[:, 1 : ASPECTS // 2 : 2]
        )  # benefits, lower is better
        relative[:, ASPECTS // 2 :: 2] = 1.0 / relative[:, ASPECTS // 2 :: 2]  # costs, higher is better
        shares = relative / relative.sum(axis=0)
        merits[0, draw] = shares[:, : ASPECTS // 2].mean(axis=1)
        merits[1, draw] = shares[:, ASPECTS // 2 :].mean(axis=1)
        quotients[draw] = merits[0, draw] / merits[1, draw]
        ranks[draw] = (-quotients[draw]).argsort().argsort()
    intervals = [np.quantile(drawn, (0.025, 0.975), axis=0) for drawn in (*merits, quotients)]
    return (ranks == 0).mean(axis=0), intervals


def confidences(measured, study):
    """Confidence and the ranking that it is of, without what else is worked out for a scenario."""
    found = []
    for name in measured.scenarios:
        matrix, _ = gather(measured, study, name, Rules("a0", Index.RELATIVE))
        found.append(confidence_of(matrix, Question(resamples=RESAMPLES)))
    return found


def test_confidence_against_a_plain_loop(tmp_path):
    path = write_study(tmp_path / "results.csv", QUESTIONED, CHOICES + 1, ASPECTS)
    study = study_of(ASPECTS, tmp_path / "study.toml")
    measured = ahp.read(path, study=study)
    runs = np.loadtxt(path, delimiter=",", skiprows=1, usecols=range(3, 3 + ASPECTS))
    tables = np.moveaxis(runs.reshape(QUESTIONED, CHOICES + 1, RUNS, ASPECTS), 2, 3)

    def ours():
        return [
            found.confidence for found in ahp.rank(measured, study, index="relative", resamples=RESAMPLES)
        ]

    assert ours() == confidences(measured, study)

    def theirs():
        rng = np.random.default_rng(0)
        return [plain(table, rng) for table in tables]

    for found, (best, intervals) in zip(ours(), theirs(), strict=True):
        np.testing.assert_allclose(found.best, best, atol=0.06)
        np.testing.assert_allclose(
            [ends for _, ends in found.merits], np.moveaxis(intervals, 1, 2), rtol=0.03
        )
    rounds = 1 if LARGE else 3
    what = f"{QUESTIONED} scenarios × {CHOICES} alternatives × {ASPECTS} criteria with {RESAMPLES} resamples"
    alone = ratio_of_work(lambda: confidences(measured, study), theirs, rounds=rounds)
    report(f"confidence of {what} / a plain NumPy loop", alone, 1)
    everything = ratio_of_work(ours, theirs, rounds=rounds)
    report(f"rank with confidence, margins and audits of {what} / the loop", everything, 3)
