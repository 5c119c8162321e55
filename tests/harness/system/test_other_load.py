"""Who uses the machine before a run begins."""

import os
import subprocess
import sys

import pytest

from ahp.harness.system import process_table
from ahp.harness.system.meters import OtherLoad, looked, strain
from ahp.harness.system.process_table import Usage


def test_who_worked_between_two_looks_is_told_by_name():
    own = os.getpid()

    def people(**used):
        seconds = {1: 0.0, own: 0.0, 2_000_001: 0.0, 2_000_002: 0.0, 2_000_003: 0.0}
        seconds |= {int(pid.removeprefix("p")): value for pid, value in used.items()}
        parents = {own: 1, 2_000_001: own, 2_000_003: 2}
        return {
            pid: Usage(parents.get(pid, 1), 9.0, pid == 2_000_003, 9 * value, value)  # 8 of its children's
            for pid, value in seconds.items()
        }

    after = people(p1=0.5, p2000002=1.5, p2000001=7.0, p2000003=8.0)  # a child of ours, and the kernel's
    (first, second) = process_table.busiest(people(), after, own)
    assert (first[0], first[1], first[2]) == (2_000_002, "a process that has ended", 1.5)
    assert (second[0], second[2]) == (1, 0.5)
    assert second[1] == subprocess.check_output(["ps", "-o", "comm=", "1"], text=True).strip()


@pytest.mark.parametrize(
    ("load", "told"),
    [
        (OtherLoad(None), None),
        (OtherLoad(0.05, ((7, "make", 0.05),)), None),
        (OtherLoad(0.06, ((7, "make", 0.004),)), "other processes use 6 % of the machine"),
        (
            OtherLoad(0.5, ((7, "cc1", 0.3), (8, "ld", 0.1), (9, "as", 0.06), (10, "sh", 0.04))),
            "other processes use 50 % of the machine: cc1 (process 7, 30 %), ld (process 8, 10 %), "
            "as (process 9, 6 %)",
        ),
    ],
)
def test_of_a_busy_machine_it_is_told_who_uses_it(load, told):
    assert strain(load) == told


def test_a_look_sees_a_stranger_who_works():
    work = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nprint(os.getpid(), flush=True)\n"
    work += "end = time.monotonic() + 20\nwhile time.monotonic() < end: pass\n"
    stranger = subprocess.Popen([sys.executable, "-c", work], stdout=subprocess.PIPE, text=True)
    pid = int(stranger.stdout.readline())  # an orphan, and so none of our children
    try:
        found = looked(0.5)
    finally:
        os.kill(pid, 9)
        stranger.stdout.close()
        stranger.wait()
    shares = {number: share for number, _, share in found.busiest}
    assert 0 < shares[pid] <= 1
    # Of the machine, as the first is, but the looks at each process lie further apart where much runs beside.
    assert shares[pid] / 3 < found.share < 1.1
