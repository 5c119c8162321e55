"""One door for every format; the schemas are made from the types, and refuse what is none."""

from __future__ import annotations

import json

import jsonschema
import pytest
from report.by_hand import changes, document, measure, moment, point, scenario

import ahp
from ahp.report import hierarchy_schema, merits_schema, network_schema
from ahp.report.documents.codec import render_json
from ahp.report.history import history_schema


def test_every_part_of_a_schema_is_closed_and_needs_all_that_it_names():
    for schema in (
        ahp.report.schema(),
        history_schema(),
        hierarchy_schema(),
        merits_schema(),
        network_schema(),
    ):
        jsonschema.Draft202012Validator.check_schema(schema)
        for part in (schema, *schema["$defs"].values()):
            named = set(part["properties"])
            later = {
                "standing",
                "efficient",
                "never_worse_open",
                "new_index",
                "until",
                "keeping",
                "leaving",
                "first_share",
                "not_counted",
                "doubtful",
                "agrees",
            }  # what version 0.1.0 did not write
            later |= {"margin"} if "because" in named else set()  # nor of the choice for the unknown
            later |= {"audit"} if "inputs" in named else set()  # nor of the whole
            assert set(part["required"]) == named - later
            assert part["additionalProperties"] is False


def test_a_schema_belongs_to_who_asks_for_it():
    ahp.report.schema()["properties"].clear()
    assert ahp.report.schema()["properties"]


def test_the_schema_takes_what_there_can_be_and_nothing_else():
    schema = ahp.report.schema()
    schema = {**schema["properties"]["changes"], "$defs": schema["$defs"]}
    open_, empty = (
        scenario(beyond_noise=None, worse=None),
        scenario(worse=[measure(interval=None)], measures=[]),
    )
    for found in (scenario(), open_, empty):
        jsonschema.validate(changes(found), schema)
    for wrong in (changes(scenario(beyond_noise="yes")), changes(), changes(scenario(), noise=-1)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_the_schema_takes_a_history_and_nothing_else():
    jsonschema.validate(document(moment(), moment(cost=None), change_points=[point(2)]), history_schema())
    for wrong in (document(), document(moment(choose=3)), document(moment(), change_points=[point(1)])):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, history_schema())


def test_a_saved_document_renders_like_the_decision(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    saved = json.loads(decision.report("json"))
    for format in ahp.report.FORMATS:
        assert ahp.report.render(saved, format) == decision.report(format)


def test_it_is_strict_json_with_names_as_they_are():
    table = {"alternative": ["none", "größer", "压缩"], "tps": [1, 2, 3]}
    text = ahp.rank(ahp.read(table)).report("json")
    assert "压缩" in text
    assert text.endswith("}\n")
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in the document"))
    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json({"schema": float("nan")})
    with pytest.raises(ahp.StudyError, match="'pdf' is not a known report format; use one of: text, json"):
        ahp.report.render({}, "pdf")  # type: ignore[typeddict-item]
