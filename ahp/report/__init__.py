"""From a decision document to a page: text, JSON, CSV, Markdown. Nothing is computed here."""

from ahp.report.documents import DecisionDocument, schema
from ahp.report.render import FORMATS, render

__all__ = ["FORMATS", "DecisionDocument", "render", "schema"]
