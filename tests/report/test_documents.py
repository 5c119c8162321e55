"""The schema ships with the package and knows every key of the types."""

from typing import get_type_hints

import ahp
from ahp.report import documents


def test_types_and_schema_have_the_same_keys():
    schema = ahp.report.schema()
    pairs = [
        (documents.DecisionDocument, schema),
        (documents.InputDocument, schema["properties"]["inputs"]["items"]),
        (documents.StudyDocument, schema["properties"]["study"]),
        (documents.ScenarioDocument, schema["$defs"]["scenario"]),
        (documents.CriterionDocument, schema["$defs"]["criterion"]),
        (documents.MeasurementDocument, schema["$defs"]["scenario"]["properties"]["measurements"]["items"]),
        (documents.FindingDocument, schema["$defs"]["scenario"]["properties"]["audit"]["items"]),
    ]
    for kind, part in pairs:
        assert set(get_type_hints(kind)) == set(part["properties"]) == set(part["required"]), kind
        assert part["additionalProperties"] is False
