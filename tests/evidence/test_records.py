"""One measured number and the cell it stood in."""

import pytest

from ahp.errors import MeasureError, UnitError
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import NOWHERE, Measurement, Place
from ahp.units import UNITS

KEY = ("default", "lz4", "1", "tx1")
CELL = Place("a.csv", 7, "rt")


def test_a_place_reads_as_a_person_would_say_it():
    for place, text in [
        (Place("a.csv", 7, "tps"), "a.csv, line 7"),
        (Place("a.csv"), "a.csv"),
        (Place(None, 7), "line 7"),
        (NOWHERE, "the measurements"),
    ]:
        assert str(place) == text


def test_a_value_and_its_resolution_come_in_the_measures_unit():
    row = Measurement.standard(KEY, MEASURES["response_time_max"], 1.5, UNITS["s"], 0.05, "b", CELL)
    assert row == Measurement(*KEY, "response_time_max", 1500.0, "ms", 50.0, "b", CELL, UNITS["s"])
    assert row.key == (*KEY, "response_time_max")


def test_an_index_is_kept_as_its_relative_with_the_resolution_of_what_was_printed():
    row = Measurement.standard(KEY, MEASURES["space_saving"], 75.0, UNITS["%"], 0.5)
    assert (row.value, row.resolution, row.unit) == (4.0, 0.005, "fraction")


def test_what_is_wrong_with_a_value_names_its_cell():
    with pytest.raises(MeasureError) as raised:
        Measurement.standard(KEY, MEASURES["throughput"], -12.0, UNITS["tps"], place=CELL)
    assert str(raised.value) == (
        "a.csv, line 7, column 'rt': found '-12': throughput must not be negative; correct the cell"
    )


def test_what_is_wrong_with_a_unit_names_its_cell_and_stays_a_unit_error():
    with pytest.raises(UnitError) as raised:
        Measurement.standard(KEY, MEASURES["response_time_max"], 3.25, None, place=CELL)
    assert str(raised.value) == (
        "a.csv, line 7, column 'rt': found '3.25': response_time_max has no unit; "
        "add one to the heading, such as (ms)"
    )


def test_a_number_that_overflows_in_its_own_unit_is_refused():
    with pytest.raises(ValueError, match="found '1e\\+308': the number is too large in s"):
        Measurement.standard(KEY, MEASURES["duration"], 1e308, UNITS["h"])
