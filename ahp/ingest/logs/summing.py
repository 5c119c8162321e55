"""From counts by window and bucket to totals and windows: the warm-up cut off, types together and apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError, quoted
from ahp.ingest.logs.results import LogTotal, LogWindows
from ahp.ingest.logs.tally import PERCENTILES, Counted, Groups, Whole, packed, percentiles, refuse_many
from ahp.ingest.tables.columns import is_all

_SECOND, _MILLION = 1_000_000, 1e6
_LOW = (1 << 31) - 1
_AT_ONCE = 1 << 20
"""Groups that are merged at a time."""


class _Span(NamedTuple):
    """What of a run counts: from the first to the last microsecond, from one window on; the whole ones."""

    first: int
    last: int
    cut: int
    windows: range


def summed(found: Counted, width: int, warmup: int, file: str) -> Iterator[tuple[LogTotal, LogWindows]]:
    """Yield the totals and the windows of each run in the order in which the runs began.

    Parameters
    ----------
    width, warmup : int
        Of a window, and what is cut off, in microseconds.

    Raises
    ------
    InputError
        If the warm-up is longer than a run, or no window fits in what is left; if one type of several is
        called as all of them together are.
    """
    runs: dict[tuple[str, str, str], list[int]] = {}
    for number in sorted(range(len(found.labels)), key=lambda i: (int(found.first[i]), found.labels[i])):
        runs.setdefault(found.labels[number][:3], []).append(number)
    spans = {
        names: _span(
            int(found.first[several].min()),
            int(found.last[several].max()),
            width,
            warmup,
            " ".join(filter(None, names)),
            file,
        )
        for names, several in runs.items()
    }
    _refuse_windows([len(several) + (len(several) > 1) for several in runs.values()], spans.values(), file)
    for names, several in runs.items():
        if len(several) > 1:
            _refuse_total([found.labels[number][3] for number in several], file)
        span = spans[names]
        starts: NDArray[np.float64] = np.arange(span.windows.start, span.windows.stop).astype(np.float64) * (
            width / _SECOND
        )
        parts = {n: _kept(found.groups[n], span) for n in several}
        every = _together(list(parts.values())) if len(several) > 1 else parts[several[0]]
        if not len(every.window):
            raise InputError(
                "no transaction ended after the warm-up", file=file, advice="give a shorter warm-up"
            )
        lost = [_failed(found, number, span) for number in several]
        named = [("", every, sum(lost))]
        if len(several) > 1:
            named += [(found.labels[n][3], parts[n], many) for n, many in zip(several, lost, strict=True)]
        for transaction, groups, failed in named:
            if len(groups.window):
                label = (*names, transaction)
                yield _total(label, groups, failed, span), _windows(label, groups, span, starts)


def _refuse_total(transactions: Iterable[str], file: str) -> None:
    """Refuse a type that, beside others, every table with their total would take for the total."""
    if (named := next(filter(is_all, transactions), None)) is not None:
        raise InputError(
            f"a type of transactions is called {quoted(named)}, which stands for all types together",
            file=file,
            advice="rename that type, or leave its rows out if they sum up the others",
        )


def _span(first: int, last: int, width: int, warmup: int, name: str, file: str) -> _Span:
    begin = first + warmup
    whole = range(-(-begin // width), (last + 1) // width)
    of = f" of {name}" if name else ""
    if last <= begin:
        raise (
            InputError(
                f"the warm-up of {warmup / _SECOND:g} s is longer than the log{of}, which spans "
                f"{(last - first) / _SECOND:g} s",
                file=file,
                advice="give a shorter warm-up, or check the unit of the time",
            )
            if warmup
            else InputError(f"the log{of} spans no time", file=file)
        )
    if not whole:
        raise InputError(
            f"no whole window of {width / _SECOND:g} s lies in the "
            f"{(last - begin) / _SECOND:g} s{of} that count",
            file=file,
            advice="give a shorter window",
        )
    if not warmup:
        return _Span(first, last, begin // width - 1, whole)
    return _Span(whole.start * width, last, whole.start, whole)


def _refuse_windows(series: Sequence[int], spans: Iterable[_Span], file: str) -> None:
    """Refuse a log of more windows than are kept, those without a transaction too, before one is made."""
    whole = [span.windows.stop - span.windows.start for span in spans]
    together = sum(many * windows for many, windows in zip(series, whole, strict=True))
    told = f"{max(whole)} windows of {sum(series)} series, which are runs and their types of transactions"
    refuse_many(together, f"{told}: {together} windows", file)


def _kept(groups: Groups, span: _Span) -> Groups:
    """Return the groups of a series after the warm-up."""
    return groups.part(slice(int(np.searchsorted(groups.window, span.cut)), None))


def _failed(found: Counted, number: int, span: _Span) -> int:
    return sum(
        many for (series, window), many in found.failed.items() if series == number and window >= span.cut
    )


def _together(parts: list[Groups]) -> Groups:
    """Return the groups of several series as of one, some windows after the others, to save memory."""
    some = [part for part in parts if len(part.window)]
    if not some:
        return parts[0]
    low, high = min(part.window[0] for part in some), max(part.window[-1] for part in some) + 1
    blocks = 1 + sum(len(part.window) for part in some) // _AT_ONCE
    edges = low + (high - low) * np.arange(blocks + 1) // blocks
    merged = (
        _merged([part.part(slice(*np.searchsorted(part.window, ends))) for part in some])
        for ends in pairwise(edges)
    )
    return Groups(*map(np.concatenate, zip(*(block.arrays for block in merged), strict=True)))


def _merged(parts: list[Groups]) -> Groups:
    window, code, count, total, largest = map(
        np.concatenate, zip(*(part.arrays for part in parts), strict=True)
    )
    if not len(window):
        return parts[0]
    key = packed(np.zeros_like(window), window, code, 0)
    order = np.argsort(key, kind="stable")
    start = _starts(key[order])
    return Groups(
        window[order][start],
        code[order][start],
        np.add.reduceat(count[order], start),
        np.add.reduceat(total[order], start),
        np.maximum.reduceat(largest[order], start),
    )


def _starts(key: Whole) -> Whole:
    """Return where runs of equal numbers begin."""
    return np.flatnonzero(np.append(True, key[1:] != key[:-1]))


def _total(label: tuple[str, str, str, str], groups: Groups, failed: int, span: _Span) -> LogTotal:
    order = np.argsort(groups.code, kind="stable")
    start = _starts(groups.code[order])
    code, count = groups.code[order][start], np.add.reduceat(groups.count[order], start)
    largest = groups.largest.max()
    found = percentiles(np.array([0]), code, count, np.array([largest]))[0] / _MILLION
    some = [None if np.isnan(value) else float(value) for value in found]
    return LogTotal(
        *label,
        int(count.sum()),
        failed,
        (span.last - span.first) / _SECOND,
        _exact(groups.total),
        int(largest),
        *some,
    )


def _exact(values: Whole) -> int:
    """Return the sum of numbers whose sum may not fit in 64 bits."""
    return (int((values >> 31).sum()) << 31) + int((values & _LOW).sum())


def _windows(
    label: tuple[str, str, str, str], groups: Groups, span: _Span, starts: NDArray[np.float64]
) -> LogWindows:
    begin, end = np.searchsorted(groups.window, (span.windows.start, span.windows.stop))
    window, code, count, total, largest = groups.part(slice(begin, end)).arrays
    many = len(span.windows)
    sums, most = np.zeros(many, np.int64), np.zeros(many, np.int64)
    counts, found = np.zeros(many, np.int64), np.full((many, len(PERCENTILES)), np.nan)
    if len(window):
        start = _starts(window)
        place = window[start] - span.windows.start
        counts[place] = np.add.reduceat(count, start)
        sums[place] = np.add.reduceat(total, start)
        most[place] = np.maximum.reduceat(largest, start)
        found[place] = percentiles(start, code, count, most[place]) / _MILLION
    return LogWindows(*label, starts, counts, sums, most, found)
