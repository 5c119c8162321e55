"""Storage layers: their volumes come, say what they hold, and go; what is copied in is the source byte for byte."""

import bz2
import contextlib
import lzma
import os
import socket
import subprocess
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest
from harness.storage.made import nothing_left, require

from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness import datasets
from ahp.harness.datasets import allocated, contents, restored
from ahp.harness.storage import base
from ahp.harness.storage.base import (
    SAMPLE_BYTES,
    Plain,
    PlainVolume,
    Unowned,
    drop_caches,
    sample,
    verified,
    written,
)
from ahp.harness.storage.loop_images import (
    BTRFS,
    EXT4,
    XFS,
    Imaged,
    attached,
    block_device,
    detach,
    image,
    loop_device,
    mounted,
    unmount,
)
from ahp.harness.system.processes import output, unprivileged


def test_the_sample_is_the_same_every_time_and_compresses():
    assert sample(2**20) == sample(2**20)
    for compress in (zlib.compress, bz2.compress, lzma.compress):
        assert len(compress(sample(2**20))) * base.COMPRESSES < 2**20
    assert sample(2**20).count(0) >= 2**18  # for what only encodes runs of zeros


def every(folder):
    """The files in a folder."""
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


class Lying(Plain):
    """Says that it compresses, and what its volume holds."""

    def __init__(self, stored=None):
        self.stored = stored

    def alternatives(self):
        return ("none", "magic")

    @contextlib.contextmanager
    def mounted(self, alternative, folder, ledger, size):
        inside = folder / f"free-{alternative}"  # it needs no passage for another account
        inside.mkdir()
        volume = PlainVolume(inside)
        yield (
            SimpleNamespace(folder=inside, stored_bytes=lambda files: self.stored) if self.stored else volume
        )


def test_what_stores_plain_in_silence_is_refused_as_is_a_baseline_that_compresses(tmp_path, ledger):
    told = r"plain folder with magic .*does not compress.*ratio of 1\.00"
    with pytest.raises(UnavailableError, match=told):
        verified(Lying(), "magic", tmp_path, ledger)
    assert verified(Lying(), "none", tmp_path, ledger) == pytest.approx(1.0)
    (tmp_path / "other").mkdir()
    with pytest.raises(UnavailableError, match=r"with none cannot run here: it compresses"):
        verified(Lying(SAMPLE_BYTES // 2), "none", tmp_path / "other", ledger)


def test_caches_are_emptied_or_it_is_said_why_not(monkeypatch):
    if os.geteuid() == 0 and Path("/proc/sys/vm/drop_caches").exists():
        assert drop_caches() is None

    def refused(*args, **how):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", refused)
    assert "needs root: Permission denied" in drop_caches()


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "rows").write_bytes(os.urandom(200_000))
    (folder / "link").symlink_to("deep/rows")
    with (folder / "holes").open("wb") as file:
        file.seek(8 * 2**20)
        file.write(b"end")
    (folder / "deep" / "rows").chmod(0o640)
    os.utime(folder / "deep" / "rows", (1_000_000, 1_000_000))
    return folder


def test_a_copy_is_the_source_byte_for_byte_with_its_holes(source, tmp_path):
    target = tmp_path / "target"
    target.mkdir()
    restored(source, target, contents(source))
    with pytest.raises(HarnessError, match="not empty"):
        restored(source, target, contents(source))
    assert (target / "deep" / "rows").read_bytes() == (source / "deep" / "rows").read_bytes()
    assert (target / "deep" / "rows").stat().st_mtime == 1_000_000
    assert (target / "deep" / "rows").stat().st_mode & 0o777 == 0o640
    assert os.readlink(target / "link") == "deep/rows"
    assert written(every(target)) == written(every(source))
    assert (target / "holes").stat().st_blocks <= (source / "holes").stat().st_blocks < 1000


def test_a_copy_that_differs_is_told(source, tmp_path, monkeypatch):
    target = tmp_path / "target"
    target.mkdir()
    digest = contents(source)
    real = datasets.output

    def damaged(*args, **how):
        said = real(*args, **how)
        with (target / "deep" / "rows").open("r+b") as file:
            file.seek(77)
            file.write(b"\0\1\2\3")
        return said

    monkeypatch.setattr(datasets, "output", damaged)
    with pytest.raises(TrialError, match="the restored data set differs"):
        restored(source, target, digest)


def test_names_and_kinds_count_too(tmp_path):
    (tmp_path / "a").write_text("x")
    first = contents(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    second = contents(tmp_path)
    (tmp_path / "b").unlink()
    (tmp_path / "b").mkdir()
    third = contents(tmp_path)
    assert len({first, second, third}) == 3
    (tmp_path / "a").write_bytes(b"x" * 50_000)
    once, third = allocated(tmp_path), contents(tmp_path)
    os.link(tmp_path / "a", tmp_path / "linked")
    assert allocated(tmp_path) == once  # a hard link takes its blocks once
    (tmp_path / "linked").unlink()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert contents(tmp_path) == third  # nothing is kept at a server's socket


def test_a_plain_folder_is_the_servers_own_and_gone_afterwards(place, ledger):
    account = unprivileged()
    with Plain().mounted("none", place, ledger, 10**6) as volume:
        assert list(volume.folder.iterdir()) == []
        assert volume.folder.stat().st_uid == (account.uid if account else os.getuid())
        (volume.folder / "data").write_bytes(
            b"x" * 100_000 + bytes(10**6)
        )  # what is set aside does not count
        assert volume.stored_bytes([volume.folder / "data"]) == 25 * 4096
        assert set(volume.details) == {"file_system", "mount_options", "mount_source"}
        assert volume.device is None
    assert list(place.iterdir()) == []
    assert nothing_left(ledger)


def test_too_little_room_and_an_unknown_alternative_are_told_before_anything_is_made(place, ledger):
    for layer, alternative, size, error, told in (
        (Plain(), "none", 2**70, HarnessError, r"MB are free; .* MB are needed; free some"),
        (BTRFS, "lzo", 2**70, HarnessError, "MB are needed"),
        (Plain(), "zstd", 1, UnavailableError, "plain folder with zstd cannot run here: it offers none"),
        (BTRFS, "zstd:99", 1, UnavailableError, "btrfs with zstd:99"),
    ):
        with pytest.raises(error, match=told), layer.mounted(alternative, place, ledger, size):
            pass
    assert list(place.iterdir()) == []


def test_nothing_is_known_of_it_and_nothing_done_to_it(ledger, tmp_path):
    layer = Unowned()
    assert (layer.available(), layer.alternatives()) == (None, ("none",))
    with layer.mounted("none", tmp_path, ledger, 10**18) as volume:
        assert volume.folder.is_dir()
        assert (volume.device, volume.processes, volume.stored_bytes([])) == (None, (), 0)
        assert "not emptied" in volume.empty_caches()
    assert nothing_left(ledger)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layer", "alternative"),
    [(BTRFS, "none"), (BTRFS, "zlib:1"), (EXT4, "none"), (XFS, "none")],
    ids=lambda given: getattr(given, "name", given),
)
def test_a_file_system_compresses_as_it_says(layer, alternative, tmp_path, ledger):
    require(layer)
    ratio = verified(layer, alternative, tmp_path, ledger)
    assert ratio == pytest.approx(1.0, abs=0.02) if alternative == "none" else ratio > 1.15
    assert nothing_left(ledger)


@pytest.mark.slow
def test_the_same_data_set_on_all_and_the_ratio_as_compsize_prints_it(tmp_path, ledger):
    require(BTRFS)
    source = tmp_path / "source"
    source.mkdir()
    for name, number in (("rows", 3 * 2**20), ("noise", 0)):
        (source / name).write_bytes(sample(number) if number else os.urandom(2**20))
    digest, ratios = contents(source), {}
    for alternative in ("none", "lzo", "zstd:3"):
        with BTRFS.mounted(alternative, tmp_path, ledger, 20 * 2**20) as volume:
            restored(source, volume.folder, digest)
            assert contents(volume.folder) == digest
            stored = volume.stored_bytes(every(volume.folder))
            ratios[alternative] = 4 * 2**20 / stored
            # Without -b it prints the percentage, and the sizes in units of their own.
            printed = subprocess.run(["compsize", volume.folder], capture_output=True, text=True, check=True)
            (total,) = (line for line in printed.stdout.splitlines() if line.startswith("TOTAL"))
            assert 100 / ratios[alternative] == pytest.approx(float(total.split()[1].rstrip("%")), abs=1)
            if alternative != "none":
                assert f"compress-force={alternative}" in volume.details["mount_options"]
            assert volume.empty_caches() is None
    assert ratios["none"] == pytest.approx(1.0, abs=0.001)
    assert 1.15 < ratios["lzo"] < ratios["zstd:3"]
    assert nothing_left(ledger)


def test_why_it_cannot_run_is_said(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert BTRFS.available() == "needs root"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert Imaged("befs", "BeFS", ("mkfs.befs",)).available() == "mkfs.befs: command not found"
    assert "this kernel does not know befs" in (Imaged("befs", "BeFS", ("true",)).available() or "")


@pytest.mark.slow
def test_an_image_its_device_and_its_mount_come_and_go_and_what_is_not_ours_stays(
    tmp_path, ledger, monkeypatch
):
    require(EXT4)
    other = tmp_path / "other"
    other.touch()
    with image(ledger, tmp_path, 32 * 2**20) as path:
        assert path.stat().st_size == 32 * 2**20
        with loop_device(ledger, path) as device:
            assert attached(path) == [device]
            told = output(["losetup", "--noheadings", "--output", "NAME,MAJ:MIN", device]).split()
            assert told == [device, block_device(device)]
            output(["mkfs.ext4", "-q", "-F", device])
            with mounted(ledger, device, path, ["noatime"]) as mount:
                assert "noatime" in mount.options.split(",")
                with pytest.raises(HarnessError, match=f"{device} is mounted there, which is not ours"):
                    unmount({"folder": str(mount.folder), "image": str(other)})
                detach({"image": str(other)})
                assert attached(path) == [device]
                assert (mount.folder / "lost+found").is_dir()
            unmount({"folder": str(other), "image": str(path)})  # gone already
            monkeypatch.setattr("ahp.harness.storage.loop_images._PATIENCE_S", 0.3)
            with mounted(ledger, device, path) as mount:  # in use, and unmounted in the end
                sitting = subprocess.Popen(["sleep", "1"], cwd=mount.folder)
            sitting.wait()  # only then is the device free
            monkeypatch.setattr("ahp.harness.storage.loop_images._PATIENCE_S", 10)
        assert attached(path) == []
    with pytest.raises(HarnessError, match="losetup"), loop_device(ledger, tmp_path / "absent"):
        pass
    assert nothing_left(ledger)
