"""YCSB's JSON exporters: an object for each line that the text exporter prints, in a list or in a row."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.json import item, number_at, parse_json
from ahp.ingest.readers.lines import Lines, naming
from ahp.ingest.readers.ycsb import of_lines

_HEAD = re.compile(r'\A\s*+\[?\s*+\{\s*"metric"\s*:\s*"[^"]*"\s*,\s*"measurement"\s*:\s*"')
_BETWEEN = re.compile(r"\}(\s*)\{")


class YcsbJsonReader:
    """What YCSB's JSON exporters write; what each number is stands in it as in the text.

    Gives: `throughput`, `response_time_mean`, `response_time_p95`, `response_time_p99`,
    `response_time_max`, and further percentiles that were asked for; response times by operation.
    Elsewhere: the compression ratio, the CPU.
    Caveats: those of the text; whether `-target` limited the throughput is not in it.
    """

    def matches(self, head: str) -> bool:
        """Say yes to an object with a metric and a measurement."""
        return _HEAD.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each run in the file.

        Raises
        ------
        InputError
            If the JSON is not whole, or its numbers contradict each other.
        """
        with naming(source):
            text = source.text.strip("\ufeff")
            listed = text.lstrip().startswith("[")
            found = parse_json(text if listed else "[" + _BETWEEN.sub(r"},\1{", text) + "]")
            lines = [_line(entry) for entry in found]
            return of_lines(Lines(lines))


def _line(entry: object) -> tuple[int, str]:
    """Return an object as the line that the text exporter prints."""
    value = number_at(entry, "value")
    name, what = item(entry, "metric"), item(entry, "measurement")
    if not isinstance(name, str) or not isinstance(what, str):
        raise InputError("this is no measurement", line=value.line, found=f"{name}, {what}")
    return value.line, f"[{name}], {what}, {value.text}"
