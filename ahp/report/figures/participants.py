"""Local priorities in a hierarchy of judgments, and how near each participant's own are to the group's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError
from ahp.printing import printable
from ahp.report.figures.parts import dots, headed, heat, per_cent_axis, rows_needed, rows_of, written
from ahp.report.figures.plan import GREY, Labels, Plan, balance, best, ink, key, labels_of, look, more, titled
from ahp.report.figures.plan import rows as key_rows
from ahp.report.names import plain, way
from ahp.report.numbers import share
from ahp.report.phrases.grammar import capital

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from ahp.report.documents.hierarchy import AgreementDocument, HierarchyDocument, NodeDocument

_BETWEEN = (1.75, 0.72)
_MOST = 14
"""Comparisons that a figure shows; of more, those that weigh most."""

_RINGS = 40
"""Participants of whom each has a ring; of more, the line from the least to the largest says enough."""

_KEY = ("priority", "of one participant", "of one who stands apart")
_LONGEST = 18
_MOST_NODES, _MOST_PEOPLE = 12, 30
_FURTHEST, _CLASSES = 2.0, 17  # the darkest cell, and how many colours there are to both sides of none
Agreed = tuple[str, "AgreementDocument"]


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
        lambda axes: _paint_priorities(axes, shown, short),
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


def _paint_priorities(axes: Axes, nodes: list[NodeDocument], short: Labels) -> None:
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
    dots(panel, list(shares.values()), rows, marker="D" if own else "o")
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


def plan_judged_agreement(document: HierarchyDocument) -> Plan:
    """Return the plan of the compatibility of each participant with the group, a column for each comparison.

    Raises
    ------
    FigureError
        If nowhere two participants judged enough to have priorities of their own.
    """
    short = labels_of(document)
    found: list[Agreed] = [
        (short(way(node["path"]), 44) or "the goal", node["agreement"])
        for node in sorted(document["nodes"], key=lambda node: -node["weight"])
        if node["agreement"] is not None
    ]
    if not found:
        raise FigureError("agreement needs two participants or more with priorities of their own")
    shown = found[:_MOST_NODES]
    everybody = list(dict.fromkeys(name for _, agreed in shown for name in agreed["participants"]))
    # Those who are furthest from the group, wherever that is, come first.
    everybody.sort(key=lambda name: -max(agreed["compatibility"].get(name, 0.0) for _, agreed in shown))
    people = everybody[:_MOST_PEOPLE]
    said = "; ".join(
        f"under {plain(where)}: consensus {share(agreed['consensus'])} ({agreed['level']})"
        + (f", apart stands {', '.join(map(printable, agreed['outlying']))}" if agreed["outlying"] else "")
        for where, agreed in shown
    )
    beyond = more(everybody, _MOST_PEOPLE, "participants") + more(found, _MOST_NODES, "comparisons")
    return Plan(
        titled(document["goal"], "how near each participant is to the group"),
        f"{capital(said)}.{beyond}",
        1.35 + 0.21 * max(len(people), 2) + 0.17 * len(shown),
        lambda axes: _paint_agreement(axes, people, shown, short),
    )


def _paint_agreement(axes: Axes, people: Sequence[str], found: Sequence[Agreed], short: Labels) -> None:
    nearness = [[agreed["compatibility"].get(name) for _, agreed in found] for name in people]
    # In the middle of the colours where an index is 1, at the end where it is far.
    far = _FURTHEST - 1.0
    cells = [
        [None if index is None else 0.5 - 0.5 * min(max((index - 1.0) / far, 0.0), 1.0) for index in row]
        for row in nearness
    ]
    heat(axes, cells, balance, _CLASSES)
    texts = [
        [_text(name, agreed, index) for (_, agreed), index in zip(found, row, strict=True)]
        for name, row in zip(people, nearness, strict=True)
    ]
    written(axes, cells, texts, balance, 8.0 if len(found) <= 8 else 6.5, _CLASSES)
    axes.set_yticks(range(len(people)), [short(name, 24) for name in people])
    axes.set_xticks(range(len(found)), [f"{number}" for number in range(1, len(found) + 1)])
    axes.xaxis.tick_top()
    axes.tick_params(labelsize=8.5 if len(people) <= 20 else 7.5)
    said = [
        f"{number}  {where}: consensus {share(agreed['consensus'])} ({agreed['level']})"
        for number, (where, agreed) in enumerate(found, 1)
    ]
    key = "compatibility index: 1 is the group's own, up to 1.10 compatible (✓);"
    rest = "! stands apart from all others; – did not judge enough"
    axes.set_xlabel("\n".join([key, rest, *said]), fontsize=8.0, loc="left")


def _text(name: str, agreed: AgreementDocument, index: float | None) -> str:
    if index is None:
        return "–"
    mark = " !" if name in agreed["outlying"] else " ✓" if name in agreed["compatible"] else ""
    return f"{index:.2f}{mark}" if index < 100 else f"{index:.0e}{mark}"
