"""The consistency of one matrix, with the table that judges it."""

import numpy as np
import pytest

from ahp.core import consistency_ratio, lambda_max
from ahp.core.random_index import RANDOM_INDICES, random_index
from ahp.errors import StudyError
from ahp.model.contradiction import consistency_of
from ahp.model.matrix import PairwiseMatrix

JUDGED = np.array([[1, 3, 5], [1 / 3, 1, 4], [1 / 5, 1 / 4, 1]])


def test_it_is_what_the_arrays_say_with_every_table():
    for table in list(RANDOM_INDICES):
        found = consistency_of(JUDGED, table)
        assert (found.table, found.n, found.random_index) == (table, 3, random_index(3, table))
        assert found.lambda_max == float(lambda_max(JUDGED))
        assert found.ratio == pytest.approx(float(consistency_ratio(JUDGED, random_index=table)), rel=1e-12)
        assert found == PairwiseMatrix(JUDGED).consistency(random_index=table)


def test_two_items_cannot_contradict_each_other():
    for n in [1, 2]:
        assert consistency_of(np.full((n, n), 1.0)).ratio == 0.0


def test_an_unknown_table_is_told():
    with pytest.raises(StudyError, match="is not a known"):
        consistency_of(JUDGED, "nobody")
