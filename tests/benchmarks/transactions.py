"""Logs of transactions as CSV, of any length: five types, 10,000 a second, response times around milliseconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np

KINDS = np.array(["new_order", "payment", "order_status", "delivery", "stock_level"])
_SHARES = (0.45, 0.43, 0.04, 0.04, 0.04)
_MEDIANS = np.array([3000, 1500, 800, 6000, 2500])  # microseconds
_AT_ONCE = 1_000_000


def write_transactions(path: Path, rows: int) -> Path:
    """Write a log of so many transactions, about 31 bytes each."""
    import pyarrow as pa
    from pyarrow import csv

    rng = np.random.default_rng(1)
    time = 1_760_000_000_000_000
    with path.open("wb") as file:
        file.write(b"time_us,transaction,response_time_us\n")
        for start in range(0, rows, _AT_ONCE):
            many = min(_AT_ONCE, rows - start)
            times = time + np.cumsum(rng.integers(1, 200, many))
            time = int(times[-1])
            kind = rng.choice(len(KINDS), many, p=_SHARES)
            response = np.exp(rng.normal(np.log(_MEDIANS[kind]), 0.5)).astype(np.int64) + 1
            columns = {"time_us": times, "transaction": pa.array(KINDS[kind]), "response_time_us": response}
            options = csv.WriteOptions(include_header=False, quoting_style="none")
            csv.write_csv(pa.table(columns), file, options)
    return path
