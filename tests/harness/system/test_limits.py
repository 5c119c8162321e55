import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from endtoend.tools import unable
from harness.storage.made import nothing_left, require

from ahp.errors import HarnessError
from ahp.harness.storage.loop_images import EXT4
from ahp.harness.system import limits
from ahp.harness.system.folders import Mount
from ahp.harness.system.limits import limited, remove_bandwidth, remove_group, unavailable

MB = 10**6


@pytest.fixture
def version_1():
    if unavailable():
        unable(f"set limits: {unavailable()}")
    if limits._root("memory") is None or limits._root("blkio") is None:
        unable("test control groups of version 1; it has version 2, which is untested")


def _written(folder, number):
    began = time.monotonic()
    with (folder / "x").open("wb") as file:
        file.write(os.urandom(number))
        file.flush()
        os.fsync(file.fileno())
    return number / (time.monotonic() - began)


@pytest.mark.slow
def test_a_device_is_no_faster_than_its_limit_and_free_again(version_1, tmp_path, ledger):
    require(EXT4)
    with EXT4.mounted("none", tmp_path, ledger, 200 * MB) as volume:
        free = _written(volume.folder, 20 * MB)
        with limited(ledger, device=volume.device, bps=10 * MB):
            limit = _written(volume.folder, 10 * MB)
            again = limited(ledger, device=volume.device, bps=5 * MB)
            with pytest.raises(HarnessError, match="somebody limits"), again:
                pass
        assert limit < 13 * MB
        assert limit < free / 2
        assert _written(volume.folder, 20 * MB) > 2 * limit
    assert nothing_left(ledger)


HUNGRY = """
import sys, time
print("there", flush=True)
sys.stdin.readline()
files = open(sys.argv[1], "wb")
for _ in range(64): files.write(bytes(2**20))
files.flush()
print("done", flush=True)
sys.stdin.readline()
"""


@pytest.mark.slow
def test_the_memory_of_those_included_is_limited_and_its_peak_known(version_1, tmp_path, ledger):
    command = [sys.executable, "-c", HUNGRY, tmp_path / "file"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as hungry:
        try:
            hungry.stdout.readline()
            with limited(ledger, memory_bytes=32 * 2**20) as limit:
                limit.include([hungry.pid])
                (group,) = limit.groups
                assert str(hungry.pid) in (group / "cgroup.procs").read_text().split()
                hungry.stdin.write(b"go\n")
                hungry.stdin.flush()
                assert hungry.stdout.readline() == b"done\n"  # 64 MB of page cache, within 32
                assert 8 * 2**20 < limit.peak() <= 32 * 2**20
            assert not group.exists()
            assert hungry.poll() is None  # it lives on without the limit
        finally:
            hungry.kill()
    assert nothing_left(ledger)


def test_why_there_are_no_limits_is_said(ledger, monkeypatch):
    nothing = "1 byte per second, or more; found 0"  # what the kernel takes for no limit
    with monkeypatch.context() as patched:
        patched.setattr(limits, "unavailable", lambda _: None)
        for limit, told in (
            ({"bps": MB}, "needs a device of its own: use --storage"),
            ({"memory_bytes": 0}, nothing),
            ({"device": "7:0", "bps": 0}, nothing),
        ):
            with pytest.raises(HarnessError, match=told), limited(ledger, **limit):
                pass
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(HarnessError, match="no limits can be set here: needs root"), limited(ledger):
        pass
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(limits, "mounts", lambda: ())
    assert "no control group hierarchy" in unavailable()


def test_each_controller_must_be_there(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    there = [Mount("cgroup", tmp_path, "cgroup", "rw,memory")]
    monkeypatch.setattr(limits, "mounts", lambda: there)
    assert unavailable() is None
    assert unavailable(["memory", "blkio"]) == "no control group hierarchy with blkio is mounted"
    there[:] = [Mount("cgroup2", tmp_path, "cgroup2", "rw")]
    (tmp_path / "cgroup.controllers").write_text("cpu memory\n")
    assert unavailable() is None
    assert unavailable(["blkio"]) == "no control group hierarchy with blkio is mounted"
    (tmp_path / "cgroup.controllers").write_text("cpu io memory\n")
    assert unavailable(["memory", "blkio"]) is None


def test_version_2_is_written_as_its_documentation_says(ledger, tmp_path, monkeypatch):
    # No kernel looks at these files: only that they are the documented ones is shown.
    (tmp_path / "cgroup.controllers").write_text("cpu io memory\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory\n")
    monkeypatch.setattr(limits, "unavailable", lambda _: None)
    monkeypatch.setattr(limits, "_unified", lambda: tmp_path)
    monkeypatch.setattr(Path, "rmdir", lambda path: [f.unlink() for f in path.iterdir()] and os.rmdir(path))
    real = Path.mkdir

    def group(path, *args, **how):
        real(path, *args, **how)
        (path / "cgroup.procs").write_text("")

    monkeypatch.setattr(Path, "mkdir", group)
    with limited(ledger, memory_bytes=MB, device="7:0", bps=5) as limit:
        (made,) = limit.groups
        assert (made / "memory.max").read_text() == "1000000\n"
        assert (made / "io.max").read_text() == "7:0 rbps=5 wbps=5\n"
        assert (tmp_path / "cgroup.subtree_control").read_text() == "+io\n"  # memory was there
        assert limit.peak() is None  # older kernels do not tell it
        (made / "memory.peak").write_text("77\n")
        assert limit.peak() == 77
    assert not made.exists()


@pytest.mark.slow
def test_the_kernel_hands_controllers_down_in_version_2():
    """With whatever controller is at version 2 here: which it is makes no difference to how it is asked."""
    found = [mount.folder for mount in limits.mounts() if mount.kind == "cgroup2"]
    if os.geteuid() or not found or not (names := limits._controllers(found[0])):
        unable("hand controllers down: no cgroup2 with one is mounted, or this is not root")
    root, name = found[0], names[0]
    given = (root / "cgroup.subtree_control").read_text().split()
    child = root / "ahp-bench-00000000"
    try:
        child.mkdir()
        assert (name in limits._controllers(child)) == (name in given)
        limits.hand_down(root, [name])
        assert name in limits._controllers(child)
        (child / "cgroup.procs").write_text(str(os.getpid()))
        with pytest.raises(HarnessError, match=r"busy; where this is a container, run it outside"):
            limits.hand_down(child, [name])
    finally:
        (root / "cgroup.procs").write_text(str(os.getpid()))
        child.rmdir()
        if name not in given:
            (root / "cgroup.subtree_control").write_text(f"-{name}")


def test_what_is_gone_or_anothers_is_left_alone(tmp_path, write):
    remove_group({"path": str(tmp_path / "absent")})
    rules = write("rules", "7:0 500\n")
    remove_bandwidth({"file": str(rules), "device": "7:0", "bytes_per_second": 400})
    assert rules.read_text() == "7:0 500\n"
    remove_bandwidth({"file": str(rules), "device": "7:0", "bytes_per_second": 500})
    assert rules.read_text() == "7:0 0\n"


def test_what_the_kernel_refuses_is_told(tmp_path, ledger):
    refused = pytest.raises(HarnessError, match="no control group can be made: No such file or directory")
    with refused, limits._group(ledger, tmp_path / "absent"):
        pass
    with pytest.raises(HarnessError, match="'1000' cannot be written: No such file or directory"):
        limits._write(tmp_path / "absent" / "memory.max", "1000")
    assert nothing_left(ledger)
