"""How often each alternative has each rank: over what the runs leave open, and over all weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.bars import per_cent_axis, rows_of
from ahp.report.figures.boxes import boxes
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import ink
from ahp.report.figures.plan import MOST, Plan, best, draws_needed, more, titled
from ahp.report.figures.shades import readable, shade
from ahp.report.numbers import probability

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import DecisionDocument, ScenarioDocument

_LEAST = 0.045  # of the axes: a narrower part of a bar has no room for its rank


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
        lambda axes: _paint(axes, names, shares, unit, short),
    )


def _paint(
    axes: Axes, names: Sequence[str], shares: Mapping[str, Sequence[float]], unit: str, short: Labels
) -> None:
    count = max(len(shares[name]) for name in names)
    for rank in range(count):
        colour = shade(rank / max(count - 1, 1))
        lengths = [shares[name][rank] for name in names]
        starts = [sum(shares[name][:rank]) for name in names]
        boxes(
            axes,
            [
                (start, row - 0.37, start + length, row + 0.37)
                for row, (start, length) in enumerate(zip(starts, lengths, strict=True))
            ],
            facecolor=colour,
            edgecolor=ink(axes),
            linewidth=0.4,
        )
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
