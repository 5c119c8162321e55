"""Which column of a log is what."""

from fractions import Fraction

import pytest
from ingest.cases import each

from ahp.errors import InputError, MeasureError, UnitError
from ahp.ingest.logs.columns import layout_of


@each(
    ("headings", "named", "used", "factors"),
    [
        (["time_s", "response_time_ms"], {}, ("time_s", "response_time_ms"), (10**6, 10**6)),
        (["ts (ms)", "Latency (microseconds)"], {}, ("ts (ms)", "Latency (microseconds)"), (1000, 1000)),
        (["a", "b"], {"time_ns": "a", "response_time_ns": "b"}, ("a", "b"), (Fraction(1, 1000), 1)),
        (["a_us", "b"], {"time": "a_us", "latency_s": "b"}, ("a_us", "b"), (1, 10**9)),
    ],
)
def test_times_are_found_with_their_units(headings, named, used, factors):
    layout = layout_of(headings, named)
    assert layout.used == used
    assert (layout.times[0][1], layout.response[1]) == factors
    assert not layout.begins


def test_a_begin_and_labels_are_found():
    layout = layout_of(
        ["start_time_s", "latency_us", "transaction", "run", "codec"], {"alternative": "codec"}
    )
    assert layout.begins
    assert layout.labels == {"alternative": "codec", "run": "run", "transaction": "transaction"}


def test_an_end_is_used_rather_than_a_begin():
    assert layout_of(["start_time_s", "time_s", "latency_us"], {}).times[0][0] == "time_s"


@each(
    ("headings", "named", "error"),
    [
        (["time_s"], {}, InputError),
        (["latency_ms"], {}, InputError),
        (["time", "latency_ms"], {}, UnitError),
        (["time_kib", "latency_ms"], {}, UnitError),
        (["time_s", "latency_ms", "x"], {"tps": "x"}, MeasureError),
        (["time_s", "latency_ms"], {"run": "x"}, InputError),
        (["time_s", "latency_ms", "x", "y"], {"time_us": "x", "time_s": "y"}, InputError),
    ],
)
def test_what_is_missing_is_refused(headings, named, error):
    with pytest.raises(error):
        layout_of(headings, named)


def test_a_date_is_no_response_time():
    with pytest.raises(InputError, match="column 'latency_ms': it holds dates, not how long"):
        layout_of(["time_s", "latency_ms"], {}, ["latency_ms"])


def test_dates_need_no_unit():
    assert layout_of(["time", "latency_ms"], {}, ["time"]).times == (("time", Fraction(1)),)


@pytest.mark.parametrize(
    "named",
    [
        {"time_s": "x", "response_time_ms": "x"},
        {"response_time_ms": "x", "start_time_s": "x"},
    ],
)
def test_a_column_is_one_time_alone(named):
    with pytest.raises(InputError, match="column 'x': one column cannot be several times"):
        layout_of(["x", "transaction"], named)


def test_a_column_may_be_two_labels():
    named = {"transaction": "kind", "alternative": "kind"}
    assert layout_of(["time_s", "latency_ms", "kind"], named).labels == {
        "alternative": "kind",
        "transaction": "kind",
    }
