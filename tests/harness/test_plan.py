import pytest
from harness.served import require

from ahp.errors import HarnessError, UnavailableError
from ahp.harness import plan as plans
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS
from ahp.harness.plan import plan, set_aside, trials


def test_the_default_is_the_embedded_engine_with_all_codecs_and_three_mixes():
    found = plan({})
    assert (found.engine, found.storage, found.driver, found.clients) == ("rocksdb", "plain", "python", 1)
    assert found.alternatives == ("none", "snappy", "lz4", "lz4hc", "zstd")
    assert found.workload == ("order-entry", "calling-circle", "stress-test")
    assert found.baseline == "none"
    assert found.twin
    assert found.runs >= 2  # without a second run nobody knows how sure the ranking is


def test_the_twin_is_for_the_default_and_for_who_asks():
    assert not plan({"runs": 2}).twin
    assert plan({"runs": 2, "twin": True}).twin
    assert plan({"seed": 5}).twin


def test_the_baseline_is_always_one_of_the_alternatives():
    found = plan({"alternatives": "lz4,zstd", "baseline": "none"})
    assert found.alternatives == ("none", "lz4", "zstd")
    assert plan({"alternatives": ["lz4", "zstd"]}).baseline == "lz4"


def test_a_block_holds_every_alternative_once_in_an_order_of_its_own():
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


def test_a_number_of_transactions_has_time_enough():
    assert plan({"transactions": 1000}).duration > 100
    assert plan({"transactions": 1000, "duration": 5}).duration == 5


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"engin": "x"}, HarnessError, "'engin' is not a key of a plan"),
        ({"engine": "oracle"}, HarnessError, "'oracle' is not a known engine; use one of: rocksdb"),
        ({"workload": "tpcz"}, HarnessError, "'tpcz' is not a known workload"),
        (
            {"alternatives": "none,zlib"},
            UnavailableError,
            "zlib in RocksDB cannot run here: it offers none, snappy",
        ),
        ({"alternatives": "lz4,lz4"}, HarnessError, "twice"),
        ({"alternatives": 3}, HarnessError, "commas between them; found 3"),
        ({"workload": "tpcc,tpcc"}, HarnessError, "workload: one is named twice"),
        ({"baseline": "off"}, HarnessError, "'off' is no alternative"),
        ({"clients": 2}, HarnessError, "1 at most, for it lives in its client's process; found 2"),
        ({"runs": 0}, HarnessError, "runs must be a whole number"),
        ({"runs": 1.5}, HarnessError, "runs must be a whole number"),
        ({"duration": 0}, HarnessError, "duration must be a number of seconds from 0.001"),
        ({"scale": float("nan")}, HarnessError, "scale must be a number from 1e-06 to 1000; found nan"),
        ({"warmup": -1}, HarnessError, "warmup must be a number of seconds from 0"),
        ({"memory": 0}, HarnessError, "memory must be a number of MB from 1"),
        ({"rate": 100, "think": 0.1}, HarnessError, "with a rate"),
        ({"driver": "nobody"}, HarnessError, "'nobody' is not a known driver"),
        ({"twin": 1}, HarnessError, "true or false"),
        (
            {"engine": "sqlite", "storage": "btrfs", "bandwidth": 4e-7},
            HarnessError,
            "bandwidth must be a number of MB",
        ),
    ],
)
def test_what_is_wrong_is_told(given, error, message):
    with pytest.raises(error, match=message):
        plan(given)


def test_a_bandwidth_is_limited_where_the_device_is_ours_alone(monkeypatch):
    monkeypatch.setattr(plans, "limits_unavailable", lambda _: None)
    with pytest.raises(
        HarnessError, match=r"bandwidth: a plain folder lies on a device .* use --storage btrfs"
    ):
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
    asked = {"engine": "postgresql", "alternatives": "none"}
    assert plan(asked).driver == plan(asked | {"think": 0}).driver == "pgbench"
    assert set_aside(plan(asked)) is None
    thinking = plan(asked | {"think": 0.1})
    assert (thinking.driver, set_aside(thinking)) == ("python", "pgbench has no think time")
    assert set_aside(plan(asked | {"driver": "python"})) is None
    with pytest.raises(HarnessError, match="pgbench has no think time; leave it out, or use --driver python"):
        plan(asked | {"think": 0.1, "driver": "pgbench"})


def test_a_generator_that_thinks_is_kept():
    require(ENGINES["mariadb"])
    require(DRIVERS["sysbench"])
    assert plan({"engine": "mariadb", "alternatives": "none", "think": 0.1}).driver == "sysbench"


def test_a_driver_that_is_asked_for_and_cannot_run_is_told(monkeypatch):
    require(ENGINES["postgresql"])
    monkeypatch.setattr(type(DRIVERS["pgbench"]), "available", lambda self: "pgbench: not found")
    with pytest.raises(UnavailableError, match="pgbench cannot run here: pgbench: not found"):
        plan({"engine": "postgresql", "alternatives": "none", "driver": "pgbench"})
