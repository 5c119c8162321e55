"""Swingbench: the results as XML, and what `charbench -v` prints while it runs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, nothing_done


def _element(name: str, content: str = N) -> re.Pattern[str]:
    return re.compile(rf"<(?:\w+:)?{name}>({content})</(?:\w+:)?{name}>")


_HEAD = re.compile(r"<(?:\w+:)?AverageTransactionsPerSecond>|^Time +Users +TPM +TPS\b", re.MULTILINE)
_RATE = _element("AverageTransactionsPerSecond")
_DONE = _element("TotalCompletedTransactions", "[0-9]+")
_FAILED = _element("TotalFailedTransactions", "[0-9]+")
_TIME = _element("TotalRunTime", "[0-9]+:[0-9]{2}:[0-9]{2}")
_RESULT = re.compile(r'<(?:\w+:)?Result id="([^"]+)"')
_TIMES = {"mean": "AverageResponse", "max": "MaximumResponse"}
_USER_CPU = _element("AverageUsrCPU")
_TITLES = re.compile(r"^Time +Users +TPM +TPS\b(.*)$")
_LIKE_LINE = re.compile(r"^[0-9]+:|\[[0-9]+/[0-9]+\]")
_LINE = re.compile(r"^[0-9]{2}:[0-9]{2}:[0-9]{2} +\[([0-9]+)/([0-9]+)\] +([0-9]+) +([0-9]+)((?: +[0-9]+)*)$")


class SwingbenchReader(PrintedReader):
    """Swingbench's results as XML, and the lines that `charbench -v` prints.

    Gives: `throughput`, by transaction too where the results count them; `response_time_mean` by
    transaction; from the results `response_time_max` by transaction, and `cpu_user` where it was monitored.
    Elsewhere: percentiles, the compression ratio, the system's CPU.
    Caveats: the share of transactions that failed; CPU is the user time alone; from the lines, numbers are
    means from the first transaction with all users on, and TPM, which counts the minute before, is not read.
    """

    words = ("AverageTransactionsPerSecond>", " TPM")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return _of_lines(text) if text.all(_TITLES) else _of_results(text)


def _of_results(printed: Lines) -> Reading:
    _refuse_malformed(printed)
    average, done = printed.one(_RATE, "average rate"), printed.one(_DONE, "number of transactions")
    failed, time = printed.maybe(_FAILED, "failures"), printed.one(_TIME, "run time")
    hours, minutes, seconds = (float(part) for part in time.text().split(":"))
    elapsed = 3600 * hours + 60 * minutes + seconds
    rows = [average.row("throughput", "1/s")]
    for part in printed.parts(_RESULT):
        name = part.one(_RESULT, "transaction").text()
        for count in _first(part, "TransactionCount", "[0-9]+"):
            if count.value() and elapsed:
                rate, found = count.value() / elapsed, f"{count.text()} in {elapsed:.0f} s"
                rows.append(
                    number("throughput", rate, "1/s", printed=found, line=count.line, transaction=name)
                )
        for statistic, element in _TIMES.items():
            measure = f"response_time_{statistic}"
            rows += [hit.row(measure, "ms", transaction=name) for hit in _first(part, element)]
    caveats = []
    cpu = printed.maybe(_USER_CPU, "the user CPU")
    if cpu is not None:
        rows.append(cpu.row("cpu_user", "%"))
        caveats.append("CPU is the user time alone; the system's is not in it.")
    if failed is not None and failed.value():
        share = failed.value() / (failed.value() + done.value())
        caveats.append(f"{share:.1%} of the transactions failed.")
    return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


def _first(part: Lines, element: str, content: str = N) -> list[LineMatch]:
    """Return the first of some elements, all of which are to be whole; none where there is none."""
    return part.every(_element(element, content), re.compile(rf"<(?:\w+:)?{element}"))[:1]


def _refuse_malformed(printed: Lines) -> None:
    """Refuse what is no whole XML, and entities, which results do not have."""
    printed.refuse(re.compile(r"<!(?:DOCTYPE|ENTITY)"), "results have no entities", "give the original file")
    try:
        ElementTree.fromstring(printed.text.encode())
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # the others: an unknown encoding
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 1
        raise InputError(f"this is not whole XML: {error}", line=line) from None


def _of_lines(printed: Lines) -> Reading:
    names = printed.one(_TITLES, "heading line").text().replace("Errors", "").split()
    hits = printed.every(_LINE, _LIKE_LINE)
    busy = [hit for hit in hits if hit.text(1) == hit.text(2) and hit.value(4)]
    if not busy:
        raise nothing_done(printed.last, "no line with all users and a transaction")
    first = next(i for i, hit in enumerate(hits) if hit is busy[0])
    return Reading(
        tuple(_means(hits[first:], names)),
        count=len(hits),
        caveats=(
            "Means over the lines from the first transaction with all users; so are the response times.",
            "TPM counts the minute before a line and is not read.",
        ),
    )


def _means(hits: list[LineMatch], names: list[str]) -> Iterator[Row]:
    found = f"{len(hits)} lines"
    rate = sum(hit.value(4) for hit in hits) / len(hits)
    yield number("throughput", rate, "1/s", printed=found, line=hits[0].line)
    for hit in hits:
        if len(hit.text(5).split()) < len(names):
            raise InputError("the line has too few numbers", line=hit.line, found=hit.text(0))
    for i, name in enumerate(reversed(names), start=1):
        times = [value for hit in hits if (value := float(hit.text(5).split()[-i]))]
        if times:
            mean = sum(times) / len(times)
            yield number("response_time_mean", mean, "ms", printed=found, line=hits[0].line, transaction=name)
