"""The explanation document and its formats."""

import json

import pytest

from ahp.errors import StudyError
from ahp.report.explanation import EXPLANATION_FORMATS, render_explanation

EMPTY = {
    "schema": "ahp.explanation/1",
    "version": "0",
    "files": [],
    "passed_over": ["ü.txt"],
    "lacking": [],
    "assumed": True,
    "refusal": None,
    "warnings": [],
}


def test_json_is_the_document():
    text = render_explanation(EMPTY, "json")
    assert json.loads(text) == EMPTY
    assert "ü.txt" in text
    assert text.endswith("}\n")


def test_text_is_the_default():
    assert render_explanation(EMPTY) == render_explanation(EMPTY, "text")
    assert list(EXPLANATION_FORMATS) == ["text", "json"]


def test_another_format_is_refused():
    with pytest.raises(StudyError, match="use one of: text, json"):
        render_explanation(EMPTY, "html")
