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
    if name in ("space_saving", "throughput_improvement"):  # within what a percentage may be
        ends = (0, 9999) if name == "space_saving" else (-9999, 99_999)
        value = data.draw(st.integers(*ends)) / (100 if unit == "%" else 10_000)
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


def test_what_came_without_a_unit_leaves_in_the_measures_and_a_multiple_as_one():
    m = Measurements.of([measured("cpu", 9.0, None), measured("cpu", 10.0, "%", alternative="b")])
    assert stated(m, "cpu", "%").unit.symbol == "%"
    bare = stated(Measurements.of([measured("throughput", 5.0, None)]), "throughput", "")
    assert (bare.unit.symbol, bare.value(5.0)) == ("", 5.0)
    row = measured("throughput_relative", 1.25, "x")
    multiple = stated_row(Measurements.of([row]), row)
    assert (multiple.value(row.value), multiple.unit.symbol) == (1.25, "x")


def test_every_report_speaks_the_users_units():
    table = "alternative,TPM,p99 (s),cpu\nnone,20000,4.5,10%\nlz4,20578.5,4.2,12%\nzle,21000,4.1,11%\n"
    decision = ahp.rank(ahp.read(io.StringIO(table)))
    (scenario,) = decision.to_dict()["scenarios"]
    criteria = {c["name"]: (c["measured"], c["unit"]) for c in scenario["criteria"]}
    assert criteria["throughput"] == ({"lz4": 20578.5, "zle": 21000.0}, "1/min")
    assert criteria["response_time"] == ({"lz4": 4.2, "zle": 4.1}, "s")
    used = {(m["alternative"], m["measure"]): (m["value"], m["unit"]) for m in scenario["measurements"]}
    assert used["none", "response_time_p99"] == (4.5, "s")
    assert used["none", "throughput"] == (20000.0, "1/min")
    assert "4.2 s" in decision.report("markdown")
    (first, *_) = csv.DictReader(io.StringIO(decision.report("csv")))
    assert (first["measured_throughput"], first["unit_throughput"]) == ("21000.0", "1/min")


def test_runs_and_sums_leave_in_the_unit_of_their_parts():
    for table, name, value, unit in [
        ("alternative,run,p99 (s)\nnone,1,4\nnone,2,4\nlz4,1,1\nlz4,2,4\n", "response_time", 2.0, "s"),
        ("alternative,cpu_system (fraction),cpu_user (%)\nnone,0.03,6\nlz4,0.04,7\n", "cpu_overhead", 0.11, "fraction"),
    ]:  # fmt: skip
        criterion = ahp.rank(ahp.read(io.StringIO(table)))["default"].criteria[name]
        assert (criterion.measured, criterion.unit) == ((pytest.approx(value, rel=1e-14),), unit)
