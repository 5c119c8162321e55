"""The gate for a decision document that comes back: from a file, from another tool, from an older version."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

from ahp.errors import InputError, listed, quoted

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument

SCHEMA = "ahp.decision/1"
"""What the key `schema` of a decision document says."""

Check: TypeAlias = Callable[[object, str], None]
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
    schema = document.get("schema")
    if schema != SCHEMA:
        if isinstance(schema, str) and schema.startswith("ahp.decision/"):
            raise InputError(f"key 'schema' must be {SCHEMA!r}", found=schema, advice="update ahp-rank")
        raise InputError(f"this is no decision: key 'schema' is not {SCHEMA!r}", advice=_ADVICE)
    _DECISION(document, "")
    found = cast("DecisionDocument", document)
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


def _text(value: object, where: str) -> None:
    if not isinstance(value, str):
        raise _wrong(where, "text", value)


def _number(value: object, where: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        raise _wrong(where, "a finite number", value)


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer of hundreds of digits
        return False


def _label(value: object, where: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise _wrong(where, "a number or text", value)


def _one_of(*known: str) -> Check:
    """Return a check for one of a few words."""

    def one_of(value: object, where: str) -> None:
        if value not in known:
            raise _wrong(where, f"one of {listed(known)}", value)

    return one_of


def _several(check: Check, least: int = 0) -> Check:
    """Return a check for a list."""

    def several(value: object, where: str) -> None:
        if not isinstance(value, list | tuple) or len(value) < least:
            raise _wrong(where, f"a list{' that is not empty' if least else ''}", value)
        for number, entry in enumerate(value):
            check(entry, f"{where}[{number}]")

    return several


def _named(check: Check) -> Check:
    """Return a check for an object whose keys are names."""

    def named(value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise _wrong(where, "an object", value)
        for name, entry in value.items():
            check(entry, f"{where}.{name}")

    return named


def _record(needed: Mapping[str, Check], absent: Mapping[str, Check] | None = None) -> Check:
    """Return a check for an object with these keys, and with those of `absent` unless null or missing."""

    def record(value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise _wrong(where, "an object", value)
        for key, check in needed.items():
            place = f"{where}.{key}" if where else key
            if key not in value:
                raise InputError(f"key {quoted(place)} is missing", advice=_ADVICE)
            check(value[key], place)
        for key, check in (absent or {}).items():
            if value.get(key) is not None:
                check(value[key], f"{where}.{key}" if where else key)

    return record


def _wrong(where: str, needed: str, value: object) -> InputError:
    shown = "null" if value is None else '""' if value == "" else value
    return InputError(f"key {quoted(where)} must be {needed}", found=shown, advice=_ADVICE)


_NUMBERS = _named(_number)
_MEASUREMENT = {"alternative": _text, "run": _label, "measure": _text, "value": _number, "unit": _text}
_CRITERION = {
    "name": _text,
    "merit": _one_of("benefit", "cost"),
    "measure": _text,
    "better": _one_of("higher", "lower"),
    "weight": _number,
}
_SCENARIO = _record(
    {
        "scenario": _text,
        "alternatives": _several(_text, 1),
        "by": _one_of("benefit", "cost", "benefit_to_cost"),
        "choose": _several(_text, 1),
        "criteria": _several(_record({"name": _text, "measure": _text, "index": _text}), 1),
        "measurements": _several(_record(_MEASUREMENT), 1),
    },
    {
        "benefit": _NUMBERS,
        "cost": _NUMBERS,
        "benefit_to_cost": _NUMBERS,
        "confidence": _record({"verdict": _text}),
    },
)
_STUDY = _record(
    {"index": _text, "criteria": _several(_record(_CRITERION), 1)},
    {"baseline": _text},
)
_DECISION = _record(
    {"version": _text, "statistic": _text, "study": _STUDY, "scenarios": _several(_SCENARIO, 1)}
)
