"""Local priorities under every criterion of a hierarchy, and between which the participants' own lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError
from ahp.report.figures.bars import per_cent_axis, rows_of
from ahp.report.figures.keys import key
from ahp.report.figures.keys import rows as key_rows
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of, way
from ahp.report.figures.palette import GREY, ink, look
from ahp.report.figures.panels import headed, rows_needed
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from ahp.report.hierarchy_documents import HierarchyDocument, NodeDocument

_BETWEEN = (1.75, 0.72)
_MOST = 14
"""Comparisons that a figure shows; of more, those that weigh most."""

_RINGS = 40
"""Participants of whom each has a ring; of more, the line from the least to the largest says enough."""

_KEY = ("priority", "of one participant", "of one who stands apart")
_LONGEST = 18


def plan_judged_priorities(document: HierarchyDocument) -> Plan:
    """Return the plan of local priorities, a panel for each comparison, participants' own as rings.

    Raises
    ------
    FigureError
        If only single items stand under every criterion.
    """
    found = [node for node in document["nodes"] if len(node["priorities"]) > 1]
    if not found:
        raise FigureError("nothing is compared: a single item stands under every criterion")
    heavy = sorted(found, key=lambda node: -node["weight"])[:_MOST]
    shown = [node for node in found if node in heavy]
    short = labels_of(document)
    said = "; ".join(
        f"under {plain(_way(node, short))}: "
        + ", ".join(f"{plain(short(name))} {share(p)}" for name, p in _largest(node).items())
        + more(list(node["priorities"]), what="items")
        for node in shown
    )
    key_names = _KEY if _grouped(shown) else ()
    return Plan(
        titled(document["goal"], "local priorities"),
        f"{said}.{more(found, _MOST, 'comparisons')}",
        0.95 + sum(_heights(shown)) + key_rows(key_names) + (0.1 if key_names else 0.0),
        lambda axes: _paint(axes, shown, short),
    )


def _way(node: NodeDocument, short: Labels) -> str:
    return short(way(node["path"]), 30) or "the goal"


def _largest(node: NodeDocument) -> dict[str, float]:
    """Return the items with the largest priorities, the largest first."""
    shares = node["priorities"]
    return {name: shares[name] for name in best(sorted(shares, key=lambda name: -shares[name]))}


def _grouped(nodes: list[NodeDocument]) -> bool:
    return any(_own(node) for node in nodes)


def _own(node: NodeDocument) -> dict[str, dict[str, float]]:
    found = node["agreement"]
    return {} if found is None else found.get("priorities", {})


def _high(node: NodeDocument) -> float:
    return 0.19 * min(len(node["priorities"]), 30) + 0.12


def _heights(nodes: list[NodeDocument]) -> list[float]:
    """Return how many inches each row of panels takes, with what stands above and below it."""
    wide = _beside(nodes)
    return [
        max(map(_high, nodes[row * wide : (row + 1) * wide])) + _BETWEEN[1]
        for row in range(rows_needed(len(nodes), wide))
    ]


def _beside(nodes: list[NodeDocument]) -> int:
    return 1 if len(nodes) == 1 else 2


def _paint(axes: Axes, nodes: list[NodeDocument], short: Labels) -> None:
    axes.set_axis_off()
    wide, heights = _beside(nodes), _heights(nodes)
    whole, top = sum(heights), 1.0
    aside = _BETWEEN[0] / 5.4 if wide > 1 else 0.0
    width = (1.0 - aside * (wide - 1)) / wide
    for number, node in enumerate(nodes):
        row, column = divmod(number, wide)
        if column == 0 and row:
            top -= heights[row - 1] / whole
        high = _high(node) / whole
        panel = axes.inset_axes((column * (width + aside), top - 0.2 / whole - high, width, high))
        _panel(panel, node, short)
    if _grouped(nodes):
        key(axes, _handles(axes), _KEY, below=0.1)


def _panel(panel: Axes, node: NodeDocument, short: Labels) -> None:
    shares, own = _largest(node), _own(node)
    outlying = [] if node["agreement"] is None else node["agreement"]["outlying"]
    edge = ink(panel)
    for row, name in enumerate(shares):
        panel.plot([0.0, shares[name]], [row, row], color=GREY, linewidth=0.6, zorder=1)
        if own:
            said = [priorities[name] for priorities in own.values()]
            panel.plot([min(said), max(said)], [row, row], color=GREY, linewidth=2.2, alpha=0.5, zorder=2)
    rows = range(len(shares))
    drawn = [name for name in own if len(own) <= _RINGS or name in outlying]
    for person in drawn:
        priorities = own[person]
        seen = _mark(edge, apart=person in outlying)
        panel.plot([priorities[name] for name in shares], rows, zorder=4, **seen)
    panel.plot(
        list(shares.values()), rows, "D" if own else "o", color=look(0).colour, markersize=5.0,
        markeredgecolor=edge, markeredgewidth=0.5, zorder=3,
    )  # fmt: skip
    rows_of(panel, [short(name, _LONGEST) for name in shares])
    per_cent_axis(panel, 4)
    panel.set_xlim(left=0.0)
    panel.tick_params(axis="x", labelsize=7.5)
    panel.tick_params(axis="y", labelsize=8.0 if len(shares) <= 20 else 7.0)
    found = node["agreement"]
    if found is not None:
        panel.set_xlabel(
            f"consensus {share(found['consensus'])} ({found['level']})", fontsize=7.5, labelpad=1.0
        )
    headed(panel, _way(node, short))


def _mark(edge: str, *, apart: bool) -> dict[str, Any]:
    """Return how the priority of one participant looks."""
    return {
        "linestyle": "",
        "marker": "x" if apart else "o",
        "markerfacecolor": "none",
        "markeredgecolor": look(1).colour if apart else edge,
        "markersize": 5.0 if apart else 3.6,
        "markeredgewidth": 1.2 if apart else 0.7,
    }


def _handles(axes: Axes) -> list[Artist]:
    from matplotlib.lines import Line2D

    edge = ink(axes)
    group = Line2D(
        [], [], linestyle="", marker="D", color=look(0).colour, markeredgecolor=edge, markersize=5.0
    )
    return [group, *(Line2D([], [], **_mark(edge, apart=apart)) for apart in (False, True))]
