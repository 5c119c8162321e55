"""Work on several parts of a file at once, of the kind that lets other threads run, as NumPy's does."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")

_MOST = 8


def in_order(work: Callable[[A], B], items: Iterable[A]) -> Generator[tuple[A, B], None, None]:
    """Yield each item with the result of its work, in the order of the items.

    No more of them are taken than there are processors to work on them and one. One alone costs no thread.
    """
    following = iter(items)
    begun = list(islice(following, 2))
    if len(begun) < 2:
        yield from ((item, work(item)) for item in begun)
        return
    workers = min(os.cpu_count() or 1, _MOST)
    under_way: deque[tuple[A, Future[B]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for item in chain(begun, following):
            under_way.append((item, pool.submit(work, item)))
            if len(under_way) > workers:
                done, result = under_way.popleft()
                yield done, result.result()
        for done, result in under_way:
            yield done, result.result()
