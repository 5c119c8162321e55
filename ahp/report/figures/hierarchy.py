"""The hierarchy of a decision as a tree, from the goal over merits and criteria to the alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.boxes import boxes
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import GREY, ink, looks_of
from ahp.report.figures.plan import Plan, best, more

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import DecisionDocument, StudyCriterionDocument

_GOAL, _MERIT, _CRITERION, _BUS, _ALTERNATIVE = 0.0, 0.16, 0.33, 0.705, 0.73
_ENDS = {_GOAL: 0.105, _MERIT: 0.275, _CRITERION: 0.68}
"""Where the boxes of each column begin and end, in shares of the width."""

_ROW = 0.3  # inches


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
        lambda axes: _paint(axes, criteria, best(names), short),
    )


def _paint(
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
