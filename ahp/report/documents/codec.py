"""The types of a document as JSON Schema, and where a document departs from it.

The types are written once, in the modules of documents: a key is annotated with a text that describes it and
with a :class:`Constraint`. The schema, and the check of a document that comes back, are made from them.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ahp.errors import AHPError, InputError, listed, quoted

Schema: TypeAlias = Mapping[str, Any]


class Constraint(NamedTuple):
    """What a value keeps to beside its type."""

    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    items: tuple[int, int | None] = (0, None)
    one_of: tuple[str, ...] = ()
    pattern: str | None = None

    def keywords(self) -> dict[str, Any]:
        """Return the keywords of JSON Schema that say it."""
        said = {
            "minimum": self.least,
            "maximum": self.most,
            "exclusiveMinimum": self.above,
            "exclusiveMaximum": self.below,
            "minItems": self.items[0] or None,
            "maxItems": self.items[1],
            "const": self.one_of[0] if len(self.one_of) == 1 else None,
            "enum": list(self.one_of) if len(self.one_of) > 1 else None,
            "pattern": self.pattern,
        }
        return {keyword: value for keyword, value in said.items() if value is not None}


SOME = Constraint(items=(1, None))
MERIT = Constraint(one_of=("benefit", "cost"))
RANKED_BY = Constraint(one_of=("benefit", "cost", "benefit_to_cost"))

Count = Annotated[int, Constraint(least=1)]
NotNegative = Annotated[float, Constraint(least=0)]
Positive = Annotated[float, Constraint(above=0)]
Share = Annotated[float, Constraint(least=0, most=1)]
DrawnShare = Annotated[float, Constraint(least=0, most=1.000001)]  # a sum of many, which rounds
Interval = Annotated[list[float], Constraint(items=(2, 2))]
Numbers = dict[str, float]
Shares = dict[str, DrawnShare]
Matrix = list[list[Positive]]


def json_schema(document: type) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a type of document, by the name that its key `schema` has.

    Examples
    --------
    >>> from typing import TypedDict
    >>> Point = TypedDict("Point", {"schema": Annotated[str, Constraint(one_of=("a/1",))], "x": float | None})
    >>> json_schema(Point)["properties"]["x"]
    {'type': ['number', 'null']}
    """
    definitions: dict[str, Any] = {}
    _define(document, definitions)
    whole = definitions.pop(_definition(document))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": whole["properties"]["schema"]["const"],
        **whole,
        "$defs": definitions,
    }


def _definition(document: type) -> str:
    return document.__name__.removesuffix("Document").lower()


def _define(document: type, definitions: dict[str, Any]) -> None:
    name = _definition(document)
    if name not in definitions:
        definitions[name] = {}  # before its keys, of which one may be of this type again
        hints = get_type_hints(document, include_extras=True)
        described = {"description": document.__doc__} if document.__doc__ else {}  # one of odd names has none
        definitions[name] |= {
            **described,
            "type": "object",
            "required": [key for key in hints if key in getattr(document, "__required_keys__", hints)],
            "additionalProperties": False,
            "properties": {key: _part(hint, definitions) for key, hint in hints.items()},
        }


_TYPES: Mapping[type, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
}


def _part(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    """Return the schema of what has a type; of a document a reference to its definition."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        part = _part(arguments[0], definitions)
        for said in arguments[1:]:
            part |= {"description": said} if isinstance(said, str) else said.keywords()
        return part
    if origin in (Union, types.UnionType):
        return _either([_part(argument, definitions) for argument in arguments])
    if origin is list:
        return {"type": "array", "items": _part(arguments[0], definitions)}
    if origin is dict:
        inside = _part(arguments[1], definitions)
        return {"type": "object"} | ({"additionalProperties": inside} if inside else {})
    if is_typeddict(hint):
        _define(hint, definitions)
        return {"$ref": f"#/$defs/{_definition(hint)}"}
    return {} if hint is Any else {"type": _TYPES[hint]}


def _either(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of one of several types: a list of types where no two have keywords of their own."""
    if (
        all("type" in part and "enum" not in part for part in parts)
        and sum(len(part) > 1 for part in parts) < 2
    ):
        kinds = [part.pop("type") for part in parts]
        return {"type": kinds, **{keyword: value for part in parts for keyword, value in part.items()}}
    return {"anyOf": parts}


class Departure(NamedTuple):
    """Where a document is not as its schema says."""

    key: str
    needed: str
    found: object


def departure(value: object, schema: Schema) -> Departure | None:
    """Return the first part of a value that is missing or not of its kind; None if there is none.

    Limits of numbers and patterns of texts are not looked at, and keys that the schema does not name are let
    be: other versions wrote the same document with more.
    """
    return next(_departures(value, schema, schema.get("$defs", {}), ""), None)


MISSING = object()
"""What is found where a key is missing."""

_KINDS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "object": ("an object", lambda value: isinstance(value, Mapping)),
    "array": ("a list", lambda value: isinstance(value, list | tuple)),
    "string": ("text", lambda value: isinstance(value, str)),
    "number": ("a finite number", lambda value: not isinstance(value, bool) and _finite(value)),
    "integer": ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "null": ("null", lambda value: value is None),
}


def _finite(value: object) -> bool:
    try:
        return isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:  # an integer of hundreds of digits
        return False


def _departures(value: object, schema: Schema, definitions: Schema, key: str) -> Iterator[Departure]:
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:  # null, and what is to be told of
        if value is not None:
            for way in schema["anyOf"]:
                if way.get("type") != "null":
                    yield from _departures(value, way, definitions, key)
        return
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    needed = " or ".join(_KINDS[kind][0] for kind in kinds if kind != "null" or len(kinds) == 1)
    if least := schema.get("minItems", 0):
        needed += " that is not empty" if least == 1 else f" of at least {least}"
    if kinds and not any(_KINDS[kind][1](value) for kind in kinds):
        yield Departure(key, needed, value)
    elif "const" in schema and value != schema["const"]:
        yield Departure(key, quoted(schema["const"]), value)
    elif "enum" in schema and value not in schema["enum"]:
        yield Departure(key, f"one of {listed(schema['enum'])}", value)
    elif isinstance(value, Mapping):
        named = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield Departure(_inside(key, name), "there", MISSING)
        for name, part in value.items():
            rule = named.get(name, schema.get("additionalProperties"))
            if isinstance(rule, Mapping):
                yield from _departures(part, rule, definitions, _inside(key, str(name)))
    elif isinstance(value, list | tuple):
        if len(value) < least:
            yield Departure(key, needed, value)
        for number, part in enumerate(value):
            yield from _departures(part, schema.get("items", {}), definitions, f"{key}[{number}]")


def _inside(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def refusal(found: Departure, advice: str) -> InputError:
    """Return the error that tells a departure."""
    place = f"key {quoted(found.key)}" if found.key else "the document"
    if found.found is MISSING:
        return InputError(f"{place} is missing", advice=advice)
    shown = "null" if found.found is None else '""' if found.found == "" else found.found
    return InputError(f"{place} must be {found.needed}", found=shown, advice=advice)


_BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


@contextmanager
def departures_told(document: object, schema: Callable[[], Schema]) -> Iterator[None]:
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
        found = departure(document, whole)
        advice = f"give a document of the schema {whole['title']}, as to_dict() or a JSON report has it"
        if found is None:  # a name or a place of one part that another part has not
            raise InputError(f"the parts of this document do not fit: {error!r}", advice=advice) from error
        raise refusal(found, advice) from None


def render_json(document: Mapping[str, object]) -> str:
    """Return a document as indented JSON, names as they are, numbers at full precision."""
    import json

    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
