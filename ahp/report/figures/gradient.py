"""Gradient sensitivity: what the choice goes by as one weight moves, and where it changes hands, exactly."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import draw_lines, entries_of, key, key_lines, rows
from ahp.report.figures.labels import Labels, labels_of, plain, way
from ahp.report.figures.palette import GREY, Look, ink, looks_of
from ahp.report.figures.parts import Box, boxes, headed, panels, rows_needed
from ahp.report.figures.placing import meet
from ahp.report.figures.plan import BY, Plan, best, more, titled
from ahp.report.numbers import edge

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, GradientDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

Line = tuple[list[float], list[float]]

_HIGH, _BETWEEN = 1.8, (0.6, 0.85)
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
    looks = looks_of(document["scenarios"])
    by, short = BY[scenario["by"]], labels_of(document)
    return lines_plan(scenario["scenario"], scenario["order"], looks, found, by, bent, short)


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
    looks, short = looks_of([document]), labels_of(document)
    return lines_plan(document["goal"], document["ranking"], looks, found, "score", (), short)


def lines_plan(
    subject: str,
    order: Sequence[str],
    looks: Mapping[str, Look],
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
    looks : mapping
        How each of them looks.
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
    keyed = [name for name, _ in entries_of(names, looks, short)]
    down = rows_needed(len(found), 2)
    said = ". ".join(
        f"Weight of {plain(short(g['criterion'], 34))}, now {g['weight']:.3g}: {_spans(g, short)}"
        for g in found
    )
    return Plan(
        titled(subject, "who is first as one weight moves"),
        f"{said}.{more(order)}",
        1.3 + down * _HIGH + (down - 1) * _BETWEEN[1] + rows(keyed),
        lambda axes: _paint(axes, names, looks, found, by, bent, short),
    )


def _spans(found: GradientDocument, short: Labels) -> str:
    return ", ".join(
        f"{plain(short(span['choose']))} first from {edge(span['from'])} to {edge(span['to'] or 0.0)}"
        for span in found["first"]
    )


def _paint(
    axes: Axes,
    names: Sequence[str],
    looks: Mapping[str, Look],
    found: Sequence[GradientDocument],
    by: str,
    bent: Collection[str],
    short: Labels,
) -> None:
    parts = panels(axes, len(found), min(2, len(found)), height=_HIGH, between=_BETWEEN)
    for number, (panel, g) in enumerate(zip(parts, found, strict=True)):
        curved = g["criterion"] in bent
        lines = {name: _line(g, name, bent=curved) for name in names}
        draw_lines(panel, names, looks, lines, marked=(10, 20) if curved else (1, 2))
        panel.set_xlim(0.0, 1.0)
        panel.set_ylim(bottom=0.0)
        _hands(panel, looks, g, lines.values())
        panel.axvline(g["weight"], color=ink(axes), linewidth=1.0, linestyle=(0, (5, 2)), zorder=1)
        panel.set_xlabel(f"weight, now {g['weight']:.3g}", fontsize=8.0)
        panel.tick_params(labelsize=7.5)
        if number % 2 == 0:
            panel.set_ylabel(by, fontsize=8.0)
        headed(panel, short(g["criterion"], 30))
    key(axes, *key_lines(names, looks, short, parts[0]))


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
