"""Who beats whom, and how often, over what the runs leave open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.heat import heat, written
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.plan import Plan, best, draws_needed, more, titled
from ahp.report.figures.shades import balance
from ahp.report.numbers import probability

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import DecisionDocument, ScenarioDocument

_WRITTEN = 16  # alternatives; of more the cells have no room for numbers that can be read


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
        lambda axes: _paint(axes, names, wins, short),
    )


def _paint(axes: Axes, names: Sequence[str], wins: dict[str, dict[str, float]], short: Labels) -> None:
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
