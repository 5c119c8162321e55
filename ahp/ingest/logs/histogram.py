"""What an engine counted, as arrays; from these the totals and windows of each run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError, quoted
from ahp.ingest.logs.aggregate import CODES, FAILED, code_of, value_of
from ahp.ingest.logs.layout import LABELS, Layout
from ahp.ingest.logs.results import PERCENTILES, LogTotal, LogWindows
from ahp.ingest.tables.columns import is_all

if TYPE_CHECKING:
    import pyarrow as pa


Whole = NDArray[np.int64]

MOST_WINDOWS = 10_000_000
"""A log that spans more, or would give more when those of each run and type are added up, is refused.

Each takes 64 bytes of the result, with a transaction or without, so that it stays within 640 MB: enough for a
day by the second of ten alternatives with ten types of transactions, 9.5 million. More is likely another unit
than the log says.
"""


_LONGEST = 2**62
"""Nanoseconds: twice that, and the engines' sums are negative. What the buckets add up to is 1 % off."""


class Groups(NamedTuple):
    """Transactions counted by window and bucket, ordered by these two.

    Attributes
    ----------
    window, code, counts, total, largest : array (n,)
        For each group the number of its window and of its bucket; how many transactions it holds, the sum of
        their response times and the largest in nanoseconds.
    """

    window: Whole
    code: Whole
    counts: Whole
    total: Whole
    largest: Whole

    def part(self, chosen: slice | Whole) -> Groups:
        """Return some of them."""
        return Groups(*(array[chosen] for array in self))


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts by label, window and bucket.

    Attributes
    ----------
    labels : tuple of tuple of str
        Scenario, alternative, run and transaction of each series, "" for a label that the log does not have.
    groups : tuple of Groups
        Of each series.
    failed : mapping of (int, int) to int
        For a series and a window the transactions that did not succeed.
    first, last : array (k,)
        For each series the begin of its first transaction and the end of its last, in microseconds.
    """

    labels: tuple[tuple[str, str, str, str], ...]
    groups: tuple[Groups, ...]
    failed: Mapping[tuple[int, int], int]
    first: Whole
    last: Whole

    @property
    def rows(self) -> int:
        """How many transactions the log holds."""
        return sum(int(part.counts.sum()) for part in self.groups) + sum(self.failed.values())


def check_counts(batches: Iterable[pa.RecordBatch], layout: Layout) -> Counted:
    """Return what an engine counted, checked.

    Parameters
    ----------
    batches : iterable of RecordBatch
        As :func:`ahp.ingest.logs.aggregate.grouped` describes them, in any order.

    Raises
    ------
    InputError
        If a time, a response time or a label is missing or wrong, or there is no transaction.
    """
    known: dict[tuple[str, ...], int] = {}
    kept = [bytearray() for _ in range(6)]  # they grow where they are
    failed: dict[tuple[int, int], int] = {}
    first, last = np.zeros(0, np.int64), np.zeros(0, np.int64)
    untimed = unmeasured = 0
    together = 0.0
    for batch in batches:
        wrong = _wrong(batch, layout)
        untimed, unmeasured = untimed + wrong[0], unmeasured + wrong[1]
        if untimed or unmeasured or not batch.num_rows:
            continue  # what is wrong is counted to the end
        series = _series(batch, layout, known)
        names = ("window", "count", "total", "largest", "first", "last")
        window, count, total, largest, begin, end = (_ints(batch, name) for name in names)
        bucket = _buckets(batch)
        together += float((count * np.maximum(bucket, 0)).sum())
        first = np.append(first, np.full(len(known) - len(first), np.iinfo(np.int64).max))
        last = np.append(last, np.full(len(known) - len(last), np.iinfo(np.int64).min))
        np.minimum.at(first, series, begin)
        np.maximum.at(last, series, end)
        lost = bucket < 0
        for number, where, many in zip(series[lost], window[lost], count[lost], strict=True):
            failed[int(number), int(where)] = failed.get((int(number), int(where)), 0) + int(many)
        columns = (series, window, code_of(np.maximum(bucket, 0)), count, total, largest)
        for column, buffer in zip(columns, kept, strict=True):
            buffer += column[~lost].astype(np.int64, copy=False).view(np.uint8).data
    _refuse(untimed, unmeasured, layout)
    if "phase" in layout.labels and len({label[-1] for label in known}) > 1:
        raise InputError(
            "the requests are of several phases, each with its own load",
            column=layout.labels["phase"],
            advice="cut the file into its phases",
        )
    if not kept[0]:
        many = sum(failed.values())
        found = f"none of {many} transactions succeeded" if many else "the log holds no transaction"
        raise InputError(found, advice="give the log of a run that did something")
    series, window, code = (np.frombuffer(buffer, np.int64) for buffer in kept[:3])
    spanned = int(window.max() - window.min()) + 1
    refuse_many(spanned, f"{spanned} windows")
    if together >= _LONGEST:
        raise InputError(
            "the response times add up to more than 146 years", advice="check the unit of the response time"
        )
    order = np.argsort(sort_keys(series, window, code, spanned), kind="stable")
    bounds = np.searchsorted(series[order], np.arange(len(known) + 1))
    del series, window, code, kept[0]
    # One after the other: each may be some hundred megabytes.
    every = Groups(*(np.frombuffer(kept.pop(0), np.int64)[order] for _ in range(5)))
    groups = tuple(every.part(slice(*ends)) for ends in pairwise(bounds))
    return Counted(tuple(_four(label, layout) for label in known), groups, failed, first, last)


def refuse_many(windows: int, told: str) -> None:
    """Refuse a log of more windows than are kept, those without a transaction too."""
    if windows > MOST_WINDOWS:
        raise InputError(
            f"the log spans {told}, more than {MOST_WINDOWS}",
            advice="give a longer window, or check the units of the time and the response time",
        )


def sort_keys(series: Whole, window: Whole, code: Whole, spanned: int) -> Whole:
    """Return numbers in the order of series, then window, then code."""
    return np.asarray((series * spanned + (window - window.min())) * CODES + code)


def _series(batch: pa.RecordBatch, layout: Layout, known: dict[tuple[str, ...], int]) -> Whole:
    """Return the number of each group's series; `known` learns the new ones."""
    if not layout.labels:
        known.setdefault((), 0)
        return np.zeros(batch.num_rows, np.int64)
    places = np.zeros(batch.num_rows, np.int64)
    names: list[tuple[str, ...]] = [()]
    for label, column in layout.labels.items():
        try:
            encoded = batch.column(label).cast("string").dictionary_encode()
        except ValueError:  # pyarrow's own, of bytes
            raise InputError(f"a {label} is no text", column=column, advice="save it as UTF-8") from None
        values = [str(value) for value in encoded.dictionary.to_pylist()]
        if encoded.null_count or "" in values:
            raise InputError(f"a transaction has no {label}", column=column, advice="fill the cell")
        if label == "transaction":
            values = [layout.prefix + value for value in values]
        # Only what occurs together: of thousands of runs and of types the product would not fit in memory.
        pairs = places * len(values) + encoded.indices.to_numpy()
        used, places = np.unique(pairs, return_inverse=True)
        found = zip(*(part.tolist() for part in np.divmod(used, len(values))), strict=True)
        names = [(*names[before], values[place]) for before, place in found]
    numbers = [known.setdefault(name, len(known)) for name in names]
    return np.asarray(numbers, np.int64)[places]


def _wrong(batch: pa.RecordBatch, layout: Layout) -> tuple[int, int]:
    """Return how many transactions have no time, and how many no response time."""
    count = _ints(batch, "count")
    times = batch.column("first" if layout.begins else "window").fill_null(-1)
    timed = times.to_numpy(zero_copy_only=False) >= 0
    bucket = _buckets(batch)
    measured = (bucket >= 0) | ((bucket <= FAILED * 1000.0) & bool(layout.failures))
    return int(count[~timed].sum()), int(count[~measured].sum())


def _buckets(batch: pa.RecordBatch) -> NDArray[np.float64]:
    found = batch.column("bucket").fill_null(-1.0).to_numpy(zero_copy_only=False)
    return np.asarray(found, np.float64)


def _refuse(untimed: int, unmeasured: int, layout: Layout) -> None:
    for many, what, column in (
        (untimed, "time", layout.times[0][0]),
        (unmeasured, "response time", layout.response[0]),
    ):
        if many:
            raise InputError(
                f"transactions whose {what} is missing, negative or too large: {many}",
                column=column,
                advice="correct the log or the unit, or leave those lines out",
            )


def _ints(batch: pa.RecordBatch, name: str) -> Whole:
    return np.asarray(batch.column(name).to_numpy(zero_copy_only=False)).astype(np.int64)


def _four(label: Sequence[str], layout: Layout) -> tuple[str, str, str, str]:
    named = dict(zip(layout.labels, label, strict=True))
    scenario, alternative, run, transaction = (named.get(name, "") for name in LABELS)
    return scenario, alternative, run, transaction


def percentiles(start: Whole, code: Whole, count: Whole, largest: Whole) -> NDArray[np.float64]:
    """Return the percentiles of several histograms that stand one after the other, by nearest rank.

    Parameters
    ----------
    start : array (k,)
        Where each histogram begins.
    code, count : array (n,)
        Buckets, ascending in each histogram, and how many values each holds.
    largest : array (k,)
        The largest value of each, which no percentile exceeds.

    Returns
    -------
    array (k, 5)
        Those of :data:`PERCENTILES` in nanoseconds; nan where no value lies above.

    Examples
    --------
    >>> codes = code_of(np.array([1.0, 2.0, 100.0]))
    >>> percentiles(np.array([0]), codes, np.array([50, 49, 1]), np.array([100]))
    array([[ 1.,  2.,  2.,  2., nan]])
    """
    reached = np.cumsum(count)
    before = reached[start] - count[start]
    many = np.append(reached[start[1:] - 1], reached[-1:]) - before
    shares = np.array(list(PERCENTILES.values()))
    rank = np.maximum(np.ceil(np.round(many[:, None] * shares, 9)).astype(np.int64), 1)
    place = np.searchsorted(reached, before[:, None] + rank)
    value = np.minimum(value_of(code[np.minimum(place, len(code) - 1)]), largest[:, None])
    return np.where(rank < many[:, None], value, np.nan)


_SECOND, _MILLION = 1_000_000, 1e6


class _Span(NamedTuple):
    """What of a run counts: from the first to the last microsecond, from one window on; the whole ones."""

    first: int
    last: int
    cut: int
    windows: range


def totals_and_windows(found: Counted, width: int, warmup: int) -> Iterator[tuple[LogTotal, LogWindows]]:
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
        names: _span(int(found.first[several].min()), int(found.last[several].max()), width, warmup, names)
        for names, several in runs.items()
    }
    _refuse_windows([len(several) + (len(several) > 1) for several in runs.values()], spans.values())
    for names, several in runs.items():
        if len(several) > 1:
            _refuse_total(found.labels[number][3] for number in several)
        span = spans[names]
        starts = np.arange(span.windows.start, span.windows.stop, dtype=np.float64) * (width / _SECOND)
        parts = {n: _after_warmup(found.groups[n], span) for n in several}
        every = _together(list(parts.values())) if len(several) > 1 else parts[several[0]]
        if not len(every.window):
            raise InputError("no transaction ended after the warm-up", advice="give a shorter warm-up")
        lost = [_failures(found, number, span) for number in several]
        named = [("", every, sum(lost))]
        if len(several) > 1:
            named += [(found.labels[n][3], parts[n], many) for n, many in zip(several, lost, strict=True)]
        for transaction, groups, failed in named:
            if len(groups.window):
                label = (*names, transaction)
                yield _total(label, groups, failed, span), _windows(label, groups, span, starts)


def _refuse_total(transactions: Iterable[str]) -> None:
    """Refuse a type that, beside others, every table with their total would take for the total."""
    if (named := next(filter(is_all, transactions), None)) is not None:
        raise InputError(
            f"a type of transactions is called {quoted(named)}, which stands for all types together",
            advice="rename that type, or leave its rows out if they sum up the others",
        )


def _span(first: int, last: int, width: int, warmup: int, names: Iterable[str]) -> _Span:
    begin = first + warmup
    whole = range(-(-begin // width), (last + 1) // width)
    of = " ".join(["", "of", *named]) if (named := [name for name in names if name]) else ""
    if last <= begin and not warmup:
        raise InputError(f"the log{of} spans no time")
    if last <= begin:
        raise InputError(
            f"the warm-up of {warmup / _SECOND:g} s is longer than the log{of}, which spans "
            f"{(last - first) / _SECOND:g} s",
            advice="give a shorter warm-up, or check the unit of the time",
        )
    if not whole:
        raise InputError(
            f"no whole window of {width / _SECOND:g} s lies in the {(last - begin) / _SECOND:g} s{of} that "
            "count",
            advice="give a shorter window",
        )
    if not warmup:
        return _Span(first, last, begin // width - 1, whole)
    return _Span(whole.start * width, last, whole.start, whole)


def _refuse_windows(series: Sequence[int], spans: Iterable[_Span]) -> None:
    """Refuse a log of more windows than are kept, those without a transaction too, before one is made."""
    whole = [span.windows.stop - span.windows.start for span in spans]
    together = sum(many * windows for many, windows in zip(series, whole, strict=True))
    told = f"{max(whole)} windows of {sum(series)} series, which are runs and their types of transactions"
    refuse_many(together, f"{told}: {together} windows")


def _after_warmup(groups: Groups, span: _Span) -> Groups:
    """Return the groups of a series after the warm-up."""
    return groups.part(slice(int(np.searchsorted(groups.window, span.cut)), None))


def _failures(found: Counted, number: int, span: _Span) -> int:
    return sum(
        many for (series, window), many in found.failed.items() if series == number and window >= span.cut
    )


def _together(parts: list[Groups]) -> Groups:
    """Return the groups of several series as of one."""
    window, code, count, total, largest = map(np.concatenate, zip(*parts, strict=True))
    if not len(window):
        return parts[0]
    key = sort_keys(np.zeros_like(window), window, code, 0)
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
    code, count = groups.code[order][start], np.add.reduceat(groups.counts[order], start)
    largest = groups.largest.max()
    found = percentiles(np.array([0]), code, count, np.array([largest]))[0] / _MILLION
    some = [None if np.isnan(value) else float(value) for value in found]
    return LogTotal(
        *label,
        int(count.sum()),
        failed,
        (span.last - span.first) / _SECOND,
        int(groups.total.sum()),
        int(largest),
        *some,
    )


def _windows(
    label: tuple[str, str, str, str], groups: Groups, span: _Span, starts: NDArray[np.float64]
) -> LogWindows:
    begin, end = np.searchsorted(groups.window, (span.windows.start, span.windows.stop))
    window, code, count, total, largest = groups.part(slice(begin, end))
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
