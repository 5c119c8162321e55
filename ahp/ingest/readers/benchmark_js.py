"""Benchmark.js: operations in a second, as its suites print them."""

from __future__ import annotations

import re

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import Failures
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import Lines, PrintedReader, once
from ahp.ingest.readers.suites import as_suite
from ahp.ingest.tables.cells import MEAN_READ

_RESULT = re.compile(
    r"^\W*(?P<name>\w.*?) x (?P<rate>[0-9][0-9,]*(?:\.[0-9]+)?) ops/sec "
    r"(?:(?:±|\+-)[0-9.]+%(?: \([0-9,]+ runs? sampled\))?|@ [0-9.]+ ?[nμµm]?s/op\b.*)\s*$"
)
_HEAD = re.compile(r"\w x [0-9][0-9,.]* ops/sec (?:(?:±|\+-)[0-9.]+%|@ [0-9.]+ ?[nμµm]?s/op)")
_PASSED = re.compile(r"^\W*$|\b(?:fastest|slowest|winner)\b|^\W*(?:node|running)\b", re.IGNORECASE)
_BROKEN = re.compile(r"^\W*(?P<name>\w.*?): (?:\w*Error\b|\[object Error\])")
_SILENT = re.compile(r"^(?P<name>[\w$@./-]+): *$")  # a benchmark that said nothing
_MEANS = f"Of each benchmark {MEAN_READ}."


class BenchmarkJsReader(PrintedReader):
    """What suites of Benchmark.js print: `name x 1,234,567 ops/sec ±0.50% (90 runs sampled)`.

    Each benchmark is an alternative. Where several suites stand in it, each below its title, these are the
    scenarios; with `NAME=FILE` both together are one.

    Gives: `throughput` in operations per second.
    Elsewhere: the CPU, sizes and ratios.
    Caveats: it prints the mean of the runs, whose spread does not count. A benchmark that failed is refused,
    or left out with `--drop-failed`.
    """

    words = (" ops/sec ",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        rows: list[Row] = []
        seen: dict[tuple[str, str], int] = {}
        title, failures = "", Failures(options)
        for line, content in text.lines:
            hit = _RESULT.match(content)
            if hit is None:
                if _HEAD.search(content):
                    raise InputError("this line is damaged", line=line, found=content.strip())
                if (broken := _BROKEN.match(content)) is not None:
                    problem = f"{broken['name']} failed"
                    failures.met(FailedRunError(problem, line=line, found=content.strip()))
                elif (silent := _SILENT.match(content)) is not None and seen:
                    problem = f"{silent['name']} has no result"
                    failures.met(FailedRunError(problem, line=line, found=content.strip()))
                elif not _PASSED.search(content):
                    title = content.strip(" \t#*=-:>")
                continue
            once(seen, (title, hit["name"]), line, "this benchmark", found=hit["name"], advice="keep one")
            rate = JsonNumber(hit["rate"].replace(",", ""), line)
            rows.append(rate.row("throughput", "ops/s", alternative=hit["name"], scenario=title))
        if len({title for title, _ in seen}) == 1:
            rows = [row._replace(scenario=None) for row in rows]
        left_out = tuple(failures.left_out)
        return as_suite(Reading(tuple(rows), count=len(seen), means=(_MEANS,), left_out=left_out))
