"""PostgreSQL's view `pg_stat_wal`: how many bytes of write-ahead log were written."""

from __future__ import annotations

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.client_tables import Heading, find_heading, rows_below
from ahp.ingest.readers.lines import finite
from ahp.ingest.tables.headings import parse_heading

_VIEW = frozenset({"wal_records", "wal_fpi", "wal_bytes"})
_ROLES = ("scenario", "alternative", "run")
_CAVEATS = (
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
        return find_heading(head, _VIEW.issubset) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the bytes of every row.

        Raises
        ------
        InputError
            If the table is damaged or cut off, or two rows could not be told from each other.
        """
        heading = find_heading(source.text, _VIEW.issubset)
        if heading is None:
            raise InputError("no columns of pg_stat_wal stand here", line=1)
        roles = _roles(heading, options)
        seen: dict[tuple[str | None, ...], int] = {}
        rows: list[Row] = []
        for line, record in rows_below(source.text, heading):
            key = tuple(record[roles[role]] if role in roles else None for role in _ROLES)
            first = seen.setdefault(key, line)
            if first != line:
                raise InputError(
                    f"nothing tells this row from that of line {first}",
                    line=line,
                    advice="add columns 'alternative' and 'run'",
                )
            rows.append(_row(key, record["wal_bytes"], line))
        if not rows:
            raise InputError("there is no row below the headings", line=heading.line)
        ignored = tuple(n for n in heading.names if n != "wal_bytes" and n not in roles.values())
        return Reading(tuple(rows), ignored, len(rows), frozenset(heading.names), _CAVEATS)


def _roles(heading: Heading, options: Options) -> dict[str, str]:
    """Return the columns that name the scenario, the alternative and the run: as the caller or they say."""
    named = {name: column.strip().casefold() for name, column in options.columns.items()}
    named = {name: column for name, column in named.items() if column in heading.names}
    other = [name for name in named if name not in (*_ROLES, "wal_bytes")]
    if other:
        raise InputError(
            f"of pg_stat_wal only wal_bytes is read, not {listed(other)}",
            line=heading.line,
            advice="read it as a plain table: --reader table",
        )
    named.pop("wal_bytes", None)
    own = {parse_heading(name).role or "": name for name in reversed(heading.names)}
    return {role: own[role] for role in _ROLES if role in own} | named


def _row(key: tuple[str | None, ...], printed: str, line: int) -> Row:
    scenario, alternative, run = key
    if not printed.isascii() or not printed.isdigit():
        raise InputError("a number of bytes is needed", line=line, column="wal_bytes", found=printed)
    if alternative == "":
        raise InputError("the alternative has no name", line=line)
    return number(
        "wal_bytes",
        finite(printed, line),
        "B",
        printed=printed,
        line=line,
        column="wal_bytes",
        scenario=scenario or None,
        alternative=alternative,
        run=run or None,
    )
