"""How often each alternative has each rank or beats another, over the runs or over all weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.labels import Labels, labels_of, plain
from ahp.report.figures.palette import balance, ink, readable, shade
from ahp.report.figures.parts import heat, per_cent_axis, rows_of, stack, written
from ahp.report.figures.plan import MOST, Plan, best, draws_needed, more, titled
from ahp.report.numbers import probability

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument

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
    return Plan(
        titled(subject, what),
        f"{said}. Each bar is made of ranks, the first at the left.{more(order)}",
        1.15 + 0.28 * len(names),
        lambda axes: _paint_ranks(axes, names, shares, unit, short),
    )


def _paint_ranks(
    axes: Axes, names: Sequence[str], shares: Mapping[str, Sequence[float]], unit: str, short: Labels
) -> None:
    count = max(len(shares[name]) for name in names)
    for rank in range(count):
        colour = shade(rank / max(count - 1, 1))
        lengths = [shares[name][rank] for name in names]
        starts = [sum(shares[name][:rank]) for name in names]
        stack(axes, starts, lengths, 0.37, facecolor=colour, edgecolor=ink(axes), linewidth=0.4)
        for row, (start, length) in enumerate(zip(starts, lengths, strict=True)):
            if length >= _LEAST:
                axes.text(
                    start + length / 2, row, f"{rank + 1}", ha="center", va="center", color=readable(colour),
                    fontsize=8.0 if len(names) < MOST else 7.0,
                )  # fmt: skip
    rows_of(axes, [short(name) for name in names])
    axes.set_xlim(0.0, 1.0)
    per_cent_axis(axes)
    axes.set_xlabel(f"{unit}; the number in a bar is the rank")


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
