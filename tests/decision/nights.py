"""Decisions of one night and the next, for the tests of what changed between them, and tables of runs."""

from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

import ahp

CALM = np.array([0.99, 1.0, 1.01])
"""Three runs that differ by a per cent."""


def table(runs=None, scenario="default", **numbers):
    """A table of alternatives: throughput and CPU of each, repeated with the scatter `runs`."""
    factors = [1.0] if runs is None else list(runs)
    rows = [
        (name, run, tps * factor, cpu / factor)
        for name, (tps, cpu) in numbers.items()
        for run, factor in enumerate(factors, 1)
    ]
    names, order, tps, cpu = zip(*rows, strict=True)
    return {"scenario": [scenario] * len(rows), "alternative": names, "run": order, "tps": tps, "cpu": cpu}


def decided(runs=None, scenario="default", confidence=0.95, **numbers):
    """The decision of such a table; the baseline `none` is added."""
    found = ahp.read(table(runs, scenario, **({"none": (100.0, 10.0)} | numbers)))
    return ahp.rank(found, index="relative", resamples=400, confidence=confidence)


def both(one, other):
    """One decision of the scenarios of two."""
    return replace(one, scenarios=(*one.scenarios, *other.scenarios))


def change(now, before, **options):
    """What changed in the only scenario."""
    (found,) = ahp.compare(now, before, **options).changes.scenarios
    return found


@dataclass
class Written:
    """A decision as it was written down."""

    name: str
    document: dict
    time: datetime | None = None


def written(*decisions, times=None):
    """Decisions as files called 1.json, 2.json and so on."""
    times = times or [None] * len(decisions)
    return [
        Written(f"{n}.json", decision.to_dict(), time)
        for n, (decision, time) in enumerate(zip(decisions, times, strict=True), 1)
    ]


def runs_about(speeds, runs=1, noise=0.0, seed=0):
    """A table of runs: for each scenario the speeds of the baseline and of the alternatives, and noise."""
    rng = np.random.default_rng(seed)
    rows = [
        (scenario, name, run, speed * np.exp(noise * rng.standard_normal()))
        for scenario, line in speeds.items()
        for name, speed in line.items()
        for run in range(runs)
    ]
    return dict(
        zip(("scenario", "alternative", "run", "tps"), map(list, zip(*rows, strict=True)), strict=True)
    )
