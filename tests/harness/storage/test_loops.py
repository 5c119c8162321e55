import subprocess

import pytest
from harness.storage.made import nothing_left, require

from ahp.errors import HarnessError
from ahp.harness.programs import output
from ahp.harness.storage.imaged import EXT4
from ahp.harness.storage.loops import attached, block_device, detach, image, loop_device, mounted, unmount

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _can():
    require(EXT4)


def test_an_image_its_device_and_its_mount_come_and_go(tmp_path, ledger):
    with image(ledger, tmp_path, 32 * 2**20) as path:
        assert path.stat().st_size == 32 * 2**20
        with loop_device(ledger, path) as device:
            assert attached(path) == [device]
            told = output(["losetup", "--noheadings", "--output", "NAME,MAJ:MIN", device]).split()
            assert told == [device, block_device(device)]
            output(["mkfs.ext4", "-q", "-F", device])
            with mounted(ledger, device, path, ["noatime"]) as mount:
                assert "noatime" in mount.options.split(",")
                (mount.folder / "x").write_text("x")
        assert attached(path) == []
    assert nothing_left(ledger)


def test_they_go_when_the_block_fails(tmp_path, ledger):
    def trial():
        with image(ledger, tmp_path, 32 * 2**20) as path, loop_device(ledger, path) as device:
            output(["mkfs.ext4", "-q", "-F", device])
            with mounted(ledger, device, path):
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        trial()
    assert nothing_left(ledger)


def test_a_mount_in_use_is_unmounted_in_the_end(tmp_path, ledger, monkeypatch):
    monkeypatch.setattr("ahp.harness.storage.loops._PATIENCE_S", 0.3)
    with image(ledger, tmp_path, 32 * 2**20) as path, loop_device(ledger, path) as device:
        output(["mkfs.ext4", "-q", "-F", device])
        with mounted(ledger, device, path) as mount:
            sitting = subprocess.Popen(["sleep", "1"], cwd=mount.folder)
        sitting.wait()  # only then is the device free
        monkeypatch.setattr("ahp.harness.storage.loops._PATIENCE_S", 10)
    assert nothing_left(ledger)


def test_what_is_not_ours_is_neither_unmounted_nor_detached(tmp_path, ledger):
    other = tmp_path / "other"
    other.touch()
    with image(ledger, tmp_path, 32 * 2**20) as path, loop_device(ledger, path) as device:
        output(["mkfs.ext4", "-q", "-F", device])
        with mounted(ledger, device, path) as mount:
            with pytest.raises(HarnessError, match=f"{device} is mounted there, which is not ours"):
                unmount({"folder": str(mount.folder), "image": str(other)})
            detach({"image": str(other)})
            assert attached(path) == [device]
            assert (mount.folder / "lost+found").is_dir()
    unmount({"folder": str(other), "image": str(path)})  # gone already
    assert nothing_left(ledger)


def test_a_file_that_is_no_image_is_told(tmp_path, ledger):
    with pytest.raises(HarnessError, match="losetup"), loop_device(ledger, tmp_path / "absent"):
        pass
    assert nothing_left(ledger)
