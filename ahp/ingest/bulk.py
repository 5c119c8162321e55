"""Building many rows without the collector of cycles, which would go through all of them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_TURN = Lock()
_INSIDE: list[bool] = []
"""For each thread that builds rows, whether the collector was on before the first of them began."""


@contextmanager
def many_rows() -> Iterator[None]:
    """Keep the collector of cycles from running meanwhile; rows refer to nothing that refers to them.

    Examples
    --------
    >>> with many_rows():
    ...     gc.isenabled()
    False
    """
    with _TURN:
        was_on = _INSIDE[0] if _INSIDE else gc.isenabled()
        _INSIDE.append(was_on)
        gc.disable()
    try:
        yield
    finally:
        with _TURN:
            _INSIDE.pop()
            if was_on:
                gc.enable()
