"""Many windows, runs and types of transactions: how many there may be, and what they take.

Windows are kept for each run and type that occur together, also where nothing happened.
"""

import tracemalloc

import numpy as np
import pandas as pd  # noqa: TID253 - the logs are frames
import pytest

from ahp import read_log
from ahp.errors import InputError
from ahp.ingest.logs import histogram


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
    monkeypatch.setattr(histogram, "MOST_WINDOWS", 3 * 100 + 50)
    assert sum(len(one.start) for one in read_log(both).windows) == 3 * 100 + 50
    monkeypatch.setattr(histogram, "MOST_WINDOWS", 3 * 100 + 49)
    with pytest.raises(InputError, match=r"spans 100 windows of 4 series, .*: 350 windows, more than 349"):
        read_log(both)


def test_windows_of_several_logs_are_added_up(monkeypatch):
    logs = {"lz4": log([1, 101], "a"), "zstd": log([1, 51], "a")}
    monkeypatch.setattr(histogram, "MOST_WINDOWS", 150)
    assert sum(len(one.start) for one in read_log(logs).windows) == 150
    monkeypatch.setattr(histogram, "MOST_WINDOWS", 149)
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


@pytest.mark.slow
def test_runs_that_each_have_types_of_their_own_take_no_room_for_all_pairs():
    runs = np.repeat(np.arange(1000), 2)
    log = pd.DataFrame(
        {
            "time_s": np.tile([0.0, 3.0], 1000),
            "response_time_ms": 1.0,
            "run": np.char.add("run ", runs.astype(str)),
            "transaction": np.char.add("type ", np.arange(2000).astype(str)),
        }
    )
    read_log(log[:4])  # what is loaded late is loaded before the memory counts
    tracemalloc.start()
    found = read_log(log, window=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(total.run, total.transaction) for total in found.totals[:3]] == [
        ("run 0", ""),
        ("run 0", "type 0"),
        ("run 0", "type 1"),
    ]
    assert len(found.totals) == 3000
    assert peak < 50e6  # the names of all two million pairs take 130 MB


def test_labels_are_numbered_by_what_occurs_together():
    kinds = {"a": ["x", "y"], "b": ["y"], "c": ["z", "x"]}
    rows = [
        {"time_s": second, "response_time_ms": place + 1, "run": run, "transaction": kind}
        for second in (0.0, 1.0, 2.0)
        for place, (run, kind) in enumerate((run, kind) for run, several in kinds.items() for kind in several)
    ]
    found = read_log(pd.DataFrame(rows))
    assert {(one.run, one.transaction): (one.count, one.max_ms) for one in found.totals} == {
        ("a", ""): (6, 2.0),
        ("a", "x"): (3, 1.0),
        ("a", "y"): (3, 2.0),
        ("b", ""): (3, 3.0),
        ("c", ""): (6, 5.0),
        ("c", "z"): (3, 4.0),
        ("c", "x"): (3, 5.0),
    }
