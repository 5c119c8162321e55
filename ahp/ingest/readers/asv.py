"""airspeed velocity: the results of one commit in one environment, `results/MACHINE/COMMIT-ENV.json`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from ahp.errors import InputError, one_line
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber, item, line_of, number_at, object_at, parse_json

_COMMIT, _RESULTS = re.compile(r'"commit_hash"\s*:'), re.compile(r'"results"\s*:\s*\{')
_LIST = re.compile(r'"type"\s*:\s*"(?:time|timeraw|track|memory|peakmemory)"\s*,\s*"unit"\s*:')
_MACHINE = re.compile(r'^\s*\{\s*"arch"\s*:(?=[^{}\[]*"machine"\s*:)[^{}\[]*"ram"\s*:')
_KIND = re.compile(r"(?:.*\.)?(timeraw|time|peakmem|mem)_[^.]*", re.IGNORECASE)
_MEASURES = {
    "time": ("duration", "s"),
    "timeraw": ("duration", "s"),
    "mem": ("memory_bytes", "B"),
    "peakmem": ("peak_memory_bytes", "B"),
}
_FAILED = "null"
_ONE_RUN = (
    "A duration is the median of samples taken in one or two processes and counts as one run: another start "
    "of asv may differ by more than they do."
)


class AsvReader:
    """The results of asv (airspeed velocity) of one commit, `results/MACHINE/COMMIT-ENVIRONMENT.json`.

    The alternative is the commit and its environment, as in the name that asv gives the file, or what
    `NAME=FILE` says; each benchmark with its parameters is a scenario.

    Gives: `duration` of `time_` and `timeraw_` benchmarks; `memory_bytes` (`mem_`) and `peak_memory_bytes`
    (`peakmem_`) for a study that names them.
    Elsewhere: what a `track_` benchmark returns has no unit here and is not used; sizes, ratios, the CPU.
    Caveats: each duration is the median of its samples and one run, however many were taken. A benchmark that
    failed or was skipped is a missing value.
    """

    def matches(self, head: str) -> bool:
        """Say whether asv's results stand there, or another of its files, to say which one is needed."""
        forms = (('"unit"', _LIST), ('"arch"', _MACHINE))
        return _has_results(head) or any(word in head and form.search(head) for word, form in forms)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every benchmark; a failed one is a missing value."""
        if not _has_results(source.text):
            what = "the machine" if _MACHINE.match(source.text) else "the benchmarks"
            raise InputError(
                f"this file of asv describes {what}, and holds no results",
                line=1,
                advice="give results/MACHINE/COMMIT-ENVIRONMENT.json",
            )
        document = object_at(parse_json(source.text))
        alternative = f"{str(item(document, 'commit_hash'))[:8]}-{_environment(document)}"
        rows: list[Row] = []
        ignored = []
        for name, entry in object_at(document, "results").items():
            kind = _KIND.fullmatch(name)
            if kind is None:
                ignored.append(name)
            else:
                parts = _parts(entry, document)
                rows += _rows(name, _MEASURES[kind[1].lower()], alternative, parts)
        if not rows:
            raise InputError("no benchmark of time or memory has a result", line=line_of(document))
        timed = any(row.measure == "duration" for row in rows)
        return Reading(
            tuple(rows),
            tuple(ignored),
            len(rows),
            caveats=(_ONE_RUN,) if timed else (),
            benchmarks={(row.scenario, row.alternative): row.scenario for row in rows},
        )


def _has_results(text: str) -> bool:
    """Say whether results stand behind the hash of a commit, the first of them if there are several."""
    commit = _COMMIT.search(text)
    return commit is not None and _RESULTS.search(text, commit.end()) is not None


def _environment(document: dict[str, Any]) -> str:
    """Return the environment's name; the first version of the format leaves it to be put together."""
    if "env_name" in document:
        return str(document["env_name"])
    needed = object_at(document, "requirements")
    return "-".join([f"py{item(document, 'python')}", *(f"{k}{needed[k]}" for k in sorted(needed))])


def _parts(entry: object, document: dict[str, Any]) -> dict[str, Any]:
    """Return result, parameters and samples of a benchmark, whichever version wrote them."""
    if isinstance(entry, list):
        columns = item(document, "result_columns")
        if not isinstance(columns, list) or not all(isinstance(column, str) for column in columns):
            raise InputError("'result_columns' is not a list of names", line=1)
        return dict(zip(columns, entry, strict=False))
    return entry if isinstance(entry, dict) else {"result": [entry]}


def _rows(name: str, measure: tuple[str, str], alternative: str, parts: dict[str, Any]) -> Iterator[Row]:
    results = item(parts, "result")
    values = parts.get("params") or []
    cases = [
        f"{name}({', '.join(case)})" if case else name
        for case in product(*(map(str, several) for several in _lists(values)))
    ]
    if results is None:  # every case failed
        results = [None] * len(cases)
    if not isinstance(results, list) or len(results) != len(cases):
        problem, found = f"{name} needs {len(cases)} results", one_line(results, 60)
        raise InputError(problem, line=line_of(parts), found=found)
    for position, scenario in enumerate(cases):
        value = results[position]
        failed = value is None or (isinstance(value, JsonNumber) and value.text == "NaN")
        cell = JsonNumber("0", line_of(results) or 1) if failed else number_at(results, position)
        row = cell.row(*measure, column=name, alternative=alternative, scenario=scenario)
        yield row._replace(value=None, found=_FAILED, resolution=0.0) if failed else row


def _lists(values: object) -> list[list[Any]]:
    if not isinstance(values, list) or not all(isinstance(value, list) for value in values):
        raise InputError("'params' is not a list of lists", line=line_of(values), found=one_line(values, 60))
    return values
