from dataclasses import replace

import numpy as np
import pytest
from simulations.worlds import DIFFICULT, PROMISED, frame, point_of, runs_of

from ahp.decision.confidence import Question, confidence_of
from ahp.decision.doubts import doubts
from ahp.decision.samples import Samples
from ahp.terms import Index, Statistic

FRAME = frame(3, (Index.RELATIVE,) * 4)
VALUES = np.array([[2.0, 2.5, 3.0, 1.0], [110, 130, 125, 100.0], [20, 18, 22, 25.0], [9, 10, 9.5, 8.0]])


def checks(samples, of=FRAME):
    x = point_of(samples, Statistic.GEOMETRIC_MEAN)
    found = confidence_of(of, x, samples, Statistic.GEOMETRIC_MEAN, Question(resamples=100))
    return {finding.check for finding in doubts(of, samples, found)}


def share(noise, check, runs, repetitions=150):
    rng = np.random.default_rng(runs)
    found = [checks(runs_of(rng, FRAME, VALUES, noise, (0.05,) * 4, runs)) for _ in range(repetitions)]
    return sum(check in told for told in found) / repetitions


@pytest.mark.slow
def test_normal_runs_raise_no_doubt_and_skewed_ones_do():
    for check in ("skewness", "outliers"):
        assert share(PROMISED["log-normal"], check, 10) < 0.07
    assert share(DIFFICULT["skewed"], "skewness", 10) > 0.2


def test_a_disturbed_run_is_told_of():
    rng = np.random.default_rng(1)
    samples = runs_of(rng, FRAME, VALUES, PROMISED["log-normal"], (0.01,) * 4, 8)
    samples.values[1][1, 3] *= 1.5
    assert "outliers" in checks(samples)


def test_runs_that_do_not_differ():
    values = tuple(np.repeat(VALUES[:, [j]], 5, axis=1) for j in range(4))
    found = checks(Samples(FRAME.columns, values, (("",) * 5,) * 4))
    assert found >= {"noise"}
    assert not found & {"outliers", "skewness"}


def test_all_runs_in_one_block():
    rng = np.random.default_rng(2)
    samples = runs_of(rng, FRAME, VALUES, PROMISED["log-normal"], (0.01,) * 4, 3)
    one = Samples(samples.columns, samples.values, (("monday",) * 3,) * 4)
    assert checks(one) == {"blocks"}


def test_maxima_are_told_of():
    rng = np.random.default_rng(3)
    worst = replace(FRAME, measures=(*FRAME.measures[:2], "response_time_max", "cpu"))
    samples = runs_of(rng, worst, VALUES, PROMISED["log-normal"], (0.01,) * 4, 5)
    assert "extremes" in checks(samples, worst)


def test_a_byte_more_in_one_run_is_no_disturbance():
    values = [np.repeat(VALUES[:, [j]], 5, axis=1) for j in range(4)]
    values[0][2] *= 1 + np.array([0, 1e-12, 0, 1e-7, 0])
    values[1][:] *= np.exp(0.05 * np.random.default_rng(2).normal(size=values[1].shape))
    found = checks(Samples(FRAME.columns, tuple(values), (("",) * 5,) * 4))
    assert not found & {"outliers", "skewness"}
