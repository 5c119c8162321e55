"""YCSB's text output: one throughput, and response times by operation, each line with its own unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import FailedRunError, InputError
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.lines import Lines, N, PrintedReader, as_runs, percentile

_RESULT = re.compile(r"^\[|Latency\(")
_EXCEPTION = re.compile(r"^((?:[a-z]\w*\.)+\w*(?:Exception|Error)\b)")
_LIMITED = re.compile(r" -target [0-9]")
_STATUS = re.compile(r"\b[0-9]+ sec: [0-9]+ operations; ")
_HEAD = re.compile(
    rf"^\[OVERALL\], (?:RunTime|Throughput)\(|^YCSB Client [0-9]|{_STATUS.pattern}", re.MULTILINE
)
_START = re.compile(r"^\[OVERALL\], RunTime\(")
_V = rf"{N}(?:E[0-9]+)?"
_TIME = re.compile(rf"^\[OVERALL\], RunTime\(ms\), ({_V})$")
_RATE = re.compile(rf"^\[OVERALL\], Throughput\(ops/sec\), ({_V})$")
_OWN_RATE = re.compile(rf"^\[([\w-]+)\], Throughput\(ops/s\), ({_V})$")
_COUNT = re.compile(r"^\[([\w-]+)\], Operations, ([0-9]+)$")
_RETURN = re.compile(r"^\[([\w-]+)\], Return=([\w-]+), ([0-9]+)$")
_FEW = 0.01
_GOOD = ("OK", "0", "BATCHED_OK")
_LATENCY = re.compile(rf"^\[([\w-]+)\], (Average|Min|Max|({N})(?:th)?Percentile)Latency\((us|ms)\), ({_V})$")
_NO_OPERATION = re.compile(r"^\[(?:CLEANUP|TOTAL_GC\w*|[\w-]+-FAILED)\]")


class YcsbReader(PrintedReader):
    """What YCSB prints, with one run or several.

    Gives: `throughput`, by operation too where a time series tells it; by operation `response_time_mean`,
    `response_time_max`, and the percentiles that were printed (`response_time_p95`, `response_time_p99`, …).
    Elsewhere: the compression ratio, the CPU.
    Caveats: throughput is that of all operations together; with `-target` it is the limit's; response times
    begin when an operation is sent, unless intended ones were measured; operations that failed.
    """

    words = ("[OVERALL], ", "YCSB Client ", " operations; ")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        runs = as_runs(text.only(_RESULT).parts(_START))
        if not runs:
            thrown = text.all(_EXCEPTION)
            why = f"; {thrown[0].text()} on line {thrown[0].line}" if thrown else ""
            raise (FailedRunError if thrown else InputError)(  # without an exception it may have been cut off
                f"there is no line '[OVERALL], RunTime(ms)': the run did not finish{why}",
                line=text.last,
                advice="give the whole output of a run that finished",
            )
        rows = [row for run, report in runs for row in _rows(report, run)]
        limited = bool(text.all(_LIMITED))
        caveats = dict.fromkeys(caveat for _, report in runs for caveat in _caveats(report, limited))
        return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


def _rows(report: Lines, run: str | None) -> Iterator[Row]:
    """Yield the throughput, then the mean, percentiles and maximum of each operation that succeeded."""
    rate = report.one(_RATE, "throughput")
    ended = _counts_by_code(report)
    good = {name for name, codes in ended.items() if any(codes.get(code) for code in _GOOD)}
    if not good:
        raise InputError("no operation succeeded", line=rate.line, found=rate.text(0))
    yield rate.row("throughput", "op/s", run=run)
    for hit in report.without(_NO_OPERATION).every(_OWN_RATE, re.compile(r", Throughput\(ops/s\),")):
        if hit.text() in good:
            yield hit.row("throughput", "op/s", 2, run=run, transaction=hit.text())
    for hit in report.without(_NO_OPERATION).every(_LATENCY, re.compile(r"Latency\(")):
        if hit.text() not in ended:
            raise InputError("no number of these operations is given", line=hit.line, found=hit.text(0))
        names = {"Average": "response_time_mean", "Max": "response_time_max"}
        measure = percentile(hit.text(3)) if hit.text(3) else names.get(hit.text(2))
        if measure is not None and hit.text() in good:
            yield hit.row(measure, hit.text(4), 5, run=run, transaction=hit.text())


def _counts_by_code(report: Lines) -> dict[str, dict[str, float]]:
    """Return how many of each operation ended with which code; together they must be all of them."""
    ended: dict[str, dict[str, float]] = {}
    for hit in report.without(_NO_OPERATION).all(_RETURN):
        ended.setdefault(hit.text(), {})[hit.text(2)] = hit.value(3)
    for hit in report.without(_NO_OPERATION).all(_COUNT):
        if sum(ended.get(hit.text(), {}).values()) != hit.value(2):
            raise InputError("its return codes are not as many", line=hit.line, found=hit.text(0))
    return ended


def _operations(report: Lines) -> float:
    """Return how many operations were made, each counted once."""
    counts = {hit.text(): hit.value(2) for hit in report.all(_COUNT)}
    once = sum(n for name, n in counts.items() if not name.startswith(("CLEANUP", "Intended-")))
    # A READ-MODIFY-WRITE is one operation, but its READ and its UPDATE are counted too.
    return once - 2 * counts.get("READ-MODIFY-WRITE", 0.0)


def _caveats(report: Lines, limited: bool) -> Iterator[str]:
    """Yield what a reader of these numbers should know."""
    if not report.all(_OWN_RATE):
        yield "Throughput is that of all operations together; it is not printed by operation."
    if limited:
        yield "With -target the throughput is the limit's rather than the system's."
    if not any(hit.text().startswith("Intended-") for hit in report.all(_COUNT)):
        yield "Response times begin when an operation is sent: those of operations that waited are too short."
    if len({hit.text(4) for hit in report.all(_LATENCY)}) > 1:
        yield "Percentiles are whole milliseconds, mean and maximum are not."
    made = report.one(_RATE, "throughput").value() * report.one(_TIME, "run time").value() / 1000
    if _operations(report) <= _FEW * made:
        yield f"Response times are of {_operations(report):.0f} operations, the throughput is of {made:.0f}."
    for name, ended in _counts_by_code(report).items():
        good = sum(ended.get(code, 0.0) for code in _GOOD)
        if good < sum(ended.values()):
            left = "" if good else "; its response times are left out"
            yield f"{1 - good / sum(ended.values()):.1%} of {name} failed{left}."
