"""Judgment matrices as heat maps: of the measurements, and people's, with contradictions marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.heat import heat, written
from ahp.report.figures.labels import label, labels, plain
from ahp.report.figures.palette import ink
from ahp.report.figures.panels import headed, panels, rows_needed
from ahp.report.figures.plan import Plan, titled
from ahp.report.figures.shades import balance
from ahp.report.numbers import quotient

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import (
        DecisionDocument,
        InspectedDocument,
        JudgmentsDocument,
        ScenarioDocument,
    )

_BETWEEN = (0.3, 0.6)
_WRITTEN = 9  # items; of more the cells of a panel have no room for numbers
_NUMBERED = 15  # columns of which each has its number below; of more every fifth
_MARKED = 3  # contradictions
_WIDEST = math.log(9.0)  # the end of the fundamental scale, and of the colours
_CLEAR = 1.05  # an error below is none that a judge could see


def plan_matrices(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the matrix of each criterion, ratios of the row's value to the column's.

    Raises
    ------
    FigureError
        If there are more alternatives than a document holds matrices for, or there is one.
    """
    criteria = [c for c in scenario["criteria"] if c["matrix"] is not None]
    names = scenario["alternatives"]
    if not criteria or len(names) < 2:
        raise FigureError("matrices are kept for two to thirty alternatives")
    down, high = rows_needed(len(criteria), 2), _high(len(names))
    said = "; ".join(
        f"{plain(label(c['name'], 34))}: consistency ratio {abs(c['consistency_ratio']):.3f}"
        for c in criteria
    )
    return Plan(
        titled(scenario["scenario"], "how many times the row's is the column's"),
        f"Ratios of the criteria's values, consistent by construction. {said}.",
        1.0 + down * high + (down - 1) * _BETWEEN[1],
        lambda axes: _paint(axes, scenario),
    )


def _high(items: int) -> float:
    return max(0.17 * items, 0.24 * min(items, _WRITTEN))


def _paint(axes: Axes, scenario: ScenarioDocument) -> None:
    names, criteria = scenario["alternatives"], [c for c in scenario["criteria"] if c["matrix"] is not None]
    wide = min(2, len(criteria))
    parts = panels(axes, len(criteria), wide, height=_high(len(names)), between=_BETWEEN)
    shown, heads = labels(names, 22), labels((c["name"] for c in criteria), 30)
    for number, (panel, c) in enumerate(zip(parts, criteria, strict=True)):
        assert c["matrix"] is not None
        rows = [f"{shown[name]}  {i}" if number % wide == 0 else f"{i}" for i, name in enumerate(names, 1)]
        _matrix(panel, c["matrix"], rows, [f"{i}" for i in range(1, len(names) + 1)])
        headed(panel, heads[c["name"]])


def _matrix(
    panel: Axes, matrix: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str]
) -> None:
    cells = [[_shade(value) for value in row] for row in matrix]
    heat(panel, cells, balance)
    if len(rows) <= _WRITTEN:
        texts = [[times(value) for value in row] for row in matrix]
        written(panel, cells, texts, balance, 8.0 if len(rows) <= 5 else 6.5)
    panel.set_yticks(range(len(rows)), list(rows))
    every = 1 if len(columns) <= _NUMBERED else 5
    named = [i for i in range(len(columns)) if i == 0 or (i + 1) % every == 0]
    panel.set_xticks(named, [columns[i] for i in named])
    panel.tick_params(labelsize=8.0 if len(rows) <= 20 else 6.5)


def _shade(value: float) -> float:
    """Return a ratio as an amount: 1 in the middle, nine times and more at the end."""
    return min(max(0.5 + math.log(value) / (2.0 * _WIDEST), 0.0), 1.0)


def times(value: float) -> str:
    """Return a ratio as people say it.

    Examples
    --------
    >>> times(3.0), times(1 / 3), times(1.0), times(2.345), times(0.4)
    ('3', '1/3', '1', '2.35', '1/2.50')
    """
    if value < 1.0:
        shown = times(1.0 / value)
        return shown if shown in ("1", "1.00") else f"1/{shown}"
    nearest = round(value)
    return f"{nearest}" if abs(value - nearest) < 1e-9 * value else quotient(value)


def plan_judgments(document: DecisionDocument) -> Plan:
    """Return the plan of people's judgments over the criteria, what contradicts the rest marked by numbers.

    Raises
    ------
    FigureError
        If the study has no judgments.
    """
    found = document["study"]["judgments"]
    if not found:
        raise FigureError("the study has no judgments over its criteria")
    notes = [_notes(judged) for judged in found]
    return Plan(
        "Judgments over the criteria: how many times the row counts more",
        " ".join(plain(line) for lines in notes for line in lines),
        0.6 + sum(_tall(judged, lines) for judged, lines in zip(found, notes, strict=True)),
        lambda axes: _paint_judgments(axes, found, notes),
    )


def marked(judged: JudgmentsDocument) -> list[InspectedDocument]:
    """Return the judgments that are furthest from what the priorities say."""
    return [one for one in judged["inspected"] if abs(math.log(one["error"])) > math.log(_CLEAR)][:_MARKED]


def _notes(judged: JudgmentsDocument) -> list[str]:
    """Return what is said below a matrix: its consistency, and what contradicts the rest."""
    lines = [f"Consistency ratio {abs(judged['consistency_ratio']):.3f}."]
    for number, one in enumerate(marked(judged), 1):
        lines.append(
            f"({number}) {label(one['first'], 20)} over {label(one['second'], 20)}: judged "
            f"{times(one['judgment'])}, by the others {times(one['consistent'])}; "
            f"then the ratio is {one['ratio']:.3f}."
        )
    return lines


def _tall(judged: JudgmentsDocument, lines: Sequence[str]) -> float:
    return 0.3 * len(judged["criteria"]) + 0.17 * len(lines) + 0.5


def _paint_judgments(axes: Axes, found: Sequence[JudgmentsDocument], notes: Sequence[Sequence[str]]) -> None:
    axes.set_axis_off()
    whole = sum(_tall(judged, lines) for judged, lines in zip(found, notes, strict=True))
    top = 1.0
    for judged, lines in zip(found, notes, strict=True):
        names = judged["criteria"]
        high = 0.3 * len(names) / whole
        panel = axes.inset_axes((0.0, top - 0.25 / whole - high, 1.0, high))
        shown = labels(names, 28)
        _matrix(
            panel,
            judged["matrix"],
            [f"{shown[n]}  {i}" for i, n in enumerate(names, 1)],
            list(map(str, range(1, len(names) + 1))),
        )
        panel.xaxis.tick_top()
        _mark(panel, names, marked(judged))
        panel.text(
            0.0, -0.08 / (0.3 * len(names)), "\n".join(lines), transform=panel.transAxes, va="top", ha="left",
            fontsize=8.0, color=ink(axes),
        )  # fmt: skip
        top -= _tall(judged, lines) / whole


def _mark(panel: Axes, names: Sequence[str], found: Sequence[InspectedDocument]) -> None:
    """Outline a judgment and its reciprocal, with the number of its note."""
    from matplotlib.patches import Rectangle

    for number, one in enumerate(found, 1):
        i, j = names.index(one["first"]), names.index(one["second"])
        for row, column in ((i, j), (j, i)):
            panel.add_patch(
                Rectangle(
                    (column - 0.47, row - 0.44), 0.94, 0.88, fill=False, edgecolor="#111111", linewidth=1.8,
                    linestyle=(0, (3, 1)), zorder=4,
                )
            )  # fmt: skip
            panel.text(
                column - 0.42,
                row,
                f"({number})",
                va="center",
                ha="left",
                fontsize=7.5,
                color="#111111",
                zorder=5,
            )
