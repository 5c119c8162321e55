import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from harness.storage.made import alone, nothing_left, require

from ahp.errors import HarnessError
from ahp.harness.identity import started
from ahp.harness.programs import output
from ahp.harness.storage import zfs_daemon as daemons
from ahp.harness.storage.zfs import Zfs
from ahp.harness.storage.zfs_daemon import DEVICE, serving_now, zfs_daemon

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _can():
    require(Zfs())
    if DEVICE.exists():
        pytest.skip("this machine cannot: run zfs-fuse beside OpenZFS")
    with alone():
        yield


def test_a_daemon_is_there_while_it_is_needed(ledger):
    with zfs_daemon(ledger, 32) as (pid,):
        assert serving_now() == pid
        assert output(["zpool", "list", "-H"]) == ""
        with pytest.raises(HarnessError, match="another harness uses zfs-fuse"):
            zfs_daemon(ledger, 32, patience_s=0.3).__enter__()
    assert started(pid) is None
    assert serving_now() is None
    assert nothing_left(ledger)


def test_the_daemon_of_a_run_that_was_killed_is_told(ledger, monkeypatch):
    with zfs_daemon(ledger, 32) as (pid,):
        monkeypatch.setattr(daemons, "_LOCK", ledger.path.parent / "lock")  # the dead hold no lock
        with pytest.raises(
            HarnessError, match=f"a run that was killed still runs .process {pid}, in /tmp/ahp"
        ):
            zfs_daemon(ledger, 32).__enter__()
        assert serving_now() == pid


def test_one_that_is_not_ours_is_used_and_left(ledger, monkeypatch):
    with zfs_daemon(ledger, 32) as (pid,):
        monkeypatch.setattr(daemons, "_LOCK", ledger.path.parent / "lock")
        monkeypatch.setattr(daemons, "TOKEN", "ANOTHER_TOKEN_ALTOGETHER")
        with zfs_daemon(ledger, 32) as (again,):
            assert again == pid
        assert serving_now() == pid


def test_a_daemon_that_dies_leaves_nothing(ledger, tmp_path):
    def trial():
        with Zfs().mounted("lzjb", tmp_path, ledger, 2**20) as volume:
            os.kill(volume.processes[0], signal.SIGKILL)
            volume.usage()

    with pytest.raises(HarnessError):
        trial()
    assert nothing_left(ledger)


def namesake(tmp_path, seconds):
    """Begin a process that is called zfs-fuse and answers nobody."""
    program = tmp_path / "zfs-fuse"
    shutil.copy(shutil.which("sleep"), program)
    process = subprocess.Popen([program, str(seconds)])
    while Path(f"/proc/{process.pid}/comm").read_text() != "zfs-fuse\n":
        time.sleep(0.01)  # its parent goes on an instant before it has its name
    return process


def test_one_on_its_way_out_is_waited_for(ledger, tmp_path):
    with namesake(tmp_path, 1), zfs_daemon(ledger, 32) as (pid,):
        assert serving_now() == pid


def test_one_that_stays_and_does_not_answer_is_refused(ledger, tmp_path, monkeypatch):
    monkeypatch.setattr(daemons, "_LEAVING_S", 0.3)
    with namesake(tmp_path, 60) as silent:
        try:
            said = f"does not answer at .*process {silent.pid}, begun by process {os.getpid()}"
            with pytest.raises(HarnessError, match=said):
                zfs_daemon(ledger, 32).__enter__()
        finally:
            silent.kill()
