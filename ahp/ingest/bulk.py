"""Building many rows without the collector of cycles, which would go through all of them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def many_rows() -> Iterator[None]:
    """Keep the collector of cycles from running meanwhile; rows refer to nothing that refers to them.

    Examples
    --------
    >>> with many_rows():
    ...     gc.isenabled()
    False
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
