"""JSON: strict, readable, and the names as they are."""

import json

import pytest

import ahp
from ahp.report.json import render_json


def test_it_is_strict_json_with_names_as_they_are():
    table = {"alternative": ["none", "größer", "压缩"], "tps": [1, 2, 3]}
    text = ahp.rank(ahp.read(table)).report("json")
    assert "压缩" in text
    assert text.endswith("}\n")
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in the document"))


def test_a_number_that_is_none_is_refused_rather_than_written():
    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json({"schema": float("nan")})
