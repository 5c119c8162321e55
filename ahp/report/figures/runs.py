"""What was measured, every run; and how often each has each rank over the runs, or over all weights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.parts import (
    dots,
    headed,
    heat,
    panels,
    per_cent_axis,
    rows_high,
    rows_needed,
    rows_of,
    stack,
    written,
)
from ahp.report.figures.plan import (
    MOST,
    Labels,
    Plan,
    balance,
    best,
    draws_needed,
    ink,
    labels_of,
    more,
    readable,
    shade,
    titled,
)
from ahp.report.names import label, plain
from ahp.report.numbers import measured, probability

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import CriterionDocument, DecisionDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

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

    def paint(axes: Axes) -> None:
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

    return Plan(
        titled(scenario["scenario"], "what was measured"),
        f"{said}. Of several runs the {statistic}.{more(scenario['order'])}",
        1.3 + down * high + (down - 1) * _BETWEEN[1],
        paint,
    )


def _others(scenario: ScenarioDocument) -> list[str]:
    """Return who was measured and does not compete."""
    out = [entry["alternative"] for entry in scenario["screened"]]
    return [name for name in scenario["runs"] if name not in scenario["alternatives"] and name not in out]


def _measures(scenario: ScenarioDocument) -> list[CriterionDocument]:
    """Return the first criterion of each measure."""
    return list({c["measure"]: c for c in reversed(scenario["criteria"])}.values())[::-1]


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


_LEAST = 0.045  # of the axes: a narrower part of a bar has no room for its rank
_WRITTEN = 16  # alternatives; of more the cells have no room for numbers that can be read


def plan_ranks(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the probability of each rank, over what the runs leave open.

    Raises
    ------
    FigureError
        If there are no probabilities, for lack of runs or because an index is not positive in some draw.
    """
    found = scenario["confidence"]
    if found is None or found["ranks"] is None:
        raise FigureError(f"the probability of each rank needs {draws_needed(scenario)}")
    return bars_plan(
        scenario["scenario"],
        scenario["order"],
        found["ranks"],
        "how often each rank, as the runs vary",
        f"share of {found['resamples']} draws",
        labels_of(document),
    )


def plan_acceptability(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the share of all weights that gives each rank (Lahdelma & Salminen 2001).

    Raises
    ------
    FigureError
        If there is one alternative, or no weight to choose.
    """
    found = scenario["weight_space"]
    if found is None or not found["acceptability"]:
        raise FigureError("with one alternative every weight gives the same rank")
    if not any([c["merit"] for c in scenario["criteria"]].count(merit) > 1 for merit in ("benefit", "cost")):
        raise FigureError("with one criterion in each merit there is no weight to choose")
    return bars_plan(
        scenario["scenario"],
        scenario["order"],
        found["acceptability"],
        "ranks over all weights",
        "share of all weights",
        labels_of(document),
    )


def plan_judged_acceptability(document: HierarchyDocument) -> Plan:
    """Return the plan of the share of all weights that gives each rank.

    Raises
    ------
    FigureError
        If there are no alternatives.
    """
    shares = document["sensitivity"]["weight_space"]["acceptability"]
    if not shares:
        raise FigureError("ranks need alternatives; here criteria alone are weighed")
    what, unit = "ranks over all weights", "share of all weights"
    return bars_plan(document["goal"], document["ranking"], shares, what, unit, labels_of(document))


def bars_plan(
    subject: str,
    order: Sequence[str],
    shares: Mapping[str, Sequence[float]],
    what: str,
    unit: str,
    short: Labels,
) -> Plan:
    """Return the plan of bars made of the share of each rank; `unit` says of what it is a share."""
    names = best(order)
    said = "; ".join(f"{plain(short(name))} first {probability(shares[name][0])}" for name in names)

    def paint(axes: Axes) -> None:
        count = max(len(shares[name]) for name in names)
        for rank in range(count):
            colour = shade(rank / max(count - 1, 1))
            lengths = [shares[name][rank] for name in names]
            starts = [sum(shares[name][:rank]) for name in names]
            stack(axes, starts, lengths, 0.37, facecolor=colour, edgecolor=ink(axes), linewidth=0.4)
            for row, (start, length) in enumerate(zip(starts, lengths, strict=True)):
                if length >= _LEAST:
                    axes.text(
                        start + length / 2, row, f"{rank + 1}", ha="center", va="center",
                        color=readable(colour), fontsize=8.0 if len(names) < MOST else 7.0,
                    )  # fmt: skip
        rows_of(axes, [short(name) for name in names])
        axes.set_xlim(0.0, 1.0)
        per_cent_axis(axes)
        axes.set_xlabel(f"{unit}; the number in a bar is the rank")

    return Plan(
        titled(subject, what),
        f"{said}. Each bar is made of ranks, the first at the left.{more(order)}",
        1.15 + 0.28 * len(names),
        paint,
    )


def plan_wins(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the probability that the alternative of a row beats that of a column.

    Raises
    ------
    FigureError
        If there are no probabilities, for lack of runs or because an index is not positive in some
        draw, or there is one alternative.
    """
    found = scenario["confidence"]
    if found is None or found["wins"] is None:
        raise FigureError(f"how often one beats another needs {draws_needed(scenario)}")
    if len(scenario["alternatives"]) < 2:
        raise FigureError("with one alternative nobody beats anybody")
    wins, names, short = found["wins"], best(scenario["order"]), labels_of(document)
    said = "; ".join(
        f"{plain(short(one))} beats {plain(short(other))} {probability(wins[one][other])}"
        for one, other in pairwise(names)
    )
    return Plan(
        titled(scenario["scenario"], "who beats whom, as the runs vary"),
        f"{said}.{more(scenario['order'])}",
        1.35 + max(0.21 * len(names), 0.6),
        lambda axes: _paint_wins(axes, names, wins, short),
    )


def _paint_wins(axes: Axes, names: Sequence[str], wins: dict[str, dict[str, float]], short: Labels) -> None:
    cells = [[None if one == other else wins[one][other] for other in names] for one in names]
    heat(axes, cells, balance)
    if len(names) <= _WRITTEN:
        texts = [["" if number is None else _per_cent(number) for number in row] for row in cells]
        written(axes, cells, texts, balance, 8.5 if len(names) <= 10 else 7.0)
    axes.set_yticks(range(len(names)), [f"{short(name)}  {i}" for i, name in enumerate(names, 1)])
    axes.set_xticks(range(len(names)), [f"{i}" for i in range(1, len(names) + 1)])
    axes.xaxis.tick_top()
    axes.tick_params(labelsize=8.5 if len(names) <= 20 else 7.5)
    axes.set_xlabel(
        "per cent of draws in which the row's beats the column's"
        if len(names) <= _WRITTEN
        else "violet: the row's beats the column's; brown: the reverse; pale: open"
    )


def _per_cent(number: float) -> str:
    return probability(number).removesuffix(" %").removesuffix(".0")
