import time

import pytest
from harness.drivers.crews import told

from ahp.errors import TrialError
from ahp.harness.drivers import crew
from ahp.harness.pacing import Window


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
