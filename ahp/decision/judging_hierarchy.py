"""What a hierarchy of judgments says: priorities, consistency, repair, agreement, what its weights decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ahp._version import __version__
from ahp.core.acceptability import acceptability, central_weights, uniform_weights
from ahp.core.gate import RNG, draws_of, generator_of
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.sensitivity import top_lines
from ahp.core.synthesis import ranking, tie_groups
from ahp.decision.judging_nodes import node_document
from ahp.decision.judging_people import people_document, round_document
from ahp.decision.judging_sensitivity import criterion_intervals, critical_judgments, scores_below, weighed_in
from ahp.decision.weights import ends, regions
from ahp.model.changes import simulate
from ahp.model.comparisons import shares_of
from ahp.model.hierarchy import Hierarchy, Path, hierarchy_given
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.notebook import NotebookFace
from ahp.report.documents.hierarchy import (
    GradientDocument,
    HierarchyDocument,
    HierarchyWeightsDocument,
    NodeDocument,
    SensitivityDocument,
    SpreadDocument,
)
from ahp.report.phrases.doubts import doubts_of_people, of_hierarchy


@dataclass(frozen=True)
class Performance(NotebookFace):
    """How the alternatives do under one criterion; beside their overall scores it is the performance plot.

    Attributes
    ----------
    path : tuple of str
        The way to the criterion.
    weight : float
        Its global weight.
    scores : tuple of float
        Of the alternatives under it alone, in their order; in the distributive mode they sum to 1.
    """

    path: Path
    weight: float
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Gradient(NotebookFace):
    """The overall scores as the local weight of one criterion goes from 0 to 1, its siblings in proportion.

    Attributes
    ----------
    path : tuple of str
        The way to the criterion.
    weight : float
        Its local weight.
    at_zero, at_one : tuple of float
        Scores of the alternatives at both ends; in between they are straight lines
        (:func:`ahp.core.more.line_crossings` has where they cross).
    first : tuple of (float, int)
        From which weight on which alternative, by its position, is first.
    """

    path: Path
    weight: float
    at_zero: tuple[float, ...]
    at_one: tuple[float, ...]
    first: tuple[tuple[float, int], ...]


@dataclass(frozen=True)
class NodeRegions(NotebookFace):
    """Where in the space of two or three local weights of one node each alternative is first.

    Attributes
    ----------
    path : tuple of str
        The way to the node.
    criteria : tuple of str
        The two or three that weigh most; the other weights stay.
    corners : tuple of (corners), one for each alternative
        Shares of the weight of these criteria, summing to 1; empty where it is nowhere first.
    """

    path: Path
    criteria: tuple[str, ...]
    corners: tuple[tuple[tuple[float, ...], ...], ...]


@dataclass(frozen=True)
class WeightSpace(NotebookFace):
    """Stochastic multicriteria acceptability over all weights (Lahdelma & Salminen 2001).

    Attributes
    ----------
    draws : int
        Weights drawn: the local ones of each node evenly over all that sum to 1, independently.
    acceptability : tuple of tuple of float
        For each alternative the share of the draws in which it has each rank.
    central : tuple of (tuple of float, or None)
        For each alternative the mean global weights of the leaves with which it is first.
    """

    draws: int
    acceptability: tuple[tuple[float, ...], ...]
    central: tuple[tuple[float, ...] | None, ...]


def performances(
    hierarchy: Hierarchy, *, mode: str = "distributive", method: str = DEFAULT_METHOD
) -> tuple[Performance, ...]:
    """Return how the alternatives do under each criterion of any depth, from the goal down.

    Examples
    --------
    >>> under = {"price": {"a": 4, "b": 1}, "safety": {"a": 1, "b": 4}}
    >>> price, safety = performances(Hierarchy("car", {"price": 3, "safety": 1}, under))
    >>> price.weight, price.scores
    (0.75, (0.8, 0.2))
    """
    found: dict[Path, Performance] = {}
    for path, node, below, _, weight in scores_below(hierarchy, mode, method):
        shares = shares_of(node, method)
        # In the product mode what is added are logarithms.
        scores = np.exp(below) if mode == "product" else below
        for k, name in enumerate(node.labels):
            found[*path, name] = Performance(
                (*path, name), float(weight * shares[k]), tuple(scores[k].tolist())
            )
    return tuple(found[path] for path, _ in hierarchy.nodes() if path)


def gradients(
    hierarchy: Hierarchy, *, mode: str = "distributive", method: str = DEFAULT_METHOD
) -> tuple[Gradient, ...]:
    """Return the scores as lines in the local weight of each criterion that has siblings.

    Examples
    --------
    >>> under = {"price": {"a": 4, "b": 1}, "safety": {"a": 1, "b": 4}}
    >>> price, safety = gradients(Hierarchy("car", {"price": 3, "safety": 1}, under))
    >>> price.at_zero, price.at_one, price.first
    ((0.2, 0.8), (0.8, 0.2), ((0.0, 1), (0.5, 0)))
    """
    found = []
    for path, labels, weighed in weighed_in(hierarchy, mode, method):
        for k, name in enumerate(labels):
            zero, one = ends(weighed, k)
            both = tuple(zero.tolist()), tuple(one.tolist())
            found.append(
                Gradient((*path, name), float(weighed.weights[k]), *both, tuple(top_lines(zero, one)))
            )
    return tuple(found)


def regions_of_nodes(
    hierarchy: Hierarchy, *, mode: str = "distributive", method: str = DEFAULT_METHOD
) -> tuple[NodeRegions, ...]:
    """Return for each node with criteria the regions of its two or three heaviest weights, exactly."""
    found = []
    for path, labels, weighed in weighed_in(hierarchy, mode, method):
        chosen, corners = regions(weighed)
        found.append(
            NodeRegions(
                path,
                tuple(labels[k] for k in chosen),
                tuple(tuple(tuple(corner) for corner in region.tolist()) for region in corners),
            )
        )
    return tuple(found)


def weight_space(
    hierarchy: Hierarchy,
    *,
    mode: str = "distributive",
    method: str = DEFAULT_METHOD,
    draws: int = 10_000,
    rng: RNG = 0,
) -> WeightSpace:
    """Return how often each alternative has each rank if nothing is known of the weights.

    Examples
    --------
    >>> under = {"price": {"a": 4, "b": 1}, "safety": {"a": 1, "b": 4}}
    >>> found = weight_space(Hierarchy("car", {"price": 3, "safety": 1}, under))
    >>> abs(found.acceptability[0][0] - 0.5) < 0.02
    True
    """
    generator, draws = generator_of(rng), draws_of(draws)
    _, local = hierarchy_given(hierarchy).leaf_arrays(mode=mode, method=method)
    leaves = list(hierarchy.leaves())
    weights = np.ones((draws, len(leaves)))
    for path, node in hierarchy.nodes():
        if path in leaves:
            continue
        drawn = uniform_weights(len(node.labels), draws, rng=generator)
        depth = len(path)
        for at, leaf in enumerate(leaves):
            if leaf[:depth] == path:
                weights[:, at] *= drawn[:, node.labels.index(leaf[depth])]
    local = local - min(local.min(), 0.0)  # of logarithms; what is added to all alike changes no order
    drawn_ranks = acceptability(weights, local)
    central = central_weights(weights, drawn_ranks.winners, len(hierarchy.alternatives))
    return WeightSpace(
        draws,
        tuple(tuple(row) for row in drawn_ranks.ranks.tolist()),
        tuple(None if np.isnan(row).any() else tuple(row.tolist()) for row in central),
    )


def hierarchy_document(
    hierarchy: Hierarchy,
    *,
    mode: str,
    method: str,
    random_index: str,
    limit: float,
    scale: str,
    aggregate: str,
    against: Hierarchy | None = None,
    inputs: Sequence[tuple[str, str, int]] = (),
) -> HierarchyDocument:
    """Return the document `ahp.hierarchy/1`; see :func:`ahp.judge`.

    Examples
    --------
    >>> under = {"price": {("a", "b"): 2}, "safety": {("a", "b"): "1/4"}}
    >>> h = Hierarchy("car", {("price", "safety"): 3}, under)
    >>> hierarchy_document(h, mode="distributive", method="eigenvector", random_index="alonso-lamata",
    ...     limit=0.1, scale="linear", aggregate="judgments")["ranking"]
    ['a', 'b']
    """
    answered = hierarchy
    hierarchy = answered.on_scale(scale).aggregated(aggregate, method=method)
    names = hierarchy.alternatives
    scores = hierarchy.totals(method, mode).tolist()
    shares = hierarchy.vector(method, mode).tolist()
    order = ranking(shares)
    totals = {(): 1.0} | {path: total for path, (_, total) in hierarchy.weights(method=method).items()}
    leaves = hierarchy.leaves()
    nodes = [
        node_document(
            path, node, shares_of(used, method), totals[path], path in leaves, method, random_index, limit
        )
        for (path, node), (_, used) in zip(answered.nodes(), hierarchy.nodes(), strict=True)
    ]
    people = people_document(answered, mode, method, random_index, limit, scale, aggregate)
    whole = answered.consistency(random_index=random_index, method=method)
    doubts = list(doubts_of_people(people, nodes, limit))
    found: HierarchyDocument = {
        "schema": "ahp.hierarchy/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": hierarchy.goal,
        "mode": mode,
        "scale": scale,
        "aggregate": aggregate,
        "method": method,
        "random_index": random_index,
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
        "reversals": [
            {"change": r.change, "mode": r.mode, "first": r.first, "second": r.second}
            for r in hierarchy.rank_reversals(modes=(mode,), method=method)
        ],
        "warnings": [*of_hierarchy(nodes, whole.ratio, limit), *doubts],
        "doubtful": bool(doubts) or whole.ratio > limit or any(map(_are_apart, nodes)),
        "against": None
        if against is None
        else round_document(
            against,
            answered,
            (people_document(against, mode, method, random_index, limit, scale, aggregate), people),
            mode,
            method,
            scale,
            aggregate,
        ),
    }
    return found


def _are_apart(node: NodeDocument) -> bool:
    """Say whether those who judged a node do not agree at all."""
    return node["agreement"] is not None and node["agreement"]["level"] == "very low"


def sensitivity_document(hierarchy: Hierarchy, mode: str, method: str) -> SensitivityDocument:
    """Return the part `sensitivity` of the document of a hierarchy.

    Examples
    --------
    >>> under = {"price": {"a": 4, "b": 1}, "safety": {"a": 1, "b": 4}}
    >>> h = Hierarchy("car", {"price": 3, "safety": 1}, under)
    >>> sensitivity_document(h, "distributive", "eigenvector")["gradients"][0]["first"]
    [{'from': 0.0, 'to': 0.5, 'first': 'b'}, {'from': 0.5, 'to': 1.0, 'first': 'a'}]
    """
    names = hierarchy.alternatives
    if hierarchy.criteria_alone:  # that what is given most of the weight weighs most says nothing
        return {
            "weights": [],
            "judgments": critical_judgments(hierarchy, mode=mode, method=method),
            "performance": [],
            "gradients": [],
            "winner_regions": [],
            "weight_space": {"draws": 0, "acceptability": {}, "central": {}},
        }
    return {
        "weights": criterion_intervals(hierarchy, mode=mode, method=method),
        "judgments": critical_judgments(hierarchy, mode=mode, method=method),
        "performance": [
            {
                "path": list(one.path),
                "weight": one.weight,
                "scores": dict(zip(names, one.scores, strict=True)),
            }
            for one in performances(hierarchy, mode=mode, method=method)
        ],
        # Products are no straight lines in a weight.
        "gradients": [] if mode == "product" else _gradients(hierarchy, mode, method),
        "winner_regions": [
            {
                "path": list(one.path),
                "criteria": list(one.criteria),
                "regions": [
                    {"winner": name, "polygon": [list(corner) for corner in corners]}
                    for name, corners in zip(names, one.corners, strict=True)
                    if corners
                ],
            }
            for one in regions_of_nodes(hierarchy, mode=mode, method=method)
        ],
        "weight_space": _weight_space(hierarchy, mode, method),
    }


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


def _gradients(hierarchy: Hierarchy, mode: str, method: str) -> list[GradientDocument]:
    names = hierarchy.alternatives
    found: list[GradientDocument] = []
    for one in gradients(hierarchy, mode=mode, method=method):
        ends = [*(start for start, _ in one.first[1:]), 1.0]
        found.append(
            {
                "path": list(one.path),
                "weight": one.weight,
                "at_zero": dict(zip(names, one.at_zero, strict=True)),
                "at_one": dict(zip(names, one.at_one, strict=True)),
                "first": [
                    {"from": start, "to": end, "first": names[who]}
                    for (start, who), end in zip(one.first, ends, strict=True)
                ],
            }
        )
    return found


def _weight_space(hierarchy: Hierarchy, mode: str, method: str) -> HierarchyWeightsDocument:
    found, leaves = weight_space(hierarchy, mode=mode, method=method), list(hierarchy.leaves())
    names = hierarchy.alternatives
    return {
        "draws": found.draws,
        "acceptability": {n: list(row) for n, row in zip(names, found.acceptability, strict=True)},
        "central": {
            name: None
            if row is None
            else [{"path": list(leaf), "weight": weight} for leaf, weight in zip(leaves, row, strict=True)]
            for name, row in zip(names, found.central, strict=True)
        },
    }
