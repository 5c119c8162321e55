"""What databases say of sizes, as their clients print a table: of relations, and of the write-ahead log.

A client prints a table separated, aligned with a footer, or in a box.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, RowNames, number
from ahp.ingest.readers.lines import Lines, finite, once
from ahp.ingest.tables.headings import parse_heading

_MARKS = ("|", "\t", ",", ";")
_TITLES = 6
_RULER = re.compile(r"\s*[+|]?-[-+|]*\s*")
_FOOTER = re.compile(r"\(([0-9]+) rows?\)|([0-9]+) rows? in set.*")


class _Heading(NamedTuple):
    """The line of a table that names its columns, in lower case, and what separates its cells."""

    line: int
    names: tuple[str, ...]
    mark: str


def _find_heading(text: str, is_known: Callable[[frozenset[str]], bool]) -> _Heading | None:
    """Return the heading among the first lines whose names are known; None if there is none."""
    for line, content in Lines.of("\n".join(text.split("\n", _TITLES)[:_TITLES])).lines:
        if _RULER.fullmatch(content):
            continue
        for mark in (mark for mark in _MARKS if mark in content):
            names = tuple(name.casefold() for name in _cells(content, mark))
            if len(names) > 1 and is_known(frozenset(names)):
                return _Heading(line, names, mark)
    return None


def _rows_below(text: str, heading: _Heading) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the line and the cells, by the names of their columns, of each row below a heading."""
    lines = Lines.of(text).lines
    boxed = heading.line > 1 and lines[heading.line - 2][1].lstrip().startswith("+-")
    footed = not boxed and bool(_RULER.fullmatch("".join(text for _, text in lines[heading.line :][:1])))
    count, stated, closed = 0, None, False
    for line, content in lines[heading.line :]:
        footer = _FOOTER.fullmatch(content.strip())
        if footer is not None:
            stated = int(footer[1] or footer[2])
        elif heading.mark == "|" and _RULER.fullmatch(content):
            closed = boxed and count > 0
        elif content.strip():
            cells = _cells(content, heading.mark)
            if len(cells) != len(heading.names) or closed or stated is not None:
                problem = f"this is no row of {len(heading.names)} cells, or the table ended before"
                raise InputError(problem, line=line, found=content, advice="give one whole table")
            count += 1
            yield line, dict(zip(heading.names, cells, strict=True))
    if boxed != closed or (footed and stated is None) or stated not in (None, count):
        problem = f"the table is cut off: it has {count} rows and no end, or another number of them below it"
        raise InputError(problem, line=lines[-1][0], advice="give the whole output")


def _cells(line: str, mark: str) -> list[str]:
    if mark == "|":
        inner = line.strip()
        inner = inner[1:-1] if inner.startswith("|") and inner.endswith("|") else line
        return [cell.strip() for cell in inner.split("|")]
    if mark == "\t":  # mysql --batch quotes nothing
        return [cell.strip() for cell in line.split(mark)]
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=mark), [])]
    except csv.Error:  # a cell of more than 128 KiB
        return [line]


_ROLES = ("scenario", "alternative", "run")


def _columns_by_role(heading: _Heading, options: Options, table: str, measure: str) -> dict[str, str]:
    """Return the columns that the caller named, by their roles or the one measure."""
    named = {name: column.strip().casefold() for name, column in options.columns.items()}
    named = {name: column for name, column in named.items() if column in heading.names}
    other = [name for name in named if name not in (*_ROLES, measure)]
    if other:
        raise InputError(
            f"of {table} only {measure} is read, not {listed(other)}",
            line=heading.line,
            advice="read it as a plain table: --reader table",
        )
    return named


def _key(record: Mapping[str, str], roles: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(record[roles[role]] if role in roles else None for role in _ROLES)


_NAMES = ("relname", "table_name", "tablename", "relation", "name")
_SCHEMAS = ("schema", "schemaname", "nspname", "table_schema")

_OF_PSQL = frozenset({"schema", "name", "type", "owner", "size"})  # \dt+, \di+, \dm+
_FUNCTIONS = frozenset({"pg_total_relation_size", "pg_table_size", "pg_relation_size"})
_COLUMNS = (
    ("pg_total_relation_size",),
    ("total",),
    ("total_bytes",),
    ("total_size",),
    ("pg_table_size", "pg_indexes_size"),
    ("pg_table_size",),
    ("pg_relation_size",),
    ("data_length", "index_length"),
    ("allocated_size",),
    ("size",),
)
_SIZE = re.compile(r"([0-9]+)(?: (bytes|[kMGTP]B))?")
_FACTORS = {"": 1, "bytes": 1} | {f"{prefix}B": 1024**i for i, prefix in enumerate("kMGTP", start=1)}
_PAGES = re.compile(r"page_compressed`?='?(?:1|on|yes)\b|\bcompression=[\"'](?!none)", re.IGNORECASE)

_BELOW = "These are sizes as the database sees its files: what the file system below compresses is not seen."
_ESTIMATED = (
    "InnoDB estimates data_length and index_length from statistics, in whole pages; page compression, which "
    "punches holes into the file, is not seen in them."
)
_ASK = "give what its file takes: du --block-size=1 TABLE.ibd"
_WHOLE_PAGES = (
    "With page compression the server counts pages whole, with the holes that compression punches into them: "
    "this is the size before compression, original_bytes; du --block-size=1 TABLE.ibd says what is stored."
)
_MAIN_FORK = "pg_relation_size is the main fork alone: without TOAST and indexes."
_NO_INDEXES = "The sizes are those of tables with TOAST, without their indexes."
_ROUNDED = "Sizes such as 133 MB are rounded, in powers of 1024; pg_total_relation_size gives bytes."


class _Size(NamedTuple):
    """What one relation takes, 0 for a view; `problem` says why it is what was there before compression."""

    value: float
    resolution: float
    line: int
    problem: InputError | None = None


class RelationSizesReader:
    r"""Sizes of tables: PostgreSQL's `\dt+` and size functions, `information_schema` of MySQL and MariaDB.

    Gives: `stored_bytes`, the sum over all relations listed; with a column named for `alternative`,
    `scenario` or `run`, a sum for each of its names. Of tables with page compression `original_bytes`.
    Elsewhere: the alternative, the original size, throughput, response times, the CPU.
    Caveats: compression by the file system is not seen; InnoDB's lengths are estimates in which page
    compression is not seen: where a table's options show it, they are those of whole pages.
    """

    def matches(self, head: str) -> bool:
        """Say whether one of the first lines is a heading with a relation's name and a size."""
        return _find_heading(head, _has_sizes) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the sums of the sizes.

        Raises
        ------
        InputError
            If the table is cut off or damaged, a relation stands twice, or only some sizes are stored ones.
        """
        heading = _find_heading(source.text, _has_sizes)
        if heading is None:
            raise InputError("no table of relations and their sizes stands here", line=1)
        roles = _columns_by_role(heading, options, "relations", "stored_bytes")
        asked = roles.pop("stored_bytes", None)
        columns = (asked,) if asked is not None else _size_columns(heading)
        sums: dict[tuple[str | None, ...], list[_Size]] = {}
        keys = [name for name in heading.names if name in (*_SCHEMAS, *_NAMES)]
        seen: dict[tuple[str, ...], int] = {}
        for line, record in _rows_below(source.text, heading):
            name = tuple(record[key] for key in keys)
            once(seen, name, line, "this relation", found=".".join(name))
            size = _size(record, columns, line)
            if size.problem is not None and "stored_bytes" in options.columns:
                raise size.problem
            sums.setdefault(_key(record, roles), []).append(size)
        return _sums(heading, columns, sums)


def _has_sizes(names: frozenset[str]) -> bool:
    """Say whether these headings are those of relations and their sizes."""
    of_server = bool(names & _FUNCTIONS) or "data_length" in names or {"file_size", "allocated_size"} <= names
    by_hand = "relname" in names and any(names.issuperset(columns) for columns in _COLUMNS)
    return names >= _OF_PSQL or by_hand or (of_server and bool(names & set(_NAMES)))


def _size_columns(heading: _Heading) -> tuple[str, ...]:
    """Return the columns to add up: the first of those known that are there."""
    for columns in _COLUMNS:
        if set(columns) <= set(heading.names):
            return columns
    raise InputError(
        f"the size of a whole relation is not here; found {listed(heading.names)}",
        line=heading.line,
        advice="add the column, or say which counts: --map stored_bytes=COLUMN",
    )


def _size(record: Mapping[str, str], columns: Sequence[str], line: int) -> _Size:
    """Return the sum of the columns of one relation."""
    size = _sum(record, columns, line)
    options = record.get("create_options", "")
    if "data_length" in columns and _PAGES.search(options):
        problem = "this table has page compression, and data_length counts its pages whole"
        return size._replace(problem=InputError(problem, line=line, found=options, advice=_ASK))
    if "allocated_size" not in columns or size.value:
        return size
    problem, column = "the server does not know what this file takes", "allocated_size"
    unknown = InputError(problem, line=line, column=column, found=record[column], advice=_ASK)
    if "file_size" not in record:
        raise unknown
    return _sum(record, ("file_size",), line)._replace(problem=unknown)


def _sum(record: Mapping[str, str], columns: Sequence[str], line: int) -> _Size:
    """Return the sum of the columns of one relation, whatever it means."""
    value = resolution = 0.0
    for column in columns:
        match = _SIZE.fullmatch(record[column])
        if match is None and record[column] not in ("", "NULL"):
            raise InputError("a size is needed", line=line, column=column, found=record[column])
        if match is not None:
            value += finite(match[1], line) * _FACTORS[match[2] or ""]
            resolution += 0.5 * _FACTORS[match[2] or ""]
    return _Size(value, resolution, line)


def _sums(
    heading: _Heading, columns: Sequence[str], sums: Mapping[tuple[str | None, ...], Sequence[_Size]]
) -> Reading:
    every = [size for sizes in sums.values() for size in sizes]
    if not every:
        raise InputError("no relation stands below the headings", line=heading.line)
    rows = tuple(_sum_row(key, sizes, columns) for key, sizes in sums.items())
    notes = []
    if len(every) > len(rows):
        notes.append(f"{rows[0].measure} is {rows[0].column}, added up over {len(every)} relations.")
    if len(rows) == 1 < len(every):
        notes.append("To compare the relations with each other, name their column: --map alternative=COLUMN.")
    return Reading(
        rows,
        tuple(name for name in heading.names if not any(name in row.column.split(" + ") for row in rows)),
        len(every),
        frozenset(heading.names),
        tuple(_caveats(heading.names, columns, every)),
        tuple(notes),
    )


def _sum_row(key: Sequence[str | None], sizes: Sequence[_Size], columns: Sequence[str]) -> Row:
    total, line = sum(size.value for size in sizes), sizes[0].line
    if not total:
        raise InputError("these relations take no space; a size above zero is needed", line=line)
    problems = [size.problem for size in sizes if size.problem is not None]
    if 0 < len(problems) < len(sizes):
        raise problems[0]
    counted = ("file_size",) if problems and "allocated_size" in columns else columns
    scenario, alternative, run = key
    known = RowNames(column=" + ".join(counted), scenario=scenario, alternative=alternative, run=run)
    measure = "original_bytes" if problems else "stored_bytes"
    row = number(measure, total, "B", printed=f"{total:.0f}", line=line, **known)
    return row._replace(resolution=sum(size.resolution for size in sizes))


def _caveats(names: Collection[str], columns: Sequence[str], sizes: Sequence[_Size]) -> Iterator[str]:
    """Yield what a reader of sizes from these columns should know."""
    whole = any(size.problem is not None for size in sizes)
    yield _WHOLE_PAGES if whole else _BELOW
    if "data_length" in columns and not whole:
        yield _ESTIMATED
    if columns == ("pg_relation_size",):
        yield _MAIN_FORK
    if columns == ("pg_table_size",) or set(names) >= _OF_PSQL:
        yield _NO_INDEXES
    if any(size.resolution > 0.5 * len(columns) for size in sizes):
        yield _ROUNDED


_VIEW = frozenset({"wal_records", "wal_fpi", "wal_bytes"})
_OF_WAL = (
    "The WAL grows with the transactions done: at a fixed duration the faster alternative writes more of it. "
    "Bytes per transaction compare.",
    "pg_stat_wal counts for the whole server, since its statistics were last reset.",
)


class PgStatWalReader:
    """PostgreSQL's view `pg_stat_wal`, as psql prints or copies it, with or without columns of names.

    Gives: `wal_bytes`.
    Elsewhere: throughput, response times, the CPU; the alternative where no column such as
    `wal_compression` names it.
    Caveats: a faster alternative writes more WAL in the same time; the view counts for the whole server
    since its last reset.
    """

    def matches(self, head: str) -> bool:
        """Say whether a heading has the view's columns."""
        return _find_heading(head, _VIEW.issubset) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the bytes of every row.

        Raises
        ------
        InputError
            If the table is damaged or cut off, or two rows could not be told from each other.
        """
        heading = _find_heading(source.text, _VIEW.issubset)
        if heading is None:
            raise InputError("no columns of pg_stat_wal stand here", line=1)
        named = _columns_by_role(heading, options, "pg_stat_wal", "wal_bytes")
        own = {parse_heading(name).role or "": name for name in reversed(heading.names)}
        roles = {role: column for role, column in (own | named).items() if role in _ROLES}
        seen: dict[tuple[str | None, ...], int] = {}
        rows: list[Row] = []
        for line, record in _rows_below(source.text, heading):
            key = _key(record, roles)
            advice = "add columns 'alternative' and 'run'"
            once(seen, key, line, "a row of this alternative and run", advice=advice)
            scenario, alternative, run = (name or None for name in key)
            printed = record["wal_bytes"]
            if not (printed.isascii() and printed.isdigit()):
                raise InputError("a number of bytes is needed", line=line, column="wal_bytes", found=printed)
            known = RowNames(column="wal_bytes", scenario=scenario, alternative=alternative, run=run)
            rows.append(number("wal_bytes", finite(printed, line), "B", printed=printed, line=line, **known))
        if not rows:
            raise InputError("there is no row below the headings", line=heading.line)
        ignored = tuple(n for n in heading.names if n != "wal_bytes" and n not in roles.values())
        return Reading(tuple(rows), ignored, len(rows), frozenset(heading.names), _OF_WAL)
