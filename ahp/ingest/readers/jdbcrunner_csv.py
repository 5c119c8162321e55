"""JdbcRunner's two CSV files: how long transactions took (`_r`), and how many each second saw (`_t`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import LineMatch, Lines, naming, nothing_done

_TIMES = re.compile(r"\ufeff?Response time\[msec\],Count(?:\(tx0\)(?:,Count\(tx[0-9]+\))+)?")
_RATES = re.compile(
    r"\ufeff?Elapsed time\[sec\],Throughput(?:\[tps\]|\(tx0\)\[tps\](?:,Throughput\(tx[0-9]+\)\[tps\])+)"
)
_PERCENTILES = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "max": 100}
_LINE = re.compile(r"^[0-9]+(?:,[0-9]+)+$")
_WHOLE = "Response times are whole milliseconds, cut off; a mean of them would be too short and is not given."
_BELOW = "Those below 1 ms are printed as 0 and left out."
_NAMES = "The transaction types are called tx0, tx1, … here; their names stand in the log."


class JdbcRunnerCsvReader:
    """JdbcRunner's `log_…_r.csv` and `log_…_t.csv`, by transaction type where there are several.

    Gives: from `_t.csv` `throughput`; from `_r.csv` `response_time_p50`, `response_time_p90`,
    `response_time_p95`, `response_time_p99`, `response_time_max`; of all types together and of each.
    Elsewhere: the other file's part, the compression ratio, the CPU.
    Caveats: response times are whole milliseconds, those below 1 ms are left out; the types are numbered.
    """

    def matches(self, head: str) -> bool:
        """Say yes to one of the two heading lines."""
        return _TIMES.match(head) is not None or _RATES.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the measured part, which is all that the files hold.

        Raises
        ------
        InputError
            If a line is damaged, missing or there twice, or no transaction was counted.
        """
        with naming(source):
            title, *body = Lines.of(source.text).lines
            series = _RATES.fullmatch(title[1]) is not None
            numbered = [int(i) for i in re.findall(r"\(tx([0-9]+)\)", title[1])]
            known = series or _TIMES.fullmatch(title[1]) is not None
            if not known or numbered != list(range(len(numbered))):
                raise InputError("the heading line is damaged", line=1, found=title[1])
            lines = Lines([(line, text) for line, text in body if text]).every(_LINE, re.compile(""))
            first, by_type = _columns(lines, title[1].count(","), series)
            rows = [
                row
                for name, counts in by_type.items()
                for row in (
                    _throughput(name, counts, lines[0].line)
                    if series
                    else _response_times(name, first, counts, lines)
                )
            ]
            caveats = [] if series else [_WHOLE]
            if any(not row.value for row in rows):
                caveats.append(_BELOW)
            if len(by_type) > 1:
                caveats.append(_NAMES)
            kept = tuple(row for row in rows if row.value)
            return Reading(kept, count=len(lines), caveats=tuple(caveats))


def _columns(lines: list[LineMatch], types: int, series: bool) -> tuple[list[int], dict[str, list[int]]]:
    """Return the seconds or milliseconds, and the counts of all types together and of each."""
    table = [[int(cell) for cell in hit.text(0).split(",")] for hit in lines]
    for hit, cells in zip(lines, table, strict=True):
        if len(cells) != types + 1:
            raise InputError(f"{types} counts are needed", line=hit.line, found=hit.text(0))
    for (before, after), hit in zip(pairwise(table), lines[1:], strict=True):
        if after[0] <= before[0] or (series and after[0] != before[0] + 1):
            raise InputError("a line is missing before this one, or stands twice", line=hit.line)
    if not any(sum(cells[1:]) for cells in table):
        raise nothing_done(1, "no transaction")
    if series and table[0][0] != 1:
        raise InputError("the first second is missing", line=lines[0].line, found=lines[0].text(0))
    together = {"": [sum(cells[1:]) for cells in table]}
    each = {f"tx{i}": [cells[i + 1] for cells in table] for i in range(types)}
    return [cells[0] for cells in table], together | (each if types > 1 else {})


def _throughput(name: str, counts: list[int], line: int) -> Iterator[Row]:
    total, seconds = sum(counts), len(counts)
    if total:
        found = f"{total} tx in {seconds} sec"
        yield number("throughput", total / seconds, "1/s", printed=found, line=line, transaction=name)


def _response_times(name: str, times: list[int], counts: list[int], lines: list[LineMatch]) -> Iterator[Row]:
    """Yield the percentiles as JdbcRunner's own log prints them: by nearest rank."""
    total = sum(counts)
    for statistic, percent in _PERCENTILES.items() if total else ():
        rank, seen = -(-total * percent // 100), 0
        for hit, time, count in zip(lines, times, counts, strict=True):
            seen += count
            if seen >= rank:
                measure = f"response_time_{statistic}"
                yield number(measure, time, "ms", printed=str(time), line=hit.line, transaction=name)
                break
