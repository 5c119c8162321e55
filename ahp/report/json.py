"""A document of any kind as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping


def render_json(document: Mapping[str, object]) -> str:
    """Return a document as indented JSON, names as they are, numbers at full precision."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
