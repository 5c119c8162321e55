"""How far one weight, or one judgment, of a hierarchy may move before another alternative is first."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.bars import rows_of
from ahp.report.figures.boxes import boxes
from ahp.report.figures.labels import plain
from ahp.report.figures.matrices import times
from ahp.report.figures.naming import Labels, labels_of, way
from ahp.report.figures.palette import Look, ink, look, looks_of
from ahp.report.figures.panels import headed
from ahp.report.figures.plan import Plan, more, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.hierarchy_documents import CriticalDocument, HierarchyDocument, IntervalDocument

_ROWS = 12
_WAY = 30  # columns of the way to a criterion
_HIGH, _ABOVE, _BELOW = 0.24, 0.35, 0.62  # inches: a row, and what stands above and below the rows
_SCALE = math.log(9.0)  # critical judgments are sought from 1/9 to 9
_TICKS = (1 / 9, 1 / 5, 1 / 3, 1.0, 3.0, 5.0, 9.0)


def plan_judged_margins(document: HierarchyDocument) -> Plan:
    """Return the plan of the weights and the judgments that are nearest to another first place.

    Raises
    ------
    FigureError
        If no single weight and no single judgment alters the first place.
    """
    short = labels_of(document)
    weights = _weights(document)
    judgments = _judgments(document)
    if not weights and not judgments:
        raise FigureError("no single weight and no single judgment alters the first place")
    said = [f"First is {plain(short(document['ranking'][0]))}."]
    said += [
        f"The weight of {plain(short(way(one['path']), _WAY))}, now {share(one['weight'])}, may lie from "
        f"{share(one['holds_from'])} to {share(one['holds_to'])}{_others(one, short)}."
        for one in weights[:_ROWS]
    ]
    said += [
        f"{plain(_pair(one, short, 26))}, judged {times(one['judgment'])}: "
        f"at {times(_critical(one))} {plain(short(one['challenger'] or ''))} is first."
        for one in judgments[:_ROWS]
    ]
    hidden = more(weights, _ROWS, "weights") + more(judgments, _ROWS, "judgments")
    parts = [min(len(rows), _ROWS) for rows in (weights, judgments) if rows]
    return Plan(
        titled(document["goal"], "what would change the choice"),
        " ".join(said) + hidden,
        0.35 + sum(_HIGH * rows + _ABOVE + _BELOW for rows in parts),
        lambda axes: _paint(axes, looks_of([document]), weights[:_ROWS], judgments[:_ROWS], short),
    )


def _weights(document: HierarchyDocument) -> list[IntervalDocument]:
    """Return the weights of which another value puts another first, the nearest on top."""

    def room(one: IntervalDocument) -> float:
        ends = ((one["holds_from"], one["below"]), (one["holds_to"], one["above"]))
        return min(abs(end - one["weight"]) for end, who in ends if who is not None)

    found = [one for one in document["sensitivity"]["weights"] if one["below"] or one["above"]]
    return sorted(found, key=room)


def _judgments(document: HierarchyDocument) -> list[CriticalDocument]:
    """Return the judgments of which another value puts another first, the nearest on top."""
    found = [one for one in document["sensitivity"]["judgments"] if one["critical"] is not None]
    return sorted(found, key=lambda one: abs(math.log(_critical(one) / one["judgment"])))


def _critical(one: CriticalDocument) -> float:
    assert one["critical"] is not None  # only those that alter something are shown
    return one["critical"]


def _pair(one: CriticalDocument, short: Labels, longest: int) -> str:
    under = f" ({short(one['path'][-1], longest)})" if one["path"] else ""
    return f"{short(one['first'], longest)} over {short(one['second'], longest)}{under}"


def _others(one: IntervalDocument, short: Labels) -> str:
    said = [
        f"{where} {plain(short(who))} is first"
        for where, who in (("below", one["below"]), ("above", one["above"]))
        if who is not None
    ]
    return f"; {', '.join(said)}" if said else ""


def _paint(
    axes: Axes,
    looks: Mapping[str, Look],
    weights: list[IntervalDocument],
    judgments: list[CriticalDocument],
    short: Labels,
) -> None:
    axes.set_axis_off()
    counts = [len(rows) for rows in (weights, judgments) if rows]
    whole = sum(_HIGH * rows + _ABOVE + _BELOW for rows in counts)
    top = 1.0
    places = []
    for rows in counts:
        high = _HIGH * rows / whole
        places.append(axes.inset_axes((0.0, top - _ABOVE / whole - high, 1.0, high)))
        top -= high + (_ABOVE + _BELOW) / whole
    if weights:
        _paint_weights(places[0], looks, weights, short)
    if judgments:
        _paint_judgments(places[-1], looks, judgments, short)


def _paint_weights(
    panel: Axes, looks: Mapping[str, Look], found: list[IntervalDocument], short: Labels
) -> None:
    """Draw where the choice holds, who is first beyond, and the weight there is."""
    for row, one in enumerate(found):
        for low, high, who in ((0.0, one["holds_from"], one["below"]), (one["holds_to"], 1.0, one["above"])):
            if who is not None:
                _box(panel, low, high, row, looks[who])
        panel.plot([one["holds_from"], one["holds_to"]], [row, row], color=ink(panel), linewidth=1.2)
        panel.plot([one["weight"]], [row], "o", color=look(0).colour, markersize=5.0, zorder=5,
                   markeredgecolor=ink(panel), markeredgewidth=0.5)  # fmt: skip
        said = [short(who, 14) for who in (one["below"], one["above"]) if who is not None]
        _beside(
            panel, row, " ◂ ▸ ".join(said) if len(said) == 2 else f"{'◂' if one['below'] else '▸'} {said[0]}"
        )
    panel.set_xlim(0.0, 1.0)
    panel.set_xlabel("local weight: the dot is now, the line is where the choice holds", fontsize=8.0)
    _finish(panel, [short(way(one["path"]), _WAY) for one in found], "One weight")


def _paint_judgments(
    panel: Axes, looks: Mapping[str, Look], found: list[CriticalDocument], short: Labels
) -> None:
    """Draw from each judgment to the nearest value with which another is first."""
    for row, one in enumerate(found):
        now, critical = math.log(one["judgment"]), math.log(_critical(one))
        end = math.copysign(_SCALE, critical - now)
        panel.plot([now, critical], [row, row], color=ink(panel), linewidth=1.2)
        _box(panel, critical, end, row, looks[one["challenger"] or ""])
        panel.plot([now], [row], "o", color=look(0).colour, markersize=5.0, zorder=5,
                   markeredgecolor=ink(panel), markeredgewidth=0.5)  # fmt: skip
        _beside(panel, row, f"at {times(_critical(one))} {short(one['challenger'] or '', 14)}")
    widest = max(_SCALE, *(abs(math.log(one["judgment"])) for one in found))
    panel.set_xlim(-1.03 * widest, 1.03 * widest)
    panel.set_xticks([math.log(value) for value in _TICKS], [times(value) for value in _TICKS])
    panel.set_xlabel("judgment: the dot is now, the line ends where another is first", fontsize=8.0)
    _finish(panel, [_pair(one, short, 13) for one in found], "One judgment")


def _box(panel: Axes, low: float, high: float, row: int, seen: Look) -> None:
    boxes(
        panel, [(low, row - 0.34, high, row + 0.34)], facecolor=seen.colour, hatch=seen.hatch,
        edgecolor=ink(panel), linewidth=0.5, alpha=0.75,
    )  # fmt: skip


def _beside(panel: Axes, row: int, text: str) -> None:
    panel.text(
        1.02, row, text, transform=panel.get_yaxis_transform(), va="center", ha="left", fontsize=8.0,
        color=ink(panel),
    )  # fmt: skip


def _finish(panel: Axes, names: list[str], heading: str) -> None:
    rows_of(panel, names)
    panel.tick_params(labelsize=8.0)
    panel.grid(axis="x")
    headed(panel, heading)
    panel.text(
        1.02, -0.75, "then first", transform=panel.get_yaxis_transform(), va="bottom", ha="left",
        fontsize=8.0, fontstyle="italic", color=ink(panel),
    )  # fmt: skip
