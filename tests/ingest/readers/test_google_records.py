import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.google_records import suite


def record(name, real="2.0", **more):
    times = {"real_time": Digits(real, 3), "cpu_time": Digits("1.5", 3), "time_unit": "ms"}
    return {"name": name, "iterations": Digits("9", 3)} | times | more


def values(records):
    return [(row.alternative, row.run, row.value) for row in suite(records, Options(), ()).rows][::2]


def test_repetitions_go_before_their_aggregates():
    records = [record("a"), record("a", "3.0"), record("a_mean", "2.5"), record("a_stddev", "0.7")]
    assert values(records) == [("a", "1", 2.0), ("a", "2", 3.0)]


def test_means_serve_where_nothing_else_is():
    assert values([record("a_mean", "2.5"), record("a_stddev", "0.7"), record("a_cv", "0.3")]) == [
        ("a", None, 2.5)
    ]


def test_complexity_is_no_benchmark():
    fit = {"name": "a_BigO", "real_time": Digits("16.1", 4), "time_unit": "N"}
    assert values([record("a"), fit]) == [("a", None, 2.0)]


def test_nothing_but_what_was_skipped_is_refused():
    with pytest.raises(InputError, match="no repetition and no mean is in it"):
        suite([{"name": "a", "skipped": "true"}], Options(), ())


@pytest.mark.parametrize("cell", ["nan", "inf", "fast"])
def test_a_counter_is_a_number(cell):
    with pytest.raises(InputError, match="line 3"):
        suite([record("a", ratio=Digits(cell, 3))], Options(), ())


def test_a_benchmark_that_failed_says_why():
    with pytest.raises(InputError, match=r"a failed: it does not say why; mend it, or leave it out"):
        suite([record("a", error_occurred=True)], Options(), ())
