"""Benefit against cost: who gives most for what it costs lies steepest above the origin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.parts import Spot, placed
from ahp.report.figures.plan import (
    GREY,
    Labels,
    Plan,
    best,
    ink,
    key,
    labels_of,
    marks,
    more,
    rows,
    titled,
)
from ahp.report.names import plain
from ahp.report.numbers import quotient, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import ConfidenceDocument, DecisionDocument, ScenarioDocument

_RAYS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_BESIDE = 10  # alternatives whose names stand beside their points
_FAR = 0.6  # of the largest: an axis begins at nothing unless the smallest is further away
_ELLIPSES = 12  # alternatives; more would cover one another


def plan_benefit_cost(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of benefit against cost in one scenario (Saaty's benefit/cost analysis).

    Whiskers are the intervals of both merits, ellipses the joint region of the level, from the covariance;
    neither is drawn where runs are lacking.

    Raises
    ------
    FigureError
        If the scenario has no benefit, or no cost.
    """
    benefit, cost = scenario["benefit"], scenario["cost"]
    if benefit is None or cost is None:
        lacking = "benefit" if benefit is None else "cost"
        raise FigureError(f"benefit against cost needs both, and the study has no {lacking} criterion")
    names, short = best(scenario["order"]), labels_of(document)
    first = names[0]
    assert scenario["benefit_to_cost"] is not None
    quotients = scenario["benefit_to_cost"]
    said = "; ".join(
        f"{plain(short(name))}: benefit {share(benefit[name])}, cost {share(cost[name])}, "
        f"quotient {quotient(quotients[name])}"
        for name in names
    )
    return Plan(
        titled(scenario["scenario"], "benefit against cost"),
        f"{said}. Steepest, most benefit for its cost: {plain(short(first))}.{more(scenario['order'])}",
        4.4 + (rows([short(name) for name in names]) if len(names) > _BESIDE else 0.2),
        lambda axes: _paint(axes, names, benefit, cost, scenario["confidence"], short),
    )


def _paint(
    axes: Axes,
    names: Sequence[str],
    benefit: Mapping[str, float],
    cost: Mapping[str, float],
    found: ConfidenceDocument | None,
    short: Labels,
) -> None:
    lines: list[_Line] = []  # through each point its intervals, across and up
    ellipses: dict[str, tuple[Sequence[Sequence[float]], float]] = {}
    colours = {name: short.looks[name].colour for name in names}
    if found is not None and found["intervals"] is not None and found["level"] is not None:
        ends = found["intervals"]
        lines = [
            line
            for name in names
            for line in (
                (name, ends["cost"][name], [benefit[name]] * 2),
                (name, [cost[name]] * 2, ends["benefit"][name]),
            )
        ]
    if found is not None and found["covariance"] is not None and len(names) <= _ELLIPSES:
        # The squared distance of two normal variables is exponential.
        reach = 0.0 if found["level"] is None else math.sqrt(-2.0 * math.log1p(-found["level"]))
        ellipses = {name: (found["covariance"][name], reach) for name in names}
    across, up = [x for _, x, _ in lines], [y for _, _, y in lines]
    for name, (covariance, reach) in ellipses.items():
        across.append([cost[name] + sign * reach * math.sqrt(covariance[1][1]) for sign in (-1, 1)])
        up.append([benefit[name] + sign * reach * math.sqrt(covariance[0][0]) for sign in (-1, 1)])
    axes.set_xlim(*_window([cost[name] for name in names], across))
    axes.set_ylim(*_window([benefit[name] for name in names], up))
    _rays(axes)
    for name, x, y in lines:
        axes.plot(x, y, color=colours[name], linewidth=1.2, zorder=3)
    for name, (covariance, reach) in ellipses.items():
        _ellipse(axes, (cost[name], benefit[name]), covariance, reach, colours[name])
    for name in names:
        axes.plot(
            cost[name], benefit[name], short.looks[name].marker, color=colours[name], markersize=7, zorder=4,
            markeredgecolor=ink(axes), markeredgewidth=0.6,
        )  # fmt: skip
    _names(axes, {name: (cost[name], benefit[name]) for name in names}, lines, short)
    axes.set_xlabel("cost (share of all alternatives' cost)")
    axes.set_ylabel("benefit (share of all alternatives' benefit)")


_Line = tuple[str, Sequence[float], Sequence[float]]
"""Whose it is, and its two ends."""


def _window(points: Sequence[float], ends: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return what an axis shows: from nothing on, unless all is far from there."""
    low = min([*points, *(end[0] for end in ends)])
    high = max([*points, *(end[1] for end in ends)])
    if low <= _FAR * high:
        return 0.0, 1.1 * high
    half = max(0.6 * (high - low), 0.15 * high)  # what differs little shall not look much
    return (low + high) / 2 - half, (low + high) / 2 + half


def _rays(axes: Axes) -> None:
    """Draw rays of equal benefit to cost, named where they leave the axes."""
    (left, right), (low, top) = axes.get_xlim(), axes.get_ylim()
    diagonal = top / right
    chosen = _quotients(low / right, top / left if left > 0 else math.inf, diagonal)
    for ray in chosen:
        x, y = (right, ray * right) if ray <= diagonal else (top / ray, top)
        start = max(left, low / ray)
        axes.plot([start, x], [ray * start, y], color=GREY, linewidth=0.7, linestyle=(0, (4, 3)), zorder=1)
        aside, above = (3, 0), (0, 3)
        axes.annotate(
            f"benefit/cost = {ray:g}" if ray == chosen[-1] else f"{ray:g}",
            (x, y),
            aside if ray <= diagonal else above,
            textcoords="offset points",
            fontsize=7.5,
            ha="left" if ray <= diagonal else "center",
            va="center" if ray <= diagonal else "bottom",
            color=ink(axes),
            annotation_clip=False,
        )


def _quotients(least: float, most: float, diagonal: float) -> list[float]:
    """Return round quotients whose rays cross the axes; in a narrow window they lie closer."""
    from matplotlib.ticker import MaxNLocator

    if most > 6 * max(least, diagonal / 6):
        return [ray for ray in _RAYS if max(least, diagonal / 6) < ray < min(most, 6 * diagonal)]
    return [float(f"{ray:.9g}") for ray in MaxNLocator(6).tick_values(least, most) if least < ray < most]


def _ellipse(
    axes: Axes, centre: tuple[float, float], covariance: Sequence[Sequence[float]], reach: float, colour: str
) -> None:
    """Draw where a normal distribution with this covariance is within some standard deviations."""
    from matplotlib.patches import Ellipse

    (of_benefit, between), (_, of_cost) = covariance
    half, mean = (of_cost - of_benefit) / 2, (of_cost + of_benefit) / 2
    spread = math.hypot(half, between)
    axes.add_patch(
        Ellipse(
            centre, 2 * reach * math.sqrt(mean + spread), 2 * reach * math.sqrt(max(mean - spread, 0.0)),
            angle=math.degrees(math.atan2(between, half)) / 2, facecolor=(colour, 0.18), edgecolor=colour,
            linewidth=0.8, zorder=2,
        )
    )  # fmt: skip


def _names(
    axes: Axes, points: Mapping[str, tuple[float, float]], lines: Sequence[_Line], short: Labels
) -> None:
    """Write each name beside its point; many names stand below instead, and those without room."""
    shown = {name: short(name) for name in points}
    (left, right), (low, top) = axes.get_xlim(), axes.get_ylim()

    def share(x: float, y: float) -> tuple[float, float]:
        return (x - left) / (right - left), (y - low) / (top - low)

    spots = [Spot(*share(*at), shown[name]) for name, at in points.items()]
    taken = [(*share(x[0], y[0]), *share(x[1], y[1])) for _, x, y in lines]
    places = placed(spots, taken) if len(points) <= _BESIDE else [None] * len(points)
    entries = []
    for (name, at), place in zip(points.items(), places, strict=True):
        if place is None:
            entries.append((shown[name], short.looks[name]))
            continue
        axes.annotate(
            shown[name], at, place.offset, textcoords="offset points",
            ha=place.side, va="center", fontsize=8.5, color=ink(axes), zorder=5,
        )  # fmt: skip
    if entries:
        key(axes, marks(entries, axes), [name for name, _ in entries])
