"""Limits on memory and on a device's bandwidth, so that storage is the bottleneck: there compression pays.

Control groups of both versions are written for. The tests ran on version 1, and of version 2 on a kernel that
hands controllers down, but has none for memory there: no limit of version 2 was seen in force.
With version 1 a bandwidth limit stands at the root of its hierarchy, for kernel threads do the writing there;
it concerns nobody else, because only a device of the storage layer's own is ever limited.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ahp.errors import HarnessError
from ahp.harness.ledger import Facts, Ledger
from ahp.harness.system.folders import mounts
from ahp.harness.system.process_table import PROC, children
from ahp.harness.system.processes import needs_root

_UNIFIED_NAMES = {"memory": "memory", "blkio": "io"}
"""What version 2 calls a controller of version 1."""
_FILES = ("blkio.throttle.read_bps_device", "blkio.throttle.write_bps_device")


@dataclass(frozen=True)
class Limit:
    """A limit that is in force.

    Attributes
    ----------
    groups : tuple of Path
        The control groups of its own; none if only a bandwidth is limited with version 1.
    """

    groups: tuple[Path, ...]

    def include(self, pids: Sequence[int]) -> None:
        """Put processes under the limit, with the children that they have and will have."""
        for group in self.groups:
            for pid in frozenset(pids).union(*map(children, pids)):
                with contextlib.suppress(ProcessLookupError):
                    _write(group / "cgroup.procs", str(pid))

    def peak(self) -> int | None:
        """Return the most memory that the group had at a time, its page cache too, in bytes."""
        for group in self.groups:
            for name in ("memory.max_usage_in_bytes", "memory.peak"):
                with contextlib.suppress(OSError):
                    return int((group / name).read_text(encoding="ascii"))
        return None


def unavailable(controllers: Collection[str] = ("memory",)) -> str | None:
    """Return why limits cannot be set on this machine, None if they can.

    Parameters
    ----------
    controllers : collection of str
        What is to be limited, by the names of version 1: `memory`, `blkio`.
    """
    if reason := needs_root():
        return reason
    unified = _unified()
    for name in controllers:
        there = _root(name) is not None if unified is None else _UNIFIED_NAMES[name] in _controllers(unified)
        if not there:
            return f"no control group hierarchy with {name} is mounted"
    return None


@contextlib.contextmanager
def limited(
    ledger: Ledger,
    *,
    memory_bytes: int | None = None,
    device: str | None = None,
    bps: int | None = None,
) -> Iterator[Limit]:
    """Limit memory and bandwidth until the block ends; it must end before data is restored or unmounted.

    Parameters
    ----------
    ledger : Ledger
        Where it is recorded.
    memory_bytes : int, optional
        For the processes that are included, their page cache too.
    device : str, optional
        A block device of the storage layer's own, `MAJOR:MINOR`.
    bps : int, optional
        How much it may read, and write, in bytes per second.

    Raises
    ------
    HarnessError
        If limits cannot be set here, one is no limit, or a bandwidth is to be limited on a device that others
        use too.
    """
    asked = {"memory": memory_bytes, "blkio": bps}
    controllers = [name for name, number in asked.items() if number is not None]
    if reason := unavailable(controllers):
        raise HarnessError(f"no limits can be set here: {reason}")
    for number in asked.values():
        if number is not None and number < 1:  # the kernel takes 0 for no limit
            raise HarnessError(f"a limit is 1 byte, or 1 byte per second, or more; found {number}")
    if device is None and bps is not None:
        raise HarnessError(
            "a bandwidth limit needs a device of its own: use --storage btrfs, zfs, ext4 or xfs"
        )
    with contextlib.ExitStack() as stack:
        groups = []
        if (unified := _unified()) is not None:
            hand_down(unified, [_UNIFIED_NAMES[name] for name in controllers])
            group = stack.enter_context(_group(ledger, unified))
            if memory_bytes is not None:
                _write(group / "memory.max", str(memory_bytes))
            if bps is not None:
                _write(group / "io.max", f"{device} rbps={bps} wbps={bps}")
            groups.append(group)
        else:
            if device is not None and bps is not None:
                for name in _FILES:
                    stack.enter_context(_bandwidth(ledger, name, device, bps))
            if memory_bytes is not None:
                root = _root("memory")
                assert root is not None
                group = stack.enter_context(_group(ledger, _own(root, "memory")))
                _write(group / "memory.limit_in_bytes", str(memory_bytes))
                groups.append(group)
        yield Limit(tuple(groups))


@contextlib.contextmanager
def _group(ledger: Ledger, parent: Path) -> Iterator[Path]:
    path = parent / f"ahp-bench-{secrets.token_hex(4)}"
    with ledger.holding("cgroup", remove_group, path=str(path)):
        try:
            path.mkdir()
        except OSError as problem:
            raise HarnessError(f"{path}: no control group can be made: {problem.strerror}") from problem
        yield path


def hand_down(parent: Path, controllers: Sequence[str]) -> None:
    """Let the children of a group of version 2 have controllers; without that their limits are not there.

    It stays so afterwards: others may have made groups meanwhile that need it, and a group without a limit of
    its own is as free as before.

    Raises
    ------
    HarnessError
        If the kernel refuses, as it does in a group that has processes itself and is not the machine's root.
    """
    file = parent / "cgroup.subtree_control"
    try:
        given = file.read_text(encoding="ascii").split()
    except OSError as problem:
        raise HarnessError(f"{file}: cannot be read: {problem.strerror}") from problem
    if more := [name for name in controllers if name not in given]:
        try:
            _write(file, " ".join(f"+{name}" for name in more))
        except HarnessError as problem:
            raise HarnessError(
                f"{problem}; where this is a container, run it outside, or leave --memory and --bandwidth out"
            ) from problem


def remove_group(facts: Facts) -> None:
    """Remove a recorded control group; its processes go to the group above, without its limits."""
    path = Path(facts["path"])
    until = time.monotonic() + 10
    while path.is_dir():
        for pid in (path / "cgroup.procs").read_text(encoding="ascii").split():
            with contextlib.suppress(OSError, HarnessError):  # ended meanwhile
                _write(path.parent / "cgroup.procs", pid)
        try:
            path.rmdir()
        except OSError as problem:
            if time.monotonic() > until:
                raise HarnessError(f"{path}: the group cannot be removed: {problem.strerror}") from problem
            time.sleep(0.05)


@contextlib.contextmanager
def _bandwidth(ledger: Ledger, name: str, device: str, number: int) -> Iterator[None]:
    root = _root("blkio")
    assert root is not None
    file = root / name
    facts = {"file": str(file), "device": device, "bytes_per_second": number}
    if _rule(file, device) is not None:
        raise HarnessError(f"{file}: somebody limits {device} already")
    with ledger.holding("bandwidth", remove_bandwidth, **facts):
        _write(file, f"{device} {number}")
        yield


def remove_bandwidth(facts: Facts) -> None:
    """Take a recorded bandwidth limit off its device, if it is still the recorded one."""
    file = Path(facts["file"])
    if _rule(file, facts["device"]) == facts["bytes_per_second"]:
        _write(file, f"{facts['device']} 0")


def _rule(file: Path, device: str) -> int | None:
    try:
        rules = dict(line.split() for line in file.read_text(encoding="ascii").splitlines())
    except OSError:
        return None
    return int(rules[device]) if device in rules else None


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text + "\n", encoding="ascii")
    except ProcessLookupError:
        raise
    except OSError as problem:
        raise HarnessError(f"{file}: {text!r} cannot be written: {problem.strerror}") from problem


def _root(controller: str) -> Path | None:
    """Return where version 1 has a controller, None if it has not."""
    for mount in mounts():
        if mount.kind == "cgroup" and controller in mount.options.split(","):
            return mount.folder
    return None


def _unified() -> Path | None:
    """Return where version 2 is, if memory is its business."""
    for mount in mounts():
        if mount.kind == "cgroup2":
            with contextlib.suppress(OSError):
                if "memory" in _controllers(mount.folder):
                    return mount.folder
    return None


def _controllers(folder: Path) -> list[str]:
    return (folder / "cgroup.controllers").read_text(encoding="ascii").split()


def _own(root: Path, controller: str) -> Path:
    """Return this process's own group, so that a limit above it stays in force."""
    for line in PROC.joinpath("self", "cgroup").read_text(encoding="utf-8").splitlines():
        _, names, path = line.split(":", 2)
        if controller in names.split(",") and (root / path.lstrip("/")).is_dir():
            return root / path.lstrip("/")
    return root
