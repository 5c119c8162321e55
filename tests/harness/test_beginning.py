"""A run begins in a folder of its own, after all was verified, or nothing is left of the attempt."""

import dataclasses
import os
import shutil
from types import SimpleNamespace

import pytest

from ahp.errors import HarnessError, InputError, OutputError
from ahp.harness import results_folder, run
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS
from ahp.harness.datasets import Datasets
from ahp.harness.journal import Journal
from ahp.harness.ledger import NAME, TOKEN
from ahp.harness.plan import plan
from ahp.harness.plan_file import read_plan
from ahp.harness.results_folder import begun
from ahp.harness.run import describe, require_clients
from ahp.harness.trial_types import Setting


@pytest.fixture
def small():
    return plan({"engine": "sqlite", "workload": "stress-test", "scale": 0.0002})


@pytest.fixture(autouse=True)
def no_token(monkeypatch):
    monkeypatch.setenv(TOKEN, "")  # restored afterwards


def test_a_folder_is_made_with_journal_ledger_and_plan(small, tmp_path):
    folder = tmp_path / "a" / "b"
    ledger = begun(small, folder)
    assert ledger.path == folder / NAME
    assert sorted(path.name for path in folder.iterdir()) == ["journal.jsonl", NAME, "plan.toml"]
    assert plan(read_plan(folder / "plan.toml")) == small
    with pytest.raises(HarnessError, match="b: not empty; name a new folder, or continue"):
        begun(small, folder)


def test_where_nothing_can_be_made_nothing_is_left(small, tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for place, reason in [
        ("/proc/x", "No such file or directory"),
        ("file", "not a folder"),
        ("file/x", "Not a directory"),
        ("link", "not a folder"),
        ("new/" + 300 * "x", "File name too long"),
        ("new/\0", "null (byte|character)"),
    ]:
        with pytest.raises(HarnessError, match=reason) as told:
            begun(small, tmp_path / place)
        assert not isinstance(told.value, OutputError)  # which would be a run that can be resumed
        assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_a_look_that_refuses_leaves_nothing(small, tmp_path):
    def look():
        raise HarnessError("busy")

    with pytest.raises(HarnessError, match="busy"):
        begun(small, tmp_path / "new" / "folder", look)
    assert list(tmp_path.iterdir()) == []


def test_too_little_room_leaves_nothing(small, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**6))
    with pytest.raises(HarnessError, match=r"1 MB are free; .* use a smaller --scale"):
        begun(dataclasses.replace(small, scale=1.0), tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failing", ["Ledger", "write_whole"])
def test_a_disk_that_is_full_at_once_leaves_nothing(failing, small, tmp_path, monkeypatch):
    def full(*_):
        raise OutputError("full")

    monkeypatch.setattr(results_folder, failing, full)
    with pytest.raises(HarnessError, match="full; name another folder"):
        begun(small, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
    os.mkdir(tmp_path / "a")
    with pytest.raises(HarnessError, match="full"):
        begun(small, tmp_path / "a")
    assert list((tmp_path / "a").iterdir()) == []  # what was there stays


LAYER = LAYERS["plain"]


def test_the_workers_are_looked_for_where_they_run_the_clients(small, monkeypatch):
    looked, told = [], []
    monkeypatch.setattr(run, "require_workers", lambda *where: looked.append(where))
    require_clients(small, told.append)
    assert (looked, told) == ([], [])
    away = {"engine": "postgresql", "driver": "dask", "scheduler": "tcp://h:1", "dsn": "postgresql://db/x"}
    require_clients(dataclasses.replace(small, **away), told.append)
    assert looked == [("tcp://h:1", "postgresql://db/x")]
    assert told == ["looking for the Dask workers"]
    told.clear()
    monkeypatch.setattr(run, "set_aside", lambda plan: "pgbench has no think time")
    require_clients(small, told.append)
    assert told == ["note: clients are in Python: pgbench has no think time"]


def test_scripts_that_a_driver_cannot_write_are_refused_before_anything_is_built(small, tmp_path):
    (tmp_path / "own.toml").write_text(
        'title = "Own"\nschema = "order-entry"\n[[transactions]]\nname = "read"\nweight = 1\n'
        "script = '''\nSELECT a AS x FROM t \\gset\n\\set y :x / 2\nSELECT :y;\n'''\n"
    )
    driven = dataclasses.replace(
        small, engine="mariadb", driver="sysbench", workload=(str(tmp_path / "own.toml"),)
    )
    with pytest.raises(InputError, match="sysbench cannot divide them"):
        require_clients(driven, lambda told: None)


def test_the_data_is_described_as_it_was_loaded(small, tmp_path, ledger):
    journal, told, data = Journal(tmp_path), [], tmp_path / "data"
    data.mkdir()
    datasets = Datasets(data, ENGINES["sqlite"], LAYERS["plain"], small.scale, small.seed, ledger)
    setting = Setting(small, ENGINES["sqlite"], LAYER, DRIVERS["python"], datasets, ledger, tmp_path)
    describe(small, "stress-test", setting, journal, told.append)
    (line,) = journal.of("data")
    assert line["rows"]["stress"] == 400
    assert 1.5 < line["compressibility"] < 3
    assert told == ["loading the data of Stress Test"]
