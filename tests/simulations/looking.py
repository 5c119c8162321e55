"""How often looking again and again calls a decision decisive where there is nothing to decide.

`python tests/simulations/looking.py` prints the table of `docs/explain/runs.md`; it takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from simulations.worlds import NOISES, frame, point_of, runs_of

from ahp.decision.confidence import Question, confidence_of
from ahp.decision.samples import Samples
from ahp.decision.sequential import FIRST_LOOK, level_at, resamples_at
from ahp.terms import Statistic

ALIKE = np.array([[2.0, 2.0, 2.0, 1.0], [300.0, 300.0, 300.0, 100.0], [20.0, 20.0, 20.0, 25.0], [9.0] * 4])
"""Three alternatives that are the same one, and the baseline."""
SPREADS = (0.03, 0.03, 0.03, 0.03)
MEAN = Statistic.GEOMETRIC_MEAN


def first(samples, runs):
    """The first runs of an experiment."""
    return Samples(
        samples.columns,
        tuple(values[:, :runs] for values in samples.values),
        tuple(blocks[:runs] for blocks in samples.blocks),
    )


def decisive(world, samples, question):
    """Whether one look calls the decision decisive."""
    return confidence_of(world, point_of(samples, MEAN), samples, MEAN, question).verdict == "decisive"


def wrong_share(noise, experiments, blocks, *, levels, seed=0):
    """Share of experiments that are called decisive at any look; `levels` gives each look's level."""
    world = frame(3)
    rng = np.random.default_rng([seed, *map(ord, noise)])
    wrong = 0
    for experiment in range(experiments):
        samples = runs_of(rng, world, ALIKE, NOISES[noise], SPREADS, blocks)
        for look, runs in enumerate(range(FIRST_LOOK, blocks + 1), start=1):
            level, resamples = levels(look)
            question = Question(level, resamples, rng=experiment)
            if decisive(world, first(samples, runs), question):
                wrong += 1
                break
    return wrong / experiments


def spent(look):
    """The levels of `--until-decisive`."""
    return level_at(look), resamples_at(look)


def unspent(look):
    """The same level at every look: how it must not be done."""
    return 0.95, 10_000


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for kind in ("normal", "log-normal", "heavy-tailed"):
        for name, rule in (("spent", spent), ("unspent", unspent)):
            print(f"{kind:<14} {name:<8} {wrong_share(kind, number, 12, levels=rule):.4f}", flush=True)
