import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import matrices, methods, permutations

from ahp.errors import ConvergenceError, JudgmentError
from ahp.model.changes import simulate
from ahp.model.comparisons import Measured, Ratings, Weights
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy
from ahp.model.matrix import PairwiseMatrix
from ahp.model.network import Network

ALTERNATIVES = ["a", "b", "c"]


def compared(rows, labels=ALTERNATIVES):
    return PairwiseMatrix(rows, labels=labels)


PRICE = compared([[1, 3, 5], ["1/3", 1, 2], ["1/5", "1/2", 1]])
SAFETY = compared([[1, "1/4", "1/2"], [4, 1, 3], [2, "1/3", 1]])
COMFORT = compared([[1, 1, 2], [1, 1, 2], ["1/2", "1/2", 1]])


@pytest.fixture
def flat():
    return Hierarchy(
        "choose a car",
        PairwiseMatrix.from_judgments({("price", "safety"): 3}),
        {"price": PRICE, "safety": SAFETY},
    )


@pytest.fixture
def deep():
    """Quality stands over safety and comfort; price is compared directly."""
    quality = Hierarchy(
        "quality",
        PairwiseMatrix.from_judgments({("safety", "comfort"): 2}),
        {"safety": SAFETY, "comfort": COMFORT},
    )
    return Hierarchy(
        "choose a car",
        PairwiseMatrix.from_judgments({("price", "quality"): "1/3"}),
        {"price": PRICE, "quality": quality},
    )


@st.composite
def hierarchies(draw):
    """Two levels of criteria over the same alternatives, each level of any small size."""
    n = draw(st.integers(1, 5))
    names = [f"alternative {i}" for i in range(n)]

    def level(depth):
        judgments = PairwiseMatrix(draw(matrices(1, 4)))
        return Hierarchy(
            f"level {depth}",
            judgments,
            {
                label: level(depth + 1)
                if depth < 2 and draw(st.booleans())
                else PairwiseMatrix(draw(matrices(n, n)), labels=names)
                for label in judgments.labels
            },
        )

    return level(1)


def by_hand(node, method):
    """Σ_c w_c p_c by plain loops over names."""
    if isinstance(node, PairwiseMatrix):
        return node.priorities(method=method).to_dict()
    total = dict.fromkeys(node.alternatives, 0.0)
    for criterion, weight in node.judgments.priorities(method=method).items():
        for name, share in by_hand(node[criterion], method).items():
            total[name] += weight * share
    return total


@given(hierarchies(), methods())
def test_any_tree_is_the_sum_over_its_branches(tree, method):
    found = tree.global_priorities(method=method)
    assert found.to_dict() == pytest.approx(by_hand(tree, method), rel=1e-13)
    assert found.sum() == pytest.approx(1, abs=1e-13)
    assert (found > 0).all()


@given(st.data(), methods())
def test_alternatives_are_matched_by_name_not_by_position(data, method):
    order = data.draw(permutations(3))
    shuffled = PairwiseMatrix(SAFETY.to_frame().iloc[order, order])
    weights = PairwiseMatrix.from_judgments({("price", "safety"): 3})
    tree = Hierarchy("car", weights, {"price": PRICE, "safety": shuffled})
    straight = Hierarchy("car", weights, {"price": PRICE, "safety": SAFETY})
    assert tree.alternatives == ("a", "b", "c")
    assert tree.global_priorities(method=method).to_dict() == pytest.approx(
        straight.global_priorities(method=method).to_dict(), rel=1e-13
    )


def test_the_cars_of_super_decisions_in_the_ratings_mode():
    # carModel_Ratings_Results.xlsx of AhpAnpLib, read from a stored copy; the intensities are shown to three
    # digits, the totals were computed from more
    names = ["Acura TL", "Toyota Camry", "Honda Civic", "Fiat", "MiniCooper", "Kia Rio"]
    weights = [
        0.09842413418771448,
        0.168654289322659,
        0.3085784539668766,
        0.3394744980181998,
        0.08486862450454995,
    ]
    rated = np.array(
        [
            [1.0, 0.08, 1.0, 0.511, 0.231],
            [0.664, 0.347, 0.306, 1.0, 0.231],
            [0.065, 1.0, 0.664, 0.393, 1.0],
            [0.306, 1.0, 0.126, 0.098, 0.08],
            [1.0, 0.347, 0.306, 0.393, 0.231],
            [0.065, 1.0, 0.306, 0.098, 1.0],
        ]
    )
    criteria = ["prestige", "mpg", "comfort", "initial cost", "maintenance"]

    def leaf(column):
        scale = {str(value): value for value in sorted({1.0, *column})}
        return Ratings({name: str(value) for name, value in zip(names, column, strict=True)}, scale)

    children = {c: leaf(rated[:, j].tolist()) for j, c in enumerate(criteria)}
    cars = Hierarchy("car", dict(zip(criteria, weights, strict=True)), children)
    totals = [0.613571052, 0.5773808207, 0.5982300537, 0.2777109504, 0.4043903095, 0.3876139903]
    assert np.abs(cars.scores(mode="ratings") - totals).max() <= 4e-4
    shares = [0.2146180902, 0.2019592819, 0.2092520356, 0.097139188, 0.1414497565, 0.1355816479]
    assert np.abs(cars.global_priorities(mode="ratings") - shares).max() <= 2e-4


def test_weights_multiply_down_every_branch_whatever_its_depth(deep):
    found = deep.weights()
    assert found[("price",)] == (0.25, 0.25)
    assert found["quality", "safety"] == pytest.approx((2 / 3, 0.5))
    assert sum(found[path][1] for path in deep.leaves()) == pytest.approx(1)
    table = deep.criteria()
    assert table.loc["quality / comfort", "global"] == pytest.approx(0.25)


@given(hierarchies(), methods())
@settings(max_examples=30)
def test_the_arrays_of_the_leaves_are_the_whole_tree(tree, method):
    weights, local = tree.leaf_arrays(method=method)
    assert weights @ local == pytest.approx(tree.global_priorities(method=method).to_numpy())
    _, ideal = tree.leaf_arrays(mode="ideal", method=method)
    assert ideal.max(axis=1) == pytest.approx(np.ones(len(ideal)))


def test_any_kind_of_comparison_may_stand_at_any_node():
    tree = Hierarchy(
        "car",
        Group({"Ann": {("price", "looks"): 2}, "Bob": {("price", "looks"): 8}}),
        {
            "price": Measured({"a": 10_000, "b": 30_000}, better="lower"),
            "looks": Hierarchy("looks", {"one": 1}, {"one": Ratings({"b": "ok", "a": "ok"}, {"ok": 1})}),
        },
    )
    assert tree.local_priorities()["price"] == pytest.approx(0.8)
    assert tree.global_priorities().to_dict() == pytest.approx({"a": 0.8 * 0.75 + 0.1, "b": 0.8 * 0.25 + 0.1})
    assert tree["looks"].judgments == Weights({"one": 1})


def test_the_consistency_of_the_whole_weighs_that_of_its_matrices(deep):
    found = deep.consistency()
    parts = {
        (): 1.0,
        ("price",): 0.25,
        ("quality",): 0.75,
        ("quality", "safety"): 0.5,
        ("quality", "comfort"): 0.25,
    }
    expected_index = 0.25 * PRICE.consistency().index + 0.5 * SAFETY.consistency().index
    assert found.index == pytest.approx(expected_index + 0.25 * COMFORT.consistency().index)
    # matrices of two items can neither contradict themselves nor has chance anything to say of them
    assert found.random_index == pytest.approx(0.5247)
    assert found.ratio == pytest.approx(found.index / found.random_index)
    assert {path for path, _ in found.nodes} == set(parts)


def test_what_is_not_judged_has_no_inconsistency():
    one = PairwiseMatrix([[1]], labels=["only"])
    assert Hierarchy("goal", one, {"only": one}).global_priorities().to_dict() == {"only": 1.0}
    tree = Hierarchy("car", {"price": 1}, {"price": Measured({"a": 1, "b": 2, "c": 3})})
    assert tree.consistency().ratio == 0
    assert tree.consistency().nodes == ()


def test_grades_of_no_value_share_out_nothing():
    tree = Hierarchy("car", {"x": 1}, {"x": Ratings({"a": "bad"}, {"good": 1, "bad": 0})})
    assert tree.scores(mode="ratings").tolist() == [0]


def test_children_that_do_not_fit_their_criteria_or_each_other_are_refused(deep):
    judgments = PairwiseMatrix.from_judgments({("price", "safety"): 3})
    known = "'choose a car' has the criteria 'price', 'safety'; found "
    fewer, both = (
        compared(np.ones((2, 2)), ["a", "b"]),
        "'price' compares 'a', 'b', 'c'; they must be the same",
    )
    for children, message in [
        ({"price": PRICE}, f"{known}no comparison under 'safety'"),
        ({"price": PRICE, "saftey": SAFETY}, f"{known}no comparison under 'safety'"),
        ({"price": PRICE, "safety": SAFETY, "colour": COMFORT}, f"{known}unknown 'colour'"),
        ({"price": PRICE, "safety": compared(np.ones((3, 3)), "abd")}, f"'safety' compares 'a', 'b', 'd', {both}"),
        ({"price": PRICE, "safety": compared(np.ones((3, 3)), "Abc")}, f"'safety' compares 'A', 'b', 'c', {both}"),
        ({"price": fewer, "safety": deep["quality"]}, "'safety' compares 'a', 'b', 'c', 'price' compares 'a', 'b'; they must be the same"),
    ]:  # fmt: skip
        with pytest.raises(JudgmentError) as caught:
            Hierarchy("choose a car", judgments, children)
        assert str(caught.value) == message


def test_criteria_alone_have_weights():
    cost = Hierarchy("cost", {("price", "upkeep"): 3}, {})
    h = Hierarchy("site", {("cost", "view"): 4}, {"cost": cost})
    assert h.criteria_alone
    assert h.depth == 2
    assert not h.leaves()
    assert h.lowest_criteria() == [("cost", "price"), ("cost", "upkeep"), ("view",)]
    assert h.global_priorities().round(12).to_dict() == {"price": 0.6, "upkeep": 0.2, "view": 0.2}
    assert h.global_priorities().index.name == "criterion"
    assert h.weights()["cost", "price"] == pytest.approx((0.75, 0.6))
    assert Hierarchy.from_dict(h.to_dict()) == h
    assert h.rank_reversals() == ()
    assert simulate(h, steps=1.0, draws=100).labels == h.alternatives
    # Criteria of the same name are told apart by the way to them.
    twice = Hierarchy("site", {("cost", "later"): 1}, {"cost": cost, "later": cost})
    assert twice.alternatives == ("cost / price", "cost / upkeep", "later / price", "later / upkeep")
    with pytest.raises(JudgmentError, match="'site' has no alternatives, only criteria"):
        h.without("price")
    with pytest.raises(JudgmentError, match="'site' has criteria alone; a network needs alternatives"):
        Network.from_hierarchy(h)
    with pytest.raises(JudgmentError, match="alternatives stand under 'view' and not under the other"):
        Hierarchy("site", {("cost", "view"): 4}, {"cost": cost, "view": {"a": 1, "b": 2}})


def test_no_more_than_a_hundred_levels():
    node = {"a": 1, "b": 2}
    for level in range(100):
        node = Hierarchy(f"level {level}", {"c": 1}, {"c": node})
    assert node.depth == 100
    assert node.global_priorities().round(4).to_dict() == {"a": 0.3333, "b": 0.6667}
    with pytest.raises(JudgmentError, match=r"^'top' has more than 100 levels of criteria beneath it"):
        Hierarchy("top", {"c": 1}, {"c": node})


def test_a_judged_scale_of_ratings_may_contradict_itself():
    scale = PairwiseMatrix.from_judgments({("good", "fair"): 9, ("fair", "poor"): 9, ("good", "poor"): "1/9"})
    rated = Hierarchy("g", {"c": 1}, {"c": Ratings({"x": "good", "y": "poor"}, scale)})
    assert rated.consistency().ratio == pytest.approx(scale.consistency().ratio)
    assert Hierarchy("g", {"c": 1}, {"c": Ratings({"x": "a"}, {"a": 1})}).consistency().nodes == ()


def test_nodes_weigh_in_the_consistency_as_much_as_by_the_method():
    goal = PairwiseMatrix.from_judgments(
        {("c", "d"): 9, ("c", "e"): "1/9", ("d", "e"): 9, ("c", "f"): 2, ("d", "f"): 3, ("e", "f"): 1}
    )
    circle = PairwiseMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 3, ("x", "z"): 1})
    even = {"x": 1, "y": 1, "z": 1}
    h = Hierarchy("g", goal, {"c": circle, "d": even, "e": even, "f": even})
    share = h.local_priorities(method="geometric-mean")["c"]
    one, two = goal.consistency(), circle.consistency()
    assert h.consistency(method="geometric-mean").ratio == pytest.approx(
        (one.index + share * two.index) / (one.random_index + share * two.random_index)
    )


def test_what_differs_too_widely_is_named():
    r = 1e60
    wide = PairwiseMatrix([[1, r, 1, 2], [1 / r, 1, r, 1 / r], [1, 1 / r, 1, 3], [0.5, r, 1 / 3, 1]])
    with pytest.raises(ConvergenceError, match=r"^'c / d': the principal eigenvector did not settle"):
        Hierarchy("g", {"c": 1}, {"c": Hierarchy("c", {"d": 1}, {"d": wide})}).global_priorities()
    even = dict.fromkeys("xyz", 1)
    with pytest.raises(ConvergenceError, match=r"^'all': the principal eigenvector did not settle"):
        Hierarchy("all", wide, dict.fromkeys("1234", even)).global_priorities()
