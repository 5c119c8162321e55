"""The report of RocksDB's `benchmark.sh`: one line for each test and version, tab-separated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.printed import Printed, finite, naming, nothing_done
from ahp.ingest.sources import Source

_HEAD = re.compile(
    r"^ops_sec\tmb_sec\t(?=.*\busec_op\t).*(?<=\t)test\tdate\tversion(?=[\t\r]|$)", re.MULTILINE
)
_TIMES = {"usec_op": "mean", "p50": "p50", "p99": "p99", "p99.9": "p999", "pmax": "max"}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)([KMGT]B)")
_CAVEATS = (
    "usec_op is the mean of each thread; sizes are whole numbers of units whose base is not said.",
    "A test starts with the data that the one before it left.",
)


class RocksdbReportReader:
    """The summary of RocksDB's `benchmark.sh`: the test is the scenario, the version the alternative.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `response_time_p99`,
    `response_time_p999`, `response_time_max`, `stored_bytes`.
    Elsewhere: the CPU.
    Caveats: sizes are rounded, in units of unstated base; a test starts with the data of the one before.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return holds(head, "ops_sec\tmb_sec\t") and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every test and version.

        Raises
        ------
        InputError
            If a line is damaged, a test failed, or it stands twice for one version.
        """
        with naming(source):
            titles: list[str] = []
            rows: list[Row] = []
            seen: dict[tuple[str, str], int] = {}
            for line, text in Printed.of(source.text).lines:
                cells = text.split("\t")
                if _HEAD.match(text):
                    titles = cells
                elif text:
                    if not titles or len(cells) != len(titles):
                        raise InputError(
                            f"{len(cells)} cells for {len(titles)} headings", line=line, found=text
                        )
                    record = dict(zip(titles, cells, strict=True))
                    first = seen.setdefault((record["test"], record["version"]), line)
                    if first != line:
                        raise InputError(
                            f"this test and version stand on line {first} already", line=line, found=text
                        )
                    rows += _rows(record, line)
            if not rows:
                raise InputError("there is no test below the headings", line=1)
            return Reading(tuple(rows), count=len(seen), caveats=_CAVEATS)


def _rows(record: dict[str, str], line: int) -> Iterator[Row]:
    def row(measure: str, printed: str, unit: str, column: str) -> Row:
        value = finite(printed, line)
        if value < 0 or not record["test"] or not record["version"]:
            raise InputError("a test, its version and a number are needed", line=line, found=printed)
        return number(
            measure,
            value,
            unit,
            printed=printed,
            line=line,
            column=column,
            scenario=record["test"],
            alternative=record["version"],
        )

    rate = row("throughput", record["ops_sec"], "op/s", "ops_sec")
    if not rate.value:
        raise nothing_done(line, record["ops_sec"])
    yield rate
    for column, statistic in _TIMES.items():
        if record.get(column, "NA") not in ("", "NA"):
            yield row(f"response_time_{statistic}", record[column], "us", column)
    size = _SIZE.fullmatch(record.get("lsm_sz", ""))
    if size is not None:
        yield row("stored_bytes", size[1], size[2], "lsm_sz")
