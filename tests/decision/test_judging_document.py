from __future__ import annotations

from itertools import pairwise

import jsonschema
import pytest
from model.test_reversal import belton_gear, mixed

from ahp import judge
from ahp.decision.judging_document import sensitivity_document
from ahp.report import hierarchy_schema


@pytest.mark.parametrize("tree", [mixed(), belton_gear()])
@pytest.mark.parametrize("mode", ["distributive", "ideal"])
def test_it_fits_the_schema_and_speaks_of_every_alternative(tree, mode):
    document = judge(tree, mode=mode)
    jsonschema.Draft202012Validator(hierarchy_schema()).validate(document)
    found = sensitivity_document(tree, mode, "eigenvector")
    assert found == document["sensitivity"]
    names = set(tree.alternatives)
    assert all(set(one["scores"]) == names for one in found["performance"])
    assert set(found["weight_space"]["acceptability"]) == names


def test_spans_lie_end_to_end_and_the_weight_is_in_that_of_the_winner():
    document = judge(belton_gear())
    for one in document["sensitivity"]["gradients"]:
        ends = [(span["from"], span["to"]) for span in one["first"]]
        assert ends[0][0] == 0
        assert ends[-1][1] == 1
        assert all(before[1] == after[0] for before, after in pairwise(ends))
        (here,) = [span["first"] for span in one["first"] if span["from"] <= one["weight"] < span["to"]]
        assert here == document["ranking"][0]


def test_intervals_and_gradients_say_the_same():
    found = judge(belton_gear())["sensitivity"]
    for interval, gradient in zip(found["weights"], found["gradients"], strict=True):
        assert interval["path"] == gradient["path"]
        (span,) = [s for s in gradient["first"] if s["from"] <= gradient["weight"] < s["to"]]
        assert (interval["holds_from"], interval["holds_to"]) == pytest.approx((span["from"], span["to"]))
