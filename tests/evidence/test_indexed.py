"""What was measured in one scenario, looked up in every way."""

import numpy as np

from ahp.evidence.indexed import NOTHING, indexed
from ahp.evidence.records import NOWHERE, Gap, Measurement, Place


def row(scenario, name, run, measure, value, transaction="", unit="%"):
    return Measurement(scenario, name, run, transaction, measure, value, unit, 0.5, f"b{run}" if run else "")


ROWS = [
    row("t", "b", "1", "cpu", 5.0),
    row("s", "b", "2", "cpu", 9.0),
    row("s", "b", "1", "cpu", 8.0),
    row("s", "a", "1", "cpu", 7.0),
    row("s", "a", "", "stored_bytes", 3.0, unit="B"),
    row("s", "b", "", "stored_bytes", 4.0, unit="B"),
    row("s", "a", "1", "throughput", 6.0, "pay", "1/s"),
]
GAPS = [Gap("s", "c", "1", "", "cpu", "n/a", NOWHERE), Gap("u", "a", "", "", "cpu", "", NOWHERE)]


def test_each_scenario_has_its_own_in_the_order_of_the_files():
    found = indexed(ROWS, GAPS, [])
    assert list(found) == ["t", "s", "u"]
    assert found["s"].rows == ROWS[1:]
    assert found["s"].alternatives == ("b", "a", "c")
    assert found["s"].measures == ("cpu", "stored_bytes", "throughput")
    assert found["s"].runs == {"b": ("2", "1"), "a": ("1",), "c": ("1",)}
    assert found["u"].runs == {"a": ("",)}
    assert found["s"].blocks == {("b", "2"): "b2", ("b", "1"): "b1", ("a", "1"): "b1"}
    assert found["s"].files == ()
    assert found["s"].transactions == {"throughput": ("pay",)}
    assert found["s"].cells["b", "cpu"] == {("2", ""): ROWS[1], ("1", ""): ROWS[2]}
    assert found["s"].by_run["a", "throughput"] == {"1": {"pay": ROWS[-1]}}
    assert NOTHING.measures == ()


def test_the_files_of_a_scenario_are_those_of_its_numbers():
    rows = [
        each._replace(place=Place(name))
        for each, name in zip(ROWS[1:4], ("b.csv", None, "a.csv"), strict=True)
    ]
    assert indexed(rows, GAPS, [])["s"].files == ("b.csv", "a.csv")


def test_a_panel_has_a_number_for_each_run_and_says_which_measures_are_whole():
    panel = indexed(ROWS, [], [])["s"].panel
    assert dict(panel.units) == {"stored_bytes": "B", "cpu": "%"}
    np.testing.assert_array_equal(panel.real, [[True, True], [True, False]])
    np.testing.assert_array_equal(panel.values[0], [[9, 8], [7, np.nan]])
    np.testing.assert_array_equal(panel.values[1][panel.real], [4, 4, 3])  # they serve every run
    with_gap = indexed(ROWS, GAPS, [])["s"].panel
    assert dict(with_gap.units) == {}
