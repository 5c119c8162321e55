import shutil
from types import SimpleNamespace

import pytest

from ahp.errors import OutputError, TrialError
from ahp.harness.fullness import FULL_BYTES, told_if_full, told_if_volume_full


@pytest.fixture
def free(monkeypatch):
    found = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: found)
    return found


@pytest.mark.parametrize("problem", [TrialError("a client wrote no message"), OSError(28, "No space left")])
def test_on_a_full_disk_that_is_the_reason(problem, free, tmp_path):
    free.free = FULL_BYTES - 1
    with (
        pytest.raises(OutputError, match=r"the disk is full: 2 MB are free, 2 MB are needed.*resume") as told,
        told_if_full(tmp_path),
    ):
        raise problem
    assert told.value.__cause__ is problem


def test_where_there_is_room_the_reason_stays(free, tmp_path):
    free.free = FULL_BYTES
    with pytest.raises(TrialError, match="another"), told_if_full(tmp_path):
        raise TrialError("another")
    with pytest.raises(OutputError, match="the disk is full"), told_if_full(tmp_path, FULL_BYTES + 1):
        raise TrialError("another")


def test_a_fault_of_ours_and_what_was_told_already_stay(free, tmp_path):
    for problem in (ZeroDivisionError(), OutputError("x: cannot be written")):
        with pytest.raises(type(problem)) as told, told_if_full(tmp_path):
            raise problem
        assert told.value is problem


def test_a_volume_that_ran_full_is_the_reason(monkeypatch, tmp_path):
    usage = SimpleNamespace(free=1e6, total=500e6)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    full = pytest.raises(
        TrialError, match=r"the volume of 500 MB has no room left \(a client ended with -7\); use a shorter"
    )
    with full as told, told_if_volume_full(tmp_path):
        raise TrialError("a client ended with -7")
    assert told.value.__cause__ is not None
    usage.free = 100e6
    with pytest.raises(TrialError, match=r"^a client ended with -7$"), told_if_volume_full(tmp_path):
        raise TrialError("a client ended with -7")
