"""How fast judgments of many are, against one matrix product: 100,000 draws × 12 leaf criteria × 50 alternatives."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.timing import ratio_of_best, report

from ahp.core import (
    aggregate_judgments,
    aggregate_priorities,
    consensus,
    global_priorities,
    interval_priorities,
    kendall_w,
    outlyingness,
    priorities,
)

DRAWS, CRITERIA, ALTERNATIVES, PARTICIPANTS = 100_000, 12, 50, 1_000
LIMIT = 3.0


def drawn():
    rng = np.random.default_rng(0)
    weights = rng.dirichlet(np.ones(CRITERIA), DRAWS)
    local = rng.dirichlet(np.ones(ALTERNATIVES), CRITERIA)
    y = rng.normal(0, 1, CRITERIA) + rng.normal(0, 0.2, (PARTICIPANTS, CRITERIA))
    noise = np.triu(rng.normal(0, 0.3, (PARTICIPANTS, CRITERIA, CRITERIA)), 1)
    group = np.exp(y[:, :, None] - y[:, None, :] + noise - noise.swapaxes(-1, -2))
    return weights, local, group


@pytest.fixture(scope="module")
def problem():
    return drawn()


def test_a_group_of_a_thousand_against_one_matrix_product(problem):
    weights, local, group = problem

    def ours():
        common = priorities(aggregate_judgments(group))
        each = priorities(group)
        together = aggregate_priorities(each)
        told = consensus(each), kendall_w(each), outlyingness(each)
        return common, together, told, global_priorities(each, local)

    ratio = ratio_of_best(ours, lambda: weights @ local, rounds=7)
    report("a group of 1,000 over 12 criteria and 50 alternatives / one matrix product", ratio, LIMIT)
    assert ratio <= LIMIT


def test_exact_intervals_against_one_matrix_product(problem):
    weights, local, group = problem
    low, high = group.min(axis=0), group.max(axis=0)
    low, high = np.minimum(low, 1 / high.T), np.maximum(high, 1 / low.T)

    def ours():
        least, largest = interval_priorities(low, high)
        return global_priorities(np.stack([least, largest]), local)

    ratio = ratio_of_best(ours, lambda: weights @ local, rounds=7)
    report("exact intervals of 12 criteria / one matrix product", ratio, LIMIT)
    assert ratio <= LIMIT
