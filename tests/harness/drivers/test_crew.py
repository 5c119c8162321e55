"""Clients are started, told when to begin, and ended, here and on a Dask worker."""

import time

import pytest
from harness.drivers.crews import told

from ahp._version import __version__
from ahp.errors import TrialError
from ahp.harness.drivers import crew, remote
from ahp.harness.identity import boot_id
from ahp.harness.pacing import Window

pytestmark = pytest.mark.slow  # each test starts clients of its own


def test_clients_begin_when_told_and_leave_what_they_saw(tmp_path, ledger):
    with told(tmp_path, ledger, clients=2) as jobs, crew.clients(jobs, tmp_path) as some:
        now = time.monotonic_ns()
        crew.begin(some, Window(now, now, now + 60 * 10**9, 20))
        crew.done(some, 120)
        found = crew.results(some, jobs, tmp_path)
    assert [result["first_half"] + result["second_half"] for result in found] == [20, 20]
    assert [client.poll() for client in some] == [0, 0]


def test_one_that_does_not_come_up_says_why_and_none_is_left(tmp_path, ledger):
    started = []
    with told(tmp_path, ledger) as jobs:
        wrong = {**jobs[0], "number": 1, "workload": "nothing"}
        with pytest.raises(TrialError, match="a client ended with 2: 'nothing' is not a known workload"):
            started.append(crew.clients([*jobs, wrong], tmp_path).__enter__())
    assert started == []


def test_one_that_memory_was_too_short_for_says_so(tmp_path, ledger):
    with told(tmp_path, ledger) as jobs, crew.clients(jobs, tmp_path) as some:
        some[0].kill()
        with pytest.raises(TrialError, match=r"a client was killed, .*: give more --memory"):
            crew.done(some, 10)


def test_a_crew_that_is_left_is_ended(tmp_path, ledger):
    with told(tmp_path, ledger) as jobs:
        with crew.clients(jobs, tmp_path) as some:
            assert some[0].poll() is None
            with pytest.raises(TrialError, match=r"a client did not say 'done' within 0.1 s"):
                crew.done(some, 0.1)
        assert some[0].poll() is not None


def test_one_that_is_gone_when_it_is_to_begin_is_told(tmp_path, ledger):
    with told(tmp_path, ledger) as jobs, crew.clients(jobs, tmp_path) as some:
        some[0].kill()
        some[0].wait()
        with pytest.raises(TrialError, match=r"a client was killed, .*: give more --memory"):
            crew.begin(some, Window(0, 0, 10**9))


def test_a_crew_is_kept_between_the_words(tmp_path, ledger):
    assert remote.facts() == (__version__, boot_id())
    with told(tmp_path, ledger) as jobs:
        remote.prepare("one", jobs, 600.0)
        begin = remote.clock() + 10**9
        assert 0 < remote.begin("one", Window(begin, begin, begin + 60 * 10**9, 10)) <= 10**9
        remote.done("one", 120.0)
        (seen,) = remote.collect("one")
        assert seen["first_half"] + seen["second_half"] == 10
        remote.dismiss("one")
        remote.dismiss("one")  # again is nothing
    assert remote._CREWS == {}


def test_one_whose_harness_is_gone_ends_by_itself(tmp_path, ledger):
    with told(tmp_path, ledger) as jobs:
        remote.prepare("two", jobs, 1.0)
        until = time.monotonic() + 60
        while "two" in remote._CREWS:
            assert time.monotonic() < until
            time.sleep(0.05)
    with pytest.raises(TrialError, match="a worker's clients are gone"):
        remote.done("two", 1.0)


def test_what_goes_wrong_travels_as_one_line():
    with pytest.raises(TrialError, match="a client ended with"):
        remote.prepare("three", [{"number": 0}], 60.0)
    assert remote._CREWS == {}
