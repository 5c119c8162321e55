"""The key of a figure, below its axes: marks, patches or lines with their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.labels import plain, width
from ahp.report.figures.palette import Look, ink

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

GAP = 0.55
"""Inches that the numbers and the label of an axis take."""

_COLUMNS = 84  # characters of small text that a figure is wide
_HANDLE = 6  # what a mark and the room about it take


def marks(entries: Sequence[tuple[str, Look]], axes: Axes) -> list[Artist]:
    """Return a marker for each entry."""
    from matplotlib.lines import Line2D

    edge = ink(axes)
    return [
        Line2D([], [], linestyle="", marker=look.marker, color=look.colour, markersize=6.5,
               markeredgecolor=edge, markeredgewidth=0.6)
        for _, look in entries
    ]  # fmt: skip


def lines(entries: Sequence[tuple[str, Look]], axes: Axes) -> list[Artist]:
    """Return a line with its marker for each entry."""
    from matplotlib.lines import Line2D

    edge = ink(axes)
    return [
        Line2D([], [], linestyle=look.line, marker=look.marker, color=look.colour, markersize=5.5,
               markeredgecolor=edge, markeredgewidth=0.5)
        for _, look in entries
    ]  # fmt: skip


def patches(entries: Sequence[tuple[str, Look]], axes: Axes) -> list[Artist]:
    """Return a hatched patch for each entry."""
    from matplotlib.patches import Patch

    edge = ink(axes)
    return [
        Patch(facecolor=look.colour, hatch=look.hatch, edgecolor=edge, linewidth=0.5) for _, look in entries
    ]


def columns(names: Sequence[str]) -> int:
    """Return how many columns of names fit beside one another.

    Examples
    --------
    >>> columns(["zle", "lzjb", "lz4"]), columns(["a name that takes up thirty one"] * 4)
    (3, 2)
    """
    widest = max(width(plain(name)) for name in names) + _HANDLE
    return max(1, min(len(names), _COLUMNS // widest))


def rows(names: Sequence[str]) -> float:
    """Return how many inches a key of these names takes."""
    return 0.19 * -(-len(names) // columns(names)) + 0.1 if names else 0.0


def turned(names: Sequence[str]) -> float:
    """Return how many inches names below an axis take that are turned by about 35 degrees."""
    return 0.4 + 0.042 * max(width(plain(name)) for name in names)


def key(axes: Axes, handles: Sequence[Artist], names: Sequence[str], *, below: float = GAP) -> None:
    """Put a key below the axes, and as many inches lower as their numbers and their label take."""
    from matplotlib.transforms import ScaledTranslation

    # In inches, not in shares of the axes: what the layout gives to the key must not move the key.
    lower = ScaledTranslation(0.0, -below, axes.figure.dpi_scale_trans)
    legend = axes.legend(
        list(handles),
        [f"{number}" for number in range(len(names))],
        loc="upper center",
        ncols=columns(names),
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=axes.transAxes + lower,
        labelcolor=ink(axes),
        borderaxespad=0.0,
        columnspacing=1.4,
    )
    # A name that begins with an underscore would be left out, had the key been made with it.
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_text(name)
