import numpy as np
import pytest

from ahp.ingest.readers import events
from ahp.ingest.readers.events import Times, statistics


def values(times, **options):
    return {
        row.measure.removeprefix("response_time_"): row.value
        for row in statistics(np.array(times), "ms", **options)
    }


def test_percentiles_are_the_nearest_rank():
    assert values(range(1000, 0, -1)) == {
        "mean": 500.5,
        "p50": 500,
        "p90": 900,
        "p95": 950,
        "p99": 990,
        "p999": 999,
        "max": 1000,
    }


def test_a_percentile_that_would_be_the_maximum_is_left_out():
    assert values([3]) == {"mean": 3, "max": 3}
    assert values([1, 2]) == {"mean": 1.5, "p50": 1, "max": 2}
    assert "p95" not in values(range(19))
    assert "p95" in values(range(20))


@pytest.mark.parametrize(("times", "digits", "resolution"), [([1, 2, 3], 0, 0.5), ([1.25, 2.5], 3, 0.0005)])
def test_the_resolution_is_that_of_the_printed_digits(times, digits, resolution):
    rows = {row.measure: row for row in statistics(np.array(times), "ms", digits=digits, transaction="n")}
    assert rows["response_time_max"].resolution == resolution
    assert rows["response_time_mean"].resolution == 0
    assert {row.transaction for row in rows.values()} == {"n"}


def collected(parts):
    times = Times()
    for part in parts:
        times.add(np.array(part, np.int64))
    return times


@pytest.mark.parametrize("most", [5, 70_000, 10**7, 10**12])
def test_times_that_come_in_parts_are_the_same_as_all_at_once(most, monkeypatch):
    monkeypatch.setattr(events, "_SMALL", 60_000)
    choose = np.random.default_rng(most)
    parts = [choose.integers(0, most, size) for size in (1, 0, 7, 100_000, 50_000, 3)]
    together = np.concatenate(parts)
    ours, theirs = list(collected(parts).statistics("us")), list(statistics(together, "us"))
    assert ours[1:] == theirs[1:]
    assert ours[0]._replace(value=None) == theirs[0]._replace(value=None)
    assert ours[0].value == sum(together.tolist()) / len(together)


def test_times_of_several_kinds_are_taken_together():
    kinds = [[5, 1, 3], [70_000, 2], [], [10**16 - 1, 10**16 - 3]]
    every = Times.together(collected([kind, kind]) for kind in kinds)
    found = [row.value for row in every.statistics("us")]
    assert len(every) == 14
    assert found == [row.value for row in collected(kinds + kinds).statistics("us")]
    assert found[0] == (4 * 10**16 - 8 + 140_000 + 22) / 14
    assert len(Times.together([])) == 0
