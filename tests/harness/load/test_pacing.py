"""The loops against their own log: what is noted is what happened, by a clock that only they move."""

from array import array
from functools import partial
from random import Random

import numpy as np
import pytest

from ahp.harness.engines.base import ConflictError
from ahp.harness.load import pacing
from ahp.harness.load.pacing import UNTOLD, Window, Work, ceiling, closed_loop, open_loop

MS = 1_000_000


class Clock:
    """A clock that goes on by a microsecond with each look, and by what is slept: no machine's load moves it."""

    def __init__(self):
        self.now = 10**12

    def monotonic_ns(self):
        self.now += 1000
        return self.now

    thread_time_ns = monotonic_ns

    def sleep(self, seconds):
        self.now += round(seconds * 1e9)

    def window(self, warmup_s=0.02, duration_s=0.1, **more):
        start = self.now + round(warmup_s * 1e9)
        return Window(self.now, start, start + round(duration_s * 1e9), **more)


@pytest.fixture
def clock(monkeypatch):
    found = Clock()
    monkeypatch.setattr(pacing, "time", found)
    return found


def work(*transactions, weights=None):
    return Work(transactions, weights or [1] * len(transactions), lambda: None, Random(1))


def test_a_closed_loop_runs_one_after_the_other_in_the_mix_that_is_asked_for(clock):
    seen = []
    some = work(lambda: seen.append(0), lambda: seen.append(1), weights=[1, 3])
    tape = closed_loop(some, clock.window())
    assert tape.kinds.tolist() == seen
    assert np.all(tape.ended >= tape.due)
    assert np.all(tape.due[1:] >= tape.ended[:-1])
    assert len(seen) > 10_000
    assert seen.count(1) / len(seen) == pytest.approx(0.75, abs=0.02)


def test_response_times_are_those_that_a_sleep_takes_and_thinking_is_none(clock):
    tape = closed_loop(work(lambda: clock.sleep(0.004)), clock.window(duration_s=0.2), [0.01])
    assert tape.ended - tape.due == pytest.approx(4 * MS, rel=0.01)
    assert tape.due[1:] - tape.ended[:-1] == pytest.approx(10 * MS, rel=0.01)


def test_each_type_is_thought_about_for_its_own_time(clock):
    some = work(lambda: clock.sleep(0.001), lambda: clock.sleep(0.001))
    tape = closed_loop(some, clock.window(duration_s=0.5), [0.002, 0.0])
    waited = tape.due[1:] - tape.ended[:-1]
    assert waited == pytest.approx(np.where(tape.kinds[:-1] == 0, 2 * MS, 0), abs=0.01 * MS)
    assert set(tape.kinds.tolist()) == {0, 1}


def test_a_closed_loop_has_room_for_all(clock, monkeypatch):
    monkeypatch.setattr(pacing, "_room", lambda: array("q", bytes(8 * 3)))
    tape = closed_loop(work(lambda: clock.sleep(0.001)), clock.window())
    assert len(tape.due) == len(tape.ended) == len(tape.kinds) > 100
    assert np.all(tape.ended - tape.due >= MS)


def test_an_open_loop_counts_from_the_moment_that_was_due(clock):
    """One long transaction: all that were due meanwhile waited, and their response times say so."""
    stalled = []

    def stall():
        if not stalled and clock.now > moments.start:
            stalled.append(True)
            clock.sleep(0.1)

    moments = clock.window(duration_s=0.4)
    tape = open_loop(work(stall), moments, 1000)
    inside = tape.due >= moments.start
    waited = (tape.ended - tape.due)[inside] > 20 * MS
    assert waited.sum() == pytest.approx(80, abs=25)  # of the 100 that were due; a closed loop would see one
    assert inside.sum() / 0.4 == pytest.approx(1000, rel=0.15)


def test_arrivals_are_those_of_a_poisson_process(clock):
    tape = open_loop(work(lambda: None), clock.window(warmup_s=0, duration_s=1.0), 2000)
    gaps = np.diff(tape.due) / 1e9
    assert gaps.mean() == pytest.approx(1 / 2000, rel=0.1)
    assert gaps.std() == pytest.approx(gaps.mean(), rel=0.15)


def test_who_is_warm_does_nothing_until_told_of_the_window(clock):
    """The counters are read meanwhile; arrivals go on as if there had been no pause, however late they were."""
    for loop, how, took, expected in (
        (closed_loop, (), 0.0001, 0.5 / 0.0001),
        (open_loop, 2000, 0.0001, 2000 * 0.5),
        (open_loop, 2000, 0.001, 0.5 / 0.001 * 2),  # half of it after the window: the warm-up's are dropped
    ):
        told = []

        def heard(told=told):
            told.append(clock.now)
            clock.sleep(0.2)
            told.append(clock.now + 50 * MS)
            return Window(told[1], told[1], told[1] + 500 * MS)

        tape = loop(
            work(partial(clock.sleep, took)), Window(clock.now, clock.now + 20 * MS, UNTOLD), how, heard
        )
        asked, start = told
        assert not ((tape.ended > asked) & (tape.due < start)).any()
        before, inside = tape.due < start, tape.due >= start
        assert before.any()
        assert inside.sum() == pytest.approx(expected, rel=0.15)


def test_a_conflict_is_tried_again_and_counted(clock):
    tries = []
    rolled_back = []

    def refused_twice():
        tries.append(None)
        if len(tries) in (1, 2):
            raise ConflictError

    some = Work([refused_twice], [1], lambda: rolled_back.append(None), Random(1))
    moments = clock.window(duration_s=30, transactions=5)
    tape = closed_loop(some, moments)
    assert (tape.retries, len(rolled_back)) == (2, 2)
    assert tape.ended.size == len(tries) - 2
    assert (tape.due >= moments.start).sum() == 5

    def refused():
        raise ConflictError

    with pytest.raises(RuntimeError, match="refused a thousand times"):
        closed_loop(work(refused), clock.window())


def test_an_open_loop_tries_again_too_and_has_room_for_all(clock, monkeypatch):
    tries = []

    def refused_once():
        tries.append(None)
        if len(tries) == 1:
            raise ConflictError

    monkeypatch.setattr(pacing, "_room", lambda: array("q", bytes(8 * 3)))
    tape = open_loop(work(refused_once), clock.window(warmup_s=0, duration_s=0.1), 1000)
    assert tape.retries == 1
    assert tape.ended.size == tape.due.size == len(tries) - 1 > 50
    assert np.all(tape.ended >= tape.due)
    assert np.all(np.diff(tape.due) >= 0)


def test_the_ceiling_is_what_the_loop_does_alone(clock):
    assert ceiling(work(lambda: clock.sleep(0.001)), 50) == pytest.approx(1000, rel=0.05)
    assert ceiling(work(lambda: None), 2000) > 100_000
