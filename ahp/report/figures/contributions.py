"""What each criterion contributes to benefit and to cost: two stacks from one middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.bars import per_cent_axis, rows_of
from ahp.report.figures.boxes import boxes
from ahp.report.figures.keys import key, patches, rows
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import GREY, ink, look
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import DecisionDocument, ScenarioDocument


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
        lambda axes: _paint(axes, names, merits, entries, scenario, short),
    )


def _paint(
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
        boxes(
            axes,
            [
                (start, row - 0.36, start + length, row + 0.36)
                for row, (start, length) in enumerate(zip(starts, lengths, strict=True))
            ],
            facecolor=looks[criterion].colour,
            edgecolor=ink(axes),
            hatch=looks[criterion].hatch,
            linewidth=0.5,
        )
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
