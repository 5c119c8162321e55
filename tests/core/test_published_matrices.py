"""Every worked example of `tests/cases/matrices.json`, number by number."""

import numpy as np
import pytest
from cases import incomplete, matrix, published

from ahp.core import consistency, inspection, optimal_completion
from ahp.core.more import dominating, incomplete_consistency_index, scale_values, worst_reversals

CASES = published("matrices.json")
ROUNDING = 1e-9
EXACT = 1e-9
"""Relative: the exact numbers of the file have twelve digits."""


def our_figure(data, expected):
    what = expected["what"]
    if what == "scale":
        return scale_values(expected["scale"], expected["n"])[7 + expected["answer"]]
    known = incomplete(data)
    if known.missing:
        if what == "priorities":
            return known.priorities(method=expected["method"])
        if what == "completed":
            return optimal_completion(known.values).matrix[np.triu(np.isnan(known.values))]
        return incomplete_consistency_index(known.values) / expected["ri"]
    judged = matrix(data)
    w = judged.priorities().to_numpy()
    if what == "ratio":
        return judged.consistency(random_index=expected["table"]).ratio
    if what == "measure":
        return consistency(judged.values, measure=expected["measure"])
    if what == "worst judgment":
        return inspection(judged.values).pairs[0]
    if what == "worst error":
        return inspection(judged.values).error[0]
    if what == "dominating":
        better = dominating(judged.values, w)
        return better * w[1] / better[1]
    reversal = worst_reversals(judged.values, w)[0]
    return {
        "reversed judgments": [*reversal.stronger, *reversal.weaker],
        "reversed ratios": list(reversal.weighed),
    }[what]


@pytest.mark.parametrize("name", CASES)
def test_published_numbers_are_reproduced(name):
    case = CASES[name]
    for expected in case["expect"]:
        ours = np.asarray(our_figure(case["data"], expected), dtype=float)
        printed = np.array(expected["printed"], dtype=float)
        assert ours.shape == printed.shape
        off = np.max(np.abs(ours - printed))
        half_a_unit = 0.5 * 10.0 ** -expected["digits"] + ROUNDING * (expected["digits"] < 8)
        if "wrong" in expected:
            assert np.max(np.abs(ours / expected["exact"] - 1)) < EXACT
            assert off > half_a_unit, "the printed number is right after all"
        else:
            assert off <= half_a_unit
