"""Whatever is given to anything labelled: an answer, or one line that says what is wrong, and of what kind."""

import inspect

import numpy as np
import pytest
from core.test_groups import PARTIES
from model.test_network_and_merits import reservoir
from model.test_reversal import belton_gear, mixed
from wrong_values import ALWAYS_WRONG, OFTEN_WRONG, answered

import ahp
from ahp import (
    FuzzyMatrix,
    Group,
    Hierarchy,
    IncompleteMatrix,
    IntervalMatrix,
    JudgmentError,
    Measured,
    Merits,
    Network,
    PairwiseMatrix,
    Ratings,
    StudyError,
    Weights,
    simulate,
)  # fmt: skip
from ahp.model.changes import with_alternative, with_copy, without
from ahp.model.comparisons import comparison_of

A = [[1, 2, 5], [1 / 2, 1, 3], [1 / 5, 1 / 3, 1]]
PAIRS = {("x", "y"): 2, ("y", "z"): 3, ("x", "z"): 5}
MATRIX = ahp.PairwiseMatrix(A, ["x", "y", "z"])
INCOMPLETE = ahp.IncompleteMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 3})
GROUP = ahp.Group({"Ann": PAIRS, "Bob": {("x", "y"): 3, ("y", "z"): 2, ("x", "z"): 4}, "Cy": PAIRS})
UNDER = {"price": {("a", "b"): 2}, "safety": {("a", "b"): "1/4"}}
HIERARCHY = ahp.Hierarchy("car", {("price", "safety"): 3}, UNDER)
MERITS = ahp.Merits({"benefit": {"a": 0.6, "b": 0.4}, "cost": {"a": 0.7, "b": 0.3}})
RATINGS = ahp.Ratings({"a": "good", "b": "poor"}, {"good": 1.0, "poor": 0.2})
INTERVALS = ahp.IntervalMatrix.from_judgments({("x", "y"): (2, 3), ("y", "z"): (2, 4), ("x", "z"): (3, 6)})
FUZZY = ahp.FuzzyMatrix.from_judgments({("x", "y"): (2, 3, 4), ("y", "z"): (1, 2, 3), ("x", "z"): (3, 4, 5)})
NETWORK = ahp.Network.from_hierarchy(HIERARCHY)
THINGS = (MATRIX, INCOMPLETE, GROUP, HIERARCHY, MERITS, RATINGS, INTERVALS, FUZZY, NETWORK)

RIGHT = {
    "PairwiseMatrix": {"values": A, "labels": ["x", "y", "z"], "tolerance": 1e-9},
    "PairwiseMatrix.from_judgments": {"judgments": PAIRS},
    "PairwiseMatrix.from_upper": {"judgments": [2, 5, 3], "labels": ["x", "y", "z"]},
    "PairwiseMatrix.from_values": {"values": {"x": 1.0, "y": 2.0}, "better": "lower"},
    "PairwiseMatrix.nearest_acceptable": {"ratio": 0.1},
    "PairwiseMatrix.on_scale": {"scale": "balanced"},
    "IncompleteMatrix": {"values": A},
    "IncompleteMatrix.from_judgments": {"judgments": PAIRS},
    "IncompleteMatrix.completed": {"bound": 9.0},
    "Group": {"judgments": {"Ann": PAIRS}, "weights": {"Ann": 1}},
    "Group.without": {"participants": ["Bob"]},
    "Group.agreement": {"draws": 20},
    "Hierarchy": {"goal": "car", "judgments": {("price", "safety"): 3}, "children": UNDER},
    "Hierarchy.from_dict": {"data": HIERARCHY.to_dict()},
    "Hierarchy.without": {"alternative": "b"},
    "Hierarchy.with_copy": {"alternative": "b", "name": "c"},
    "Hierarchy.with_alternative": {
        "name": "c",
        "values": {"price": {"a": 1, "b": 2}, "safety": {"a": 1, "b": 3}},
    },
    "Merits": {"priorities": {"benefit": {"a": 0.6, "b": 0.4}}, "weights": {"benefit": 1}},
    "Network": {
        "clusters": {"p": ["f", "w"], "l": ["a", "b"]},
        "influences": {"f": [{"a": 0.9, "b": 0.1}], "a": [{"f": 0.8, "w": 0.2}]},
        "cluster_weights": {"p": {"l": 1}},
    },
    "IntervalMatrix": {"low": INTERVALS.low, "high": INTERVALS.high, "labels": ["x", "y", "z"]},
    "FuzzyMatrix": {"values": FUZZY.values, "labels": ["x", "y", "z"]},
    "Ratings": {"ratings": {"a": "good", "b": "poor"}, "scale": {"good": 1.0, "poor": 0.2}},
    "Weights": {"values": {"a": 1, "b": 2}},
    "Measured": {"values": {"a": 1, "b": 2}, "better": "lower"},
    "IntervalMatrix.from_judgments": {"judgments": {("x", "y"): (2, 3)}},
    "IntervalMatrix.simulate": {"draws": 20},
    "FuzzyMatrix.from_judgments": {"judgments": {("x", "y"): (2, 3, 4)}},
    "Hierarchy.with_judgment": {
        "path": (),
        "first": "price",
        "second": "safety",
        "judgment": 2,
        "participant": None,
    },
    "Network.from_hierarchy": {"hierarchy": HIERARCHY},
    "Network.priorities": {"goal": "car", "cluster": "alternatives"},
    "simulate": {"comparison": HIERARCHY, "sigma": 0.1, "draws": 20},
    "judge": {"hierarchy": HIERARCHY, "mode": "ideal", "method": "eigenvector", "limit": 0.1},
    "criterion_intervals": {"hierarchy": HIERARCHY, "mode": "ideal"},
    "critical_judgments": {"hierarchy": HIERARCHY, "mode": "ideal"},
    "performances": {"hierarchy": HIERARCHY, "mode": "ideal"},
    "gradients": {"hierarchy": HIERARCHY, "mode": "ideal"},
    "regions_of_nodes": {"hierarchy": HIERARCHY, "mode": "ideal"},
    "weight_space": {"hierarchy": HIERARCHY, "mode": "ideal", "draws": 20, "rng": 0},
}
FUNCTIONS = (
    "simulate", "judge", "Weights", "Measured", "criterion_intervals", "critical_judgments", "performances",
    "gradients", "regions_of_nodes", "weight_space",
)  # fmt: skip
LABELLED = [
    {("x", "y"): 0}, {("x", "y"): "three"}, {("x", "y"): float("nan")}, {("x", "y"): None}, {("x",): 2},
    {("x", "y", "z"): 2}, {"x": None}, {"x": float("inf")}, {"x": -1.0}, {"x": "much"}, {"x": {}}, {1: 2}, {},
    {("x", "y"): 1j}, {("x", "x"): 2}, {("x", "y"): (1, 2)}, {("x", "y"): [3]}, {None: None}, {"x": object},
    [["x", "y", 2]],
    {"f": {"a": 0.9}}, {"f": [{"a": 0.9}, 3]}, {"f": "a"}, {"p": ["f", None], "l": 3},
    [[1, "x"], [2, 1]], {"children": {}}, {"goal": 3, "children": {"c": 3}}, ["x", "x", "y"], ["x", None, 3],
]  # fmt: skip


def calls():
    """Yield every public function and method of what is labelled, with a right call by argument."""
    for name in FUNCTIONS:
        yield name, getattr(ahp, name), RIGHT[name]
    for thing in THINGS:
        kind = type(thing)
        if kind.__name__ in RIGHT:
            yield kind.__name__, kind, RIGHT[kind.__name__]
        for name in dir(kind):
            member = inspect.getattr_static(kind, name)
            if name.startswith("_") or isinstance(member, property) or not callable(getattr(thing, name)):
                continue
            full = f"{kind.__name__}.{name}"
            given = inspect.signature(getattr(thing, name)).parameters
            defaults = {p.name: p.default for p in given.values() if p.default is not inspect.Parameter.empty}
            yield full, getattr(thing, name), defaults | RIGHT.get(full, {})


CALLS = {name: (function, right) for name, function, right in calls()}


@pytest.mark.parametrize("name", CALLS)
def test_whatever_is_given_is_answered_or_refused_in_one_line(name):
    function, right = CALLS[name]
    import pandas as pd

    frames = {"a frame": pd.DataFrame({"x": [1.0], "y": ["?"]}), "an empty frame": pd.DataFrame(),
              "a series": pd.Series([1.0, np.nan]), "NA": pd.NA}  # fmt: skip
    several = [
        *frames.items(),
        *ALWAYS_WRONG.items(),
        *OFTEN_WRONG.items(),
        *((repr(one)[:40], one) for one in LABELLED),
    ]
    for argument in right:
        for label, given in several:
            answered(function, right | {argument: given}, f"{name}: {argument} as {label}")


PEOPLE = Group(
    {who: PairwiseMatrix(each) for who, each in zip(("one", "two", "three"), PARTIES, strict=True)}
)
BAD = Ratings({"a": "bad"}, {"good": 1, "bad": 0})
intervals, fuzzy = IntervalMatrix.from_judgments, FuzzyMatrix.from_judgments
TRIANGLES = fuzzy({("x", "y"): (2, 3, 4)})
TREE, REST = mixed(), {"price": 1, "looks": "good", "brand": 1}
VALUED = Hierarchy("g", {"x": 3, "y": 1}, {"x": Measured({"a": 1, "b": 2}), "y": Measured({"a": 3, "b": 2})})
ONE, TWO = {"benefit": {"a": 1}}, PairwiseMatrix([[1, 2], [0.5, 1]])


def incomplete(rows):
    return IncompleteMatrix(rows, ["x", "y"])


SAID = [
    # comparisons
    (JudgmentError, "measured value of 'a' is 0; it is a finite number greater", lambda: Measured({"a": 0})),
    (JudgmentError, "'much'", lambda: Measured({"a": "much"})),
    (JudgmentError, "the measured value of 'a' is '1_0'", lambda: Measured({"a": "1_0"})),
    (JudgmentError, "found none", lambda: Measured({})),
    (StudyError, "'sideways'", lambda: Measured({"a": 1}, better="sideways")),
    (JudgmentError, "the weight of 'a' is True", lambda: Weights({"a": True})),
    (JudgmentError, "the weight of 'a' is -1", lambda: Weights({"a": -1})),
    (JudgmentError, "only zeros", lambda: Weights({"a": 0})),
    (JudgmentError, "'a' is rated 'x'; the grades are 'good'", lambda: Ratings({"a": "x"}, {"good": 1})),
    (JudgmentError, "at least one item", lambda: Ratings({}, {"good": 1})),
    (JudgmentError, "whose value is 0", BAD.vector),
    (JudgmentError, "'int', needed is a comparison", lambda: comparison_of(3)),
    # incomplete matrices
    (JudgmentError, "'x' over 'y' = 3.0 and 'y' over 'x' is missing",
     lambda: incomplete([[1, 3], [None, 1]])),
    (JudgmentError, "'x' over 'x' is missing", lambda: incomplete([[None, None], [None, 1]])),
    (JudgmentError, "'y' over 'x' = 0.5 contradict", lambda: incomplete([[1, 3], [0.5, 1]])),
    (JudgmentError, "'x' over 'y' = 'better'; a judgment is a",
     lambda: incomplete([[1, "better"], [None, 1]])),
    (JudgmentError, "'x' over 'y' = 0; a judgment is a positive", lambda: incomplete([[1, 0], [None, 1]])),
    (JudgmentError, "is square; found 2 × 3", lambda: incomplete([[1, 2, 3], [1, 2, 3]])),
    # groups
    (JudgmentError, "at least one participant", lambda: Group({})),
    (JudgmentError, "nobody compares anything", lambda: Group({"Ann": {}})),
    (JudgmentError, "'Ann': 'x' over 'y' = True", lambda: Group({"Ann": {("x", "y"): True}})),
    (JudgmentError, "'Ann': 'x' over 'y' = -1", lambda: Group({"Ann": {("x", "y"): -1}})),
    (StudyError, "'four' has a weight but is no participant",
     lambda: Group({"Ann": TWO}, weights={"four": 1})),
    (StudyError, "at least 0", lambda: Group({"Ann": TWO}, weights={"Ann": -1})),
    (JudgmentError, "'four' is no participant", lambda: PEOPLE.without(["four"])),
    (StudyError, "'votes' is not what can be aggregated", lambda: PEOPLE.vector("geometric-mean", "votes")),
    # hierarchies, and who comes and goes
    (StudyError, "compares the alternatives with each",
     lambda: belton_gear().global_priorities(mode="ratings")),
    (StudyError, "'perfect' is not a known mode; use one of: dis",
     lambda: TREE.global_priorities(mode="perfect")),
    (JudgmentError, "score of 0",
     lambda: Hierarchy("g", {"x": 1}, {"x": BAD}).global_priorities(mode="ratings")),
    (JudgmentError, "'x' is not a criterion of 'car'; the criteria are 'price', 'quality'$",
     lambda: TREE["x"]),
    (JudgmentError, "^'p': 'a' over 'b' = -1; a judgment",
     lambda: Hierarchy("g", {"p": 1}, {"p": {("a", "b"): -1}})),
    (JudgmentError, "'z' is no alternative", lambda: without(TREE, "z")),
    (JudgmentError, "the only alternative", lambda: without(Hierarchy("g", {"c": 1}, {"c": {"a": 1}}), "a")),
    (JudgmentError, "'b' is an alternative already", lambda: with_copy(TREE, "a", "b")),
    (JudgmentError, "'prise' is no leaf", lambda: with_alternative(TREE, "z", {"prise": 1})),
    (JudgmentError, "nothing is said under 'quality / saf",
     lambda: with_alternative(TREE, "z", {"price": 1})),
    (JudgmentError, "'quality / safety': say how many times 'z' is pref",
     lambda: with_alternative(TREE, "z", {**REST, "safety": {"a": 1}})),
    (JudgmentError, "judged by a group",
     lambda: with_alternative(TREE, "z", {**REST, "safety": {"a": 1, "b": 1, "c": 1}})),
    (JudgmentError, "say how many times",
     lambda: with_alternative(belton_gear(), "z", dict.fromkeys(belton_gear().children, 1))),
    (JudgmentError, "needed is one value or grade of 'new', found judgments",
     lambda: VALUED.with_alternative("new", {"x": {"a": 1, "b": 2}, "y": 3})),
    # intervals, fuzzy judgments and noise
    (JudgmentError, "no judgments", lambda: intervals({})),
    (JudgmentError, "give the least number first", lambda: intervals({("x", "y"): (3, 2)})),
    (JudgmentError, "needed are 2 numbers", lambda: intervals({("x", "y"): (3,)})),
    (JudgmentError, "'x' over 'y' = 0", lambda: intervals({("x", "y"): (0, 1)})),
    (JudgmentError, "an item is 1 beside itself", lambda: intervals({("x", "x"): (1, 1)})),
    (JudgmentError, "compared twice", lambda: intervals({("x", "y"): (1, 2), ("y", "x"): (1, 2)})),
    (JudgmentError, "no judgment for 'x : z'", lambda: intervals({("x", "y"): (1, 2), ("y", "z"): (1, 2)})),
    (JudgmentError, "'q' is not among", lambda: fuzzy({("x", "q"): (1, 2, 3)}, labels=["x", "y"])),
    (StudyError, "'best' is not a fuzzy", lambda: TRIANGLES.priorities(method="best")),
    (StudyError, "'best' is not a fuzzy method that gives bounds", lambda: TRIANGLES.bounds(method="best")),
    (StudyError, "sigma or steps, one of the two", lambda: simulate(TWO)),
    (StudyError, "sigma or steps, one of the two", lambda: simulate(TWO, sigma=1, steps=1)),
    (StudyError, "ratings", lambda: simulate(TREE, steps=1, mode="ratings")),
    # merits
    (JudgmentError, "at least one merit", lambda: Merits({})),
    (StudyError, "'joy' is not a known merit", lambda: Merits({"joy": {"a": 1}})),
    (JudgmentError, "the cost is that of 'b'", lambda: Merits({**ONE, "cost": {"b": 1}})),
    (JudgmentError, "the benefit of 'b' is 0", lambda: Merits({"benefit": {"a": 1, "b": 0}})),
    (JudgmentError, "a table with one entry for each name", lambda: Merits({"benefit": [1, 2]})),
    (JudgmentError, "the priority of 'a' is a number; found 'x'", lambda: Merits({"benefit": {"a": "x"}})),
    (JudgmentError, "the priority of 'a' is a number; found True", lambda: Merits({"benefit": {"a": True}})),
    (JudgmentError, "at least 1 axis, none of them empty", lambda: Merits({"benefit": {}})),
    (StudyError, "'benefit' is given twice; keep one", lambda: Merits({**ONE, "Benefits": {"a": 2}})),
    (JudgmentError, "the weight of 'benefit' is a number", lambda: Merits(ONE, {"benefit": [1]})),
    (StudyError, "'benefit' is given twice", lambda: Merits(ONE, {"benefit": 1, "benefits": 2})),
    (StudyError, "give one each", lambda: Merits(ONE, {"cost": 1})),
    (StudyError, "priorities of both", lambda: Merits(ONE).incremental()),
    # networks
    (JudgmentError, "at least one cluster", lambda: Network({}, {})),
    (JudgmentError, "'x' more than once", lambda: Network({"a": ["x"], "b": ["x"]}, {})),
    (JudgmentError, "'q' is no node", lambda: Network({"a": ["x"]}, {"q": []})),
    (JudgmentError, "not nodes of one cluster",
     lambda: Network({"a": ["x"], "b": ["y"]}, {"x": [{"x": 1, "y": 1}]})),
    (JudgmentError, "compared more than once",
     lambda: Network({"a": ["x", "y"]}, {"x": [{"x": 1}, {"y": 1}]})),
    (JudgmentError, "'b' is no cluster", lambda: Network({"a": ["x"]}, {}, {"b": {"a": 1}})),
    (JudgmentError, "only zeros", lambda: Network({"a": ["x"]}, {"x": [{"x": 0}]}).weighted()),
    (JudgmentError, "influences are a table with one entry for each", lambda: Network({"a": ["x"]}, ["x"])),
    (JudgmentError, "on 'x' are a list of comparisons", lambda: Network({"a": ["x"]}, {"x": {"x": 1}})),
    (JudgmentError, "weights of clusters are a table", lambda: Network({"a": ["x"]}, {}, ["a"])),
    (JudgmentError, "'lakes' is no cluster", lambda: reservoir().priorities("lakes")),
    (JudgmentError, "'lakes' is no node", lambda: reservoir().priorities(goal="lakes")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "words", "call"), SAID, ids=[words for _, words, _ in SAID])
def test_what_is_wrong_is_named(kind, words, call):
    with pytest.raises(kind, match=words):
        call()


def test_what_a_masked_array_hides_is_missing():
    hidden = np.ma.array([[1.0, 3.0], [1 / 3, 1.0]], mask=[[0, 1], [1, 0]])
    for given in (hidden, list(hidden)):
        with pytest.raises(JudgmentError, match="'1' over '2' is missing"):
            PairwiseMatrix(given)
    three = np.ma.masked_equal([[1.0, 3.0, 9.0], [1 / 3, 1.0, 2.0], [9.0, 0.5, 1.0]], 9)
    assert IncompleteMatrix(three).priorities().round(4).to_dict() == {"1": 0.6667, "2": 0.2222, "3": 0.1111}
