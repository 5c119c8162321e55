import os
import subprocess
import sys
import time

import pytest

from ahp.harness import census
from ahp.harness.census import Person, family, peak_memory, shares, taken

BUSY = (
    "import sys, time\nend = time.process_time() + float(sys.argv[1])\nwhile time.process_time() < end: pass"
)


def _person(parent, used, kernel=False, started="1"):
    return Person(parent, started, kernel, used)


def test_a_family_is_a_process_with_all_below_it():
    people = {1: _person(0, 0), 2: _person(1, 0), 3: _person(2, 0), 4: _person(1, 0)}
    assert family(people, [2]) == {2, 3}
    assert family(people, [9]) == frozenset()


def test_what_a_collected_child_had_used_counts_once():
    before = {10: _person(1, 1.0), 11: _person(10, 2.0)}
    after = {10: _person(1, 3.5)}  # the child used half a second more and was collected
    assert shares(before, after, [10], 99).server_s == pytest.approx(0.5)


def test_a_server_that_the_client_started_is_no_client():
    before = {5: _person(1, 1.0), 6: _person(5, 1.0), 7: _person(5, 0.0), 8: _person(6, 0.0)}
    after = {5: _person(1, 1.5), 6: _person(5, 3.0), 7: _person(5, 0.25), 8: _person(6, 1.0)}
    found = shares(before, after, [6], 5)
    assert (found.server_s, found.client_s) == (pytest.approx(3.0), pytest.approx(0.75))


def test_the_kernels_threads_are_told_apart_and_a_reused_number_is_new():
    before = {20: _person(2, 5.0, kernel=True)}
    after = {20: _person(2, 1.0, kernel=True, started="9"), 21: _person(2, 0.5, kernel=True)}
    assert shares(before, after, [], 99).kernel_s == pytest.approx(1.5)


def test_the_machines_own_threads_are_known():
    people = taken()
    if people is None:
        pytest.skip("this machine cannot: tell about processes in /proc")
    assert not people[os.getpid()].kernel
    assert people[os.getpid()].parent == os.getppid()


@pytest.mark.slow
def test_processor_time_of_real_processes_is_whose_it_is():
    before = taken()
    server = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import subprocess, sys, time\nsubprocess.run([sys.executable, '-c', {BUSY!r}, '0.4'])\ntime.sleep(60)",
        ]
    )
    try:
        client = subprocess.run([sys.executable, "-c", BUSY, "0.3"])
        assert client.returncode == 0
        until = time.monotonic() + 30
        while census.taken()[server.pid].used_s < 0.4 and time.monotonic() < until:
            time.sleep(0.05)
        found = shares(before, taken(), [server.pid], os.getpid())
    finally:
        server.kill()
        server.wait()
    # Beside the loops themselves there is the start of an interpreter for each.
    assert 0.35 < found.server_s < 0.9
    assert 0.25 < found.client_s < 0.9


@pytest.mark.slow
def test_peak_memory_counts_what_was_given_back():
    code = "import sys\nx = bytearray(60_000_000)\ndel x\nprint(1, flush=True)\nsys.stdin.readline()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        server.stdout.readline()
        assert 60_000_000 < peak_memory([server.pid], 0) < 120_000_000
        census.forget_peaks([server.pid])
        assert peak_memory([server.pid], 0) < 60_000_000 or not os.access("/proc/self/clear_refs", os.W_OK)
        server.communicate(b"\n")
    assert peak_memory([server.pid], 0) is None
