"""The gate for a decision document that comes back: from a file, from another tool, from an older version."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias, cast

from ahp.errors import InputError, listed, quoted
from ahp.report.documents.codec import Schema, departure, refusal
from ahp.report.documents.decision import DecisionDocument, schema

SCHEMA = "ahp.decision/1"
"""What the key `schema` of a decision document says."""

_Keys: TypeAlias = Mapping[str, Mapping[str, Any]]
_ADVICE = "give a report that ahp-rank --format json wrote"


def checked(document: object) -> DecisionDocument:
    """Return a decision document whose keys that are read again are there and of their kind.

    Keys that are not read again may be missing, and there may be others: versions before and after this one
    wrote the same document with fewer and with more.

    Raises
    ------
    InputError
        If it is no decision document, or of another version of it, or a key is missing or wrong; the message
        names the key.

    Examples
    --------
    >>> checked({"schema": "ahp.decision/1", "version": "0.1.0", "statistic": "mean"})
    Traceback (most recent call last):
    ...
    ahp.errors.InputError: key 'study' is missing; give a report that ahp-rank --format json wrote
    """
    if not isinstance(document, Mapping):
        raise InputError("this is no decision", advice=_ADVICE)
    said = document.get("schema")
    if said != SCHEMA:
        if isinstance(said, str) and said.startswith("ahp.decision/"):
            raise InputError(f"key 'schema' must be {SCHEMA!r}", found=said, advice="update ahp-rank")
        raise InputError(f"this is no decision: key 'schema' is not {SCHEMA!r}", advice=_ADVICE)
    departed = departure(document, _read_again())
    if departed is not None:
        raise refusal(departed, _ADVICE)
    found = cast(DecisionDocument, document)
    _refuse_repeated(found)
    return found


def _refuse_repeated(document: DecisionDocument) -> None:
    seen: set[str] = set()
    for number, scenario in enumerate(document["scenarios"]):
        name = scenario["scenario"].strip().casefold()  # names differ in more than their case
        if name in seen:
            raise InputError(f"scenario {quoted(scenario['scenario'])} is there twice", advice=_ADVICE)
        seen.add(name)
        strangers = [name for name in scenario["choose"] if name not in scenario["alternatives"]]
        if strangers:
            raise InputError(
                f"key 'scenarios[{number}].choose' names {listed(strangers)}, no alternative there",
                advice=_ADVICE,
            )


# The keys that are read again; one with a question mark may be null or missing.
_READ_AGAIN: _Keys = {
    "version": {},
    "statistic": {},
    "study": {
        "index": {},
        "criteria": {"name": {}, "merit": {}, "measure": {}, "better": {}, "weight": {}},
        "baseline?": {},
    },
    "scenarios": {
        "scenario": {},
        "alternatives": {},
        "by": {},
        "choose": {},
        "criteria": {"name": {}, "measure": {}, "index": {}},
        "measurements": {"alternative": {}, "run": {}, "measure": {}, "value": {}, "unit": {}},
        "benefit?": {},
        "cost?": {},
        "benefit_to_cost?": {},
        "confidence?": {"verdict": {}},
        "standing?": {"word": {}, "names": {}},
    },
}


@cache
def _read_again() -> Schema:
    whole = schema()
    definitions = whole["$defs"]
    return {**_only(whole, _READ_AGAIN, definitions), "$defs": definitions}


def _only(part: Schema, keys: _Keys, definitions: Schema) -> dict[str, Any]:
    """Return what a schema says of some of the keys, whatever else there is."""
    if not keys:
        return dict(part)
    if "$ref" in part:
        return _only(definitions[part["$ref"].rpartition("/")[2]], keys, definitions)
    if "anyOf" in part:
        return {"anyOf": [_only(way, keys, definitions) for way in part["anyOf"]]}
    if "items" in part:
        return {**part, "items": _only(part["items"], keys, definitions)}
    if "properties" not in part:  # null
        return dict(part)
    found = {
        key.rstrip("?"): _only(part["properties"][key.rstrip("?")], of, definitions)
        for key, of in keys.items()
    }
    absent = {key.rstrip("?") for key in keys if key.endswith("?")}
    return {
        "type": "object",
        "required": [name for name in found if name not in absent],
        "properties": {
            name: {"anyOf": [rule, {"type": "null"}]} if name in absent else rule
            for name, rule in found.items()
        },
    }
