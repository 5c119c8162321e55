from __future__ import annotations

import typing

import jsonschema

from ahp.report import HierarchyDocument, hierarchy_schema


def test_the_schema_is_one_and_has_the_keys_of_the_types():
    found = hierarchy_schema()
    jsonschema.Draft202012Validator.check_schema(found)
    assert set(found["properties"]) == set(typing.get_type_hints(HierarchyDocument))
    for definition in found["$defs"].values():
        assert set(definition["required"]) == set(definition["properties"])
