import numpy as np
import pytest
from model.test_reversal import mixed

from ahp import FuzzyMatrix, Group, Hierarchy, IntervalMatrix, JudgmentError, Measured, simulate
from ahp.model.changes import simulation

PEER = {("x", "y"): (2, 3, 4), ("x", "z"): (3, 4, 5), ("y", "z"): (1, 2, 3)}


def test_bounds_stand_under_their_names():
    a = IntervalMatrix.from_judgments({("x", "y"): (2, 4), ("z", "y"): ("1/2", 1), ("x", "z"): (2, 8)})
    assert a.labels == ("x", "y", "z")
    found = a.bounds()
    assert (found["low"] <= found["high"]).all()
    assert found.loc["x", "low"] == pytest.approx(0.5)  # y = x/2 and z = x/2 are allowed at once
    assert "IntervalMatrix" in repr(a)


def test_intervals_that_contradict_each_other_are_named_and_relaxed():
    a = IntervalMatrix.from_judgments({("x", "y"): (2, 3), ("y", "z"): (2, 3), ("z", "x"): (1, 2)})
    with pytest.raises(
        JudgmentError, match="no priorities satisfy all intervals; they would with wider ones for"
    ):
        a.bounds()
    wider, moved = a.relaxed()
    assert not wider.bounds().isna().any().any()
    product = 1.0
    for _, _, factor in moved:
        product *= factor
    assert product == pytest.approx(4)  # around the circle the lower bounds multiply to 4 instead of 1


def test_draws_from_intervals_say_how_often_each_is_first():
    a = IntervalMatrix.from_judgments({("x", "y"): ("1/2", 2)})
    found = a.simulate(draws=4000)
    assert found.best["x"] == pytest.approx(0.5, abs=0.04)
    assert found.table().loc["x", "0.975"] < 2 / 3


def test_fuzzy_judgments_become_priorities_in_four_ways():
    a = FuzzyMatrix.from_judgments(PEER)
    for method in ("constrained", "geometric-mean", "preference-programming", "extent-analysis"):
        assert a.priorities(method=method).sum() == pytest.approx(1)
    # multiAHPy's own tests, read from a stored copy
    assert a.priorities(method="geometric-mean").tolist() == pytest.approx([0.613, 0.241, 0.145], abs=5.01e-4)
    tight, wide = a.bounds(), a.bounds(method="geometric-mean")
    assert (wide["low"] < tight["low"]).all()
    assert (wide["high"] > tight["high"]).all()
    assert a.satisfaction() == pytest.approx(0.64575, abs=5e-6)


def test_what_a_method_gets_wrong_is_told():
    a = FuzzyMatrix.from_judgments(PEER)
    assert a.warnings() == ()
    assert any("gives 'z' the weight 0" in w for w in a.warnings(method="extent-analysis"))
    assert any("overstates the spread" in w for w in a.warnings(method="geometric-mean"))
    circle = FuzzyMatrix.from_judgments({("x", "y"): (2, 3, 4), ("y", "z"): (2, 3, 4), ("z", "x"): (2, 3, 4)})
    assert any("contradict each other" in w for w in circle.warnings())
    assert "FuzzyMatrix" in repr(circle)


def test_draws_are_summed_up():
    found = simulation(np.array([[0.5, 0.5], [0.7, 0.3], [0.2, 0.8], [0.9, 0.1]]), ("x", "y"))
    assert found.best == {"x": 0.625, "y": 0.375}  # a tie is shared
    assert found.draws == 4
    assert found.table().loc["x", "0.5"] == pytest.approx(0.6)


@pytest.mark.parametrize("mode", ["distributive", "ideal"])
@pytest.mark.parametrize("method", ["geometric-mean", "eigenvector"])
def test_without_noise_a_hierarchy_is_itself(mode, method):
    tree = mixed()
    found = simulate(tree, sigma=0.0, draws=3, mode=mode, method=method)
    expected = tree.global_priorities(mode=mode, method=method)
    for quantiles, value in zip(found.quantiles, expected, strict=True):
        assert quantiles == pytest.approx([value] * 5, rel=1e-12)


def test_only_judgments_are_drawn():
    tree = Hierarchy("g", {("p", "q"): 1}, {"p": Measured({"a": 3, "b": 1}), "q": Measured({"a": 1, "b": 3})})
    found = simulate(tree, steps=2, draws=20_000, rng=1)
    assert found.best["a"] == pytest.approx(0.5, abs=0.02)
    fixed = Hierarchy("g", {"p": 1, "q": 1}, tree.children)
    assert np.ptp(simulate(fixed, sigma=1.0, draws=50).quantiles[0]) == 0


def test_a_group_is_simulated_through_its_matrix():
    group = Group({"Ann": {("x", "y"): 2}, "Bob": {("x", "y"): 8}})
    one, other = (simulate(given, sigma=0.5, draws=500, rng=2) for given in (group, group.matrix()))
    assert one == other


INTERVALS = {
    "goal": "car",
    "alternatives": ["a", "b"],
    "judgments": [["price", "safety", [2, 8]]],
    "children": {
        "price": {"judgments": [["a", "b", ["1/2", 4]]]},
        "safety": {"judgments": [["a", "b", "1/3"]]},
    },
}


def test_intervals_at_a_node_count_as_their_middle_and_are_drawn_from():
    h = Hierarchy.from_dict(INTERVALS)
    middle = {"price": {("a", "b"): 2**0.5}, "safety": {("a", "b"): "1/3"}}
    plain = Hierarchy("car", {("price", "safety"): 4}, middle)
    assert h.global_priorities().to_dict() == pytest.approx(plain.global_priorities().to_dict())
    found = simulate(h, draws=20_000, rng=0)
    rng = np.random.default_rng(1)
    weight, better = (np.exp(rng.uniform(np.log(lo), np.log(hi), 20_000)) for lo, hi in ((2, 8), (0.5, 4)))
    price = weight / (1 + weight)
    a = price * better / (1 + better) + (1 - price) * 0.25
    assert found.best["a"] == pytest.approx((a > 0.5).mean(), abs=0.015)
    assert found.quantiles[0] == pytest.approx(np.quantile(a, found.levels), abs=0.01)


@pytest.mark.parametrize("mode", ["distributive", "ideal", "product"])
def test_fuzzy_judgments_at_a_node_count_as_the_most_plausible(mode):
    data = {**INTERVALS, "judgments": [["price", "safety", [2, 3, 8]]]}
    h = Hierarchy.from_dict(data)
    assert isinstance(h.judgments, FuzzyMatrix)
    plain = Hierarchy("car", {("price", "safety"): 3}, dict(h.children))
    assert h.global_priorities(mode=mode).to_dict() == pytest.approx(
        plain.global_priorities(mode=mode).to_dict()
    )
    assert 0 < simulate(h, mode=mode, draws=500).best["a"] < 1
    assert simulate(h, sigma=0.5, mode=mode, draws=500).labels == ("a", "b")


def test_a_hierarchy_of_intervals_is_written_and_read_again_and_changed():
    h = Hierarchy.from_dict({**INTERVALS, "judgments": [["price", "safety", [2, 3, 8]]]})
    assert Hierarchy.from_dict(h.to_dict()).to_dict() == h.to_dict()
    assert h.with_copy("a").alternatives == ("a", "b", "copy of a")
    assert h.on_scale("root-square").judgments.values[0, 1] == pytest.approx([2**0.5, 3**0.5, 8**0.5])
    low = h.children["price"].on_scale("root-square").low
    assert [low[0, 1], low[1, 0]] == pytest.approx([2**-0.5, 0.5])
    with pytest.raises(JudgmentError, match="under 'price' judgments are intervals; build it anew"):
        h.with_judgment(("price",), "a", "b", 3)
    with pytest.raises(JudgmentError, match="'price' is judged in intervals; give its judgments anew"):
        h.with_alternative("c", {"price": {"a": 1, "b": 1}, "safety": {"a": 1, "b": 1}})


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ([4, 2], "give the least number first"),
        ([1, 2, 3, 4], "needed are 4 numbers|needed are 2 numbers"),
        ([0, 2], "a : b|'a' over 'b'"),
        (["x", 2], "'x'"),
    ],
)
def test_an_interval_that_is_none_is_refused_with_its_way(times, said):
    data = {**INTERVALS, "children": {**INTERVALS["children"], "price": {"judgments": [["a", "b", times]]}}}
    with pytest.raises(JudgmentError, match=said) as caught:
        Hierarchy.from_dict(data)
    assert str(caught.value).startswith("price: ")


def test_intervals_are_those_of_one_person():
    said = {"Ann": [["a", "b", [2, 4]]], "Bob": [["a", "b", 3]]}
    with pytest.raises(
        JudgmentError, match="'Ann' judges in intervals, which only a comparison by one person"
    ):
        Hierarchy.from_dict({"goal": "g", "judgments": said})


def test_one_judgment_of_one_participant_is_changed():
    h = Hierarchy("g", Group({"Ann": {("a", "b"): 2}, "Bob": {("a", "b"): 3}}), {})
    changed = h.with_judgment((), "b", "a", 4, participant="Bob")
    assert changed.judgments.values[:, 0, 1] == pytest.approx([2, 1 / 4])
    assert h.judgments.values[:, 0, 1] == pytest.approx([2, 3])
    with pytest.raises(JudgmentError, match=r"'Ann', 'Bob' judged; say whose judgment it is: participant=…"):
        h.with_judgment((), "a", "b", 4)
    with pytest.raises(JudgmentError, match="of no participant; leave participant out"):
        Hierarchy("g", {("a", "b"): 2}, {}).with_judgment((), "a", "b", 4, participant="Ann")
