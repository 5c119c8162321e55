import json

from ahp.harness.listing import listing


def test_everything_is_listed_as_plain_data():
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
