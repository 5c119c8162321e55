"""One door: every format, from a decision or from a saved document."""

import json

import pytest

import ahp
from ahp.report.json import render_json


def test_a_saved_document_renders_like_the_decision(examples):
    for format in list(ahp.report.FORMATS):
        decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
        saved = json.loads(decision.report("json"))
        assert ahp.report.render(saved, format) == decision.report(format)


def test_an_unknown_format_lists_the_known_ones():
    with pytest.raises(ahp.StudyError, match="'pdf' is not a known report format; use one of: text, json"):
        ahp.report.render({}, "pdf")  # type: ignore[typeddict-item]


def test_it_is_strict_json_with_names_as_they_are():
    table = {"alternative": ["none", "größer", "压缩"], "tps": [1, 2, 3]}
    text = ahp.rank(ahp.read(table)).report("json")
    assert "压缩" in text
    assert text.endswith("}\n")
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in the document"))


def test_a_number_that_is_none_is_refused_rather_than_written():
    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json({"schema": float("nan")})
