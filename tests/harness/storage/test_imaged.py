import os
import subprocess

import pytest
from harness.storage.made import nothing_left, require

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.storage.base import sample, verified
from ahp.harness.storage.copying import contents, restored
from ahp.harness.storage.imaged import BTRFS, EXT4, XFS, Imaged


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["none", "lzo", "zlib:1", "zstd:3"])
def test_btrfs_compresses_as_it_says(alternative, tmp_path, ledger):
    require(BTRFS)
    ratio = verified(BTRFS, alternative, tmp_path, ledger)
    assert ratio == pytest.approx(1.0, abs=0.02) if alternative == "none" else ratio > 1.15
    assert nothing_left(ledger)


@pytest.mark.slow
@pytest.mark.parametrize("layer", [EXT4, XFS], ids=lambda layer: layer.name)
def test_a_baseline_stores_as_it_is(layer, tmp_path, ledger):
    require(layer)
    assert verified(layer, "none", tmp_path, ledger) == pytest.approx(1.0, abs=0.02)
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
            usage = volume.usage()
            ratios[alternative] = usage.ratio
            # Without -b it prints the percentage, and the sizes in units of their own.
            printed = subprocess.run(["compsize", volume.folder], capture_output=True, text=True, check=True)
            percent = next(line for line in printed.stdout.splitlines() if line.startswith("TOTAL")).split()[
                1
            ]
            assert 100 / usage.ratio == pytest.approx(float(percent.rstrip("%")), abs=1)
            assert usage.logical_bytes == sum(path.stat().st_size for path in source.iterdir())
            if alternative != "none":
                assert f"compress-force={alternative}" in volume.details["mount_options"]
            assert volume.empty_caches() is None
    assert ratios["none"] == pytest.approx(1.0, abs=0.001)
    assert 1.15 < ratios["lzo"] < ratios["zstd:3"]
    assert nothing_left(ledger)


@pytest.mark.slow
def test_an_empty_volume_has_no_ratio(tmp_path, ledger):
    require(BTRFS)
    with BTRFS.mounted("lzo", tmp_path, ledger, 2**20) as volume:
        assert volume.usage().ratio != volume.usage().ratio


@pytest.mark.slow
def test_a_level_that_there_is_not_is_refused(tmp_path, ledger):
    with (
        pytest.raises(UnavailableError, match="btrfs with zstd:99"),
        BTRFS.mounted("zstd:99", tmp_path, ledger, 2**20),
    ):
        pass


def test_why_it_cannot_run_is_said(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert BTRFS.available() == "needs root"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert Imaged("befs", "BeFS", ("mkfs.befs",)).available() == "mkfs.befs: command not found"
    assert "this kernel does not know befs" in (Imaged("befs", "BeFS", ("true",)).available() or "")


@pytest.mark.slow
def test_no_room_for_the_image_is_told_first(tmp_path, ledger):
    require(BTRFS)
    with pytest.raises(HarnessError, match="MB are needed"), BTRFS.mounted("lzo", tmp_path, ledger, 2**60):
        pass
    assert nothing_left(ledger)
