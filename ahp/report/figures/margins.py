"""What would change the choice, the nearest on top: a measurement, or a weight or judgment of a hierarchy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.matrices import times
from ahp.report.figures.parts import beside, boxes, dots, headed, rows_of, stacked
from ahp.report.figures.plan import GREY, Labels, Look, Plan, ink, labels_of, more, titled
from ahp.report.names import plain, way
from ahp.report.numbers import percent, share
from ahp.report.phrases.hierarchy import of_weights

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import ChangeDocument, DecisionDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import CriticalDocument, HierarchyDocument, IntervalDocument

_ROWS, _JUDGED_ROWS = 20, 12
_FURTHEST = 1.0  # the axis ends there; bars beyond end in an arrow and their number
_WAY = 30  # columns of the way to a criterion
_HIGH, _ABOVE, _BELOW = 0.24, 0.35, 0.62  # inches: a row, and what stands above and below the rows
_SCALE = math.log(9.0)  # critical judgments are sought from 1/9 to 9
_TICKS = (1 / 9, 1 / 5, 1 / 3, 1.0, 3.0, 5.0, 9.0)


def plan_margins(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the smallest change of each measurement that alters the first place.

    Raises
    ------
    FigureError
        If no change does, or there is a tie for first or no rival.
    """
    found = scenario["margin"]
    if found is None:
        raise FigureError("there is no margin: several are first, or there is no rival")
    altering = [entry for entry in found["all"] if entry["change"] is not None]
    altering.sort(key=lambda entry: abs(entry["change"] or 0.0))
    if not altering:
        raise FigureError("no change of a single measurement alters the choice")
    shown, short = altering[:_ROWS], labels_of(document)
    said = "; ".join(
        f"{plain(_row(e, short))} {percent(e['change'] or 0.0)}, then {plain(_then(e, short))} first"
        for e in shown
    )
    noise = percent(found["noise_95"]).lstrip("+")
    return Plan(
        titled(scenario["scenario"], "what would change the choice"),
        f"First is {plain(short(found['winner']))}. {said}. Noise of up to {noise} in every number leaves it "
        "first 95 % of the time." + more(altering, _ROWS, "measurements"),
        1.6 + 0.24 * len(shown),
        lambda axes: _paint_changes(axes, shown, found["noise_95"], short),
    )


def _row(entry: ChangeDocument, short: Labels) -> str:
    return f"{short(entry['measure'], 22)} of {short(entry['alternative'], 20)}"


def _then(entry: ChangeDocument, short: Labels) -> str:
    return short(entry["challenger"] or "", 18)


def signed(change: float) -> str:
    """Return a change as an axis shows it.

    Examples
    --------
    >>> signed(0.25), signed(-0.4), signed(0.0)
    ('+25 %', '−40 %', '0 %')
    """
    return f"{100 * change:+.6g} %".replace("-", "−") if change else "0 %"


def _paint_changes(axes: Axes, found: Sequence[ChangeDocument], noise: float, short: Labels) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    changes = [entry["change"] or 0.0 for entry in found]
    furthest = min(max(abs(change) for change in changes), _FURTHEST)
    axes.axvspan(-min(noise, furthest), min(noise, furthest), color=GREY, alpha=0.22, linewidth=0.0, zorder=0)
    for row, (entry, change) in enumerate(zip(found, changes, strict=True)):
        end = max(-furthest, min(furthest, change))
        seen = short.looks[entry["challenger"] or ""]
        boxes(
            axes, [(0.0, row - 0.36, end, row + 0.36)], facecolor=seen.colour, hatch=seen.hatch,
            edgecolor=ink(axes), linewidth=0.5,
        )  # fmt: skip
        beyond = "" if end == change else " ▸" if change > 0 else " ◂"
        beside(axes, row, f"{_exact(change)}{beyond}  {_then(entry, short)}")
    axes.axvline(0.0, color=ink(axes), linewidth=0.9)
    axes.set_xlim(-1.05 * furthest, 1.05 * furthest)
    rows_of(axes, [_row(entry, short) for entry in found])
    beside(axes, -0.9, "then first", va="bottom", fontstyle="italic")
    axes.tick_params(axis="y", labelsize=8.0)
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(value)))
    axes.grid(axis="x")
    axes.set_xlabel(
        "change of the measurement\n(grey: the noise in every number that the choice bears)", fontsize=8.5
    )


def _exact(change: float) -> str:
    """Return a change as the figure shows it; one that a tenth of a per cent would hide, with two digits."""
    shown = f"{100 * change:+.2g} %" if abs(change) < 1e-3 else percent(change)
    return shown.replace("-", "−")


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
        for one in weights[:_JUDGED_ROWS]
    ]
    said += [
        f"{plain(_pair(one, short, 26))}, judged {times(one['judgment'])}: "
        f"at {times(_critical(one))} {plain(short(one['challenger'] or ''))} is first."
        for one in judgments[:_JUDGED_ROWS]
    ]
    counts = [min(len(rows), _JUDGED_ROWS) for rows in (weights, judgments) if rows]
    inches = [(_ABOVE, _HIGH * rows, _BELOW) for rows in counts]

    def paint(axes: Axes) -> None:
        places = stacked(axes, inches)
        if weights:
            _paint_weights(places[0], weights[:_JUDGED_ROWS], short)
        if judgments:
            _paint_judgments(places[-1], judgments[:_JUDGED_ROWS], short)

    hidden = more(weights, _JUDGED_ROWS, "weights") + more(judgments, _JUDGED_ROWS, "judgments")
    what = "the heaviest criterion" if of_weights(document) else "the choice"
    return Plan(
        titled(document["goal"], f"what would change {what}"),
        " ".join(said) + hidden,
        0.35 + sum(map(sum, inches)),
        paint,
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


def _paint_weights(panel: Axes, found: list[IntervalDocument], short: Labels) -> None:
    """Draw where the choice holds, who is first beyond, and the weight there is."""
    for row, one in enumerate(found):
        for low, high, who in ((0.0, one["holds_from"], one["below"]), (one["holds_to"], 1.0, one["above"])):
            if who is not None:
                _box(panel, low, high, row, short.looks[who])
        panel.plot([one["holds_from"], one["holds_to"]], [row, row], color=ink(panel), linewidth=1.2)
        dots(panel, [one["weight"]], [row], zorder=5)
        said = [short(who, 14) for who in (one["below"], one["above"]) if who is not None]
        beside(
            panel, row, " ◂ ▸ ".join(said) if len(said) == 2 else f"{'◂' if one['below'] else '▸'} {said[0]}"
        )
    panel.set_xlim(0.0, 1.0)
    panel.set_xlabel("local weight: the dot is now, the line is where the choice holds", fontsize=8.0)
    _finish(panel, [short(way(one["path"]), _WAY) for one in found], "One weight")


def _paint_judgments(panel: Axes, found: list[CriticalDocument], short: Labels) -> None:
    """Draw from each judgment to the nearest value with which another is first."""
    for row, one in enumerate(found):
        now, critical = math.log(one["judgment"]), math.log(_critical(one))
        end = math.copysign(_SCALE, critical - now)
        panel.plot([now, critical], [row, row], color=ink(panel), linewidth=1.2)
        _box(panel, critical, end, row, short.looks[one["challenger"] or ""])
        dots(panel, [now], [row], zorder=5)
        beside(panel, row, f"at {times(_critical(one))} {short(one['challenger'] or '', 14)}")
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


def _finish(panel: Axes, names: list[str], heading: str) -> None:
    rows_of(panel, names)
    panel.tick_params(labelsize=8.0)
    panel.grid(axis="x")
    headed(panel, heading)
    beside(panel, -0.75, "then first", va="bottom", fontstyle="italic")
