"""Wrong answers that other libraries were seen to give; each test is named for the mistake.

The inputs are those on which the mistake was seen (ten Python libraries, all run), the right answers
were worked out by hand or with LAPACK.
"""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from cases import matrix as case_matrix
from cases import published
from core.reference import lapack
from strategies import METHODS, SAATY, reciprocal

from ahp import Group, Merits, core
from ahp.errors import JudgmentError
from ahp.model.hierarchy import Hierarchy
from ahp.model.matrix import PairwiseMatrix


def saaty(n, seed):
    return reciprocal(np.random.default_rng(seed).choice(SAATY, n * (n - 1) // 2), n)


def house():
    return case_matrix(published()["saaty-house-criteria"]["data"])


# --- weights ------------------------------------------------------------------------------------


def test_01_a_consistent_matrix_does_not_make_the_iteration_singular():
    w = core.priorities([[1, 0.5, 0.25], [2, 1, 0.5], [4, 2, 1]])
    assert w.tolist() == pytest.approx([1 / 7, 2 / 7, 4 / 7], rel=1e-15)
    larger = np.outer(2.0 ** np.arange(6), 0.5 ** np.arange(6))  # beyond the closed form
    assert core.priorities(larger).tolist() == pytest.approx([2**i / 63 for i in range(6)], rel=1e-15)


def test_03_04_two_items_are_enough_and_the_priorities_of_a_hierarchy_are_normalised():
    under = {"c": {("x", "y"): 3}, "d": {("x", "y"): 1}}
    tree = Hierarchy("goal", {("c", "d"): 1}, under)
    for method in METHODS:
        w = core.priorities([[1, 3], [1 / 3, 1]], method=method)
        assert w.tolist() == pytest.approx([0.75, 0.25], rel=1e-15)
        assert tree.global_priorities(method=method).tolist() == pytest.approx([0.625, 0.375], rel=1e-15)


def test_10_weights_are_normalised_and_positive_whatever_sign_lapack_chooses():
    A = np.array([saaty(4, seed) for seed in range(200)])
    vectors = np.linalg.eig(A).eigenvectors.real[..., 0]
    assert (vectors.sum(axis=-1) < 0).any(), "LAPACK gives no negative eigenvector here"
    w = core.priorities(A)
    assert (w > 0).all()
    assert np.abs(w.sum(axis=-1) - 1).max() < 1e-14
    assert house().priorities().sum() == pytest.approx(1, rel=1e-14)


def test_15_the_normalised_column_mean_is_not_the_row_sum():
    A = PairwiseMatrix.from_upper([2, 3, 4, 2, 3, 2])
    w = A.priorities(method="normalised-column-mean")
    assert w.round(3).tolist() == [0.466, 0.277, 0.161, 0.096]
    sums = A.values.sum(axis=1) / A.values.sum()
    assert sums.round(3).tolist() == [0.446, 0.290, 0.171, 0.093]


def test_17_rounding_makes_no_ties():
    A = np.array([saaty(12, seed) for seed in range(200)])
    tied = [k for k, w in enumerate(core.priorities(A)) if core.tie_groups(w)]
    truly = [k for k, w in enumerate(lapack(A)[0]) if np.diff(np.sort(w)).min() < 1e-12]
    assert tied == truly


# --- consistency --------------------------------------------------------------------------------


def test_09_the_random_index_is_that_of_n_not_of_n_plus_one():
    a = PairwiseMatrix([[1, 3, 3], ["1/3", 1, 4], ["1/3", "1/4", 1]])
    assert round(a.consistency(random_index="saaty-1980").ratio, 3) == 0.187


# --- measured values ----------------------------------------------------------------------------


def test_11_12_measured_values_are_not_squeezed_into_one_to_nine():
    for values, shares in [
        ([100, 95, 10], [0.488, 0.463, 0.049]),
        ([190, 100], [0.655, 0.345]),
        ([1, 20, 300], [0.003, 0.062, 0.935]),
    ]:
        a = PairwiseMatrix.from_values(values)
        assert a.priorities().round(3).tolist() == shares
        assert a.consistency().ratio == pytest.approx(0, abs=1e-14)


def test_23_lower_can_be_better():
    latency = {"x": 10, "y": 20}
    assert PairwiseMatrix.from_values(latency, better="lower").priorities().idxmax() == "x"
    assert PairwiseMatrix.from_values(latency).priorities().idxmax() == "y"


# --- what has no answer gets none ---------------------------------------------------------------


def test_06_21_unanswered_pairs_are_neither_filled_in_silently_nor_completed_approximately():
    chain = {("a", "b"): "1/20", ("b", "c"): "1/20", ("c", "d"): "1/20"}
    with pytest.raises(
        JudgmentError, match=r"^no judgment for 'a : c', 'a : d', 'b : d'; 4 items need all 6"
    ):
        PairwiseMatrix.from_judgments(chain)


def test_the_checks_do_not_vanish_when_python_optimises():
    code = (
        "from ahp.core import priorities\n"
        "try: priorities([[1, 3], [0.5, 1]])\n"
        "except ValueError as error: print(type(error).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "JudgmentError\n"


def test_07_a_mean_of_answers_does_not_stop_at_the_one_that_is_missing():
    answers = {"Ann": {("a", "b"): 1}, "Bob": {}, "Cyd": {("a", "b"): 5}}
    assert Group(answers, ["a", "b"]).matrix()["a", "b"] == pytest.approx(5**0.5)
    with pytest.raises(JudgmentError, match="'a' over 'b' = 0"):
        Group({"Ann": {("a", "b"): 0}})


def test_08_an_unjudged_goal_is_refused_by_name_and_merits_weigh_the_first_too():
    with pytest.raises(JudgmentError, match="the goal needs one of"):
        Hierarchy.from_dict(
            {"goal": "g", "children": {"p": {"weights": {"a": 1}}, "q": {"weights": {"a": 1}}}}
        )
    priorities = {"benefit": {"a": 0.8, "b": 0.2}, "cost": {"a": 0.5, "b": 0.5}}
    heavy = Merits(priorities, {"benefit": 3, "cost": 1}).scores("subtractive")
    light = Merits(priorities, {"benefit": 1, "cost": 3}).scores("subtractive")
    assert heavy["a"] == pytest.approx(0.75 * 0.8 - 0.25 * 0.5)
    assert light["a"] == pytest.approx(0.25 * 0.8 - 0.75 * 0.5)
