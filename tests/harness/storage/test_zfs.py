import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from harness.storage.made import alone, nothing_left, require

from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness.datasets import contents, restored
from ahp.harness.storage import zfs
from ahp.harness.storage.base import sample, verified
from ahp.harness.storage.loop_images import image, loop_device
from ahp.harness.storage.zfs import (
    DEVICE,
    Zfs,
    destroy_dataset,
    destroy_pool,
    offered,
    patiently,
    really_mounted,
    serving_now,
    zfs_daemon,
)
from ahp.harness.system.folders import mounted_at
from ahp.harness.system.process_table import started
from ahp.harness.system.processes import output

ZFS = Zfs()


@pytest.fixture
def there():
    """ZFS, and nobody else who uses it meanwhile."""
    require(ZFS)
    with alone():
        yield


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["off", "zle", "lzjb"])
def test_zfs_compresses_as_it_says(alternative, there, tmp_path, ledger):
    ratio = verified(ZFS, alternative, tmp_path, ledger)
    assert ratio == pytest.approx(1.0, abs=0.02) if alternative == "off" else ratio > 1.15
    assert nothing_left(ledger)


@pytest.mark.slow
def test_the_data_set_and_its_ratio_survive_emptied_caches(there, tmp_path, ledger):
    source = tmp_path / "source"
    source.mkdir()
    (source / "rows").write_bytes(sample(12 * 2**20))
    digest = contents(source)
    with ZFS.mounted("gzip-1", tmp_path, ledger, 40 * 2**20) as volume:
        restored(source, volume.folder, digest)
        rows = [volume.folder / "rows"]
        stored = volume.stored_bytes(rows)
        independent = output(["zfs", "get", "-H", "-o", "value", "compressratio", volume.dataset])
        assert 12 * 2**20 / stored == pytest.approx(float(independent.strip().rstrip("x")), rel=0.03)
        time.sleep(1)
        assert volume.stored_bytes(rows) == stored  # it stood still
        assert volume.empty_caches() is None
        assert contents(volume.folder) == digest
        assert volume.stored_bytes(rows) == pytest.approx(stored, rel=0.01)
        assert volume.details["zfs_compression"] == "gzip-1"
        assert volume.details["file_system"] in ("fuse.zfs", "zfs")
    assert nothing_left(ledger)


@pytest.mark.slow
def test_a_pool_of_the_users_keeps_all_but_our_dataset(there, tmp_path, ledger):
    if DEVICE.exists():
        pytest.skip("this machine cannot: be sure that a pool is the test's own")
    with zfs_daemon(ledger, 64) as daemon, image(ledger, tmp_path, 600 * 2**20) as path:
        with loop_device(ledger, path) as device:
            output(["zpool", "create", "-f", "-o", "cachefile=none", "-m", "none", "ahptestpool", device])
            try:
                output(["zfs", "create", "ahptestpool/thesis"])
                # The daemon is up and another's: as a user's would be.
                dataset = "ahptestpool/ahpbench-x"
                target = path.parent / "mnt"
                target.mkdir()
                mark = f"{zfs.MARK}-token"
                output(["zfs", "create", "-o", f"mountpoint={target}", "-o", f"{mark}=mine", dataset])
                facts = {"dataset": dataset, "folder": str(target)}
                with pytest.raises(HarnessError, match="not made here; left alone"):
                    destroy_dataset(facts | {"mark": "another"})
                with pytest.raises(HarnessError, match="is not mounted there"):
                    really_mounted(path.parent, dataset)
                assert really_mounted(target, dataset).source == dataset
                with pytest.raises(HarnessError, match="left alone"):
                    destroy_pool({"pool": "ahptestpool", "vdev": "/another/vdev"})
                destroy_dataset(facts | {"mark": "mine"})
                assert mounted_at(target) is None
                assert "ahptestpool/thesis" in output(["zfs", "list", "-H", "-o", "name"])
            finally:
                patiently(["zpool", "destroy", "-f", "ahptestpool"])
        assert daemon
    destroy_pool({"pool": "ahptestpool", "vdev": "x"})  # nobody to ask any more
    assert nothing_left(ledger)


def test_what_an_installation_offers_is_read_from_its_own_list():
    old = "\tcompression     YES      YES   on | off | lzjb | gzip | gzip-[1-9] | zle\n"
    assert offered(old) == ("off", "zle", "lzjb", *(f"gzip-{n}" for n in range(1, 10)))
    new = (
        "\tcompression     YES      YES   on | off | lzjb | gzip | gzip-[1-9] | zle | lz4 | zstd |"
        " zstd-[1-19] | zstd-fast | zstd-fast-[1-10,20,30,40,50,60,70,80,90,100,500,1000]\n"
    )
    assert offered(new)[:5] == ("off", "zle", "lzjb", "lz4", "gzip-1")
    assert offered(new)[-1] == "zstd-19"
    assert offered("") == ("off",)
    with pytest.raises(UnavailableError, match="ZFS with lz5 cannot run here: it offers off"):
        ZFS.mounted("lz5", Path("nowhere"), None, 2**20).__enter__()


def test_why_it_cannot_run_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert ZFS.available() == "needs root"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(zfs, "missing", lambda *names: "zfs: command not found; install the package zfs-fuse")
    assert ZFS.available().startswith("zfs: command not found")
    monkeypatch.setattr(zfs, "missing", lambda *names: None)
    monkeypatch.setattr(zfs, "DEVICE", tmp_path / "absent")
    monkeypatch.setattr(zfs, "located", lambda name: None)
    assert "neither" in ZFS.available()


@pytest.fixture
def ours(there):
    if DEVICE.exists():
        pytest.skip("this machine cannot: run zfs-fuse beside OpenZFS")


@pytest.mark.slow
def test_a_daemon_is_there_while_it_is_needed(ours, ledger):
    with zfs_daemon(ledger, 32) as (pid,):
        assert serving_now() == pid
        assert output(["zpool", "list", "-H"]) == ""
        with pytest.raises(HarnessError, match="another harness uses zfs-fuse"):
            zfs_daemon(ledger, 32, patience_s=0.3).__enter__()
    assert started(pid) is None
    assert serving_now() is None
    assert nothing_left(ledger)


@pytest.mark.slow
def test_the_daemon_of_a_run_that_was_killed_is_told_and_one_that_is_not_ours_is_used_and_left(
    ours, ledger, monkeypatch
):
    with zfs_daemon(ledger, 32) as (pid,):
        monkeypatch.setattr(zfs, "_LOCK", ledger.path.parent / "lock")  # the dead hold no lock
        told = f"a run that was killed still runs .process {pid}, in /tmp/ahp"
        with pytest.raises(HarnessError, match=told):
            zfs_daemon(ledger, 32).__enter__()
        assert serving_now() == pid
        monkeypatch.setattr(zfs, "TOKEN", "ANOTHER_TOKEN_ALTOGETHER")
        with zfs_daemon(ledger, 32) as (again,):
            assert again == pid
        assert serving_now() == pid


@pytest.mark.slow
def test_a_daemon_that_dies_leaves_nothing(ours, ledger, tmp_path):
    def trial():
        with ZFS.mounted("lzjb", tmp_path, ledger, 2**20) as volume:
            os.kill(volume.processes[0], signal.SIGKILL)
            volume.stored_bytes([])

    with pytest.raises(TrialError, match=r"zfs-fuse \(process \d+\) ended before the run did"):
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


@pytest.mark.slow
def test_one_on_its_way_out_is_waited_for(ours, ledger, tmp_path):
    with namesake(tmp_path, 1), zfs_daemon(ledger, 32) as (pid,):
        assert serving_now() == pid


@pytest.mark.slow
def test_one_that_stays_and_does_not_answer_is_refused(ours, ledger, tmp_path, monkeypatch):
    monkeypatch.setattr(zfs, "_DAEMON_LEAVING_S", 0.3)
    with namesake(tmp_path, 60) as silent:
        try:
            said = f"does not answer at .*process {silent.pid}, begun by process {os.getpid()}"
            with pytest.raises(HarnessError, match=said):
                zfs_daemon(ledger, 32).__enter__()
        finally:
            silent.kill()
