"""The shapes in which JSON holds a table: records in lists or under names, columns, nested measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.tables.delimited import FIRST_COLUMN
from ahp.ingest.tables.headings import Heading, parse_heading
from ahp.units import find


class Found(NamedTuple):
    """One record, and the names under which it stands from the outside in."""

    names: tuple[str, ...]
    record: Mapping[str, Any]


class Records(NamedTuple):
    """The records of a document, the names over them among their cells.

    Attributes
    ----------
    rows : list of dict
    levels : dict
        Where they stand under names of several levels, the names of each by its column; otherwise empty.
    once : tuple of str
        The keys of numbers that stand once beside lists of runs.
    """

    rows: list[dict[str, Any]]
    levels: dict[str, list[str]]
    once: tuple[str, ...] = ()


NO_RECORDS = Records([], {})


def records_in(document: object) -> Records:
    """Return the records of a document; none where it holds none.

    Of several kinds of records the one is taken that has measures; of those the one with the most records.

    Examples
    --------
    >>> records_in({"none": {"tps": 1, "latency": {"p99_ms": 3}}, "lz4": {"tps": 2}}).rows
    [{'column 1': 'none', 'tps': 1, 'p99_ms': 3}, {'column 1': 'lz4', 'tps': 2}]
    """
    kinds: dict[int, list[Found]] = {}
    for found in _columns(document) or _walk(document, ()):
        kinds.setdefault(len(found.names), []).append(found)
    tables = (
        _records_under_names(kept)
        for found in kinds.values()
        if (kept := _records_with_measures(_with_short_names(found)))
    )
    return max(tables, key=lambda table: len(table.rows), default=Records(_matrix_in(document), {}))


def _matrix_in(document: object) -> list[dict[str, Any]]:
    """Return the rows of a matrix, numbers under the same names in several objects, its columns; or none.

    Examples
    --------
    >>> _matrix_in({"results": {"rg": {"literal": 0.1, "words": 0.2}, "ag": {"literal": 0.4, "words": 0.5}}})
    [{'column 1': 'literal', 'rg': 0.1, 'ag': 0.4}, {'column 1': 'words', 'rg': 0.2, 'ag': 0.5}]
    """
    if not isinstance(document, dict):
        return []
    inner = [value for value in document.values() if isinstance(value, dict) and len(value) > 1]
    cells = [cell for value in inner for cell in value.values()]
    numbers = all(isinstance(cell, JsonNumber | int | float | None) for cell in cells)
    if len(inner) == len(document) > 1 and numbers and all(set(one) == set(inner[0]) for one in inner):
        return [
            {FIRST_COLUMN: row, **{name: value[row] for name, value in document.items()}} for row in inner[0]
        ]
    found = [rows for value in document.values() if (rows := _matrix_in(value))]
    return found[0] if len(found) == 1 else []


def _columns(document: object) -> list[Found]:
    """Return the records of a document of columns: lists of one length, or the same names under each."""
    if not isinstance(document, dict) or not document:
        return []
    if set(document) >= {"columns", "data"} and isinstance(document["data"], list):  # pandas: orient="split"
        heads = document["columns"]
        rows = [row for row in document["data"] if isinstance(row, list) and len(row) == len(heads)]
        return [Found((), dict(zip(map(str, heads), row, strict=True))) for row in rows]
    columns = list(document.values())
    if all(isinstance(column, list) for column in columns) and len({*map(len, columns)}) == 1:
        if any(isinstance(cell, dict | list) for column in columns for cell in column):
            return []
        return [Found((), dict(zip(document, row, strict=True))) for row in zip(*columns, strict=True)]
    if not all(isinstance(column, dict) and column and _is_flat(column) for column in columns):
        return []
    names = list(columns[0])
    if any(list(column) != names for column in columns) or any(map(_is_measure, names)):
        return []
    if not any(map(_is_measure, document)):
        return []
    records = [{key: column[name] for key, column in document.items()} for name in names]
    if [*map(str, range(len(names)))] == names:  # pandas: orient="columns"
        return [Found((), record) for record in records]
    return [Found((name,), record) for name, record in zip(names, records, strict=True)]


def _walk(node: object, names: tuple[str, ...], *, inside: bool = False) -> Iterator[Found]:
    """Yield the records in a part of a document; objects `inside` a list are records where they can be."""
    if isinstance(node, list):
        for item in node:
            yield from _walk(item, names, inside=True)
    elif isinstance(node, dict) and _is_record(node, inside=inside, whole=not names and not inside):
        yield Found(names, _flat(node))
    elif isinstance(node, dict):
        own = {key: value for key, value in node.items() if isinstance(value, str)} if inside else {}
        for key, child in node.items():
            below = names if isinstance(child, list) and len(_lists(node)) == 1 else (*names, key)
            for found in _walk(child, below):
                yield found._replace(record={**own, **found.record})


def _is_record(node: Mapping[str, Any], *, inside: bool, whole: bool) -> bool:
    """Say whether an object is one row: it has numbers of its own, or it stands in a list."""
    if _lists(node):
        return False
    nested = [value for value in node.values() if isinstance(value, dict)]
    numbers = any(isinstance(value, JsonNumber | int | float) for value in node.values())
    return not nested or inside or (numbers and not whole)


def _lists(node: Mapping[str, Any]) -> list[str]:
    """Return the keys of lists of objects."""
    return [
        key for key, value in node.items() if isinstance(value, list) and value and isinstance(value[0], dict)
    ]


def _is_flat(node: Mapping[str, Any]) -> bool:
    return not any(isinstance(value, dict | list) for value in node.values())


def _flat(node: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return an object whose objects are keys of its own, the names joined by a slash; lists are left out."""
    found: dict[str, Any] = {}
    for key, value in node.items():
        if isinstance(value, dict):
            stem, unit = _unit_of(key)  # of `latency_ms: {p50, p99}` it is that of both
            below = _flat(value, f"{before}{stem}/")
            found |= {f"{name}{unit}" if not _unit_of(name)[1] else name: one for name, one in below.items()}
        elif isinstance(value, list) and len(value) == 1 and _is_number(value[0]):
            found[before + key] = value[0]  # of the only run
        elif not isinstance(value, list) or (value and all(map(_is_number, value))):
            found[before + key] = value
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, JsonNumber | int | float) and not isinstance(value, bool)


def _with_runs(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows with one for each run where numbers stand in lists; what stands alone is of all of them.

    Examples
    --------
    >>> _with_runs([{"tool": "a", "ms": [3, 4], "kb": 8}])
    [{'tool': 'a', 'ms': 3, 'kb': 8, 'run': 1}, {'tool': 'a', 'ms': 4, 'kb': 8, 'run': 2}]
    """
    if any("run" in row for row in rows):  # runs of runs are none
        return [{key: value for key, value in row.items() if not isinstance(value, list)} for row in rows]
    return [
        {key: _of_run(value, run) for key, value in row.items()} | {"run": run + 1}
        for row in rows
        for run in range(max((len(value) for value in row.values() if isinstance(value, list)), default=1))
    ]


def _of_run(value: object, run: int) -> object:
    if not isinstance(value, list):
        return value
    return value[run] if run < len(value) else None


def _unit_of(key: str) -> tuple[str, str]:
    """Return a key without the unit at its end, and that with the line before it; empty where it has none."""
    stem, line, unit = key.rpartition("_")
    stated = stem and parse_heading(key).unit is not None and find(unit) is not None
    return (stem, line + unit) if stated else (key, "")


def _with_short_names(found: Sequence[Found]) -> list[Found]:
    """Return records whose keys are as short as they may be and still say what they are, each once."""
    keys = dict.fromkeys(key for one in found for key in one.record)
    ends = Counter(end for key in keys for end in _ends(key))
    short = {
        key: next(end for end in _ends(key) if (ends[end] == 1 and _says(end)) or end == _whole(key))
        for key in keys
    }
    return [one._replace(record={short[key]: value for key, value in one.record.items()}) for one in found]


def _ends(key: str) -> list[str]:
    parts = key.split("/")
    return ["_".join(parts[at:]) for at in range(len(parts) - 1, -1, -1)]


def _whole(key: str) -> str:
    return key.replace("/", "_")


def _says(end: str) -> bool:
    heading = parse_heading(end)
    return bool(heading.measure or heading.role)


def _is_measure(key: str) -> bool:
    heading: Heading = parse_heading(key)
    return bool(heading.measure or heading.candidates or heading.unit)


def _records_with_measures(found: Sequence[Found]) -> list[Found]:
    """Return the records with measures, and those of their kind that lack them; the others describe."""
    keys = {key for one in found if any(map(_is_measure, one.record)) for key in one.record}
    return [one for one in found if keys and (not one.record or keys.intersection(one.record))]


def _records_under_names(found: Sequence[Found]) -> Records:
    """Return records with the names over them: of one level in the first column, of several in one each."""
    differing = [at for at in range(len(found[0].names)) if len({one.names[at] for one in found}) > 1]
    keys = {key for one in found for key in one.record}
    named = any(
        (heading := parse_heading(key)).role == "alternative" and heading.strength < 2 for key in keys
    )
    headings = [f"level {i}" for i in range(1, len(differing) + 1)]
    if len(differing) == 1:
        headings = ["scenario"] if named and "scenario" not in keys else [FIRST_COLUMN]
    over = dict(zip(headings, differing, strict=True))
    rows = [{heading: one.names[at] for heading, at in over.items()} | dict(one.record) for one in found]
    levels = {name: list(dict.fromkeys(one.names[at] for one in found)) for name, at in over.items()}
    levels = levels if len(over) > 1 else {}
    if not any(isinstance(value, list) for row in rows for value in row.values()):
        return Records(rows, levels)
    once = dict.fromkeys(key for row in rows for key, value in row.items() if _is_number(value))
    return Records(_with_runs(rows), levels, tuple(once))
