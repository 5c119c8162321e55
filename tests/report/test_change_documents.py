"""The types of the key `changes` and the schema have the same keys."""

from typing import get_type_hints

import jsonschema
import pytest
from report.changed import changes, measure, scenario

import ahp
from ahp.report import change_documents


def test_types_and_schema_have_the_same_keys():
    schema = ahp.report.schema()
    whole = schema["properties"]["changes"]
    for kind, part in (
        (change_documents.ChangesDocument, whole),
        (change_documents.ScenarioChangeDocument, whole["properties"]["scenarios"]["items"]),
        (change_documents.MeasureChangeDocument, schema["$defs"]["measure_change"]),
    ):
        assert set(get_type_hints(kind)) == set(part["properties"]) == set(part["required"]), kind
        assert part["additionalProperties"] is False


def test_the_schema_takes_what_there_can_be_and_nothing_else():
    schema = ahp.report.schema()
    schema = {**schema["properties"]["changes"], "$defs": schema["$defs"]}
    for found in (
        scenario(),
        scenario(beyond_noise=None, worse=None),
        scenario(worse=[measure(interval=None)], measures=[]),
    ):
        jsonschema.validate(changes(found), schema)
    for wrong in (changes(scenario(beyond_noise="yes")), changes(), changes(scenario(), noise=-1)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)
