"""Percentiles of histograms that stand one after the other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.logs.made import nearest_rank

from ahp import read_log
from ahp.errors import InputError
from ahp.ingest.logs.buckets import code_of
from ahp.ingest.logs.tally import PERCENTILES, percentiles

SMALL = st.lists(st.integers(0, 127), min_size=1, max_size=300)


@given(st.lists(SMALL, min_size=1, max_size=5))
def test_they_are_those_of_each_by_nearest_rank(several):
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
    import pandas as pd

    log = {"time_s": [1.0, 2.0], "response_time_ms": [5, 5], "transaction": names}
    with pytest.raises(
        InputError, match="column 'transaction': a transaction has no transaction; fill the cell"
    ):
        read_log(pd.DataFrame(log))
