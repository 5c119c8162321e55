"""Statistics of single response times, as every log of events gives them: percentiles by nearest rank."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ahp.ingest.readers.base import Row, number

_PERCENTILES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}

NEAREST_RANK = (
    "Percentiles are nearest-rank over all logged events; one is given only where an event lies above it."
)
"""How :func:`statistics` makes percentiles."""


def statistics(
    times: NDArray[np.integer] | NDArray[np.floating], unit: str, *, digits: int = 0, transaction: str = ""
) -> Iterator[Row]:
    """Yield the mean, the percentiles and the maximum of response times.

    Parameters
    ----------
    times : array (n,)
        At least one, in any order.
    unit : str
        Of all of them.
    digits : int
        How many were printed after the decimal point.
    """
    ranks = _ranks(len(times))
    ordered = np.partition(times, [rank - 1 for rank in ranks.values()])
    values = {name: float(ordered[rank - 1]) for name, rank in ranks.items()}
    yield from _rows(len(times), float(times.mean()), values, unit, digits, transaction)


def times_by_kind(kind: NDArray[np.int64], time: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """Return the response times of each kind of event, in order of the kinds.

    Parameters
    ----------
    kind : array (n,)
        From 0 to 65,535.
    time : array (n,)
        Of each event.

    Examples
    --------
    >>> times_by_kind(np.array([2, 0, 2]), np.array([7, 8, 9]))
    {0: array([8]), 2: array([7, 9])}
    """
    counts = np.bincount(kind)
    kinds = np.flatnonzero(counts)
    if len(kinds) > 1:
        time = time[np.argsort(kind.astype(np.uint16), kind="stable")]
    parts = np.split(time, np.cumsum(counts[kinds])[:-1])
    return dict(zip(kinds.tolist(), parts, strict=False))


def _ranks(n: int) -> dict[str, int]:
    """Return the rank of each percentile above which there is a time, and of the maximum."""
    ranks = {name: math.ceil(n * share - 1e-9) for name, share in _PERCENTILES.items()}
    return {name: rank for name, rank in ranks.items() if rank < n} | {"max": n}


def _rows(
    n: int, mean: float, values: dict[str, float], unit: str, digits: int, transaction: str
) -> Iterator[Row]:
    printed = {"mean": f"mean of {n} events"} | {name: f"{v:.{digits}f}" for name, v in values.items()}
    for name, value in ({"mean": mean} | values).items():
        yield number(
            f"response_time_{name}",
            value,
            unit,
            printed=printed[name],
            line=None,
            transaction=transaction,
        )
