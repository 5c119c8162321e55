import numpy as np
import pytest
from core.test_groups import PARTIES, SEATS

from ahp import Group, IncompleteMatrix, JudgmentError, PairwiseMatrix
from ahp.core import PRIORITY_METHODS, aggregate_judgments, aggregate_priorities, priorities
from ahp.core.more import consensus

NAMES = ("a", "b", "c", "d", "e")
WHO = ("one", "two", "three")


def parties(**kwargs):
    return Group({who: PairwiseMatrix(m, NAMES) for who, m in zip(WHO, PARTIES, strict=True)}, **kwargs)


def test_the_labels_stand_on_the_arrays():
    group = parties(weights=dict(zip(WHO, SEATS, strict=True)))
    np.testing.assert_allclose(group.matrix().values, aggregate_judgments(PARTIES, SEATS))
    found = group.priorities(method="geometric-mean")
    assert found.index.tolist() == list(NAMES)
    # Escobar, Aguarón & Moreno-Jiménez (2015): .53350 is printed as .533
    np.testing.assert_allclose(found, [0.533, 0.208, 0.096, 0.037, 0.125], atol=6e-4)
    own = group.individual_priorities()
    np.testing.assert_allclose(own.loc["two"], priorities(PARTIES[1]))


def test_both_aggregations_of_geometric_means_agree():
    group = parties()
    one, two = (group.vector("geometric-mean", how) for how in ("judgments", "priorities"))
    np.testing.assert_allclose(one, two, rtol=1e-12)
    third = group.vector("geometric-mean", "arithmetic-priorities")
    np.testing.assert_allclose(third, priorities(PARTIES, method="geometric-mean").mean(axis=0))


def test_gaps_are_filled_by_the_others():
    group = Group({"Ann": {("x", "y"): 2, ("y", "z"): 3, ("x", "z"): 6}, "Bob": {("x", "y"): 8}})
    assert group.matrix()["x", "y"] == 4
    assert group.matrix()["y", "z"] == pytest.approx(3, rel=1e-15)
    assert group.without(["Ann"]).participants == ("Bob",)
    with pytest.raises(JudgmentError, match="nobody judged 'x : z', 'y : z'"):
        group.without(["Ann"]).matrix()


def test_who_left_judgments_out_has_priorities_if_the_rest_connects_all_items():
    group = Group(
        {
            "Ann": {("x", "y"): 2, ("y", "z"): 3, ("x", "z"): 6},
            "Bob": {("x", "y"): 2, ("y", "z"): 3},
            "Cy": {("x", "y"): 9},
        }
    )
    with pytest.raises(JudgmentError, match="of 'Cy' do not connect all items"):
        group.individual_priorities()
    both = group.without(["Cy"])
    for method in ("eigenvector", "geometric-mean"):
        own = both.individual_priorities(method=method)
        assert own.loc["Bob"].tolist() == pytest.approx(own.loc["Ann"].tolist(), rel=1e-9)
    found = group.agreement()
    assert found.left_out == ("Cy",)
    assert found.consensus == pytest.approx(1)
    with pytest.raises(JudgmentError, match="nobody's judgments connect all items"):
        group.without(["Ann", "Bob"]).agreement()


@pytest.mark.parametrize("method", PRIORITY_METHODS)
def test_who_left_a_judgment_out_has_the_priorities_of_the_method_that_is_asked_for(method):
    gap = {("a", "b"): 2, ("a", "c"): 5, ("a", "d"): 1 / 3, ("b", "c"): 7, ("c", "d"): 1 / 4}
    whole = PairwiseMatrix(
        [[1, 3, 4, 2], [1 / 3, 1, 5, 1], [1 / 4, 1 / 5, 1, 1 / 6], [1 / 2, 1, 6, 1]], NAMES[:4]
    )
    group = Group({"Ann": gap, "Bob": whole}, NAMES[:4], weights={"Ann": 2})
    own = np.array(
        [IncompleteMatrix.from_judgments(gap, NAMES[:4]).vector(method), whole.priorities(method=method)]
    )
    np.testing.assert_array_equal(group.individual_priorities(method=method), own)
    np.testing.assert_array_equal(group.vector(method, "priorities"), aggregate_priorities(own, [2, 1]))
    assert group.agreement(method=method).consensus == float(consensus(own, group.weights, largest=9.0))


def test_agreement_of_those_who_count_nothing_is_refused_by_name():
    whole = {("x", "y"): 2, ("y", "z"): 3, ("x", "z"): 6}
    group = Group({"Ann": whole, "Bob": {("x", "y"): 2}, "Cy": {("y", "z"): 2}}, weights={"Ann": 0})
    assert group.vector().sum() == pytest.approx(1)
    with pytest.raises(
        JudgmentError, match="only the judgments of 'Ann' connect all items, and they count 0"
    ):
        group.agreement()


def test_a_group_may_have_priorities_though_nobody_judged_some_pair():
    group = Group({"Ann": {("x", "y"): 2}, "Bob": {("y", "z"): 3}})
    assert group.vector().tolist() == pytest.approx([0.6, 0.3, 0.1])


def test_agreement_names_who_and_what():
    found = parties().agreement(method="geometric-mean")
    assert 0 < found.consensus < 1
    assert found.level in ("low", "moderate", "high", "very high")
    assert found.geometric_compatibility == pytest.approx(0.468, abs=5.01e-4)  # printed by Escobar and others
    assert [name for name, _ in found.compatibility] == list(WHO)
    assert len(found.dispersions) == 10
    assert found.outlying == ()
    assert found == parties().agreement(method="geometric-mean")


def test_one_of_another_opinion_is_outlying():
    said = {f"p{i}": {("x", "y"): 3 + i / 10, ("x", "z"): 5, ("y", "z"): 2} for i in range(6)}
    said["rebel"] = {("x", "y"): "1/9", ("x", "z"): "1/9", ("y", "z"): 1}
    group = Group(said)
    assert group.agreement().outlying == ("rebel",)
    assert "rebel" not in group.without(["rebel"]).participants
    of_two = Group({name: {("x", "y"): given["x", "y"]} for name, given in said.items()})
    assert of_two.agreement().outlying == ()
    assert group.without(["rebel"]).agreement().consensus > group.agreement().consensus
