"""Decisions and hierarchies of judgments as documents, for the tests of the figures: with runs, with long names."""

import functools
import itertools
import json

import numpy as np

import ahp

LONG = (
    "a storage engine whose configuration is written out in its name, as generators do, until nobody reads on"
)


@functools.cache
def _text(names, runs, scenarios, columns, attributes):
    rng = np.random.default_rng(7)
    rows = [(s, n, r) for s in scenarios for n in ("none", *names) for r in range(1, runs + 1)]
    better = {name: 1.15 + 0.3 * rng.random(len(columns)) for name in names} | {"none": np.ones(len(columns))}
    frame = dict(zip(("scenario", "alternative", "run"), map(list, zip(*rows, strict=True)), strict=True))
    start = {"tps": 1000.0, "compression_ratio": 1.0, "response_time_p99_ms": 20.0, "cpu": 30.0}
    for c, column in enumerate(columns):
        sign = -1.0 if column == "response_time_p99_ms" else 1.0
        noise = 0.0 if column == "compression_ratio" else 0.01  # the baseline's ratio is exactly 1
        frame[column] = [
            start[column]
            * better[n][c] ** sign
            * (1.0 if n == "none" else 1 + 0.05 * scenarios.index(s))
            * np.exp(noise * rng.standard_normal())
            for s, n, _ in rows
        ]
    study = None
    measurements = ahp.read(frame, baseline="none")
    if attributes:
        study = ahp.default_study(measurements)
        notes = tuple(ahp.ScenarioNote(s, 1.0, (("reads", float(i)),)) for i, s in enumerate(scenarios))
        study = ahp.Study(study.criteria, baseline="none", scenarios=notes)
    return json.dumps(ahp.rank(measurements, study, resamples=400).to_dict())


ALL = ("compression_ratio", "tps", "response_time_p99_ms", "cpu")


def decision(names=("zle", "lzjb", "lz4"), runs=4, scenarios=("nightly",), columns=ALL, attributes=False):
    """Return a fresh decision document."""
    return json.loads(_text(tuple(names), runs, tuple(scenarios), tuple(columns), attributes))


def tuned(count=12):
    """Return that many names as sweeps make them: only the compression in their middle differs."""
    return tuple(f"recordsize=128K,compression=zstd-{level},atime=off" for level in range(1, count + 1))


def many(count=30):
    """Return that many names of a hundred characters, alike at both ends."""
    return tuple(f"{LONG[:90]} no. {number:02d} {LONG[:4]}" for number in range(count))


def _matrix(rng, names, noise, people):
    worth = np.exp(rng.normal(0, 0.5, len(names)))

    def one():
        drawn = {}
        for i, j in itertools.combinations(range(len(names)), 2):
            value = float(np.clip(worth[i] / worth[j] * np.exp(rng.normal(0, noise)), 1 / 9, 9))
            drawn[names[i], names[j]] = round(value) if value >= 1 else 1 / round(1 / value)
        return drawn

    if people:
        return ahp.Group({f"Participant {i:02d}": one() for i in range(people)})
    return ahp.PairwiseMatrix.from_judgments(one())


@functools.cache
def _judged_text(count, criteria, noise, people, long, given):
    rng = np.random.default_rng(5)
    names = given or [f"{LONG} {i}" if long else f"a{i}" for i in range(count)]
    under = [f"{LONG} c{i}" if long else f"c{i}" for i in range(criteria)]
    children = {name: _matrix(rng, names, noise, people) for name in under}
    goal = LONG if long else "goal"
    return json.dumps(ahp.judge(ahp.Hierarchy(goal, _matrix(rng, under, noise, people), children)))


def judged(count=4, criteria=3, noise=0.6, people=0, long=False, names=()):
    """Return a fresh document of a hierarchy of judgments."""
    return json.loads(_judged_text(count, criteria, noise, people, long, tuple(names)))
