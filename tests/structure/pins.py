"""What users may rely on, as data: every exported name, option of a command, key of a document and chosen name.

`tests/structure/pinned/api.json` holds what was promised; `test_pins.py` compares. After a deliberate addition,
or a change that the changelog announces, `python tests/structure/pins.py` writes the file anew; read the
difference before you keep it.
"""

import argparse
import contextlib
import dataclasses
import enum
import importlib
import inspect
import json
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PINNED = Path(__file__).parent / "pinned" / "api.json"
MODULES = ("ahp", "ahp.core", "ahp.core.more", "ahp.report")
COMMANDS = {"ahp-rank": "ahp.cli.rank", "ahp-bench": "ahp.cli.bench", "ahp-judge": "ahp.cli.judge"}
SCHEMAS = ("schema", "hierarchy_schema", "history_schema", "merits_schema", "network_schema")


def shown(value):
    """A default value as text that is the same in every process."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if callable(value):
        return f"<{getattr(value, '__qualname__', type(value).__name__)}>"
    text = repr(value)
    return text if " at 0x" not in text else f"<{type(value).__name__}>"


class Told(str):
    """A text that a signature shows as it is."""

    __slots__ = ()
    __repr__ = str.__str__


def signature(function):
    """The parameters of a function, and what it returns, as they are written."""

    def told(given, how):
        return given if given is inspect.Signature.empty else Told(how(given))

    def annotated(given):
        return told(given, lambda one: one if isinstance(one, str) else inspect.formatannotation(one))

    found = inspect.signature(function)
    parameters = [
        p.replace(default=told(p.default, shown), annotation=annotated(p.annotation))
        for p in found.parameters.values()
    ]
    return str(found.replace(parameters=parameters, return_annotation=annotated(found.return_annotation)))


def names_of_class(kind):
    """What a class offers: how it is made, what it stands under, its fields, methods and properties."""
    parents = [base.__name__ for base in kind.__mro__[1:] if base is not object and base.__name__[0] != "_"]
    yield "", f"class({', '.join(parents)})"
    if issubclass(kind, enum.Enum):
        for member in kind:
            yield f".{member.name}", repr(member.value)
        return
    if kind.__init__ is not object.__init__ and not issubclass(kind, Mapping):
        with contextlib.suppress(ValueError):  # what an exception inherits has no signature
            yield ".__init__", signature(kind)
    fields = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    for name in sorted(fields):
        if not name.startswith("_"):
            yield f".{name}", "field"
    for name in sorted(set(dir(kind)) - fields):
        if name.startswith("_") and name not in ("__getitem__", "__len__", "__iter__", "__contains__"):
            continue
        home = next(base for base in kind.__mro__ if name in vars(base))
        if not home.__module__.startswith("ahp"):
            continue
        member = inspect.getattr_static(kind, name)
        if isinstance(member, property) or not callable(getattr(kind, name)):
            yield f".{name}", "property"
        else:
            yield f".{name}", signature(getattr(kind, name))


def names():
    """Every exported name with its signature; of a class also what it offers."""
    found = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in dir(module):
            if name.startswith(("_", "@")):  # of pytest, in what it has read
                continue
            full, thing = f"{module_name}.{name}", getattr(module, name)
            if inspect.isclass(thing) and not hasattr(thing, "__annotations__") and not thing.__mro__[1:]:
                found[full] = "class"
            elif inspect.isclass(thing):
                found |= {f"{full}{own}": text for own, text in names_of_class(thing)}
            elif inspect.ismodule(thing):
                found[full] = "module"
            elif isinstance(thing, Mapping):
                found |= {full: "mapping"} | {f"{full}[{key!r}]": "entry" for key in thing}
            elif inspect.isroutine(thing):
                found[full] = signature(thing)
            else:
                found[full] = shown(thing)
    return found


def options_of(parser, path):
    """The options and arguments of a command, and of its actions."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield f"{path} {name}", "action"
                yield from options_of(inner, f"{path} {name}")
            continue
        kind = type(action).__name__.strip("_").removesuffix("Action")
        told = [f"nargs {action.nargs}"] if action.nargs is not None else []
        told += [f"default {action.default!r}"] if action.default not in (None, argparse.SUPPRESS) else []
        told += ["required"] if action.required else []
        if isinstance(action, argparse.BooleanOptionalAction):
            told = [text for text in told if not text.startswith("nargs")]
        for option in action.option_strings or [action.metavar or action.dest]:
            yield f"{path} {option}", ", ".join([kind, *told])
            for choice in action.choices or ():
                yield f"{path} {option} {choice}", "choice"


def options():
    """Every option of every command."""
    found = {}
    for command, module in COMMANDS.items():
        found |= dict(options_of(importlib.import_module(module).parser(), command))
    return found


def kind_of(schema, definitions):
    """The JSON types that a schema allows."""
    if "$ref" in schema:
        return kind_of(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    kind = schema.get("type")
    if kind is not None:
        return " or ".join(kind) if isinstance(kind, list) else kind
    either = (*schema.get("oneOf", ()), *schema.get("anyOf", ()))
    return " or ".join(kind_of(one, definitions) for one in either) or "anything"


def keys_of(schema, definitions, path, needed=False):
    """Every key of a JSON Schema as a path, `scenarios[].name`, with its type."""
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    either = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    if path:
        words = [kind_of(schema, definitions)]
        words += [json.dumps(schema[key], ensure_ascii=False) for key in ("enum", "const") if key in schema]
        yield path, ", ".join([*words, *(["required"] if needed else [])])
    for one in either:
        yield from ((where, kind) for where, kind in keys_of(one, definitions, path) if where != path)
    start = f"{path}." if path else ""
    for key, value in schema.get("properties", {}).items():
        yield from keys_of(value, definitions, f"{start}{key}", key in schema.get("required", ()))
    for inner, mark in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(inner), dict):
            yield from keys_of(schema[inner], definitions, f"{path}{mark}")


def keys():
    """Every key of every document, by the document's schema."""
    from ahp import report

    found = {}
    for name in SCHEMAS:
        schema = getattr(report, name)()
        title = schema["properties"]["schema"]["const"]
        found |= {f"{title} {path}": kind for path, kind in keys_of(schema, schema["$defs"], "")}
    return found


def words():
    """The names that people write into commands, studies and plans, and what a command's end says."""
    from ahp import terms
    from ahp.cli import streams
    from ahp.core.priorities import PRIORITY_METHODS
    from ahp.core.random_index import RANDOM_INDICES
    from ahp.evidence import study_file
    from ahp.evidence.measures import MEASURES
    from ahp.harness.catalogue import ENGINES, LAYERS, WORKLOADS
    from ahp.harness.plan import Plan
    from ahp.ingest.readers import READERS

    several = {
        "reader": READERS,
        "engine": ENGINES,
        "storage": LAYERS,
        "workload": WORKLOADS,
        "priority method": PRIORITY_METHODS,
        "random index": RANDOM_INDICES,
        "key of a study": study_file._TOP,
        "key of a criterion": study_file._CRITERION,
        "key of a measure": study_file._MEASURE,
        "key of a plan": [field.name for field in dataclasses.fields(Plan)],
    }
    found = {f"{what} {name}": "name" for what, some in several.items() for name in some}
    for name, measure in MEASURES.items():
        unit = measure.unit.symbol if measure.unit is not None else ""
        found[f"measure {name}"] = (
            f"{getattr(measure.better, 'value', measure.better)} is better, {unit or 'no unit'}"
        )
    for name in ("DONE", "DIFFERS", "WRONG", "INTERNAL", "INTERRUPTED", "CLOSED_PIPE"):
        found[f"exit status {name}"] = str(getattr(streams, name))
    found["index"] = ", ".join(index.value for index in terms.INDICES)
    return found


def present():
    """What the package offers now."""
    return {"names": names(), "options": options(), "keys": keys(), "words": words()}


def main():
    """Write what the package offers now."""
    PINNED.parent.mkdir(exist_ok=True)
    text = json.dumps(present(), indent=1, sort_keys=True, ensure_ascii=False)
    PINNED.write_text(text + "\n", encoding="utf-8")
    print(f"{PINNED.relative_to(ROOT)}: written anew; read the difference before you keep it")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
