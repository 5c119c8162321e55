"""BenchBase's `histograms.json`: how many transactions of each type completed, aborted or were rejected."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.jsontext import number_at, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.printed import disagreement, naming, nothing_done
from ahp.ingest.sources import Source

_HEAD = re.compile(r'"HISTOGRAM": *\{[^{}]*\}, *"NUM_SAMPLES": *[0-9]')
_TYPE = re.compile(r"(?:[\w$]+\.)*([\w$]+)/[0-9]+")
_DONE = "completed"
_WHOLE_RUN = (
    "These counts cover the warm-up too, which the throughput of the summary leaves out: no rate can be made "
    "of them."
)


class BenchbaseCountsReader:
    """BenchBase's `histograms.json`: counts of transactions, by type and by how they ended.

    Gives: `completed_transactions`, `aborted_transactions`, `rejected_transactions` and
    `unexpected_transactions` of all types and of each, for a study that asks.
    Elsewhere: throughput and response times, which stand in `summary.json` and `results.csv`.
    Caveats: the counts cover the warm-up; the share of attempts that did not complete.
    """

    def matches(self, head: str) -> bool:
        """Say yes to a histogram with its number of samples."""
        return holds(head, '"HISTOGRAM"') and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the counts.

        Raises
        ------
        InputError
            If nothing completed, or a histogram is not as many as its number of samples says.
        """
        with naming(source):
            report = object_at(parse_json(source.text))
            ended = {end: list(_counts(report, end)) for end in report}
            done = number_at(report, _DONE, "NUM_SAMPLES")
            if done.value <= 0:
                raise nothing_done(done.line, done.text)
            others = {end: rows[0].value or 0.0 for end, rows in ended.items() if end != _DONE}
            failed = [f"{count:.0f} {end}" for end, count in others.items() if count]
            caveats = [_WHOLE_RUN]
            if failed:
                share = sum(others.values()) / (sum(others.values()) + done.value)
                caveats.append(f"{share:.1%} of the attempts did not complete ({', '.join(failed)}).")
            rows = tuple(row for counts in ended.values() for row in counts)
            return Reading(rows, count=len(rows), caveats=tuple(caveats))


def _counts(report: object, end: str) -> Iterator[Row]:
    """Yield how many transactions ended in one way: all of them, then those of each type."""
    total, types = number_at(report, end, "NUM_SAMPLES"), object_at(report, end, "HISTOGRAM")
    counts = {name: number_at(types, name) for name in types}
    together = sum(count.value for count in counts.values())
    if together != total.value:
        raise disagreement(total.line, f"the number of {end} transactions", total.text, together)
    measure = f"{end}_transactions"
    yield number(measure, total.value, "1", printed=total.text, line=total.line)
    for name, count in counts.items():
        kind = _TYPE.fullmatch(name)
        if kind is None or count.value < 0 or not count.text.isdigit():
            raise InputError("this is no count of a type", line=count.line, found=f"{name}: {count.text}")
        yield number(measure, count.value, "1", printed=count.text, line=count.line, transaction=kind[1])
