"""Every worked example of `tests/cases/published.json` and `matrices.json`, and where the others are tested."""

import json
import re

import numpy as np
import pytest
from cases import hierarchy, incomplete, matrix, numbers, published
from ingest.damage import SHARED

from ahp.core import benefit_to_cost, consistency, global_priorities, inspection, optimal_completion
from ahp.core.more import dominating, incomplete_consistency_index, scale_values, worst_reversals
from ahp.model.hierarchy import Hierarchy

CASES = published()
MATRICES = published("matrices.json")
ROUNDING = 1e-9
"""Of a printed half: .0005 itself is no binary fraction."""


def subject(case, expected):
    """The matrix or hierarchy that an expectation is about."""
    data, tolerance = case["data"], case.get("tolerance")
    way = expected.get("at", [])
    if "matrices" in data:
        return matrix({"matrix": data["matrices"][way[0]]}, tolerance=tolerance)
    if "hierarchy" not in data:
        return matrix(data, tolerance=tolerance)
    found = hierarchy(data["hierarchy"], data["alternatives"], tolerance)
    for criterion in way:
        found = found[criterion]
    return found


def shares(case, way, method):
    """The weights of the criteria at the end of the way, with respect to the goal."""
    node, share = hierarchy(case["data"]["hierarchy"], case["data"]["alternatives"]), 1.0
    for criterion in way:
        share *= node.local_priorities(method=method)[criterion]
        node = node[criterion]
    return share * node.local_priorities(method=method)


def our_figure(case, expected):
    data, what = case["data"], expected["what"]
    method = expected.get("method", "eigenvector")
    if what == "weighted sum":
        return global_priorities(numbers(data["weights"]), [numbers(row) for row in data["local"]])
    if what == "benefit to cost":
        merits = {k: numbers(data[k]) for k in ("benefits", "opportunities", "costs", "risks")}
        return benefit_to_cost(
            merits["benefits"] * merits["opportunities"], merits["costs"] * merits["risks"]
        )
    if what == "shares":
        return shares(case, expected["at"], method)
    found = subject(case, expected)
    if what == "global":
        return found.global_priorities(method=method)
    judged = found.judgments if isinstance(found, Hierarchy) else found
    if what == "priorities":
        return judged.priorities(method=method)
    consistency = judged.consistency(random_index=expected.get("table", "alonso-lamata"))
    if "ri" in expected:
        return consistency.index / expected["ri"]
    return getattr(consistency, what)


def figure_of_a_matrix(case, expected):
    data, what = case["data"], expected["what"]
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


def to_decimals(ours, exact):
    """The exact numbers of the cases have twelve decimals."""
    return np.max(np.abs(ours - exact)) < 1e-11


def to_digits(ours, exact):
    """Those of the matrices have twelve digits."""
    return np.max(np.abs(ours / exact - 1)) < 1e-9


def agree(ours, expected, rounding, same):
    """Check our figure against the printed one, and where that is wrong against the exact one."""
    ours, printed = np.asarray(ours, dtype=float), np.array(expected["printed"], dtype=float)
    assert ours.shape == printed.shape
    off = np.max(np.abs(ours - printed)[~np.isnan(printed)])
    half_a_unit = 0.5 * 10.0 ** -expected["digits"] + rounding
    if "wrong" in expected:
        assert same(ours, expected["exact"])
        assert off > half_a_unit, "the printed number is right after all"
    else:
        assert off <= half_a_unit


@pytest.mark.parametrize("name", CASES)
def test_published_numbers_are_reproduced(name):
    for expected in CASES[name]["expect"]:
        agree(our_figure(CASES[name], expected), expected, ROUNDING, to_decimals)


@pytest.mark.parametrize("name", MATRICES)
def test_published_numbers_of_matrices_are_reproduced(name):
    for expected in MATRICES[name]["expect"]:
        rounding = ROUNDING * (expected["digits"] < 8)
        agree(figure_of_a_matrix(MATRICES[name], expected), expected, rounding, to_digits)


def test_the_distributive_mode_reweights_measured_values():
    # Triantaphyllou & Mann 1989: one unit, so that the plain weighted sum has a meaning
    data = CASES["triantaphyllou-mann-normalisation-flip"]["data"]
    node = data["hierarchy"]
    values = [numbers(child["values"]) for child in node["under"].values()]
    plain = global_priorities(numbers(node["weights"]), values)
    distributive = hierarchy(node, data["alternatives"]).global_priorities()
    assert int(np.argmax(plain)) == 0
    assert distributive.idxmax() == "A2"


@pytest.mark.parametrize("cases", [CASES, MATRICES], ids=["published", "matrices"])
def test_every_case_says_where_it_comes_from(cases):
    for case in cases.values():
        assert case["source"]["document"]
        assert case["source"]["place"]
        assert case["source"]["digits"]
        assert case["expect"]


def cases_of(root, name):
    return json.loads((root / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8"))["cases"]


def test_what_stands_elsewhere_stands_there(root):
    for case in cases_of(root, "elsewhere"):
        module, _, function = case["test"].partition("::")
        text = (root / module).read_text(encoding="utf-8")
        assert re.search(rf"^def {function}\(", text, re.MULTILINE), case["id"]
        assert all(case["source"][key] for key in ("document", "place", "copy", "digits")), case["id"]


def test_no_collected_example_is_left_out(root):
    collected = SHARED / "published_cases.json"
    if not collected.exists():
        pytest.skip("the collection of published cases is not here")
    known = {case["id"] for name in ("published", "matrices", "elsewhere") for case in cases_of(root, name)}
    text = "".join(
        (root / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8")
        for name in ("published", "matrices", "elsewhere")
    )
    wanted = [case["id"] for case in json.loads(collected.read_text(encoding="utf-8"))["cases"]]
    assert len(wanted) == 45
    assert [name for name in wanted if name not in known and f'"{name}' not in text] == []
