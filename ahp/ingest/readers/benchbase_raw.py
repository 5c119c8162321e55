"""BenchBase's `raw.csv`: the start and the latency of every request."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.lines import Lines
from ahp.ingest.readers.percentiles import NEAREST_RANK, Slices, statistics

if TYPE_CHECKING:
    import pandas as pd

_TITLES = (
    "Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),"
    "Worker Id (start number),Phase Id (index in config file)"
)
_COLUMNS = {
    "index": "int64",
    "name": "category",
    "start": "float64",
    "latency": "int64",
    "worker": "int64",
    "phase": "int64",
}
_LINE = re.compile(r"^[0-9]+,\w+,[0-9]+\.[0-9]{1,6},[0-9]+,[0-9]+,[0-9]+$")
_LATEST = 2**53 / 1e6  # seconds since 1970: beyond, a double holds no microseconds
_CAVEATS = (
    "Throughput is counted from the start of the first to the end of the last request in the file.",
    NEAREST_RANK,
)


class BenchbaseRawReader:
    """BenchBase's `raw.csv`, one line for each request.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `response_time_p90`,
    `response_time_p95`, `response_time_p99`, `response_time_p999`, `response_time_max`; of all types
    together and of each.
    Elsewhere: the compression ratio, the CPU.
    Caveats: the time runs from the start of the first request to the end of the last; percentiles are
    nearest-rank, and given only where a request lies above them.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return head.startswith(_TITLES)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all requests together, then those of each type.

        Raises
        ------
        InputError
            If a line is damaged, or the requests are of several phases.
        """
        table = _table(source.text)
        if table["phase"].nunique() > 1:
            raise InputError(
                "the requests are of several phases, each with its own load",
                line=2 + int((table["phase"] != table["phase"].iloc[0]).to_numpy().argmax()),
                advice="cut the file into its phases",
            )
        start, latency = table["start"].to_numpy(), table["latency"].to_numpy()
        seconds = float((start + latency / 1e6).max() - start.min())
        if seconds <= 0:
            raise InputError("the requests took no time", advice="give the file of a longer run")
        groups = {"": latency} | {
            str(name): part.to_numpy() for name, part in table.groupby("name", observed=True)["latency"]
        }
        rows = []
        for name, times in groups.items():
            found = f"{len(times)} requests in {seconds:.6f} s"
            rate = len(times) / seconds
            rows.append(number("throughput", rate, "req/s", printed=found, line=None, transaction=name))
            rows += statistics(times, "us", transaction=name)
        return Reading(tuple(rows), count=len(table), caveats=_CAVEATS)


def _table(text: str) -> pd.DataFrame:
    import pandas as pd

    table = _parsed(text, _COLUMNS)
    if not pd.api.types.is_string_dtype(table["name"].cat.categories):  # "01" and "1" are two names
        table = _parsed(text, {**_COLUMNS, "name": "str"}).astype({"name": "category"})
    named = table["name"].cat.categories.str.fullmatch(r"\w+").all()
    sound = (table["start"] > 0) & (table["start"] < _LATEST) & (table["latency"] >= 0)
    if table.empty or not named or not sound.all() or not text.endswith("\n"):
        raise _damage(text)
    return table


def _parsed(text: str, columns: Mapping[str, str]) -> pd.DataFrame:
    import pandas as pd

    try:
        # A float too large for the whole number that it is to be would only be warned of.
        with np.errstate(invalid="raise"):
            table = pd.read_csv(
                Slices(text),
                header=None,
                skiprows=1,
                names=list(columns),
                dtype=dict(columns),
                keep_default_na=False,
                skip_blank_lines=False,
                quoting=csv.QUOTE_NONE,
            )
    except (ValueError, ArithmeticError):
        raise _damage(text) from None
    if not isinstance(table.index, pd.RangeIndex):  # lines of more columns than have names
        raise _damage(text)
    return table


def _damage(text: str) -> InputError:
    """Return the refusal of the first line that is none of a raw file."""
    lines = Lines.of(text).lines
    if len(lines) > 2 and not lines[-1][1]:  # what follows the end of the last line
        lines = lines[:-1]
    for line, content in lines[1:]:
        if _LINE.match(content) is None:
            problem = "this is no line of a raw file" if content else "the file has no request"
            return InputError(problem, line=line, found=content or None)
    return InputError("a number is too large, or the last line has no end", line=lines[-1][0])
