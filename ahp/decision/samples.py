"""The runs of one scenario as arrays: what is resampled, and in which blocks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.core.resampling import t_displacements
from ahp.decision.scenes import Scene
from ahp.evidence.measurements import Measurements
from ahp.terms import Statistic

_FARTHEST = 50.0


@dataclass(frozen=True)
class Samples:
    """The numbers of each run.

    Attributes
    ----------
    columns : tuple of str
        The competitors and, behind them, a baseline that does not compete.
    values : tuple of ndarray
        For each column its runs, shape (k, R); NaN where a criterion does not need the baseline.
    blocks : tuple of tuple of str
        For each column the block of each run; empty strings where runs were not made in blocks.
    """

    columns: tuple[str, ...]
    values: tuple[Array, ...]
    blocks: tuple[tuple[str, ...], ...]

    @property
    def repeated(self) -> bool:
        """Whether every column has two or more units that vary independently: runs, or blocks of runs."""
        return all(values.shape[-1] > 1 for values in self.values) and all(
            len(set(blocks)) > 1 for blocks in self.blocks if "" not in blocks
        )


def samples_of(measurements: Measurements, scene: Scene) -> Samples:
    """Return the runs behind a scene.

    Examples
    --------
    >>> samples = Samples(("zle", "lz4"), (np.ones((1, 3)), np.ones((1, 1))), (("", "", ""), ("",)))
    >>> samples.repeated
    False
    """
    values, blocks = [], []
    for column in scene.columns:
        runs = measurements.runs(scene.name, column)
        numbers = np.full((len(scene.criteria), len(runs)), np.nan)
        for k, criterion in enumerate(scene.criteria):
            found = scene.cells.get((column, criterion.name))
            if found is not None:
                numbers[k] = found.values
        values.append(numbers)
        blocks.append(tuple(measurements.block(scene.name, column, run) for run in runs))
    return Samples(scene.columns, tuple(values), tuple(blocks))


def drawn(samples: Samples, x: Array, statistic: Statistic, draws: int, rng: np.random.Generator) -> Array:
    """Return measurements drawn around the point with the scatter of their runs, shape (draws, k, m).

    Columns whose runs were made in the same blocks move together; others are independent.
    """
    found = np.empty((draws, *x.shape))
    for columns, units in _together(samples):
        deviations = [_deviations(samples, j, units, statistic) for j in columns]
        runs = samples.values[columns[0]].shape[-1]
        moved = t_displacements(np.concatenate(deviations, axis=1), draws, rng, runs=runs)
        for position, j in enumerate(columns):
            found[:, :, j] = moved[:, position * len(x) : (position + 1) * len(x)]
    # Two runs leave one degree of freedom, whose tails reach beyond every float.
    np.clip(found, -_FARTHEST, _FARTHEST, out=found)
    np.exp(found, out=found)
    found *= x
    return found


def _together(samples: Samples) -> list[tuple[list[int], tuple[str, ...]]]:
    """Return groups of columns that share their blocks, each with the names of its units."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for j, blocks in enumerate(samples.blocks):
        shared = "" not in blocks
        key = (len(blocks), *sorted(blocks)) if shared else (j,)
        groups.setdefault(key, []).append(j)
    return [(columns, tuple(dict.fromkeys(samples.blocks[columns[0]]))) for columns in groups.values()]


def _deviations(samples: Samples, column: int, units: tuple[str, ...], statistic: Statistic) -> Array:
    """Return for each unit the sum of its runs' deviations on the log scale, shape (u, k)."""
    values = samples.values[column]
    if statistic is Statistic.MEAN:
        apart = values / values.mean(axis=1, keepdims=True) - 1.0
    else:
        logs = np.log(values)
        apart = logs - logs.mean(axis=1, keepdims=True)
    if statistic is Statistic.MEDIAN:
        # A median of normal runs scatters more than their mean: by √(π/2) for many, by less for few.
        apart *= math.sqrt(math.pi / 2.0)
    blocks = samples.blocks[column]
    if "" in blocks:
        return np.asarray(apart.T)
    return np.stack([apart[:, [b == unit for b in blocks]].sum(axis=1) for unit in units])
