"""What moves: the merits over a history of decisions, the criteria along an attribute of the scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.parts import headed, panels, rows_needed
from ahp.report.figures.plan import (
    BY,
    Labels,
    Plan,
    best,
    draw_lines,
    ink,
    key,
    key_height,
    key_lines,
    labels_of,
    looks_of,
    more,
    titled,
    turned,
)
from ahp.report.history import events_of, moments_of, names_of
from ahp.report.names import label, plain
from ahp.report.numbers import quotient

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument
    from ahp.report.history import HistoryDocument, MomentDocument

_MOST_NAMED = 12  # entries whose names stand below the axis

Moments = list[tuple[int, str, "MomentDocument"]]
_HIGH, _TITLE = 1.75, 0.28  # inches of a panel and of its title
_TURNED = 4  # scenarios whose names fit beside one another
_UP = {"benefit": "times better", "cost": "times dearer"}


def plan_history(document: HistoryDocument, scenario: str) -> Plan:
    """Return the plan of a merit over time, for one scenario of a history.

    Raises
    ------
    FigureError
        If one decision alone speaks of the scenario.
    """
    moments = moments_of(document, scenario)
    if len(moments) < 2:
        raise FigureError("a merit over time needs two decisions or more that know the scenario")
    by = moments[-1][2]["by"]
    everyone = names_of(moments, by)
    short = replace(labels_of(document), looks=looks_of([{"alternatives": everyone}]))
    last = moments[-1][2][by] or {}  # type: ignore[literal-required]
    sign = 1.0 if by == "cost" else -1.0
    order = sorted(everyone, key=lambda name: (name not in last, sign * last.get(name, 0.0)))
    names = best(order)
    said = "; ".join(
        f"{plain(short(name))} {' to '.join(map(quotient, _ends(moments, by, name)))}" for name in names
    )
    events = " ".join(events_of(document, scenario))

    def paint(axes: Axes) -> None:
        places = {number: place for place, (number, _, _) in enumerate(moments)}
        lines = {name: _line(moments, by, name) for name in names}
        draw_lines(axes, names, short, lines)
        for point in document["change_points"]:
            if (point["scenario"], point["merit"]) == (scenario, by) and point["alternative"] in lines:
                at, seen = places[point["entry"]], short.looks[point["alternative"]]
                axes.axvline(
                    at - 0.5, color=seen.colour, linewidth=1.1, linestyle=seen.line, alpha=0.8, zorder=1
                )
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
        axes.set_ylabel(f"{BY[by]} (a ring: a new level begins)")
        key(axes, *key_lines(names, short, axes), below=_below_moments(moments, short))

    return Plan(
        titled(scenario, f"{BY[by]} over {len(moments)} decisions"),
        f"From the first decision to the last: {said}. {events}{more(order)}".strip(),
        3.0 + _below_moments(moments, short) + key_height(names, short),
        paint,
    )


def _below_moments(moments: Moments, short: Labels) -> float:
    return turned([short(name, 22) for _, name, _ in moments])


def _ends(moments: Moments, by: str, name: str) -> tuple[float, float]:
    numbers = [moment[by][name] for _, _, moment in moments if name in (moment[by] or {})]  # type: ignore[literal-required]
    return numbers[0], numbers[-1]


def _line(moments: Moments, by: str, name: str) -> tuple[list[float], list[float]]:
    """Return where an alternative stands over time; a decision that does not know it is left out."""
    found = [
        (float(place), (moment[by] or {})[name])  # type: ignore[literal-required]
        for place, (_, _, moment) in enumerate(moments)
        if name in (moment[by] or {})  # type: ignore[literal-required]
    ]
    return [place for place, _ in found], [value for _, value in found]


def plan_improvement(document: DecisionDocument) -> Plan:
    """Return the plan of every criterion along the attribute of the scenarios (the study's Figures 6 and 7).

    Raises
    ------
    FigureError
        If no two scenarios have an attribute.
    """
    across = document["across_scenarios"]
    if across is None or not across["trends"]:
        raise FigureError(
            "improvement by scenario needs an attribute that two scenarios or more have; "
            'give it in the study under [scenarios."NAME".attributes]'
        )
    attribute = across["trends"][0]["attribute"]
    trends = [trend for trend in across["trends"] if trend["attribute"] == attribute]
    ahead = across["expected"]["values"]
    order = sorted(across["alternatives"], key=lambda name: -ahead[name])
    names, short = best(order), labels_of(document)
    merits = {c["name"]: c["merit"] for c in document["study"]["criteria"]}
    said = ". ".join(
        f"{plain(short(trend['criterion'], 34))}, {_UP[merits[trend['criterion']]]}: "
        + ", ".join(
            f"{plain(short(name))} {' to '.join(quotient(r) for _, r in trend['points'][name])}"
            for name in names
        )
        for trend in trends
    )
    down = rows_needed(len(trends), 2)
    below = _below_scenarios(trends[0]["scenarios"])

    def paint(axes: Axes) -> None:
        parts = panels(axes, len(trends), min(2, len(trends)), height=_HIGH, between=(0.75, _TITLE + below))
        for panel, trend in zip(parts, trends, strict=True):
            scenarios = trend["scenarios"]
            panel.axhline(1.0, color=ink(axes), linewidth=0.8, zorder=1)
            draw_lines(
                panel,
                names,
                short,
                {name: (range(len(scenarios)), [r for _, r in trend["points"][name]]) for name in names},
            )
            _scenarios(
                panel, [short(name, 15) for name in scenarios], [at for at, _ in trend["points"][names[0]]]
            )
            _factors(panel)
            headed(panel, f"{short(trend['criterion'], 30)} ({_UP[merits[trend['criterion']]]})")
        handles, words = key_lines(names, short, parts[0])
        key(axes, handles, words, below=below)

    return Plan(
        f"How many times the baseline, by rising {label(attribute, 30)}",
        f"{said}.{more(order)}",
        0.75 + down * _HIGH + (down - 1) * (_TITLE + below) + below + key_height(names, short),
        paint,
    )


def _below_scenarios(scenarios: Sequence[str]) -> float:
    """Return how many inches the names of the scenarios take below a panel."""
    return 0.45 if len(scenarios) <= _TURNED else 0.95


def _scenarios(panel: Axes, scenarios: Sequence[str], values: Sequence[float]) -> None:
    """Name the scenarios along the bottom, each with its attribute."""
    shown = [f"{name}\n{value:.3g}" for name, value in zip(scenarios, values, strict=True)]
    panel.set_xlim(-0.35, len(scenarios) - 0.65)
    if len(scenarios) <= _TURNED:
        panel.set_xticks(range(len(scenarios)), shown, fontsize=7.5 if len(scenarios) < _TURNED else 6.5)
    else:
        shown = [text.replace("\n", ", ") for text in shown]
        panel.set_xticks(
            range(len(scenarios)), shown, fontsize=7.0, rotation=40, ha="right", rotation_mode="anchor"
        )


def _factors(panel: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    panel.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    panel.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"× {value:.6g}"))
    panel.grid(axis="y")
