"""From a document to a page: text, JSON, CSV, Markdown, HTML. Nothing is computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.lazy import faces
from ahp.report.render import render

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument, schema
    from ahp.report.hierarchy_documents import HierarchyDocument, hierarchy_schema
    from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy
    from ahp.report.history import HISTORY_FORMATS, render_history
    from ahp.report.history_documents import HistoryDocument, history_schema
    from ahp.report.render import FORMATS

_HOMES = {
    "ahp.report.documents": "DecisionDocument schema",
    "ahp.report.hierarchy_documents": "HierarchyDocument hierarchy_schema",
    "ahp.report.hierarchy_render": "HIERARCHY_FORMATS render_hierarchy",
    "ahp.report.history": "HISTORY_FORMATS render_history",
    "ahp.report.history_documents": "HistoryDocument history_schema",
    "ahp.report.render": "FORMATS",
}

__all__ = [
    "FORMATS",
    "HIERARCHY_FORMATS",
    "HISTORY_FORMATS",
    "DecisionDocument",
    "HierarchyDocument",
    "HistoryDocument",
    "hierarchy_schema",
    "history_schema",
    "render",
    "render_hierarchy",
    "render_history",
    "schema",
]

__getattr__, __dir__ = faces(__name__, _HOMES, ("render",))
