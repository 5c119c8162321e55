"""Folders that a harness makes for a while, and what is mounted where."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from ahp.errors import HarnessError, one_line
from ahp.harness.ledger import Facts, Ledger
from ahp.harness.system.processes import Account, as_account

_COMMON = Path("/tmp")
MEMORY = Path("/dev/shm")
"""Where a file lies in memory, where the system has such a place."""
FOLDER = re.compile("ahp-bench-[0-9a-f]{12}")
"""What temporary folders are called."""


def give(path: Path, account: Account | None) -> None:
    """Make an account the owner of a folder and of everything in it."""
    if account is None:
        return
    for place in (path, *path.rglob("*")):
        os.chown(place, account.uid, account.gid, follow_symlinks=False)


def own_folder(path: Path, account: Account | None) -> Path:
    """Make a folder that belongs to an account and is closed to everybody else, and return it."""
    path.mkdir(mode=0o700)
    give(path, account)
    return path


def open_passage(folder: Path, account: Account | None) -> None:
    """Let an account through one of our own folders to what is the account's inside; it cannot list it.

    Raises
    ------
    HarnessError
        If a folder further up is closed to the account.
    """
    if account is None:
        return
    if folder.stat().st_uid == os.geteuid():
        folder.chmod(folder.stat().st_mode | 0o111)
    require_passage(folder, account)


def require_passage(folder: Path, account: Account) -> None:
    """Raise a HarnessError if an account that root lends servers to cannot reach a folder."""
    real = folder.resolve()
    for place in reversed((real, *real.parents)):
        found = place.stat()
        own = 0o100 if found.st_uid == account.uid else 0o010 if found.st_gid == account.gid else 0o001
        # A list of access rights may say something else than the mode: then the account itself is asked.
        if not found.st_mode & own and not _enters(place, account):
            raise HarnessError(
                f"{place}: closed to {account.name}, whom servers run as when root starts them; "
                "use an --output that everybody may enter, such as one under /var/tmp"
            )


def _enters(folder: Path, account: Account) -> bool:
    return subprocess.run(as_account(["test", "-x", folder], account), check=False).returncode == 0


@contextlib.contextmanager
def temporary_folder(
    ledger: Ledger, account: Account | None = None, parent: Path = _COMMON
) -> Iterator[Path]:
    """Make a folder that is gone at the end; in /tmp unless told, where a socket's path is short enough.

    Yields
    ------
    Path
        The folder, owned by the account and closed to everybody else.
    """
    path = parent.resolve() / f"ahp-bench-{secrets.token_hex(6)}"
    with ledger.holding("folder", remove_folder, path=str(path)):
        yield own_folder(path, account)


def remove_folder(facts: Facts) -> None:
    """Remove a recorded folder; never through a link, and never while something is mounted inside.

    Raises
    ------
    HarnessError
        If its name is none that a harness gives, or it cannot be removed.
    """
    path = Path(facts["path"])
    if not FOLDER.fullmatch(path.name) or os.path.realpath(path.parent) != str(path.parent):
        raise HarnessError(f"folder {facts['path']!r}: not made by a run; left alone")
    if path.is_symlink() or not path.is_dir():
        return
    inside = [mount.folder for mount in mounts() if mount.folder == path or path in mount.folder.parents]
    if inside:
        raise HarnessError(f"{path}: not removed, for {inside[0]} is mounted; unmount it, clean again")
    problems: list[str] = []
    shutil.rmtree(path, onerror=lambda _call, name, info: problems.append(f"{name}: {info[1]}"))
    if path.exists():
        raise HarnessError(
            f"{path}: could not be removed: {one_line(problems[0] if problems else 'unknown')}"
        )


@dataclass(frozen=True)
class Mount:
    """Something that is mounted.

    Attributes
    ----------
    source : str
        The device, or what stands for it.
    folder : Path
        Where.
    kind : str
        The file system: `ext4`, `fuse.zfs`, …
    options : str
        Its options, with commas between them.
    """

    source: str
    folder: Path
    kind: str
    options: str


def mounts() -> tuple[Mount, ...]:
    """Return every mount as the kernel lists them, the latest last."""
    return tuple(
        Mount(one.device, Path(one.mountpoint), one.fstype, one.opts)
        for one in psutil.disk_partitions(all=True)
    )


def mounted_at(folder: Path) -> Mount | None:
    """Return what is mounted on a folder itself, the uppermost, None if nothing is."""
    return next((mount for mount in reversed(mounts()) if mount.folder == folder), None)


def mount_of(path: Path) -> Mount | None:
    """Return the mount that a path lies on."""
    real = path.resolve()
    over = [mount for mount in mounts() if mount.folder == real or mount.folder in real.parents]
    return max(over, key=lambda mount: len(mount.folder.parts)) if over else None
