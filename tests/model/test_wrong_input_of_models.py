"""Whatever is given to anything labelled: an answer, or one line that says what is wrong."""

import inspect

import numpy as np
import pytest
from wrong_values import ALWAYS_WRONG, OFTEN_WRONG, answered

import ahp

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
