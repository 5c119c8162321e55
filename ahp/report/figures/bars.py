"""Rows of bars: names at the left, best on top, shares along the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def rows_of(axes: Axes, names: Sequence[str]) -> None:
    """Give each row its name, the first on top."""
    axes.set_yticks(range(len(names)), list(names))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.4, -0.6)


def per_cent_axis(axes: Axes, most: int = 7) -> None:
    """Show shares along the bottom as per cent, without signs, at `most` places."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{abs(100 * value):g} %"))
    axes.grid(axis="x")
