"""Matrices as heat maps: how many times the value of a row is that of a column."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import key
from ahp.report.figures.keys import rows as key_rows
from ahp.report.figures.labels import Labels, labels_of, plain
from ahp.report.figures.palette import balance, ink, readable
from ahp.report.figures.parts import colour_in, headed, heat, panels, rows_needed, written
from ahp.report.figures.plan import Plan, titled
from ahp.report.numbers import quotient

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument

WRITTEN = 9
"""Items up to which there are numbers in the cells."""

_BETWEEN = (0.3, 0.6)
_NUMBERED = 15  # columns of which each has its number below; of more every fifth
_WIDEST = math.log(9.0)  # the end of the fundamental scale, and of the colours
_TOLD = {1 / 9: "≤ 1/9", 1 / 3: "1/3", 1.0: "1", 3.0: "3", 9.0: "≥ 9"}
"""Ratios in the key of cells that have no room for numbers."""


def plan_matrices(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the matrix of each criterion, ratios of the row's value to the column's.

    Raises
    ------
    FigureError
        If there are more alternatives than a document holds matrices for, or there is one.
    """
    criteria = [c for c in scenario["criteria"] if c["matrix"] is not None]
    names, short = scenario["alternatives"], labels_of(document)
    if not criteria or len(names) < 2:
        raise FigureError("matrices are kept for two to thirty alternatives")
    down, high = rows_needed(len(criteria), 2), _high(len(names))
    said = "; ".join(
        f"{plain(short(c['name'], 34))}: consistency ratio {abs(c['consistency_ratio']):.3f}"
        for c in criteria
    )
    return Plan(
        titled(scenario["scenario"], "how many times the row's is the column's"),
        f"Ratios of the criteria's values, consistent by construction. {said}.",
        1.0
        + down * high
        + (down - 1) * _BETWEEN[1]
        + (key_rows(_keyed(names)) + 0.1 if _keyed(names) else 0.0),
        lambda axes: _paint(axes, scenario, short),
    )


def _keyed(names: Sequence[str]) -> list[str]:
    return [] if len(names) <= WRITTEN else list(_TOLD.values())


def _high(items: int) -> float:
    return max(0.17 * items, 0.24 * min(items, WRITTEN))


def _paint(axes: Axes, scenario: ScenarioDocument, short: Labels) -> None:
    from matplotlib.patches import Patch

    names, criteria = scenario["alternatives"], [c for c in scenario["criteria"] if c["matrix"] is not None]
    wide = min(2, len(criteria))
    parts = panels(axes, len(criteria), wide, height=_high(len(names)), between=_BETWEEN)
    for number, (panel, c) in enumerate(zip(parts, criteria, strict=True)):
        assert c["matrix"] is not None
        rows = [
            f"{short(name, 22)}  {i}" if number % wide == 0 else f"{i}" for i, name in enumerate(names, 1)
        ]
        ratios_panel(panel, c["matrix"], rows, [f"{i}" for i in range(1, len(names) + 1)])
        headed(panel, short(c["name"], 30))
    if _keyed(names):
        edge = ink(axes)
        handles = [
            Patch(facecolor=colour_in(_shade(v), balance), edgecolor=edge, linewidth=0.5) for v in _TOLD
        ]
        key(axes, handles, _keyed(names), below=0.3)


def ratios_panel(
    panel: Axes, matrix: Sequence[Sequence[float | None]], rows: Sequence[str], columns: Sequence[str]
) -> None:
    """Draw a matrix of ratios; what is not known is a question mark, where there is room for it.

    Parameters
    ----------
    panel : Axes
    matrix : sequence of sequences of float or None
    rows, columns : sequence of str
        What stands beside them.
    """
    cells = [[None if value is None else _shade(value) for value in row] for row in matrix]
    heat(panel, cells, balance)
    if len(rows) <= WRITTEN:
        texts = [["?" if value is None else times(value) for value in row] for row in matrix]
        written(panel, cells, texts, balance, 8.0 if len(rows) <= 5 else 6.5)
    panel.set_yticks(range(len(rows)), list(rows))
    every = 1 if len(columns) <= _NUMBERED else 5
    named = [i for i in range(len(columns)) if i == 0 or (i + 1) % every == 0]
    panel.set_xticks(named, [columns[i] for i in named])
    panel.tick_params(labelsize=8.0 if len(rows) <= 20 else 6.5)


def _shade(value: float) -> float:
    """Return a ratio as an amount: 1 in the middle, nine times and more at the end."""
    return min(max(0.5 + math.log(value) / (2.0 * _WIDEST), 0.0), 1.0)


def ink_on(value: float) -> str:
    """Return what is read best on the cell of a ratio: dark or light.

    Examples
    --------
    >>> ink_on(1.0), ink_on(9.0)
    ('#111111', '#ffffff')
    """
    return readable(colour_in(_shade(value), balance))


def times(value: float) -> str:
    """Return a ratio as people say it.

    Examples
    --------
    >>> times(3.0), times(1 / 3), times(1.0), times(2.345), times(0.4), times(1e280)
    ('3', '1/3', '1', '2.35', '1/2.50', '1e+280')
    """
    if value < 1.0:
        shown = times(1.0 / value)
        return shown if shown in ("1", "1.00") else f"1/{shown}"
    nearest = round(value)
    return f"{nearest}" if value < 1e6 and abs(value - nearest) < 1e-9 * value else quotient(value)
