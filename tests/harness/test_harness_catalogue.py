"""What there is to choose from, whether it can run here, and what it cannot do."""

import json
import zlib

import pytest

from ahp.cli.benching import listed_text
from ahp.errors import HarnessError, UnavailableError
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS, engine_at, listing
from ahp.harness.engines.probe import LEAST, PROBE, judged, probe_rows
from ahp.harness.load.base import refusal
from ahp.harness.plan import plan
from ahp.harness.plan_checks import KINDS
from ahp.harness.storage import zfs


def test_things_go_by_their_own_names():
    for registry in [ENGINES, LAYERS, WORKLOADS, DRIVERS]:
        assert all(name == thing.name for name, thing in registry.items())
        with pytest.raises(HarnessError, match="is not a known"):
            registry["nothing of the kind"]
    assert {engine.native for engine in ENGINES.values()} <= {None, *DRIVERS}
    with pytest.raises(HarnessError, match="the dsn is of postgresql, and the engine mariadb; leave out"):
        engine_at("postgresql://db.example/bench", "mariadb")


def test_everything_is_listed_as_plain_data(embedded):
    found = json.loads(json.dumps(listing()))
    assert list(found) == ["engines", "storage", "drivers", "workloads"]
    (rocksdb,) = [entry for entry in found["engines"] if entry["name"] == "rocksdb"]
    assert rocksdb["unavailable"] is None
    assert "zstd" in rocksdb["alternatives"]
    (mix,) = [entry for entry in found["workloads"] if entry["name"] == "stress-test"]
    assert {kind["name"]: kind["weight"] for kind in mix["transactions"]}["Simple Select"] == 40


def test_what_cannot_run_says_why_and_lists_no_alternatives(monkeypatch):
    monkeypatch.setattr("ahp.harness.engines.rocksdb.find_spec", lambda name: None)
    (rocksdb,) = [entry for entry in listing()["engines"] if entry["name"] == "rocksdb"]
    assert rocksdb["unavailable"] == "the package rocksdict is not installed; pip install 'ahp-rank[bench]'"
    assert rocksdb["alternatives"] == []


def test_what_is_lacking_here_and_what_is_never_chosen_is_listed_with_the_reason(monkeypatch, tmp_path):
    monkeypatch.setattr(zfs, "DEVICE", tmp_path / "absent")
    postgresql = ENGINES["postgresql"]
    for thing in (LAYERS["zfs"], postgresql):
        monkeypatch.setattr(type(thing), "available", lambda self: None)
    monkeypatch.setattr(type(postgresql), "alternatives", lambda self: ("none", "full-page-writes-off"))
    text = listed_text(listing())
    assert "not lz4: zfs-fuse is older than it; OpenZFS has it" in text
    assert "full-page-writes-off is a reference, never chosen: a page that" in text
    with pytest.raises(
        UnavailableError, match="lz4 in ZFS cannot run here: zfs-fuse is older than it; OpenZFS"
    ):
        plan({"engine": "sqlite", "storage": "zfs", "alternatives": "off,lz4"})
    monkeypatch.setattr(zfs, "DEVICE", tmp_path)
    assert LAYERS["zfs"].refused() == {}


def test_what_a_driver_cannot_do_is_told_by_the_keys_of_a_plan():
    for driver in DRIVERS.values():
        assert set(driver.cannot) <= set(KINDS)
        assert refusal(driver, dict.fromkeys(KINDS, 0)) is None
        for key, why in driver.cannot.items():
            assert refusal(driver, {key: 1}) == f"{driver.name} {why}"


def test_the_probe_compresses_and_who_does_not_compress_it_is_refused():
    text = "".join(str(row) for row in probe_rows(PROBE.tables[0])).encode()
    assert len(text) > 500_000
    assert len(text) / len(zlib.compress(text, 1)) > 1.5
    assert judged("X", "lz4", 1.4) == 1.4
    told = "lz4 in X cannot run here: it is accepted but compresses nothing"
    with pytest.raises(UnavailableError, match=told):
        judged("X", "lz4", LEAST - 0.01)
