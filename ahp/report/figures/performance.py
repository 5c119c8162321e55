"""Performance sensitivity: how each alternative does under each criterion, beside the merits in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.figures.boxes import boxes
from ahp.report.figures.keys import key, rows, turned
from ahp.report.figures.labels import label, labels, plain
from ahp.report.figures.palette import GREY, Look, ink, looks_of
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.figures.series import draw_lines, entries_of, key_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import DecisionDocument, ScenarioDocument

_LONGEST = 22  # columns of a turned name


def plan_performance(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of priorities as lines over the criteria, weights as bars, merits at the end."""
    names, looks = best(scenario["order"]), looks_of(document["scenarios"])
    merits = [m for m in ("benefit", "cost") if any(c["merit"] == m for c in scenario["criteria"])]
    leading = "; ".join(
        f"{plain(label(c['name'], 34))} (weight {c['weight']:.2g}): most has "
        f"{plain(label(max(names, key=lambda name: c['priorities'][name])))}"
        for c in scenario["criteria"]
    )
    keyed = [name for name, _ in entries_of(names, looks)]
    return Plan(
        titled(scenario["scenario"], "performance under each criterion"),
        f"{leading}.{more(scenario['order'])}",
        2.9 + _below(scenario) + rows(keyed),
        lambda axes: _paint(axes, names, looks, merits, scenario),
    )


def _below(scenario: ScenarioDocument) -> float:
    return turned([label(c["name"], _LONGEST) for c in scenario["criteria"]])


def _paint(
    axes: Axes,
    names: Sequence[str],
    looks: Mapping[str, Look],
    merits: Sequence[str],
    scenario: ScenarioDocument,
) -> None:
    shown = labels((c["name"] for c in scenario["criteria"]), _LONGEST)
    ticks: list[tuple[float, str]] = []
    weights: list[tuple[float, float]] = []
    at = 0.0
    for merit in merits:
        criteria = [c for c in scenario["criteria"] if c["merit"] == merit]
        places = [at + i for i in range(len(criteria) + 1)]
        total = scenario["benefit"] if merit == "benefit" else scenario["cost"]
        assert total is not None
        draw_lines(
            axes,
            names,
            looks,
            {name: (places, [*(c["priorities"][name] for c in criteria), total[name]]) for name in names},
        )
        weights += [(x, c["weight"]) for x, c in zip(places, criteria, strict=False)]
        ticks += [(x, shown[c["name"]]) for x, c in zip(places, criteria, strict=False)]
        ticks.append((places[-1], merit.upper()))
        axes.axvline(places[-1], color=ink(axes), linewidth=0.8, zorder=1)
        at = places[-1] + 1.0
    axes.set_xlim(-0.4, at - 0.6)
    axes.set_ylim(bottom=0.0)
    top = 1.04 * axes.get_ylim()[1]
    boxes(
        axes, [(x - 0.22, 0.0, x + 0.22, weight * top) for x, weight in weights], facecolor=GREY, alpha=0.25,
        edgecolor="none", zorder=1,
    )  # fmt: skip
    for x, weight in weights:
        axes.text(x, 0.015 * top, f"{weight:.2g}", ha="center", va="bottom", fontsize=7.5, color=ink(axes))
    axes.set_ylim(0.0, top)
    axes.set_xticks(
        [x for x, _ in ticks], [text for _, text in ticks], rotation=35, ha="right", rotation_mode="anchor"
    )
    axes.grid(axis="y")
    axes.set_ylabel("priority (bars: weight, of 1)")
    key(axes, *key_lines(names, looks, axes), below=_below(scenario))
