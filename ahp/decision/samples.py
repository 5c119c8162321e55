"""The runs of one scenario as arrays: what is resampled, and in which blocks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
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
    return Samples(
        scene.columns,
        tuple(scene.numbers[column] for column in scene.columns),
        tuple(
            tuple(measurements.block(scene.name, column, run) for run in scene.labels[column])
            for column in scene.columns
        ),
    )


def drawn(
    samples: Samples,
    x: Array,
    statistic: Statistic,
    draws: int,
    rng: np.random.Generator,
    level: float = 0.95,
) -> Array:
    """Return measurements drawn around the point with the scatter of their runs, shape (draws, k, m).

    Columns whose runs were made in the same blocks move together; others are independent. The draws of a
    number lie next to each other in memory. They are made for intervals at a level.
    """
    from ahp.core.resampling import t_displacements

    found = np.empty((*x.shape[::-1], draws))
    for group in groups_of(samples):
        deviations = [deviations_of(samples, j, group.units, statistic) for j in group.columns]
        moved = t_displacements(
            np.concatenate(deviations, axis=1), draws, rng=rng, runs=group.runs, level=level
        )
        found[list(group.columns)] = moved.T.reshape(len(deviations), len(x), draws)
    # Two runs leave one degree of freedom, whose tails reach beyond every float.
    np.clip(found, -_FARTHEST, _FARTHEST, out=found)
    np.exp(found, out=found)
    found *= x.T[..., None]
    return found.T


@dataclass(frozen=True)
class Group:
    """Columns that vary together, since their runs were made in the same blocks; or one column.

    Attributes
    ----------
    columns : tuple of int
    units : tuple of str, or int
        The blocks that vary independently; their number where each run does.
    runs : int
        Of each column.
    """

    columns: tuple[int, ...]
    units: tuple[str, ...] | int
    runs: int

    @property
    def size(self) -> int:
        """How many units vary independently."""
        return self.units if isinstance(self.units, int) else len(self.units)


def groups_of(samples: Samples) -> list[Group]:
    """Return the columns in groups that share their blocks."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for j, blocks in enumerate(samples.blocks):
        groups.setdefault((j,) if "" in blocks else tuple(sorted(blocks)), []).append(j)
    found = []
    for columns in groups.values():
        blocks = samples.blocks[columns[0]]
        units = len(blocks) if "" in blocks else tuple(dict.fromkeys(blocks))
        found.append(Group(tuple(columns), units, len(blocks)))
    return found


def deviations_of(samples: Samples, column: int, units: tuple[str, ...] | int, statistic: Statistic) -> Array:
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
    if isinstance(units, int):
        return np.asarray(apart.T)
    place = {unit: at for at, unit in enumerate(units)}
    found = np.zeros((len(units), len(apart)))
    np.add.at(found, [place[block] for block in samples.blocks[column]], apart.T)
    return found
