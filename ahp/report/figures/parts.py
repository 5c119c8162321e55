"""What figures are made of: panels inside axes, rows with names, boxes, coloured cells, names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ahp.report.figures.plan import GREY, ink, look, readable
from ahp.report.names import plain, width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEAD = 0.1  # inches between the title of the figure and those of the first panels

Box = tuple[float, float, float, float]
"""Left, low, right and high, in the numbers of the axes."""

_APART = 16
"""Rows up to which there are lines between cells; of more, cells of one class are drawn as one."""

Cells = Sequence[Sequence[float | None]]


def rows_needed(count: int, columns: int) -> int:
    """Return how many rows a number of panels takes.

    Examples
    --------
    >>> rows_needed(5, 2)
    3
    """
    return -(-count // columns)


def panels(
    axes: Axes, count: int, columns: int, *, height: float, between: tuple[float, float]
) -> list[Axes]:
    """Return axes in rows and columns inside others, which are hidden but for their title.

    Parameters
    ----------
    axes : Axes
    count, columns : int
        How many panels, and how many stand beside one another.
    height : float
        Inches that one panel takes, without what stands above and below it.
    between : (float, float)
        Inches between columns and between rows, for titles and labels.
    """
    axes.set_axis_off()
    rows = rows_needed(count, columns)
    whole = rows * height + (rows - 1) * between[1] + _HEAD
    aside = between[0] / 5.4 if columns > 1 else 0.0
    wide = (1.0 - aside * (columns - 1)) / columns
    high, step = height / whole, (height + between[1]) / whole
    found = []
    for number in range(count):
        row, column = divmod(number, columns)
        left, bottom = column * (wide + aside), 1.0 - _HEAD / whole - row * step - high
        found.append(axes.inset_axes((left, bottom, wide, high)))
    return found


def stacked(axes: Axes, parts: Sequence[tuple[float, float, float]]) -> list[Axes]:
    """Return axes below each other inside others, which are hidden but for their title.

    Parameters
    ----------
    axes : Axes
    parts : sequence of (float, float, float)
        Inches that stand free above each, that it takes, and that stand free below it.
    """
    axes.set_axis_off()
    whole, top, found = sum(map(sum, parts)), 1.0, []
    for above, high, below in parts:
        top -= (above + high) / whole
        found.append(axes.inset_axes((0.0, top, 1.0, high / whole)))
        top -= below / whole
    return found


def headed(panel: Axes, title: str) -> None:
    """Give a panel its title, smaller than that of the figure."""
    panel.set_title(title, loc="left", fontsize=9.0, fontweight="normal", pad=4.0)


def rows_of(axes: Axes, names: Sequence[str]) -> None:
    """Give each row its name, the first on top."""
    axes.set_yticks(range(len(names)), list(names))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.4, -0.6)


def rows_high(count: int) -> float:
    """Return how many inches a panel of so many named rows takes."""
    return max(0.18 * count, 0.5) + 0.1


def dots(
    axes: Axes, at: Sequence[float], rows: Sequence[float], *, marker: str = "o", size: float = 5.0,
    zorder: float = 3,
) -> None:  # fmt: skip
    """Draw a dot for each number in its row."""
    axes.plot(
        at, rows, marker, color=look(0).colour, markersize=size, zorder=zorder, markeredgecolor=ink(axes),
        markeredgewidth=0.5,
    )  # fmt: skip


def priorities_panel(
    panel: Axes,
    shares: Mapping[str, float],
    shown: Sequence[str],
    ends: Mapping[str, Sequence[float]] = MappingProxyType({}),
) -> None:
    """Draw priorities as dots at the ends of lines in named rows, with their intervals if they have some."""
    for row, (name, priority) in enumerate(shares.items()):
        panel.plot([0.0, priority], [row, row], color=GREY, linewidth=0.6, zorder=1)
        if name in ends:
            panel.plot(list(ends[name]), [row, row], color=look(0).colour, linewidth=2.4, alpha=0.6, zorder=2)
    dots(panel, list(shares.values()), range(len(shares)), size=4.5)
    rows_of(panel, shown)
    per_cent_axis(panel, 4)
    panel.set_xlim(left=0.0)
    panel.tick_params(axis="x", labelsize=7.5)
    panel.tick_params(axis="y", labelsize=8.5 if len(shares) <= 20 else 7.5)


def beside(axes: Axes, row: float, text: str, **style: Any) -> None:  # noqa: ANN401 - of a text
    """Write a text at the right of a row."""
    placed: dict[str, Any] = {"va": "center", "ha": "left", "fontsize": 8.0, "color": ink(axes)} | style
    axes.text(1.02, row, text, transform=axes.get_yaxis_transform(), **placed)


def stack(
    axes: Axes,
    starts: Sequence[float],
    lengths: Sequence[float],
    half: float,
    **style: Any,  # noqa: ANN401
) -> None:
    """Draw one part of the bar of each row."""
    rows = enumerate(zip(starts, lengths, strict=True))
    boxes(axes, [(start, row - half, start + length, row + half) for row, (start, length) in rows], **style)


def per_cent_axis(axes: Axes, most: int = 7) -> None:
    """Show shares along the bottom as per cent, without signs, at `most` places."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{abs(100 * value):g} %"))
    axes.grid(axis="x")


def boxes(axes: Axes, found: Iterable[Box], **look: Any) -> None:  # noqa: ANN401
    """Draw rectangles as one patch; those of no width are left out.

    Parameters
    ----------
    axes : Axes
    found : iterable of (left, low, right, high)
    **look
        Of a :class:`matplotlib.patches.PathPatch`.
    """
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    corners: list[tuple[float, float]] = []
    for left, low, right, high in found:
        if left != right:
            corners += [(left, low), (right, low), (right, high), (left, high), (left, low)]
    if corners:
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * (len(corners) // 5)
        axes.add_patch(PathPatch(Path(corners, codes), **look))


def heat(axes: Axes, cells: Cells, colour: Callable[[float], str], classes: int = 9) -> None:
    """Draw a cell for each number from 0 to 1, in the colour of its class; None is left empty."""
    found: dict[int, list[Box]] = {}
    for row, numbers in enumerate(cells):
        shades = [None if number is None else _class(number, classes) for number in numbers]
        for first, past in _alike(shades) if len(cells) > _APART else pairwise(range(len(shades) + 1)):
            shown = shades[first]
            if shown is not None:
                found.setdefault(shown, []).append((first - 0.5, row - 0.5, past - 0.5, row + 0.5))
    for number, alike in sorted(found.items()):
        edge = "white" if len(cells) <= _APART else "none"
        boxes(axes, alike, facecolor=_shown(number, classes, colour), edgecolor=edge, linewidth=0.5)
    axes.set_xlim(-0.5, max(len(numbers) for numbers in cells) - 0.5)
    axes.set_ylim(len(cells) - 0.5, -0.5)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _alike(shades: Sequence[int | None]) -> list[tuple[int, int]]:
    """Return the first and the one past the last of each run of cells of one class.

    Examples
    --------
    >>> _alike([1, 1, None, 2])
    [(0, 2), (2, 3), (3, 4)]
    """
    starts = [i for i, shade in enumerate(shades) if i == 0 or shade != shades[i - 1]]
    return list(pairwise([*starts, len(shades)]))


def written(
    axes: Axes, cells: Cells, texts: Sequence[Sequence[str]], colour: Callable[[float], str], size: float,
    classes: int = 9,
) -> None:  # fmt: skip
    """Write a text into each cell, in what is read best on its colour."""
    for row, (numbers, words) in enumerate(zip(cells, texts, strict=True)):
        for column, (number, word) in enumerate(zip(numbers, words, strict=True)):
            on = ink(axes) if number is None else readable(colour_in(number, colour, classes))
            axes.text(column, row, word, ha="center", va="center", fontsize=size, color=on)


def colour_in(number: float, colour: Callable[[float], str], classes: int = 9) -> str:
    """Return the colour that a number from 0 to 1 has in a cell.

    Examples
    --------
    >>> colour_in(0.55, "{:.3f}".format), colour_in(1.0, "{:.3f}".format)
    ('0.500', '1.000')
    """
    return _shown(_class(number, classes), classes, colour)


def _class(number: float, classes: int) -> int:
    return min(int(number * classes), classes - 1)


def _shown(number: int, classes: int, colour: Callable[[float], str]) -> str:
    return colour(number / (classes - 1))


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
