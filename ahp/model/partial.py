"""One participant's judgments as a matrix, of which some may be missing."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ahp.core.gate import Array
from ahp.core.matrices import RECIPROCITY_TOLERANCE
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.entries import Judgment, number_of
from ahp.model.given import pairs_given
from ahp.model.matrix import PairwiseMatrix

Judgments = PairwiseMatrix | Mapping[tuple[str, str], Judgment]
"""What one participant says: a whole matrix, or judgments of which some may be left out."""


def items_of(given: Judgments) -> tuple[str, ...]:
    """Return the items that judgments name, by first appearance."""
    if isinstance(given, PairwiseMatrix):
        return given.labels
    return tuple(dict.fromkeys(str(item) for pair in _pairs(given) for item in pair))


def partial_matrix(who: str, given: Judgments, names: tuple[str, ...]) -> Array:
    """Return a participant's matrix in the order of the names, NaN where they gave no judgment.

    Raises
    ------
    JudgmentError
        If an item is unknown, or a judgment is no positive number or contradicts another; the message begins
        with the participant's name.
    """
    if isinstance(given, PairwiseMatrix):
        if set(given.labels) != set(names):
            raise JudgmentError(
                f"{quoted(who)} compares {listed(given.labels)}, others {listed(names)}; compare the same"
            )
        order = [given.labels.index(name) for name in names]
        return np.array(given.values[np.ix_(order, order)])
    position = {name: i for i, name in enumerate(names)}
    matrix = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(matrix, 1.0)
    for pair, judgment in _pairs(given).items():
        first, second = (str(item) for item in pair)
        unknown = [item for item in (first, second) if item not in position]
        if unknown:
            raise JudgmentError(f"{quoted(who)} judges {listed(unknown)}, not among {listed(names)}")
        i, j = position[first], position[second]
        try:
            value = number_of(judgment, (first, second))
        except JudgmentError as error:
            raise JudgmentError(f"{quoted(who)}: {error}", row=first, column=second, found=judgment) from None
        known = matrix[i, j]
        if not np.isnan(known) and abs(np.log(known / value)) > RECIPROCITY_TOLERANCE:
            problem = f"another judgment of theirs says {known:.6g}; keep one of them"
            if i == j:
                problem = "an item compared with itself is 1; leave it out"
            raise JudgmentError(
                f"{quoted(who)}: {quoted(first)} over {quoted(second)} = {value:.6g}, but {problem}",
                row=first,
                column=second,
                found=value,
            )
        matrix[i, j], matrix[j, i] = value, 1.0 / value
    return matrix


def _pairs(given: object) -> Mapping[tuple[str, str], Judgment]:
    return {} if isinstance(given, Mapping) and not given else pairs_given(given)


def given_pairs(matrix: Array, labels: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """Return the judgments above the diagonal of a matrix that are there."""
    rows, columns = np.nonzero(np.triu(~np.isnan(matrix), 1))
    return {
        (labels[i], labels[j]): float(matrix[i, j])
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True)
    }
