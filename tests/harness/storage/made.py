"""What a storage layer's test needs, and what it takes to know that nothing is left."""

import contextlib
import fcntl
import json
import subprocess
import tempfile
from pathlib import Path

from endtoend.tools import unable

from ahp.harness.ledger import TOKEN, standing
from ahp.harness.system.process_table import environment_holds, processes

NEEDS_MACHINE = ("needs root", "this system has no loop devices", "this kernel does not know")


def require(layer):
    """Skip the test where a layer cannot run; only what no package brings is an excuse in CI."""
    import pytest

    reason = layer.available()
    if reason is None:
        return
    if reason.startswith(NEEDS_MACHINE):
        unable(f"use {layer.title}: {reason}")
    pytest.skip(f"{layer.title}: {reason}")


@contextlib.contextmanager
def alone():
    """Wait for other tests that use zfs-fuse, or look whether it runs: a machine has but one."""
    with (Path(tempfile.gettempdir()) / "ahp-test-zfs.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def nothing_left(ledger):
    """Say whether all that a ledger's harness made is gone, by what the system itself lists."""
    assert standing(ledger.path.parent) == ()
    lines = [json.loads(line) for line in ledger.path.read_text().splitlines()]
    facts = [line["facts"] for line in lines if "facts" in line]
    mounted = Path("/proc/self/mounts").read_text()
    for place in {fact[name] for fact in facts for name in ("path", "folder") if name in fact}:
        assert not Path(place).exists()
        assert place not in mounted
    folder = str(ledger.path.parent.parent)
    loops = subprocess.run(["losetup", "-a"], capture_output=True, text=True, check=True).stdout
    assert folder not in loops
    assert not [pid for pid in processes() if environment_holds(pid, f"{TOKEN}={ledger.token}")]
    return True
