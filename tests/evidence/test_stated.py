"""Numbers leave in the unit that they came in, to the last digit."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Measurement
from ahp.evidence.stated import stated, stated_row
from ahp.units import UNITS


def measured(name, value, unit, resolution=0.0, alternative="a"):
    key = ("s", alternative, "", "")
    return Measurement.standard(key, MEASURES[name], value, UNITS[unit] if unit else None, resolution)


DIGITS = st.builds("{}e{}".format, st.integers(1, 10**14), st.integers(-12, 3)).map(float)
UNIT_OF = {
    "response_time_p99": ["ns", "us", "ms", "s", "min", "h"],
    "throughput": ["tps", "tpm"],
    "stored_bytes": ["B", "KiB", "GiB"],
    "cpu_frequency": ["Hz", "MHz", "GHz"],
    "duration": ["ms", "min"],
    "throughput_improvement": ["%", "fraction"],
    "space_saving": ["%", "fraction"],
}


@given(st.data(), DIGITS, st.sampled_from(sorted(UNIT_OF)))
def test_a_number_leaves_as_it_was_written_whatever_its_unit(data, value, name):
    unit = data.draw(st.sampled_from(UNIT_OF[name]))
    if name == "space_saving":  # below 100 %
        value = data.draw(st.integers(0, 9999)) / (100 if unit == "%" else 10_000)
    elif name == "throughput_improvement":
        value = data.draw(st.integers(-9999, 99_999)) / (100 if unit == "%" else 10_000)
        if unit != "%":
            value = round(value, 4)
    row = measured(name, value, unit, resolution=0.005)
    m = Measurements.of([row])
    assert stated_row(m, row).value(row.value) == value
    assert stated_row(m, row).unit == UNITS[unit]
    assert stated_row(m, row).resolution(row.resolution) == 0.005
    frame = m.to_frame()
    assert frame["value"].tolist() == [value]
    back = ahp.read(frame).rows[0]
    assert (back.value, back.unit) == (row.value, row.unit)


def test_where_files_differ_the_first_files_unit_is_that_of_all():
    rows = [measured("duration", 2.0, "min"), measured("duration", 90.0, "s", alternative="b")]
    m = Measurements.of(rows)
    shown = stated(m, "duration", "s")
    assert [shown.value(row.value) for row in rows] == [2.0, 1.5]
    assert shown.unit.symbol == "min"
    assert m.to_frame()["unit"].tolist() == ["min", "s"]
    assert m.to_frame()["value"].tolist() == [2.0, 90.0]


def test_what_came_without_a_unit_leaves_in_the_measures():
    m = Measurements.of([measured("cpu", 9.0, None), measured("cpu", 10.0, "%", alternative="b")])
    assert stated(m, "cpu", "%").unit.symbol == "%"
    bare = Measurements.of([measured("throughput", 5.0, None)])
    assert (stated(bare, "throughput", "").unit.symbol, stated(bare, "throughput", "").value(5.0)) == (
        "",
        5.0,
    )


def test_a_relative_value_written_as_a_multiple_keeps_its_number():
    row = measured("throughput_relative", 1.25, "x")
    m = Measurements.of([row])
    assert (stated_row(m, row).value(row.value), stated_row(m, row).unit.symbol) == (1.25, "x")


@pytest.fixture
def decision():
    table = "alternative,TPM,p99 (s),cpu\nnone,20000,4.5,10%\nlz4,20578.5,4.2,12%\nzle,21000,4.1,11%\n"
    return ahp.rank(ahp.read(io.StringIO(table)))


def test_every_report_speaks_the_users_units(decision):
    criteria = {c["name"]: c for c in decision.to_dict()["scenarios"][0]["criteria"]}
    assert criteria["throughput"]["measured"] == {"lz4": 20578.5, "zle": 21000.0}
    assert criteria["throughput"]["unit"] == "1/min"
    assert criteria["response_time"]["measured"] == {"lz4": 4.2, "zle": 4.1}
    assert criteria["response_time"]["unit"] == "s"
    used = {
        (entry["alternative"], entry["measure"]): (entry["value"], entry["unit"])
        for entry in decision.to_dict()["scenarios"][0]["measurements"]
    }
    assert used["none", "response_time_p99"] == (4.5, "s")
    assert used["none", "throughput"] == (20000.0, "1/min")
    assert "4.2 s" in decision.report("markdown")
    (first, *_) = csv.DictReader(io.StringIO(decision.report("csv")))
    assert (first["measured_throughput"], first["unit_throughput"]) == ("21000.0", "1/min")


def test_runs_are_aggregated_before_the_unit_is_given_back():
    table = "alternative,run,p99 (s)\nnone,1,4\nnone,2,4\nlz4,1,1\nlz4,2,4\n"
    criterion = ahp.rank(ahp.read(io.StringIO(table)))["default"].criteria["response_time"]
    assert (criterion.measured, criterion.unit) == ((pytest.approx(2.0, rel=1e-15),), "s")


def test_a_sum_leaves_in_the_unit_of_its_first_part():
    table = "alternative,cpu_system (fraction),cpu_user (%)\nnone,0.03,6\nlz4,0.04,7\nzle,0.05,8\n"
    criterion = ahp.rank(ahp.read(io.StringIO(table)))["default"].criteria["cpu_overhead"]
    assert (criterion.measured, criterion.unit) == (pytest.approx((0.11, 0.13), rel=1e-14), "fraction")
