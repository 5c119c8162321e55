"""From a decision document to a page: text, JSON, CSV, Markdown. Nothing is computed here."""

from ahp.report.documents import DecisionDocument, schema
from ahp.report.history import HISTORY_FORMATS, render_history
from ahp.report.history_documents import HistoryDocument, history_schema
from ahp.report.render import FORMATS, render

__all__ = [
    "FORMATS",
    "HISTORY_FORMATS",
    "DecisionDocument",
    "HistoryDocument",
    "history_schema",
    "render",
    "render_history",
    "schema",
]
