"""A hierarchy of judgments as LaTeX, with the parts of its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.report.content.hierarchy import (
    hierarchy_labels,
    hierarchy_opening,
    hierarchy_parts,
    hierarchy_ranking,
)
from ahp.report.content.labels import shown_by
from ahp.report.latex.render import part_lines, ranking_table
from ahp.report.latex.writing import article, opening_lines, tables

if TYPE_CHECKING:
    from ahp.report.hierarchy_documents import HierarchyDocument


def render_hierarchy_latex(document: HierarchyDocument) -> str:
    """Return a hierarchy of judgments as a LaTeX file that compiles by itself and inside another one."""
    show, _ = shown_by(hierarchy_labels(document))
    lines = opening_lines(hierarchy_opening(document, show, "ahp"))
    lines += tables([ranking_table(hierarchy_ranking(document, show))])
    for part in hierarchy_parts(document, show, {}):
        lines += part_lines(part)
    return article(lines)
