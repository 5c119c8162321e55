"""Colours that every reader can tell apart, each with a marker, a hatch and a line of its own.

The colours are those of Okabe and Ito (2008, "Color universal design"), but for black, which no dark page
shows, and yellow, which no white one does. Colour never stands alone: what has the same colour differs in
marker, hatch and line, so that print in grey says as much.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#1a1a1b"
"""Text and lines; in an SVG to be put into a page it becomes the page's own colour."""

GREY = "#808080"
"""What stays behind: rays, edges, the many that are not named."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#949494")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*")
HATCHES = ("", "////", "\\\\\\\\", "xxx", "----", "||||")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))

DARK, LIGHT = "#111111", "#ffffff"
"""Text on a colour; fixed, since the colour behind it is."""


@dataclass(frozen=True)
class Look:
    """How one thing looks in a figure.

    Attributes
    ----------
    colour, marker, hatch : str
    line : line style of Matplotlib
    """

    colour: str
    marker: str
    hatch: str
    line: Any


def look(position: int) -> Look:
    """Return how the thing at a position looks; no two of the first 30 look alike, not even in grey.

    Examples
    --------
    >>> look(0).colour, look(7).colour, look(0).marker == look(7).marker
    ('#0072b2', '#0072b2', False)
    """
    return Look(
        COLOURS[position % len(COLOURS)],
        MARKERS[position % len(MARKERS)],
        HATCHES[position % len(HATCHES)],
        LINES[position % len(LINES)],
    )


def looks_of(scenarios: Iterable[Mapping[str, Any]]) -> dict[str, Look]:
    """Return how each alternative of some scenarios looks: in all figures of a document alike."""
    names = dict.fromkeys(name for scenario in scenarios for name in scenario["alternatives"])
    return {name: look(position) for position, name in enumerate(names)}


def ink(axes: Axes) -> str:
    """Return the colour that text has on these axes: a caller's own style stays."""
    from matplotlib.colors import to_hex

    return to_hex(axes.xaxis.label.get_color())


def shade(amount: float) -> str:
    """Return a colour from dark (0) to light (1), the same for every colour vision (Nuñez et al. 2018).

    Examples
    --------
    >>> shade(0.0), shade(1.0)
    ('#00224e', '#fee838')
    """
    return _in_map("cividis", amount)


def balance(amount: float) -> str:
    """Return a colour between two ends, brown (0) and violet (1), with nothing in the middle.

    Examples
    --------
    >>> balance(0.5)
    '#f6f6f7'
    """
    return _in_map("PuOr", 0.08 + 0.84 * amount)


def _in_map(name: str, amount: float) -> str:
    import matplotlib
    from matplotlib.colors import to_hex

    return to_hex(matplotlib.colormaps[name](min(max(amount, 0.0), 1.0)))


def readable(colour: str) -> str:
    """Return what text is read best on a colour: dark or light.

    Examples
    --------
    >>> readable("#00224e"), readable("#fee838")
    ('#ffffff', '#111111')
    """
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return LIGHT if luminance < 0.18 else DARK
