"""The published examples of `tests/cases/`, as objects of the library."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np

from ahp.model.hierarchy import Hierarchy
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.matrix import PairwiseMatrix

HERE = Path(__file__).parent / "cases"


def published(name="published.json"):
    """The cases of a file of `tests/cases/` by id."""
    cases = json.loads((HERE / name).read_text(encoding="utf-8"))["cases"]
    by_id = {case["id"]: case for case in cases}
    assert len(by_id) == len(cases), "two cases have the same id"
    return by_id


def numbers(text):
    """The numbers of a line of text such as `"1 1/3 8"`."""
    return np.array([float(Fraction(part)) for part in text.split()])


def matrix(data, labels=None, tolerance=None):
    """The pairwise comparison matrix of a case, a criterion or a set of measured values."""
    if "values" in data or "weights" in data:
        return PairwiseMatrix.from_values(numbers(data.get("values") or data["weights"]), labels)
    rows = [line.split() for line in data["matrix"]]
    labels = labels or data.get("labels")
    if tolerance is None:
        return PairwiseMatrix(rows, labels)
    return PairwiseMatrix(rows, labels, tolerance=tolerance)


def incomplete(data):
    """The matrix of a case in which `?` stands for a missing judgment."""
    rows = [[None if entry == "?" else entry for entry in line.split()] for line in data["matrix"]]
    return IncompleteMatrix(rows)


def hierarchy(node, alternatives, tolerance=None, goal="goal"):
    """The hierarchy of a case: criteria with matrices or further criteria under them."""
    return Hierarchy(
        goal,
        matrix(node, node["criteria"], tolerance),
        {
            name: hierarchy(child, alternatives, tolerance, goal=name)
            if "under" in child
            else matrix(child, alternatives, tolerance)
            for name, child in node["under"].items()
        },
    )
