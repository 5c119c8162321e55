"""What relations take on disk, as psql and the clients of MySQL and MariaDB print it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.client_tables import Heading, find_heading, rows_below
from ahp.ingest.readers.lines import finite, once

NAMES = ("relname", "table_name", "tablename", "relation", "name")
"""Headings over the names of relations."""
SCHEMAS = ("schema", "schemaname", "nspname", "table_schema")
"""Headings over the names of their schemas."""

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


def is_known(names: frozenset[str]) -> bool:
    """Say whether these headings are those of relations and their sizes.

    Examples
    --------
    >>> is_known(frozenset({"relname", "total"})), is_known(frozenset({"name", "size"}))
    (True, False)
    """
    of_server = bool(names & _FUNCTIONS) or "data_length" in names or {"file_size", "allocated_size"} <= names
    by_hand = "relname" in names and any(names.issuperset(columns) for columns in _COLUMNS)
    return names >= _OF_PSQL or by_hand or (of_server and bool(names & set(NAMES)))


def size_columns(names: Collection[str]) -> tuple[str, ...]:
    """Return the columns to add up: the first of those known that are there.

    Raises
    ------
    InputError
        If none are, because a part of the size is missing.
    """
    for columns in _COLUMNS:
        if set(columns) <= set(names):
            return columns
    raise InputError(
        f"the size of a whole relation is not here; found {listed(names)}",
        advice="add the column, or say which counts: --map stored_bytes=COLUMN",
    )


def caveats(names: Collection[str], columns: Sequence[str], sizes: Sequence[Size]) -> Iterator[str]:
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


@dataclass(frozen=True)
class Size:
    """What one relation takes; 0 for a view.

    Attributes
    ----------
    value, resolution : float
        In bytes; half a unit of the last digit.
    line : int
    problem : InputError or None
        Why it is not what is stored, but what was there before page compression.
    """

    value: float
    resolution: float
    line: int
    problem: InputError | None = None

    @classmethod
    def of(cls, record: Mapping[str, str], columns: Sequence[str], line: int) -> Size:
        """Return the sum of the columns of one relation.

        Raises
        ------
        InputError
            If there is no size.
        """
        value, resolution = _sum(record, columns, line)
        options = record.get("create_options", "")
        if "data_length" in columns and _PAGES.search(options):
            problem = InputError(
                "this table has page compression, and data_length counts its pages whole",
                line=line,
                found=options,
                advice=_ASK,
            )
            return cls(value, resolution, line, problem)
        if "allocated_size" in columns and value == 0:
            problem = InputError(
                "the server does not know what this file takes",
                line=line,
                column="allocated_size",
                found=record["allocated_size"],
                advice=_ASK,
            )
            if "file_size" not in record:
                raise problem
            return cls(*_sum(record, ("file_size",), line), line, problem)
        return cls(value, resolution, line)


def _sum(record: Mapping[str, str], columns: Sequence[str], line: int) -> tuple[float, float]:
    """Return the sum of the columns of one relation and its resolution."""
    value = resolution = 0.0
    for column in columns:
        match = _SIZE.fullmatch(record[column])
        if match is None and record[column] not in ("", "NULL"):
            raise InputError("a size is needed", line=line, column=column, found=record[column])
        if match is not None:
            value += finite(match[1], line) * _FACTORS[match[2] or ""]
            resolution += 0.5 * _FACTORS[match[2] or ""]
    return value, resolution


_ROLES = ("scenario", "alternative", "run")


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
        return find_heading(head, is_known) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the sums of the sizes.

        Raises
        ------
        InputError
            If the table is cut off or damaged, a relation stands twice, or only some sizes are stored ones.
        """
        heading = find_heading(source.text, is_known)
        if heading is None:
            raise InputError("no table of relations and their sizes stands here", line=1)
        roles, columns = _asked(heading, options)
        sums: dict[tuple[str | None, ...], list[Size]] = {}
        for line, record in _once(rows_below(source.text, heading), heading):
            key = tuple(record[roles[role]] if role in roles else None for role in _ROLES)
            size = Size.of(record, columns, line)
            if size.problem is not None and "stored_bytes" in options.columns:
                raise size.problem
            sums.setdefault(key, []).append(size)
        return _reading(heading, columns, sums)


def _asked(heading: Heading, options: Options) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the columns of the roles that the caller named, and the columns to add up."""
    named = {name: column.strip().casefold() for name, column in options.columns.items()}
    named = {name: column for name, column in named.items() if column in heading.names}
    other = [name for name in named if name not in (*_ROLES, "stored_bytes")]
    if other:
        raise InputError(
            f"of relations only stored_bytes is read, not {listed(other)}",
            line=heading.line,
            advice="read it as a plain table: --reader table",
        )
    size = named.pop("stored_bytes", None)
    try:
        return named, (size,) if size is not None else size_columns(heading.names)
    except InputError as error:
        raise error.at(line=heading.line) from None


def _once(
    rows: Iterator[tuple[int, Mapping[str, str]]], heading: Heading
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the rows; refuse a relation that stands twice or has no name."""
    keys = [name for name in heading.names if name in (*SCHEMAS, *NAMES)]
    seen: dict[tuple[str, ...], int] = {}
    for line, record in rows:
        name = tuple(record[key] for key in keys)
        once(seen, name, line, "this relation", found=".".join(name))
        if not name[-1]:
            raise InputError("the relation has no name", line=line, column=keys[-1])
        yield line, record


def _reading(
    heading: Heading, columns: Sequence[str], sums: Mapping[tuple[str | None, ...], Sequence[Size]]
) -> Reading:
    every = [size for sizes in sums.values() for size in sizes]
    if not every:
        raise InputError("no relation stands below the headings", line=heading.line)
    rows = tuple(_row(key, sizes, columns) for key, sizes in sums.items())
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
        tuple(caveats(heading.names, columns, every)),
        tuple(notes),
    )


def _row(key: Sequence[str | None], sizes: Sequence[Size], columns: Sequence[str]) -> Row:
    total, line = sum(size.value for size in sizes), sizes[0].line
    if not total:
        raise InputError("these relations take no space; a size above zero is needed", line=line)
    problems = [size.problem for size in sizes if size.problem is not None]
    if 0 < len(problems) < len(sizes):
        raise problems[0]
    counted = ("file_size",) if problems and "allocated_size" in columns else columns
    scenario, alternative, run = key
    row = number(
        "original_bytes" if problems else "stored_bytes",
        total,
        "B",
        printed=f"{total:.0f}",
        line=line,
        column=" + ".join(counted),
        scenario=scenario,
        alternative=alternative,
        run=run,
    )
    return row._replace(resolution=sum(size.resolution for size in sizes))
