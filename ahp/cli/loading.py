"""How a command loads its body: without a look for garbage in what is to stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def staying() -> Iterator[None]:
    """Keep the collector of cycles from going through what is loaded meanwhile, again and again.

    It all stays until the command ends, so it is put at once to what was there longest, which the collector
    looks through last.

    Examples
    --------
    >>> with staying():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # takes everything out of the three generations without a look at it,
        gc.unfreeze()  # and this puts it into the oldest
        if was_on:
            gc.enable()
