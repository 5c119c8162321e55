"""One input after the other, each with a limit of its time and its memory.

`python tests/fuzz/trying.py --inputs 100000 [--seed 7] [--findings DIR] [TARGET…]` changes the seeds of the targets
by chance, and what it found to be taken again; whatever is no AHPError, a hang or too large is kept and told. The
same with coverage as a guide is `guided.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import random
import resource
import signal
import sys
import time
import traceback
import warnings
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from fuzz.changing import changed
from fuzz.targets import LARGEST, TARGETS, seeds

from ahp.errors import AHPError

SECONDS = 1.0
"""Of processor time, so that a machine that is busy with something else makes no input slow."""
MEMORY = 1 << 30
"""Bytes of address space that an input may take."""


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


def drawn(draw, corpus):
    """One input, made of those there are."""
    steps = [
        (draw.randrange(64), draw.randrange(1 << 16), draw.randrange(1 << 16))
        for _ in range(draw.choice((1, 1, 2, 3, 6)))
    ]
    return changed(draw.choice(corpus), steps, draw.choice(corpus), LARGEST)


def signature(error):
    """Where an error came from: the kind and the last places in the package."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/ahp/" in f.filename]
    return f"{type(error).__name__} {' < '.join(f'{Path(f.filename).name}:{f.lineno}' for f in reversed(frames[-2:]))}"


def try_out(name, inputs, seed, seconds=None, findings=None):
    """Try changed inputs; return how many, how many were taken, and one input for each kind of failure."""
    target, draw = TARGETS[name], random.Random(f"{seed} {name}")
    corpus, found, taken, number = list(seeds(name)), {}, 0, 0
    first = list(corpus)
    for data in first:  # what is loaded late is loaded now
        with contextlib.suppress(Exception):
            target(data)
    until = None if seconds is None else time.monotonic() + seconds
    with limited() as begin:
        for number in range(1, inputs + 1):
            data = first[number - 1] if number <= len(first) else drawn(draw, corpus)
            try:
                if accepted(target, data, begin):
                    taken += 1
                    if len(corpus) < 500:
                        corpus.append(data)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                what = signature(error)
                if what not in found or len(data) < len(found[what]):
                    found[what] = data
                    told = "".join(traceback.format_exception(error)[-6:])
                    keep(findings, name, what, data, told)
            if until is not None and time.monotonic() > until:
                break
    return number, taken, found


def keep(findings, name, what, data, told):
    """Write a finding down."""
    if findings is None:
        return
    stem = Path(findings) / f"{name.replace(' ', '_')}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"
    stem.with_suffix(".bin").write_bytes(data)
    stem.with_suffix(".txt").write_text(f"{name}: {what}\n{told}\n{data[:300]!r}\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--inputs", type=int, default=1000, help="for each target")
    p.add_argument("--seconds", type=float, help="for each target")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--findings", default=None)
    p.add_argument("targets", nargs="*")
    told = p.parse_args()
    if told.findings:
        os.makedirs(told.findings, exist_ok=True)
    total, bad = 0, 0
    for name in told.targets or TARGETS:
        number, taken, found = try_out(name, told.inputs, told.seed, told.seconds, told.findings)
        total, bad = total + number, bad + len(found)
        print(f"{name}: {number} inputs, {taken} taken, {len(found)} kinds of failure", flush=True)
        for what, data in found.items():
            print(f"    {what}: {data[:80]!r}", flush=True)
    print(f"{total} inputs, {bad} kinds of failure")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
