"""What the library hands out: its public classes, and every class that one of them has as a part."""

import ast
import dataclasses
import importlib
import inspect
import re
import typing
from enum import Enum
from pathlib import Path

import ahp

API = Path(__file__).resolve().parents[3] / "docs" / "reference" / "api.md"


def _documented():
    for path in re.findall(r"autoclass:: (\S+)", API.read_text(encoding="utf-8")):
        module, _, name = path.rpartition(".")
        yield getattr(importlib.import_module(module), name)


def _names(module):
    """The classes that a module knows by name, those imported for the annotations alone included."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ahp"):
            home = importlib.import_module(node.module)
            found |= {a.asname or a.name: getattr(home, a.name) for a in node.names}
    return found | vars(module)


def _annotations(kind):
    """What a class has and answers, as its source says it."""
    for base in kind.__mro__:
        if not base.__module__.startswith("ahp"):
            continue
        names = _names(importlib.import_module(base.__module__))
        said = [hint for name, hint in vars(base).get("__annotations__", {}).items() if name[0] != "_"]
        for name, thing in vars(base).items():
            function = getattr(thing, "fget", None) or getattr(thing, "func", None)
            function = function or getattr(thing, "__func__", thing)
            if inspect.isfunction(function) and (name[0] != "_" or name in ("__getitem__", "__iter__")):
                said.append(function.__annotations__.get("return", ""))
        for hint in said:
            yield from (names[word] for word in re.findall(r"\w+", str(hint)) if word in names)


def handed_out():
    """All of them: no errors, no enumerations, no types of plain data."""
    todo = [
        getattr(module, name) for module in (ahp, ahp.core, ahp.core.more, ahp.report) for name in dir(module)
    ]
    todo += _documented()
    found = set()
    while todo:
        kind = todo.pop()
        if inspect.isclass(kind) and kind.__module__.startswith("ahp") and kind not in found:
            found.add(kind)
            todo += _annotations(kind)
    plain = (BaseException, Enum)
    return sorted(
        (kind for kind in found if not issubclass(kind, plain) and not _is_plain(kind)),
        key=lambda kind: (kind.__module__, kind.__name__),
    )


def _is_plain(kind):
    return typing.is_typeddict(kind) or getattr(kind, "_is_protocol", False)


def is_named_tuple(kind):
    """Whether it is a row of data, which shows its fields as any named tuple does."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def is_machinery(kind):
    """Whether it is what an engine of one's own is built with: no value."""
    return kind.__module__.startswith("ahp.harness.engines") and not dataclasses.is_dataclass(kind)
