"""Results are values: they compare, hash, refuse change, and hand out fresh copies."""

import dataclasses

import pytest

import ahp


@pytest.fixture
def decision(examples):
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"))


def test_equal_input_gives_equal_and_hashable_results(examples, decision):
    again = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    assert again == decision
    assert hash(again) == hash(decision)
    assert ahp.rank(ahp.read(examples / "zfs_oltp.csv"), index="relative") != decision


def test_nothing_can_be_changed(decision):
    with pytest.raises(dataclasses.FrozenInstanceError):
        decision.baseline = "LZ4"
    scenario = decision["Order Entry"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        scenario.benefits = ()
    taken, matrix = scenario.benefit, scenario.criteria["throughput"].matrix
    taken["LZJB"] = 99.0
    matrix.loc["ZLE", "LZ4"] = 99.0
    assert scenario.benefit["LZJB"] < 1
    assert scenario.criteria["throughput"].matrix.loc["ZLE", "LZ4"] < 1


def test_a_scenario_is_found_by_name_or_refused_with_the_names(decision):
    assert [scenario.scenario for scenario in decision] == ["Order Entry", "Calling Circle", "Stress Test"]
    assert len(decision) == 3
    assert "Order Entry" in decision
    assert "OE" not in decision
    with pytest.raises(ahp.StudyError, match="'OE' is no scenario here; the scenarios are 'Order Entry'"):
        decision["OE"]


def test_an_unknown_ranking_lists_the_known_ones(decision):
    with pytest.raises(ahp.StudyError, match="use one of 'benefit', 'cost', 'benefit_to_cost'"):
        decision["Order Entry"].ranking("profit")


def test_the_matrix_is_of_ratios_and_its_priorities_are_the_shares(decision):
    criterion = decision["Order Entry"].criteria["storage_saving"]
    values, matrix = criterion.values, criterion.matrix
    assert matrix.loc["LZ4", "ZLE"] == pytest.approx(values["LZ4"] / values["ZLE"])
    assert criterion.consistency.ratio == pytest.approx(0, abs=1e-12)
    assert ahp.PairwiseMatrix(matrix).priorities().to_dict() == pytest.approx(criterion.priorities.to_dict())


def test_it_shows_itself(decision):
    assert repr(decision) == "<Decision Order Entry: LZJB, Calling Circle: ZLE, Stress Test: LZ4>"
    assert str(decision) == decision.report("text")
    assert decision._repr_markdown_() == decision.report("markdown")


def test_the_inputs_are_kept(examples, decision):
    import hashlib

    (source,) = decision.measurements.sources
    assert source.sha256 == hashlib.sha256((examples / "zfs_oltp.csv").read_bytes()).hexdigest()
    assert source.rows == 12


def test_what_is_gained_and_lost_is_a_frame_with_named_axes(decision):
    scenario = decision["Order Entry"]
    frame = scenario.against_baseline
    assert frame.axes[0].name == "alternative"
    assert frame.axes[1].name == "criterion"
    assert frame.loc["LZJB", "throughput"] == pytest.approx(318.59 / 269.48 - 1, abs=1e-12)
    assert frame.to_dict(orient="index") == decision.to_dict()["scenarios"][0]["against_baseline"]


def test_without_a_baseline_nothing_is_gained_or_lost():
    study = ahp.Study([ahp.Criterion("speed", "benefit", "throughput", "value")])
    (scenario,) = ahp.rank(ahp.read({"alternative": ["a", "b"], "tps": [1, 2]}), study)
    assert scenario.against_baseline.empty
