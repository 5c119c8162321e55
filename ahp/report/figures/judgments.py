"""People's judgments as matrices, one below the other, what contradicts the rest marked by numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError
from ahp.report.figures.labels import Labels, labels_of, plain, way
from ahp.report.figures.matrices import WRITTEN, ink_on, ratios_panel, times
from ahp.report.figures.palette import ink
from ahp.report.figures.parts import headed
from ahp.report.figures.plan import Plan, titled
from ahp.report.numbers import share
from ahp.report.phrases.study import contradicting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument
    from ahp.report.documents.hierarchy import HierarchyDocument, NodeDocument

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
        0.5 + sum(_tall(sheet, short) for sheet in sheets),
        lambda axes: _paint(axes, sheets, short),
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


def _rows(sheet: Sheet) -> float:
    """Return how many inches the cells of a matrix take."""
    items = len(sheet.items)
    return max(0.28 * min(items, WRITTEN), 0.17 * items)


def _above(sheet: Sheet) -> float:
    return 0.5 if sheet.heading else 0.25


def _tall(sheet: Sheet, short: Labels) -> float:
    return _above(sheet) + _rows(sheet) + 0.16 * len(_lines(sheet, short)) + 0.25


def _paint(axes: Axes, sheets: Sequence[Sheet], short: Labels) -> None:
    axes.set_axis_off()
    whole = sum(_tall(sheet, short) for sheet in sheets)
    top = 1.0
    for sheet in sheets:
        high = _rows(sheet) / whole
        panel = axes.inset_axes((0.0, top - _above(sheet) / whole - high, 1.0, high))
        count = len(sheet.items)
        rows = [f"{short(name, 28)}  {i}" for i, name in enumerate(sheet.items, 1)]
        ratios_panel(panel, sheet.matrix, rows, [f"{i}" for i in range(1, count + 1)])
        panel.xaxis.tick_top()
        if sheet.heading:
            headed(panel, sheet.heading)
        _mark(panel, sheet)
        panel.text(
            0.0, -0.06 / _rows(sheet), "\n".join(_lines(sheet, short)), transform=panel.transAxes, va="top",
            ha="left", fontsize=8.0, color=ink(axes),
        )  # fmt: skip
        top -= _tall(sheet, short) / whole


def _mark(panel: Axes, sheet: Sheet) -> None:
    """Outline a judgment and its reciprocal, with the number of its note in the corner."""
    from matplotlib.patches import Rectangle

    names = list(sheet.items)
    for number, one in enumerate(sheet.marks, 1):
        i, j = names.index(one["first"]), names.index(one["second"])
        for row, column, value in ((i, j, one["judgment"]), (j, i, 1.0 / one["judgment"])):
            seen = ink_on(value)
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
