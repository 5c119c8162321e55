"""Gathering one scenario: who competes, which criteria it has, what is said about those it lacks."""

import pytest

import ahp

TWO = {
    "scenario": ["s", "s", "s", "t", "t", "t"],
    "alternative": ["none", "a", "b"] * 2,
    "tps": [1, 2, 3, 1, 2, 4],
    "cpu": ["", "", "", "10", "12", "15"],
}


def test_a_criterion_that_one_scenario_lacks_is_left_out_there_and_said_to_be():
    decision = ahp.rank(ahp.read(TWO))
    assert set(decision["s"].criteria) == {"throughput"}
    assert set(decision["t"].criteria) == {"throughput", "cpu_overhead"}
    assert (
        "scenario 's': criterion 'cpu_overhead' is left out, cpu was not measured there" in decision.warnings
    )


@pytest.mark.parametrize("measure", ["tps", "stored_bytes", "original_bytes"])
def test_what_nobody_has_in_one_run_is_missing_there_and_no_criterion_less(measure):
    table = {
        "alternative": ["none", "a", "b"] * 3,
        "run": [run for run in "123" for _ in range(3)],
        "tps": ["100", "150", "111"] * 3,
        "original_bytes": ["1000"] * 9,
        "stored_bytes": ["1000", "500", "450"] * 3,
    }
    table[measure] = [*table[measure][:6], "", "", ""]
    with pytest.raises(ahp.MeasureError, match=r"'(none|a)' has no [a-z_]+ in scenario 'default'"):
        ahp.rank(ahp.read(table))


def test_a_study_that_was_given_leaves_nothing_out():
    study = ahp.Study(
        (ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput"), ahp.Criterion("cpu", ahp.Merit.COST, "cpu"))
    )
    with pytest.raises(ahp.MeasureError, match="has no cpu in scenario 's'"):
        ahp.rank(ahp.read(TWO), study)


def test_all_dropped_is_nobody_left():
    with pytest.raises(ahp.InputError, match="has nobody left: 'a' are left out, they lack a value"):
        ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2], "cpu": ["1", ""]}), incomplete="drop")


def test_the_order_of_the_file_is_kept():
    decision = ahp.rank(ahp.read({"alternative": ["z", "none", "m", "a"], "tps": [3, 1, 2, 9]}))
    assert decision["default"].alternatives == ("z", "m", "a")


def test_a_scenario_without_a_measure_that_the_default_study_knows_is_refused():
    table = {"scenario": ["s", "s", "t", "t"], "alternative": ["none", "a"] * 2, "tps": [1, 2, "", ""]}
    with pytest.raises(ahp.MeasureError, match="scenario 't' has no measure that the default study knows"):
        ahp.rank(ahp.read({**table, "memory_bytes": ["", "", 1, 2]}))
