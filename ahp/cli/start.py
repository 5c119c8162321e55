"""Where the commands start: from the first moment on, an interrupt ends them without a traceback.

What a command needs is loaded by its module, which takes a while. Until that is done nothing is written and
nothing is to be cleaned up, so the system's own way to end a program does.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from ahp.cli.loading import staying


def rank() -> int:
    """Start `ahp-rank`; return its exit status."""
    with _loading():
        from ahp.cli.rank import main
    return main()


def bench() -> int:
    """Start `ahp-bench`; return its exit status."""
    with _loading():
        from ahp.cli.bench import main
    return main()


def judge() -> int:
    """Start `ahp-judge`; return its exit status."""
    with _loading():
        from ahp.cli.judge import main
    return main()


@contextmanager
def _loading() -> Iterator[None]:
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a shell may have it ignored
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    with staying():
        yield
    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
