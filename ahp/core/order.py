"""The order of scores, with ties said to be ties."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import as_floats, rounding_of
from ahp.errors import JudgmentError, one_line

TIE = 1e-12
"""Scores whose relative difference is below this are tied; below what rounding makes, in float32."""


def ranking(scores: npt.ArrayLike) -> list[int]:
    """Return the positions of the scores, largest first; tied ones stay in their given order.

    Examples
    --------
    >>> ranking([0.2, 0.5, 0.3])
    [1, 2, 0]
    >>> ranking([0.1, 0.3, 0.1 + 1e-17])
    [1, 0, 2]
    """
    return [position for group in _groups(scores) for position in group]


def tie_groups(scores: npt.ArrayLike) -> list[list[int]]:
    """Return the groups of two or more positions whose scores are tied.

    Examples
    --------
    >>> tie_groups([0.25, 0.5, 0.25])
    [[0, 2]]
    """
    return [group for group in _groups(scores) if len(group) > 1]


def _groups(scores: npt.ArrayLike) -> list[list[int]]:
    """Return positions by falling score, one list for each distinct score."""
    found = as_floats(scores)
    if found.ndim != 1 or np.isnan(found).any():
        raise JudgmentError(f"scores are one number for each item; found {one_line(scores, 60)}")
    numbers: list[float] = found.tolist()
    groups: list[list[int]] = []
    last, tie = 0.0, max(TIE, rounding_of(scores))
    for position in sorted(range(len(numbers)), key=lambda i: -numbers[i]):
        score = numbers[position]
        if groups and abs(last - score) <= tie * max(abs(last), abs(score)):
            groups[-1].append(position)
        else:
            groups.append([position])
        last = score
    return [sorted(group) for group in groups]
