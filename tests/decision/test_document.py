"""The document and what it is made of: as the contract says, at full precision, valid under its schema; values."""

import dataclasses
import hashlib
import json

import jsonschema
import numpy as np
import pytest

import ahp
from ahp.decision import results

EXAMPLES = (
    "zfs_oltp_published tokudb_iibench pg_full_page_writes oracle_tablespace innodb_selective pg_wal_runs"
)


@pytest.fixture(scope="module")
def decided(examples):
    """The decision of each example, with its study if it has one."""
    studies = {name: examples / f"{name}.toml" for name in EXAMPLES.split()}
    found = {
        name: ahp.rank(
            ahp.read(examples / f"{name}.csv"), ahp.Study.from_toml(path) if path.exists() else None
        )
        for name, path in studies.items()
    }
    return found | {"zfs_oltp": ahp.rank(ahp.read(examples / "zfs_oltp.csv"))}


def test_the_schema_accepts_every_example_and_refuses_what_is_none(decided):
    schema = ahp.report.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for decision in decided.values():
        jsonschema.validate(json.loads(decision.report("json")), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": "ahp.decision/1"}, schema)


def test_contributions_add_up_to_the_benefit(decided):
    for entry in (entry for decision in decided.values() for entry in decision.to_dict()["scenarios"]):
        if entry["benefit"] is None:
            continue
        benefits = {c["name"] for c in entry["criteria"] if c["merit"] == "benefit"}
        for alternative, parts in entry["contributions"].items():
            total = sum(part for criterion, part in parts.items() if criterion in benefits)
            assert total == pytest.approx(entry["benefit"][alternative], rel=1e-12)


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
    entries = [one for row in found["matrix"] for one in row]
    matrix = dict(zip(((a, b) for a in names for b in names), entries, strict=True))
    assert worst["judgment"] == matrix[worst["first"], worst["second"]] >= 1.0
    said = found["priorities"][worst["first"]] / found["priorities"][worst["second"]]
    assert worst["error"] == pytest.approx(worst["judgment"] / said)
    # What the two others say, one after the other.
    third = next(name for name in names if name not in (worst["first"], worst["second"]))
    assert worst["consistent"] == pytest.approx(
        matrix[worst["first"], third] * matrix[third, worst["second"]]
    )
    assert worst["ratio"] == pytest.approx(0.0, abs=1e-9)


@pytest.fixture
def published(decided):
    return decided["zfs_oltp"]


def test_nothing_can_be_changed(published):
    with pytest.raises(dataclasses.FrozenInstanceError):
        published.baseline = "LZ4"
    scenario = published["Order Entry"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        scenario.benefits = ()
    taken, matrix = scenario.benefit, scenario.criteria["throughput"].matrix
    taken["LZJB"] = 99.0
    matrix.loc["ZLE", "LZ4"] = 99.0
    assert scenario.benefit["LZJB"] < 1
    assert scenario.criteria["throughput"].matrix.loc["ZLE", "LZ4"] < 1


def test_a_scenario_is_found_by_name_or_refused_with_the_names(published):
    assert [scenario.scenario for scenario in published] == ["Order Entry", "Calling Circle", "Stress Test"]
    assert len(published) == 3
    assert "Order Entry" in published
    assert "OE" not in published
    with pytest.raises(ahp.StudyError, match="'OE' is no scenario here; the scenarios are 'Order Entry'"):
        published["OE"]
    scenario = published["Order Entry"]
    merits = ("benefit", "cost", "benefit_to_cost")
    assert tuple(getattr(scenario, merit).name for merit in merits) == merits
    with pytest.raises(ahp.StudyError, match="use one of 'benefit', 'cost', 'benefit_to_cost'"):
        scenario.ranking("profit")


def test_it_shows_itself_and_keeps_its_inputs(examples, published):
    assert repr(published) == "<Decision Order Entry: LZJB, Calling Circle: ZLE, Stress Test: LZ4>"
    assert str(published) == published.report("text")
    assert published._repr_markdown_() == published.report("markdown")
    (source,) = published.measurements.sources
    assert source.sha256 == hashlib.sha256((examples / "zfs_oltp.csv").read_bytes()).hexdigest()
    assert source.rows == 12
    study = ahp.Study([ahp.Criterion("speed", "benefit", "throughput", "value")])
    (scenario,) = ahp.rank(ahp.read({"alternative": ["a", "b"], "tps": [1, 2]}), study)
    assert scenario.against_baseline.empty  # without one nothing is gained or lost


def test_a_tie_and_one_alone_have_no_margin_and_no_audits(published):
    scenario = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 2]}))["default"]
    assert scenario.margin is None
    assert not scenario.audit
    assert scenario.confidence.winner is None
    assert scenario.scrutiny.weighing.intervals == ()
    scenario = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]}))["default"]
    assert [finding.check for finding in scenario.audit] == ["alone"]
    assert scenario.margin is None
    for scenario in published:  # and every other has all of them
        found = scenario.scrutiny
        assert (found.margin.winner, found.weighing.alternatives) == (
            scenario.order[0],
            scenario.alternatives,
        )
        checks = {finding.check for finding in found.findings}
        assert checks >= {"index", "digits", "method", "mode", "merits", "reversal"}


REPEATED = {
    "scenario": ["s", "t"] * 6,
    "alternative": [name for name in ("none", "a", "b") for _ in range(4)],
    "run": [1, 1, 2, 2] * 3,
    "tps": [100, 90, 101, 91, 120, 99, 118, 97, 111, 95, 113, 96],
}


@pytest.mark.parametrize(("rng", "at_once"), [(0, 0), (np.random.default_rng(0), 2)])
def test_a_scenario_is_scrutinised_once_and_only_when_looked_at(rng, at_once, monkeypatch):
    asked = []

    def scrutinise(matrix, question, known):
        asked.append(matrix.scenario)
        return scrutinise_(matrix, question, known)

    scrutinise_ = results.scrutinise
    monkeypatch.setattr(results, "scrutinise", scrutinise)
    decision = ahp.rank(ahp.read(REPEATED), rng=rng, resamples=100)
    assert len(asked) == at_once  # a generator draws what is next, so nothing can wait
    assert decision["t"].order[0] in "ab"
    decision["t"].margin, decision["t"].confidence
    assert asked[at_once:] == (["t"] if at_once == 0 else [])
    assert decision.to_dict()["scenarios"][0]["confidence"]["verdict"]
    assert sorted(asked) == ["s", "t"]


def test_the_order_of_looking_changes_nothing():
    measured = ahp.read(REPEATED)
    one, other = (ahp.rank(measured, resamples=200, rng=5) for _ in range(2))
    assert one.across.weights == (0.5, 0.5)
    assert one["t"].scrutiny.margin.winner
    assert one.to_dict() == other.to_dict()
    assert one == other


def test_judgments_over_alternatives_stand_in_it_with_who_gave_them():
    said = {"Ann": {("a", "b"): 3}, "Ben": {("a", "b"): 12}}
    support = ahp.Criterion("support", "benefit", (), judged=ahp.Group(said))
    study = ahp.Study((support, ahp.Criterion("speed", "benefit", ("throughput",))))
    measured = ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})
    (found,) = ahp.rank(measured, study, confidence=None).to_dict()["study"]["judged"]
    assert (found["criterion"], found["alternatives"]) == ("support", ["a", "b"])
    assert found["participants"] == ["Ann", "Ben"]
    assert found["matrix"] == [[1, pytest.approx(6)], [pytest.approx(1 / 6), 1]]
