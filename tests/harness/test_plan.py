"""What a plan may ask for, how it is read, and how large a volume it takes."""

import dataclasses
import datetime
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from harness.served import require

from ahp.errors import AHPError, HarnessError, UnavailableError
from ahp.harness import datasets, plan_checks
from ahp.harness import plan as plans
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS
from ahp.harness.datasets import ample, beside, least
from ahp.harness.plan import Plan, plan, read_plan, set_aside, toml, trials
from ahp.harness.plan_checks import KINDS, check, check_owned, check_values


def test_the_default_is_the_embedded_engine_with_all_codecs_and_three_mixes(embedded):
    found = plan({})
    assert (found.engine, found.storage, found.driver, found.clients) == ("rocksdb", "plain", "python", 1)
    assert found.alternatives == ("none", "snappy", "lz4", "lz4hc", "zstd")
    assert found.workload == ("order-entry", "calling-circle", "stress-test")
    assert found.baseline == "none"
    assert found.runs >= 2  # without a second run nobody knows how sure the ranking is
    # The twin is for the default and for who asks.
    twins = [found, plan({"seed": 5}), plan({"runs": 2, "twin": True}), plan({"runs": 2})]
    assert [one.twin for one in twins] == [True, True, True, False]


def test_what_is_asked_for_is_made_whole(embedded):
    found = plan({"alternatives": "lz4,zstd", "baseline": "none"})
    assert found.alternatives == ("none", "lz4", "zstd")
    assert plan({"alternatives": ["lz4", "zstd"]}) == found  # nobody measures without a baseline
    assert plan({"alternatives": "lz4,zstd", "baseline": "lz4"}).alternatives == ("lz4", "zstd")
    assert plan({"transactions": 1000}).duration > 100  # time enough
    assert plan({"transactions": 1000, "duration": 5}).duration == 5


def test_a_reference_is_measured_and_no_alternative(embedded):
    found = plan({"references": "snappy", "runs": 1})
    assert (found.references, found.alternatives) == (("snappy",), ("none", "lz4", "lz4hc", "zstd"))
    labels = sorted(trial.label for trial in trials(found, 1) if trial.workload == "tpcc")
    assert not labels
    labels = sorted(trial.label for trial in trials(found, 1) if trial.workload == "stress-test")
    assert labels == ["lz4", "lz4hc", "none", "snappy", "zstd"]


def test_what_an_engine_calls_a_reference_is_none_of_its_alternatives(monkeypatch):
    engine = ENGINES["postgresql"]
    offered = ("none", "wal-lz4", "full-page-writes-off", "toast-lz4")
    for name, value in (("available", None), ("alternatives", offered)):
        monkeypatch.setattr(type(engine), name, lambda self, value=value: value)
    monkeypatch.setattr("ahp.harness.plan.missing_package", lambda engine: None)
    usual = plan({"engine": "postgresql"})
    assert (usual.alternatives, usual.references) == (("none", "wal-lz4", "toast-lz4"), ())
    asked = plan({"engine": "postgresql", "alternatives": "none,wal-lz4,full-page-writes-off"})
    assert (asked.alternatives, asked.references) == (("none", "wal-lz4"), ("full-page-writes-off",))
    with pytest.raises(
        HarnessError, match="'full-page-writes-off' is a reference, which cannot be the baseline"
    ):
        plan(
            {"engine": "postgresql", "baseline": "full-page-writes-off", "references": "full-page-writes-off"}
        )


def test_a_study_lies_beside_the_plan_and_brings_its_baseline(tmp_path, embedded):
    study = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
    (tmp_path / "own.toml").write_text('baseline = "lz4"\n' + study)
    (tmp_path / "plan.toml").write_text('study = "own.toml"\n')
    found = plan(read_plan(tmp_path / "plan.toml"))
    assert (found.study, found.baseline) == (str(tmp_path / "own.toml"), "lz4")
    assert plan(read_plan(tmp_path / "plan.toml") | {"baseline": "none"}).baseline == "none"
    for text, message in [
        (study.replace("throughput", "iops"), r"own\.toml: .*'iops'"),
        (study.replace("throughput", "space_saving"), r"own\.toml: no run measures 'space_saving'; use"),
        (study + '[[files]]\npath = "a.csv"\n', r"own\.toml: it names files, .*leave \[\[files\]\] out"),
        ("criteria = 3", r"own\.toml: \[\[criteria\]\] is missing"),
    ]:
        (tmp_path / "own.toml").write_text(text)
        with pytest.raises(AHPError, match=message):
            plan({"study": str(tmp_path / "own.toml")})
    with pytest.raises(AHPError, match=r"gone\.toml: .*cannot be read"):
        plan({"study": "gone.toml"})


def test_a_block_holds_every_alternative_once_in_an_order_of_its_own(embedded):
    found = plan({"twin": True})
    blocks = [trials(found, block) for block in range(1, 9)]
    for block in blocks:
        for workload in found.workload:
            labels = [trial.label for trial in block if trial.workload == workload]
            assert sorted(labels) == sorted([*found.alternatives, "none again"])
    orders = {tuple(trial.label for trial in block) for block in blocks}
    assert len(orders) > 4
    assert trials(found, 3) == blocks[2]  # the same again, as resuming needs
    assert len({trial.name for block in blocks for trial in block}) == 8 * 18


ENDLESS = {"workload": "stress-test", "runs": 10_000, "duration": 86_400.0}


def test_what_is_wrong_is_told(embedded):
    for given, message in [
        ({"engin": "x"}, "'engin' is not a key of a plan"),
        ({"engine": "oracle"}, "'oracle' is not a known engine; use one of: rocksdb"),
        ({"workload": "tpcz"}, "'tpcz' is not a known workload"),
        ({"alternatives": "none,zlib"}, "zlib in RocksDB cannot run here: it offers none, s"),
        ({"alternatives": "lz4,lz4"}, "twice"),
        ({"alternatives": 3}, "commas between them; found 3"),
        ({"workload": "tpcc,tpcc"}, "workload: one is named twice"),
        ({"baseline": "off"}, "'off' is no alternative"),
        ({"include_baseline": True, "index": "improvement"}, "the baseline's own improvement is 0"),
        ({"settings": {"buffer_pool": ["64 MB"]}}, "settings must be a table of names and values"),
        ({"settings": {"sqlite": {"a": {"b": 1}}}}, "settings must be a table of names and values"),
        ({"references": "none"}, "'none' is a reference, which cannot be the baseline"),
        ({"references": "zlib"}, "zlib in RocksDB cannot run here"),
        ({"clients": 2}, "1 at most, for it lives in its client's process; found 2"),
        ({"runs": 0}, "runs must be a whole number"),
        ({"runs": 1.5}, "runs must be a whole number"),
        ({"duration": 0}, "duration must be a number of seconds from 0.001"),
        ({"scale": float("nan")}, "scale must be a number from 1e-06 to 1000; found nan"),
        ({"warmup": -1}, "warmup must be a number of seconds from 0"),
        ({"memory": 0}, "memory must be a number of MB from 1"),
        ({"rate": 100, "think": 0.1}, "with a rate"),
        ({"rate": 5.0, "transactions": 3}, "with a rate there is neither think nor"),
        ({"dsn": ["postgresql://x:secret@y/z"]}, r"dsn must be an address, as text; found list$"),
        (ENDLESS, r"50000 runs of 86400.5 s take 137.0 years; use fewer --runs"),
        ({"driver": "nobody"}, "'nobody' is not a known driver"),
        ({"twin": 1}, "true or false"),
        ({"bandwidth": 4e-7}, "bandwidth must be a number of MB"),
        ({"interference": "never"}, "must be one of repeat, flag; found 'never'"),
    ]:
        with pytest.raises(HarnessError, match=message):
            plan(given)
    assert plan(ENDLESS | {"budget": 60.0}).budget == 60
    chosen = dataclasses.replace(plan({"engine": "sqlite"}), clients=181)
    for most, why in ((1, "it lives in its client's process"), (180, "its server admits no more")):
        with pytest.raises(HarnessError, match=f"clients: X has {most} at most, for {why}; found 181"):
            check(chosen, most, "X")


def test_clients_in_python_are_as_many_as_the_memory_holds(monkeypatch):
    monkeypatch.setattr(
        plans.psutil, "virtual_memory", lambda: SimpleNamespace(available=490 * 10**6, total=10**12)
    )
    assert plan({"engine": "sqlite", "clients": 10}).clients == 10
    with pytest.raises(
        HarnessError, match=r"takes 49 MB, and 490 MB are free, enough for 10; found 11; use fewer$"
    ):
        plan({"engine": "sqlite", "clients": 11})


def test_a_bandwidth_is_limited_where_the_device_is_ours_alone(monkeypatch):
    monkeypatch.setattr(plans, "limits_unavailable", lambda _: None)
    with pytest.raises(HarnessError, match=r"a plain folder lies on a device .* use --storage btrfs"):
        plan({"engine": "sqlite", "bandwidth": 40.0})
    require(LAYERS["btrfs"])
    assert plan({"engine": "sqlite", "storage": "btrfs", "bandwidth": 40.0}).bandwidth == 40
    monkeypatch.setattr(plans, "limits_unavailable", lambda controllers: f"no {'+'.join(controllers)}")
    for limits, wanted in (
        ({"bandwidth": 1.0}, "no blkio"),
        ({"bandwidth": 1.0, "memory": 9.0}, "memory.blkio"),
    ):
        with pytest.raises(UnavailableError, match=wanted):
            plan({"engine": "sqlite", "storage": "btrfs"} | limits)


def test_clients_that_think_are_in_python_where_the_generator_cannot():
    require(ENGINES["postgresql"])
    require(DRIVERS["pgbench"])
    pytest.importorskip("psycopg", reason="psycopg is not installed; it is in the extra postgres")
    asked = {"engine": "postgresql", "alternatives": "none"}
    assert plan(asked).driver == plan(asked | {"think": 0}).driver == "pgbench"
    assert set_aside(plan(asked)) is None
    assert set_aside(plan(asked | {"driver": "python"})) is None
    if (
        ENGINES["mariadb"].available() is DRIVERS["sysbench"].available() is None
    ):  # a generator that thinks is kept
        assert plan({"engine": "mariadb", "alternatives": "none", "think": 0.1}).driver == "sysbench"
    for given, why in (
        ({"think": 0.1}, "has no think time"),
        ({"warmup": 0.5}, "takes whole seconds, and warmup is 0.5"),
        ({"duration": 2.5}, "takes whole seconds, and duration is 2.5"),
    ):
        aside = plan(asked | given)
        assert (aside.driver, set_aside(aside)) == ("python", f"pgbench {why}")
        with pytest.raises(HarnessError, match=f"pgbench {why}; leave it out, or use --driver python"):
            plan(asked | given | {"driver": "pgbench"})
    assert plan(asked | {"warmup": 3, "duration": 2.0}).driver == "pgbench"


def test_a_driver_that_is_asked_for_and_cannot_run_is_told(monkeypatch):
    require(ENGINES["postgresql"])
    monkeypatch.setattr(type(DRIVERS["pgbench"]), "available", lambda self: "pgbench: not found")
    with pytest.raises(UnavailableError, match="pgbench cannot run here: pgbench: not found"):
        plan({"engine": "postgresql", "alternatives": "none", "driver": "pgbench"})


def test_a_plan_whose_clients_lack_their_package_is_refused(monkeypatch):
    monkeypatch.setattr(plan_checks, "find_spec", lambda name: None)
    assert plan_checks.missing_package("rocksdb") is None
    told = plan_checks.missing_package("postgresql")
    assert told == "the package psycopg is not installed; pip install 'ahp-rank[postgres]'"
    monkeypatch.setattr("ahp.harness.plan.missing_package", lambda engine: f"nothing to talk to {engine}")
    with pytest.raises(UnavailableError, match=r"clients in Python on SQLite .*: nothing to talk to sqlite"):
        plan({"engine": "sqlite"})


WRONG = (
    ["x"], {}, "", " ", True, 3, -1, 1.5, float("nan"), float("inf"), 1e300, 10**400, "3", datetime.date(2026, 1, 1),
)  # fmt: skip


def test_every_key_of_every_wrong_kind_is_told():
    """In one line that names the key and what was found; never by another error."""
    for key in KINDS:
        wrong = [value for value in WRONG if not KINDS[key].holds(value)]
        assert len(wrong) >= 7
        for value in wrong:
            with pytest.raises(HarnessError, match=f"^{key} must be .*; found "):
                plan({key: value})


def test_numbers_have_bounds():
    for key, low, high in [
        ("runs", 1, 10_000),
        ("clients", 1, 10_000),
        ("scale", 1e-6, 1000),
        ("warmup", 0, 86_400),
        ("duration", 0.001, 604_800),
        ("seed", 0, 2**63 - 1),
        ("think", 0, 3600),
        ("rate", 0.001, 10_000_000),
        ("transactions", 1, 10**9),
        ("memory", 1, 10**9),
        ("bandwidth", 0.1, 10**6),
        ("budget", 0.001, 31_536_000),
    ]:
        check_values({key: low})
        check_values({key: high})
        for number in (low - 1, high + 1, float("nan"), float("inf"), -float("inf")):
            with pytest.raises(HarnessError, match=f"{key} must be .* from .* to .*; found"):
                check_values({key: number})


def test_the_table_of_kinds_is_of_the_keys_of_a_plan():
    assert list(KINDS) == sorted(KINDS, key=[field.name for field in dataclasses.fields(Plan)].index)
    assert set(KINDS) == {field.name for field in dataclasses.fields(Plan)}


def test_a_server_that_was_there_is_not_limited():
    for key in ["memory", "bandwidth", "storage", "settings"]:
        check_owned({"storage": "plain", "clients": 4})
        with pytest.raises(HarnessError, match=f"{key}: .*; leave it out"):
            check_owned({key: "btrfs"})


def test_a_plan_written_is_the_plan_read(embedded, write):
    settings = {"buffer_pool": "64 MB", "sqlite": {"synchronous": "FULL", "mmap_size": 65536}}
    chosen = plan({"engine": "sqlite", "rate": 100, "log": True, "budget": 60.5, "settings": settings})
    path = write("plan.toml", toml(chosen))
    assert plan(read_plan(path)) == chosen


def test_what_is_wrong_in_a_file_is_told_with_the_file(tmp_path):
    for path, message in [
        (tmp_path / "missing.toml", "cannot be read"),
        (Path("/dev/zero"), r"^/dev/zero: this is a device, not a file$"),
    ]:
        with pytest.raises(HarnessError, match=message):
            read_plan(path)
    for text, message in [
        ("runs = = 3", r"bad\.toml: not a TOML file"),
        ('engine = ["sqlite"]', r"bad\.toml: engine must be a name, as text; found \['sqlite'\]"),
        ("storage = {}", r"bad\.toml: storage must be a name, as text; found {}"),
        ("run = 3", r"bad\.toml: 'run' is not a key of a plan; the keys are 'engine', "),
        ("duration = 1e300", r"bad\.toml: duration must be a number of seconds from .*; found 1e\+300"),
        (f"seed = {'9' * 5000}", r"bad\.toml: not a TOML file: Exceeds the limit"),
        (f"seed = {'[' * 5000}", r"bad\.toml: not a TOML file: lists or tables are nested"),
        (f"a{'.a' * 5000} = 1", r"bad\.toml: not a TOML file: a key has more than 250 parts"),
        ('"\\ud800" = 3', r"bad\.toml: not a TOML file"),
    ]:
        (tmp_path / "bad.toml").write_text(text)
        with pytest.raises(HarnessError, match=message):
            read_plan(tmp_path / "bad.toml")


MB = 10**6


@pytest.fixture
def free(monkeypatch):
    found = SimpleNamespace(free=100_000 * MB)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: found)
    return found


def test_a_volume_has_room_and_never_more_than_half_of_what_is_free(free, embedded, tmp_path):
    assert least(100 * MB, 0) > 400 * MB
    assert least(0, 300 * MB) > 600 * MB
    assert least(0) >= 500 * MB  # an empty server's, twice
    assert least(1000 * MB) == least(1000 * MB, 1000 * MB)
    short, long = (plan({"warmup": 1.0, "duration": seconds}) for seconds in (2.0, 5.0))
    # What is given back late has room, for it is given back in the end.
    assert ample(500 * MB, long, tmp_path) - ample(500 * MB, short, tmp_path) == 600 * MB
    assert ample(500 * MB, plan({"duration": 3600.0}), tmp_path) == 6_500 * MB
    for there, room_ in ((2_000, 1_000), (600, 500)):
        free.free = there * MB
        assert ample(500 * MB, long, tmp_path) == room_ * MB
    free.free = 100_000 * MB  # a slow device is written less to
    slow = plan({"warmup": 0.0, "duration": 10.0, "engine": "sqlite"})
    slow = dataclasses.replace(slow, bandwidth=40.0, storage="btrfs")
    assert ample(0, slow, tmp_path) == 400 * MB


def test_notes_are_in_memory_where_there_is_plenty(free, embedded, tmp_path, monkeypatch):
    (tmp_path / "shm").mkdir()
    monkeypatch.setattr(datasets, "MEMORY", tmp_path / "shm")
    asked = {"warmup": 1.0, "duration": 9.0, "engine": "sqlite"}
    assert beside(plan(asked), tmp_path) == tmp_path / "shm"
    assert beside(plan({**asked, "duration": 36_000.0}), tmp_path) == tmp_path
    assert beside(plan({**asked, "memory": 64.0}), tmp_path) == tmp_path
    monkeypatch.setattr(datasets, "MEMORY", tmp_path / "none")
    assert beside(plan(asked), tmp_path) == tmp_path
