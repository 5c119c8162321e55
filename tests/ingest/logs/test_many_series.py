"""Logs of many runs and types of transactions: what is kept grows with those that occur together."""

import tracemalloc

import numpy as np
import pandas as pd  # noqa: TID253 - the logs are frames
import pytest

from ahp import read_log


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
