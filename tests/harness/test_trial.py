"""The stages of a trial and of a build; whatever fails, nothing is left behind."""

import contextlib
import dataclasses
import shutil
import subprocess
import sys
import time
from random import Random

import pytest

from ahp.errors import HarnessError, TrialError
from ahp.harness import trial as trials
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS, workload
from ahp.harness.datasets import Datasets, ample, contents, least
from ahp.harness.engines.base import Taken
from ahp.harness.engines.loading import lines
from ahp.harness.ledger import standing
from ahp.harness.load.pacing import Work, ceiling
from ahp.harness.plan import Trial, plan
from ahp.harness.storage.base import Plain
from ahp.harness.system.limits import unavailable
from ahp.harness.trial import Setting, run_build, run_trial
from ahp.harness.workloads.filling import raw_bytes

MIX = WORKLOADS["stress-test"]


@pytest.fixture
def prepared(tmp_path, ledger):
    """A function that makes ready what a trial of an engine needs."""

    def made(engine, **asked):
        chosen = plan(asked)
        work = tmp_path / "work"
        (work / "data").mkdir(parents=True)
        datasets = Datasets(work / "data", engine, LAYERS["plain"], chosen.scale, chosen.seed, ledger)
        return Setting(chosen, engine, LAYERS["plain"], DRIVERS["python"], datasets, ledger, work)

    return made


@pytest.fixture
def setting(prepared, rocksdb):
    return prepared(rocksdb, alternatives="none,zstd", scale=0.0002, warmup=0.1, transactions=50_000)


def test_a_trial_gives_measures_and_leaves_only_its_data(setting, tmp_path):
    outcome = run_trial(Trial(1, MIX.name, "zstd"), MIX, setting, tmp_path / "raw")
    assert outcome.measures["throughput"] > 0
    assert outcome.measures["compression_ratio"] > 1.3
    seen, number = outcome.details["processor"], outcome.measures["throughput"] * outcome.measures["duration"]
    used = seen["user_s"] + seen["system_s"] - seen["client_s"] - (seen["foreign_s"] or 0)
    assert outcome.measures["cpu_per_transaction"] == pytest.approx(1000 * used / number)
    share = outcome.details["own_share"]  # of one thread: the database's part of it is not the client's
    assert 0 < seen["client_s"] <= 1.1 * share * seen["seconds"] < seen["seconds"]
    assert outcome.measures["own_share"] == 100 * share
    empty = Work([lambda: None], [1], lambda: None, Random(1))
    alone = max(ceiling(empty, 50_000) for _ in range(5))  # the least disturbed
    # The records' own work is in it: more than the loop's, on a machine that others use too.
    assert outcome.measures["throughput"] < outcome.details["ceiling_tps"] < alone / 2
    assert outcome.details["counters"]["flushes"] > 0
    assert outcome.details["service"]["sync"] == "no"
    assert outcome.measures["stored_bytes_after"] == outcome.details["bytes_after"]["tables"] > 0
    assert [path.name for path in setting.work.iterdir()] == ["data"]
    assert standing(setting.ledger.path.parent) == ()
    data = setting.datasets.get(MIX.schema, "zstd")
    assert contents(data.folder) == data.digest  # untouched by what ran on its copy


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


def test_a_window_in_which_nothing_ended_is_a_failed_trial(prepared, tmp_path, embedded):
    asked = {"alternatives": "none", "scale": 0.0002, "warmup": 0, "duration": 0.05, "rate": 0.001}
    setting = prepared(ENGINES["sqlite"], **asked)
    told = r"Stress Test with none, 1 client\(s\): no transaction ended within the window of 0.05 s; use a longer"
    with pytest.raises(TrialError, match=told):
        run_trial(Trial(1, MIX.name, "none"), MIX, setting, tmp_path / "raw")


@pytest.mark.slow
def test_limits_are_in_force_while_it_runs_and_gone_afterwards(setting, tmp_path):
    if reason := unavailable():
        pytest.skip(f"this machine cannot: {reason}")
    limited = dataclasses.replace(setting, plan=dataclasses.replace(setting.plan, memory=200.0))
    outcome = run_trial(Trial(1, MIX.name, "zstd"), MIX, limited, tmp_path / "raw")
    assert 0 < outcome.details["processor"]["peak_memory_bytes"] <= 200e6
    assert standing(setting.ledger.path.parent) == ()


BUILD = WORKLOADS["schema-build"]
SIZES = BUILD.schema.sizes(0.0005)
ROWS = sum(SIZES[table.rows] for table in BUILD.schema.tables)
SMALL = {"workload": BUILD.name, "scale": 0.0005}


def test_a_build_is_measured_with_its_phases(prepared, tmp_path, rocksdb):
    setting = prepared(rocksdb, alternatives="none,zstd", **SMALL)
    outcome = run_trial(Trial(1, BUILD.name, "zstd"), BUILD, setting, tmp_path / "raw")
    found = outcome.measures
    assert found["throughput"] == pytest.approx(ROWS / found["duration"])
    assert found["compression_ratio"] > 1.5
    phases = [outcome.transactions[name]["duration"] for name in ("loading", "finishing")]
    assert sum(phases) == pytest.approx(found["duration"])
    assert min(phases) > 0
    assert found["cpu_per_transaction"] > 0
    assert [path.name for path in setting.work.iterdir()] == ["data"]
    assert standing(setting.ledger.path.parent) == ()


class Slow:
    """An engine that takes its time to make an empty database, as a server does, and then stores nothing."""

    name = "rocksdb"
    SETTING_UP_S = 1.0

    def alternatives(self):
        return ("none",)

    def load(self, folder, alternative, schema, rows, ledger):
        time.sleep(self.SETTING_UP_S)
        for table in schema.tables:
            for _ in rows(table):
                pass

    def taken(self, folder, stored):
        return Taken(1)

    def serve(self, folder, alternative, ledger):
        return contextlib.nullcontext()

    def rows(self, service, schema, table):
        return iter(())


def test_making_an_empty_database_is_not_loading(prepared, monkeypatch, embedded):
    sizes, mounted = [], Plain.mounted

    def seen(self, alternative, folder, ledger, size):
        sizes.append(size)
        return mounted(self, alternative, folder, ledger, size)

    monkeypatch.setattr(Plain, "mounted", seen)
    setting = prepared(Slow(), alternatives="none", **SMALL)
    found = run_build(Trial(1, BUILD.name, "none"), BUILD, setting).measures
    assert found["duration"] < Slow.SETTING_UP_S
    room = least(raw_bytes(BUILD.schema, SIZES))
    assert sizes == [ample(room, setting.plan, setting.work)]  # room as any other trial has


class Served(Slow):
    """Stores in a process of its own, which works while the rows are handed over to it."""

    SETTING_UP_S = 0.0

    def __init__(self, working, feeding):
        self.working, self.feeding = working, feeding

    def load(self, folder, alternative, schema, rows, ledger):
        code = f"import time\ninput()\nwhile time.process_time() < {self.working}: pass"
        with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as server:
            for table in schema.tables:
                some, until = lines(rows(table)), time.thread_time() + self.feeding / len(schema.tables)
                while time.thread_time() < until:
                    pass
                assert list(some)
            server.communicate(b"\n")


@pytest.mark.slow
def test_a_build_uses_what_the_server_uses_and_its_feeder_is_told(prepared, embedded, monkeypatch):
    monkeypatch.setattr(trials, "FEEDER", 0.1)  # a busy machine makes the build longer, not the feeder
    for working, feeding, doubts in ((0.6, 0.0, ()), (0.6, 1.0, ("the feeder was the bottleneck",))):
        setting = prepared(Served(working, feeding), alternatives="none", **SMALL)
        outcome = run_build(Trial(1, BUILD.name, "none"), BUILD, setting)
        used = outcome.measures["cpu_per_transaction"] * ROWS / 1000
        # The kernel's threads, which may compress, count: here they work for others.
        assert used - outcome.details["processor"]["kernel_s"] == pytest.approx(working, rel=0.15)
        assert tuple(flag.partition(":")[0] for flag in outcome.flags) == doubts
        shutil.rmtree(setting.work)


def test_a_workload_has_so_many_times_its_rows():
    small, large = (workload(name).schema.sizes(0.02) for name in ("schema-build", "schema-build:5"))
    assert large["order_lines"] == pytest.approx(5 * small["order_lines"], rel=0.01)


@pytest.mark.parametrize("times", ["", "0", "-1", "1e9", "five", "5:5", "\u0665"])
def test_what_is_no_number_of_times_is_refused(times):
    with pytest.raises(HarnessError, match="behind the colon stands how many times the rows"):
        workload(f"order-entry:{times}")
