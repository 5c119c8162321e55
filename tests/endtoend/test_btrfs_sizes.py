"""btrfs on a loop image: every tool says of the same files what it can see, and the tools agree."""

import contextlib
import os
import random
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from endtoend.tools import kept, output, printed, program, unable, values

import ahp


def fill(folder):
    """Write files of which half the bytes are random."""
    bits = random.Random(4)
    for name in "abc":
        (folder / name).write_bytes(b"".join(bits.randbytes(64) + bytes(64) for _ in range(16_384)))
    subprocess.run(["sync", "-f", folder], check=True)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """What each tool prints of a compressed and of a plain btrfs, by alternative and tool."""
    for tool in ("mkfs.btrfs", "compsize", "btrfs"):
        program(tool)
    found = {}
    for name, option in (("none", "compress=no"), ("zstd", "compress-force=zstd:3")):
        folder = tmp_path_factory.mktemp(name)
        with btrfs(folder, option) as mount:
            fill(mount)
            for tool, command in {
                "compsize": ("compsize", "-b", mount),
                "space": ("btrfs", "filesystem", "df", "-b", mount),
                "pretty": ("btrfs", "filesystem", "df", mount),
                "usage": ("btrfs", "filesystem", "usage", "-b", mount),
                "btrfs_du": ("btrfs", "filesystem", "du", "-s", "--raw", mount),
                "df": ("df", "-B1", mount),
                "du": ("du", "-sk", mount),
                "du_apparent": ("du", "-sb", mount),
            }.items():
                found[name, tool] = printed(*command, into=folder / f"{tool}.txt")
            # The same from the file system itself, without any of those tools.
            found[name, "held"] = sum(path.stat().st_size for path in mount.iterdir())
    return found


def size(outputs, name, tool, measure, **how):
    return values(f"x={outputs[name, tool]}", **how)["", measure]


def test_what_is_held_is_what_was_written(outputs):
    for name in ("none", "zstd"):
        held = outputs[name, "held"]
        assert held == 3 * 2**21
        assert size(outputs, name, "compsize", "original_bytes") == held
        assert size(outputs, name, "btrfs_du", "original_bytes") == held
        apparent = {"original_bytes": "1B-blocks"}
        assert held <= size(outputs, name, "du_apparent", "original_bytes", columns=apparent) < held + 8192


def test_what_is_stored_is_the_same_by_compsize_df_and_usage(outputs):
    for name in ("none", "zstd"):
        stored = size(outputs, name, "compsize", "stored_bytes")
        for tool in ("space", "usage"):
            assert size(outputs, name, tool, "stored_bytes") == stored
        text = outputs[name, "pretty"].read_text()
        assert size(outputs, name, "pretty", "stored_bytes") == pytest.approx(stored, abs=0.006 * 2**20)
        assert re.search(r"Data, single: .*MiB", text)
        assert size(outputs, name, "df", "stored_bytes") > stored  # metadata, twice
    assert size(outputs, "zstd", "space", "stored_bytes") < 0.75 * outputs["zstd", "held"]


def test_du_does_not_see_what_is_saved(outputs):
    allocated = {"stored_bytes": "1K-blocks"}
    plain, packed = (size(outputs, n, "du", "stored_bytes", columns=allocated) for n in ("none", "zstd"))
    assert plain == packed
    assert outputs["zstd", "held"] <= packed < outputs["zstd", "held"] + 65_536  # and the folder itself


def test_the_sizes_make_the_ratio(outputs):
    sources = [f"{name}={outputs[name, tool]}" for name in ("none", "zstd") for tool in ("space", "btrfs_du")]
    measured = ahp.read(*sources, baseline="none")
    frame = kept(measured).set_index(["alternative", "measure"]).value
    ratio = frame["zstd", "original_bytes"] / frame["zstd", "stored_bytes"]
    lines = outputs["zstd", "compsize"].read_text().splitlines()
    _, _, stored, original, _ = next(line for line in lines if line.startswith("TOTAL")).split()
    assert ratio == int(original) / int(stored)


@contextlib.contextmanager
def btrfs(folder: Path, option: str) -> Iterator[Path]:
    """Yield a fresh btrfs on a loop device, mounted with an option; nothing of it is left behind."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        unable("mount a file system; it takes root")
    if "btrfs" not in Path("/proc/filesystems").read_text():
        unable("mount btrfs; its kernel does not know it")
    image, mount = folder / "image", folder / "mnt"
    mount.mkdir()
    with image.open("wb") as file:
        file.truncate(256 * 2**20)
    output("mkfs.btrfs", "-q", "-f", image)
    loop = subprocess.run(["losetup", "-f", "--show", image], capture_output=True, text=True, check=False)
    if loop.returncode:
        unable(f"attach a loop device ({loop.stderr.strip()})")
    device = loop.stdout.strip()
    try:
        mounting = subprocess.run(["mount", "-o", option, device, mount], capture_output=True, text=True)
        if mounting.returncode:
            unable(f"mount btrfs ({mounting.stderr.strip()})")
        try:
            yield mount
        finally:
            _unmount(mount)
    finally:
        subprocess.run(["losetup", "-d", device], check=False)


def _unmount(mount: Path) -> None:
    for _ in range(50):  # refused for a moment now and then
        if subprocess.run(["umount", mount], capture_output=True).returncode == 0:
            return
        time.sleep(0.1)
    subprocess.run(["umount", "-l", mount], check=False)
