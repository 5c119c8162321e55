"""File systems that a test makes for itself in a file, and that are gone when it is over."""

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from endtoend.tools import output, unable


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
