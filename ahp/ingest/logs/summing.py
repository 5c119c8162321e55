"""From counts by window and bucket to totals and windows: the warm-up cut off, types together and apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.ingest.logs.results import LogTotal, LogWindows
from ahp.ingest.logs.tally import MOST_WINDOWS, PERCENTILES, Counted, Whole, packed, percentiles

_SECOND, _MILLION = 1_000_000, 1e6
_LOW = (1 << 31) - 1


@dataclass(frozen=True, eq=False)
class _Groups:
    """Some groups of one series, ordered by window and bucket."""

    window: Whole
    code: Whole
    count: Whole
    total: Whole
    largest: Whole

    def part(self, chosen: slice | Whole) -> _Groups:
        """Return some of them."""
        return _Groups(*(array[chosen] for array in self.arrays))

    @property
    def arrays(self) -> tuple[Whole, ...]:
        """All that is known of them."""
        return self.window, self.code, self.count, self.total, self.largest


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
        If the warm-up is longer than a run, or no window fits in what is left.
    """
    runs: dict[tuple[str, str, str], list[int]] = {}
    for number in sorted(range(len(found.labels)), key=lambda i: (int(found.first[i]), found.labels[i])):
        runs.setdefault(found.labels[number][:3], []).append(number)
    bounds = np.searchsorted(found.series, np.arange(len(found.labels) + 1))
    for names, several in runs.items():
        span = _span(
            int(found.first[several].min()),
            int(found.last[several].max()),
            width,
            warmup,
            " ".join(filter(None, names)),
            file,
        )
        parts = {n: _kept(found, slice(bounds[n], bounds[n + 1]), span) for n in several}
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
                yield _total(label, groups, failed, span), _windows(label, groups, span, width)


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
    if whole.stop - whole.start > MOST_WINDOWS:
        raise InputError(
            f"the log{of} spans {whole.stop - whole.start} windows",
            file=file,
            advice="check the units of the time and the response time, or give a longer window",
        )
    if not warmup:
        return _Span(first, last, begin // width - 1, whole)
    return _Span(whole.start * width, last, whole.start, whole)


def _kept(found: Counted, part: slice, span: _Span) -> _Groups:
    """Return the groups of a series after the warm-up."""
    start = int(np.searchsorted(found.window[part], span.cut))
    arrays = (found.window, found.code, found.count, found.total, found.largest)
    return _Groups(*(array[part][start:] for array in arrays))


def _failed(found: Counted, number: int, span: _Span) -> int:
    return sum(
        many for (series, window), many in found.failed.items() if series == number and window >= span.cut
    )


def _together(parts: list[_Groups]) -> _Groups:
    """Return the groups of several series as of one."""
    every = _Groups(
        *(np.concatenate(arrays) for arrays in zip(*(part.arrays for part in parts), strict=True))
    )
    if not len(every.window):
        return every
    key = packed(np.zeros_like(every.window), every.window, every.code, 0)
    order = np.argsort(key, kind="stable")
    start = _starts(key[order])
    return _Groups(
        every.window[order][start],
        every.code[order][start],
        np.add.reduceat(every.count[order], start),
        np.add.reduceat(every.total[order], start),
        np.maximum.reduceat(every.largest[order], start),
    )


def _starts(key: Whole) -> Whole:
    """Return where runs of equal numbers begin."""
    return np.flatnonzero(np.append(True, key[1:] != key[:-1]))


def _total(label: tuple[str, str, str, str], groups: _Groups, failed: int, span: _Span) -> LogTotal:
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


def _windows(label: tuple[str, str, str, str], groups: _Groups, span: _Span, width: int) -> LogWindows:
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
    starts: NDArray[np.float64] = np.arange(span.windows.start, span.windows.stop).astype(np.float64) * (
        width / _SECOND
    )
    return LogWindows(*label, starts, counts, sums, most, found)
