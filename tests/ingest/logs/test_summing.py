"""Totals, windows and percentiles from counts, at their edges."""

import math

import numpy as np
import pandas as pd  # noqa: TID253 - the logs are frames
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.logs.made import nearest_rank

import ahp
from ahp import read_log
from ahp.errors import InputError
from ahp.ingest.logs.aggregate import code_of
from ahp.ingest.logs.histogram import percentiles
from ahp.ingest.logs.results import PERCENTILES


def log(times, response_ms=1.0, **options):
    return read_log(pd.DataFrame({"time_s": times, "response_time_ms": response_ms}), **options)


def test_a_window_that_the_log_covers_in_part_is_in_none_but_counts():
    found = log([0.5, 1.0, 1.999999, 2.0, 2.5])
    assert found.windows[0].start.tolist() == [1.0]
    assert found.windows[0].count.tolist() == [2]
    assert found.totals[0].count == 5


def test_a_warm_up_ends_where_the_next_window_begins():
    found = log([0.5, 1.0, 2.0, 3.0, 4.0], warmup=1.2)
    assert found.totals[0].count == 3
    assert found.totals[0].seconds == 2.0
    assert found.windows[0].start.tolist() == [2.0, 3.0]


def test_a_window_without_a_transaction_counts_none():
    windows = log([0.9, 1.0, 4.0, 5.0]).windows[0]
    assert windows.count.tolist() == [1, 0, 0, 1]
    assert windows.max_ns.tolist() == [1_000_000, 0, 0, 1_000_000]


def test_a_warm_up_that_leaves_no_transaction_is_refused():
    with pytest.raises(InputError, match="no whole window of 3 s lies"):
        log([0.5, 1.0, 4.0], warmup=1.2, window=3.0)


def test_a_response_time_in_another_unit_than_it_says_is_told():
    with pytest.raises(InputError, match=r"spans 5\d+ windows of 1 series, .* check the units"):
        log([1.0, 2.0, 3.0], 5e9, window=0.1)


def test_a_window_is_a_whole_number_of_microseconds():
    with pytest.raises(InputError, match=r"found '5e-07': the window is a whole number of microseconds"):
        log([0.5, 1.0, 4.0], window=5e-7)


def test_a_warm_up_after_which_every_transaction_failed_is_refused(tmp_path):
    path = tmp_path / "pgbench_log.1"
    rows = [(second, "failed" if second > 3 else "1500") for second in range(1, 9)]
    path.write_text("".join(f"0 {s} {said} {s % 2} {1_760_000_000 + s} 0\n" for s, said in rows))
    assert read_log(path, warmup=1.0).totals[0].failed == 5
    with pytest.raises(InputError, match="no transaction ended after the warm-up; give a shorter warm-up"):
        read_log(path, warmup=4.0)


@each("name", ["all", "*", "All"])
def test_a_type_that_is_called_as_the_total_is_refused_beside_others(name):
    def frame(*types):
        times = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0]
        return pd.DataFrame({"time_s": times, "response_time_ms": 1.0, "transaction": [*types] * 3})

    with pytest.raises(InputError) as raised:
        read_log({"x": frame(name, "payment")})
    assert f"a type of transactions is called '{name}', which stands for all types" in str(raised.value)
    for types in ((name, name), ("delivery", "payment")):
        table = read_log({"x": frame(*types)}).measurements().to_frame()
        assert {row.transaction for row in ahp.read(table).rows} == set(table["transaction"])


SMALL = st.lists(st.integers(0, 127), min_size=1, max_size=300)


@given(st.lists(SMALL, min_size=1, max_size=5))
def test_percentiles_of_histograms_one_after_the_other_are_those_of_each_by_nearest_rank(several):
    parts = [np.unique(np.array(values, float), return_counts=True) for values in several]
    start = np.cumsum([0] + [len(values) for values, _ in parts[:-1]])
    code = code_of(np.concatenate([values for values, _ in parts]))
    count = np.concatenate([counts for _, counts in parts])
    found = percentiles(start, code, count, np.array([max(values) for values in several]))
    for values, row in zip(several, found, strict=True):
        for share, got in zip(PERCENTILES.values(), row, strict=True):
            expected = nearest_rank(values, share)
            assert (math.isnan(got) and expected is None) or got == expected


@each("names", [("pay", None), ("pay", ""), (1, None), (1.5, float("nan")), ("pay", float("nan"))])
def test_a_transaction_without_a_name_is_refused(names):
    log = {"time_s": [1.0, 2.0], "response_time_ms": [5, 5], "transaction": names}
    with pytest.raises(
        InputError, match="column 'transaction': a transaction has no transaction; fill the cell"
    ):
        read_log(pd.DataFrame(log))
