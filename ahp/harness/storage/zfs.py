"""ZFS by its commands `zpool` and `zfs`: zfs-fuse, whose daemon is started here, or OpenZFS in the kernel.

A pool of the harness's own lies on a loop device with zfs-fuse, so that its traffic can be measured and
limited, and directly on the image file with OpenZFS, which would divide a whole device into partitions. The
latter way was not tested on a machine with OpenZFS.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ahp.errors import AHPError, HarnessError, TrialError, one_line
from ahp.harness.ledger import TOKEN, Facts, Ledger
from ahp.harness.settings import own_settings, refused
from ahp.harness.storage.base import chosen, drop_caches
from ahp.harness.storage.loop_images import MOUNT, block_device, image, loop_device
from ahp.harness.system.folders import Mount, mounted_at, own_folder, temporary_folder
from ahp.harness.system.process_table import PROC, listener, name_of, processes, started, status
from ahp.harness.system.processes import located, missing, needs_root, output, serving, unprivileged

DEVICE = Path("/dev/zfs")
"""What the kernel module of OpenZFS is reached by."""
SOCKET = Path("/var/run/zfs/zfs_socket")
"""Where zfs-fuse listens; there is one such place, and so one daemon, on a machine."""
_LOCK = Path("/run/lock/ahp-bench-zfs-fuse.lock")
_DAEMON_LEAVING_S = 10.0


@contextlib.contextmanager
def zfs_daemon(ledger: Ledger, cache_mb: int, patience_s: float = 300.0) -> Iterator[tuple[int, ...]]:
    """Make sure that ZFS is served while the block runs.

    Parameters
    ----------
    ledger : Ledger
        Where a daemon that is started here is recorded.
    cache_mb : int
        The largest cache (ARC) of a daemon that is started here, from 16 to 16384 MB.
    patience_s : float
        How long to wait for another harness that uses its own daemon.

    Yields
    ------
    tuple of int
        The daemon's process; none with OpenZFS, whose work the kernel does.
    """
    if DEVICE.exists():
        yield ()
        return
    with _alone(patience_s):
        if (pid := serving_now()) is not None:
            if TOKEN.encode() in PROC.joinpath(str(pid), "environ").read_bytes():
                place = os.readlink(PROC / str(pid) / "cwd")  # noqa: PTH115 - as the kernel writes it
                raise HarnessError(
                    f"the zfs-fuse of a run that was killed still runs (process {pid}, in {place}); "
                    "ahp-bench clean its results folder first"
                )
            yield (pid,)  # the user's: neither configured nor stopped here
            return
        if silent := _silent():
            raise HarnessError(f"a zfs-fuse runs that does not answer at {SOCKET} ({silent})")
        SOCKET.parent.mkdir(mode=0o700, exist_ok=True)
        options = ["-m", cache_mb, "-a", 0, "-e", 0, "--no-kstat-mount", "--zfs-prefetch-disable"]
        command = [located("zfs-fuse") or "zfs-fuse", "--no-daemon", *map(str, options)]
        with (
            temporary_folder(ledger) as own,
            serving(ledger, command, own / "log", lambda pid: serving_now() == pid) as daemon,
        ):
            try:
                yield (daemon.pid,)
            finally:
                # Its orderly end takes five seconds, which only a pool could need.
                pools = _answer(["zpool", "list", "-H", "-o", "name"])
                if pools is not None and not pools.strip():
                    os.kill(daemon.pid, signal.SIGKILL)


def serving_now() -> int | None:
    """Return the process of the zfs-fuse that answers, None if none does."""
    with contextlib.suppress(OSError):
        return listener(SOCKET)
    return None


def _silent() -> str:
    """Return which zfs-fuse runs and goes on running, in words; empty if there is none.

    One that was killed a moment ago, or a child it had just begun, is still on its way out.
    """
    until = time.monotonic() + _DAEMON_LEAVING_S
    while running := [pid for pid in processes() if name_of(pid) == "zfs-fuse" and started(pid) is not None]:
        if time.monotonic() > until:
            found = status(running[0])
            parent = f", begun by process {found.parent}" if found else ""
            return f"process {running[0]}{parent}"
        time.sleep(0.1)
    return ""


@contextlib.contextmanager
def _alone(patience_s: float) -> Iterator[None]:
    import fcntl

    with _LOCK.open("w") as file:
        until = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > until:
                    raise HarnessError(
                        "another harness uses zfs-fuse; there can be but one at a time"
                    ) from None
                time.sleep(0.2)
        yield


MARK = "org.ahp:bench"
"""The user property by which a dataset is known as a harness's own."""
VDEV = "devices/vdev"
"""The device of its pool, beside the image."""
_TOLD = ("compression", "recordsize", "atime", "sync", "logbias", "primarycache", "checksum")
_PATIENCE_S = 15.0
_LEAVING_S = 2.0
_ZFS_FUSE = ("off", "zle", "lzjb", *(f"gzip-{level}" for level in range(1, 10)))
_FUSE_RECORD = 128 * 1024
_LEAST = 512 * 2**20


@dataclass(frozen=True)
class ZfsVolume:
    """A mounted dataset.

    Attributes
    ----------
    dataset : str
        Its name, the pool's first.
    images : Path
        The folder with the pool's device.
    """

    folder: Path
    dataset: str
    device: str | None
    processes: tuple[int, ...]
    images: Path
    mount: Mount
    properties: tuple[str, ...] = ()

    @property
    def details(self) -> Mapping[str, str]:
        """The properties that matter, as ZFS itself gives them."""
        text = output(["zfs", "get", "-H", "-o", "property,value", "all", self.dataset])
        found = dict(line.split("\t") for line in text.splitlines())
        kept = {f"zfs_{name}": found[name] for name in (*_TOLD, *self.properties) if name in found}
        return {"file_system": self.mount.kind, "mount_options": self.mount.options, **kept}

    def stored_bytes(self, files: Iterable[Path]) -> int:
        """Return the blocks that some files have in the pool, once the dataset's `used` stands still."""
        paths = list(files)
        os.sync()
        until = time.monotonic() + 60
        before: int | None = None
        while True:
            # Setting a property is done within a group of transactions, and waits until that is written.
            output(["zfs", "set", f"{MARK}=settled", self.dataset], timeout_s=600)
            used = int(output(["zfs", "get", "-Hp", "-o", "value", "used", self.dataset]))
            if used == before:
                return sum(path.stat().st_blocks * 512 for path in paths)
            if time.monotonic() > until:
                raise HarnessError(f"{self.dataset}: its `used` did not stand still within a minute")
            before = used
            time.sleep(0.3)

    def empty_caches(self) -> str | None:
        """Export the pool and import it again: that empties the ARC."""
        pool = self.dataset.split("/", maxsplit=1)[0]
        patiently(["zpool", "export", pool])
        output(["zpool", "import", "-d", str(self.images), "-o", "cachefile=none", pool])
        really_mounted(self.mount.folder, self.dataset)
        return drop_caches()


@dataclass(frozen=True)
class Zfs:
    """ZFS on a loop device over a file.

    Attributes
    ----------
    recordsize : str
        Of the dataset.
    cache_mb : int
        The largest cache (ARC) of a zfs-fuse that is started here.
    properties : mapping of str to str
        What else its datasets have.
    settable : tuple of str
        What a plan may set of it by a common name.
    """

    recordsize: str = "16k"
    cache_mb: int = 64
    name: str = "zfs"
    title: str = "ZFS"
    properties: Mapping[str, str] = field(default_factory=dict)
    settable: tuple[str, ...] = ("recordsize",)

    def configured(self, common: Mapping[str, float], own: Mapping[str, str]) -> Zfs:
        """Return one whose datasets have these properties; ZFS itself refuses others when it makes one."""
        names = {"recordsize": ("recordsize", lambda number: f"{number:.0f}")}
        given = own_settings(self.title, names, common, own, ("compression", "mountpoint"))
        size = given.pop("recordsize", self.recordsize)
        if "recordsize" in common and common["recordsize"] > _FUSE_RECORD and not DEVICE.exists():
            raise refused("zfs-fuse", "recordsize", size, f"{_FUSE_RECORD} is its largest")
        return replace(self, recordsize=size, properties=given)

    def refused(self) -> Mapping[str, str]:
        """Return why what OpenZFS compresses with is not offered here, by alternative."""
        if DEVICE.exists():
            return {}
        reason = "zfs-fuse is older than it; OpenZFS has it, with the kernel module zfs"
        return dict.fromkeys(("lz4", "zstd"), reason)

    def available(self) -> str | None:
        """Return why it cannot be used on this machine, None if it can."""
        if reason := needs_root() or missing("zfs", "zpool"):
            return reason
        if not DEVICE.exists() and located("zfs-fuse") is None:
            return f"neither {DEVICE} (load the kernel module zfs) nor zfs-fuse is there"
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return what this installation's own list of properties offers, `off` first.

        The many levels of `zstd-fast` are left out.
        """
        if not DEVICE.exists():
            return _ZFS_FUSE  # it answers no question while its daemon is not up
        if located("zfs") is None:
            return ("off",)
        told = subprocess.run([str(located("zfs")), "get"], capture_output=True, text=True, check=False)
        return offered(told.stdout + told.stderr)

    def shared(self) -> str | None:
        """Return why its volumes have no device of their own, None if they have."""
        return "OpenZFS has its pool directly on a file" if DEVICE.exists() else None

    @contextlib.contextmanager
    def mounted(self, alternative: str, folder: Path, ledger: Ledger, size: int) -> Iterator[ZfsVolume]:
        """Make a fresh dataset and mount it."""
        compression = chosen(self, alternative)
        with contextlib.ExitStack() as stack:
            processes = stack.enter_context(zfs_daemon(ledger, self.cache_mb))
            mounts = stack.enter_context(temporary_folder(ledger))
            mounts.chmod(0o711)
            # zfs-fuse does not survive a full pool: a generous one is part of being careful.
            path = stack.enter_context(image(ledger, folder, max(_LEAST, size + size // 2)))
            pool, vdev, device = f"ahpbench{secrets.token_hex(4)}", path.parent / VDEV, None
            vdev.parent.mkdir()
            if DEVICE.exists():
                vdev.hardlink_to(path)
            else:
                block = stack.enter_context(loop_device(ledger, path))
                vdev.symlink_to(block)
                device = block_device(block)
            stack.enter_context(ledger.holding("pool", destroy_pool, pool=pool, vdev=str(vdev)))
            # Without a cache file no later daemon tries to bring it back.
            made = ["-o", "cachefile=none", "-o", "ashift=9", "-m", "none"]
            output(["zpool", "create", "-f", *made, pool, vdev])
            dataset, target = f"{pool}/ahpbench-{secrets.token_hex(4)}", mounts / MOUNT
            target.mkdir()
            facts = {"dataset": dataset, "folder": str(target), "mark": ledger.token}
            stack.enter_context(ledger.holding("dataset", destroy_dataset, **facts))
            properties = {
                "compression": compression,
                "recordsize": self.recordsize,
                "atime": "off",
                "mountpoint": str(target),
                f"{MARK}-token": ledger.token,
                **self.properties,
            }
            options = [part for name, value in properties.items() for part in ("-o", f"{name}={value}")]
            output(["zfs", "create", *options, dataset])
            mount = really_mounted(target, dataset)
            inside = own_folder(target / "data", unprivileged())
            try:
                images, told = vdev.parent, tuple(self.properties)
                yield ZfsVolume(inside, dataset, device, processes, images, mount, told)
            except (AHPError, OSError) as problem:
                if gone := _ended(processes):
                    raise TrialError(
                        f"zfs-fuse (process {gone}) ended before the run did: {one_line(problem)}; "
                        "the kernel's log may say why"
                    ) from problem
                raise


def offered(text: str) -> tuple[str, ...]:
    """Return the algorithms in the help of `zfs get`, the levels written out.

    Examples
    --------
    >>> offered("compression YES YES on | off | lzjb | gzip | gzip-[1-9] | zle")[:4]
    ('off', 'zle', 'lzjb', 'gzip-1')
    >>> offered("compression YES YES on | off | lz4 | zstd | zstd-[1-19] | zstd-fast-[1-10,20]")[:3]
    ('off', 'lz4', 'zstd-1')
    """
    line = re.search(r"^\s*compression\s+\S+\s+\S+\s+(.*)$", text, re.MULTILINE)
    words = [word.strip() for word in line[1].split("|")] if line else []
    found = ["off", *(name for name in ("zle", "lzjb", "lz4") if name in words)]
    for word in words:
        if levels := re.fullmatch(r"(gzip|zstd)-\[1-(\d+)\]", word):
            found += [f"{levels[1]}-{level}" for level in range(1, int(levels[2]) + 1)]
    return tuple(found)


def really_mounted(folder: Path, dataset: str) -> Mount:
    """Return a dataset's mount; raise if the folder is a plain one, for then that would be measured."""
    found = mounted_at(folder)
    if found is None or found.source != dataset or found.kind not in ("zfs", "fuse.zfs"):
        raise HarnessError(f"{folder}: {dataset} is not mounted there; the kernel lists {found}")
    return found


def _ended(processes: Sequence[int]) -> int | None:
    """Return which of some processes has ended, or does so within a moment."""
    until = time.monotonic() + _LEAVING_S
    while processes and time.monotonic() < until:
        for pid in processes:
            if started(pid) is None:
                return pid
        time.sleep(0.05)
    return None


def destroy_dataset(facts: Facts) -> None:
    """Destroy a recorded dataset, if it bears our mark; unmount what a daemon that died has left."""
    folder, dataset = Path(facts["folder"]), facts["dataset"]
    mark = _answer(["zfs", "get", "-H", "-o", "value", f"{MARK}-token", dataset])
    if mark is not None and mark.strip() == facts["mark"]:
        patiently(["zfs", "destroy", dataset])
    elif mark is not None:
        raise HarnessError(f"{dataset}: not made here; left alone")
    found = mounted_at(folder)
    if found is not None and found.source == dataset:
        patiently(["umount", folder])


def destroy_pool(facts: Facts) -> None:
    """Destroy a recorded pool, if it is on the recorded device; one whose daemon died is gone with it."""
    pool = facts["pool"]
    status = _answer(["zpool", "status", pool])
    if status is None:
        return
    if facts["vdev"] not in status.split():
        raise HarnessError(f"{pool}: not on {facts['vdev']}; left alone")
    patiently(["zpool", "destroy", "-f", pool])


def _answer(command: list[str]) -> str | None:
    """Return what a command says, None if there is nobody or nothing to ask."""
    try:
        return output(command)
    except HarnessError:
        return None


def patiently(command: list[str | Path]) -> None:
    """Run a command that answers "busy" for a moment."""
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            output(command)
        except HarnessError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return
