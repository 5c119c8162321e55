"""The one aggregation, written for every engine: counts, sums and maxima by label, window and bucket."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.ingest.logs.layout import Layout

if TYPE_CHECKING:
    import narwhals as nw


DIGITS = 7
"""Binary digits that are kept of a response time."""

RELATIVE_ERROR = 2.0**-DIGITS
"""The most by which a percentile differs from the response time it stands for, relative to it."""

SPLITTER = 2.0 ** (53 - DIGITS) + 1.0
CODES = 1 << 12
"""More than there are buckets."""


def nearest(response: nw.Expr, scaled: nw.Expr) -> nw.Expr:
    """Return the bucket of a response time: it, rounded to seven binary digits.

    Parameters
    ----------
    response, scaled : Expr
        Doubles: the response time, and it times :data:`SPLITTER`.
    """
    return scaled - (scaled - response)


def code_of(bucket: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the number of each bucket, which grows with it: 0 for 0, less than :data:`CODES`.

    Parameters
    ----------
    bucket : array (n,)
        Whole numbers of at most seven binary digits, not negative.

    Examples
    --------
    >>> code_of(np.array([0.0, 1.0, 127.0, 128.0, 130.0]))
    array([  0,  64, 511, 512, 513])
    """
    mantissa, exponent = np.frexp(bucket)
    steps = (mantissa * (1 << DIGITS)).astype(np.int64)
    half = 1 << (DIGITS - 1)
    return np.asarray(np.where(bucket > 0, exponent.astype(np.int64) * half + steps - half, 0))


def value_of(code: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the bucket of each number, the inverse of :func:`code_of`.

    Examples
    --------
    >>> value_of(np.array([0, 64, 511, 512, 513]))
    array([  0.,   1., 127., 128., 130.])
    """
    half = 1 << (DIGITS - 1)
    exponent, steps = np.divmod(code, half)
    return np.asarray(np.where(code > 0, np.ldexp((steps + half) / (1 << DIGITS), exponent), 0.0))


FAILED = -(1 << 40)
"""Stands, in the unit of its column, for the response time of a transaction that did not succeed."""

_MOST = 2**53  # a double holds every whole number up to here
_HALF = math.nextafter(0.5, 0.0)  # 0.5 itself would take whole numbers near _MOST to the next even one


def count_by_bucket(log: nw.LazyFrame[Any], layout: Layout, width: int) -> nw.LazyFrame[Any]:
    """Return a log's transactions counted by label, window and bucket of the response time.

    Parameters
    ----------
    log : LazyFrame
        One row for each transaction, on any engine.
    layout : Layout
        What its columns are.
    width : int
        Of a window, in microseconds; windows begin at whole multiples of it.

    Returns
    -------
    LazyFrame
        The columns of `layout.labels` by their label, `window` (its number), `bucket` (nanoseconds; null or
        negative where the response time is none), and of the transactions in it `count`, `total` and
        `largest` (of the response times in nanoseconds, exact), `first` and `last` (the earliest begin and
        the latest end in microseconds).

    Raises
    ------
    InputError
        If a column that is to hold numbers holds something else.
    """
    import narwhals as nw

    labels = list(layout.labels)
    time = _sum([_whole(log, name, factor) for name, factor in layout.times])
    name, factor = layout.response
    if layout.failures:
        word = nw.col(name)
        failed = word.is_in(list(layout.failures))
        number = nw.when(failed).then(nw.lit("0")).otherwise(word).cast(nw.Float64)
        response = nw.when(failed).then(FAILED * factor.numerator).otherwise(_rounded(number, factor))
    else:
        response = _whole(log, name, factor)
    columns = log.select(
        *(_text(log, column).alias(label) for label, column in layout.labels.items()),
        time.alias("time"),
        response.alias("response"),
    )
    # A response time in whole microseconds; half of one more or less does not matter for the begin.
    took = (nw.col("response") / 1000).floor().cast(nw.Int64)
    begin, end = ("time", "other") if layout.begins else ("other", "time")
    other = nw.col("time") + took if layout.begins else nw.col("time") - took
    double = nw.col("response").cast(nw.Float64)
    columns = columns.with_columns(
        other.alias("other"), double.alias("double"), (double * SPLITTER).alias("scaled")
    )
    return (
        columns.with_columns(
            (nw.col(end) / width).floor().cast(nw.Int64).alias("window"),
            nearest(nw.col("double"), nw.col("scaled")).alias("bucket"),
        )
        .group_by(*labels, "window", "bucket")
        .agg(
            nw.len().alias("count"),
            nw.col("response").sum().alias("total"),
            nw.col("response").max().alias("largest"),
            nw.col(begin).min().alias("first"),
            nw.col(end).max().alias("last"),
        )
        .with_columns(nw.col("total").cast(nw.Int64))
    )


def _text(log: nw.LazyFrame[Any], name: str) -> nw.Expr:
    """Return a column as text, in which what is missing stays so: pandas may turn it into words."""
    import narwhals as nw

    column = nw.col(name)
    if log.collect_schema()[name] == nw.String:
        return column
    return nw.when(~column.is_null()).then(column.cast(nw.String))


def _sum(parts: list[nw.Expr]) -> nw.Expr:
    """Return the sum of what :func:`_whole` gave; negative where one part is."""
    import narwhals as nw

    total = parts[0]
    for part in parts[1:]:
        total = nw.when((total >= 0) & (part >= 0)).then(total + part).otherwise(-1)
    return total


def _whole(log: nw.LazyFrame[Any], name: str, factor: Fraction) -> nw.Expr:
    """Return a column in whole units of which its own is `factor`; what cannot be becomes negative.

    That is what is no number, is negative, or is 2⁵³ units or more: some engines would wrap it around.
    """
    import narwhals as nw

    column, kind = nw.col(name), log.collect_schema()[name]
    if kind.is_integer():
        number, part = column.cast(nw.Int64), factor.denominator
        possible = (number >= 0) & (number < math.ceil(_MOST / factor))
        whole = nw.when(possible).then(number).otherwise(-part)
        if part == 1:
            return whole if factor == 1 else whole * factor.numerator
        # A multiple first: of nanoseconds since 1970 a double drops the last digits.
        return ((whole - whole % part) / part * factor.numerator + _HALF).floor().cast(nw.Int64)
    if kind.is_numeric():
        return _rounded(column.cast(nw.Float64), factor)
    if isinstance(kind, nw.Datetime):
        if log.implementation.is_duckdb() or log.implementation.is_spark_like():
            raise InputError(
                "dates in a frame of this engine cannot be read",
                column=name,
                advice="give microseconds: epoch_us(…) in DuckDB, unix_micros(…) in Spark",
            )
        return nw.when(~column.is_null()).then(column.dt.timestamp("us")).otherwise(-1).cast(nw.Int64)
    raise InputError(
        f"the column holds {str(kind).lower()}, not numbers", column=name, advice="turn them into numbers"
    )


def _rounded(column: nw.Expr, factor: Fraction) -> nw.Expr:
    """Return doubles in whole units of which their own is `factor`; exact for whole numbers of a multiple."""
    import narwhals as nw

    number = column * float(factor)
    possible = (number >= 0) & (number < _MOST)
    return nw.when(possible).then((number + _HALF).floor()).otherwise(-1.0).cast(nw.Int64)
