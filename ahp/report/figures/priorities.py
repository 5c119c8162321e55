"""Priorities under each criterion, how sure they are, and how each alternative does beside the merits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.parts import (
    boxes,
    headed,
    panels,
    per_cent_axis,
    priorities_panel,
    rows_high,
    rows_needed,
    rows_of,
    stack,
)
from ahp.report.figures.plan import (
    GREY,
    Labels,
    Plan,
    best,
    draw_lines,
    ink,
    key,
    key_height,
    key_lines,
    labels_of,
    look,
    more,
    patches,
    rows,
    titled,
    turned,
)
from ahp.report.names import plain
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

_BETWEEN = (0.5, 0.76)
_HEADING = {1: 60, 2: 28, 3: 20}
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
        priorities_panel(
            panel,
            {name: c["priorities"][name] for name in names},
            [short(name) for name in names] if number % wide == 0 else [""] * len(names),
            sure.get(c["name"], {}),
        )
        panel.set_xlabel(f"{c['merit']}, weight {c['weight']:.2g}", fontsize=7.5, labelpad=1.0)
        headed(panel, short(c["name"], _HEADING[wide]))


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

    def paint(axes: Axes) -> None:
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

    return Plan(
        titled(scenario["scenario"], f"what makes up {what}"),
        f"Weight times priority, by criterion. {said}.{more(scenario['order'])}",
        1.3 + 0.28 * len(names) + rows(entries),
        paint,
    )


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


_TURNED = 22  # columns of a turned name


@dataclass(frozen=True)
class Section:
    """Criteria whose priorities end in one total.

    Attributes
    ----------
    criteria : sequence of (str, float, mapping)
        Name, weight, and the priority of each alternative.
    total : (str, mapping)
        What stands at its end, and that of each alternative.
    """

    criteria: Sequence[tuple[str, float, Mapping[str, float]]]
    total: tuple[str, Mapping[str, float]]


def plan_performance(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of priorities as lines over the criteria, weights as bars, merits at the end."""
    sections = []
    for merit in ("benefit", "cost"):
        found = [c for c in scenario["criteria"] if c["merit"] == merit]
        total = scenario["benefit"] if merit == "benefit" else scenario["cost"]
        if found and total is not None:
            criteria = [(c["name"], c["weight"], c["priorities"]) for c in found]
            sections.append(Section(criteria, (merit.upper(), total)))
    return sections_plan(scenario["scenario"], scenario["order"], sections, labels_of(document))


def plan_judged_performance(document: HierarchyDocument) -> Plan:
    """Return the plan of the scores under each criterion below the goal, and over all at the end.

    Raises
    ------
    FigureError
        If there are no alternatives.
    """
    if not document["sensitivity"]["performance"]:
        raise FigureError("performance needs alternatives; here criteria alone are weighed")
    found = [one for one in document["sensitivity"]["performance"] if len(one["path"]) == 1]
    criteria = [(one["path"][0], one["weight"], one["scores"]) for one in found]
    section = Section(criteria, ("OVERALL", document["scores"]))
    return sections_plan(document["goal"], document["ranking"], [section], labels_of(document))


def sections_plan(
    subject: str,
    order: Sequence[str],
    sections: Sequence[Section],
    short: Labels,
) -> Plan:
    """Return the plan of lines over the criteria of each section, one section beside the other.

    Parameters
    ----------
    subject : str
        What the title names.
    order : sequence of str
        The alternatives, best first.
    sections : sequence of Section
    short : Labels
    """
    names = best(order)
    leading = "; ".join(
        f"{plain(short(name, 34))} (weight {weight:.2g}): most has "
        f"{plain(short(max(names, key=lambda n, p=priorities: p[n])))}"  # type: ignore[misc]
        for section in sections
        for name, weight, priorities in section.criteria
    )

    def paint(axes: Axes) -> None:
        ticks: list[tuple[float, str]] = []
        weights: list[tuple[float, float]] = []
        at = 0.0
        for section in sections:
            places = [at + i for i in range(len(section.criteria) + 1)]
            end, total = section.total
            lines = {
                name: (places, [*(p[name] for _, _, p in section.criteria), total[name]]) for name in names
            }
            draw_lines(axes, names, short, lines)
            weights += [(x, weight) for x, (_, weight, _) in zip(places, section.criteria, strict=False)]
            ticks += [
                (x, short(name, _TURNED)) for x, (name, _, _) in zip(places, section.criteria, strict=False)
            ]
            ticks.append((places[-1], end))
            axes.axvline(places[-1], color=ink(axes), linewidth=0.8, zorder=1)
            at = places[-1] + 1.0
        axes.set_xlim(-0.4, at - 0.6)
        axes.set_ylim(bottom=0.0)
        top = 1.1 * axes.get_ylim()[1]  # the weights stand above all lines
        boxes(
            axes, [(x - 0.22, 0.0, x + 0.22, weight * top) for x, weight in weights], facecolor=GREY,
            alpha=0.25, edgecolor="none", zorder=1,
        )  # fmt: skip
        for x, weight in weights:
            axes.text(x, 0.985 * top, f"{weight:.2g}", ha="center", va="top", fontsize=7.5, color=ink(axes))
        axes.set_ylim(0.0, top)
        axes.set_xticks(
            [x for x, _ in ticks],
            [text for _, text in ticks],
            rotation=35,
            ha="right",
            rotation_mode="anchor",
        )
        axes.grid(axis="y")
        axes.set_ylabel("priority (bars, numbers: weight, of 1)")
        key(axes, *key_lines(names, short, axes), below=_below(sections, short))

    return Plan(
        titled(subject, "performance under each criterion"),
        f"{leading}.{more(order)}",
        2.9 + _below(sections, short) + key_height(names, short),
        paint,
    )


def _below(sections: Sequence[Section], short: Labels) -> float:
    return turned([short(name, _TURNED) for section in sections for name, _, _ in section.criteria])
