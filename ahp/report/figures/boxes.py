"""Rectangles that look alike, drawn as one: a page with thousands of them stays small."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Box = tuple[float, float, float, float]
"""Left, low, right and high, in the numbers of the axes."""


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
