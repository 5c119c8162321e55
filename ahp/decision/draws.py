"""What the runs leave open: measurements drawn around the point, with the scatter of their own runs.

Columns whose runs were made in the same blocks move together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ahp.core.gate import Array
from ahp.decision.matrix import DecisionMatrix
from ahp.terms import Statistic

_FARTHEST = 50.0


def drawn(matrix: DecisionMatrix, draws: int, rng: np.random.Generator, level: float) -> Array:
    """Return measurements drawn around the point with the scatter of their runs, shape (draws, k, m).

    Columns whose runs were made in the same blocks move together; others are independent. The draws of a
    number lie next to each other in memory. They are made for intervals at a level.
    """
    from ahp.core.inference import t_displacements

    x = matrix.x
    found = np.empty((*x.shape[::-1], draws))
    for group in groups_of(matrix):
        deviations = [deviations_of(matrix, j, group.units) for j in group.columns]
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
class BlockedColumns:
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


def groups_of(matrix: DecisionMatrix) -> list[BlockedColumns]:
    """Return the columns in groups that share their blocks."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for j, name in enumerate(matrix.columns):
        blocks = matrix.blocks[name]
        groups.setdefault((j,) if "" in blocks else tuple(sorted(blocks)), []).append(j)
    found = []
    for columns in groups.values():
        blocks = matrix.blocks[matrix.columns[columns[0]]]
        units = len(blocks) if "" in blocks else tuple(dict.fromkeys(blocks))
        found.append(BlockedColumns(tuple(columns), units, len(blocks)))
    return found


def deviations_of(matrix: DecisionMatrix, column: int, units: tuple[str, ...] | int) -> Array:
    """Return for each unit the sum of its runs' deviations on the log scale, shape (u, k)."""
    name = matrix.columns[column]
    values = matrix.runs[name]
    if matrix.statistic is Statistic.MEAN:
        apart = values / values.mean(axis=1, keepdims=True) - 1.0
    else:
        logs = np.log(values)
        apart = logs - logs.mean(axis=1, keepdims=True)
    if matrix.statistic is Statistic.MEDIAN:
        # A median of normal runs scatters more than their mean: by √(π/2) for many, by less for few.
        apart *= math.sqrt(math.pi / 2.0)
    if isinstance(units, int):
        return np.asarray(apart.T)
    place = {unit: at for at, unit in enumerate(units)}
    found = np.zeros((len(units), len(apart)))
    np.add.at(found, [place[block] for block in matrix.blocks[name]], apart.T)
    return found
