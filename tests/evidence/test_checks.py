"""What no set of measurements may hold."""

import pytest

from ahp.errors import InputError, StudyError, UnitError
from ahp.evidence.checks import own_measures
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import user_measure
from ahp.evidence.records import Measurement, Place


def row(
    alternative, value=1.0, *, scenario="s", run="", kind="", measure="throughput", unit="1/s", line=None
):
    place = Place("a.csv", line, measure)
    return Measurement(scenario, alternative, run, kind, measure, value, unit, 0.0, "", place)


def test_a_cell_given_twice_is_refused_with_both_places():
    rows = [row("a", 1.0, run="1", kind="tx", line=2), row("a", 1.0, run="1", kind="tx", line=9)]
    with pytest.raises(InputError) as raised:
        Measurements.of(rows)
    assert str(raised.value) == (
        "a.csv, line 9, column 'throughput': throughput of 's', 'a', run '1', transaction 'tx' is given "
        "again; it stands in a.csv, line 2 already; keep one, or tell repeated runs apart in a column 'run'"
    )


@pytest.mark.parametrize("order", [1, -1])
def test_a_value_for_every_run_and_one_for_a_run_are_two_values(order):
    rows = [row("a", 3.0, measure="compression_ratio", unit="x", line=2)]
    rows += [row("a", 4.0, run="1", measure="compression_ratio", unit="x", line=7)]
    with pytest.raises(InputError) as raised:
        Measurements.of(rows[::order])
    assert str(raised.value).startswith(
        "a.csv, line 7, column 'compression_ratio': compression_ratio of 's', 'a', run '1' is given again; "
        "it stands in a.csv, line 2 already"
    )


def test_the_same_value_of_another_run_transaction_measure_or_scenario_is_no_repetition():
    rows = [
        row("a"),
        row("a", kind="tx"),
        row("a", measure="cpu", unit="%"),
        row("a", scenario="t"),
        row("b"),
    ]
    assert len(Measurements.of(rows).rows) == 5


def test_units_that_cannot_be_compared_are_refused_within_a_scenario():
    with pytest.raises(UnitError) as raised:
        Measurements.of([row("a", line=2), row("b", unit="NOPM", line=3)])
    assert str(raised.value) == (
        "a.csv, line 3, column 'throughput': throughput is in NOPM here and in 1/s in a.csv, line 2; "
        "they cannot be compared; give both in one unit"
    )


def test_no_unit_beside_a_unit_is_refused_too():
    with pytest.raises(UnitError, match=r"throughput is in no unit here and in 1/s in a\.csv, line 2"):
        Measurements.of([row("a", line=2), row("b", unit="", line=3)])


def test_scenarios_are_never_compared_so_their_units_may_differ():
    m = Measurements.of([row("a"), row("a", scenario="t", unit="NOPM")])
    assert len(m.rows) == 2


def test_the_names_of_known_measures_are_taken():
    mine = user_measure("WAL per tx", unit="B", better="lower")
    with pytest.raises(StudyError) as raised:
        own_measures([user_measure("cpu", unit="s", better="lower"), mine])
    assert str(raised.value) == "[measures] describes 'cpu', which already has a meaning; rename it"
    assert own_measures([mine]) == (mine,)
