"""Loaders side by side: each table goes into a server by a client of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from ahp.harness.workloads.base import Table


def side_by_side(tables: Iterable[Table], load: Callable[[Table], None]) -> None:
    """Load tables, as many at a time as there are processors.

    Where one cannot be loaded, the others are not waited for: their clients fail once the server is stopped.
    """
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        for loading in [pool.submit(load, table) for table in tables]:
            loading.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
