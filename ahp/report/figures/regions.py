"""Who is first where in the space of two or three weights: a bar, or a triangle of all weights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import key, patches, rows
from ahp.report.figures.labels import Labels, labels_of, plain
from ahp.report.figures.palette import Look, ink, looks_of
from ahp.report.figures.plan import Plan, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, RegionsDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

_HIGH = {2: 0.75, 3: 3.3}  # inches of a bar and of a triangle
_BETWEEN = 0.75
_JUDGED_SPACES = 3  # nodes of a hierarchy whose regions are shown, those nearest to the goal
_FIFTHS = (0.2, 0.4, 0.6, 0.8)

INK_OF_MARK = "#111111"
"""The edge of the mark of the weights as they are, which stands on colours."""


def plan_regions(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the winner regions over the two or three heaviest weights of each merit.

    Raises
    ------
    FigureError
        If no merit has two criteria.
    """
    spaces = scenario["winner_regions"]
    if not spaces:
        raise FigureError("winner regions need two criteria or more of one merit, and two alternatives")
    weights = {c["name"]: c["weight"] for c in scenario["criteria"]}
    looks = looks_of(document["scenarios"])
    return spaces_plan(
        scenario["scenario"], scenario["order"], looks, spaces, [weights] * len(spaces), labels_of(document)
    )


def plan_judged_regions(document: HierarchyDocument) -> Plan:
    """Return the plan of the winner regions of the nodes nearest to the goal.

    Raises
    ------
    FigureError
        If no node has two criteria.
    """
    local = {tuple(node["path"]): node["priorities"] for node in document["nodes"]}
    found = sorted(document["sensitivity"]["winner_regions"], key=lambda one: len(one["path"]))[
        :_JUDGED_SPACES
    ]
    if not found:
        raise FigureError("winner regions need a node with two criteria or more")
    spaces: list[RegionsDocument] = [
        {
            "criteria": one["criteria"],
            "regions": [{"winner": r["winner"], "polygon": r["polygon"]} for r in one["regions"]],
        }
        for one in found
    ]
    weights = [local[tuple(one["path"])] for one in found]
    looks, short = looks_of([document]), labels_of(document)
    return spaces_plan(document["goal"], document["ranking"], looks, spaces, weights, short)


def spaces_plan(
    subject: str,
    order: Sequence[str],
    looks: Mapping[str, Look],
    spaces: Sequence[RegionsDocument],
    weights: Sequence[Mapping[str, float]],
    short: Labels,
) -> Plan:
    """Return the plan of bars and triangles of weights; each space has the weights as they are."""
    somewhere = {region["winner"] for space in spaces for region in space["regions"]}
    winners = [name for name in order if name in somewhere]
    shown = {name: short(name) for name in winners}
    said = ". ".join(
        f"Over the weights of {', '.join(plain(short(c, 34)) for c in space['criteria'])} first somewhere: "
        + ", ".join(plain(shown[region["winner"]]) for region in space["regions"])
        for space in spaces
    )
    high = sum(_HIGH[len(space["criteria"])] for space in spaces) + _BETWEEN * (len(spaces) - 1)
    return Plan(
        titled(subject, "who is first with which weights"),
        f"{said}.",
        1.2 + high + rows([*shown.values(), "weights now"]),
        lambda axes: _paint(axes, spaces, {name: looks[name] for name in winners}, weights, short),
    )


def _paint(
    axes: Axes,
    spaces: Sequence[RegionsDocument],
    looks: dict[str, Look],
    weights: Sequence[Mapping[str, float]],
    short: Labels,
) -> None:
    from matplotlib.lines import Line2D

    axes.set_axis_off()
    whole = sum(_HIGH[len(space["criteria"])] for space in spaces) + _BETWEEN * (len(spaces) - 1) + 0.25
    top = 1.0 - 0.25 / whole
    for space, here in zip(spaces, weights, strict=True):
        high = _HIGH[len(space["criteria"])] / whole
        panel = axes.inset_axes((0.0, top - high, 1.0, high))
        total = sum(here[c] for c in space["criteria"])
        now = [here[c] / total if total > 0 else math.nan for c in space["criteria"]]
        (_bar if len(space["criteria"]) == 2 else _triangle)(panel, space, looks, now, short)
        top -= high + _BETWEEN / whole
    entries = [short(name) for name in looks]
    handles = patches(list(zip(entries, looks.values(), strict=True)), axes)
    star = Line2D([], [], linestyle="", marker="*", markersize=11, color="white", markeredgecolor=INK_OF_MARK)
    key(axes, [*handles, star], [*entries, "weights now"])


def _bar(
    panel: Axes, space: RegionsDocument, looks: dict[str, Look], now: Sequence[float], short: Labels
) -> None:
    """Draw the weights of two criteria as one bar, from all weight on the first to all on the second."""
    from matplotlib.patches import Polygon

    for region in space["regions"]:
        low, high = sorted(corner[1] for corner in region["polygon"])
        seen = looks[region["winner"]]
        panel.add_patch(
            Polygon(
                [(low, 0.0), (high, 0.0), (high, 1.0), (low, 1.0)], facecolor=seen.colour, hatch=seen.hatch,
                edgecolor=ink(panel), linewidth=0.6,
            )
        )  # fmt: skip
    panel.plot(now[1], 0.5, "*", markersize=13, color="white", markeredgecolor=INK_OF_MARK, zorder=4)
    panel.set_xlim(0.0, 1.0)
    panel.set_ylim(0.0, 1.0)
    panel.set_yticks([])
    panel.spines[["left"]].set_visible(False)
    cuts = sorted({corner[1] for region in space["regions"] for corner in region["polygon"]} - {0.0, 1.0})
    panel.set_xticks([0.0, *cuts, 1.0], ["0", *(f"{cut:.3g}" for cut in cuts), "1"])
    first, second = (short(criterion, 24) for criterion in space["criteria"])
    panel.set_xlabel(f"◂ {first}        share of the weight of {second}        {second} ▸", fontsize=8.0)


def _triangle(
    panel: Axes, space: RegionsDocument, looks: dict[str, Look], now: Sequence[float], short: Labels
) -> None:
    """Draw the weights of three criteria as a triangle, with all weight on one of them at each corner."""
    from matplotlib.patches import Polygon

    panel.set_axis_off()
    panel.set_aspect("equal")
    panel.set_xlim(-0.32, 1.32)
    panel.set_ylim(-0.1, 0.98)
    for region in space["regions"]:
        seen, corners = looks[region["winner"]], [_flat(corner) for corner in region["polygon"]]
        panel.add_patch(
            Polygon(corners, facecolor=seen.colour, hatch=seen.hatch, edgecolor=ink(panel), linewidth=0.6)
        )
    for part in _FIFTHS:
        for a, b in (((part, 1 - part, 0), (part, 0, 1 - part)), ((1 - part, part, 0), (0, part, 1 - part)),
                     ((1 - part, 0, part), (0, 1 - part, part))):  # fmt: skip
            ends = [_flat(a), _flat(b)]
            panel.plot(*zip(*ends, strict=True), color="white", linewidth=0.5, alpha=0.7, zorder=2)
        x, y = _flat((1 - part, 0, part))
        panel.text(x - 0.02, y, f"{part:g}", ha="right", va="center", fontsize=7.0, color=ink(panel))
        x, y = _flat((0, part, 1 - part))
        panel.text(x + 0.02, y, f"{part:g}", ha="left", va="center", fontsize=7.0, color=ink(panel))
        x, y = _flat((part, 1 - part, 0))
        panel.text(x, y - 0.03, f"{part:g}", ha="center", va="top", fontsize=7.0, color=ink(panel))
    edge = [_flat(corner) for corner in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    panel.add_patch(Polygon(edge, facecolor="none", edgecolor=ink(panel), linewidth=1.0, zorder=3))
    x, y = _flat(now)
    panel.plot(x, y, "*", markersize=13, color="white", markeredgecolor=INK_OF_MARK, zorder=4)
    names = [short(criterion, 24) for criterion in space["criteria"]]
    panel.text(-0.03, -0.02, f"all on\n{names[0]}", ha="right", va="top", fontsize=8.0, color=ink(panel))
    panel.text(1.03, -0.02, f"all on\n{names[1]}", ha="left", va="top", fontsize=8.0, color=ink(panel))
    panel.text(0.5, 0.895, f"all on {names[2]}", ha="center", va="bottom", fontsize=8.0, color=ink(panel))


def _flat(corner: Sequence[float]) -> tuple[float, float]:
    """Return where three shares lie in a triangle whose sides are 1: lower left, lower right, top."""
    _, right, top = corner
    return right + top / 2, top * math.sqrt(3.0) / 2
