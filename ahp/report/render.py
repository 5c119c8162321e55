"""One door to every report format."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ahp.registry import Registry
from ahp.report.csv import render_csv
from ahp.report.documents import DecisionDocument
from ahp.report.json import render_json
from ahp.report.markdown import render_markdown
from ahp.report.text import render_text

Renderer: TypeAlias = Callable[[DecisionDocument], str]

FORMATS: Registry[Renderer] = Registry(
    "report format",
    {"text": render_text, "json": render_json, "csv": render_csv, "markdown": render_markdown},
)
"""The report formats by name: functions from a document to its text."""


def render(document: DecisionDocument, format: str = "text") -> str:
    """Return a decision document as a report.

    Parameters
    ----------
    document : DecisionDocument
        From :meth:`ahp.Decision.to_dict`, or read back from JSON.
    format : str
        A key of :data:`FORMATS`.

    Raises
    ------
    StudyError
        If the format is unknown; the message lists those that are.
    """
    return FORMATS[format](document)
