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
    n = len(times)
    ranks = {name: math.ceil(n * share - 1e-9) for name, share in _PERCENTILES.items()}
    ranks = {name: rank for name, rank in ranks.items() if rank < n} | {"max": n}
    ordered = np.partition(times, [rank - 1 for rank in ranks.values()])
    found = {"mean": (float(times.mean()), f"mean of {n} events")}
    for name, rank in ranks.items():
        value = float(ordered[rank - 1])
        found[name] = (value, f"{value:.{digits}f}")
    for name, (value, printed) in found.items():
        measure = f"response_time_{name}"
        yield number(measure, value, unit, printed=printed, line=None, transaction=transaction)
