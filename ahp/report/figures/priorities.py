"""Priorities under each criterion, with how sure they are where there are runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.bars import per_cent_axis, rows_of
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import GREY, ink, look
from ahp.report.figures.panels import headed, panels, rows_needed
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import DecisionDocument, ScenarioDocument

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
    down, high = rows_needed(len(criteria), _beside(len(criteria))), _high(names)
    return Plan(
        titled(scenario["scenario"], "priorities under each criterion"),
        f"{said}.{more(scenario['order'])}",
        1.15 + down * high + (down - 1) * _BETWEEN[1],
        lambda axes: _paint(axes, names, scenario, short),
    )


def _beside(panels: int) -> int:
    """Return how many panels stand beside one another: four make a square."""
    return 2 if panels == 4 else min(panels, 3)


def _high(names: Sequence[str]) -> float:
    return max(0.18 * len(names), 0.5) + 0.1


def _paint(axes: Axes, names: Sequence[str], scenario: ScenarioDocument, short: Labels) -> None:
    criteria = scenario["criteria"]
    found = scenario["confidence"]
    sure = {} if found is None or found["intervals"] is None else found["intervals"]["priorities"]
    wide = _beside(len(criteria))
    parts = panels(axes, len(criteria), wide, height=_high(names), between=_BETWEEN)
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
    panel.plot(
        [priorities[name] for name in names], range(len(names)), "o", color=look(0).colour, markersize=4.5,
        markeredgecolor=ink(panel), markeredgewidth=0.5, zorder=3,
    )  # fmt: skip
