"""What the weights of a hierarchy decide: the data of classical plots, and which weights put whom first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.acceptability import acceptability, central_weights, uniform_weights
from ahp.core.gate import RNG, draws_of, generator_of
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.sensitivity import top_lines
from ahp.decision.judging_sensitivity import scores_below, weighed_in
from ahp.decision.weights import ends, regions
from ahp.model.comparisons import shares_of
from ahp.model.hierarchy import Hierarchy, Path, hierarchy_given
from ahp.notebook import NotebookFace


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
