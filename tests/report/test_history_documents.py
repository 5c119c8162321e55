"""The schema of a history ships with the package and knows every key of the types."""

from typing import get_type_hints

import jsonschema
import pytest
from report.histories import document, moment, point

from ahp.report import history_documents
from ahp.report.history_documents import history_schema


def test_types_and_schema_have_the_same_keys():
    schema = history_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    entry = schema["properties"]["entries"]["items"]
    for kind, part in (
        (history_documents.HistoryDocument, schema),
        (history_documents.EntryDocument, entry),
        (history_documents.MomentDocument, entry["properties"]["scenarios"]["items"]),
        (history_documents.ChangePointDocument, schema["properties"]["change_points"]["items"]),
        (history_documents.NewChoiceDocument, schema["properties"]["choices"]["items"]),
    ):
        assert set(get_type_hints(kind)) == set(part["properties"]) == set(part["required"]), kind
        assert part["additionalProperties"] is False


def test_the_schema_takes_a_history_and_nothing_else():
    jsonschema.validate(document(moment(), moment(cost=None), change_points=[point(2)]), history_schema())
    for wrong in (document(), document(moment(choose=3)), document(moment(), change_points=[point(1)])):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, history_schema())
