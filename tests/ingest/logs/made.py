"""Logs made up for tests, and what every engine is to find in them, by another route."""

import math

import numpy as np

KINDS = ("new_order", "payment", "delivery")


def transactions(n=4000, seed=0, rate=400):
    """Times in whole microseconds, response times in whole microseconds, and kinds; sorted by time."""
    rng = np.random.default_rng(seed)
    time = 1_760_000_000_000_000 + np.cumsum(rng.integers(1, 2_000_000 // rate, n))
    kind = rng.choice(KINDS, n, p=[0.5, 0.4, 0.1])
    response = np.exp(rng.normal(8, 1.2, n)).astype(np.int64) + 1
    response[rng.integers(0, n, 5)] = 0
    return time, response, kind


def rows_of(time, response, kind):
    return zip(time.tolist(), response.tolist(), kind.tolist(), strict=True)


def write_csv(path, columns, heading=("time_us", "response_time_us", "transaction")):
    lines = [",".join(heading), *(",".join(map(str, row)) for row in rows_of(*columns))]
    path.write_text("\n".join(lines) + "\n")
    return path


def sums(time, response, kind, width, warmup=0):
    """Counts, sums and maxima by kind ("" for all) and window, and the totals: one transaction after the other."""
    first, last = int((time - response).min()), int(time.max())
    cut = math.ceil((first + warmup) / width) if warmup else -1
    windows, totals = {}, {}
    for t, r, k in rows_of(time, response, kind):
        if t // width < cut:
            continue
        for name in ("", k):
            totals.setdefault(name, []).append(r)
            windows.setdefault((name, t // width), []).append(r)
    return windows, totals, (cut * width if warmup else first, last)


def nearest_rank(values, share):
    """The percentile, or None where no value lies above it."""
    rank = math.ceil(round(share * len(values), 9))
    return sorted(values)[rank - 1] if rank < len(values) else None
