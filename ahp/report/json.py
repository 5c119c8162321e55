"""The document as JSON."""

from __future__ import annotations

import json

from ahp.report.documents import DecisionDocument


def render_json(document: DecisionDocument) -> str:
    """Return the document as indented JSON, names as they are, numbers at full precision."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
