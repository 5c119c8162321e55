"""How fast judgments of many are, against one matrix product: 100,000 draws × 12 leaf criteria × 50 alternatives."""

import time

import numpy as np
import pytest
from benchmarks.timing import ratio_of_best, report
from core.reference import parts

from ahp import Hierarchy, PairwiseMatrix
from ahp.core import aggregate_judgments, aggregate_priorities, global_priorities, priorities
from ahp.core.more import consensus, interval_priorities, kendall_w, outlyingness
from ahp.decision.judging_sensitivity import critical_judgments

DRAWS, CRITERIA, ALTERNATIVES, PARTICIPANTS = 100_000, 12, 50, 1_000
LIMIT = 3.0


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(0)
    weights = rng.dirichlet(np.ones(CRITERIA), DRAWS)
    local = rng.dirichlet(np.ones(ALTERNATIVES), CRITERIA)
    y = rng.normal(0, 1, CRITERIA) + rng.normal(0, 0.2, (PARTICIPANTS, CRITERIA))
    noise = np.triu(rng.normal(0, 0.3, (PARTICIPANTS, CRITERIA, CRITERIA)), 1)
    group = np.exp(y[:, :, None] - y[:, None, :] + noise - noise.swapaxes(-1, -2))
    return weights, local, group


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


def test_exact_intervals_against_one_matrix_product(problem):
    weights, local, group = problem
    low, high = group.min(axis=0), group.max(axis=0)
    low, high = np.minimum(low, 1 / high.T), np.maximum(high, 1 / low.T)

    def ours():
        least, largest = parts(interval_priorities(low, high))
        return global_priorities(np.stack([least, largest]), local)

    ratio = ratio_of_best(ours, lambda: weights @ local, rounds=7)
    report("exact intervals of 12 criteria / one matrix product", ratio, LIMIT)


def judged(n):
    rng = np.random.default_rng(n)
    logs = np.log(rng.uniform(1, 9, n))
    noise = np.triu(rng.normal(0, 0.3, (n, n)), 1)
    return Hierarchy(
        "goal", {"all": 1}, {"all": PairwiseMatrix(np.exp(logs[:, None] - logs + noise - noise.T))}
    )


# n²/2 judgments, each with matrices of n² of its own, would take the fourth power: 16.
def test_what_would_change_fifty_items_against_twenty_five():
    few, many = judged(25), judged(50)
    ratio = ratio_of_best(
        lambda: critical_judgments(many), lambda: critical_judgments(few), rounds=3, clock=time.process_time
    )
    report("what would change a matrix of 50 items / of 25 items", ratio, 12)
