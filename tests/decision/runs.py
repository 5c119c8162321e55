"""Tables of runs about given speeds, for what is said across scenarios."""

import numpy as np


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
