"""What iiBench in Python (for MySQL, MongoDB and PostgreSQL) prints: a line for each interval, and totals."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, disagreement, naming, nothing_done

_TITLES = (
    "i_sec\tt_sec\ti_ips\tt_ips\ti_dps\tt_dps\ti_qps\tt_qps\tmax_i\tmax_d\tmax_q\t"
    "t_ins\tt_del\tt_query\tretry_i\tretry_d\tretry_q"
)
_HEAD = re.compile(f"^{_TITLES}$", re.MULTILINE)
_LINE = re.compile(rf"^({N})\t({N})" + r"\t(-?[0-9]+)" * 15 + "$")
_LIKE_LINE = re.compile(r"\t.*\t.*\t")
_TOTALS = re.compile(rf"^Totals: ({N}) secs, ({N}) rows/sec, ([0-9]+) rows, [0-9]+ [0-9]+ [0-9]+ insert-")
_SECONDS, _RATE, _INSERTED, _DELETED, _QUERIED = 2, 4, 12, 13, 14
_RETRIES = (15, 16, 17)
# For each kind of statement its unit, the column of its number, and that of the longest in an interval.
_KINDS = (("query/s", _QUERIED, 11), ("insert/s", _INSERTED, 9))
_SET = "Throughput is that of the queries; the inserts beside them have a rate set beforehand."
_BATCH = "The longest response time is that of a statement with a batch of rows."
_WARM_UP = "The run had no warm-up: its first seconds are part of the figures."


class IibenchPythonReader:
    """iiBench in Python: its table of intervals with the totals below.

    Gives: `throughput` and `response_time_max` of queries, or of inserts where there are none.
    Elsewhere: other response times, the alternative, stored bytes, the CPU.
    Caveats: no warm-up; inserts beside queries have a rate set beforehand.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return holds(head, "i_sec\tt_sec\t") and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rates up to the last interval.

        Raises
        ------
        InputError
            If the totals are missing or disagree, a line is damaged, or there are several runs.
        """
        with naming(source):
            printed = Lines.of(source.text)
            printed.one(_HEAD, "heading line")
            below = printed.without(_HEAD)
            totals = below.one(_TOTALS, "line of totals")
            hits = below.every(_LINE, _LIKE_LINE)
            if not hits:
                raise InputError("there is no interval below the headings", line=printed.last)
            _refuse_damage(hits, totals)
            end = hits[-1]
            made = [kind for kind in _KINDS if end.value(kind[1])]
            if not made:
                raise nothing_done(end.line, end.text(0))
            unit, count, most = made[0]
            rate = end.value(count) / end.value(_SECONDS)
            found = f"{end.text(count)} in {end.text(_SECONDS)} s"
            longest = max(hits, key=lambda hit: hit.value(most))
            rows = (
                number("throughput", rate, unit, printed=found, line=end.line),
                longest.row("response_time_max", "us", most),
            )
            caveats = [_WARM_UP, _SET if made[0] is _KINDS[0] else _BATCH]
            retried = sum(end.value(i) for i in _RETRIES)
            if retried:
                caveats.append(f"{retried:.0f} statements were tried again after an error.")
            return Reading(rows, count=len(hits), caveats=tuple(caveats))


def _refuse_damage(hits: list[LineMatch], totals: LineMatch) -> None:
    """Refuse counts that go back, and totals that have fewer rows than the last interval."""
    before = [0.0] * 4
    for hit in hits:
        now = [hit.value(i) for i in (_SECONDS, _INSERTED, _DELETED, _QUERIED)]
        if any(after < earlier for after, earlier in zip(now, before, strict=True)) or now[0] <= before[0]:
            raise InputError(
                "the time or a count goes back", line=hit.line, advice="give the output of one run"
            )
        rate = now[1] / now[0]
        if (
            abs(hit.value(_RATE) - rate) > 0.5 + 0.1 * rate / now[0]
        ):  # the time is printed to a tenth of a second
            raise disagreement(hit.line, "t_ips", hit.text(_RATE), rate)
        before = now
    if totals.value(3) != before[1]:
        raise disagreement(totals.line, "the number of rows", totals.text(3), before[1])
