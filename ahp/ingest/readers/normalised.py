"""Tables that say of each number which part of a run it is: one number per row, or a scope in the heading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.lines import naming
from ahp.ingest.readers.table import TableReader
from ahp.ingest.scopes import LONG, WIDE, Scope, scope_of, split_heading
from ahp.ingest.tables.delimited import Table, parse_table
from ahp.ingest.tables.headings import ROLES, parse_heading

_LONG = ("metric", "statistic", "value")
_KNOWN = (*_LONG, "scenario", "alternative", "run", "block", "scope", "unit", "source")
_WHOLE = ("", "mean", "total", "count")
"""Statistics that belong to a metric's own name; any other makes another measure of it."""
_NEW_ORDERS = ("new_orders", "new orders")


class NormalisedReader:
    """A table that names the part of a run each number is of: in a column `scope`, or as `tps[tx:payment]`.

    Gives: every measure of the plain table; by transaction type for the scopes `tx:NAME` and `op:NAME`.
    Elsewhere: nothing.
    Caveats: the CPU of `process:NAME` is a measure of its own, `cpu_user_process_NAME`, never the host's.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the headings `metric` and `statistic`, and to a heading that ends with a scope."""
        return LONG.match(head) is not None or WIDE.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the table.

        Raises
        ------
        InputError
            If the table is damaged, or a scope, a unit or a number is not what it should be.
        """
        with naming(source):
            table = parse_table(source)
            reading = _long(table, options) if LONG.match(source.head) else _wide(table, options)
            _refuse_twice(reading)
            return reading


def _long(table: Table, options: Options) -> Reading:
    """Return the rows of a table with one number per row."""
    at = {name.casefold(): position for position, name in enumerate(table.header)}
    missing = [name for name in _LONG if name not in at]
    if missing:
        raise InputError(f"the column {listed(missing)} is missing", line=table.header_line)
    columns: dict[str, list[object]] = {
        name: [cells[at[name]] for _, cells in table.rows]
        for name in ("scenario", "alternative", "run", "block", "value")
        if name in at
    }
    columns |= {"transaction": [], "measure": [], "unit": []}
    processes: dict[str, None] = {}
    for line, cells in table.rows:
        text = {name: str(cells[position]).strip() for name, position in at.items()}
        try:
            scope = scope_of(text.get("scope", "all"))
        except InputError as error:
            raise error.at(line=line, column="scope") from None
        columns["transaction"].append(scope.transaction)
        columns["measure"].append(scope.of(_measure(text["metric"], text["statistic"], options)))
        # New orders per minute are no transactions per minute.
        new_orders = text["metric"].casefold() in _NEW_ORDERS and text.get("unit") in ("1/min", "/min")
        columns["unit"].append("NOPM" if new_orders else text.get("unit", ""))
        if scope.process:
            processes[text["scope"]] = None
    reading = _read(table, columns, options)
    ignored = tuple(name for name in table.header if name.casefold() not in _KNOWN)
    return replace(reading, ignored=ignored, notes=_notes(processes))


def _measure(metric: str, statistic: str, options: Options) -> str:
    """Return the measure of a metric and a statistic: of `latency` and `p99`, `response_time_p99`.

    Examples
    --------
    >>> _measure("latency", "p99", Options()), _measure("throughput", "mean", Options())
    ('response_time_p99', 'throughput')
    >>> _measure("throughput", "max", Options()), _measure("latency", "min", Options())
    ('throughput_max', 'latency_minimum')
    """
    if metric.casefold() in _NEW_ORDERS and statistic.casefold() in _WHOLE:
        return "throughput"
    both = parse_heading(f"{metric} {statistic}", options.own)
    if both.measure is not None:
        return both.measure
    if statistic.casefold() in _WHOLE:
        return parse_heading(metric, options.own).measure or metric
    # `min` at the end of a name is the minute.
    return f"{metric}_{'minimum' if statistic.casefold() == 'min' else statistic}"


def _wide(table: Table, options: Options) -> Reading:
    """Return the rows of a table whose headings end with a scope, scope by scope."""
    roles, by_scope = _parted(table, options)
    options = replace(options, columns={m: split_heading(c)[0] for m, c in options.columns.items()})
    parts: list[Reading] = []
    for scope, headings in by_scope.items():
        columns: dict[str, list[object]] = {
            name: [cells[position] for _, cells in table.rows]
            for name, position in (roles | headings).items()
        }
        if scope.transaction:
            columns["transaction"] = [scope.transaction] * len(table.rows)
        part = _read(table, columns, options)
        scoped = tuple(row._replace(measure=scope.of(row.measure)) for row in part.rows)
        parts.append(replace(part, rows=scoped))
    rows = tuple(sorted((row for part in parts for row in part.rows), key=lambda row: row.line or 0))
    return Reading(
        rows,
        tuple(name for part in parts for name in part.ignored),
        len(table.rows),
        frozenset(name.casefold() for name in table.header),
        notes=_notes(f"process:{scope.process}" for scope in by_scope if scope.process),
    )


def _refuse_twice(reading: Reading) -> None:
    seen: dict[tuple[object, ...], int | None] = {}
    for row in reading.rows:
        key = (*row[:5], row.measure)
        if key in seen:
            raise InputError(
                f"{row.measure} of this run stands on line {seen[key]} already",
                line=row.line,
                column=row.column,
                advice="remove one of them, or give each its run",
            )
        seen[key] = row.line


def _parted(table: Table, options: Options) -> tuple[dict[str, int], dict[Scope, dict[str, int]]]:
    """Return the columns that name what a row is about, and the measures of each scope."""
    named = {column.casefold() for role, column in options.columns.items() if role.casefold() in ROLES}
    if not any(split_heading(text)[0] != text for text in table.header):
        raise InputError(
            "the headings are neither 'metric' and 'statistic', nor does one end with a scope",
            line=table.header_line,
            advice="correct the heading line",
        )
    roles: dict[str, int] = {}
    by_scope: dict[Scope, dict[str, int]] = {}
    for position, text in enumerate(table.header):
        name, scope = split_heading(text)
        if parse_heading(text, options.own).role or text.casefold() in named:
            roles[text] = position
        elif name in by_scope.setdefault(scope, {}):
            raise InputError(
                "this column stands twice, under two spellings", line=table.header_line, column=text
            )
        else:
            by_scope[scope][name] = position
    return roles, by_scope


def _read(table: Table, columns: Mapping[str, Sequence[object]], options: Options) -> Reading:
    """Return what the plain table's reader makes of some columns, on the lines of the file."""
    lines = [line for line, _ in table.rows]
    try:
        reading = TableReader().read(Source(table.name, table=columns), options)
    except InputError as error:
        raise type(error)(
            error.problem,
            file=error.file,
            line=lines[error.line - 1] if error.line else table.header_line,
            column=error.column,
            found=error.found,
            advice=error.advice,
        ) from None
    rows = tuple(row._replace(line=lines[row.line - 1] if row.line else None) for row in reading.rows)
    return replace(reading, rows=rows, headings=frozenset(name.casefold() for name in table.header))


def _notes(processes: Iterable[str]) -> tuple[str, ...]:
    """Return how the numbers of single processes were understood."""
    return tuple(
        f"What was measured of {name} stands by itself, not as the host's; a study may name it."
        for name in processes
    )
