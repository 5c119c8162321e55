"""File systems of the kernel in an image file: btrfs with its compression, ext4 and xfs as baselines."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ahp.errors import HarnessError
from ahp.harness.ledger import Ledger
from ahp.harness.storage.base import chosen, drop_caches, written
from ahp.harness.storage.loops import block_device, image, loop_device, mounted
from ahp.harness.system.folders import give
from ahp.harness.system.processes import unprivileged
from ahp.harness.system.programs import missing, output

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
        if not hasattr(os, "geteuid") or os.geteuid() != 0:
            return "needs root"
        if reason := missing(self.make[0], "losetup", "mount", "umount", *self.programs):
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
            inside = mount.folder / "data"
            inside.mkdir(mode=0o700)
            give(inside, unprivileged())
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
