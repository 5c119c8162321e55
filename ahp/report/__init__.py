"""From a document to a page: text, JSON, CSV, Markdown. Nothing is computed here."""

from ahp.report.documents import DecisionDocument, schema
from ahp.report.hierarchy_documents import HierarchyDocument, hierarchy_schema
from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy
from ahp.report.render import FORMATS, render

__all__ = [
    "FORMATS",
    "HIERARCHY_FORMATS",
    "DecisionDocument",
    "HierarchyDocument",
    "hierarchy_schema",
    "render",
    "render_hierarchy",
    "schema",
]
