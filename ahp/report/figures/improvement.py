"""How many times better, or dearer, each alternative is than the baseline, scenario by scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import key, rows
from ahp.report.figures.labels import label, plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import Look, ink, looks_of
from ahp.report.figures.panels import headed, panels, rows_needed
from ahp.report.figures.plan import Plan, best, more
from ahp.report.figures.series import draw_lines, entries_of, key_lines
from ahp.report.numbers import quotient

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.across_documents import TrendDocument
    from ahp.report.documents import DecisionDocument

_HIGH, _TITLE = 1.75, 0.28  # inches of a panel and of its title
_TURNED = 4  # scenarios whose names fit beside one another
_UP = {"benefit": "times better", "cost": "times dearer"}


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
    short = labels_of(document)
    names, looks = best(order), looks_of(document["scenarios"])
    merits = {c["name"]: c["merit"] for c in document["study"]["criteria"]}
    keyed = [name for name, _ in entries_of(names, looks, short)]
    said = ". ".join(
        f"{plain(short(trend['criterion'], 34))}, {_UP[merits[trend['criterion']]]}: "
        + ", ".join(
            f"{plain(short(name))} {' to '.join(quotient(r) for _, r in trend['points'][name])}"
            for name in names
        )
        for trend in trends
    )
    down = rows_needed(len(trends), 2)
    below = _below(trends[0]["scenarios"])
    return Plan(
        f"How many times the baseline, by rising {label(attribute, 30)}",
        f"{said}.{more(order)}",
        0.75 + down * _HIGH + (down - 1) * (_TITLE + below) + below + rows(keyed),
        lambda axes: _paint(axes, names, looks, trends, merits, short),
    )


def _below(scenarios: Sequence[str]) -> float:
    """Return how many inches the names of the scenarios take below a panel."""
    return 0.45 if len(scenarios) <= _TURNED else 0.95


def _paint(
    axes: Axes,
    names: Sequence[str],
    looks: Mapping[str, Look],
    trends: Sequence[TrendDocument],
    merits: Mapping[str, str],
    short: Labels,
) -> None:
    below = _below(trends[0]["scenarios"])
    parts = panels(axes, len(trends), min(2, len(trends)), height=_HIGH, between=(0.75, _TITLE + below))
    for panel, trend in zip(parts, trends, strict=True):
        scenarios = trend["scenarios"]
        panel.axhline(1.0, color=ink(axes), linewidth=0.8, zorder=1)
        draw_lines(
            panel,
            names,
            looks,
            {name: (range(len(scenarios)), [r for _, r in trend["points"][name]]) for name in names},
        )
        _scenarios(
            panel, [short(name, 15) for name in scenarios], [at for at, _ in trend["points"][names[0]]]
        )
        _factors(panel)
        headed(panel, f"{short(trend['criterion'], 30)} ({_UP[merits[trend['criterion']]]})")
    handles, words = key_lines(names, looks, short, parts[0])
    key(axes, handles, words, below=below)


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
