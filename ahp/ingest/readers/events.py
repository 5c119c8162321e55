"""Statistics of single response times, as every log of events gives them: percentiles by nearest rank."""

from __future__ import annotations

import io
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
    values = {"mean": float(times.mean())} | {name: float(ordered[rank - 1]) for name, rank in ranks.items()}
    for name, value in values.items():
        printed = f"mean of {n} events" if name == "mean" else f"{value:.{digits}f}"
        yield number(
            f"response_time_{name}", value, unit, printed=printed, line=None, transaction=transaction
        )


class Slices(io.TextIOBase):
    """A text as an open file, without a second copy of it."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def read(self, size: int | None = -1) -> str:
        """Return the next characters."""
        start, self.at = self.at, self.at + size if size and size > 0 else len(self.text)
        return self.text[start : self.at]
