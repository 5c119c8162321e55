"""What the choice goes by over a history of decisions, with the entries from which a new level holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import key, rows, turned
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import Look, ink, look
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.figures.series import draw_lines, entries_of, key_lines
from ahp.report.history import events_of, moments_of, names_of
from ahp.report.numbers import quotient

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.history_documents import HistoryDocument, MomentDocument

_BY = {"benefit_to_cost": "benefit to cost", "benefit": "benefit", "cost": "cost (lowest is best)"}
_MOST_NAMED = 12  # entries whose names stand below the axis

Moments = list[tuple[int, str, "MomentDocument"]]


def plan_history(document: HistoryDocument, scenario: str) -> Plan:
    """Return the plan of a merit over time, for one scenario of a history.

    Raises
    ------
    FigureError
        If one decision alone speaks of the scenario.
    """
    short = labels_of(document)
    moments = moments_of(document, scenario)
    if len(moments) < 2:
        raise FigureError("a merit over time needs two decisions or more that know the scenario")
    by = moments[-1][2]["by"]
    everyone = names_of(moments, by)
    looks = {name: look(position) for position, name in enumerate(everyone)}
    last = moments[-1][2][by] or {}  # type: ignore[literal-required]
    sign = 1.0 if by == "cost" else -1.0
    order = sorted(everyone, key=lambda name: (name not in last, sign * last.get(name, 0.0)))
    names = best(order)
    said = "; ".join(
        f"{plain(short(name))} {' to '.join(map(quotient, _ends(moments, by, name)))}" for name in names
    )
    events = " ".join(events_of(document, scenario))
    return Plan(
        titled(scenario, f"{_BY[by]} over {len(moments)} decisions"),
        f"From the first decision to the last: {said}. {events}{more(order)}".strip(),
        3.0 + _below(moments, short) + rows([name for name, _ in entries_of(names, looks, short)]),
        lambda axes: _paint(axes, document, scenario, names, looks, short),
    )


def _below(moments: Moments, short: Labels) -> float:
    return turned([short(name, 22) for _, name, _ in moments])


def _ends(moments: Moments, by: str, name: str) -> tuple[float, float]:
    numbers = [moment[by][name] for _, _, moment in moments if name in (moment[by] or {})]  # type: ignore[literal-required]
    return numbers[0], numbers[-1]


def _paint(
    axes: Axes,
    document: HistoryDocument,
    scenario: str,
    names: Sequence[str],
    looks: Mapping[str, Look],
    short: Labels,
) -> None:
    moments = moments_of(document, scenario)
    by = moments[-1][2]["by"]
    places = {number: place for place, (number, _, _) in enumerate(moments)}
    lines = {name: _line(moments, by, name) for name in names}
    draw_lines(axes, names, looks, lines)
    for point in document["change_points"]:
        if (point["scenario"], point["merit"]) == (scenario, by) and point["alternative"] in lines:
            at, seen = places[point["entry"]], looks[point["alternative"]]
            axes.axvline(at - 0.5, color=seen.colour, linewidth=1.1, linestyle=seen.line, alpha=0.8, zorder=1)
            axes.plot(
                at, point["now"], "o", markersize=12, markerfacecolor="none", markeredgecolor=ink(axes),
                markeredgewidth=1.2, zorder=5,
            )  # fmt: skip
    axes.set_xlim(-0.4, len(moments) - 0.6)
    step = -(-len(moments) // _MOST_NAMED)
    shown = list(range(0, len(moments), step))
    axes.set_xticks(
        shown, [short(moments[i][1], 22) for i in shown], rotation=35, ha="right", rotation_mode="anchor",
        fontsize=7.5,
    )  # fmt: skip
    axes.grid(axis="y")
    axes.set_ylabel(f"{_BY[by]} (a ring: a new level begins)")
    key(axes, *key_lines(names, looks, short, axes), below=_below(moments, short))


def _line(moments: Moments, by: str, name: str) -> tuple[list[float], list[float]]:
    """Return where an alternative stands over time; a decision that does not know it is left out."""
    found = [
        (float(place), (moment[by] or {})[name])  # type: ignore[literal-required]
        for place, (_, _, moment) in enumerate(moments)
        if name in (moment[by] or {})  # type: ignore[literal-required]
    ]
    return [place for place, _ in found], [value for _, value in found]
