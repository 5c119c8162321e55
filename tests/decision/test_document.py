"""The document: as the contract says, at full precision, valid under its own schema for every example."""

import json

import jsonschema
import pytest

import ahp
from ahp.decision.document import MOST_SHOWN

EXAMPLES = {
    "zfs_oltp": None,
    "zfs_oltp_published": None,
    "tokudb_iibench": None,
    "pg_full_page_writes": "pg_full_page_writes",
    "oracle_tablespace": "oracle_tablespace",
    "innodb_selective": "innodb_selective",
    "pg_wal_runs": "pg_wal_runs",
}


def _decide(examples, name):
    study = EXAMPLES[name] and ahp.Study.from_toml(examples / f"{EXAMPLES[name]}.toml")
    return ahp.rank(ahp.read(examples / f"{name}.csv"), study or None)


def test_every_shipped_table_is_tried(examples):
    tables = {path.stem for path in examples.glob("*.csv")} - {"innodb_tables"}
    assert tables == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_schema_accepts_every_example(examples, name):
    document = json.loads(_decide(examples, name).report("json"))
    schema = ahp.report.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)


def test_the_schema_refuses_what_is_none():
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": "ahp.decision/1"}, ahp.report.schema())


def test_the_contracts_keys_and_figures(examples):
    document = _decide(examples, "zfs_oltp").to_dict()
    assert document["schema"] == "ahp.decision/1"
    assert document["version"] == ahp.__version__
    assert document["statistic"] == "geometric-mean"
    assert document["study"]["baseline"] == "Baseline"
    assert document["study"]["criteria"][0] == {
        "name": "storage_saving",
        "merit": "benefit",
        "measure": "compression_ratio",
        "better": "higher",
        "weight": pytest.approx(1 / 3),
    }
    entry = document["scenarios"][0]
    assert entry["scenario"] == "Order Entry"
    assert entry["alternatives"] == ["ZLE", "LZJB", "LZ4"]
    assert entry["runs"] == {"Baseline": 1, "ZLE": 1, "LZJB": 1, "LZ4": 1}
    assert entry["rankings"] == {
        "benefit": ["LZJB", "LZ4", "ZLE"],
        "cost": ["LZ4", "LZJB", "ZLE"],
        "benefit_to_cost": ["LZJB", "ZLE", "LZ4"],
    }
    assert {key: value for key, value in entry["confidence"].items() if value is not None} == {
        "verdict": "unknown",
        "by": "benefit_to_cost",
        "winner": "LZJB",
    }
    margin = entry["margin"]
    assert (margin["alternative"], margin["challenger"]) == ("ZLE", "ZLE")
    assert margin["change"] == pytest.approx(-0.0131, abs=1e-4)
    saving = entry["criteria"][0]
    assert (saving["index"], saving["unit"]) == ("saving", "x")
    assert saving["values"]["ZLE"] == pytest.approx(0.408, abs=5e-4)
    assert saving["priorities"]["ZLE"] == pytest.approx(0.225, abs=5e-4)
    assert (saving["lambda_max"], saving["consistency_index"]) == (pytest.approx(3.0), pytest.approx(0.0))


def test_changes_against_the_baseline_are_those_of_the_measures(examples):
    entry = _decide(examples, "zfs_oltp").to_dict()["scenarios"][0]
    assert entry["against_baseline"]["LZJB"] == {
        "storage_saving": pytest.approx(0.6689, abs=5e-5),  # table 6
        "throughput": pytest.approx(0.1822, abs=5e-5),  # table 5
        "response_time": pytest.approx(39870 / 79862 - 1),  # table 7, as time, not as speed
        "cpu_overhead": pytest.approx(0.25),  # table 8
    }


def test_contributions_add_up_to_the_benefit(examples):
    for name in EXAMPLES:
        for entry in _decide(examples, name).to_dict()["scenarios"]:
            if entry["benefit"] is None:
                continue
            benefits = {c["name"] for c in entry["criteria"] if c["merit"] == "benefit"}
            for alternative, parts in entry["contributions"].items():
                total = sum(part for criterion, part in parts.items() if criterion in benefits)
                assert total == pytest.approx(entry["benefit"][alternative], rel=1e-12)


def test_measurements_are_listed_with_runs_as_numbers(examples):
    (entry,) = _decide(examples, "pg_wal_runs").to_dict()["scenarios"]
    assert {m["run"] for m in entry["measurements"]} == {1, 2, 3}
    assert all(m["value"] > 0 and m["unit"] for m in entry["measurements"])


def test_matrices_are_left_out_where_nobody_could_read_them():
    n = MOST_SHOWN + 1
    table = {"alternative": ["none", *map(str, range(n))], "tps": list(range(1, n + 2))}
    (entry,) = ahp.rank(ahp.read(table)).to_dict()["scenarios"]
    assert entry["criteria"][0]["matrix"] is None
    assert entry["criteria"][0]["lambda_max"] == pytest.approx(n)


def test_numbers_survive_the_way_through_json(examples):
    decision = _decide(examples, "zfs_oltp")
    assert json.loads(decision.report("json")) == decision.to_dict()


def test_judgments_come_with_their_priorities_and_with_what_contradicts_them():
    names = ["storage_saving", "throughput", "response_time"]
    table = {"alternative": ["none", "a", "b"], "compression_ratio": [1, 2, 3], "tps": [1, 2, 1.5]}
    measurements = ahp.read(table | {"response_time_p99_ms": [9, 5, 4]}, baseline="none")
    judgments = {(names[0], names[1]): 3, (names[1], names[2]): 2, (names[0], names[2]): 0.5}
    study = ahp.default_study(measurements)
    study = ahp.Study(study.criteria, judgments=(ahp.PairwiseMatrix.from_judgments(judgments, names),))
    found = ahp.rank(measurements, study, confidence=None).to_dict()["study"]["judgments"][0]
    assert set(found["priorities"]) == set(names)
    assert len(found["inspected"]) == 3
    worst = found["inspected"][0]
    matrix = dict(
        zip(
            ((a, b) for a in names for b in names),
            [one for row in found["matrix"] for one in row],
            strict=True,
        )
    )
    assert worst["judgment"] == matrix[worst["first"], worst["second"]] >= 1.0
    said = found["priorities"][worst["first"]] / found["priorities"][worst["second"]]
    assert worst["error"] == pytest.approx(worst["judgment"] / said)
    # What the two others say, one after the other.
    third = next(name for name in names if name not in (worst["first"], worst["second"]))
    assert worst["consistent"] == pytest.approx(
        matrix[worst["first"], third] * matrix[third, worst["second"]]
    )
    assert worst["ratio"] == pytest.approx(0.0, abs=1e-9)
