"""The judgments of a hierarchy as matrices, what contradicts the rest marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.judgments import Sheet, sheets_plan
from ahp.report.figures.matrices import WRITTEN
from ahp.report.figures.naming import Labels, labels_of, way
from ahp.report.figures.plan import Plan, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from ahp.report.hierarchy_documents import HierarchyDocument, NodeDocument

_MOST = 12
"""Matrices that a figure shows; of more, those that contradict themselves most."""


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
    # Of three judgments each is as far from what the other two say.
    marks = node["worst"][: 1 if len(judged["items"]) == 3 else None]
    return Sheet(heading, judged["items"], judged["matrix"], marks, notes)
