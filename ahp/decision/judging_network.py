"""What a network of clusters says, as plain data: limit priorities, and whose influence decides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ahp._version import __version__
from ahp.core.gate import Array
from ahp.core.network import cluster_priorities, limit_matrix, with_influence
from ahp.core.synthesis import ranking, tie_groups
from ahp.decision.judging_nodes import worst_judgments
from ahp.model.comparisons import Comparison, comparison_of, consistency_of, judgments_of, shares_of
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.network import Network
from ahp.report.documents.hierarchy import FirstDocument
from ahp.report.documents.models import InfluenceDocument, NetworkDocument, RowDocument
from ahp.report.phrases.doubts import of_network

_STEPS = 40
"""Parts of the way from no influence to nothing but that."""

_HALVINGS = 40


def network_document(
    network: Network,
    *,
    method: str,
    random_index: str,
    limit: float,
    inputs: Sequence[tuple[str, str, int]],
) -> NetworkDocument:
    """Return the document `ahp.network/1`; see :func:`ahp.judge`.

    Examples
    --------
    >>> n = Network({"purposes": ["flood", "power"], "levels": ["low", "high"]}, {
    ...     "flood": [{"low": 0.9, "high": 0.1}], "power": [{"low": 0.2, "high": 0.8}],
    ...     "low": [{"flood": 0.8, "power": 0.2}], "high": [{"flood": 0.1, "power": 0.9}]})
    >>> found = network_document(
    ...     n, method="eigenvector", random_index="alonso-lamata", limit=0.1, inputs=())
    >>> found["ranking"], found["rows"][0]["first"][0]["first"]
    (['low', 'high'], 'high')
    """
    cluster = str(network.alternatives)
    names = list(network.clusters[cluster])
    stands_in = [name for name, members in network.clusters.items() for _ in members]
    limits = network.priorities(method=method).to_numpy()
    within = cluster_priorities(limits, [list(network.clusters).index(name) for name in stands_in])
    shares = dict(zip(network.nodes, within.tolist(), strict=True))
    values = [shares[name] for name in names]
    influences = _influences(network, method, random_index, limit)
    return {
        "schema": "ahp.network/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": network.goal,
        "method": method,
        "random_index": random_index,
        "limit": limit,
        "cluster": cluster,
        "start": network.start,
        "alternatives": names,
        "model": network.to_dict(),
        "priorities": dict(zip(names, values, strict=True)),
        "ranking": [names[i] for i in ranking(values)],
        "ties": [[names[i] for i in group] for group in tie_groups(values)],
        "periodic": network.is_periodic(method=method),
        "nodes": [
            {"node": node, "cluster": name, "limit": limit_of, "within": shares[node]}
            for node, name, limit_of in zip(network.nodes, stands_in, limits.tolist(), strict=True)
        ],
        "influences": influences,
        "supermatrix": network.weighted(method=method).to_numpy().tolist(),
        "rows": _rows(network, method),
        "warnings": [*network.warnings(method=method), *of_network(influences, limit)],
    }


def _influences(network: Network, method: str, random_index: str, limit: float) -> list[InfluenceDocument]:
    found = [
        _influence(node, cluster, compared, method, random_index, limit)
        for node, cluster, compared in network.influences_on()
    ]
    for name, given in (network.cluster_weights or {}).items():
        found.append(_influence(name, "", comparison_of(given), method, random_index, limit))
    return found


def _influence(
    on: str, by: str, compared: Comparison, method: str, random_index: str, limit: float
) -> InfluenceDocument:
    consistency, matrix = consistency_of(compared, random_index), judgments_of(compared)
    bad = matrix is not None and consistency is not None and consistency.ratio > limit
    table = matrix.table if isinstance(matrix, IncompleteMatrix) else random_index
    return {
        "on": on,
        "by": by,
        "priorities": dict(zip(compared.labels, shares_of(compared, method).tolist(), strict=True)),
        "ratio": None if consistency is None else consistency.ratio,
        "worst": worst_judgments(matrix, table) if bad and matrix is not None else [],
    }


def _rows(network: Network, method: str) -> list[RowDocument]:
    """Return who is first as each node has less or more of a say, the others in proportion."""
    weighted = network.weighted(method=method).to_numpy()
    nodes, own = network.nodes, list(network.clusters[str(network.alternatives)])
    at = [nodes.index(name) for name in own]
    start = nodes.index(network.start) if network.start is not None else 0
    clusters = np.zeros(len(at), dtype=int)

    def priorities(node: int, shares: Array) -> Array:
        limit = limit_matrix(with_influence(weighted, node, shares))
        return cluster_priorities(limit[..., at, start], clusters)

    found: list[RowDocument] = []
    steps = np.arange(1, _STEPS) / _STEPS
    for node, name in enumerate(nodes):
        moves = (weighted[node] > 0.0) & (weighted[node] < 1.0)
        if name in own or not moves.any() or len(own) < 2:
            continue
        scores = priorities(node, steps)
        leaders = scores.argmax(axis=-1)
        spans: list[FirstDocument] = []
        begun = 0.0
        for k in range(len(steps) - 1):
            if leaders[k] != leaders[k + 1]:
                low, high = float(steps[k]), float(steps[k + 1])
                for _ in range(_HALVINGS):
                    middle = (low + high) / 2
                    same = priorities(node, np.array([middle]))[0].argmax() == leaders[k]
                    low, high = (middle, high) if same else (low, middle)
                spans.append({"from": begun, "to": high, "first": own[leaders[k]]})
                begun = high
        spans.append({"from": begun, "to": 1.0, "first": own[leaders[-1]]})
        found.append(
            {
                "node": name,
                "shares": steps.tolist(),
                "priorities": dict(zip(own, scores.T.tolist(), strict=True)),
                "first": spans,
            }
        )
    return found
