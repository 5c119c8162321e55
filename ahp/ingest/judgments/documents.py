"""Decisions that were written before: a report in JSON, and histories of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ahp.errors import InputError, one_line
from ahp.ingest.files.open import Source, open_source
from ahp.ingest.files.packed import in_file
from ahp.ingest.files.paths import natural_key
from ahp.ingest.readers.json import distinct_keys
from ahp.report.documents.loading import checked

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument


@dataclass(frozen=True)
class Saved:
    """A decision as it was written down.

    Attributes
    ----------
    name : str
        Of its file, or its line.
    sha256 : str
        Digest of the whole file.
    document : DecisionDocument
    time : datetime or None
        When it was added to a history, where that says so; in UTC.
    """

    name: str
    sha256: str
    document: DecisionDocument
    time: datetime | None = None


def read_decision(path: str | PathLike[str]) -> Saved:
    """Return the decision that a JSON report holds.

    Raises
    ------
    InputError
        If the file cannot be read, is no whole JSON, or is no decision; the message names the file and
        the key.
    """
    return _report(open_source(fspath(path)))


def read_decisions(path: str | PathLike[str]) -> tuple[Saved, ...]:
    """Return the decisions of a history, in their order.

    A history is a folder of JSON reports, or a file of JSON lines, a decision or `{"time": …, "decision": …}`
    each. They are in the order of their times if all have one; otherwise files are in the natural order of
    their names (9 before 10), lines as they stand.

    Raises
    ------
    InputError
        If there are none, or one of them cannot be read; the message names the file, the line and the key.
    """
    if not isinstance(path, str | PathLike):
        raise InputError(
            f"cannot read a {type(path).__name__} as decisions", advice="give a folder or a file"
        )
    found = _folder(Path(path)) if _is_folder(path) else _lines(fspath(path))
    if all(saved.time is not None for saved in found):
        found.sort(key=lambda saved: saved.time or datetime.min)
    return tuple(found)


def _is_folder(path: str | PathLike[str]) -> bool:
    """Say whether this is a folder; what may not be looked at is told when it is opened."""
    try:
        return bool(fspath(path)) and Path(path).is_dir()
    except (OSError, ValueError):
        return False


def check_growing(path: str | PathLike[str]) -> None:
    """Refuse a file to which no line can be added because it is no history of JSON lines.

    Raises
    ------
    InputError
        If it holds something else, or one of its lines cannot be read. An empty file can grow.
    """
    if not Path(path).stat().st_size:
        return
    name = fspath(path)
    if read_decisions(path)[0].name != "line 1":
        raise InputError(
            "this is one report and not JSON lines, so none can be added",
            file=name,
            advice="name another file",
        )


def _folder(place: Path) -> list[Saved]:
    try:
        files = [p for p in place.iterdir() if p.suffix == ".json" and not p.name.startswith(".")]
    except OSError as error:
        raise InputError(f"the folder cannot be read: {error.strerror}", file=str(place)) from None
    if not files:
        raise InputError("no JSON report is in this folder", file=str(place))
    files.sort(key=lambda file: natural_key(file.name))
    return [_report(open_source(file), file.name) for file in files]


def _report(source: Source, name: str | None = None) -> Saved:
    """Return the decision of one report, called as its file unless it has another name."""
    with in_file(source.name):
        return _saved(_json_value(source.text, 1), source, name or source.name)


def _lines(path: str) -> list[Saved]:
    source = open_source(path)
    lines = [(n, line) for n, line in enumerate(source.text.split("\n"), 1) if line.strip()]
    if not _whole(lines[0][1]):  # one report, written over many lines
        return [_report(source, Path(source.name).name)]
    found = []
    for n, line in lines:
        try:
            found.append(_saved(_json_value(line, n), source, f"line {n}"))
        except InputError as error:
            raise error.at(file=source.name, line=n) from None
    return found


def _saved(document: object, source: Source, name: str) -> Saved:
    """Return a decision, taken out of the entry of a history if it is in one."""
    time = None
    if isinstance(document, dict) and "decision" in document and "schema" not in document:
        if document.get("time") is not None:
            time = _time(document["time"])
        document = document["decision"]
    return Saved(name, source.sha256, checked(document), time)


def _time(text: object) -> datetime:
    try:
        found = datetime.fromisoformat(text if isinstance(text, str) else "")
        return found.astimezone(UTC) if found.tzinfo is not None else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # in the year 1, UTC may be the year before
        raise InputError(
            "key 'time' must be a date and time", found=text, advice="write it as 2026-01-31T03:00:00+00:00"
        ) from None


def _json_value(text: str, line: int) -> object:
    """Return the value of a whole JSON text that begins on that line of its file."""
    try:
        found: object = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=distinct_keys(text, line)
        )
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not whole JSON: {error.msg[:1].lower()}{error.msg[1:]}",
            line=line + error.lineno - 1,
            found=one_line(text.split("\n")[error.lineno - 1].strip(), 60) or None,
            advice="give the file as it was written; it may be cut short",
        ) from None
    except RecursionError:
        raise InputError("this JSON is nested too deeply", line=line) from None
    except ValueError as error:  # an integer of thousands of digits
        raise InputError(f"this JSON cannot be read: {one_line(error)}", line=line) from None
    return found


def _refuse_constant(constant: str) -> NoReturn:
    raise InputError("a number must be finite", found=constant)


def _whole(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
