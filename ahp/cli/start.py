"""Where the commands start: from the first moment on, an interrupt ends them without a traceback.

What a command needs is loaded by its module, which takes a while; nothing looks for garbage in what is to
stay. Until that is done nothing is written and nothing is to be cleaned up, so the system's own way to end a
program does.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType

_OBJECTS = (
    100_000  # new ones before garbage is looked for: what is loaded stays, and a short run leaves little
)


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
    gc.set_threshold(_OBJECTS)
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
    """Interrupt once more when this is over: Python drops what is raised in a callback."""
    if told.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(told)
        return
    import _thread
    import threading
    import time

    main = threading.main_thread().ident

    def again() -> None:
        while any(frame.f_code is _interrupt_again.__code__ for frame in _frames(main)):
            time.sleep(0.001)  # what is raised in here would be dropped, too
        if hasattr(signal, "pthread_kill") and main is not None:
            signal.pthread_kill(main, signal.SIGINT)  # it wakes who sleeps
        else:
            _thread.interrupt_main()

    threading.Thread(target=again, daemon=True).start()


def _frames(thread: int | None) -> Iterator[FrameType]:
    """Yield what a thread is in, the innermost first."""
    frame = sys._current_frames().get(thread or 0)
    while frame is not None:
        yield frame
        frame = frame.f_back


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
