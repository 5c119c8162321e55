"""What a figure is planned with: its size and words, how to paint it, its colours, and its key.

The colours are those of Okabe and Ito (2008, "Color universal design"), but for black, which no dark page
shows, and yellow, which no white one does. Colour never stands alone: what has the same colour differs in
marker, hatch and line, so that print in grey says as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from ahp.report.names import LONGEST_LABEL, label, labels, plain, way, width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import ScenarioDocument

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


@dataclass(frozen=True)
class Labels:
    """How the names of a document are shown: each has one label of each length, whatever the figure.

    Attributes
    ----------
    names : tuple of str
        All that are to be told from one another, in the order in which they are numbered.
    looks : mapping
        How each alternative looks.

    Examples
    --------
    >>> short = Labels(("recordsize=128K,compression=lz4", "recordsize=16K,compression=lz4"))
    >>> short("recordsize=16K,compression=lz4", 18), short("recordsize=16K,compression=lz4", 40)
    ('recordsize=16K…', 'recordsize=16K,compression=lz4')
    """

    names: tuple[str, ...]
    looks: Mapping[str, Look] = field(default_factory=dict)

    def __call__(self, name: str, limit: int = LONGEST_LABEL) -> str:
        """Return the label of a name; one that is not of the document stands for itself."""
        found = _labels(self.names, limit).get(name)
        return label(name, limit) if found is None else found


@lru_cache(maxsize=32)
def _labels(names: tuple[str, ...], limit: int) -> Mapping[str, str]:
    return labels(names, limit)


def labels_of(document: Mapping[str, Any]) -> Labels:
    """Return the labels of a document of any kind that figures are drawn from."""
    found: dict[str, Callable[[Mapping[str, Any]], Iterable[str]]] = {
        "ahp.decision/1": _of_decision,
        "ahp.hierarchy/1": _of_hierarchy,
        "ahp.history/1": _of_history,
        "ahp.merits/1": itemgetter("alternatives"),
        "ahp.network/1": _of_network,
    }
    looks = looks_of(document.get("scenarios") or [document]) if "entries" not in document else {}
    return Labels(tuple(dict.fromkeys(found[document["schema"]](document))), looks)


def _of_decision(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield alternatives, those who do not compete, criteria, measures and scenarios."""
    scenarios, criteria = document["scenarios"], document["study"]["criteria"]
    for key in ("alternatives", "runs"):
        yield from (name for scenario in scenarios for name in scenario[key])
    for key in ("name", "measure"):
        yield from (criterion[key] for criterion in criteria)
    yield from (scenario["scenario"] for scenario in scenarios)


def _of_network(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the nodes and the clusters."""
    yield from (node["node"] for node in document["nodes"])
    yield from (node["cluster"] for node in document["nodes"])


def _of_hierarchy(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield alternatives, criteria, the ways to them from the goal, and participants."""
    nodes = document["nodes"]
    yield from document["alternatives"]
    yield from (name for node in nodes for name in node["priorities"])
    yield from (way(node["path"]) for node in nodes)
    yield from (
        way([*node["path"], name]) for node in nodes for name in node["priorities"] if not node["leaf"]
    )
    yield from (name for node in nodes for name in node["participants"])


def _of_history(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield alternatives, and what the entries are called."""
    moments = [moment for entry in document["entries"] for moment in entry["scenarios"]]
    for merit in ("benefit_to_cost", "benefit", "cost"):
        yield from (name for moment in moments for name in moment[merit] or {})
    yield from (entry["time"] or entry["name"] for entry in document["entries"])


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


T = TypeVar("T")

_COLUMNS = 60  # characters that a title takes

WIDTH = 6.4
"""Inches; on a phone, at half its size, text of 9 points still reads."""

MOST = 30
"""Alternatives that a figure shows; of more, the best."""

BY = {"benefit_to_cost": "benefit to cost", "benefit": "benefit", "cost": "cost (lowest is best)"}
"""What a choice goes by, in words."""

NAMED = 8
"""Lines that a figure tells apart; the others are grey behind them."""


@dataclass(frozen=True)
class Plan:
    """A figure that can be drawn.

    Attributes
    ----------
    title : str
        Above the axes; one line.
    description : str
        What the figure says, for those who do not see it.
    height : float
        Inches, of a figure :data:`WIDTH` wide.
    paint : callable
        Draws it into axes, all but the title.
    """

    title: str
    description: str
    height: float
    paint: Callable[[Axes], None]


def titled(scenario: str, words: str) -> str:
    """Return the title of a figure, which names the scenario as far as there is room.

    Examples
    --------
    >>> titled("Order Entry", "benefit against cost")
    'Order Entry: benefit against cost'
    """
    return f"{label(scenario, _COLUMNS - len(words))}: {words}"


def best(order: Sequence[T], most: int = MOST) -> list[T]:
    """Return those of an order that a figure shows."""
    return list(order[:most])


def more(order: Sequence[T], most: int = MOST, what: str = "alternatives") -> str:
    """Return how many a figure leaves out, in words, or nothing.

    Examples
    --------
    >>> more(range(40)), more(range(3))
    (' (10 more alternatives are not shown)', '')
    """
    hidden = len(order) - most
    return f" ({hidden} more {what} are not shown)" if hidden > 0 else ""


def draws_needed(scenario: ScenarioDocument) -> str:
    """Return what a scenario without probabilities lacks for them."""
    if scenario["confidence"] is not None and all(runs > 1 for runs in scenario["runs"].values()):
        return "indices that stay positive as the runs vary; use the index relative"
    return "two runs or more of every alternative"


if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    Line = tuple[Sequence[float], Sequence[float]]
    Marked = int | tuple[int, int]

GAP = 0.55
"""Inches that the numbers and the label of an axis take."""

_KEY_COLUMNS = 84  # characters of small text that a figure is wide
_HANDLE = 6  # what a mark and the room about it take
_OTHER = Look(GREY, "", "", "-")


def marks(entries: Sequence[tuple[str, Look]], axes: Axes, *, lines: bool = False) -> list[Artist]:
    """Return a marker for each entry, on its line where there are lines."""
    from matplotlib.lines import Line2D

    edge, (size, width) = ink(axes), (5.5, 0.5) if lines else (6.5, 0.6)
    return [
        Line2D([], [], linestyle=look.line if lines else "", marker=look.marker, color=look.colour,
               markersize=size, markeredgecolor=edge, markeredgewidth=width)
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
    return max(1, min(len(names), _KEY_COLUMNS // widest))


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


def entries_of(names: Sequence[str], short: Labels) -> list[tuple[str, Look]]:
    """Return the entries of the key: those told apart, and how many others there are."""
    shown = told_apart(names)
    found = [(short(name), short.looks[name]) for name in shown]
    others = len(names) - len(shown)
    return [*found, (f"{others} others", _OTHER)] if others else found


def draw_lines(
    axes: Axes,
    names: Sequence[str],
    short: Labels,
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
    short : Labels
        How each of them looks.
    found : mapping
        The x and the y of each of them.
    marked : int or (int, int)
        A marker stands on every so many points; with two numbers from the first on.
    """
    apart = set(told_apart(names))
    for position, name in reversed(list(enumerate(names))):
        x, y = found[name]
        seen = short.looks[name]
        if name not in apart:
            axes.plot(x, y, color=GREY, linewidth=0.7, alpha=0.6, zorder=2)
        else:
            axes.plot(
                x, y, color=seen.colour, linestyle=seen.line, marker=seen.marker, markersize=5.0,
                markeredgecolor=ink(axes), markeredgewidth=0.5, markevery=marked, zorder=3.5 - position / 100,
            )  # fmt: skip


def key_lines(names: Sequence[str], short: Labels, axes: Axes) -> tuple[list[Artist], list[str]]:
    """Return the handles and the names of the key of lines."""
    entries = entries_of(names, short)
    return marks(entries, axes, lines=True), [name for name, _ in entries]


def key_height(names: Sequence[str], short: Labels) -> float:
    """Return how many inches the key of these lines takes."""
    return rows([name for name, _ in entries_of(names, short)])
