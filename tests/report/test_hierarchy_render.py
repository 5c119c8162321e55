from __future__ import annotations

import csv
import io
import json

import pytest
from model.test_reversal import belton_gear, mixed

from ahp import StudyError, judge
from ahp.report import FORMATS, HIERARCHY_FORMATS, render_hierarchy


def test_json_is_the_document():
    document = judge(mixed())
    assert json.loads(render_hierarchy(document, "json")) == document


def test_csv_has_a_row_for_each_alternative_at_full_precision():
    document = judge(mixed())
    rows = list(csv.DictReader(io.StringIO(render_hierarchy(document, "csv"))))
    assert [row["alternative"] for row in rows] == document["ranking"]
    assert {row["alternative"]: float(row["priority"]) for row in rows} == document["priorities"]
    assert (
        float(rows[0]["priority_quality / safety"])
        == document["nodes"][3]["priorities"][rows[0]["alternative"]]
    )


def test_markdown_has_every_part():
    text = render_hierarchy(judge(belton_gear()), "markdown")
    for part in (
        "# goal: choose B",
        "## Criteria",
        "## Alternatives",
        "## What would change it",
        "## Rank reversal",
    ):
        assert part in text


def test_its_formats_are_those_of_a_decision():
    assert list(HIERARCHY_FORMATS) == list(FORMATS)


def test_every_format_renders_and_an_unknown_one_is_named():
    document = judge(mixed())
    assert all(render_hierarchy(document, format).endswith("\n") for format in HIERARCHY_FORMATS)
    with pytest.raises(StudyError, match="'pdf' is not a known report format"):
        render_hierarchy(document, "pdf")
