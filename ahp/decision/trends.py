"""How each measure goes along an attribute of the scenarios: the read/write ratio, the number of clients.

Suharjito & Kurnadi 2017, Figures 6 and 7, show throughput and response time so, along the read/write ratio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.decision.matrix import DecisionMatrix
from ahp.evidence.study import Study
from ahp.notebook import NotebookFace

DIRECTIONS = ("level", "rises", "falls", "mixed")

_LEVEL = 1e-12

Numbers = tuple[float, ...]
Ways = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Trend(NotebookFace):
    """A measure along an attribute of the scenarios.

    Attributes
    ----------
    attribute, criterion : str
    scenarios : tuple of str
        Those that have both, by rising attribute.
    points : tuple of (str, points)
        For each alternative its (attribute, relative value), by rising attribute.
    directions : tuple of str
        For each alternative `rises`, `falls`, `level` or `mixed`.
    best : tuple of float, or None
        How often each goes that way, over what the runs leave open; None where runs are lacking.
    """

    attribute: str
    criterion: str
    scenarios: tuple[str, ...]
    points: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    directions: tuple[str, ...]
    best: Numbers | None


@dataclass(frozen=True)
class Line(NotebookFace):
    """A criterion along an attribute of the scenarios.

    Attributes
    ----------
    attribute, criterion : str
    scenarios : tuple of str
        In the order of `places`.
    places : tuple of (float, int, int)
        By rising attribute its value, the position of the scenario, and that of the criterion therein.
    """

    attribute: str
    criterion: str
    scenarios: tuple[str, ...]
    places: tuple[tuple[float, int, int], ...]


def lines_of(matrices: Sequence[DecisionMatrix], study: Study) -> list[Line]:
    """Return each criterion along each attribute that has two values or more.

    Parameters
    ----------
    matrices : sequence of DecisionMatrix
    study : Study
        Attributes of the scenarios.
    """
    noted = {note.name.casefold(): dict(note.attributes) for note in study.scenarios}
    found = []
    for attribute in dict.fromkeys(a for note in study.scenarios for a, _ in note.attributes):
        own = [noted.get(matrix.scenario.casefold(), {}).get(attribute) for matrix in matrices]
        along = sorted((value, at) for at, value in enumerate(own) if value is not None)
        for criterion in dict.fromkeys(name for _, at in along for name in matrices[at].criterion_names):
            places = tuple(
                (value, at, matrices[at].criterion_names.index(criterion))
                for value, at in along
                if criterion in matrices[at].criterion_names
            )
            if len({value for value, _, _ in places}) > 1:
                scenarios = tuple(matrices[at].scenario for _, at, _ in places)
                found.append(Line(attribute, criterion, scenarios, places))
    return found


def ways_along(line: Line, relatives: Sequence[Array]) -> Ways:
    """Return which of `DIRECTIONS` each alternative goes, shape (..., n); steps of rounding are level.

    Parameters
    ----------
    line : Line
    relatives : sequence of ndarray, shape (..., k, n)
        Of each scenario.
    """
    points = _points(line, relatives)
    # Scenarios of one value have no order: all of them are below those of the next, or above, or neither.
    starts = [i for i, place in enumerate(line.places) if i == 0 or place[0] > line.places[i - 1][0]]
    low = high = points
    if len(starts) < points.shape[-2]:
        low, high = (of.reduceat(points, starts, axis=-2) for of in (np.minimum, np.maximum))
    least, most = low[..., 1:, :] - high[..., :-1, :], high[..., 1:, :] - low[..., :-1, :]
    rises, falls = (least >= -_LEVEL).all(axis=-2), (most <= _LEVEL).all(axis=-2)
    return np.asarray(np.where(rises & falls, 0, np.where(rises, 1, np.where(falls, 2, 3))))


def trend_of(
    line: Line, ways: Ways, relatives: Sequence[Array], names: Sequence[str], best: Numbers | None
) -> Trend:
    """Return what is said of a line.

    Parameters
    ----------
    line : Line
    ways : ndarray of int, shape (n,)
        Which of `DIRECTIONS` each goes.
    relatives : sequence of ndarray, shape (k, n)
        Of each scenario, for the alternatives named.
    names : sequence of str
    best : tuple of float, or None
        How often each goes that way; None where runs are lacking.
    """
    at = [value for value, _, _ in line.places]
    columns = _points(line, relatives).T.tolist()
    return Trend(
        line.attribute,
        line.criterion,
        line.scenarios,
        tuple(
            (name, tuple(zip(at, column, strict=True))) for name, column in zip(names, columns, strict=True)
        ),
        tuple(DIRECTIONS[way] for way in ways),
        best,
    )


def _points(line: Line, relatives: Sequence[Array]) -> Array:
    """Return its points of all alternatives, shape (..., points, n)."""
    return np.stack([relatives[at][..., c, :] for _, at, c in line.places], axis=-2)
