"""The aggregation itself, on the smallest engine."""

from fractions import Fraction

import pytest

from ahp.errors import InputError
from ahp.ingest.logs.aggregate import FAILED, grouped
from ahp.ingest.logs.columns import Layout
from ahp.ingest.logs.engines import lazy

LAYOUT = Layout((("t", Fraction(1)),), ("r", Fraction(1000)), labels={"transaction": "k"})


def groups(frame, layout=LAYOUT, width=10):
    import pandas as pd

    found = grouped(lazy(pd.DataFrame(frame)), layout, width).collect("pandas").to_native()
    return found.sort_values(["window", "bucket"]).to_dict("records")


def test_transactions_are_counted_by_label_window_and_bucket():
    found = groups({"t": [5, 9, 10], "r": [2, 2, 3], "k": ["a", "a", "a"]})
    assert found == [
        {
            "transaction": "a",
            "window": 0,
            "bucket": 2000.0,
            "count": 2,
            "total": 4000,
            "largest": 2000,
            "first": 3,
            "last": 9,
        },
        {
            "transaction": "a",
            "window": 1,
            "bucket": 3008.0,
            "count": 1,
            "total": 3000,
            "largest": 3000,
            "first": 7,
            "last": 10,
        },
    ]


def test_a_begin_puts_a_transaction_where_it_ends():
    layout = Layout((("t", Fraction(1)),), ("r", Fraction(1000)), begins=True)
    (found,) = groups({"t": [8], "r": [4]}, layout)
    assert (found["window"], found["first"], found["last"]) == (1, 8, 12)


def test_a_transaction_that_failed_is_counted_apart():
    layout = Layout((("t", Fraction(1)),), ("r", Fraction(1000)), failures=("failed",))
    found = groups({"t": [8, 9], "r": ["4", "failed"]}, layout)
    assert [(one["bucket"], one["count"]) for one in found] == [(FAILED * 1000.0, 1), (4000.0, 1)]


def test_a_column_of_text_is_no_time():
    with pytest.raises(InputError, match="column 'r': the column holds string, not numbers"):
        groups({"t": [8], "r": ["x"], "k": ["a"]})


def test_whole_numbers_of_a_smaller_unit_are_cut_to_whole_microseconds():
    layout = Layout((("t", Fraction(1, 1000)),), ("r", Fraction(1)))
    (found,) = groups({"t": [9_999, 5_000], "r": [2000, 2000]}, layout)
    assert (found["first"], found["last"]) == (3, 9)
