"""What is done before the first run."""

import dataclasses

import pytest

from ahp.errors import HarnessError, InputError, UnavailableError
from ahp.harness import preparing
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS
from ahp.harness.datasets import Datasets
from ahp.harness.journal import Journal
from ahp.harness.ledger import standing
from ahp.harness.plan import plan
from ahp.harness.preparing import describe, require_clients, verify
from ahp.harness.setting import Setting

PLAN = plan({"workload": "stress-test", "alternatives": "none,zstd", "scale": 0.0002})
ENGINE, LAYER = ENGINES["rocksdb"], LAYERS["plain"]


def test_the_workers_are_looked_for_where_they_run_the_clients(monkeypatch):
    looked, told = [], []
    monkeypatch.setattr(preparing, "require_workers", lambda *where: looked.append(where))
    require_clients(PLAN, told.append)
    assert (looked, told) == ([], [])
    away = {"engine": "postgresql", "driver": "dask", "scheduler": "tcp://h:1", "dsn": "postgresql://db/x"}
    require_clients(dataclasses.replace(PLAN, **away), told.append)
    assert looked == [("tcp://h:1", "postgresql://db/x")]
    assert told == ["looking for the Dask workers"]


def test_who_runs_the_clients_instead_is_told(monkeypatch):
    told = []
    monkeypatch.setattr(preparing, "set_aside", lambda plan: "pgbench has no think time")
    require_clients(PLAN, told.append)
    assert told == ["clients are in Python: pgbench has no think time"]


def test_scripts_that_a_driver_cannot_write_are_refused_before_anything_is_built(tmp_path):
    (tmp_path / "own.toml").write_text(
        'title = "Own"\nschema = "order-entry"\n[[transactions]]\nname = "read"\nweight = 1\n'
        "script = '''\nSELECT a AS x FROM t \\gset\n\\set y :x / 2\nSELECT :y;\n'''\n"
    )
    driven = dataclasses.replace(
        PLAN, engine="mariadb", driver="sysbench", workload=(str(tmp_path / "own.toml"),)
    )
    with pytest.raises(InputError, match="sysbench cannot divide them"):
        require_clients(driven, lambda told: None)


def test_alternatives_show_that_they_compress(tmp_path, ledger):
    journal, told = Journal(tmp_path), []
    verify(["none", "zstd"], ENGINE, LAYER, tmp_path, ledger, journal, told.append)
    (line,) = journal.of("verified")
    assert line["ratios"]["none"] == 1
    assert line["ratios"]["zstd"] > 1.3
    assert len(told) == 2
    assert standing(ledger.path.parent) == ()


def test_one_that_does_not_is_refused_and_nothing_is_written(tmp_path, ledger, monkeypatch):
    def plain(*_):
        raise UnavailableError("zstd", "it compresses nothing")

    monkeypatch.setattr(type(ENGINE), "verify", plain)
    with pytest.raises(HarnessError, match="it compresses nothing"):
        verify(["zstd"], ENGINE, LAYER, tmp_path, ledger, Journal(tmp_path), lambda doing: None)
    assert Journal(tmp_path).lines() == []


def test_the_data_is_described_as_it_was_loaded(tmp_path, ledger):
    journal, told, data = Journal(tmp_path), [], tmp_path / "data"
    data.mkdir()
    datasets = Datasets(data, ENGINE, PLAN.scale, PLAN.seed, ledger)
    setting = Setting(PLAN, ENGINE, LAYER, DRIVERS["python"], datasets, ledger, tmp_path)
    describe(PLAN, "stress-test", setting, journal, told.append)
    (line,) = journal.of("data")
    assert line["rows"]["stress"] == 400
    assert 1.5 < line["compressibility"] < 3
    assert told == ["loading the data of Stress Test"]
