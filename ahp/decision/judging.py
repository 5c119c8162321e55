"""What a hierarchy of judgments says: priorities, consistency, repair, agreement, what would change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

import numpy as np

from ahp._version import __version__
from ahp.core.arguments import real_number
from ahp.core.inspection import LARGEST, LARGEST_RATIO, LARGEST_REPAIR
from ahp.core.order import ranking, tie_groups
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.synthesis import global_priorities
from ahp.decision.judging_document import sensitivity_document
from ahp.errors import listed, quoted
from ahp.model.comparisons import (
    Comparison,
    Measured,
    Ratings,
    Weights,
    consistency_of,
    judgments_of,
    shares_of,
)
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, Path, hierarchy_given
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.matrix import PairwiseMatrix
from ahp.model.results import Agreement
from ahp.report.hierarchy_documents import (
    AgreementDocument,
    HierarchyDocument,
    NodeDocument,
    RepairDocument,
    WorstDocument,
)
from ahp.report.html.judged import JudgedDocument
from ahp.report.numbers import share

ACCEPTABLE = 0.10
"""The consistency ratio up to which judgments are usually accepted (Saaty 1980)."""

_WORST = 3

Judged: TypeAlias = PairwiseMatrix | IncompleteMatrix


def judge(
    hierarchy: Hierarchy,
    *,
    mode: str = "distributive",
    method: str = DEFAULT_METHOD,
    random_index: str = DEFAULT_TABLE,
    limit: float = ACCEPTABLE,
    inputs: Sequence[tuple[str, str, int]] = (),
) -> HierarchyDocument:
    """Return everything that a hierarchy of judgments says, as the document `ahp.hierarchy/1`.

    Parameters
    ----------
    hierarchy : Hierarchy
    mode : {"distributive", "ideal", "ratings"}
        See :meth:`ahp.Hierarchy.global_priorities`.
    method : str
        A key of :data:`ahp.core.PRIORITY_METHODS`.
    random_index : str
        A key of :data:`ahp.core.RANDOM_INDICES`.
    limit : float
        The consistency ratio above which the worst judgments and a repair are told.
    inputs : sequence of (file, sha256, judgments)
        Where the hierarchy was read from.

    Returns
    -------
    dict
        :class:`ahp.report.HierarchyDocument`, which shows itself in a notebook;
        :func:`ahp.report.render_hierarchy` writes it.

    Raises
    ------
    JudgmentError, StudyError
        If the hierarchy has no priorities in this mode or by this method.

    Examples
    --------
    >>> from ahp.model.hierarchy import Hierarchy
    >>> under = {"price": {("a", "b"): 2}, "safety": {("a", "b"): "1/4"}}
    >>> h = Hierarchy("car", {("price", "safety"): 3}, under)
    >>> judge(h)["ranking"]
    ['a', 'b']
    """
    hierarchy = hierarchy_given(hierarchy)
    limit = real_number(limit, "an acceptable consistency ratio", above=0.0, most=LARGEST_RATIO)
    names = hierarchy.alternatives
    scores = global_priorities(*hierarchy.leaf_arrays(mode=mode, method=method)).tolist()
    shares = hierarchy.vector(method, mode).tolist()
    order = ranking(shares)
    totals = {(): 1.0} | {path: total for path, (_, total) in hierarchy.weights(method=method).items()}
    nodes = [
        _node(path, node, totals[path], path in hierarchy.leaves(), method, random_index, limit)
        for path, node in hierarchy.nodes()
    ]
    whole = hierarchy.consistency(random_index=random_index, method=method)
    found: HierarchyDocument = {
        "schema": "ahp.hierarchy/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": hierarchy.goal,
        "mode": mode,
        "method": method,
        "random_index": random_index,
        "limit": limit,
        "alternatives": list(names),
        "hierarchy": hierarchy.to_dict(),
        "nodes": nodes,
        "priorities": dict(zip(names, shares, strict=True)),
        "scores": dict(zip(names, scores, strict=True)),
        "ranking": [names[i] for i in order],
        "ties": [[names[i] for i in group] for group in tie_groups(shares)],
        "consistency": {
            "ratio": whole.ratio,
            "index": whole.index,
            "random_index": whole.random_index,
        },
        "sensitivity": sensitivity_document(hierarchy, mode, method),
        "reversals": [
            {"change": r.change, "mode": r.mode, "first": r.first, "second": r.second}
            for r in hierarchy.rank_reversals(modes=(mode,), method=method)
        ],
        "warnings": _warnings(nodes, whole.ratio, limit),
    }
    return cast("HierarchyDocument", JudgedDocument(found))


def _node(
    path: Path, node: Comparison, weight: float, leaf: bool, method: str, table: str, limit: float
) -> NodeDocument:
    shares = shares_of(node, method).tolist()
    matrix = judgments_of(node)
    consistency = consistency_of(node, table)
    if isinstance(matrix, IncompleteMatrix):
        table = matrix.table
    bad = matrix is not None and consistency is not None and consistency.ratio > limit
    return {
        "path": list(path),
        "leaf": leaf,
        "kind": _kind(node),
        "weight": weight,
        "priorities": dict(zip(node.labels, shares, strict=True)),
        "consistency": None
        if consistency is None
        else {
            "ratio": consistency.ratio,
            "index": consistency.index,
            "lambda_max": consistency.n + consistency.index * (consistency.n - 1),
            "random_index": consistency.random_index,
        },
        "worst": _worst(matrix, table) if bad and matrix is not None else [],
        "repair": _repair(matrix, table, limit) if bad and matrix is not None else None,
        "missing": [
            {"first": first, "second": second}
            for first, second in (matrix.missing if isinstance(matrix, IncompleteMatrix) else ())
        ],
        "agreement": _agreement(node, method) if isinstance(node, Group) else None,
    }


def _kind(node: Comparison) -> str:
    kinds = {
        PairwiseMatrix: "judgments",
        IncompleteMatrix: "judgments",
        Group: "group",
        Measured: "values",
        Weights: "weights",
        Ratings: "ratings",
    }
    return kinds[type(node)]


def _worst(matrix: Judged, table: str) -> list[WorstDocument]:
    if matrix.n > LARGEST:
        return []
    found = matrix.inspect(random_index=table).head(_WORST)
    columns = (found[name].tolist() for name in ("first", "second", "judged", "consistent", "ratio"))
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
    if len(group.participants) < 2 or not any(group._connected()):
        return None
    found: Agreement = group.agreement(method=method)
    return {
        "participants": dict(zip(group.participants, group.weights, strict=True)),
        "consensus": found.consensus,
        "level": found.level,
        "kendall_w": None if np.isnan(found.kendall_w) else found.kendall_w,
        "kendall_p": None if np.isnan(found.kendall_p) else found.kendall_p,
        "geometric_compatibility": found.geometric_compatibility,
        "compatibility": dict(found.compatibility),
        "dispersed": [
            {"first": d.first, "second": d.second, "spread": d.spread, "chance": d.chance}
            for d in found.dispersions
            if d.chance > 0.05 and len(found.compatibility) > 2  # two answers are hardly ever not random
        ],
        "outlying": list(found.outlying),
        "left_out": list(found.left_out),
    }


def _warnings(nodes: list[NodeDocument], ratio: float, limit: float) -> list[str]:
    found = []
    for node in nodes:
        where = quoted(" / ".join(node["path"])) if node["path"] else "the goal"
        consistency, agreement = node["consistency"], node["agreement"]
        if node["missing"]:
            pairs = [f"{pair['first']} : {pair['second']}" for pair in node["missing"]]
            found.append(f"under {where} nobody judged {listed(pairs)}; the other judgments decide")
        if consistency is not None and consistency["ratio"] > limit:
            found.append(
                f"the judgments under {where} have a consistency ratio of {share(consistency['ratio'])}, "
                f"above {limit:g}; look at them again"
            )
        if agreement is not None and agreement["consensus"] < 0.5:
            found.append(
                f"under {where} the participants do not agree (consensus {agreement['consensus']:.2f}); "
                f"their mean may speak for nobody"
            )
        if agreement is not None and agreement["left_out"]:
            found.append(
                f"under {where} {listed(agreement['left_out'])} left so much out that their own priorities "
                f"are not known"
            )
    if ratio > limit:
        found.append(f"the hierarchy as a whole has a consistency ratio of {share(ratio)}, above {limit:g}")
    return found
