"""What Swingbench's own converter makes of several results: a table with one column for each file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, N, finite, naming, nothing_done

_HEAD = re.compile(r"\A\ufeff?Metric,[^,\r\n]+,[^\r\n]*\r?\nAverageTransactionsPerSecond,")
_NUMBER = re.compile(N)
_RATE, _CPU, _IGNORED = "AverageTransactionsPerSecond", "AverageUserCPU", "MaximumTransactionRate"
_CAVEAT = "Response times are means; the converter leaves out the maxima."
_USER = "CPU is the user time alone; the system's is not in it."
_NOTE = "Each column is an alternative, called as its results file."


class SwingbenchCsvReader:
    """The CSV of Swingbench's `parse_results.py`; the alternatives are its columns.

    Gives: `throughput`, `response_time_mean` by transaction, `cpu_user` where it was monitored.
    Elsewhere: the maximum response time, the compression ratio, the system's CPU.
    Caveats: response times are means; CPU is the user time alone.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading `Metric` above the average rates."""
        return _HEAD.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every column.

        Raises
        ------
        InputError
            If a row is damaged, has another number of cells than the heading, or stands twice.
        """
        with naming(source):
            lines = [(line, text) for line, text in Lines.of(source.text).lines if text.strip()]
            table = {line: [cell.strip() for cell in text.split(",")] for line, text in lines}
            rows = list(_rows(table))
            ignored = tuple(cells[0] for cells in table.values() if cells[0] == _IGNORED)
            monitored = any(row.measure == "cpu_user" for row in rows)
            caveats = (_CAVEAT, _USER) if monitored else (_CAVEAT,)
            return Reading(tuple(rows), ignored, len(table) - 1, caveats=caveats, notes=(_NOTE,))


def _rows(table: dict[int, list[str]]) -> Iterator[Row]:
    title, *body = table
    names = [name.removesuffix(".xml") for name in table[title][1:-1]]
    if table[title][-1] or not all(names) or len(set(names)) != len(names):
        raise InputError("the heading line is damaged, or names a file twice", line=title)
    seen: dict[str, int] = {}
    for line in body:
        metric, *cells = table[line]
        end = cells.pop() if cells else metric  # no comma: the end is missing
        if seen.setdefault(metric, line) != line:
            raise InputError(f"this metric stands on line {seen[metric]} already", line=line, found=metric)
        if end or not metric or len(cells) != len(names):
            raise InputError(
                f"{len(names)} values are needed, each with a comma after it, to tell which file one is of",
                line=line,
                found=metric,
                advice="a transaction that a file lacks moves the others; convert those files by themselves",
            )
        for name, cell in zip(names, cells, strict=True):
            if cell != "None" and metric != _IGNORED:
                yield _row(metric, cell, name, line)
    if list(seen)[:1] != [_RATE]:
        raise InputError(f"the first metric is not {_RATE}", line=title)


def _row(metric: str, cell: str, name: str, line: int) -> Row:
    if _NUMBER.fullmatch(cell) is None:
        raise InputError("a number is needed", line=line, column=name, found=cell)
    value = finite(cell, line)
    if metric == _RATE:
        if not value:
            raise nothing_done(line, cell)
        return number("throughput", value, "1/s", printed=cell, line=line, column=name, alternative=name)
    if metric == _CPU:
        return number("cpu_user", value, "%", printed=cell, line=line, column=name, alternative=name)
    return number(
        "response_time_mean",
        value,
        "ms",
        printed=cell,
        line=line,
        column=name,
        alternative=name,
        transaction=metric,
    )
