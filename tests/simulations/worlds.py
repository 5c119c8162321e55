"""Benchmarks whose truth is known: measurements drawn with noise of many kinds, and what they estimate."""

import functools
from dataclasses import replace

import numpy as np
from making import made

from ahp.evidence.cells import aggregate
from ahp.evidence.indices import is_positive
from ahp.terms import Index, Statistic

NATURALS = (Index.SAVING, Index.IMPROVEMENT, Index.IMPROVEMENT, Index.OVERHEAD)
"""What the published rule tries first, as it does where nobody asks for an index."""
STRAIGHT = (True, True, False, True)
WORSE = np.array([-1.0, -1.0, 1.0, 1.0])[:, None]  # the way in which a disturbed run lies
EULER = 0.5772156649015329


def world(alternatives, indices=None):
    """Storage, throughput and response time against CPU, relative to a baseline that does not compete; no runs.

    The numbers choose the index of each criterion, as by default, unless it is asked for.
    """
    names = (*(f"a{i}" for i in range(alternatives)), "none")
    return made(
        dict.fromkeys(names, np.ones((4, 1))),
        ("compression_ratio", "throughput", "response_time_mean", "cpu"),
        names=("storage_saving", "throughput", "response_time", "cpu_overhead"),
        weights=(1 / 3, 1 / 3, 1 / 3, 1.0),
        is_cost=(False, False, False, True),
        straight=STRAIGHT,
        storage=(True, False, False, False),
        indices=indices or NATURALS,
        naturals=(None,) * 4 if indices else NATURALS,
        references=(None, *[alternatives] * 3),
    )


def with_runs(of, runs, blocks=None, statistic=Statistic.GEOMETRIC_MEAN):
    """A world with these runs of each column, (4, R)."""
    return replace(
        of,
        runs=dict(zip(of.columns, runs, strict=True)),
        labels={name: ("",) * own.shape[1] for name, own in zip(of.columns, runs, strict=True)},
        blocks={name: blocks or ("",) * own.shape[1] for name, own in zip(of.columns, runs, strict=True)},
        statistic=statistic,
    )


def at_point(of):
    """The same with the indices that the rule chooses at its point, where it chooses."""
    chosen = tuple(
        index if first is None else first if is_positive(first, own) else Index.RELATIVE
        for index, first, own in zip(of.indices, of.naturals, of.relatives(of.x), strict=True)
    )
    return replace(of, indices=chosen)


def normal(rng, shape, spread):
    """Normal on the plain scale."""
    return 1.0 + spread * rng.standard_normal(shape)


def log_normal(rng, shape, spread):
    """Normal on the log scale."""
    return np.exp(spread * rng.standard_normal(shape))


def heavy_tailed(rng, shape, spread):
    """Student's t with 3 degrees of freedom on the log scale, of unit variance."""
    return np.exp(spread * rng.standard_t(3, shape) / np.sqrt(3.0))


def skewed(rng, shape, spread):
    """A shifted exponential on the log scale: most runs alike, some much longer."""
    return np.exp(spread * WORSE * (rng.standard_exponential(shape) - 1.0))


def maxima(rng, shape, spread):
    """Gumbel on the log scale, the distribution of a maximum."""
    return np.exp(spread * WORSE * (rng.gumbel(size=shape) - EULER) * np.sqrt(6.0) / np.pi)


def outliers(rng, shape, spread):
    """One run in twenty is disturbed: all its measures are worse by five standard deviations."""
    disturbed = rng.random((*shape[:-2], 1, shape[-1])) < 0.05
    return np.exp(spread * (rng.standard_normal(shape) + 5.0 * WORSE * disturbed))


PROMISED = {"normal": normal, "log-normal": log_normal, "heavy-tailed": heavy_tailed}
DIFFICULT = {"skewed": skewed, "maxima": maxima, "outliers": outliers}
NOISES = {**PROMISED, **DIFFICULT}


@functools.cache
def centre(noise, spread, statistic):
    """What a statistic over endless runs would say of noise around 1, for each criterion; shape (4,)."""
    if statistic is Statistic.GEOMETRIC_MEAN and noise in (log_normal, heavy_tailed, skewed, maxima):
        return np.ones(4)
    drawn = noise(np.random.default_rng(20), (4, 1_000_000), spread)
    return aggregate(drawn, statistic)


def truth_of(values, noise, spreads, statistic):
    """The measurements of endless runs, shape (4, m), of alternatives whose noise is around `values`."""
    return values * np.stack([centre(noise, spread, statistic) for spread in spreads], axis=1)


def runs_of(rng, of, values, noise, spreads, runs, shared=0.0):
    """A world with runs of every column; `shared` is the spread of what all columns of a block have in common."""
    block = np.exp(shared * rng.standard_normal((len(values), runs))) if shared else 1.0
    drawn = [
        values[:, [j]] * block * noise(rng, (len(values), runs), spread) for j, spread in enumerate(spreads)
    ]
    return with_runs(of, drawn, tuple(str(run) for run in range(runs)) if shared else None)
