"""Performance sensitivity: how each alternative does under each criterion, beside the merits in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import draw_lines, entries_of, key, key_lines, rows, turned
from ahp.report.figures.labels import Labels, labels_of, plain
from ahp.report.figures.palette import GREY, Look, ink, looks_of
from ahp.report.figures.parts import boxes
from ahp.report.figures.plan import Plan, best, more, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

_LONGEST = 22  # columns of a turned name


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
    looks, short = looks_of(document["scenarios"]), labels_of(document)
    return sections_plan(scenario["scenario"], scenario["order"], looks, sections, short)


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
    looks, short = looks_of([document]), labels_of(document)
    return sections_plan(document["goal"], document["ranking"], looks, [section], short)


def sections_plan(
    subject: str,
    order: Sequence[str],
    looks: Mapping[str, Look],
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
    looks : mapping
        How each of them looks.
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
    keyed = [name for name, _ in entries_of(names, looks, short)]
    return Plan(
        titled(subject, "performance under each criterion"),
        f"{leading}.{more(order)}",
        2.9 + _below(sections, short) + rows(keyed),
        lambda axes: _paint(axes, names, looks, sections, short),
    )


def _below(sections: Sequence[Section], short: Labels) -> float:
    return turned([short(name, _LONGEST) for section in sections for name, _, _ in section.criteria])


def _paint(
    axes: Axes,
    names: Sequence[str],
    looks: Mapping[str, Look],
    sections: Sequence[Section],
    short: Labels,
) -> None:
    ticks: list[tuple[float, str]] = []
    weights: list[tuple[float, float]] = []
    at = 0.0
    for section in sections:
        places = [at + i for i in range(len(section.criteria) + 1)]
        end, total = section.total
        lines = {name: (places, [*(p[name] for _, _, p in section.criteria), total[name]]) for name in names}
        draw_lines(axes, names, looks, lines)
        weights += [(x, weight) for x, (_, weight, _) in zip(places, section.criteria, strict=False)]
        ticks += [
            (x, short(name, _LONGEST)) for x, (name, _, _) in zip(places, section.criteria, strict=False)
        ]
        ticks.append((places[-1], end))
        axes.axvline(places[-1], color=ink(axes), linewidth=0.8, zorder=1)
        at = places[-1] + 1.0
    axes.set_xlim(-0.4, at - 0.6)
    axes.set_ylim(bottom=0.0)
    top = 1.1 * axes.get_ylim()[1]  # the weights stand above all lines
    boxes(
        axes, [(x - 0.22, 0.0, x + 0.22, weight * top) for x, weight in weights], facecolor=GREY, alpha=0.25,
        edgecolor="none", zorder=1,
    )  # fmt: skip
    for x, weight in weights:
        axes.text(x, 0.985 * top, f"{weight:.2g}", ha="center", va="top", fontsize=7.5, color=ink(axes))
    axes.set_ylim(0.0, top)
    axes.set_xticks(
        [x for x, _ in ticks], [text for _, text in ticks], rotation=35, ha="right", rotation_mode="anchor"
    )
    axes.grid(axis="y")
    axes.set_ylabel("priority (bars, numbers: weight, of 1)")
    key(axes, *key_lines(names, looks, short, axes), below=_below(sections, short))
