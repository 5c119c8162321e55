"""The daemon that zfs-fuse is, for as long as it is needed; OpenZFS lives in the kernel and needs none."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from ahp.errors import HarnessError
from ahp.harness.ledger import TOKEN, Ledger
from ahp.harness.system.folders import temporary_folder
from ahp.harness.system.process_table import PROC, listener, name_of, processes, started, status
from ahp.harness.system.processes import serving
from ahp.harness.system.programs import located, output

DEVICE = Path("/dev/zfs")
"""What the kernel module of OpenZFS is reached by."""
SOCKET = Path("/var/run/zfs/zfs_socket")
"""Where zfs-fuse listens; there is one such place, and so one daemon, on a machine."""
_LOCK = Path("/run/lock/ahp-bench-zfs-fuse.lock")
_LEAVING_S = 10.0


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
        with temporary_folder(ledger) as own, serving(ledger, command, own / "log", _answers) as daemon:
            try:
                yield (daemon.pid,)
            finally:
                # Its orderly end takes five seconds, which only a pool could need.
                if not _pools():
                    os.kill(daemon.pid, signal.SIGKILL)


def _pools() -> bool:
    """Say whether any pool is imported, or nobody knows."""
    try:
        return bool(output(["zpool", "list", "-H", "-o", "name"]).strip())
    except HarnessError:
        return True


def serving_now() -> int | None:
    """Return the process of the zfs-fuse that answers, None if none does."""
    with contextlib.suppress(OSError):
        return listener(SOCKET)
    return None


def _answers(pid: int) -> bool:
    return serving_now() == pid


def _silent() -> str:
    """Return which zfs-fuse runs and goes on running, in words; empty if there is none.

    One that was killed a moment ago, or a child it had just begun, is still on its way out.
    """
    until = time.monotonic() + _LEAVING_S
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
