from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import matrices

from ahp import core
from ahp.errors import StudyError
from ahp.model.matrix import PairwiseMatrix

TABLES = tuple(core.RANDOM_INDICES)


@given(matrices(max_size=12), st.sampled_from(TABLES))
@settings(deadline=None)
def test_consistency_holds_what_the_core_answers(A, table):
    found = PairwiseMatrix(A).consistency(random_index=table)
    assert {type(x) for x in (found.ratio, found.index, found.lambda_max)} == {float}
    assert type(found.n) is int
    assert asdict(found) == {
        "ratio": float(core.consistency_ratio(A, random_index=table)),
        "index": float(core.consistency_index(A)),
        "lambda_max": float(core.lambda_max(A)),
        "random_index": core.random_index(len(A), table),
        "table": table,
        "n": len(A),
    }


def test_one_or_two_items_cannot_be_inconsistent():
    for table in TABLES:
        for n in [1, 2]:
            found = PairwiseMatrix(np.ones((n, n))).consistency(random_index=table)
            assert (found.ratio, found.index, found.random_index) == (0.0, 0.0, 0.0)
            assert found.lambda_max == n


def test_a_table_that_ends_before_the_matrix_is_refused():
    for n in (11, 15, 16, 17, 50):  # no size is too large for the default
        assert PairwiseMatrix(np.ones((n, n))).consistency().ratio == pytest.approx(0, abs=1e-13)
    a = PairwiseMatrix(np.ones((16, 16)))
    with pytest.raises(StudyError, match=r"'saaty-1980' ends at n = 15, the matrix has n = 16"):
        a.consistency(random_index="saaty-1980")
    found = a.consistency()
    assert found.table == "alonso-lamata"
    with pytest.raises(FrozenInstanceError):
        found.ratio = 0.05
