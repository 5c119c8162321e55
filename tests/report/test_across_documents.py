"""The types of the key `across_scenarios` and the schema have the same keys."""

from typing import get_type_hints

import ahp
from ahp.report import across_documents


def test_types_and_schema_have_the_same_keys():
    schema = ahp.report.schema()
    (whole,) = (part for part in schema["properties"]["across_scenarios"]["oneOf"] if "properties" in part)
    for kind, part in (
        (across_documents.AcrossDocument, whole),
        (across_documents.RuleDocument, schema["$defs"]["rule"]),
        (across_documents.RecommendedDocument, whole["properties"]["recommended"]),
        (across_documents.TrendDocument, whole["properties"]["trends"]["items"]),
    ):
        assert set(get_type_hints(kind)) == set(part["properties"]) == set(part["required"]), kind
