"""The explanation document, `ahp.explanation/1`: how inputs were understood. Its types and its formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypedDict

from ahp.registry import Registry


class FirstDocument(TypedDict):
    """The first value of a column: as it stands, and in the unit that the library keeps it in."""

    found: str
    value: float | None
    unit: str


class ColumnDocument(TypedDict):
    """A column of a table, or a number of a harness' output wherever it stands."""

    label: str
    line: int | None
    measure: str | None
    role: str | None
    candidates: list[str]
    transactions: list[str]
    unit: str | None
    first: FirstDocument | None
    resolution: float | None
    values: int
    missing: int


class NameDocument(TypedDict):
    """The scenarios, alternatives or runs of a file, and what names them; null where nothing does."""

    names: list[str]
    by: str | None


class FileDocument(TypedDict):
    """One file."""

    file: str
    sha256: str
    rows: int | None
    reader: str | None
    why: str
    columns: list[ColumnDocument]
    scenario: NameDocument
    alternative: NameDocument
    run: NameDocument
    ignored: list[str]
    caveats: list[str]
    notes: list[str]
    problem: str | None


class LackingDocument(TypedDict):
    """A criterion that nothing in the files serves, with what could; the measures of a list are added."""

    criterion: str
    measures: list[list[str]]


class ExplanationDocument(TypedDict):
    """How every input was understood, and what stands in the way of a ranking."""

    schema: str
    version: str
    files: list[FileDocument]
    passed_over: list[str]
    lacking: list[LackingDocument]
    assumed: bool
    refusal: str | None
    warnings: list[str]


def _text(document: ExplanationDocument) -> str:
    from ahp.report.explanation_text import render_explanation_text

    return render_explanation_text(document)


def _json(document: ExplanationDocument) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


EXPLANATION_FORMATS: Registry[Callable[[ExplanationDocument], str]] = Registry(
    "format of an explanation", {"text": _text, "json": _json}
)
"""The formats by name: functions from a document to its text."""


def render_explanation(document: ExplanationDocument, format: str = "text") -> str:
    """Return an explanation document as text or JSON.

    Raises
    ------
    StudyError
        If the format is unknown; the message lists those that are.
    """
    return EXPLANATION_FORMATS[format](document)
