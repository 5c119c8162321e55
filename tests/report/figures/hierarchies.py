"""Hierarchies of judgments as documents, for the tests of the figures."""

import functools
import itertools
import json

import numpy as np
from report.figures.documents import LONG

import ahp


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
def _text(count, criteria, noise, people, long, given):
    rng = np.random.default_rng(5)
    names = given or [f"{LONG} {i}" if long else f"a{i}" for i in range(count)]
    under = [f"{LONG} c{i}" if long else f"c{i}" for i in range(criteria)]
    children = {name: _matrix(rng, names, noise, people) for name in under}
    goal = LONG if long else "goal"
    return json.dumps(ahp.judge(ahp.Hierarchy(goal, _matrix(rng, under, noise, people), children)))


def judged(count=4, criteria=3, noise=0.6, people=0, long=False, names=()):
    """Return a fresh document of a hierarchy of judgments."""
    return json.loads(_text(count, criteria, noise, people, long, tuple(names)))
