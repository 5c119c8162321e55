"""Lines of many alternatives: the best are told apart, the others stay grey behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.keys import lines
from ahp.report.figures.naming import Labels
from ahp.report.figures.palette import GREY, Look, ink
from ahp.report.figures.plan import NAMED

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    Line = tuple[Sequence[float], Sequence[float]]
    Marked = int | tuple[int, int]

_OTHER = Look(GREY, "", "", "-")


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
