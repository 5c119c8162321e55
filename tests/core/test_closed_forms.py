from __future__ import annotations

import numpy as np
from core.least_squares_by_search import OBJECTIVES, least
from core.reference import relative_error
from hypothesis import given, settings
from strategies import lognormal_matrices, saaty_matrices

from ahp.core import priorities
from ahp.core.closed_forms import residuals, shares, unit_columns


@given(saaty_matrices(min_size=3, max_size=6))
@settings(deadline=None, max_examples=10)
def test_no_other_vector_has_a_larger_sum_of_cosines(A):
    # Kou & Lin 2014
    ours = OBJECTIVES["cosine-maximisation"](A, np.log(priorities(A, method="cosine-maximisation")))
    assert ours <= least(A, "cosine-maximisation", tries=3) + 1e-9


@given(lognormal_matrices(sigma=3.0))
def test_columns_of_unit_length_have_unit_length(A):
    assert relative_error((unit_columns(A) ** 2).sum(axis=0), 1.0) < 1e-13


def test_squares_beyond_the_largest_number_do_not_overflow():
    w = 10.0 ** np.array([150.0, 0.0, -150.0])
    assert np.isfinite(unit_columns(w[:, None] / w[None, :])).all()


@given(lognormal_matrices())
def test_residuals_are_one_where_the_priorities_say_what_was_judged(A):
    w = A[:, 0]
    assert relative_error(residuals(w[:, None] / w[None, :], w), 1.0) < 1e-13
    assert relative_error(shares(w).sum(), 1.0) < 1e-14
