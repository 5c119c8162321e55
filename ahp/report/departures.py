"""What is wrong with a document of which no report can be made: held against its schema once that failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from ahp.errors import AHPError, InputError, quoted

_Schema: TypeAlias = Mapping[str, Any]

_KINDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "object": ("an object", lambda value: isinstance(value, Mapping)),
    "array": ("a list", lambda value: isinstance(value, list | tuple)),
    "string": ("text", lambda value: isinstance(value, str)),
    "number": ("a number", lambda value: isinstance(value, int | float) and not isinstance(value, bool)),
    "integer": ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "null": ("null", lambda value: value is None),
}
_BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


@contextmanager
def departures_told(document: object, schema: Callable[[], _Schema]) -> Iterator[None]:
    """Tell what is wrong with a document that came from outside if what is done inside fails.

    Raises
    ------
    InputError
        If something fails; the message names the key in which the document departs from its schema. Where
        it does not depart, the error that says how its parts contradict each other is the cause.
    """
    try:
        yield
    except AHPError:
        raise
    except RecursionError:
        raise InputError("the document is nested too deeply", advice="leave out what you added") from None
    except _BROKEN as error:
        whole = schema()
        departure = _departure(document, whole, whole.get("$defs", {}), "")
        advice = f"give a document of the schema {whole['title']}, as to_dict() or a JSON report has it"
        if departure is None:  # a name or a place of one part that another part has not
            raise InputError(f"the parts of this document do not fit: {error!r}", advice=advice) from error
        raise InputError(departure, advice=advice) from None


def _departure(value: object, schema: _Schema, definitions: _Schema, where: str) -> str | None:
    """Return the first thing in which a value departs from a schema, in words; None if there is none."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    ways = schema.get("oneOf", schema.get("anyOf"))
    if ways is not None:  # two, null and what is to be told of
        found = [_departure(value, way, definitions, where) for way in ways]
        return (
            None if None in found else next(f for f, way in zip(found, ways, strict=True) if not _null(way))
        )
    place = f"key {quoted(where)}" if where else "the document"
    kinds = schema.get("type", ())
    kinds = (kinds,) if isinstance(kinds, str) else kinds
    if kinds and not any(_KINDS[kind][1](value) for kind in kinds):
        return f"{place} must be {' or '.join(_KINDS[kind][0] for kind in kinds)}"
    known = (schema["const"],) if "const" in schema else schema.get("enum")
    if known is not None and value not in known:
        return f"{place} must be {' or '.join(map(repr, known))}"
    return next((told for told in _inside(value, schema, definitions, where) if told is not None), None)


def _null(schema: _Schema) -> bool:
    return schema.get("type") == "null"


def _inside(value: object, schema: _Schema, definitions: _Schema, where: str) -> Iterator[str | None]:
    """Yield for every part of a value in which it departs."""
    if isinstance(value, Mapping):
        names = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield f"key {quoted(f'{where}.{name}' if where else name)} is missing"
        for name, part in value.items():
            rule = names.get(name, schema.get("additionalProperties"))
            if isinstance(rule, Mapping):
                yield _departure(part, rule, definitions, f"{where}.{name}" if where else str(name))
    elif isinstance(value, list | tuple):
        if len(value) < schema.get("minItems", 0):
            yield f"key {quoted(where)} is a list of {len(value)}, which is too short"
        for number, part in enumerate(value):
            yield _departure(part, schema.get("items", {}), definitions, f"{where}[{number}]")
