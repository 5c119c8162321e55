"""From a document to a page: text, JSON, CSV, Markdown. Nothing is computed here."""

from ahp.report.documents import DecisionDocument, schema
from ahp.report.hierarchy_documents import HierarchyDocument, hierarchy_schema
from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy
from ahp.report.history import HISTORY_FORMATS, render_history
from ahp.report.history_documents import HistoryDocument, history_schema
from ahp.report.render import FORMATS, render

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
