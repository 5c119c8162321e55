"""Where names fit beside their points, without covering points, lines and one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ahp.report.figures.labels import plain, width
from ahp.report.figures.parts import Box

_PLANE = (370.0, 250.0)  # points that the axes of a figure take, about
_COLUMN, _LINE = 5.6, 11.0  # points that a character and a line of small text take, generously
_AWAY = 8.0  # from the middle of a point to its name
_MARK = 5.0  # half of what a point takes
_TRIES = ((1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1))


@dataclass(frozen=True)
class Spot:
    """A point with a name, in shares of the axes."""

    x: float
    y: float
    name: str


@dataclass(frozen=True)
class Place:
    """Where a name stands: how many points from its own, and which of its sides is there."""

    offset: tuple[float, float]
    side: str


def placed(spots: Sequence[Spot], lines: Sequence[Box] = ()) -> list[Place | None]:
    """Return where the name of each point fits, or None: the first points choose first.

    Parameters
    ----------
    spots : sequence of Spot
    lines : sequence of (left, low, right, top)
        Level and upright lines that no name shall lie on, in shares of the axes; a point's own too.

    Examples
    --------
    >>> placed([Spot(0.5, 0.5, "lz4")])
    [Place(offset=(8.0, 0.0), side='left')]
    >>> placed([Spot(0.5, 0.5, "lz4")], [(0.3, 0.5, 0.7, 0.5)])
    [Place(offset=(6.0, 7.2), side='left')]
    """
    taken = [_mark(spot) for spot in spots]
    wide, high = _PLANE
    taken += [(left * wide, low * high, right * wide, top * high) for left, low, right, top in lines]
    found: list[Place | None] = []
    for spot in spots:
        place = None
        for across, up in _TRIES:
            box = _box(spot, across, up)
            if _inside(box) and not any(meet(box, other) for other in taken if other != _mark(spot)):
                taken.append(box)
                place = Place(_offset(across, up), {1: "left", -1: "right", 0: "center"}[across])
                break
        found.append(place)
    return found


def _offset(across: int, up: int) -> tuple[float, float]:
    return (0.75 * across * _AWAY if up else across * _AWAY), up * _AWAY * (1.2 if across == 0 else 0.9)


def _mark(spot: Spot) -> Box:
    x, y = spot.x * _PLANE[0], spot.y * _PLANE[1]
    return x - _MARK, y - _MARK, x + _MARK, y + _MARK


def _box(spot: Spot, across: int, up: int) -> Box:
    wide = _COLUMN * width(plain(spot.name))
    right, high = _offset(across, up)
    x, y = spot.x * _PLANE[0] + right, spot.y * _PLANE[1] + high
    left = x if across > 0 else x - wide if across < 0 else x - wide / 2
    return left, y - _LINE / 2, left + wide, y + _LINE / 2


def _inside(box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= _PLANE[0] and box[3] <= _PLANE[1]


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes have more than an edge in common.

    Examples
    --------
    >>> meet((0, 0, 2, 2), (1, 1, 3, 3)), meet((0, 0, 1, 1), (1, 0, 2, 1))
    (True, False)
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
