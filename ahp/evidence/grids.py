"""The numbers of one criterion for all alternatives of a scenario at once, where nothing is missing.

What cannot be had so is asked cell by cell (:mod:`ahp.evidence.cells`), which tells what is wrong and where.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.evidence.cells import in_range
from ahp.evidence.measurements import Measurements
from ahp.evidence.study import Criterion


@dataclass(frozen=True, eq=False)
class Grid:
    """One number for each alternative and run.

    Attributes
    ----------
    values : ndarray, shape (n, R)
        In the order of the scenario's alternatives, each with its own runs; NaN behind the last of them.
    unit : str
    """

    values: Array
    unit: str


def grid(measurements: Measurements, scenario: str, criterion: Criterion, *, end: int = 0) -> Grid | None:
    """Return the numbers of a criterion in a scenario; None where cells have to be asked one by one.

    Parameters
    ----------
    end : {0, -1, 1}
        The numbers as they are printed, or the least or the most that their printed digits allow.

    Examples
    --------
    >>> from ahp.evidence.records import Measurement
    >>> from ahp.terms import Merit
    >>> rows = [Measurement("s", name, "1", "", "cpu", 9.0, "%", 0.5) for name in ("a", "b")]
    >>> cpu = Criterion("cpu", Merit.COST, ("cpu",))
    >>> grid(Measurements.of(rows), "s", cpu, end=1).values.tolist()
    [[9.5], [9.5]]
    """
    panel = measurements._of_scenario(scenario).panel
    if criterion.combine is not None or criterion.transactions:
        return None
    units = {panel.units.get(name) for name in criterion.measures}
    if None in units or len(units) > 1:
        return None
    if "compression_ratio" in criterion.measures and {"original_bytes", "stored_bytes"} <= {*panel.positions}:
        return None  # the sizes may have more digits
    if end and any(measurements.measure(name).published is not None for name in criterion.measures):
        return None
    total = np.zeros(panel.real.shape)
    for name in criterion.measures:
        at = panel.positions[name]
        part = panel.values[at]
        if end:  # a printed 0 stands for a little more, never for less
            part = np.maximum(part + end * panel.resolutions[at], 0.0)
        if not (part[panel.real] >= 0).all():
            return None
        total = total + part
    if not in_range(total[panel.real]).all():
        return None
    total[np.logical_not(panel.real)] = np.nan
    return Grid(total, panel.units[criterion.measures[0]])
