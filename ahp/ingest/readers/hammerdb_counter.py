"""HammerDB's transaction counter: one rate per line, from the start of the ramp-up to the end."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds, number
from ahp.ingest.readers.lines import LineMatch, Lines, nothing_done

_HEAD = re.compile(r"^Hammerdb Transaction Counter Log @|^[0-9]+ [A-Za-z ]+ tpm @ ", re.MULTILINE)
_TITLE = re.compile(r"^Hammerdb Transaction Counter Log @")
_RATE = re.compile(
    r"^([0-9]+) [A-Za-z ]+ tpm @ "
    r"[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]+ ([0-9]{2}):([0-9]{2}):([0-9]{2}) [A-Z]+ [0-9]{4}$"
)
_LIKE_RATE = re.compile(r"^[0-9]+ | tpm @ ")
_TAIL = 0.1
_DAY = 86_400


class HammerdbCounterReader:
    """HammerDB's log of the transaction counter.

    Gives: `throughput`, the mean of the counted rates, in transactions per minute.
    Elsewhere: new orders per minute, response times, the compression ratio, the CPU.
    Caveats: each database counts its transactions in its own way; the mean covers the ramp-up, while the
    rates near 0 at the start and the end are left out.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the counter's own title or lines."""
        return holds(head, "Hammerdb Transaction Counter Log @", " tpm @ ") and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the throughput, in the database's own transactions per minute.

        Raises
        ------
        InputError
            If the time goes back, or nothing was counted.
        """
        printed = Lines.of(source.text)
        printed.maybe(_TITLE, "the title")
        hits = printed.every(_RATE, _LIKE_RATE)
        active = _active(hits, printed)
        times = [_seconds(hit) for hit in hits]
        lengths: dict[int, float] = {}
        for (before, after), hit in zip(pairwise(times), hits[1:], strict=True):
            lengths[hit.line] = (after - before) % _DAY
            if not 0 < lengths[hit.line] < _DAY / 2:
                raise InputError("the time goes back", line=hit.line, found=hit.text(0))
        lengths.setdefault(hits[0].line, next(iter(lengths.values()), 1.0))
        seconds = sum(lengths[hit.line] for hit in active)
        rate = sum(hit.value() * lengths[hit.line] for hit in active) / seconds
        row = number("throughput", rate, "tpm", printed=f"{len(active)} rates", line=active[0].line)
        caveats = (
            "TPM is each database's own count of transactions and compares within one database only.",
            "The mean covers the ramp-up; the start and the shutdown, with rates near 0, are left out.",
        )
        return Reading((row,), count=len(hits), caveats=caveats)


def _seconds(hit: LineMatch) -> float:
    hours, minutes, seconds = (hit.value(group) for group in (2, 3, 4))
    return 3600 * hours + 60 * minutes + seconds


def _active(hits: list[LineMatch], printed: Lines) -> list[LineMatch]:
    """Return the rates from the first to the last that is not near nothing."""
    if not hits:
        raise InputError("no rate was counted", line=printed.last)
    least = _TAIL * median(hit.value() for hit in hits)
    busy = [i for i, hit in enumerate(hits) if hit.value() > least]
    if not busy:
        raise nothing_done(hits[-1].line, hits[-1].text(0))
    return hits[busy[0] : busy[-1] + 1]
