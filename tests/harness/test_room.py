"""How large a volume is made."""

import shutil
from types import SimpleNamespace

import pytest

from ahp.harness import room
from ahp.harness.plan import plan
from ahp.harness.room import ample, beside, least

MB = 10**6


@pytest.fixture
def free(monkeypatch):
    found = SimpleNamespace(free=100_000 * MB)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: found)
    return found


def test_rows_and_files_both_have_room():
    assert least(100 * MB, 0) > 400 * MB
    assert least(0, 300 * MB) > 600 * MB


def test_files_that_are_still_to_be_made_have_room_as_well():
    assert least(0) >= 500 * MB  # an empty server's, twice
    assert least(1000 * MB) == least(1000 * MB, 1000 * MB)


def test_what_is_given_back_late_has_room(free, tmp_path):
    short, long = (plan({"warmup": 1.0, "duration": seconds}) for seconds in (2.0, 5.0))
    assert ample(500 * MB, long, tmp_path) - ample(500 * MB, short, tmp_path) == 600 * MB
    assert ample(500 * MB, plan({"duration": 3600.0}), tmp_path) == 6_500 * MB  # it is given back in the end


def test_never_more_than_half_of_what_is_free_and_never_less_than_needed(free, tmp_path):
    chosen = plan({"warmup": 1.0, "duration": 5.0})
    free.free = 2_000 * MB
    assert ample(500 * MB, chosen, tmp_path) == 1_000 * MB
    free.free = 600 * MB
    assert ample(500 * MB, chosen, tmp_path) == 500 * MB


def test_a_slow_device_is_written_less_to(free, tmp_path):
    chosen = plan(
        {"warmup": 0.0, "duration": 10.0, "bandwidth": 40.0, "storage": "btrfs", "engine": "sqlite"}
    )
    assert ample(0, chosen, tmp_path) == 400 * MB


def test_notes_are_in_memory_where_there_is_plenty(free, tmp_path, monkeypatch):
    (tmp_path / "shm").mkdir()
    monkeypatch.setattr(room, "MEMORY", tmp_path / "shm")
    asked = {"warmup": 1.0, "duration": 9.0, "engine": "sqlite"}
    assert beside(plan(asked), tmp_path) == tmp_path / "shm"
    assert beside(plan({**asked, "duration": 36_000.0}), tmp_path) == tmp_path
    assert beside(plan({**asked, "memory": 64.0}), tmp_path) == tmp_path
    monkeypatch.setattr(room, "MEMORY", tmp_path / "none")
    assert beside(plan(asked), tmp_path) == tmp_path
