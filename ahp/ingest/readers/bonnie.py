"""bonnie++'s CSV lines: of 1.03, and of formats 1.96 to 1.98; alone or below its report."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, PrintedReader, once
from ahp.ingest.readers.suites import repetitions

_BYTES = ("putc", "put_block", "rewrite", "getc", "get_block")
_FILES = ("seq_create", "seq_stat", "seq_del", "ran_create", "ran_stat", "ran_del")
_TESTS = (*_BYTES, "seeks", *_FILES)


class _Layout(NamedTuple):
    """Where things stand: the name, the first test, what lies before the files' tests, and the latencies."""

    name: int
    first: int
    between: int
    fields: int
    latencies: bool = True


_OLD = _Layout(0, 2, 1, 27, latencies=False)
_LAYOUTS: Mapping[str, _Layout] = {
    "1.96": _Layout(2, 7, 5, 48),
    "1.97": _Layout(2, 7, 5, 48),
    "1.98": _Layout(2, 9, 5, 50),  # it adds the number of seeks and seekers
}
_CELL = r"(?:[0-9]+(?:\.[0-9]+)?|\++)?"
_LINE = re.compile(
    r"^(?:1\.9[678],[12]\.\d\w*,[^,\n]*(?:,[^,\n]*){45,47}"
    rf"|[^,\n]+,[0-9]+[kKMG]?(?::[0-9]+[kK]?)?(?:,{_CELL}){{12}},[0-9:/]*(?:,{_CELL}){{12}})\r?$",
    re.MULTILINE | re.ASCII,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_LATENCY = re.compile(r"(\d+(?:\.\d+)?)(us|ms|s)", re.ASCII)
_PLUS = re.compile(r"\++")

_CAVEATS = (
    "bonnie++'s latency is the longest single one; its CPU is a percentage of one core, of bonnie++ itself.",
    "Speeds of block and character I/O are given as 'bandwidth'; 'throughput' is of seeks and of files.",
)
_TOO_FAST = "bonnie++ prints +++++ for what took less than half a second; those values are missing."


class BonnieReader(PrintedReader):
    """The CSV line of bonnie++, versions 1.03, 1.9x and 2.0, alone or below its report.

    Gives: by test, as a transaction type: `bandwidth` of block and character I/O, `throughput` of seeks
    and of files created, read and deleted, `cpu`, and `response_time_max` (not by 1.03).
    Elsewhere: the compression ratio; the alternative, unless several names stand in one file.
    Caveats: its latency is the longest single one; CPU is of bonnie++ on one core; what took less than
    half a second is printed as +++++ and is missing. A bandwidth is ranked by a study of your own.
    """

    words = (",",)
    forms = (_LINE,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        found = list(_lines(text))
        if not found:
            raise InputError("no CSV line of bonnie++", line=1, advice="give its standard output")
        # Lines of one name are runs of it. Several names are alternatives; a single one, the machine's unless
        # it was told otherwise, leaves the alternative's name to the path.
        names = [fields[layout.name] for _, layout, fields in found]
        several = len(set(names)) > 1
        rows: list[Row] = []
        for (line, layout, fields), name, run in zip(found, names, repetitions(names), strict=True):
            alternative = name if several else None
            rows += [r._replace(alternative=alternative, run=run) for r in _rows(layout, fields, line)]
        missing = any(row.value is None for row in rows)
        return Reading(tuple(rows), count=len(found), caveats=(*_CAVEATS, *([_TOO_FAST] if missing else [])))


def _lines(text: Lines) -> Iterator[tuple[int, _Layout, list[str]]]:
    """Yield the number, the layout and the fields of each CSV line."""
    seen: dict[str, int] = {}
    for line, content in text.lines:
        if content.count(",") < 20 or content.startswith(("format_version,", "name,")):
            continue
        once(seen, content, line, "this line", advice="remove one of them")
        fields = content.split(",")
        layout = _LAYOUTS.get(fields[0], _OLD)
        if _LINE.fullmatch(content) is None or len(fields) != layout.fields:
            raise InputError(
                "a line of format 1.96 to 1.98 with 48 or 50 fields, or of 1.03 with 27, is needed",
                line=line,
                found=content,
            )
        yield line, layout, fields


def _rows(layout: _Layout, fields: Sequence[str], line: int) -> Iterator[Row]:
    latencies = fields[-len(_TESTS) :] if layout.latencies else [""] * len(_TESTS)
    for position, (test, latency) in enumerate(zip(_TESTS, latencies, strict=True)):
        start = layout.first + 2 * position + (layout.between if test in _FILES else 0)
        measure, unit = ("bandwidth", "KiB/s") if test in _BYTES else ("throughput", "op/s")
        yield from _row(measure, fields[start], unit, test, line)
        yield from _row("cpu", fields[start + 1], "%core", test, line)
        if latency:
            match = _LATENCY.fullmatch(latency)
            if match is None:
                problem = "a time such as 512ms is needed"
                raise InputError(problem, line=line, column=f"{test} latency", found=latency)
            yield from _row("response_time_max", match[1], match[2], test, line)


def _row(measure: str, cell: str, unit: str, test: str, line: int) -> Iterator[Row]:
    if not cell:
        return  # the test was not asked for
    absent = _PLUS.fullmatch(cell) is not None
    if not absent and _NUMBER.fullmatch(cell) is None:
        raise InputError("a number is needed", line=line, column=f"{test} {measure}", found=cell)
    row = number(
        measure,
        math.nan if absent else float(cell),
        unit,
        printed=cell,
        line=line,
        column=f"{test} {measure}",
        transaction=test,
    )
    yield row._replace(value=None) if absent else row
