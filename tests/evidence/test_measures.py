"""The catalogue of measures, their units, and the number that is kept for an index."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import MeasureError, StudyError, UnitError
from ahp.evidence.measures import MEASURES, find, user_measure
from ahp.terms import Better, Index
from ahp.units import UNITS
from ahp.units import find as unit


def test_values_come_into_one_unit():
    for name, value, text, expected, symbol in [
        ("response_time_max", 2.5, "s", 2500.0, "ms"),
        ("duration", 38.0, "min", 2280.0, "s"),
        ("throughput", 600.0, "tpm", 10.0, "1/s"),
        ("throughput", 600.0, "tps", 600.0, "1/s"),
        ("throughput", 600.0, "qps", 600.0, "query/s"),
        ("throughput", 600.0, "nopm", 600.0, "NOPM"),
        ("throughput", 600.0, None, 600.0, ""),  # comparable within its own column only
        ("cpu", 8.0, "%", 8.0, "%"),
        ("cpu", 8.0, None, 8.0, "%"),
        ("cpu", 120.0, "%core", 120.0, "%core"),
        ("cpu", 250.0, "ms", 0.25, "s"),  # time that it spent
        ("stored_bytes", 3.0, "KiB", 3072.0, "B"),
        ("stored_bytes", 3.0, "MB", 3.0, "MB"),
        ("compression_ratio", 1.69, None, 1.69, "x"),
        ("compression_ratio", 1.69, ":1", 1.69, "x"),
        ("space_saving", 40.0, "%", 0.4, "fraction"),
        ("space_saving", 0.4, None, 0.4, "fraction"),
        ("throughput_relative", 105.0, "%", 1.05, "fraction"),
        ("throughput_relative", 33.4, "x", 33.4, "fraction"),
        ("cpu_frequency", 2.0, "GHz", 2000.0, "MHz"),
    ]:
        kept, own = MEASURES[name].standard(value, text and unit(text))
        assert (kept, own.symbol) == (pytest.approx(expected, rel=1e-15), symbol)


def test_a_unit_of_something_else_or_a_missing_one_is_refused():
    advice = "correct the unit, or name another measure with --map"
    refused = [
        ("compression_ratio", 1.0, "%", f"compression_ratio is measured in x, not in %; {advice}"),
        ("response_time_max", 1.0, "%", f"response_time_max is measured in ms, not in %; {advice}"),
        ("cpu", 1.0, "B", f"cpu is measured in %, not in B; {advice}"),
        ("throughput", 1.0, "ms", f"throughput is measured in 1/s, not in ms; {advice}"),
        ("wal_bytes", 1.0, "x", f"wal_bytes is measured in B, not in x; {advice}"),
        ("space_saving", 1.0, "ms", f"space_saving is a fraction or a percentage, not in ms; {advice}"),
        # "1.2x" of an improvement may be 20 % or 120 %
        ("throughput_improvement", 1.0, "x", f"throughput_improvement is a fraction or a percentage, not in x; {advice}"),
        ("space_saving", 1.0, "x", f"space_saving is a fraction or a percentage, not in x; {advice}"),
        # a bare index may be per cent
        ("space_saving", 40.83, None, "without a unit 40.83 may be 40.83 % or 4083 %"),
        ("throughput_improvement", -1.0, None, "without a unit -1 may be -1 % or -100 %"),
        ("cpu_overhead", 12.5, None, "without a unit 12.5 may be 12.5 % or 1250 %"),
        ("cpu_relative", 107.14, None, "without a unit 107.14 may be 107.14 % or 10714 %"),
    ]  # fmt: skip
    for name in [
        n for n, m in MEASURES.items() if m.unit.dimension == "time" and not m.free_unit
    ]:  # it could be off by a billion
        symbol = "s" if name == "duration" else "ms"
        refused.append((name, 1.0, None, f"{name} has no unit; add one to the heading, such as ({symbol})"))
    for name, value, text, message in refused:
        with pytest.raises(UnitError) as raised:
            MEASURES[name].standard(value, text and unit(text))
        assert message in str(raised.value)


def test_an_index_is_kept_as_its_relative_and_comes_out_as_it_was():
    for name, printed, kept in [
        ("space_saving", 0.75, 4.0),  # a quarter is left
        ("space_saving", 0.0, 1.0),
        ("space_saving", -1.0, 0.5),  # twice as large as before
        ("throughput_improvement", 0.25, 1.25),
        ("throughput_improvement", -0.5, 0.5),
        ("cpu_overhead", 1.875, 2.875),
        ("throughput_relative", 0.98, 0.98),
        ("cpu", 0.0, 0.0),
    ]:
        measure = MEASURES[name]
        assert measure.inside(printed) == pytest.approx(kept, rel=1e-15)
        assert measure.outside(measure.inside(printed)) == pytest.approx(printed, rel=1e-15, abs=1e-15)


@given(st.sampled_from([m for m in MEASURES.values() if m.published is not None]), st.floats(-0.999, 0.999))
def test_what_is_kept_of_an_index_is_positive(measure, printed):
    if measure.published is Index.RELATIVE:
        printed = abs(printed) + 1e-6
    kept = measure.inside(printed)
    assert kept > 0
    assert math.isclose(measure.outside(kept), printed, rel_tol=1e-12, abs_tol=1e-12)


def test_what_no_measurement_can_be_is_refused():
    for name, printed, message in [
        ("space_saving", 1.0, "space_saving must be less than 100 %"),
        ("space_saving", 40.83, "space_saving must be less than 100 %"),
        ("throughput_improvement", -1.0, "throughput_improvement must be greater than -100 %"),
        ("cpu_overhead", -2.0, "cpu_overhead must be greater than -100 %"),
        ("throughput_relative", 0.0, "throughput_relative must be greater than 0"),
        ("throughput", -1.0, "throughput must not be negative"),
        ("response_time_max", -0.001, "response_time_max must not be negative"),
    ]:
        with pytest.raises(MeasureError) as raised:
            MEASURES[name].inside(printed)
        assert str(raised.value) == f"{message}; correct the cell"


def test_a_measure_of_ones_own():
    own = user_measure("wal_bytes_per_transaction", unit="B", better="lower")
    assert (own.unit, own.better, own.storage) == (UNITS["B"], Better.LOWER, True)
    assert own.standard(2.0, unit("KiB")) == (2048.0, UNITS["B"])
    assert own.standard(2.0, None) == (2.0, UNITS["B"])
    assert not user_measure("free_space", unit="B", better="higher").storage
    any_unit = user_measure("energy", better="low")
    assert any_unit.standard(2.0, unit("s")) == (2.0, UNITS["s"])
    assert any_unit.standard(2.0, None)[0] == 2.0
    with pytest.raises(UnitError, match="energy is measured in joule, not in s"):
        user_measure("energy", unit="joule", better="lower").standard(1.0, unit("s"))
    with pytest.raises(StudyError, match="'sideways' is not a known better"):
        user_measure("energy", better="sideways")


def test_names_are_found_the_users_own_first():
    own = user_measure("throughput", unit="s", better="lower")
    assert find("throughput", {"throughput": own}) is own
    assert find("throughput", {}) is MEASURES["throughput"]


def test_an_unknown_measure_is_answered_with_the_known_ones():
    with pytest.raises(MeasureError) as raised:
        find("thruput", {"mine": user_measure("mine", better="lower")})
    message = str(raised.value)
    assert message.startswith("'thruput' is not a known measure; use one of 'mine', 'compression_ratio', ")
    assert message.endswith("'cpu_relative', or describe it under [measures]")
