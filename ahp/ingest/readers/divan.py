"""Divan: time of an iteration, from the tree of benchmarks that it prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, once
from ahp.ingest.readers.suites import as_suite, is_size, time_row
from ahp.ingest.tables.cells import MEAN_READ
from ahp.ingest.tables.matrices import share_of_cases

_HEAD = re.compile(
    r"^(?P<root>\S.*?) +fastest +│ slowest +│ median +│ mean +│ samples +│ iters *$", re.MULTILINE
)
_LEAF = re.compile(
    rf"^(?P<before>[│ ]*)[├╰]─ (?P<name>\S.*?) +(?:{N} \S+ +│ ){{3}}(?P<mean>{N}) (?P<unit>ns|µs|ms|s) +│ "
)
_GROUP = re.compile(r"^(?P<before>[│ ]*)[├╰]─ (?P<name>\S.*?) *│[│ ]*$")
_IGNORED = re.compile(r"[├╰]─ \S.*\(ignored\)")
_BRANCH = re.compile(r"^[│ ]*[├╰]─ ")
_INDENT = 3
_MEANS = f"Of each benchmark {MEAN_READ}."


class DivanReader(PrintedReader):
    """What Divan prints: a tree of benchmarks with `fastest`, `slowest`, `median` and `mean`.

    Each benchmark is an alternative, and what it stands under is the scenario; where a benchmark was measured
    with several numbers (`args`, `threads`) these are.

    Gives: `duration` of an iteration.
    Elsewhere: the CPU, sizes and ratios.
    Caveats: it prints the mean of the samples, whose spread does not count; what was allocated, and items or
    bytes in a second, which are the time again, are not read.
    """

    words = (" │ slowest ", " │ median ")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        rows: list[Row] = []
        seen: dict[tuple[str, ...], int] = {}
        way: list[str] = []
        for line, content in text.lines:
            if (head := _HEAD.match(content)) is not None:
                way = [head["root"]]
                continue
            found = _LEAF.match(content) or _GROUP.match(content)
            if found is None:
                if _BRANCH.match(content) and not _IGNORED.search(content):
                    raise InputError("this line is damaged", line=line, found=content.strip())
                continue
            depth = len(found["before"]) // _INDENT + 1
            if depth > len(way):
                raise InputError("what this stands under is missing", line=line, found=content.strip())
            way[depth:] = [found["name"]]
            if found.re is _LEAF:
                once(seen, tuple(way), line, "this benchmark", found=" ".join(way), advice="keep one")
                mean = LineMatch(line, found).digits("mean")
                rows.append(time_row(mean, found["unit"], alternative="/".join(way)))
        root = 1 if len({whole[0] for whole in seen}) == 1 else 0  # which is no part of names where it is one
        named = tuple(
            row._replace(alternative="/".join(way[root:])) for row, way in zip(rows, seen, strict=True)
        )
        reading = as_suite(Reading(named, count=len(rows), means=(_MEANS,)))
        if any(row.scenario for row in reading.rows) or all(len(whole) == 1 + root for whole in seen):
            return reading
        return _by_groups(reading, ["/".join(whole[root:-1]) or whole[0] for whole in seen])


def _by_groups(reading: Reading, groups: Sequence[str]) -> Reading:
    """Return a reading with the groups as scenarios; of sizes and inputs in the groups, with these."""
    names = [(row.alternative or "").rpartition("/")[2] for row in reading.rows]
    pairs = zip(names, groups, strict=True)
    said = share_of_cases(list(dict.fromkeys(names))) > share_of_cases(list(dict.fromkeys(groups)))
    if said or all(map(is_size, names)):
        pairs = zip(groups, names, strict=True)
    rows = [
        row._replace(alternative=name, scenario=scenario)
        for row, (name, scenario) in zip(reading.rows, pairs, strict=True)
    ]
    return replace(reading, rows=tuple(rows), benchmarks={})
