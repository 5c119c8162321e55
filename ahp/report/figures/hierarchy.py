"""Trees: the hierarchy from the goal over merits or criteria to the alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.labels import Labels, label, labels_of, plain
from ahp.report.figures.palette import GREY, ink, looks_of
from ahp.report.figures.parts import boxes
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import share
from ahp.report.phrases.hierarchy import of_weights

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, StudyCriterionDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

_GOAL, _MERIT, _CRITERION, _BUS, _ALTERNATIVE = 0.0, 0.16, 0.33, 0.705, 0.73
_ENDS = {_GOAL: 0.105, _MERIT: 0.275, _CRITERION: 0.68}
"""Where the boxes of each column begin and end, in shares of the width."""

_ROW = 0.3  # inches

Path = tuple[str, ...]


def plan_hierarchy(document: DecisionDocument) -> Plan:
    """Return the plan of the hierarchy: the goal, merits, criteria with their weights, alternatives."""
    criteria = document["study"]["criteria"]
    short = labels_of(document)
    names = list(looks_of(document["scenarios"]))
    said = "; ".join(
        f"{plain(short(c['name'], 34))} ({c['merit']}, weight {c['weight']:.3g})" for c in criteria
    )
    listing = ", ".join(plain(short(name)) for name in best(names))
    return Plan(
        "The decision: goal, merits, criteria with their weights, alternatives",
        f"Criteria: {said}. Alternatives: {listing}.{more(names)}",
        0.7 + _ROW * max(len(criteria), len(best(names)), 2),
        lambda axes: _paint_decision(axes, criteria, best(names), short),
    )


def _paint_decision(
    axes: Axes, criteria: Sequence[StudyCriterionDocument], names: Sequence[str], short: Labels
) -> None:
    axes.set_axis_off()
    axes.set_xlim(0.0, 1.0)
    axes.set_ylim(0.0, 1.0)
    ordered = [c for merit in ("benefit", "cost") for c in criteria if c["merit"] == merit]
    heights = dict(zip((c["name"] for c in ordered), _spread(len(ordered)), strict=True))
    merits = {
        merit: [heights[c["name"]] for c in ordered if c["merit"] == merit]
        for merit in dict.fromkeys(c["merit"] for c in ordered)
    }
    middles = {merit: sum(found) / len(found) for merit, found in merits.items()}
    centre = sum(middles.values()) / len(middles)
    high = 0.75 / max(len(ordered), len(names), 2)
    _box(axes, _GOAL, centre, high, "choose")
    for merit, middle in middles.items():
        _edge(axes, _ENDS[_GOAL], centre, _MERIT, middle)
        _box(axes, _MERIT, middle, high, merit)
    rows = _spread(len(names))
    top, low = max([*heights.values(), *rows]), min([*heights.values(), *rows])
    axes.plot([_BUS, _BUS], [low, top], color=GREY, linewidth=1.0, zorder=1)
    for c in ordered:
        at = heights[c["name"]]
        _edge(axes, _ENDS[_MERIT], middles[c["merit"]], _CRITERION, at)
        _box(axes, _CRITERION, at, high, f"{short(c['name'], 30)}  {c['weight']:.3g}")
        _edge(axes, _ENDS[_CRITERION], at, _BUS, at)
    for name, at in zip(names, rows, strict=True):
        _edge(axes, _BUS, at, _ALTERNATIVE, at)
        axes.text(
            _ALTERNATIVE + 0.008, at, short(name, 24), va="center", fontsize=8.5, color=ink(axes), zorder=3
        )


def _spread(count: int) -> list[float]:
    """Return heights that lie evenly from the top down."""
    return [1.0 - (row + 0.5) / count for row in range(count)]


def _box(axes: Axes, left: float, middle: float, high: float, text: str) -> None:
    """Write a text in a box as wide as its column and as high as a line of text."""
    right = _ENDS[left]
    boxes(
        axes, [(left, middle - high / 2, right, middle + high / 2)], facecolor="none", edgecolor=ink(axes),
        linewidth=0.9, zorder=2,
    )  # fmt: skip
    axes.text(
        (left + right) / 2, middle, text, ha="center", va="center", fontsize=8.5, color=ink(axes), zorder=3
    )


def _edge(axes: Axes, left: float, start: float, right: float, end: float) -> None:
    """Draw a line from one box to another, level at both ends."""
    half = (left + right) / 2
    axes.plot([left, half, half, right], [start, start, end, end], color=GREY, linewidth=1.0, zorder=1)


def plan_judged_hierarchy(document: HierarchyDocument) -> Plan:
    """Return the plan of a hierarchy as a tree: local weights, then the alternatives."""
    local, short = _weights(document), labels_of(document)
    alone = of_weights(document)
    names = best(document["ranking"]) if not alone else []
    said = "; ".join(
        f"{' / '.join(plain(short(n, 24)) for n in path)} {share(w)}" for path, w in local.items()
    )
    ends = best(document["ranking"])
    scores = ", ".join(f"{plain(short(name))} {share(document['scores'][name])}" for name in ends)
    leaves = [path for path in local if not any(other[: len(path)] == path != other for other in local)]
    what = "Global weights" if alone else "Scores"
    return Plan(
        titled(document["goal"], "criteria with their weights"),
        f"Local weights: {said}. {what}: {scores}.{more(document['ranking'])}",
        0.7 + _ROW * max(len(leaves), len(names), 2),
        lambda axes: _paint_judged(axes, document, local, leaves, names, short),
    )


def _weights(document: HierarchyDocument) -> dict[Path, float]:
    """Return the local weight of every criterion by its way from the goal, parents before children."""
    found: dict[Path, float] = {}
    for node in document["nodes"]:
        if not node["leaf"]:
            found |= {(*node["path"], name): weight for name, weight in node["priorities"].items()}
    return found


def _paint_judged(
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
    if not names:  # criteria alone: what each of the lowest weighs in all
        for name, path in zip(document["alternatives"], ordered, strict=True):
            total = share(document["priorities"][name])
            axes.text(0.77, heights[path], total, va="center", fontsize=8.0, color=ink(axes))
        return
    rows = [1.0 - (row + 0.5) / len(names) for row in range(len(names))]
    ends = [*rows, *(heights[path] for path in leaves)]
    axes.plot([0.75, 0.75], [min(ends), max(ends)], color=GREY, linewidth=1.0, zorder=1)
    for name, at in zip(names, rows, strict=True):
        _edge(axes, 0.75, at, 0.765, at)
        text = f"{short(name, 18)}  {share(document['scores'][name])}"
        axes.text(0.77, at, text, va="center", fontsize=8.0, color=ink(axes))
