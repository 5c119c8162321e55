"""File systems in an image file: the file, its loop device, and its mount, each recorded and each undone."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ahp.errors import HarnessError
from ahp.harness.ledger import Facts, Ledger
from ahp.harness.storage.base import require_space
from ahp.harness.system.folders import Mount, mounted_at, temporary_folder
from ahp.harness.system.programs import output

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
            if _backing(entry) == str(path):
                found.append(f"/dev/{entry.parents[1].name}")
    return found


def _backing(entry: Path) -> str:
    return entry.read_text(encoding="utf-8", errors="surrogateescape").rstrip("\n").removesuffix(" (deleted)")


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
        chosen = ["-o", ",".join(options)] if options else []
        output(["mount", *chosen, device, target])
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
