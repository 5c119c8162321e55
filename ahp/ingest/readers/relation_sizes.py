"""What relations take on disk, as psql and the clients of MySQL and MariaDB print it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.client_tables import Heading, find_heading, rows_below
from ahp.ingest.readers.printed import naming
from ahp.ingest.readers.relation_columns import NAMES, SCHEMAS, Size, caveats, is_known, size_columns
from ahp.ingest.sources import Source

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
        with naming(source):
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
        first = seen.setdefault(name, line)
        if first != line:
            raise InputError(f"this relation stands on line {first} already", line=line, found=".".join(name))
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
