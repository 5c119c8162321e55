"""How often intervals, sets of ranks and verdicts hold what they promise, over simulated benchmarks.

`python tests/simulations/coverage.py` prints the tables of `docs/explain/runs.md`; it takes some minutes.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from unittest import mock

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from simulations.worlds import NOISES, frame, point_of, runs_of, truth_of

from ahp.core.resampling import bootstrap_displacements
from ahp.decision import confidence
from ahp.decision.confidence import Question, confidence_of
from ahp.terms import Statistic

RUNS = (3, 5, 10)
EQUAL = (0.03, 0.03, 0.03, 0.03)
UNEQUAL = (0.01, 0.03, 0.09, 0.02)
SPREADS = {"equal": EQUAL, "unequal": UNEQUAL}
VALUES = np.array(
    [[2.0, 2.5, 2.4, 1.0], [250.0, 300.0, 290.0, 100.0], [20.0, 18.0, 18.5, 25.0], [9.0, 10.0, 9.5, 8.0]]
)
"""Three alternatives, two of them close, and the baseline."""
KINDS = ("priorities", "benefit", "cost", "quotient", "ranks")


def bootstrap(samples, x, statistic, draws, rng, level):
    """What :func:`ahp.decision.samples.drawn` would draw if it were the plain bootstrap of the runs."""
    moved = [
        bootstrap_displacements((np.log(v) - np.log(v).mean(axis=1, keepdims=True)).T, draws, rng)
        for v in samples.values
    ]
    return x * np.exp(np.stack(moved, axis=-1))


def coverage(
    noise,
    spreads,
    runs,
    repetitions,
    *,
    resamples=1000,
    statistic=Statistic.GEOMETRIC_MEAN,
    shared=0.0,
    seed=0,
):
    """Share of intervals of each kind, and of whole sets of ranks, that hold the truth."""
    world = frame(3)
    truth = world.outcome(truth_of(VALUES, NOISES[noise], spreads, statistic))
    places = 1 + (-world.scores(truth)).argsort().argsort()
    rng = np.random.default_rng([seed, runs, *map(ord, noise)])
    held = dict.fromkeys(KINDS, 0.0)
    for repetition in range(repetitions):
        samples = runs_of(rng, world, VALUES, NOISES[noise], spreads, runs, shared)
        question = Question(resamples=resamples, rng=repetition)
        found = confidence_of(world, point_of(samples, statistic), samples, statistic, question)
        merits = dict(found.merits)
        held["priorities"] += inside([ends for _, ends in found.priorities], truth.priorities)
        held["benefit"] += inside(merits["benefit"], truth.benefit)
        held["cost"] += inside(merits["cost"], truth.cost)
        held["quotient"] += inside(merits["benefit_to_cost"], truth.quotient)
        sets = np.array(found.rank_sets)
        held["ranks"] += bool(((sets[:, 0] <= places) & (places <= sets[:, 1])).all())
    return {kind: count / repetitions for kind, count in held.items()}


def inside(intervals, truth):
    """Share of the intervals that hold the truth."""
    ends = np.array(intervals)
    return float(((ends[..., 0] <= truth) & (truth <= ends[..., 1])).mean())


def bootstrap_coverage(*arguments, **options):
    """The same as :func:`coverage`, of the plain percentile bootstrap."""
    with mock.patch.object(confidence, "drawn", bootstrap):
        return coverage(*arguments, **options)


def verdicts(noise, spread, runs, alternatives, repetitions, *, resamples=1000, seed=0):
    """How often identical alternatives are given each verdict."""
    world = frame(alternatives)
    values = np.repeat(VALUES[:, [0, 3]], [alternatives, 1], axis=1)
    rng = np.random.default_rng([seed, runs, alternatives, *map(ord, noise)])
    spreads = (spread,) * (alternatives + 1)
    counts = Counter()
    for repetition in range(repetitions):
        samples = runs_of(rng, world, values, NOISES[noise], spreads, runs)
        x = point_of(samples, Statistic.GEOMETRIC_MEAN)
        question = Question(resamples=resamples, rng=repetition)
        counts[confidence_of(world, x, samples, Statistic.GEOMETRIC_MEAN, question).verdict] += 1
    return {verdict: count / repetitions for verdict, count in counts.items()}
