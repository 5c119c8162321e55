"""Google Benchmark: time per iteration, from its JSON, its CSV, or its console."""

from __future__ import annotations

import re
from dataclasses import replace

from ahp.ingest.jsontext import Digits, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.readers.google_console import CONSOLE, console
from ahp.ingest.readers.google_records import WORDS, Record, failed, suite
from ahp.ingest.readers.json_lists import objects_at
from ahp.ingest.readers.printed import naming
from ahp.ingest.sources import Source

_JSON = re.compile(r'"benchmarks"\s*:\s*\[\s*\{\s*"name"\s*:[^{}]*"(?:run_name|real_time)"\s*:')
_CSV = re.compile(r"^name,iterations,real_time,cpu_time,time_unit,", re.MULTILINE)
_SKIPPED = re.compile(r'^("(?:[^"]|"")*"),{8}(true|false),("(?:[^"]|"")*"),*$', re.MULTILINE)
_COLUMNS = (
    "name",
    "iterations",
    "real_time",
    "cpu_time",
    "time_unit",
    "bytes_per_second",
    "items_per_second",
    "label",
    "error_occurred",
    "error_message",
)
_CONTEXT = {
    "library_build_type": (
        "debug",
        "The benchmark library was built for debugging: it is slower than it can be.",
    ),
    "cpu_scaling_enabled": (True, "The processor's frequency was free to change during the benchmark."),
}


class GoogleBenchmarkReader:
    """What Google Benchmark writes (`--benchmark_out`, JSON or CSV) or prints on a console.

    Each benchmark is an alternative, by its whole name (`BM_copy/8`); with `NAME=FILE` it is a scenario.

    Gives: `duration` (real time) and `cpu_per_transaction` (processor time) of an iteration; counters by
    their own names, which `--map compression_ratio=COUNTER` says more of. Repetitions are runs.
    Elsewhere: sizes and ratios that no counter holds.
    Caveats: repetitions ran in one process; where only aggregates were written each value is a mean; a debug
    build, a processor whose frequency may change, and several threads are told of. A console has three
    digits, and its counters with a prefix are passed over.
    """

    def matches(self, head: str) -> bool:
        """Say whether Google Benchmark's JSON, CSV or table stands there."""
        forms = (("name,iterations,", _CSV), ('"benchmarks"', _JSON), ("CPU", CONSOLE))
        return any(word in head and form.search(head) is not None for word, form in forms)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every repetition, or of the means where only aggregates were written.

        Raises
        ------
        InputError
            If a benchmark failed, a time has no unit, or the file is damaged.
        """
        with naming(source):
            if _CSV.search(source.text):
                return suite(_csv(source), options, ())
            if CONSOLE.search(source.text) and not source.text.lstrip().startswith("{"):
                records, caveats, passed = console(source.text, options)
                return replace(suite(records, options, caveats), ignored=tuple(passed))
            document = parse_json(source.text)
            context = object_at(document, "context")
            caveats = [said for key, (value, said) in _CONTEXT.items() if context.get(key) == value]
            return suite(objects_at(document, "benchmarks"), options, caveats)


def _csv(source: Source) -> list[Record]:
    """Return the rows as JSON would have them; what the library printed before the heading is passed over."""
    start = _CSV.search(source.text)
    before = start.start() if start else 0
    text = "\n" * source.text.count("\n", 0, before) + source.text[before:]
    apart: list[Record] = []
    for row in _SKIPPED.finditer(text):  # shorter than the heading where there are counters
        name, why = (row[group][1:-1].replace('""', '"') for group in (1, 3))
        line = text.count("\n", 0, row.start()) + 1
        apart.append(failed(name, why, line) if row[2] == "true" else {"name": name, "skipped": "true"})
    table = export_table(replace(source, text=_SKIPPED.sub("", text)), _COLUMNS)
    return apart + [
        {name: cell if name in WORDS else Digits(cell, line) for name, cell in row.items() if cell}
        for line, row in records_of(table)
    ]
