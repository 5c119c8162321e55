import ctypes
import os
import subprocess
import sys

import pytest
from endtoend.tools import unable

from ahp.errors import HarnessError
from ahp.harness import processes
from ahp.harness.process_table import started
from ahp.harness.processes import made_by, remove_segments

pytestmark = pytest.mark.slow

MAKING = "import ctypes; print(ctypes.CDLL(None).shmget(0, 4096, 0o600), flush=True); input()"


@pytest.fixture
def maker():
    if not os.path.exists("/proc/sysvipc/shm"):
        unable("list segments of System V shared memory")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", MAKING], **pipes) as process:
        number = int(process.stdout.readline())
        since = started(process.pid)
        yield process, number, since
        process.kill()
    subprocess.run(["ipcrm", "-m", str(number)], stderr=subprocess.DEVNULL, check=False)


def test_what_was_made_by_a_process_with_the_same_number_is_not(maker):
    process, _, since = maker
    long_ago = str(int(since) - 1000 * os.sysconf("SC_CLK_TCK"))
    remove_segments(process.pid, long_ago)
    assert len(made_by(process.pid, since)) == 1
    assert made_by(os.getpid(), since) == ()


def test_what_is_still_used_is_left_and_told(maker, monkeypatch):
    process, number, since = maker
    libc = ctypes.CDLL(None)
    libc.shmat.restype = ctypes.c_void_p
    address = ctypes.c_void_p(libc.shmat(number, None, 0))
    monkeypatch.setattr(processes, "_PATIENCE_S", 0.1)
    try:
        told = f"shared memory {number} of process {process.pid}.* still used by 1"
        with pytest.raises(HarnessError, match=told):
            remove_segments(process.pid, since)
    finally:
        libc.shmdt(address)
    remove_segments(process.pid, since)
    assert made_by(process.pid, since) == ()


def test_where_the_system_lists_no_segments_there_are_none(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "_TABLE", tmp_path / "absent")
    assert made_by(os.getpid(), "1") == ()
