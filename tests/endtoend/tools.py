"""Programs that a test runs for itself, and what a machine may be unable to do for it.

A program that is missing is skipped as everywhere, so that with AHP_REQUIRE_ALL=1 its absence is a failure. What
no package can bring (root, loop devices, a file system in the kernel) is skipped by :func:`unable`, which counts
as a skip even then.
"""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

UNABLE = "this machine cannot: "
"""How the reason of a skip begins that AHP_REQUIRE_ALL=1 accepts; see tests/conftest.py."""


def unable(what: str) -> None:
    """Skip the test, because the machine itself lacks something."""
    pytest.skip(f"{UNABLE}{what}")


def program(name: str) -> str:
    """Return where a program stands; skip the test if it is not installed."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def printed(name: str, *arguments: str | Path, into: Path | None = None) -> Path | str:
    """Return what a program prints, or the file into which it was written."""
    done = subprocess.run(
        [program(name), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"LC_ALL": "C"},
    )
    assert done.returncode == 0, f"{name} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    if into is None:
        return done.stdout
    into.write_text(done.stdout)
    return into


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
    printed("mkfs.btrfs", "-q", "-f", image)
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


def values(*sources: str, **how: object) -> dict[tuple[str, str], float]:
    """Return what one alternative's files say, by transaction type and measure."""
    from endtoend.frames import kept

    import ahp

    frame = kept(ahp.read(*sources, **how))
    return {(row.transaction, row.measure): row.value for row in frame.itertuples()}
