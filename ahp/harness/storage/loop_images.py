"""File systems in an image file: btrfs with its compression, ext4 and xfs as baselines.

The file, its loop device and its mount are each recorded, and each undone.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ahp.errors import HarnessError
from ahp.harness.ledger import Facts, Ledger
from ahp.harness.storage.base import chosen, drop_caches, require_space, written
from ahp.harness.system.folders import Mount, mounted_at, own_folder, temporary_folder
from ahp.harness.system.processes import missing, needs_root, output, unprivileged

IMAGE = "image"
"""What an image file is called, in a folder of its own."""
MOUNT = "mnt"
"""What the folder is called that something is mounted on, in a folder of its own."""
_PATIENCE_S = 10.0


@contextlib.contextmanager
def image(ledger: Ledger, folder: Path, size: int) -> Iterator[Path]:
    """Make a file of a size, full of holes, in a folder of its own.

    Raises
    ------
    HarnessError
        If the folder's file system could not hold it once it is full.
    """
    require_space(folder, size)
    with temporary_folder(ledger, parent=folder) as own:
        path = own / IMAGE
        with path.open("wb") as file:
            file.truncate(size)
        yield path


@contextlib.contextmanager
def loop_device(ledger: Ledger, path: Path) -> Iterator[str]:
    """Attach a file to a loop device, past the kernel's cache of the file itself where that can be had."""
    with ledger.holding("loop", detach, image=str(path)) as learn:
        command = ["losetup", "--find", "--show"]
        try:
            device = output([*command, "--direct-io=on", path]).strip()
        except HarnessError:
            # Attached but not direct, or not attached at all: begin again from nothing.
            detach({"image": str(path)})
            device = output([*command, path]).strip()
        learn(device=device)
        yield device


def detach(facts: Facts) -> None:
    """Detach every loop device whose file is the recorded image."""
    until = time.monotonic() + _PATIENCE_S
    while devices := attached(Path(facts["image"])):
        for device in devices:
            with contextlib.suppress(HarnessError):
                output(["losetup", "--detach", device])
        if time.monotonic() > until:
            raise HarnessError(f"{devices[0]}: still attached to {facts['image']}; something keeps it open")
        time.sleep(0.05)


def attached(path: Path) -> list[str]:
    """Return the loop devices whose file is an image, by what the kernel says of each."""
    found = []
    for entry in Path("/sys/block").glob("loop*/loop/backing_file"):
        with contextlib.suppress(OSError):
            backing = entry.read_text(encoding="utf-8", errors="surrogateescape").rstrip("\n")
            if backing.removesuffix(" (deleted)") == str(path):
                found.append(f"/dev/{entry.parents[1].name}")
    return found


@contextlib.contextmanager
def mounted(ledger: Ledger, device: str, path: Path, options: Sequence[str] = ()) -> Iterator[Mount]:
    """Mount a device whose image file is `path` on a folder of its own.

    Yields
    ------
    Mount
        As the kernel lists it, with all options that are in force.
    """
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(temporary_folder(ledger))
        own.chmod(0o711)
        target = own / MOUNT
        target.mkdir()
        stack.enter_context(ledger.holding("mount", unmount, folder=str(target), image=str(path)))
        flags = ["-o", ",".join(options)] if options else []
        output(["mount", *flags, device, target])
        found = mounted_at(target)
        if found is None or found.source != device:
            raise HarnessError(f"{target}: {device} was mounted, but the kernel lists {found}")
        yield found


def unmount(facts: Facts) -> None:
    """Unmount a recorded folder, if what is mounted there is the recorded image."""
    folder = Path(facts["folder"])
    until = time.monotonic() + _PATIENCE_S
    while (found := mounted_at(folder)) is not None:
        if found.source not in attached(Path(facts["image"])):
            raise HarnessError(f"{folder}: {found.source} is mounted there, which is not ours; left alone")
        lazily = ["--lazy"] if time.monotonic() > until else []
        try:
            output(["umount", *lazily, folder])
        except HarnessError:  # refused for a moment now and then
            if lazily:
                raise
            time.sleep(0.1)


def block_device(device: str) -> str:
    """Return a device's `MAJOR:MINOR`."""
    number = Path(device).stat().st_rdev
    return f"{os.major(number)}:{os.minor(number)}"


_BTRFS = ("none", "lzo", *(f"zlib:{n}" for n in range(1, 10)), *(f"zstd:{n}" for n in range(1, 16)))
_LEAST = 320 * 2**20  # mkfs.xfs makes nothing below 300 MB


@dataclass(frozen=True)
class ImagedVolume:
    """A mounted image."""

    folder: Path
    device: str
    kind: str
    details: Mapping[str, str] = field(default_factory=dict)
    processes: tuple[int, ...] = ()

    def stored_bytes(self, files: Iterable[Path]) -> int:
        """Return what some files take: by `compsize` on btrfs, what was written of them elsewhere."""
        output(["sync", "-f", self.folder], timeout_s=600)
        return compressed(files) if self.kind == "btrfs" else written(files)

    def empty_caches(self) -> str | None:
        """Empty the kernel's caches of files."""
        return drop_caches()


@dataclass(frozen=True)
class Imaged:
    """A file system on a loop device.

    Attributes
    ----------
    name, title : str
        For the command line, and as it writes itself.
    make : tuple of str
        The command that makes one, without the device.
    programs : tuple of str
        What else it needs.
    choices : tuple of str
        Its alternatives.
    """

    name: str
    title: str
    make: tuple[str, ...]
    programs: tuple[str, ...] = ()
    choices: tuple[str, ...] = ("none",)

    def available(self) -> str | None:
        """Return why it cannot be used on this machine, None if it can."""
        if reason := needs_root() or missing(self.make[0], "losetup", "mount", "umount", *self.programs):
            return reason
        if not Path("/dev/loop-control").exists():
            return "this system has no loop devices (/dev/loop-control)"
        known = Path("/proc/filesystems").read_text(encoding="ascii").split()
        return None if self.name in known else f"this kernel does not know {self.name} (/proc/filesystems)"

    def alternatives(self) -> tuple[str, ...]:
        """Return its compression choices."""
        return self.choices

    @contextlib.contextmanager
    def mounted(self, alternative: str, folder: Path, ledger: Ledger, size: int) -> Iterator[ImagedVolume]:
        """Make a fresh one in an image file, and mount it."""
        compression = chosen(self, alternative)
        # Forced: otherwise a file whose first bytes do not compress is never tried again.
        options = [] if compression == "none" else [f"compress-force={compression}"]
        with contextlib.ExitStack() as stack:
            path = stack.enter_context(image(ledger, folder, max(_LEAST, size + size // 4)))
            device = stack.enter_context(loop_device(ledger, path))
            output([*self.make, device])
            mount = stack.enter_context(mounted(ledger, device, path, options))
            inside = own_folder(mount.folder / "data", unprivileged())
            direct = Path("/sys/block", Path(device).name, "loop/dio").read_text(encoding="ascii").strip()
            details = {
                "file_system": mount.kind,
                "mount_options": mount.options,
                "loop_direct_io": "on" if direct == "1" else "off",
                "made_by": " ".join(self.make),
            }
            yield ImagedVolume(inside, block_device(device), self.name, details)


BTRFS = Imaged("btrfs", "btrfs", ("mkfs.btrfs", "-q", "-f"), ("compsize",), _BTRFS)
"""Compression by `compress-force`, its ratio by `compsize`."""
EXT4 = Imaged("ext4", "ext4", ("mkfs.ext4", "-q", "-F"))
"""A baseline without compression."""
XFS = Imaged("xfs", "XFS", ("mkfs.xfs", "-q", "-f"))
"""A baseline without compression."""


def compressed(files: Iterable[Path]) -> int:
    """Return what `compsize` says that some files take on btrfs, without extents that were only set aside."""
    paths = [path for path in files if path.stat().st_blocks]  # of nothing but others it says an error
    if not paths:
        return 0
    text = output(["compsize", "-b", *paths], timeout_s=600)
    disk = {fields[0]: int(fields[2]) for line in text.splitlines() if len(fields := line.split()) == 5}
    if "TOTAL" not in disk:
        raise HarnessError(f"compsize -b {paths[0].parent}: found no line TOTAL")
    return disk["TOTAL"] - disk.get("prealloc", 0)
