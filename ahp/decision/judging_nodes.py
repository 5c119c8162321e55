"""One comparison of a hierarchy of judgments as plain data: what it says, and what is wrong with it."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np

from ahp.core.gate import Array
from ahp.core.groups import COMPATIBLE
from ahp.core.inspection import LARGEST, LARGEST_REPAIR, inspection
from ahp.model.comparisons import (
    Comparison,
    Measured,
    Ratings,
    Weights,
    consistency_of,
    judgments_of,
)
from ahp.model.group import Group
from ahp.model.hierarchy import Path
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.matrix import PairwiseMatrix
from ahp.model.results import Agreement
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.report.documents.hierarchy import (
    AgreementDocument,
    JudgedMatrixDocument,
    NodeDocument,
    RepairDocument,
    WorstDocument,
)

MOST_SHOWN = 30
"""Items above which the judgments are left to the hierarchy itself."""

_WORST = 3

Judged: TypeAlias = PairwiseMatrix | IncompleteMatrix


def node_document(
    path: Path,
    node: Comparison,
    shares: Array,
    weight: float,
    leaf: bool,
    method: str,
    table: str,
    limit: float,
) -> NodeDocument:
    """Return what one comparison says.

    Parameters
    ----------
    path : tuple of str
        The way to it from the goal.
    node : comparison
        As it was answered.
    shares : ndarray
        The local priorities that are made of it.
    weight : float
        Its global priority.
    leaf : bool
        Whether it compares the alternatives.
    method, table : str
        Keys of :data:`ahp.core.PRIORITY_METHODS` and of :data:`ahp.core.RANDOM_INDICES`.
    limit : float
        The consistency ratio above which the worst judgments and a repair are told.

    Examples
    --------
    >>> from ahp.model.matrix import PairwiseMatrix
    >>> a = PairwiseMatrix.from_judgments({("x", "y"): 4})
    >>> node_document((), a, a.priorities(), 1.0, False, "eigenvector", "alonso-lamata", 0.1)["judged"]
    {'items': ['x', 'y'], 'matrix': [[1.0, 4.0], [0.25, 1.0]]}
    """
    matrix = _judged(node)
    consistency = consistency_of(node, table)
    if isinstance(matrix, IncompleteMatrix):
        table = matrix.table
    bad = matrix is not None and consistency is not None and consistency.ratio > limit
    return {
        "path": list(path),
        "leaf": leaf,
        "kind": _kind(node),
        "weight": weight,
        "priorities": dict(zip(node.labels, shares.tolist(), strict=True)),
        "participants": list(node.participants) if isinstance(node, Group) else [],
        "judged": None if matrix is None or matrix.n > MOST_SHOWN else _matrix(matrix),
        "consistency": None
        if consistency is None
        else {
            "ratio": consistency.ratio,
            "index": consistency.index,
            "lambda_max": consistency.n + consistency.index * (consistency.n - 1),
            "random_index": consistency.random_index,
        },
        "worst": worst_judgments(matrix, table) if bad and matrix is not None else [],
        "repair": _repair(matrix, table, limit) if bad and matrix is not None else None,
        "missing": [
            {"first": first, "second": second}
            for first, second in (matrix.missing if isinstance(matrix, IncompleteMatrix) else ())
        ],
        "agreement": _agreement(node, method) if isinstance(node, Group) else None,
    }


def _judged(node: Comparison) -> Judged | None:
    """Return the judgments of a comparison; of ratings those between the grades of their scale."""
    scale = node.scale if isinstance(node, Ratings) else None
    return scale if isinstance(scale, PairwiseMatrix) else judgments_of(node)


def _matrix(matrix: Judged) -> JudgedMatrixDocument:
    rows = [[None if math.isnan(a) else a for a in row] for row in matrix.values.tolist()]
    return {"items": list(matrix.labels), "matrix": rows}


def _kind(node: Comparison) -> str:
    kinds = {
        PairwiseMatrix: "judgments",
        IncompleteMatrix: "judgments",
        Group: "group",
        IntervalMatrix: "intervals",
        FuzzyMatrix: "fuzzy",
        Measured: "values",
        Weights: "weights",
        Ratings: "ratings",
    }
    return kinds[type(node)]


def worst_judgments(matrix: Judged, table: str) -> list[WorstDocument]:
    """Return up to three judgments that contradict the others most."""
    if matrix.n > LARGEST:
        return []
    if isinstance(matrix, IncompleteMatrix):
        frame = matrix.inspect(random_index=table).head(_WORST)
        columns = [frame[name].tolist() for name in ("first", "second", "judged", "consistent", "ratio")]
    else:
        # Not by `inspect`, which completes the matrix without each judgment before three are taken.
        found = inspection(matrix.values, random_index=table, count=_WORST)
        pairs = [[matrix.labels[k] for k in ends] for ends in found.pairs.T.tolist()]
        columns = [*pairs, found.judged.tolist(), found.consistent.tolist(), found.ratio.tolist()]
    return [
        {"first": first, "second": second, "judgment": judged, "consistent": consistent, "ratio": ratio}
        for first, second, judged, consistent, ratio in zip(*columns, strict=True)
    ]


def _repair(matrix: Judged, table: str, limit: float) -> RepairDocument | None:
    if matrix.n > LARGEST_REPAIR:
        return None
    found = matrix.nearest_acceptable(ratio=limit, random_index=table)
    return {
        "ratio": found.consistency(random_index=table).ratio,
        "changes": [
            {
                "first": matrix.labels[i],
                "second": matrix.labels[j],
                "from": float(matrix.values[i, j]),
                "to": float(found.values[i, j]),
            }
            for i, j in zip(*(k.tolist() for k in np.triu_indices(matrix.n, 1)), strict=True)
            if abs(np.log(found.values[i, j] / matrix.values[i, j])) > 1e-9
        ],
    }


def _agreement(group: Group, method: str) -> AgreementDocument | None:
    counted = zip(group._connected(), group.weights, strict=True)
    own = [weight for connected, weight in counted if connected]
    if len(own) < 2 or not any(own):
        return None
    found: Agreement = group.agreement(method=method)
    heard = group.without(found.left_out) if found.left_out else group
    return {
        "participants": dict(zip(group.participants, group.weights, strict=True)),
        "consensus": found.consensus,
        "level": found.level,
        "kendall_w": None if np.isnan(found.kendall_w) else found.kendall_w,
        "kendall_p": None if np.isnan(found.kendall_p) else found.kendall_p,
        "geometric_compatibility": found.geometric_compatibility,
        "compatibility": dict(found.compatibility),
        "compatible": [name for name, index in found.compatibility if index <= COMPATIBLE],
        "priorities": {
            name: dict(zip(heard.labels, shares, strict=True))
            for name, shares in zip(heard.participants, heard._individual(method).tolist(), strict=True)
        },
        "dispersed": [
            {"first": d.first, "second": d.second, "spread": d.spread, "chance": d.chance}
            for d in found.dispersions
            if d.chance > 0.05 and len(found.compatibility) > 2  # two answers are hardly ever not random
        ],
        "outlying": list(found.outlying),
        "left_out": list(found.left_out),
    }
