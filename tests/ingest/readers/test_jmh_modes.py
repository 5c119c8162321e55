import pytest

from ahp.errors import InputError
from ahp.ingest.readers.jmh_modes import Benchmark, measure_of, percent_of, statistic_of


@pytest.mark.parametrize(
    ("mode", "unit", "measure"),
    [
        ("thrpt", "ops/min", "throughput"),
        ("avgt", "us/op", "duration"),
        ("ss", "s/op", "duration"),
        ("sample", "ns/op", "response_time_mean"),
    ],
)
def test_a_mode_says_what_is_measured(mode, unit, measure):
    assert measure_of(Benchmark("a.B.c", mode, "1", (), unit), 1) == measure


@pytest.mark.parametrize(
    ("benchmark", "problem"),
    [
        (Benchmark("a B", "thrpt", "1", (), "ops/s"), "this is no name of a method"),
        (Benchmark("a.B", "all", "1", (), "ops/s"), "the modes are 'thrpt', 'avgt'"),
        (Benchmark("a.B", "thrpt", "1", (), "s/op"), "this is no unit of mode thrpt"),
        (Benchmark("a.B", "avgt", "1", (), "ops/s"), "this is no unit of mode avgt"),
        (Benchmark("a.B", "avgt", "1", (), "h/op"), "this is no unit of mode avgt"),
    ],
)
def test_what_is_none_is_refused(benchmark, problem):
    with pytest.raises(InputError, match=f"line 4: found .*{problem}"):
        measure_of(benchmark, 4)


@pytest.mark.parametrize("part", ["p1.5", "p0", "p", "px"])
def test_a_percentile_of_a_table_is_a_share(part):
    with pytest.raises(InputError, match="no percentile of JMH"):
        percent_of(part, 1)


def test_a_percentile_is_a_number():
    with pytest.raises(InputError, match="line 3: found '9x': this is not a percentile"):
        statistic_of("9x", 3)
