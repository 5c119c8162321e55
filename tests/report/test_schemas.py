"""One door for every format; the schemas ship with the package, know every key of the types, and refuse what is none."""

from __future__ import annotations

import json
from typing import get_type_hints

import jsonschema
import pytest
from report.by_hand import changes, document, measure, moment, point, scenario

import ahp
from ahp.report import (
    HierarchyDocument,
    across_documents,
    change_documents,
    documents,
    hierarchy_schema,
    history_documents,
)
from ahp.report.history_documents import history_schema
from ahp.report.json import render_json


def parts():
    """Every type of a document with the part of the schema that describes it."""
    decision, history, hierarchy = ahp.report.schema(), history_schema(), hierarchy_schema()
    properties, scenario_part = decision["properties"], decision["$defs"]["scenario"]
    (whole,) = (part for part in properties["across_scenarios"]["oneOf"] if "properties" in part)
    changed, entry = properties["changes"], history["properties"]["entries"]["items"]
    return {
        documents.DecisionDocument: decision,
        documents.InputDocument: properties["inputs"]["items"],
        documents.StudyDocument: properties["study"],
        documents.ScenarioDocument: scenario_part,
        documents.CriterionDocument: decision["$defs"]["criterion"],
        documents.MeasurementDocument: scenario_part["properties"]["measurements"]["items"],
        documents.FindingDocument: scenario_part["properties"]["audit"]["items"],
        across_documents.AcrossDocument: whole,
        across_documents.RuleDocument: decision["$defs"]["rule"],
        across_documents.RecommendedDocument: whole["properties"]["recommended"],
        across_documents.TrendDocument: whole["properties"]["trends"]["items"],
        change_documents.ChangesDocument: changed,
        change_documents.ScenarioChangeDocument: changed["properties"]["scenarios"]["items"],
        change_documents.MeasureChangeDocument: decision["$defs"]["measure_change"],
        history_documents.HistoryDocument: history,
        history_documents.EntryDocument: entry,
        history_documents.MomentDocument: entry["properties"]["scenarios"]["items"],
        history_documents.ChangePointDocument: history["properties"]["change_points"]["items"],
        history_documents.NewChoiceDocument: history["properties"]["choices"]["items"],
        HierarchyDocument: hierarchy,
    }


def test_types_and_schemas_have_the_same_keys():
    for kind, part in parts().items():
        assert set(get_type_hints(kind)) == set(part["properties"]), kind
        assert kind is HierarchyDocument or set(part["required"]) == set(part["properties"]), kind
    for schema in (ahp.report.schema(), history_schema(), hierarchy_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
    for definition in hierarchy_schema()["$defs"].values():
        assert set(definition["required"]) == set(definition["properties"])


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
