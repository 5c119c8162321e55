"""The runs of one scenario as arrays: what is resampled, and in which blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.decision.scenes import Scene
from ahp.evidence.measurements import Measurements


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
        """Whether every column has two or more runs."""
        return all(values.shape[-1] > 1 for values in self.values)


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
