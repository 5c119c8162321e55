"""A study as a TOML file: what its keys are, and one clear error for each that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

from ahp.errors import AHPError, InputError, StudyError, listed, quoted
from ahp.evidence.inputs import InputFile
from ahp.evidence.measures import Measure, user_measure
from ahp.evidence.study import Criterion, Study
from ahp.model.matrix import PairwiseMatrix
from ahp.terms import Combine, Index, Merit

T = TypeVar("T")

_TOP = ("baseline", "criteria", "measures", "judgments", "files")
_CRITERION = ("name", "merit", "measure", "index", "weight", "transaction", "combine", "mix")
_MEASURE = ("unit", "better")
_FILE = ("path", "scenario", "alternative", "run", "pattern", "reader")


def load(path: str | PathLike[str]) -> Study:
    """Return the study in the file `path`; see :meth:`ahp.Study.from_toml`."""
    name = fspath(path)
    if not name:
        raise InputError("the name of the study's file is empty", advice="give a path, or leave it out")
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"the study cannot be read: {reason}", file=name) from None
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except ValueError as error:  # not UTF-8, not TOML, or an integer of thousands of digits
        raise InputError(f"the study is not TOML: {error}", file=name) from None
    except RecursionError:
        raise InputError("the study is nested too deeply", file=name) from None
    try:
        return parse(data, name)
    except AHPError as error:
        raise StudyError(f"{name}: {error}") from None


def parse(data: Mapping[str, Any], name: str = "") -> Study:
    """Return the study that the parsed file `name` describes; paths in it start from the file's folder."""
    _known(data, _TOP, "the study")
    own = data.get("measures", {})
    if not isinstance(own, Mapping):
        raise StudyError("[measures.NAME] holds the user's own measures, one table for each")
    measures = tuple(_measure(name, table) for name, table in own.items())
    tables = data.get("criteria", [])
    if not isinstance(tables, list) or not tables:
        raise StudyError("[[criteria]] is missing; a study has at least one criterion")
    criteria = tuple(_criterion(table, number) for number, table in enumerate(tables, 1))
    baseline = _text(data["baseline"], "baseline") if "baseline" in data else None
    judgments = _judgments(data.get("judgments", []), criteria, tables)
    entries = data.get("files", [])
    if not isinstance(entries, list):
        raise StudyError("[[files]] names what to read, one table for each file, folder or pattern")
    files = tuple(_file(table, number, name) for number, table in enumerate(entries, 1))
    return Study(criteria, baseline, judgments, measures, files=files)


def _file(table: object, number: int, study: str) -> InputFile:
    where = f"[[files]] number {number}"
    if not isinstance(table, Mapping):
        raise StudyError(f"{where} is not a table")
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


def _criterion(table: object, number: int) -> Criterion:
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
    return Criterion(
        name=name,
        merit=_at(f"{where} merit", lambda: Merit.of(merit)),
        measures=_texts(_needed(table, "measure", where), f"{where} measure"),
        index=_at(f"{where} index", lambda: Index.of(index)),
        weight=table.get("weight", 1.0),
        transactions=_texts(table.get("transaction", []), f"{where} transaction"),
        combine=None if combine is None else _at(f"{where} combine", partial(Combine.of, combine)),
        mix=tuple((str(kind), share) for kind, share in mix.items()),
    )


def _judgments(
    given: object, criteria: tuple[Criterion, ...], tables: list[Mapping[str, Any]]
) -> tuple[PairwiseMatrix, ...]:
    """Read `judgments = [["a", "b", 3], …]`: a is three times as important as b."""
    if not isinstance(given, list):
        raise StudyError('judgments is a list of [criterion, criterion, how many times], ["a", "b", 3]')
    merit_of = {criterion.name: criterion.merit for criterion in criteria}
    by_merit: dict[Merit, dict[tuple[str, str], Any]] = {}
    for number, entry in enumerate(given, 1):
        where = f"judgments, number {number}"
        if not (isinstance(entry, list) and len(entry) == 3):
            raise StudyError(f"{where}: give [criterion, criterion, how many times]")
        first, second = (_text(name, f"{where}: a criterion") for name in entry[:2])
        if isinstance(times := entry[2], bool):
            raise StudyError(f"{where}: {times} is not how many times")
        for name in (first, second):
            if name not in merit_of:
                raise StudyError(
                    f"{where}: {quoted(name)} is no criterion; the criteria are {listed(merit_of)}"
                )
        if merit_of[first] is not merit_of[second]:
            raise StudyError(
                f"{where}: {quoted(first)} is a {merit_of[first].value} and "
                f"{quoted(second)} a {merit_of[second].value}; merits are kept apart, not compared"
            )
        pairs = by_merit.setdefault(merit_of[first], {})
        if (first, second) in pairs:
            raise StudyError(f"{where}: {quoted(first)} and {quoted(second)} are compared twice")
        pairs[first, second] = times
    for table in tables:
        if "weight" in table and merit_of[table["name"]] in by_merit:
            raise StudyError(
                f"criterion {quoted(table['name'])} has a weight and judgments; keep one of the two"
            )
    matrices = []
    for merit, pairs in by_merit.items():
        build = partial(PairwiseMatrix.from_judgments, pairs, _names(criteria, merit))
        matrices.append(_at("judgments", build))
    return tuple(matrices)


def _names(criteria: tuple[Criterion, ...], merit: Merit) -> list[str]:
    return [criterion.name for criterion in criteria if criterion.merit is merit]


def _known(table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
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
