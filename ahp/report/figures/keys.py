"""The key of a figure, below its axes, and lines of alternatives: the best told apart, the others grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.labels import Labels, plain, width
from ahp.report.figures.palette import GREY, Look, ink
from ahp.report.figures.plan import NAMED

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    Line = tuple[Sequence[float], Sequence[float]]
    Marked = int | tuple[int, int]

GAP = 0.55
"""Inches that the numbers and the label of an axis take."""

_COLUMNS = 84  # characters of small text that a figure is wide
_HANDLE = 6  # what a mark and the room about it take
_OTHER = Look(GREY, "", "", "-")


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


def told_apart(names: Sequence[str]) -> list[str]:
    """Return those that have a look of their own; one more than would be left alone is told apart too."""
    return list(names) if len(names) <= NAMED + 1 else list(names[:NAMED])


def entries_of(names: Sequence[str], looks: Mapping[str, Look], short: Labels) -> list[tuple[str, Look]]:
    """Return the entries of the key: those told apart, and how many others there are."""
    shown = told_apart(names)
    found = [(short(name), looks[name]) for name in shown]
    others = len(names) - len(shown)
    return [*found, (f"{others} others", _OTHER)] if others else found


def draw_lines(
    axes: Axes,
    names: Sequence[str],
    looks: Mapping[str, Look],
    found: Mapping[str, Line],
    *,
    marked: Marked = 1,
) -> None:
    """Draw a line for each name, the best last and on top.

    Parameters
    ----------
    axes : Axes
    names : sequence of str
        Best first.
    found : mapping
        The x and the y of each of them.
    looks : mapping
        How each of them looks.
    marked : int or (int, int)
        A marker stands on every so many points; with two numbers from the first on.
    """
    apart = set(told_apart(names))
    for position, name in reversed(list(enumerate(names))):
        x, y = found[name]
        seen = looks[name]
        if name not in apart:
            axes.plot(x, y, color=GREY, linewidth=0.7, alpha=0.6, zorder=2)
        else:
            axes.plot(
                x, y, color=seen.colour, linestyle=seen.line, marker=seen.marker, markersize=5.0,
                markeredgecolor=ink(axes), markeredgewidth=0.5, markevery=marked, zorder=3.5 - position / 100,
            )  # fmt: skip


def key_lines(
    names: Sequence[str], looks: Mapping[str, Look], short: Labels, axes: Axes
) -> tuple[list[Artist], list[str]]:
    """Return the handles and the names of the key of lines."""
    entries = entries_of(names, looks, short)
    return lines(entries, axes), [name for name, _ in entries]
