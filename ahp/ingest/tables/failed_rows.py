"""Rows that failed, as their own columns say: a status, errors, an exit code, a stand-in for a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan
from typing import NamedTuple

from ahp.errors import FailedRunError, InputError, listed, quoted
from ahp.ingest.checks import Failures
from ahp.ingest.readers.base import Options
from ahp.ingest.tables.cells import FAILURE, is_missing
from ahp.ingest.tables.columns import Column, parsed, rows_at, text_of, texts_of
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import Heading

_YES = frozenset({"true", "yes", "y", "ok", "pass", "passed", "success", "ja", "wahr", "✓", "✔", "✅"})
_NO = frozenset({"false", "no", "n", "fail", "failed", "failure", "nein", "falsch", "✗", "✘", "❌", "not ok"})
_NUMBERS = {"1": True, "1.0": True, "0": False, "0.0": False}

_NUMBERED = ("pass", "error", "timeout")
"""Headings over numbers that are no flags: the second pass, the error of a mean, the longest wait."""

_GOOD = re.compile(r".*\b(?:ok|valid|success|success?ful|succeeded|passed|pass|verified|correct)")
_BAD = re.compile(
    r".*\b(?:fail|failed|failure|crash|crashed|aborted|invalid|dnf|oom|error|timeout|timed out)"
)
_EXIT = re.compile(r".*\b(?:exit|exit ?(?:code|status|value)|return ?code|ret ?code|rc|errno)")
_STATE = re.compile(r".*\b(?:status|status code|state|outcome|result|verdict)")
_COUNT = re.compile(
    r".*\b(?:(?:error|failure|timeout)s|(?:error|failure|timeout)s? counts?|failed(?: [a-z]+s)?"
    r"|(?:num|n|number of) errors?)"
)
_ASKED = re.compile(r".*\b(?:requests|operations|queries|transactions|samples|calls|attempts)")
_DONE = re.compile(r".*\b(?:solved|completed|finished|done|instances)")
_FAILED_STATE = re.compile(
    rf"{FAILURE.pattern}|(?:dnf|invalid|incomplete|cancell?ed|bad|not ok|unsuccessful)\b",
    re.I,
)

_STAND_INS = frozenset(
    stand_in
    for digits in ("9999", "99999", "999999", "9999999", "-1", "-99", "-999", "-9999", "-99999")
    for stand_in in (digits, f"{digits}.0", f"{digits}.00", float(digits))
)
"""What programs write where they have no number."""


_CHANGE = re.compile("improve|change|delta|diff|overhead|saving|%", re.I)  # which may well be -1


class _Fault(NamedTuple):
    """What a column says of a row that failed."""

    at: int
    said: str
    field: Column


class Remaining(NamedTuple):
    """A table without the rows that failed, what was left out, and numbers of errors to be told."""

    fields: tuple[Column, ...]
    left_out: tuple[str, ...]
    caveats: tuple[str, ...]


def without_failed_rows(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int], options: Options
) -> Remaining:
    """Return a table without the rows that failed, where such are to be left out.

    Columns count whether or not they are used; one that the caller ignores does not.

    Raises
    ------
    FailedRunError
        If a row failed and such are not left out.
    """
    free = [field for i, field in enumerate(fields) if i not in roles.values()]
    measured = [fields[i] for i, heading in enumerate(headings) if heading.measure or heading.unit]
    counts = {id(field): numbers for field in free if (numbers := _counts(field)) is not None}
    faults: dict[int, list[_Fault]] = {}
    numeric = [field for field in fields if field in measured or (field in free and _is_of_numbers(field))]
    for fault in _faults(free, counts, numeric if options.failed == "drop" else ()):
        faults.setdefault(fault.at, []).append(fault)
    for fault in _of_nothing_done(fields, headings) if options.failed == "drop" else ():
        faults.setdefault(fault.at, []).append(fault)
    _add_growth(faults, fields, headings)
    caveats = [
        f"column {quoted(field.heading)} counts {_largest(counts[id(field)], faults, fields, roles)}, "
        "which no criterion looks at"
        for field in free
        if id(field) in counts and field not in measured
        if any(number for at, number in enumerate(counts[id(field)]) if at not in faults)
    ]
    if not faults:
        return Remaining(tuple(fields), (), tuple(caveats))
    failures = Failures(options)
    for at in sorted(faults):
        failures.met(_failure_error(faults[at], fields, roles))
    kept = [at for at in range(len(fields[0].cells)) if at not in faults]
    if not kept:
        raise InputError(f"nothing is left; left out: {failures.left_out[0]}", advice="repeat the runs")
    return Remaining(rows_at(kept, fields), tuple(failures.left_out), tuple(caveats))


def _of_nothing_done(fields: Sequence[Column], headings: Sequence[Heading]) -> Iterator[_Fault]:
    """Yield the rows whose throughput is 0 where that of others is not."""
    for field, heading in zip(fields, headings, strict=True):
        numbers = _numbers(field) if heading.measure == "throughput" else None
        if numbers is not None and max(n for n in numbers if n == n) > 0:
            yield from (_Fault(at, "nothing was done", field) for at, n in enumerate(numbers) if n == 0)


def _add_growth(
    faults: Mapping[int, list[_Fault]], fields: Sequence[Column], headings: Sequence[Heading]
) -> None:
    """Add to what says that rows failed that they are larger than what they were made from."""
    sizes = {heading.measure: field for heading, field in zip(headings, fields, strict=True)}
    if not faults or not {"original_bytes", "stored_bytes"} <= set(sizes):
        return
    given, made = (parsed(sizes[name]) or [] for name in ("original_bytes", "stored_bytes"))
    for at, (one, other) in enumerate(zip(given, made, strict=False)):
        grown = one is not None and other is not None and one.unit == other.unit and other.value > one.value
        if grown and at in faults:
            faults[at].append(_Fault(at, "it is larger than its input", sizes["stored_bytes"]))


def _faults(
    free: Sequence[Column], counts: Mapping[int, Sequence[float]], told: Iterable[Column]
) -> Iterator[_Fault]:
    """Yield what says of a row that it failed: flags, states, errors, stand-ins and words for numbers."""
    asking = (field for field in free if id(field) not in counts and _ASKED.fullmatch(_words(field)))
    asked = [numbers for field in asking if (numbers := _numbers(field))]
    counted = any(map(_DONE.fullmatch, map(_words, free)))
    for field in free:
        words = _words(field)
        if id(field) in counts and not (_is_flag(field) and not asked):
            yield from _of_counts(field, counts[id(field)], asked, told=counted)
        elif _GOOD.fullmatch(words) or _BAD.fullmatch(words):
            yield from _of_flags(field, good=_BAD.fullmatch(words) is None)
        elif _EXIT.fullmatch(words) or _STATE.fullmatch(words):
            yield from _of_states(field, exits=_EXIT.fullmatch(words) is not None)
    yield from _of_stand_ins(free)
    for field in told:
        for at, cell in enumerate(field.cells):
            if isinstance(cell, str) and FAILURE.match(cell.strip()):
                yield _Fault(at, f"{quoted(field.heading)} says so", field)


def _is_of_numbers(field: Column) -> bool:
    """Say whether a column holds numbers but for words of what failed."""
    texts = [text for text in texts_of(field) if not FAILURE.match(text)]
    return bool(texts) and all(map(is_number, texts))


def _of_flags(field: Column, *, good: bool) -> Iterator[_Fault]:
    """Yield the rows for which a column says no, or yes where it tells what went wrong."""
    words = [_fold(cell) for cell in field.cells]
    stated = {word for word in words if word}
    if stated <= {*_NUMBERS} and _words(field).endswith(_NUMBERED):
        return
    if stated <= _YES | _NO | {*_NUMBERS}:
        for at, word in enumerate(words):
            if word and (_NUMBERS.get(word, word in _YES) is not good):
                yield _Fault(at, f"{quoted(field.heading)} says so", field)
    elif not good and not any(is_number(word.lstrip("±+-/ ")) for word in stated):  # messages
        for at, word in enumerate(words):
            if word and word not in _YES | _NO:
                yield _Fault(at, f"{quoted(field.heading)} tells why", field)


def _of_states(field: Column, *, exits: bool) -> Iterator[_Fault]:
    """Yield the rows whose status is a word for a failure, an exit code, or an error of HTTP."""
    numbers = _numbers(field)
    if numbers is None:
        for at, cell in enumerate(field.cells):
            if _FAILED_STATE.match(_fold(cell)):
                yield _Fault(at, f"{quoted(field.heading)} says so", field)
    elif exits or _words(field).endswith(("status", "status code")):
        of_http = not exits and all(n != n or 100 <= n < 600 for n in numbers)
        for at, number in enumerate(numbers):
            if (number >= 400) if of_http else (number != 0 and number == number and (exits or 0 in numbers)):
                yield _Fault(at, f"{quoted(field.heading)} is {number:g}", field)


def _of_counts(
    field: Column, numbers: Sequence[float], asked: Sequence[Sequence[float]], *, told: bool
) -> Iterator[_Fault]:
    """Yield the rows with as many errors as requests, or with a timeout where nothing tells of how many.

    Where another column counts what was done, and where most rows have some, they are counts of a suite.
    """
    told = told or 2 * sum(number > 0 for number in numbers) > len(numbers)
    for at, number in enumerate(numbers):
        if number > 0 and any(0 < of[at] <= number for of in asked):
            yield _Fault(at, f"all of its requests are in {quoted(field.heading)}", field)
        elif number > 0 and not asked and not told and "timeouts" in _words(field).split():
            yield _Fault(at, f"{quoted(field.heading)} is {number:g}", field)


def _of_stand_ins(fields: Sequence[Column]) -> Iterator[_Fault]:
    """Yield the rows in which one stand-in is in several columns, in each far from all other numbers."""
    suspects: dict[tuple[int, float], list[Column]] = {}
    for field in fields:
        places = [
            at
            for at, cell in enumerate(field.cells)
            if isinstance(cell, str | float | int) and cell in _STAND_INS
        ]
        numbers = (_numbers(field) if places else None) or []
        others = [n for at, n in enumerate(numbers) if at not in places and n == n]
        changes = _CHANGE.search(field.heading) is not None
        for at in places if others else ():
            value = numbers[at]
            if value >= 10 * max(others) if value > 0 else min(others) > 0 and not changes:
                suspects.setdefault((at, value), []).append(field)
    for (at, value), columns in suspects.items():
        if len(columns) > 1:
            where = listed((field.heading for field in columns), 4)
            yield _Fault(
                at, f"{value:g} stands in {where}, as programs write it where they have no number", columns[0]
            )


def _counts(field: Column) -> list[float] | None:
    """Return the numbers of a column that counts errors, failures or timeouts; None of any other."""
    numbers = _numbers(field) if _COUNT.fullmatch(_words(field)) else None
    whole = numbers is not None and all(n != n or (n >= 0 and n.is_integer()) for n in numbers)
    return [0.0 if n != n else n for n in numbers] if numbers is not None and whole else None


def _is_flag(field: Column) -> bool:
    """Say whether a column called `failed` holds nothing but 0 and 1."""
    return _words(field).endswith("failed") and {*map(_fold, field.cells)} <= {*_NUMBERS, ""}


def _numbers(field: Column) -> list[float] | None:
    """Return the numbers of a column, NaN where it has none; None of a column of other things."""
    found = [nan if number is None else number.value for number in parsed(field) or ()]
    return found if any(n == n for n in found) else None


def _words(field: Column) -> str:
    """Return a heading as words in lower case: `exitCode` and `exit_code` are exit code."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field.heading)
    return re.sub(r"[\W_]+", " ", parted).strip().casefold()


def _fold(cell: object) -> str:
    text = str(cell).strip(" *`").casefold()
    if text == "dnf":  # no number, and a state all the same
        return text
    return "" if is_missing(cell) else text_of(cell).strip("*`").casefold()


def _name(at: int, fields: Sequence[Column], roles: Mapping[str, int]) -> str:
    """Return whom a row is about, as far as the table says."""
    named = (
        [quoted(text_of(fields[roles["alternative"]].cells[at]))] if "alternative" in roles else ["this row"]
    )
    named += [
        f"{what} {quoted(text_of(fields[roles[role]].cells[at]))}"
        for role, what in (("scenario", "in"), ("run", "in run"))
        if role in roles
    ]
    return " ".join(named)


def _largest(
    counts: Sequence[float], left_out: Iterable[int], fields: Sequence[Column], roles: Mapping[str, int]
) -> str:
    """Return the largest numbers of a column with whom they are of: `5451 for 'zookeeper'`."""
    out = set(left_out)
    largest = sorted((-n, at) for at, n in enumerate(counts) if n > 0 and at not in out)
    shown = ", ".join(f"{-n:.15g} for {_name(at, fields, roles)}" for n, at in largest[:3])
    return shown + (f" and {len(largest) - 3} more" if len(largest) > 3 else "")


def _failure_error(
    faults: Sequence[_Fault], fields: Sequence[Column], roles: Mapping[str, int]
) -> FailedRunError:
    first = faults[0]
    said = " and ".join(dict.fromkeys(fault.said for fault in faults))
    return FailedRunError(
        f"{_name(first.at, fields, roles)} failed: {said}",
        line=first.field.lines[first.at],
        column=first.field.columns[first.at],
        found=text_of(first.field.cells[first.at]),
        advice=f"repeat it, say --ignore {quoted(first.field.heading)} if that means something else",
    )
