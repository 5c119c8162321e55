"""Figures of a hierarchy of judgments: its tree, and what its weights decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.boxes import boxes
from ahp.report.figures.gradient import lines_plan
from ahp.report.figures.labels import label, plain
from ahp.report.figures.naming import Labels, labels_of, way
from ahp.report.figures.palette import GREY, Look, ink, look
from ahp.report.figures.performance import Section, sections_plan
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.figures.ranks import bars_plan
from ahp.report.figures.regions import spaces_plan
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import GradientDocument, RegionsDocument
    from ahp.report.hierarchy_documents import HierarchyDocument

_ROW = 0.3  # inches
_SPACES = 3  # nodes whose regions are shown, those nearest to the goal

Path = tuple[str, ...]


def plan_judged_hierarchy(document: HierarchyDocument) -> Plan:
    """Return the plan of a hierarchy as a tree: local weights, then the alternatives."""
    local, short = _weights(document), labels_of(document)
    names = best(document["ranking"])
    said = "; ".join(
        f"{' / '.join(plain(short(n, 24)) for n in path)} {share(w)}" for path, w in local.items()
    )
    scores = ", ".join(f"{plain(short(name))} {share(document['scores'][name])}" for name in names)
    leaves = [path for path in local if not any(other[: len(path)] == path != other for other in local)]
    return Plan(
        titled(document["goal"], "criteria with their weights"),
        f"Local weights: {said}. Scores: {scores}.{more(document['ranking'])}",
        0.7 + _ROW * max(len(leaves), len(names), 2),
        lambda axes: _paint(axes, document, local, leaves, names, short),
    )


def _weights(document: HierarchyDocument) -> dict[Path, float]:
    """Return the local weight of every criterion by its way from the goal, parents before children."""
    found: dict[Path, float] = {}
    for node in document["nodes"]:
        if not node["leaf"]:
            found |= {(*node["path"], name): weight for name, weight in node["priorities"].items()}
    return found


def _paint(
    axes: Axes,
    document: HierarchyDocument,
    local: dict[Path, float],
    leaves: Sequence[Path],
    names: Sequence[str],
    short: Labels,
) -> None:
    axes.set_axis_off()
    axes.set_xlim(0.0, 1.0)
    axes.set_ylim(0.0, 1.0)
    ordered = sorted(leaves, key=lambda path: [list(local).index(path[: i + 1]) for i in range(len(path))])
    heights: dict[Path, float] = {path: 1.0 - (row + 0.5) / len(ordered) for row, path in enumerate(ordered)}
    parents = {path[:depth] for path in local for depth in range(len(path))}
    for parent in sorted(parents, key=lambda path: (-len(path), path)):
        below = [at for path, at in heights.items() if path[:-1] == parent and path]
        heights[parent] = sum(below) / len(below)
    deepest = max(len(path) for path in heights)
    step = 0.74 / (deepest + 1)
    high = 0.75 / max(len(ordered), len(names), 2)
    room = int(step * 78) - 6
    shown = {path: f"{short(path[-1], room)}  {weight:.3g}" for path, weight in local.items()}
    for path, at in heights.items():
        left = len(path) * step
        right = left + 0.82 * step
        box = [(left, at - high / 2, right, at + high / 2)]
        boxes(axes, box, facecolor="none", edgecolor=ink(axes), linewidth=0.9, zorder=2)
        text = shown.get(path) or label(document["goal"], room + 4)
        axes.text((left + right) / 2, at, text, ha="center", va="center", fontsize=8.0, color=ink(axes))
        if path:
            _edge(axes, left - 0.18 * step, heights[path[:-1]], left, at)
        if path in leaves:
            _edge(axes, right, at, 0.75, at)
    rows = [1.0 - (row + 0.5) / len(names) for row in range(len(names))]
    ends = [*rows, *(heights[path] for path in leaves)]
    axes.plot([0.75, 0.75], [min(ends), max(ends)], color=GREY, linewidth=1.0, zorder=1)
    for name, at in zip(names, rows, strict=True):
        _edge(axes, 0.75, at, 0.765, at)
        text = f"{short(name, 18)}  {share(document['scores'][name])}"
        axes.text(0.77, at, text, va="center", fontsize=8.0, color=ink(axes))


def _edge(axes: Axes, left: float, start: float, right: float, end: float) -> None:
    half = (left + right) / 2
    axes.plot([left, half, half, right], [start, start, end, end], color=GREY, linewidth=1.0, zorder=1)


def plan_judged_gradient(document: HierarchyDocument) -> Plan:
    """Return the plan of the overall scores in the local weight of each criterion that has siblings.

    Raises
    ------
    FigureError
        If no criterion has.
    """
    found: list[GradientDocument] = [
        {
            "criterion": way(one["path"]),
            "weight": one["weight"],
            "at_zero": one["at_zero"],
            "at_one": one["at_one"],
            "first": [{"from": s["from"], "to": s["to"], "choose": s["first"]} for s in one["first"]],
        }
        for one in document["sensitivity"]["gradients"]
    ]
    if not found:
        raise FigureError("no weight can move: no criterion has siblings")
    looks, short = _looks(document), labels_of(document)
    return lines_plan(document["goal"], document["ranking"], looks, found, "score", (), short)


def plan_judged_performance(document: HierarchyDocument) -> Plan:
    """Return the plan of the scores under each criterion below the goal, and over all at the end."""
    found = [one for one in document["sensitivity"]["performance"] if len(one["path"]) == 1]
    criteria = [(one["path"][0], one["weight"], one["scores"]) for one in found]
    section = Section(criteria, ("OVERALL", document["scores"]))
    looks, short = _looks(document), labels_of(document)
    return sections_plan(document["goal"], document["ranking"], looks, [section], short)


def plan_judged_regions(document: HierarchyDocument) -> Plan:
    """Return the plan of the winner regions of the nodes nearest to the goal.

    Raises
    ------
    FigureError
        If no node has two criteria.
    """
    local = {tuple(node["path"]): node["priorities"] for node in document["nodes"]}
    found = sorted(document["sensitivity"]["winner_regions"], key=lambda one: len(one["path"]))[:_SPACES]
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
    looks, short = _looks(document), labels_of(document)
    return spaces_plan(document["goal"], document["ranking"], looks, spaces, weights, short)


def plan_judged_acceptability(document: HierarchyDocument) -> Plan:
    """Return the plan of the share of all weights that gives each rank."""
    shares = document["sensitivity"]["weight_space"]["acceptability"]
    what, unit = "ranks over all weights", "share of all weights"
    return bars_plan(document["goal"], document["ranking"], shares, what, unit, labels_of(document))


def _looks(document: HierarchyDocument) -> dict[str, Look]:
    return {name: look(position) for position, name in enumerate(document["alternatives"])}
