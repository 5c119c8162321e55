"""When a client's transactions begin: one after the other, after thinking, or at times set beforehand.

Each loop runs transactions from the warm-up's beginning on and notes, in arrays made before, when each one
ended and how long it took. Nothing else happens while the clock runs; Python's garbage collector is off.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from ahp.harness.engines.base import ConflictError

_SPIN_NS = 100_000
"""How long before an arrival a client stops sleeping and watches the clock: sleep is no more exact."""
_MASK = (1 << 16) - 1
UNTOLD = 1 << 62
"""The end of a window of which only the warm-up is known so far."""


@dataclass(frozen=True)
class Window:
    """The moments of a run, on the monotonic clock, in nanoseconds.

    Attributes
    ----------
    begin : int
        The warm-up's beginning.
    start : int
        The window's.
    stop : int
        Its end; with a number of transactions, the latest.
    transactions : int or None
        After so many from `start` on, a client ends.
    """

    begin: int
    start: int
    stop: int
    transactions: int | None = None


@dataclass(frozen=True)
class Tape:
    """What a client noted.

    Attributes
    ----------
    kinds : ndarray of int64
        Which type each transaction was.
    due, ended : ndarray of int64
        When it was to begin (in a closed loop: when it began) and when it ended, in nanoseconds.
    retries : int
        How often one was tried again after a conflict.
    cpu_ns : int
        What the thread used of the processor from the window's start to the client's end.
    """

    kinds: NDArray[np.int64]
    due: NDArray[np.int64]
    ended: NDArray[np.int64]
    retries: int
    cpu_ns: int


@dataclass(frozen=True)
class Work:
    """What a client does.

    Attributes
    ----------
    transactions : sequence of functions
        One per type.
    weights : sequence of int
        How often each comes.
    rollback : function
        Ends a transaction that the database refused.
    random : Random
        Source of the draws of types and arrivals; the transactions have their own.
    """

    transactions: Sequence[Callable[[], None]]
    weights: Sequence[int]
    rollback: Callable[[], None]
    random: Random


Heard = Callable[[], Window]
"""Says that a client is warm, and waits for the moments of its window: till then nobody does anything."""


def closed_loop(work: Work, window: Window, thinks: Sequence[float] = (), heard: Heard | None = None) -> Tape:
    """Run one transaction after the other; each begins when the one before has been thought about.

    Parameters
    ----------
    work, window : Work, Window
        What is done, and when.
    thinks : sequence of float, optional
        For how many seconds, by type.
    heard : function, optional
        Called once the client is warm.
    """
    kinds, picked = _picks(work)
    due, ended = _room(), _room()
    now = time.monotonic_ns
    number = retries = cpu = 0
    counted: int | None = None
    _wait_until(window.begin)
    while (began := now()) < window.stop:
        if counted is None and began >= window.start:
            if heard is not None:
                window = heard()
                _wait_until(window.start)
                began = now()
            counted, cpu = number, time.thread_time_ns()
        if (
            window.transactions is not None
            and counted is not None
            and number - counted >= window.transactions
        ):
            break
        try:
            picked[number & _MASK]()
        except ConflictError:
            retries += _again(work, picked[number & _MASK])
        if number >= len(due):
            due.extend(_room())
            ended.extend(_room())
        due[number] = began
        ended[number] = now()
        number += 1
        if thinks and (think_s := thinks[kinds[(number - 1) & _MASK]]):
            # Nobody is waited for who thinks about the last transaction of the warm-up.
            warming = heard is not None and counted is None
            time.sleep(max(0.0, min(think_s, (window.start - now()) / 1e9)) if warming else think_s)
    used = time.thread_time_ns() - cpu if counted is not None else 0
    return _tape(kinds, due, ended, number, retries, used)


def open_loop(work: Work, window: Window, rate: float, heard: Heard | None = None) -> Tape:
    """Run transactions at the times of a Poisson process, late ones at once, until the window's are done.

    A response time counts from the moment at which the transaction was due, so that waiting behind a slow one
    is not left out. After the window a client has as long again for what is still due.
    """
    kinds, picked = _picks(work)
    due, ended = _room(), _room()
    now = time.monotonic_ns
    number = retries = cpu = 0
    counted = False
    arrival = window.begin + work.random.expovariate(rate) * 1e9
    give_up = 2 * window.stop - window.start
    while arrival < window.stop and now() < give_up:
        if number >= len(due):
            due.extend(_room())
            ended.extend(_room())
        if not counted and max(arrival, now()) >= window.start:
            if heard is not None:
                window = heard()
                give_up = 2 * window.stop - window.start
                # Arrivals have no memory: from any moment on the next one is as far.
                arrival = window.start + work.random.expovariate(rate) * 1e9
            counted, cpu = True, time.thread_time_ns()
            continue
        _wait_until(int(arrival))
        try:
            picked[number & _MASK]()
        except ConflictError:
            retries += _again(work, picked[number & _MASK])
        due[number] = int(arrival)
        ended[number] = now()
        number += 1
        arrival += work.random.expovariate(rate) * 1e9
    used = time.thread_time_ns() - cpu if counted else 0
    return _tape(kinds, due, ended, number, retries, used)


def ceiling(work: Work, number: int) -> float:
    """Return how many transactions per second the loop itself manages, given ones that reach no database."""
    began = time.monotonic_ns()
    tape = closed_loop(work, Window(began, began, began + 60 * 10**9, number))
    return float(tape.ended.size / ((tape.ended[-1] - tape.due[0]) / 1e9))


def sleep_until(moment: int) -> None:
    """Sleep until a moment of the monotonic clock, in nanoseconds."""
    while (left := moment - time.monotonic_ns()) > 0:
        time.sleep(left / 1e9)


def _picks(work: Work) -> tuple[NDArray[np.int64], list[Callable[[], None]]]:
    kinds = work.random.choices(range(len(work.weights)), work.weights, k=_MASK + 1)
    return np.asarray(kinds, np.int64), [work.transactions[kind] for kind in kinds]


def _room() -> array[int]:
    return array("q", bytes(8 * (_MASK + 1) * 4))


def _again(work: Work, transaction: Callable[[], None]) -> int:
    """Try a transaction until the database lets it pass; return how often."""
    tries = 0
    while True:
        work.rollback()
        tries += 1
        if tries > 1000:
            raise RuntimeError("a transaction was refused a thousand times")
        try:
            transaction()
        except ConflictError:
            time.sleep(work.random.random() * 0.001)
            continue
        return tries


def _wait_until(moment: int) -> None:
    while (left := moment - time.monotonic_ns()) > 0:
        if left > _SPIN_NS:
            time.sleep((left - _SPIN_NS) / 1e9)


def _tape(
    kinds: NDArray[np.int64], due: array[int], ended: array[int], number: int, retries: int, cpu_ns: int
) -> Tape:
    turns = -(-number // (_MASK + 1))
    return Tape(
        np.tile(kinds, turns)[:number],
        np.frombuffer(due, np.int64)[:number],
        np.frombuffer(ended, np.int64)[:number],
        retries,
        cpu_ns,
    )
