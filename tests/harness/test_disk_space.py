import errno
import os
import shutil
from types import SimpleNamespace

import pytest

from ahp.errors import OutputError, TrialError
from ahp.harness.datasets import FULL_BYTES, explain_full_disk, explain_full_volume


@pytest.fixture
def free(monkeypatch):
    found = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: found)
    return found


def test_on_a_full_disk_that_is_the_reason(free, tmp_path):
    for problem in [TrialError("a client wrote no message"), OSError(28, "No space left")]:
        free.free = FULL_BYTES - 1
        full = pytest.raises(OutputError, match=r"the disk is full: 2 MB are free, 2 MB are needed.*resume")
        with full as told, explain_full_disk(tmp_path):
            raise problem
        assert told.value.__cause__ is problem
    # A fault of ours, what was told already, and any other reason where there is room stay as they are.
    kept = [
        (0, ZeroDivisionError()),
        (0, OutputError("x: cannot be written")),
        (FULL_BYTES, TrialError("another")),
    ]
    for room, problem in kept:
        free.free = room
        with pytest.raises(type(problem)) as told, explain_full_disk(tmp_path):
            raise problem
        assert told.value is problem
    with pytest.raises(OutputError, match="the disk is full"), explain_full_disk(tmp_path, FULL_BYTES + 1):
        raise problem


def test_a_volume_that_ran_full_is_the_reason(monkeypatch, tmp_path):
    usage = SimpleNamespace(free=1e6, total=500e6)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    full = pytest.raises(
        TrialError, match=r"the volume of 500 MB has no room left \(a client ended with -7\); use a shorter"
    )
    with full as told, explain_full_volume(tmp_path):
        raise TrialError("a client ended with -7")
    assert told.value.__cause__ is not None
    assert list(tmp_path.iterdir()) == []
    usage.free = 100e6
    with pytest.raises(TrialError, match=r"^a client ended with -7$"), explain_full_volume(tmp_path):
        raise TrialError("a client ended with -7")


def test_who_says_that_there_was_no_room_is_believed_where_there_is_little(monkeypatch, tmp_path):
    usage = SimpleNamespace(free=20e6, total=500e6)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    for problem in [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        TrialError('pgbench ended with 2: could not extend file "base/5/1": No space left on device'),
        TrialError("a client ended with 1: database or disk is full"),
        TrialError("Error writing file './ib_logfile0' (Errcode: 28)"),
    ]:
        with pytest.raises(TrialError, match="has no room left"), explain_full_volume(tmp_path):
            raise problem
    with pytest.raises(TrialError, match=r"^the cable was loose$"), explain_full_volume(tmp_path):
        raise TrialError("the cable was loose")
    assert list(tmp_path.iterdir()) == []

    def refused(descriptor):
        raise OSError(errno.ENOSPC, "no more")

    # A volume that takes no more is full, whatever it says is free.
    monkeypatch.setattr(os, "fsync", refused)
    with pytest.raises(TrialError, match="has no room left"), explain_full_volume(tmp_path):
        raise TrialError("a client ended with -7")
