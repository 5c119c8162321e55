"""What was measured, every run, in its own unit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.labels import Labels, label, labels_of, plain
from ahp.report.figures.palette import ink
from ahp.report.figures.parts import dots, headed, panels, rows_high, rows_needed, rows_of
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import CriterionDocument, DecisionDocument, ScenarioDocument

_BETWEEN = (0.3, 0.9)
_BESIDE = 2  # panels
_WIDE = 5.0  # digits of a number, of which an axis holds few
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def plan_measurements(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of what was measured: a panel for each measure, a small mark for each run.

    A large mark is the number that the decision uses. The baseline stands last; it has runs alone where it
    does not compete.
    """
    names = [*best(scenario["order"]), *_others(scenario)]
    measures, short = _measures(scenario), labels_of(document)
    statistic = document["statistic"].replace("-", " ")
    said = "; ".join(
        f"{plain(short(c['measure'], 34))}: "
        + ", ".join(
            f"{plain(short(name))} {measured(value, c['unit'])}"
            for name, value in c["measured"].items()
            if name in names
        )
        for c in measures
    )
    down, high = rows_needed(len(measures), _BESIDE), rows_high(len(names))
    return Plan(
        titled(scenario["scenario"], "what was measured"),
        f"{said}. Of several runs the {statistic}.{more(scenario['order'])}",
        1.3 + down * high + (down - 1) * _BETWEEN[1],
        lambda axes: _paint(axes, names, measures, scenario, short),
    )


def _others(scenario: ScenarioDocument) -> list[str]:
    """Return who was measured and does not compete."""
    out = [entry["alternative"] for entry in scenario["screened"]]
    return [name for name in scenario["runs"] if name not in scenario["alternatives"] and name not in out]


def _measures(scenario: ScenarioDocument) -> list[CriterionDocument]:
    """Return the first criterion of each measure."""
    return list({c["measure"]: c for c in reversed(scenario["criteria"])}.values())[::-1]


def _paint(
    axes: Axes,
    names: Sequence[str],
    measures: Sequence[CriterionDocument],
    scenario: ScenarioDocument,
    short: Labels,
) -> None:
    wide = min(_BESIDE, len(measures))
    parts = panels(axes, len(measures), wide, height=rows_high(len(names)), between=_BETWEEN)
    rows = {name: row for row, name in enumerate(names)}
    for number, (panel, c) in enumerate(zip(parts, measures, strict=True)):
        runs = [
            (entry["value"], rows[entry["alternative"]])
            for entry in scenario["measurements"]
            if entry["measure"] == c["measure"] and entry["alternative"] in rows
        ]
        panel.plot(
            [value for value, _ in runs], [row for _, row in runs], "|", color=ink(axes), markersize=9,
            markeredgewidth=0.9, alpha=0.75, zorder=2,
        )  # fmt: skip
        used = [(value, rows[name]) for name, value in c["measured"].items() if name in rows]
        dots(panel, [value for value, _ in used], [row for _, row in used])
        rows_of(panel, [short(name) for name in names] if number % wide == 0 else [""] * len(names))
        panel.grid(axis="both")
        panel.locator_params(axis="x", nbins=5)
        panel.margins(x=0.08)
        panel.tick_params(axis="x", labelsize=7.5)
        panel.tick_params(axis="y", labelsize=8.5 if len(names) <= 20 else 7.5)
        panel.set_xlabel(_counted_in(panel, label(c["unit"], 30)), fontsize=8.0)
        headed(panel, short(c["measure"], 34))


def _counted_in(panel: Axes, unit: str) -> str:
    """Let long numbers be counted in powers of a thousand, and return what the axis then counts.

    Matplotlib's own way sets the power at the far end of the axis, where nobody reads it with the unit.
    """
    left, right = panel.get_xlim()
    longest = math.log10(max(abs(left), abs(right)))
    power = 0 if -3 < longest < 5 else 3 * math.floor(longest / 3)
    decimals = max(0, math.ceil(power - math.log10(right - left)) + 1)
    if decimals + longest - power > _WIDE:
        panel.locator_params(axis="x", nbins=2)
    if not power:
        panel.ticklabel_format(axis="x", style="plain", useOffset=False)
        return unit or "without a unit"
    panel.xaxis.set_major_formatter(lambda value, _: f"{round(value / 10.0**power, decimals):.15g}")
    return f"10{str(power).translate(_RAISED)} {unit}".rstrip()
