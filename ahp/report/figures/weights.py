"""Who is first as weights move: one of them alone, or two or three at once, as a bar or a triangle."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ahp.errors import FigureError
from ahp.report.figures.parts import Box, boxes, headed, meet, panels, rows_needed, stacked
from ahp.report.figures.plan import (
    BY,
    GREY,
    Labels,
    Look,
    Plan,
    best,
    draw_lines,
    ink,
    key,
    key_height,
    key_lines,
    labels_of,
    more,
    patches,
    rows,
    titled,
)
from ahp.report.names import plain, way
from ahp.report.numbers import edge

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import (
        DecisionDocument,
        GradientDocument,
        RegionsDocument,
        ScenarioDocument,
    )
    from ahp.report.documents.hierarchy import HierarchyDocument, NodeRegionsDocument

Line = tuple[list[float], list[float]]
Space: TypeAlias = "RegionsDocument | NodeRegionsDocument"

_PANEL, _PANELS_APART = 1.8, (0.6, 0.85)
_STRAIGHT, _BENT = 4, 40  # parts of a line
_WIDE, _TALL, _STEP = 0.15, 0.09, 0.02  # what a number takes of a panel, and in which steps it is lifted
_LAST = 0.9995  # of a weight: what is further would be called 1.000, and lie on the edge


def plan_gradient(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of a panel for each weight that can move, the others of its merit in proportion.

    Raises
    ------
    FigureError
        If no weight can move.
    """
    found = scenario.get("gradients")
    if not found:
        raise FigureError("no weight can move: there is one alternative, or one criterion in each merit")
    costs = {c["name"] for c in scenario["criteria"] if c["merit"] == "cost"}
    bent = costs if scenario["by"] == "benefit_to_cost" else set()
    by, short = BY[scenario["by"]], labels_of(document)
    return lines_plan(scenario["scenario"], scenario["order"], found, by, bent, short)


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
    return lines_plan(document["goal"], document["ranking"], found, "score", (), labels_of(document))


def lines_plan(
    subject: str,
    order: Sequence[str],
    found: Sequence[GradientDocument],
    by: str,
    bent: Collection[str],
    short: Labels,
) -> Plan:
    """Return the plan of panels of lines in one weight each.

    Parameters
    ----------
    subject : str
        What the title names.
    order : sequence of str
        The alternatives, best first.
    found : sequence of GradientDocument
    by : str
        What the lines are, in words.
    bent : collection of str
        The criteria in whose weight not the line but its reciprocal is straight.
    short : Labels
    """
    first = {span["choose"] for g in found for span in g["first"]}
    ahead = [name for name in order if name in first]
    names = best([*ahead, *(name for name in order if name not in first)])
    down = rows_needed(len(found), 2)
    said = ". ".join(
        f"Weight of {plain(short(g['criterion'], 34))}, now {g['weight']:.3g}: {_spans(g, short)}"
        for g in found
    )

    def paint(axes: Axes) -> None:
        parts = panels(axes, len(found), min(2, len(found)), height=_PANEL, between=_PANELS_APART)
        for number, (panel, g) in enumerate(zip(parts, found, strict=True)):
            curved = g["criterion"] in bent
            lines = {name: _line(g, name, bent=curved) for name in names}
            draw_lines(panel, names, short, lines, marked=(10, 20) if curved else (1, 2))
            panel.set_xlim(0.0, 1.0)
            panel.set_ylim(bottom=0.0)
            _hands(panel, short.looks, g, lines.values())
            panel.axvline(g["weight"], color=ink(axes), linewidth=1.0, linestyle=(0, (5, 2)), zorder=1)
            panel.set_xlabel(f"weight, now {g['weight']:.3g}", fontsize=8.0)
            panel.tick_params(labelsize=7.5)
            if number % 2 == 0:
                panel.set_ylabel(by, fontsize=8.0)
            headed(panel, short(g["criterion"], 30))
        key(axes, *key_lines(names, short, parts[0]))

    return Plan(
        titled(subject, "who is first as one weight moves"),
        f"{said}.{more(order)}",
        1.3 + down * _PANEL + (down - 1) * _PANELS_APART[1] + key_height(names, short),
        paint,
    )


def _spans(found: GradientDocument, short: Labels) -> str:
    return ", ".join(
        f"{plain(short(span['choose']))} first from {edge(span['from'])} to {edge(span['to'] or 0.0)}"
        for span in found["first"]
    )


def _line(found: GradientDocument, name: str, *, bent: bool) -> Line:
    """Return the line of an alternative; of a cost in a quotient the reciprocal is straight."""
    zero, one = found["at_zero"][name], found["at_one"][name]
    steps = _BENT if bent else _STRAIGHT
    weights = [step / steps for step in range(steps + 1)]
    if bent:
        return weights, [1.0 / ((1.0 - w) / zero + w / one) for w in weights]
    return weights, [(1.0 - w) * zero + w * one for w in weights]


def _hands(panel: Axes, looks: Mapping[str, Look], found: GradientDocument, lines: Collection[Line]) -> None:
    """Draw a band along the top for who is first, and where that changes with its exact weight."""
    top = panel.get_ylim()[1]
    panel.set_ylim(0.0, 1.14 * top)
    taken: list[Box] = []
    for span in found["first"]:
        at, seen = span["from"], looks[span["choose"]]
        boxes(
            panel,
            [(at, 1.06 * top, 1.0 if span["to"] is None else span["to"], 1.14 * top)],
            facecolor=seen.colour,
            hatch=seen.hatch,
            edgecolor=ink(panel),
            linewidth=0.5,
            zorder=4,
        )
        if 0.0 < at < _LAST:
            panel.plot([at, at], [0.0, 1.06 * top], color=GREY, linewidth=0.8, linestyle=":", zorder=1)
            after = at < 0.75 and not (_WIDE <= at < found["weight"] < at + _WIDE)
            left = at if after else at - _WIDE
            taken.append(_free(left, top, [*taken, *(_around(line, left) for line in lines)]))
            panel.annotate(
                edge(at),
                (at, taken[-1][1]),
                (2 if after else -2, 2),
                textcoords="offset points",
                fontsize=7.5,
                color=ink(panel),
                ha="left" if after else "right",
                zorder=5,
            )


def _free(left: float, top: float, taken: Sequence[Box]) -> Box:
    """Return a box for a number, as low as nothing lies on it; the lowest if there is none."""
    places = [
        (left, step * _STEP * top, left + _WIDE, (step * _STEP + _TALL) * top)
        for step in range(int((1.0 - _TALL) / _STEP) + 1)
    ]
    return next((box for box in places if not any(meet(box, other) for other in taken)), places[0])


def _around(line: Line, left: float) -> Box:
    """Return the box of that part of a line that passes a number; the points of a line are evenly apart."""
    weights, values = line
    parts = len(weights) - 1
    first, last = int(left * parts), math.ceil((left + _WIDE) * parts)
    ends = []
    for at in (left, left + _WIDE):
        place = int(at * parts)
        ends.append(values[place] + (at * parts - place) * (values[place + 1] - values[place]))
    seen = [*ends, *values[first + 1 : last]]
    return left, min(seen), left + _WIDE, max(seen)


_SPACE = {2: 0.75, 3: 3.3}  # inches of a bar and of a triangle
_SPACES_APART = 0.75
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
    return spaces_plan(
        scenario["scenario"], scenario["order"], spaces, [weights] * len(spaces), labels_of(document)
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
    weights = [local[tuple(one["path"])] for one in found]
    return spaces_plan(document["goal"], document["ranking"], found, weights, labels_of(document))


def spaces_plan(
    subject: str,
    order: Sequence[str],
    spaces: Sequence[Space],
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
    heights = [_SPACE[len(space["criteria"])] for space in spaces]
    inches = [(_SPACES_APART if number else 0.25, high, 0.0) for number, high in enumerate(heights)]

    def paint(axes: Axes) -> None:
        from matplotlib.lines import Line2D

        for panel, space, here in zip(stacked(axes, inches), spaces, weights, strict=True):
            total = sum(here[c] for c in space["criteria"])
            now = [here[c] / total if total > 0 else math.nan for c in space["criteria"]]
            (_bar if len(space["criteria"]) == 2 else _triangle)(panel, space, now, short)
        entries = [(short(name), short.looks[name]) for name in winners]
        star = Line2D(
            [], [], linestyle="", marker="*", markersize=11, color="white", markeredgecolor=INK_OF_MARK
        )
        key(axes, [*patches(entries, axes), star], [*(name for name, _ in entries), "weights now"])

    return Plan(
        titled(subject, "who is first with which weights"),
        f"{said}.",
        0.95 + sum(map(sum, inches)) + rows([*shown.values(), "weights now"]),
        paint,
    )


def _bar(panel: Axes, space: Space, now: Sequence[float], short: Labels) -> None:
    """Draw the weights of two criteria as one bar, from all weight on the first to all on the second."""
    from matplotlib.patches import Polygon

    for region in space["regions"]:
        low, high = sorted(corner[1] for corner in region["polygon"])
        seen = short.looks[region["winner"]]
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


def _triangle(panel: Axes, space: Space, now: Sequence[float], short: Labels) -> None:
    """Draw the weights of three criteria as a triangle, with all weight on one of them at each corner."""
    from matplotlib.patches import Polygon

    panel.set_axis_off()
    panel.set_aspect("equal")
    panel.set_xlim(-0.32, 1.32)
    panel.set_ylim(-0.1, 0.98)
    for region in space["regions"]:
        seen, corners = short.looks[region["winner"]], [_flat(corner) for corner in region["polygon"]]
        panel.add_patch(
            Polygon(corners, facecolor=seen.colour, hatch=seen.hatch, edgecolor=ink(panel), linewidth=0.6)
        )
    for part in _FIFTHS:
        for a, b in (((part, 1 - part, 0), (part, 0, 1 - part)), ((1 - part, part, 0), (0, part, 1 - part)),
                     ((1 - part, 0, part), (0, 1 - part, part))):  # fmt: skip
            ends = [_flat(a), _flat(b)]
            panel.plot(*zip(*ends, strict=True), color="white", linewidth=0.5, alpha=0.7, zorder=2)
        for corner, right, up, ha, va in (
            ((1 - part, 0, part), -0.02, 0.0, "right", "center"),
            ((0, part, 1 - part), 0.02, 0.0, "left", "center"),
            ((part, 1 - part, 0), 0.0, -0.03, "center", "top"),
        ):
            x, y = _flat(corner)
            panel.text(x + right, y + up, f"{part:g}", ha=ha, va=va, fontsize=7.0, color=ink(panel))
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
