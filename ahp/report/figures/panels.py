"""Several small axes inside one: figures that say the same of each criterion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEAD = 0.1  # inches between the title of the figure and those of the first panels


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


def headed(panel: Axes, title: str) -> None:
    """Give a panel its title, smaller than that of the figure."""
    panel.set_title(title, loc="left", fontsize=9.0, fontweight="normal", pad=4.0)
