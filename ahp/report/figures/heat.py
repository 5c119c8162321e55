"""Tables of cells whose colours are in few classes: the same in print, and small in a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ahp.report.figures.boxes import Box, boxes
from ahp.report.figures.palette import ink
from ahp.report.figures.shades import readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_APART = 16
"""Rows up to which there are lines between cells; of more, cells of one class are drawn as one."""

Cells = Sequence[Sequence[float | None]]


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
