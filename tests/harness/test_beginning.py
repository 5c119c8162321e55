"""A run begins in a folder of its own, or nothing is left of the attempt."""

import os
import shutil
from types import SimpleNamespace

import pytest

from ahp.errors import HarnessError, OutputError
from ahp.harness import beginning
from ahp.harness.beginning import begun
from ahp.harness.ledger import NAME, TOKEN
from ahp.harness.plan import plan
from ahp.harness.plan_file import read_plan

PLAN = plan({"workload": "stress-test", "scale": 0.001})


@pytest.fixture(autouse=True)
def no_token(monkeypatch):
    monkeypatch.setenv(TOKEN, "")  # restored afterwards


def test_a_folder_is_made_with_journal_ledger_and_plan(tmp_path):
    folder = tmp_path / "a" / "b"
    ledger = begun(PLAN, folder)
    assert ledger.path == folder / NAME
    assert sorted(path.name for path in folder.iterdir()) == ["journal.jsonl", NAME, "plan.toml"]
    assert plan(read_plan(folder / "plan.toml")) == PLAN
    with pytest.raises(HarnessError, match="b: not empty; name a new folder, or continue"):
        begun(PLAN, folder)


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("/proc/x", "No such file or directory"),
        ("file", "not a folder"),
        ("file/x", "Not a directory"),
        ("link", "not a folder"),
        ("new/" + 300 * "x", "File name too long"),
        ("new/\0", "null (byte|character)"),
    ],
)
def test_where_nothing_can_be_made_nothing_is_left(place, reason, tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(HarnessError, match=reason) as told:
        begun(PLAN, tmp_path / place)
    assert not isinstance(told.value, OutputError)  # which would be a run that can be resumed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_too_little_room_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**6))
    with pytest.raises(HarnessError, match=r"1 MB are free; .* use a smaller --scale"):
        begun(plan({"workload": "stress-test", "scale": 1.0}), tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failing", ["Ledger", "write_whole"])
def test_a_disk_that_is_full_at_once_leaves_nothing(failing, tmp_path, monkeypatch):
    def full(*_):
        raise OutputError("full")

    monkeypatch.setattr(beginning, failing, full)
    with pytest.raises(HarnessError, match="full; name another folder"):
        begun(PLAN, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
    os.mkdir(tmp_path / "a")
    with pytest.raises(HarnessError, match="full"):
        begun(PLAN, tmp_path / "a")
    assert list((tmp_path / "a").iterdir()) == []  # what was there stays
