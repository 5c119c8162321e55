"""Windows are kept for each run and type, also where nothing happened: how many there may be, and what they take."""

import tracemalloc

import pandas as pd  # noqa: TID253 - the logs are frames
import pytest

from ahp import read_log
from ahp.errors import InputError
from ahp.ingest.logs import tally


def log(seconds, kinds, **more):
    rows = [{"time_s": s, "response_time_ms": 1, "transaction": k} for s in seconds for k in kinds]
    return pd.DataFrame(rows).assign(**more)


def test_few_transactions_far_apart_are_refused_before_their_windows_are_made():
    tracemalloc.start()
    with pytest.raises(InputError) as raised:
        read_log(log([1, 9_990_000], "abcde"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(raised.value) == (
        "<DataFrame>: the log spans 9989999 windows of 6 series, which are runs and their types of transactions: "
        "59939994 windows, more than 10000000; give a longer window, or check the units of the time and the "
        "response time"
    )
    assert peak < 50e6
    found = read_log(log([1, 9_990_000], "abcde"), window=60)
    assert [len(one.start) for one in found.windows] == [166_499] * 6


def test_windows_of_several_runs_are_added_up(monkeypatch):
    both = pd.concat([log([1, 101], "ab", run="1"), log([1, 51], "c", run="2")])
    monkeypatch.setattr(tally, "MOST_WINDOWS", 3 * 100 + 50)
    assert sum(len(one.start) for one in read_log(both).windows) == 3 * 100 + 50
    monkeypatch.setattr(tally, "MOST_WINDOWS", 3 * 100 + 49)
    with pytest.raises(InputError, match=r"spans 100 windows of 4 series, .*: 350 windows, more than 349"):
        read_log(both)


def test_windows_of_several_logs_are_added_up(monkeypatch):
    logs = {"lz4": log([1, 101], "a"), "zstd": log([1, 51], "a")}
    monkeypatch.setattr(tally, "MOST_WINDOWS", 150)
    assert sum(len(one.start) for one in read_log(logs).windows) == 150
    monkeypatch.setattr(tally, "MOST_WINDOWS", 149)
    with pytest.raises(InputError, match="spans 150 windows together with the logs before it, more than 149"):
        read_log(logs)


def test_a_window_takes_64_bytes_of_the_result_whatever_is_in_it():
    read_log(log([1, 2], "ab"))  # what is loaded late is loaded before the memory counts
    frame = log([1, 200_000], "abcd")
    tracemalloc.start()
    found = read_log(frame)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    windows = sum(len(one.start) for one in found.windows)
    assert windows == 999_995
    assert 64 * windows < kept < 67 * windows  # the times are the same of all five
    assert peak < 75 * windows
