"""What a hierarchy says, what four merits say together, and what a network says: each as its document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ahp._version import __version__
from ahp.core.gate import Array
from ahp.core.merits import MERITS, merit_scores
from ahp.core.network import cluster_priorities, limit_matrix, with_influence
from ahp.core.sensitivity import top_lines
from ahp.core.synthesis import ranking, tie_groups
from ahp.decision.findings import plain
from ahp.decision.judging_people import (
    Settings,
    node_document,
    people_document,
    round_document,
    worst_judgments,
)
from ahp.decision.judging_sensitivity import firsts, sensitivity_document
from ahp.errors import StudyError
from ahp.model.changes import simulate
from ahp.model.comparisons import Comparison, comparison_of, consistency_of, judgments_of, shares_of
from ahp.model.hierarchy import Hierarchy
from ahp.model.labels import name_given
from ahp.model.merits import Merits
from ahp.model.network import Network
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.report.documents.hierarchy import FirstDocument, HierarchyDocument, SpreadDocument
from ahp.report.documents.models import (
    SYNTHESES,
    InfluenceDocument,
    MeritsDocument,
    MeritWeightDocument,
    NetworkDocument,
    RowDocument,
    WorthDocument,
)
from ahp.report.phrases.doubts import doubts_of_people, of_hierarchy, of_network

_POINTS = (0.25, 0.75)  # of a weight: two that lie inside, for at the ends a quotient may divide by 0


def hierarchy_document(
    hierarchy: Hierarchy,
    settings: Settings,
    *,
    against: Hierarchy | None = None,
    inputs: Sequence[tuple[str, str, int]] = (),
) -> HierarchyDocument:
    """Return the document `ahp.hierarchy/1`; see :func:`ahp.judge`.

    Examples
    --------
    >>> under = {"price": {("a", "b"): 2}, "safety": {("a", "b"): "1/4"}}
    >>> h = Hierarchy("car", {("price", "safety"): 3}, under)
    >>> hierarchy_document(h, Settings())["ranking"]
    ['a', 'b']
    """
    method, mode, limit = settings.method, settings.mode, settings.limit
    answered, hierarchy = hierarchy, settings.used(hierarchy)
    names = hierarchy.alternatives
    scores = hierarchy.totals(method, mode).tolist()
    shares = hierarchy.vector(method, mode).tolist()
    order = ranking(shares)
    totals = {(): 1.0} | {path: total for path, (_, total) in hierarchy.weights(method=method).items()}
    leaves = hierarchy.leaves()
    nodes = [
        node_document(path, node, shares_of(used, method), totals[path], path in leaves, settings)
        for (path, node), (_, used) in zip(answered.nodes(), hierarchy.nodes(), strict=True)
    ]
    people = people_document(answered, settings)
    whole = answered.consistency(random_index=settings.random_index, method=method)
    doubts = list(doubts_of_people(people, nodes, limit))
    found: HierarchyDocument = {
        "schema": "ahp.hierarchy/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": hierarchy.goal,
        "mode": mode,
        "scale": settings.scale,
        "aggregate": settings.aggregate,
        "method": method,
        "random_index": settings.random_index,
        "limit": limit,
        "alternatives": list(names),
        "hierarchy": answered.to_dict(),
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
        "people": people,
        "sensitivity": sensitivity_document(hierarchy, mode, method),
        "spread": spread_document(hierarchy, mode, method),
        "reversals": plain(hierarchy.rank_reversals(modes=(mode,), method=method)),
        "warnings": [*of_hierarchy(nodes, whole.ratio, limit), *doubts],
        "doubtful": bool(doubts)
        or whole.ratio > limit
        or any(node["agreement"] is not None and node["agreement"]["level"] == "very low" for node in nodes),
        "against": None if against is None else round_document(against, answered, settings, people),
    }
    return found


def spread_document(hierarchy: Hierarchy, mode: str, method: str) -> SpreadDocument | None:
    """Return what interval and fuzzy judgments leave open; None where every judgment is one number.

    Examples
    --------
    >>> from ahp.model.uncertain import IntervalMatrix
    >>> price = IntervalMatrix.from_judgments({("a", "b"): ("1/2", 4)})
    >>> h = Hierarchy("car", {"price": 1}, {"price": price})
    >>> found = spread_document(h, "distributive", "eigenvector")
    >>> round(found["first"]["a"], 2), round(found["low"]["a"], 1)
    (0.67, 0.3)
    """
    if not any(isinstance(node, IntervalMatrix | FuzzyMatrix) for _, node in hierarchy.nodes()):
        return None
    found = simulate(hierarchy, mode=mode, method=method)
    quantiles = [dict(zip(found.labels, ends, strict=True)) for ends in zip(*found.quantiles, strict=True)]
    return {"draws": found.draws, "first": found.best, "low": quantiles[0], "high": quantiles[-1]}


def merits_document(
    merits: Merits,
    settings: Settings,
    *,
    synthesis: str | None,
    inputs: Sequence[tuple[str, str, int]],
) -> MeritsDocument:
    """Return the document `ahp.merits/1`; see :func:`ahp.judge`.

    Examples
    --------
    >>> m = Merits({"benefit": {"x": 0.6, "y": 0.4}, "cost": {"x": 0.7, "y": 0.3}})
    >>> found = merits_document(m, Settings(), synthesis=None, inputs=())
    >>> found["ranking"], found["by_worth"][-1]["choose"]
    (['y', 'x'], 'x')
    """
    if synthesis is None:
        synthesis = "multiplicative" if merits.weights is None else "quotient"
    name_given(synthesis, "a synthesis of merits", SYNTHESES)
    told = {merit: hierarchy_document(below, settings) for merit, below in merits.hierarchies.items()}
    names, model = merits.alternatives, _plain(merits)
    merits = merits.given({merit: document["priorities"] for merit, document in told.items()})
    scores, table = merits.scores(synthesis).tolist(), merits.table()
    return {
        "schema": "ahp.merits/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": merits.goal,
        "mode": settings.mode,
        "method": settings.method,
        "synthesis": synthesis,
        "alternatives": list(names),
        "model": model,
        "priorities": {merit: _named(names, part) for merit, part in _there(merits).items()},
        "weights": None if merits.weights is None else _weights(merits),
        "scores": dict(zip(names, scores, strict=True)),
        "ranking": [names[i] for i in ranking(scores)],
        "ties": [[names[i] for i in group] for group in tie_groups(scores)],
        "syntheses": [
            {"method": str(one), "scores": _named(names, found), "first": _first(names, found)}
            for one, found in zip(table.columns, table.to_numpy().T, strict=True)
        ],
        "by_weight": _by_weight(merits, synthesis),
        "by_worth": _by_worth(merits),
        "hierarchies": {merit: {**document} for merit, document in told.items()},
        "warnings": [
            *merits.warnings(),
            *(f"{merit}: {said}" for merit, document in told.items() for said in document["warnings"]),
        ],
    }


def _there(merits: Merits) -> dict[str, Array]:
    return {merit: part for merit, part in zip(MERITS, merits.parts, strict=True) if part is not None}


def _weights(merits: Merits) -> dict[str, float]:
    given = zip(MERITS, merits.weights or (1.0,) * len(MERITS), strict=True)
    return {merit: float(weight) for merit, weight in given if merit in _there(merits)}


def _named(names: Sequence[str], values: Array) -> dict[str, float]:
    return dict(zip(names, map(float, values), strict=True))


def _first(names: Sequence[str], scores: Array) -> list[str]:
    order, groups = ranking(scores.tolist()), tie_groups(scores.tolist())
    return [names[i] for i in next((group for group in groups if order[0] in group), [order[0]])]


def _plain(merits: Merits) -> dict[str, Any]:
    """Return merits as plain data, which :meth:`ahp.Merits.from_dict` takes."""
    weights = {} if merits.weights is None else {"weights": _weights(merits)}
    behind = merits.hierarchies
    return {
        "goal": merits.goal,
        **weights,
        "merits": {
            merit: behind[merit].to_dict()
            if merit in behind
            else {"weights": _named(merits.alternatives, part)}
            for merit, part in _there(merits).items()
        },
    }


def _by_worth(merits: Merits) -> list[WorthDocument]:
    try:
        found = merits.by_worth()
    except StudyError:  # there are benefits alone, or costs alone
        return []
    return [{"worth": worth, "choose": name} for worth, name in found]


def _by_weight(merits: Merits, synthesis: str) -> list[MeritWeightDocument]:
    """Return who is first as one weight goes from 0 to 1, exactly.

    Additive scores are straight lines in a weight, and so are the logarithms of powers. Of a quotient the
    numerator or the denominator is one, and the other side shrinks as 1 minus the weight for all alike.
    """
    weights = _weights(merits)
    if synthesis == "multiplicative" or len(weights) < 2:
        return []
    total, parts = sum(weights.values()), merits.parts
    good, bad = (any(merit in weights for merit in side) for side in (MERITS[:2], MERITS[2:]))
    found: list[MeritWeightDocument] = []
    for merit, weight in weights.items():
        others = {name: w for name, w in weights.items() if name != merit}
        left = sum(others.values())
        proportion = {name: w / left if left else 1.0 / len(others) for name, w in others.items()}
        heights = []
        for p in _POINTS:
            moved = {merit: p, **{name: (1.0 - p) * share for name, share in proportion.items()}}
            line = merit_scores(*parts, weights=[moved.get(name, 0.0) for name in MERITS], method=synthesis)
            if synthesis == "powers":
                line = np.log(line)
            elif synthesis == "quotient":
                shrinks = (1.0 - p) if good and bad else 1.0
                line = line * shrinks if merit in MERITS[:2] else -shrinks / line
            heights.append(line)
        slope = (heights[1] - heights[0]) / (_POINTS[1] - _POINTS[0])
        zero = heights[0] - _POINTS[0] * slope
        found.append(
            {
                "merit": merit,
                "weight": weight / total,
                "first": firsts(top_lines(zero, zero + slope), merits.alternatives),
            }
        )
    return found


_STEPS = 40
"""Parts of the way from no influence to nothing but that."""

_HALVINGS = 40


def network_document(
    network: Network,
    settings: Settings,
    *,
    inputs: Sequence[tuple[str, str, int]],
) -> NetworkDocument:
    """Return the document `ahp.network/1`; see :func:`ahp.judge`.

    Examples
    --------
    >>> n = Network({"purposes": ["flood", "power"], "levels": ["low", "high"]}, {
    ...     "flood": [{"low": 0.9, "high": 0.1}], "power": [{"low": 0.2, "high": 0.8}],
    ...     "low": [{"flood": 0.8, "power": 0.2}], "high": [{"flood": 0.1, "power": 0.9}]})
    >>> found = network_document(n, Settings(), inputs=())
    >>> found["ranking"], found["rows"][0]["first"][0]["first"]
    (['low', 'high'], 'high')
    """
    method, cluster = settings.method, str(network.alternatives)
    names = list(network.clusters[cluster])
    stands_in = [name for name, members in network.clusters.items() for _ in members]
    limits = network.priorities(method=method).to_numpy()
    within = cluster_priorities(limits, [list(network.clusters).index(name) for name in stands_in])
    shares = dict(zip(network.nodes, within.tolist(), strict=True))
    values = [shares[name] for name in names]
    influences = _influences(network, settings)
    return {
        "schema": "ahp.network/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": network.goal,
        "method": method,
        "random_index": settings.random_index,
        "limit": settings.limit,
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
        "warnings": [*network.warnings(method=method), *of_network(influences, settings.limit)],
    }


def _influences(network: Network, settings: Settings) -> list[InfluenceDocument]:
    found = [
        _influence(node, cluster, compared, settings) for node, cluster, compared in network.influences_on()
    ]
    for name, given in (network.cluster_weights or {}).items():
        found.append(_influence(name, "", comparison_of(given), settings))
    return found


def _influence(on: str, by: str, compared: Comparison, settings: Settings) -> InfluenceDocument:
    consistency = consistency_of(compared, settings.random_index)
    return {
        "on": on,
        "by": by,
        "priorities": dict(zip(compared.labels, shares_of(compared, settings.method).tolist(), strict=True)),
        "ratio": None if consistency is None else consistency.ratio,
        "worst": worst_judgments(judgments_of(compared), consistency, settings),
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
