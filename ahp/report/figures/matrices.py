"""Matrices as heat maps, and people's judgments as such, what contradicts the rest marked by numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError
from ahp.report.figures.parts import colour_in, headed, heat, panels, rows_needed, stacked, written
from ahp.report.figures.plan import Labels, Plan, balance, ink, key, labels_of, readable, titled
from ahp.report.figures.plan import rows as key_rows
from ahp.report.names import plain, way
from ahp.report.numbers import quotient, share
from ahp.report.phrases.study import contradicting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
    from ahp.report.documents.hierarchy import HierarchyDocument, NodeDocument

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

    def paint(axes: Axes) -> None:
        from matplotlib.patches import Patch

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

    return Plan(
        titled(scenario["scenario"], "how many times the row's is the column's"),
        f"Ratios of the criteria's values, consistent by construction. {said}.",
        1.0
        + down * high
        + (down - 1) * _BETWEEN[1]
        + (key_rows(_keyed(names)) + 0.1 if _keyed(names) else 0.0),
        paint,
    )


def _keyed(names: Sequence[str]) -> list[str]:
    return [] if len(names) <= WRITTEN else list(_TOLD.values())


def _high(items: int) -> float:
    return max(0.17 * items, 0.24 * min(items, WRITTEN))


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


_LINE = 70  # characters of a note
_FEW = 5  # items up to which the cells have room

_MOST = 12
"""Matrices that a figure shows; of more, those that contradict themselves most."""


@dataclass(frozen=True)
class Sheet:
    """A matrix of judgments as a figure shows it.

    Attributes
    ----------
    heading : str
        What is compared under what; empty where the title of the figure says it.
    items : sequence of str
    matrix : sequence of sequences of float or None
    marks : sequence of mapping
        With `first`, `second`, `judgment`, `consistent` and `ratio`: what contradicts the rest.
    notes : sequence of str
        What is said below it, before the contradictions.
    """

    heading: str
    items: Sequence[str]
    matrix: Sequence[Sequence[float | None]]
    marks: Sequence[Mapping[str, Any]]
    notes: Sequence[str]


def plan_judgments(document: DecisionDocument) -> Plan:
    """Return the plan of people's judgments over the criteria, and of those over alternatives.

    Raises
    ------
    FigureError
        If the study has no judgments.
    """
    study, short = document["study"], labels_of(document)
    found = [
        Sheet("", j["criteria"], j["matrix"], contradicting(j), [_consistency(j["consistency_ratio"])])
        for j in study["judgments"]
    ]
    for one in study.get("judged", []):
        if one["matrix"] is not None:
            notes = [] if one["consistency_ratio"] is None else [_consistency(one["consistency_ratio"])]
            found.append(
                Sheet(f"under {short(one['criterion'], 50)}", one["alternatives"], one["matrix"], (), notes)
            )
    if not found:
        raise FigureError("the study has no judgments")
    return sheets_plan("Judgments: how many times the row counts more", found, short)


def _consistency(ratio: float) -> str:
    return f"Consistency ratio {abs(ratio):.3f}."


def sheets_plan(title: str, sheets: Sequence[Sheet], short: Labels, beyond: str = "") -> Plan:
    """Return the plan of matrices of judgments, one below the other.

    Parameters
    ----------
    title : str
    sheets : sequence of Sheet
    short : Labels
    beyond : str
        What the description says at its end, of those that are not shown.
    """
    said = " ".join(
        plain(f"{sheet.heading}: " if sheet.heading else "") + " ".join(map(plain, _notes(sheet, short)))
        for sheet in sheets
    )
    return Plan(
        title,
        f"{said}{beyond}",
        0.5 + sum(sum(_inches(sheet, short)) for sheet in sheets),
        lambda axes: _paint_sheets(axes, sheets, short),
    )


def _notes(sheet: Sheet, short: Labels) -> list[str]:
    """Return what is said below a matrix: its consistency, and what contradicts the rest."""
    return [
        *sheet.notes,
        *(
            f"({number}) {short(one['first'], 20)} over {short(one['second'], 20)}: judged "
            f"{times(one['judgment'])}, by the others {times(one['consistent'])}; "
            f"then the ratio is {one['ratio']:.3f}."
            for number, one in enumerate(sheet.marks, 1)
        ),
    ]


def _lines(sheet: Sheet, short: Labels) -> list[str]:
    return [line for note in _notes(sheet, short) for line in wrap(note, _LINE, subsequent_indent="      ")]


def _inches(sheet: Sheet, short: Labels) -> tuple[float, float, float]:
    """Return how many inches stand above the cells of a matrix, that they take, and that stand below."""
    items = len(sheet.items)
    cells = max(0.28 * min(items, WRITTEN), 0.17 * items)
    return 0.5 if sheet.heading else 0.25, cells, 0.16 * len(_lines(sheet, short)) + 0.25


def _paint_sheets(axes: Axes, sheets: Sequence[Sheet], short: Labels) -> None:
    inches = [_inches(sheet, short) for sheet in sheets]
    for sheet, panel, (_, high, _) in zip(sheets, stacked(axes, inches), inches, strict=True):
        rows = [f"{short(name, 28)}  {i}" for i, name in enumerate(sheet.items, 1)]
        ratios_panel(panel, sheet.matrix, rows, [f"{i}" for i in range(1, len(rows) + 1)])
        panel.xaxis.tick_top()
        if sheet.heading:
            headed(panel, sheet.heading)
        _mark(panel, sheet)
        panel.text(
            0.0, -0.06 / high, "\n".join(_lines(sheet, short)), transform=panel.transAxes, va="top",
            ha="left", fontsize=8.0, color=ink(axes),
        )  # fmt: skip


def _mark(panel: Axes, sheet: Sheet) -> None:
    """Outline a judgment and its reciprocal, with the number of its note in the corner."""
    from matplotlib.patches import Rectangle

    names = list(sheet.items)
    for number, one in enumerate(sheet.marks, 1):
        i, j = names.index(one["first"]), names.index(one["second"])
        for row, column, value in ((i, j, one["judgment"]), (j, i, 1.0 / one["judgment"])):
            seen = readable(colour_in(_shade(value), balance))
            panel.add_patch(
                Rectangle(
                    (column - 0.44, row - 0.41), 0.88, 0.82, fill=False, edgecolor=seen, linewidth=1.6,
                    linestyle=(0, (3, 1)), zorder=4,
                )
            )  # fmt: skip
            panel.text(
                column - 0.41, row - 0.36, f"({number})", va="top", ha="left", color=seen, zorder=5,
                fontsize=6.5 if len(names) <= _FEW else 5.0,
            )  # fmt: skip


def plan_judged_matrices(document: HierarchyDocument) -> Plan:
    """Return the plan of the judgments under every criterion, one matrix below the other.

    Raises
    ------
    FigureError
        If nothing is judged, or only more items than a document holds the judgments of.
    """
    judged = [node for node in document["nodes"] if node.get("judged") is not None]
    if not judged:
        raise FigureError("nothing is judged here, or more than thirty items at once")
    bad = sorted(judged, key=_ratio, reverse=True)[:_MOST]
    short = labels_of(document)
    hidden = len(judged) - len(bad)
    beyond = f" ({hidden} more comparisons, less inconsistent, are not shown)" if hidden else ""
    return sheets_plan(
        titled(document["goal"], "how many times the row counts more"),
        [_sheet(node, short) for node in judged if node in bad],
        short,
        beyond,
    )


def _ratio(node: NodeDocument) -> float:
    return 0.0 if node["consistency"] is None else node["consistency"]["ratio"]


def _sheet(node: NodeDocument, short: Labels) -> Sheet:
    judged = node["judged"]
    assert judged is not None
    heading = short(way(node["path"]), 60) or "under the goal"
    found, people = node["consistency"], len(node["participants"])
    notes = [
        "Nothing here can contradict." if found is None else f"Consistency ratio {share(found['ratio'])}."
    ]
    if people > 1:
        notes.append(f"The weighted geometric mean of what {people} participants judged.")
    few = len(judged["items"]) <= WRITTEN
    if not few:
        notes.append("Violet: the row counts more; brown: the column; pale: about the same.")
    if node["missing"]:
        notes.append(f"Not judged, and {'shown as ?' if few else 'left empty'}: {len(node['missing'])}.")
    return Sheet(heading, judged["items"], judged["matrix"], node["worst"], notes)
