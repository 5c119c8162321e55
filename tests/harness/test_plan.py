import pytest

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.plan import plan, trials


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
        ({"alternatives": 3}, HarnessError, "commas between them"),
        ({"baseline": "off"}, HarnessError, "'off' is no alternative"),
        ({"clients": 2}, HarnessError, "1 at most; found 2"),
        ({"runs": 0}, HarnessError, "runs must be a whole number"),
        ({"runs": 1.5}, HarnessError, "runs must be a whole number"),
        ({"duration": 0}, HarnessError, "duration must be greater than 0"),
        ({"scale": float("nan")}, HarnessError, "scale must be greater than 0"),
        ({"warmup": -1}, HarnessError, "warmup must be 0 or more"),
        ({"memory": 0}, HarnessError, "memory must be greater than 0"),
        ({"rate": 100, "think": 0.1}, HarnessError, "with a rate"),
        ({"driver": "nobody"}, HarnessError, "'nobody' is not a known driver"),
        ({"twin": 1}, HarnessError, "true or false"),
    ],
)
def test_what_is_wrong_is_told(given, error, message):
    with pytest.raises(error, match=message):
        plan(given)
