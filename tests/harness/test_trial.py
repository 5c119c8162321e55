"""The stages of a trial; whatever fails, nothing is left behind."""

import contextlib

import pytest

from ahp.errors import TrialError
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS
from ahp.harness.datasets import Datasets
from ahp.harness.ledger import standing
from ahp.harness.plan import Trial, plan
from ahp.harness.setting import Setting
from ahp.harness.trial import run_trial

MIX = WORKLOADS["stress-test"]


@pytest.fixture
def setting(tmp_path, ledger):
    chosen = plan({"alternatives": "none,zstd", "scale": 0.0002, "warmup": 0.1, "duration": 0.2})
    work = tmp_path / "work"
    (work / "data").mkdir(parents=True)
    datasets = Datasets(work / "data", ENGINES["rocksdb"], chosen.scale, chosen.seed, ledger)
    return Setting(chosen, ENGINES["rocksdb"], LAYERS["plain"], DRIVERS["python"], datasets, ledger, work)


def test_a_trial_gives_measures_and_leaves_only_its_data(setting, tmp_path):
    outcome = run_trial(Trial(1, MIX.name, "zstd"), MIX, setting, tmp_path / "raw")
    assert outcome.measures["throughput"] > 0
    assert outcome.measures["compression_ratio"] > 1.3
    assert outcome.measures["cpu_per_transaction"] > 0
    assert outcome.details["service"]["sync"] == "no"
    assert outcome.details["bytes_after"]["stored"] > 0
    assert [path.name for path in setting.work.iterdir()] == ["data"]
    assert standing(setting.ledger.path.parent) == ()


def test_the_data_set_is_untouched_by_what_ran_on_its_copy(setting, tmp_path):
    from ahp.harness.storage.copying import contents

    run_trial(Trial(1, MIX.name, "zstd"), MIX, setting, tmp_path / "raw")
    data = setting.datasets.get(MIX.schema, "zstd")
    assert contents(data.folder) == data.digest


def test_a_failure_in_the_window_cleans_up(setting, tmp_path, monkeypatch):
    @contextlib.contextmanager
    def broken(*_):
        raise TrialError("the meter fell off the wall")
        yield

    monkeypatch.setattr("ahp.harness.trial._observed", broken)
    with pytest.raises(TrialError, match="fell off"):
        run_trial(Trial(1, MIX.name, "none"), MIX, setting, tmp_path / "raw")
    assert [path.name for path in setting.work.iterdir()] == ["data"]
    assert standing(setting.ledger.path.parent) == ()


def test_limits_are_in_force_while_it_runs_and_gone_afterwards(setting, tmp_path):
    import dataclasses

    from ahp.harness.limits import unavailable

    if reason := unavailable():
        pytest.skip(f"this machine cannot: {reason}")
    limited = dataclasses.replace(setting, plan=dataclasses.replace(setting.plan, memory=200.0))
    outcome = run_trial(Trial(1, MIX.name, "zstd"), MIX, limited, tmp_path / "raw")
    assert 0 < outcome.details["processor"]["peak_memory_bytes"] <= 200e6
    assert standing(setting.ledger.path.parent) == ()
