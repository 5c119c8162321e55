"""One input after the other, each with a limit of its time and its memory; with coverage as a guide it is `guided.py`."""

import contextlib
import resource
import signal
import traceback
import warnings
from pathlib import Path

from ahp.errors import AHPError

SECONDS = 1.0
"""Of processor time, so that a machine that is busy with something else makes no input slow."""
MEMORY = 3 << 30
"""Bytes of address space that an input may take; Arrow's allocator reserves a GB of it at a time."""


class Hang(BaseException):
    """An input took too long. No Exception, which what is tried might catch."""


@contextlib.contextmanager
def limited(seconds=SECONDS, memory=MEMORY):
    """Limit what is done inside, and yield a function that begins the time anew."""

    def out_of_time(number, frame):
        raise Hang

    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    limits = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGPROF, out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (now + memory, limits[1]))
    try:
        yield lambda: signal.setitimer(signal.ITIMER_PROF, seconds)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, limits)


def accepted(target, data, begin):
    """Try one input: whether it was taken, False where it was refused as it should be.

    Whatever else happens is raised.
    """
    begin()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            target(data)
    except AHPError as error:
        message = str(error)
        assert "\n" not in message, f"a message of several lines: {message!r}"
        return False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return True


def signature(error):
    """Where an error came from: the kind and the last places in the package."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/ahp/" in f.filename]
    return f"{type(error).__name__} {' < '.join(f'{Path(f.filename).name}:{f.lineno}' for f in reversed(frames[-2:]))}"
