"""HammerDB's log of TPROC-H: the time of each query, and of a whole set of them."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, holds, number
from ahp.ingest.readers.printed import Hit, N, Printed, naming
from ahp.ingest.sources import Source

_HEAD = re.compile(
    r"^(?:Vuser [0-9]+:)?(?:Executing Query [0-9]+ \(|query [0-9]+ completed in )"
    r"|^Query [0-9]+: [0-9.]+ seconds|^Benchmark set to TPC-H",
    re.MULTILINE,
)
_FAILED = re.compile(r"Vuser [0-9]+:FINISHED FAILED|Error in Virtual User.*")
_ASKED = re.compile(r"Executing Query [0-9]+ \(")
_QUERY = re.compile(rf"(?:\bquery ([0-9]+) completed in|^Query ([0-9]+):) ({N}) seconds$")
_LIKE_QUERY = re.compile(r"(?i)\bquery [0-9]+(?: completed|:)")
_SET = re.compile(r"Completed [0-9]+ query set\(s\) in ([0-9]+) seconds")
_END = re.compile(r"FINISHED SUCCESS")
_QUERIES = 22


class HammerdbQueriesReader:
    """HammerDB's log of TPROC-H.

    Gives: `response_time_mean` of each of the 22 queries, over all its sets; `duration` of the longest set
    where the log tells it.
    Elsewhere: the compression ratio, the CPU.
    Caveats: with several virtual users a query's time includes what ran beside it.
    """

    def matches(self, head: str) -> bool:
        """Say yes to what virtual users print about queries."""
        return holds(head, "uery ", "Benchmark set to TPC-H") and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all sets together.

        Raises
        ------
        InputError
            If a virtual user failed, or queries are missing.
        """
        with naming(source):
            printed = Printed.of(source.text)
            printed.refuse_failed(_FAILED, "a virtual user failed", "repeat the run")
            queries = printed.every(_QUERY, _LIKE_QUERY)
            sets, ends = printed.every(_SET, re.compile(r"query set\(s\)")), printed.all(_END)
            _refuse_missing(printed, queries, len(ends))
            by_name: dict[str, list[Hit]] = {}
            for hit in queries:
                by_name.setdefault(f"query {int(hit.text(1) or hit.text(2))}", []).append(hit)
            rows = [
                number(
                    "response_time_mean",
                    sum(hit.value(3) for hit in hits) / len(hits),
                    "s",
                    printed=hits[0].text(3) if len(hits) == 1 else f"{len(hits)} times",
                    line=hits[0].line,
                    transaction=name,
                )
                for name, hits in by_name.items()
            ]
            if sets:
                rows.append(max(sets, key=Hit.value).row("duration", "s"))
            caveats = ["A query's time includes what ran beside it."] if len(ends) > 1 else []
            return Reading(tuple(rows), count=len(queries), caveats=tuple(caveats))


def _refuse_missing(printed: Printed, queries: list[Hit], users: int) -> None:
    asked = len(printed.all(_ASKED)) or len(queries)
    counts = [int(hit.text(1) or hit.text(2)) for hit in queries]
    each = {counts.count(i) for i in range(1, _QUERIES + 1)}
    if asked != len(queries) or len(each) != 1 or len(counts) != _QUERIES * each.pop() or not users:
        raise InputError(
            f"{len(queries)} queries finished; a set has {_QUERIES}: the log is damaged or cut off",
            line=printed.last,
            advice="give the whole log of a run that finished",
        )
    if len(counts) > _QUERIES and len({hit.text(0) for hit in queries}) == _QUERIES:
        raise InputError("every query stands here again with the same time", line=queries[_QUERIES].line)
