"""Priorities under each criterion, how sure they are, and what they contribute to benefit and to cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.keys import key, patches, rows
from ahp.report.figures.labels import Labels, labels_of, plain
from ahp.report.figures.palette import GREY, ink, look
from ahp.report.figures.parts import (
    dots,
    headed,
    panels,
    per_cent_axis,
    rows_high,
    rows_needed,
    rows_of,
    stack,
)
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument

_BETWEEN = (0.5, 0.76)
_LONGEST = {1: 60, 2: 28, 3: 20}
"""Columns that the name of a criterion has above its panel, by how many panels stand beside one another."""


def plan_priorities(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the priorities under each criterion, a panel for each."""
    names, short = best(scenario["order"]), labels_of(document)
    criteria = scenario["criteria"]
    said = "; ".join(
        f"{plain(short(c['name'], 34))}: "
        + ", ".join(f"{plain(short(name))} {share(c['priorities'][name])}" for name in names)
        for c in criteria
    )
    down, high = rows_needed(len(criteria), _beside(len(criteria))), rows_high(len(names))
    return Plan(
        titled(scenario["scenario"], "priorities under each criterion"),
        f"{said}.{more(scenario['order'])}",
        1.15 + down * high + (down - 1) * _BETWEEN[1],
        lambda axes: _paint_priorities(axes, names, scenario, short),
    )


def _beside(panels: int) -> int:
    """Return how many panels stand beside one another: four make a square."""
    return 2 if panels == 4 else min(panels, 3)


def _paint_priorities(axes: Axes, names: Sequence[str], scenario: ScenarioDocument, short: Labels) -> None:
    criteria = scenario["criteria"]
    found = scenario["confidence"]
    sure = {} if found is None or found["intervals"] is None else found["intervals"]["priorities"]
    wide = _beside(len(criteria))
    parts = panels(axes, len(criteria), wide, height=rows_high(len(names)), between=_BETWEEN)
    for number, (panel, c) in enumerate(zip(parts, criteria, strict=True)):
        _panel(panel, names, c["priorities"], sure.get(c["name"], {}))
        rows_of(panel, [short(name) for name in names] if number % wide == 0 else [""] * len(names))
        per_cent_axis(panel, 4)
        panel.set_xlim(left=0.0)
        panel.tick_params(axis="x", labelsize=7.5)
        panel.tick_params(axis="y", labelsize=8.5 if len(names) <= 20 else 7.5)
        panel.set_xlabel(f"{c['merit']}, weight {c['weight']:.2g}", fontsize=7.5, labelpad=1.0)
        headed(panel, short(c["name"], _LONGEST[wide]))


def _panel(
    panel: Axes, names: Sequence[str], priorities: Mapping[str, float], ends: Mapping[str, Sequence[float]]
) -> None:
    for row, name in enumerate(names):
        panel.plot([0.0, priorities[name]], [row, row], color=GREY, linewidth=0.6, zorder=1)
        if name in ends:
            panel.plot(list(ends[name]), [row, row], color=look(0).colour, linewidth=2.4, alpha=0.6, zorder=2)
    dots(panel, [priorities[name] for name in names], range(len(names)), size=4.5)


def plan_contributions(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the criteria's contributions, benefit to the right and cost to the left."""
    names = best(scenario["order"])
    merits = {c["name"]: c["merit"] for c in scenario["criteria"]}
    short = labels_of(document)
    shown = {c: short(c, 34) for c in merits}
    said = "; ".join(
        f"{plain(short(name))}: "
        + ", ".join(f"{plain(shown[c])} {share(v)}" for c, v in scenario["contributions"][name].items())
        for name in names
    )
    what = " and ".join(dict.fromkeys(merits.values()))
    entries = [f"{shown[c]} ({merit})" for c, merit in merits.items()]
    return Plan(
        titled(scenario["scenario"], f"what makes up {what}"),
        f"Weight times priority, by criterion. {said}.{more(scenario['order'])}",
        1.3 + 0.28 * len(names) + rows(entries),
        lambda axes: _paint_contributions(axes, names, merits, entries, scenario, short),
    )


def _paint_contributions(
    axes: Axes,
    names: Sequence[str],
    merits: Mapping[str, str],
    entries: Sequence[str],
    scenario: ScenarioDocument,
    short: Labels,
) -> None:
    looks = {criterion: look(position) for position, criterion in enumerate(merits)}
    for criterion, merit in merits.items():
        sign = 1.0 if merit == "benefit" else -1.0
        before = [c for c in list(merits)[: list(merits).index(criterion)] if merits[c] == merit]
        lengths = [sign * scenario["contributions"][name][criterion] for name in names]
        starts = [sign * sum(scenario["contributions"][name][c] for c in before) for name in names]
        seen = looks[criterion]
        stack(
            axes, starts, lengths, 0.36, facecolor=seen.colour, edgecolor=ink(axes), hatch=seen.hatch,
            linewidth=0.5,
        )  # fmt: skip
    axes.autoscale_view()
    if "cost" not in merits.values():
        axes.set_xlim(left=0.0)
    elif "benefit" not in merits.values():
        axes.set_xlim(right=0.0)
    _whiskers(axes, names, scenario)
    rows_of(axes, [short(name) for name in names])
    per_cent_axis(axes)
    if len(set(merits.values())) == 2:
        axes.axvline(0.0, color=ink(axes), linewidth=0.9)
        axes.set_xlabel("◂ cost        share of all alternatives'        benefit ▸")
    else:
        axes.set_xlabel(f"{next(iter(merits.values()))} (share of all alternatives')")
    handles = patches([(entry, looks[c]) for entry, c in zip(entries, merits, strict=True)], axes)
    key(axes, handles, entries)


def _whiskers(axes: Axes, names: Sequence[str], scenario: ScenarioDocument) -> None:
    """Draw the intervals of both merits at the ends of their stacks."""
    found = scenario["confidence"]
    if found is None or found["intervals"] is None:
        return
    for ends, sign in ((found["intervals"]["benefit"], 1.0), (found["intervals"]["cost"], -1.0)):
        for row, name in enumerate(names):
            if name in ends:
                low, high = ends[name]
                axes.plot([sign * low, sign * high], [row, row], color=ink(axes), linewidth=2.6, zorder=3)
                axes.plot([sign * low, sign * high], [row, row], color=GREY, linewidth=1.2, zorder=4)
