"""When the baseline is kept: how much noise, and which change of one number, put it first, or end that.

What is chosen among the alternatives is a choice only while it is better than what there is. Both are asked
of the ranking in which the baseline competes, everything relative to it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.decision.break_even import Change, changes_of
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.noise import Draws, borne, lost_in, uniform_of

_SIZES = np.geomspace(1e-5, 9.0, 80)
_CHANGES = np.concatenate([_SIZES, -_SIZES / (1.0 + _SIZES)])
"""Changes that are tried: to ten times the number, and to a tenth of it."""
_CLOSEST = 4  # cells in which where it turns is looked for closely
_HALVINGS = 28
_NUMBERS = 1 << 22  # moved at once
_PILOT = 2000  # draws in which a baseline that is first in none is first in less than one in 600


def noise_before_keeping(
    matrix: DecisionMatrix, first: int, competing: DecisionMatrix, noise: float, rng: np.random.Generator
) -> float:
    """Return the noise at which the first is chosen in 95 % of the cases: it is first, and no baseline kept.

    Parameters
    ----------
    matrix : DecisionMatrix
        Of the alternatives among themselves.
    first : int
        Position of the first.
    competing : DecisionMatrix
        The same with the baseline among them.
    noise : float
        The noise at which it is first among the alternatives (:func:`ahp.decision.noise.noise_of`).
    rng : numpy.random.Generator
    """
    kept = competing.alternatives.index(matrix.baseline or "")
    uniform = uniform_of(matrix, rng)

    def lost(draws: Draws, size: float | Array) -> npt.NDArray[np.bool_]:
        return lost_in(matrix, first, draws, size) | ~lost_in(competing, kept, draws, size)

    if lost_in(competing, kept, uniform[..., :_PILOT], noise).all():
        return noise
    return min(noise, borne(lost, uniform, turning=True)[0])


def keeping_change(matrix: DecisionMatrix, competing: DecisionMatrix) -> Change | None:
    """Return the smallest change of one measurement at which the baseline is kept; None where none does it.

    It is looked for from a tenth of each number to ten times it. One number that several criteria read moves
    in all of them.
    """
    kept = competing.alternatives.index(matrix.baseline or "")
    numbers = list(dict.fromkeys(competing.sources))
    cells = [
        (number, j)
        for number in numbers
        for j in range(competing.x.shape[1])
        if not np.isnan(matrix.x[competing.sources.index(number), j])
    ]
    first = np.full(len(cells), np.inf)
    step = max(1, _NUMBERS // (competing.x.size * len(_CHANGES)))
    for start in range(0, len(cells), step):
        some = cells[start : start + step]
        is_kept = _is_kept(competing, kept, some, np.broadcast_to(_CHANGES, (len(some), len(_CHANGES))))
        sizes = np.where(is_kept, np.abs(_CHANGES), np.inf)
        first[start : start + step] = np.where(is_kept.any(axis=1), _CHANGES[sizes.argmin(axis=1)], np.inf)
    nearest = [at for at in np.abs(first).argsort()[:_CLOSEST].tolist() if np.isfinite(first[at])]
    if not nearest:
        return None
    some, high = [cells[at] for at in nearest], first[nearest]
    low = np.zeros(len(nearest))
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        gone = _is_kept(competing, kept, some, middle[:, None])[:, 0]
        low, high = np.where(gone, low, middle), np.where(gone, middle, high)
    at = int(np.abs(high).argmin())
    number, j = some[at]
    criterion = matrix.criteria[competing.sources.index(number)].name
    return Change(matrix.columns[j], criterion, float(high[at]), matrix.baseline)


def leaving_change(matrix: DecisionMatrix, competing: DecisionMatrix) -> Change | None:
    """Return the smallest change of one measurement that ends the keeping of the baseline; None: none does.

    Whoever is ahead of the baseline then need not be who is chosen: the alternatives among themselves may be
    ranked by what they gain.
    """
    if len(competing.winners) > 1:
        return None
    moving = [change for change in changes_of(competing) if change.change is not None]
    measured = [change for change in moving if not np.isnan(matrix.x[_cell(matrix, change)])]
    nearest = min(measured, key=lambda change: abs(change.change or 0.0), default=None)
    return None if nearest is None else replace(nearest, challenger=matrix.baseline)


def _cell(matrix: DecisionMatrix, change: Change) -> tuple[int, int]:
    return matrix.criterion_names.index(change.criterion), matrix.columns.index(change.alternative)


def _is_kept(
    competing: DecisionMatrix, kept: int, cells: list[tuple[int, int]], changes: Array
) -> npt.NDArray[np.bool_]:
    """Return whether the baseline is first at each change of each cell, shape (cells, changes)."""
    moved = np.broadcast_to(competing.x, (*changes.shape, *competing.x.shape)).copy()
    sources = np.array(competing.sources)
    for at, (number, j) in enumerate(cells):
        moved[at, :, sources == number, j] *= 1.0 + changes[at]
    scores = competing.merits(competing.index_values(moved)).scores
    return np.asarray(scores[..., kept] >= scores.max(axis=-1))
