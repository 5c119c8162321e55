"""How each measure goes along an attribute of the scenarios: the read/write ratio, the number of clients.

Suharjito & Kurnadi 2017, Figures 6 and 7, show throughput and response time so, along the read/write ratio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array
from ahp.decision.case import Case
from ahp.evidence.study import Study

DIRECTIONS = ("level", "rises", "falls", "mixed")

_LEVEL = 1e-12

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Trend:
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


def trends_of(
    cases: Sequence[Case],
    relatives: Sequence[Array],
    draws: Sequence[Array] | None,
    names: Sequence[str],
    study: Study,
) -> tuple[Trend, ...]:
    """Return each criterion along each attribute that two scenarios or more have.

    Parameters
    ----------
    cases : sequence of Case
    relatives : sequence of ndarray, shape (k, n)
        Of each case, for the alternatives named.
    draws : sequence of ndarray, shape (draws, k, n), or None
        The same over drawn measurements; None where runs are lacking.
    names : sequence of str
    study : Study
        Attributes of the scenarios.
    """
    noted = {note.name.casefold(): dict(note.attributes) for note in study.scenarios}
    found = []
    for attribute in dict.fromkeys(a for note in study.scenarios for a, _ in note.attributes):
        own = [noted.get(case.scene.name.casefold(), {}).get(attribute) for case in cases]
        along = sorted((value, at) for at, value in enumerate(own) if value is not None)
        for criterion in dict.fromkeys(name for _, at in along for name in cases[at].frame.criteria):
            places = [
                (value, at, cases[at].frame.criteria.index(criterion))
                for value, at in along
                if criterion in cases[at].frame.criteria
            ]
            if len(places) > 1:
                line = np.stack([relatives[at][c] for _, at, c in places])
                ways = _ways(line)
                best = None
                if draws is not None:
                    drawn = _ways(np.stack([draws[at][:, c] for _, at, c in places], axis=1))
                    best = tuple((drawn == ways).mean(axis=0).tolist())
                found.append(
                    Trend(
                        attribute,
                        criterion,
                        tuple(cases[at].scene.name for _, at, _ in places),
                        tuple(
                            (
                                name,
                                tuple((v, float(r)) for (v, _, _), r in zip(places, line[:, j], strict=True)),
                            )
                            for j, name in enumerate(names)
                        ),
                        tuple(DIRECTIONS[way] for way in ways),
                        best,
                    )
                )
    return tuple(found)


def _ways(lines: Array) -> npt.NDArray[np.intp]:
    """Return which of `DIRECTIONS` lines go, shape (..., points, n) to (..., n)."""
    steps = np.diff(lines, axis=-2)
    level = (np.abs(steps) <= _LEVEL).all(axis=-2)
    rises, falls = (steps >= 0).all(axis=-2), (steps <= 0).all(axis=-2)
    return np.asarray(np.where(level, 0, np.where(rises, 1, np.where(falls, 2, 3))))
