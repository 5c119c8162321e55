"""Where the commands start: from the first moment on, an interrupt ends them without a traceback.

What a command needs is loaded by its module, which takes a while. Until that is done nothing is written and
nothing is to be cleaned up, so the system's own way to end a program does.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ahp.cli.loading import staying

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def rank() -> int:
    """Start `ahp-rank`; return its exit status."""
    with _loading():
        from ahp.cli.rank import main
    return _heeded(main)


def bench() -> int:
    """Start `ahp-bench`; return its exit status."""
    with _loading():
        from ahp.cli.bench import main
    return _heeded(main)


def judge() -> int:
    """Start `ahp-judge`; return its exit status."""
    with _loading():
        from ahp.cli.judge import main
    return _heeded(main)


@contextmanager
def _loading() -> Iterator[None]:
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a shell may have it ignored
    if usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    with staying():
        yield
    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _heeded(main: Callable[[], int]) -> int:
    """Return what a command returns, in which every interrupt is heeded."""
    before = sys.unraisablehook
    sys.unraisablehook = _interrupt_again
    try:
        return main()
    finally:
        sys.unraisablehook = before


def _interrupt_again(told: UnraisableHookArgs) -> None:
    """Interrupt once more, in a moment: Python drops what is raised in a callback, as when an import ends."""
    if told.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(told)
        return
    import _thread
    import threading

    again = threading.Timer(0.001, _thread.interrupt_main)
    again.daemon = True
    again.start()
