"""What Google Benchmark prints on a console: the machine, and tables of times and counters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ahp.errors import InputError, quoted
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.google_records import Record, failed
from ahp.ingest.readers.printed import Printed

CONSOLE = re.compile(
    r"^Benchmark {2,}Time {2,}CPU +Iterations\b|^Run on \([0-9]+ X [0-9.]+ MHz CPU", re.MULTILINE
)
"""The heading of its table, or what it prints of the machine."""

_HEADING = re.compile(
    r"Benchmark +Time +CPU +Iterations(?: UserCounters\.\.\.|(?P<counters>(?: +(?!\S*\.\.)\S+)+))?\s*"
)
_NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
_ROW = re.compile(
    rf"(?P<name>\S.*?)(?<! ) ++(?P<real>{_NUMBER}) (?P<unit>ns|us|ms|s|%) +(?P<cpu>{_NUMBER}) (?P=unit) +"
    r"(?P<iterations>[0-9]+)(?P<rest>(?: .*)?)"
)
_FIT = re.compile(rf"\S.*_(?:BigO|RMS) +{_NUMBER} \S+ +{_NUMBER} \S+ *")
_FAILED = re.compile(r"(?=.*'$)(\S.*?)(?<! ) ++(ERROR OCCURRED|SKIPPED): '(.*)'")
_BEFORE_TIME = 10  # from the end of the names to the heading's "Time"
_RULE = re.compile(r"-{20,}\s*")
_WARNING = re.compile(r"\*\*\*WARNING\*\*\*.*")
_COUNTER = re.compile(r" +([^\s=]+)=(\S+)")
_PLAIN = re.compile(rf"-?{_NUMBER}")
_CAVEATS = {
    "built as DEBUG": "The benchmark library was built for debugging: it is slower than it can be.",
    "CPU scaling is enabled": "The processor's frequency was free to change during the benchmark.",
}
_WHOLE = "let it write its results to a file (--benchmark_out=FILE)"


def console(text: str, options: Options) -> tuple[list[Record], list[str], list[str]]:
    """Return the records of a console's output, its caveats, and the counters that were passed over.

    A counter with a prefix (`102.91M/s`) is rounded, and M may be 10⁶ or 2²⁰: it is passed over.

    Raises
    ------
    InputError
        If there is no table, or a line of it is none.
    """
    printed = Printed.of(text)
    headings = [hit.line for hit in printed.all(re.compile(rf"^{_HEADING.pattern}$"))]
    if not headings:
        raise InputError(
            "this is what Google Benchmark prints of the machine, and holds no results", line=1, advice=_WHOLE
        )
    records: list[Record] = []
    passed: dict[str, None] = {}
    table_of: dict[str, int] = {}
    table, names, width = headings[0], None, 0
    for line, content in printed.lines:
        if line < headings[0] or not content.strip() or _RULE.fullmatch(content) or _FIT.fullmatch(content):
            continue
        if heading := _HEADING.fullmatch(content):
            table, names = line, heading["counters"].split() if heading["counters"] else None
            width = content.index("Time") - _BEFORE_TIME
        elif not _WARNING.fullmatch(content):
            record = _record(content, line, width, names, passed)
            name = str(record["name"])
            if table_of.setdefault(name, table) != table:
                raise InputError(
                    f"{quoted(name)} stands in the table of line {table_of[name]} already",
                    line=line,
                    advice="give each table once",
                )
            records.append(record)
    for asked, column in options.columns.items():
        if any(column.casefold() == name.casefold() for name in passed):
            raise InputError(
                f"the counter {quoted(column)}, named for {quoted(asked)}, has a prefix, of which M may be "
                "10⁶ or 2²⁰",
                advice="give the JSON, which has its digits",
            )
    caveats = [said for words, said in _CAVEATS.items() if printed.all(re.compile(rf"^\*\*\*WARN.*{words}"))]
    return records, caveats, list(passed)


def _record(
    content: str, line: int, width: int, names: Sequence[str] | None, passed: dict[str, None]
) -> Record:
    """Return one line of a table as JSON would have it; `width` is what the names have."""
    if wrong := _FAILED.fullmatch(content.rstrip()):
        if wrong[2] == "SKIPPED":
            return {"name": wrong[1], "skipped": "true"}
        return failed(wrong[1], wrong[3], line)
    row = _ROW.fullmatch(content.rstrip())
    if row is None or len(row["name"]) > width:
        problem = "this is no line of Google Benchmark's table"
        raise InputError(problem, line=line, found=content.strip(), advice=_WHOLE)
    record: dict[str, object] = {"name": row["name"], "time_unit": row["unit"]}
    for key, group in (("real_time", "real"), ("cpu_time", "cpu"), ("iterations", "iterations")):
        record[key] = Digits(row[group], line)
    for name, value in _counters(row["rest"], names):
        if "=" in value:
            raise InputError("this counter has no name in the heading", line=line, found=value, advice=_WHOLE)
        if _PLAIN.fullmatch(value):
            record[name] = Digits(value, line)
        elif row["unit"] != "%":
            passed[name] = None
    return record


def _counters(rest: str, names: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    """Yield the counters of a line; a label follows them."""
    if names is not None:
        yield from zip(names, rest.split(), strict=False)  # a label may follow
        return
    at = 0
    while found := _COUNTER.match(rest, at):
        yield found[1], found[2]
        at = found.end()
