"""How inputs were understood, for a notebook: a table for each file, then what stands in the way."""

from __future__ import annotations

from ahp.notebook import table_html
from ahp.report.explanation import ExplanationDocument, FileDocument
from ahp.report.explanation_wording import columns_table, conclusions, facts_of, remarks_on

_LONGEST = 1000
"""Characters of a refusal, which is to be read to its end."""


def explanation_html(document: ExplanationDocument) -> str:
    """Return the files with their columns and remarks, and whether they could be ranked."""
    whole = table_html("All files together", (), conclusions(document), _LONGEST)
    return "".join([*map(file_html, document["files"]), whole])


def file_html(file: FileDocument) -> str:
    """Return one file: its columns, then what else is to be known of it, but for the digest."""
    heads, rows = columns_table(file["columns"])
    told = [fact for fact in [*facts_of(file), *remarks_on(file)] if fact[0] != "SHA-256"]
    columns = table_html(file["file"], heads, rows) if rows else ""
    return columns + table_html("" if rows else file["file"], (), told, _LONGEST)
