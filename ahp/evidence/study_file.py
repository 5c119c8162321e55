"""A study as a TOML file: what its keys are, and one clear error for each that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

from ahp.errors import AHPError, InputError, StudyError, listed, quoted
from ahp.evidence.measures import Measure, user_measure
from ahp.evidence.study import Criterion, InputFile, ScenarioNote, Screen, Study
from ahp.evidence.weighting import (
    Branch,
    check_branches,
    check_participants,
    over_alternatives,
    over_criteria,
)
from ahp.files import settings_at, toml_in
from ahp.model.group import Group
from ahp.model.matrix import PairwiseMatrix
from ahp.terms import MEASURED, Combine, Index, Merit

T = TypeVar("T")

_TOP = (
    "baseline",
    "criteria",
    "branches",
    "measures",
    "judgments",
    "participants",
    "files",
    "screens",
    "scenarios",
    "references",
)
_CRITERION = (
    "name",
    "merit",
    "measure",
    "judgments",
    "under",
    "index",
    "weight",
    "transaction",
    "combine",
    "mix",
)
_PARTS: Mapping[str, tuple[type[dict[str, Any]] | type[list[Any]], str]] = {
    "measures": (dict, "[measures.NAME] holds the user's own measures, one table for each"),
    "participants": (dict, "[participants] says how much each participant counts: Ann = 2"),
    "branches": (dict, "[branches.NAME] describes a criterion that is made of others: its merit and weight"),
    "files": (list, "[[files]] names what to read, one table for each file, folder or pattern"),
    "scenarios": (dict, "[scenarios.NAME] holds the weight and the attributes of a scenario"),
    "references": (list, "references lists alternatives that are never chosen: references = ['unsafe']"),
}
"""What a key holds that may be left out, and what is said where it holds something else."""
_BRANCH = ("merit", "weight", "under")
_MEASURE = ("unit", "better")
_FILE = ("path", "scenario", "alternative", "run", "pattern", "reader")


def load(path: str | PathLike[str]) -> Study:
    """Return the study in the file `path`; see :meth:`ahp.Study.from_toml`."""
    name = fspath(path) if isinstance(path, str | PathLike) else None
    if not isinstance(name, str):
        raise InputError(f"a study is read from a file, found {quoted(path)}", advice="give a path as text")
    if not name:
        raise InputError("the name of the study's file is empty", advice="give a path, or leave it out")
    try:
        data = toml_in(settings_at(name))
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"the study cannot be read: {error.strerror}", file=name) from None
    except ValueError as error:  # not UTF-8, not TOML, or an integer of thousands of digits
        raise InputError(f"the study is not TOML: {error}", file=name) from None
    try:
        return parse(data, name)
    except AHPError as error:
        raise StudyError(f"{name}: {error}") from None


def parse(data: Mapping[str, Any], name: str = "") -> Study:
    """Return the study that the parsed file `name` describes; paths in it start from the file's folder."""
    _known(data, _TOP, "the study")
    parts = {key: data.get(key, kind()) for key, (kind, _) in _PARTS.items()}
    for key, (kind, needed) in _PARTS.items():
        if not isinstance(parts[key], kind):
            raise StudyError(needed)
    measures = tuple(_measure(name, table) for name, table in parts["measures"].items())
    tables = data.get("criteria", [])
    if not isinstance(tables, list) or not tables:
        raise StudyError("[[criteria]] is missing; a study has at least one criterion")
    counting = parts["participants"].items()
    participants = {name: _number(value, f"[participants] {name}") for name, value in counting}
    criteria = tuple(_criterion(table, number, participants) for number, table in enumerate(tables, 1))
    baseline = _text(data["baseline"], "baseline") if "baseline" in data else None
    branches = _branches(parts["branches"])
    judgments = _judgments(data, criteria, branches, tables, participants)
    files = tuple(_file(table, number, name) for number, table in enumerate(parts["files"], 1))
    return Study(
        criteria,
        baseline,
        tuple(given.matrix() if isinstance(given, Group) else given for given in judgments),
        measures,
        files=files,
        screens=_screens(data.get("screens", [])),
        scenarios=_scenarios(parts["scenarios"]),
        branches=branches,
        people=tuple(given for given in judgments if isinstance(given, Group)),
        references=tuple(_text(entry, "references") for entry in parts["references"]),
        file=name,
    )


def _branches(given: Mapping[str, Any]) -> tuple[Branch, ...]:
    found = []
    for name, table in given.items():
        where = f"[branches.{name}]"
        _known(table, _BRANCH, where)
        merit = _text(_needed(table, "merit", where), f"{where} merit")
        weight = _number(table.get("weight", 1.0), f"{where} weight")
        if not (0 <= weight < float("inf")):
            raise StudyError(f"{where}: its weight is {weight:g}; a weight is finite and 0 or more")
        under = _text(table["under"], f"{where} under") if "under" in table else None
        found.append(Branch(name, _at(f"{where} merit", partial(Merit.of, merit, MEASURED)), weight, under))
    return tuple(found)


def _judgments(
    data: Mapping[str, Any],
    criteria: tuple[Criterion, ...],
    branches: tuple[Branch, ...],
    tables: list[Mapping[str, Any]],
    participants: Mapping[str, float],
) -> tuple[PairwiseMatrix | Group, ...]:
    """Read the comparisons of criteria, and refuse weights beside them."""
    check_participants(participants, data.get("judgments"), (c.judged for c in criteria))
    check_branches(branches, criteria)
    found = over_criteria(data.get("judgments", []), criteria, branches, participants)
    judged = {name for comparison in found for name in comparison.labels}
    weighed = [table["name"] for table in tables if "weight" in table]
    weighed += [name for name, table in data.get("branches", {}).items() if "weight" in table]
    for name in weighed:
        if name in judged:
            raise StudyError(f"criterion {quoted(name)} has a weight and judgments; keep one of the two")
    return found


def _screens(given: object) -> tuple[Screen, ...]:
    if not isinstance(given, list) or not all(isinstance(table, Mapping) for table in given):
        raise StudyError("[[screens]] holds requirements, one table for each: require = 'cpu <= 80 %'")
    found = []
    for number, table in enumerate(given, 1):
        where = f"[[screens]] number {number}"
        _known(table, ("require",), where)
        found.append(Screen.of(_text(_needed(table, "require", where), f"{where} require")))
    return tuple(found)


def _scenarios(given: Mapping[str, Any]) -> tuple[ScenarioNote, ...]:
    found = []
    for name, table in given.items():
        where = f"[scenarios.{name}]"
        _known(table, ("weight", "attributes"), where)
        attributes = table.get("attributes", {})
        if not isinstance(attributes, Mapping):
            raise StudyError(f"{where}: attributes is a table of numbers: {{ reads_per_write = 2.5 }}")
        numbers = tuple(
            (key, _number(value, f"{where}, attribute {key}")) for key, value in attributes.items()
        )
        found.append(ScenarioNote(name, _number(table.get("weight", 1.0), f"{where}, weight"), numbers))
    return tuple(found)


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StudyError(f"{where} = {quoted(value)} is not a number")
    return float(value)


def _file(table: Mapping[str, Any], number: int, study: str) -> InputFile:
    where = f"[[files]] number {number}"
    _known(table, _FILE, where)
    path = _text(_needed(table, "path", where), f"{where} path")
    if path in ("", "-"):
        raise StudyError(f"{where}: path = {quoted(path)}; name a file, a folder or a pattern")
    if isinstance(table.get("run"), int) and not isinstance(table["run"], bool):
        table = {**table, "run": str(table["run"])}
    given = {key: _text(table[key], f"{where} {key}") for key in _FILE[1:] if key in table}
    for key, value in given.items():
        if not value.strip():
            raise StudyError(f"{where}: {key} is empty; leave it out or fill it in")
    place = f"{study}, {where}" if study else where
    return InputFile(str(Path(study).parent / path), **given, place=place)


def _measure(name: str, table: object) -> Measure:
    where = f"[measures.{name}]"
    if not isinstance(table, Mapping):
        raise StudyError(f"{where} is a table with the keys {listed(_MEASURE)}")
    _known(table, _MEASURE, where)
    better = _text(_needed(table, "better", where), f"{where} better")
    unit = _text(table.get("unit", ""), f"{where} unit")
    return _at(where, lambda: user_measure(name, unit=unit, better=better))


def _criterion(table: object, number: int, participants: Mapping[str, float]) -> Criterion:
    where = f"[[criteria]] number {number}"
    if not isinstance(table, Mapping):
        raise StudyError(f"{where} is not a table")
    name = _text(_needed(table, "name", where), f"{where} name")
    where = f"criterion {quoted(name)}"
    _known(table, _CRITERION, where)
    mix = table.get("mix", {})
    if not isinstance(mix, Mapping):
        raise StudyError(f"{where}: mix is a table of transaction types and weights")
    merit = _text(_needed(table, "merit", where), f"{where} merit")
    index = _text(table.get("index", "auto"), f"{where} index")
    combine = _text(table["combine"], f"{where} combine") if "combine" in table else None
    judged = None
    if "judgments" in table:
        stray = [key for key in ("measure", "index", "transaction", "combine", "mix") if key in table]
        if stray:
            raise StudyError(f"{where} has judgments and {listed(stray)}; what is judged is not measured")
        judged = over_alternatives(table["judgments"], where, participants)
    return Criterion(
        name=name,
        merit=_at(f"{where} merit", lambda: Merit.of(merit, MEASURED)),
        measures=() if judged is not None else _texts(_needed(table, "measure", where), f"{where} measure"),
        index=_at(f"{where} index", lambda: Index.of(index)),
        weight=table.get("weight", 1.0),
        transactions=_texts(table.get("transaction", []), f"{where} transaction"),
        combine=None if combine is None else _at(f"{where} combine", partial(Combine.of, combine)),
        mix=tuple((str(kind), share) for kind, share in mix.items()),
        under=_text(table["under"], f"{where} under") if "under" in table else None,
        judged=judged,
    )


def _known(table: object, keys: tuple[str, ...], where: str) -> None:
    if not isinstance(table, Mapping):
        raise StudyError(f"{where} is not a table")
    unknown = [key for key in table if key not in keys]
    if unknown:
        raise StudyError(f"{where} has the unknown key {listed(unknown)}; its keys are {listed(keys)}")


def _needed(table: Mapping[str, Any], key: str, where: str) -> object:
    if key not in table:
        raise StudyError(f"{where} has no key {key!r}")
    return table[key]


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise StudyError(f"{where} is text; found {quoted(value)}")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    entries = value if isinstance(value, list) else [value]
    return tuple(_text(entry, where) for entry in entries)


def _at(where: str, build: Callable[[], T]) -> T:
    try:
        return build()
    except AHPError as error:
        raise StudyError(f"{where}: {error}") from None
