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


def test_every_key_is_described_in_the_reference_and_no_other(root):
    import re

    page = (root / "docs" / "reference" / "hierarchy-document.md").read_text(encoding="utf-8")
    described = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    found = hierarchy_schema()

    def keys(schema, path=""):
        if "$ref" in schema:
            schema = found["$defs"][schema["$ref"].rpartition("/")[2]]
        for either in schema.get("anyOf", ()):
            yield from keys(either, path)
        for key, value in schema.get("properties", {}).items():
            yield f"{path}{key}"
            yield from keys(value, f"{path}{key}.")
        if isinstance(schema.get("items"), dict):
            yield from keys(schema["items"], f"{path.rstrip('.')}[].")

    assert sorted(described) == sorted(keys(found))
