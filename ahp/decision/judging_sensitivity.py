"""What the weights and single judgments of a hierarchy decide, and what would change its first place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from ahp.core.acceptability import Positions, acceptability, central_weights, uniform_weights
from ahp.core.gate import RNG, Array, draws_of, generator_of
from ahp.core.priorities import DEFAULT_METHOD, eigenvector, priorities
from ahp.core.sensitivity import top_lines, turning_points
from ahp.core.synthesis import TIE, global_priorities
from ahp.decision.weights import Weighed, ends, intervals, regions
from ahp.model.comparisons import Comparison, ideals_of, judgments_of, shares_of
from ahp.model.hierarchy import Hierarchy, Path, hierarchy_given
from ahp.model.incomplete import fitting_priorities
from ahp.model.matrix import PairwiseMatrix
from ahp.notebook import NotebookFace
from ahp.report.documents.hierarchy import (
    CriticalDocument,
    FirstDocument,
    HierarchyWeightsDocument,
    IntervalDocument,
    SensitivityDocument,
)

_SCALE_END = float(np.log(9.0))
_GRID = 129  # places on the scale that are looked at before the turning point is halved down to
_HALVINGS = 50
_FEW = 15  # items up to which solving each changed matrix by itself takes no longer
_TAME = 1e3  # judgments below which changes by addition lose no digits that matter
_STEPS = 200
_UNTHREADED = 2**17  # multiplications of a product for which BLAS wakes no threads: waiting costs more
_CLOSED = 3  # items up to which the eigenvector is the row geometric mean


def criterion_intervals(
    hierarchy: Hierarchy, *, mode: str = "distributive", method: str = DEFAULT_METHOD
) -> list[IntervalDocument]:
    """Return between which local weights of each criterion the first alternative stays first.

    The weights of its siblings keep their proportions; everything else stays. Exact: every score is a line
    in the weight (Mareschal 1988).
    """
    names = hierarchy_given(hierarchy).alternatives
    first = int(hierarchy.vector(method, mode).argmax())
    return [
        {
            "path": [*path, one.criterion],
            "weight": float(weight),
            **one.document(),
        }
        for path, labels, weighed in weighed_in(hierarchy, mode, method)
        for weight, one in zip(weighed.weights, intervals(weighed, labels, names, first), strict=True)
    ]


def weighed_in(
    hierarchy: Hierarchy, mode: str, method: str
) -> Iterator[tuple[Path, tuple[str, ...], Weighed]]:
    """Yield nodes whose weights decide anything: the way, the criteria below, what their weights do."""
    for path, node, below, rest, weight in scores_below(hierarchy, mode, method):
        shares = shares_of(node, method)
        if len(shares) > 1 and weight > 0:
            yield path, tuple(node.labels), Weighed(shares, below, rest, weight, np.ones(below.shape[1]))


def scores_below(
    hierarchy: Hierarchy, mode: str, method: str
) -> list[tuple[Path, Comparison, Array, Array, float]]:
    """Return for each comparison of criteria the scores below each, those from elsewhere, and its weight."""
    hierarchy = hierarchy_given(hierarchy)
    weights = {(): 1.0} | {path: total for path, (_, total) in hierarchy.weights(method=method).items()}
    leaf_weights, local = hierarchy.leaf_arrays(mode=mode, method=method)
    leaves = hierarchy.lowest_criteria()
    whole = global_priorities(leaf_weights, local)
    found = []
    for path, node in hierarchy.nodes():
        if path in leaves:
            continue
        depth, rows = len(path), []
        for name in node.labels:
            own = [i for i, leaf in enumerate(leaves) if leaf[: depth + 1] == (*path, name)]
            total = weights[(*path, name)]
            rows.append(
                global_priorities(leaf_weights[own] / total, local[own]) if total else local[own].mean(axis=0)
            )
        below = np.array(rows)
        rest = whole - weights[path] * (shares_of(node, method) @ below)
        found.append((path, node, below, rest, weights[path]))
    return found


def critical_judgments(
    hierarchy: Hierarchy, *, mode: str = "distributive", method: str = DEFAULT_METHOD
) -> list[CriticalDocument]:
    """Return for each judgment the nearest value at which another alternative is first, all else unchanged.

    Exact where the priorities are row geometric means, as those of up to three items are: the root of a
    quadratic polynomial. Elsewhere the whole scale from 1/9 to 9 is looked through in equal ratios, and the
    first change halved down to. Of a group it is its common judgment. Judgments that cannot change the first
    place are listed with null.
    """
    names = hierarchy_given(hierarchy).alternatives
    whole = global_priorities(*hierarchy.leaf_arrays(mode=mode, method=method))
    first = int(whole.argmax())
    scorers, leaves = _scorers(hierarchy, mode, method, whole), hierarchy.leaves()
    found: list[CriticalDocument] = []
    for path, node in hierarchy.nodes():
        matrix = judgments_of(node)
        if matrix is None or matrix.n < 2:
            continue
        by_means = method == "geometric-mean" or (method == DEFAULT_METHOD and matrix.n <= _CLOSED)
        linear = mode == "distributive" or (mode != "product" and path not in leaves)
        complete = isinstance(matrix, PairwiseMatrix)
        pairs = [(i, j) for i, j in combinations(range(matrix.n), 2) if not np.isnan(matrix.values[i, j])]
        turning = _exact_turning_points if by_means and linear and complete else _turning_points
        points = turning(matrix.values, pairs, scorers[path], first, method)
        for (i, j), found_at in zip(pairs, points, strict=True):
            found.append(
                {
                    "path": list(path),
                    "first": matrix.labels[i],
                    "second": matrix.labels[j],
                    "judgment": float(matrix.values[i, j]),
                    "critical": None if found_at is None else found_at[0],
                    "challenger": None if found_at is None else names[found_at[1]],
                }
            )
    return found


def _scorers(
    hierarchy: Hierarchy, mode: str, method: str, whole: Array
) -> dict[Path, Callable[[Array], Array]]:
    """Return for each node the function from its local priorities `(..., m)` to all scores `(..., n)`."""
    found: dict[Path, Callable[[Array], Array]] = {}
    product = mode == "product" and not hierarchy.criteria_alone  # what is added are logarithms
    for path, _, below, outside, share in scores_below(hierarchy, mode, method):

        def above(shares: Array, below: Array = below, rest: Array = outside, weight: float = share) -> Array:
            total = rest + weight * (shares @ below)
            return np.exp(total) if product else np.asarray(total)

        found[path] = above
    weights = hierarchy.weights(method=method)
    order = hierarchy.alternatives
    for path, leaf in hierarchy.leaves().items():
        at = [leaf.labels.index(name) for name in order]
        own = shares_of(leaf, method) if mode in ("distributive", "product") else ideals_of(leaf, method)
        own = np.log(own) if product else own
        rest = whole - weights[path][1] * own[at]

        def scores(
            shares: Array, at: list[int] = at, rest: Array = rest, weight: float = weights[path][1]
        ) -> Array:
            if product:
                return np.exp(rest + weight * np.log(shares[..., at]))
            form = shares if mode == "distributive" else shares / shares.max(axis=-1, keepdims=True)
            return np.asarray(rest + weight * form[..., at])

        found[path] = scores
    return found


def _exact_turning_points(
    matrix: Array, pairs: list[tuple[int, int]], scores: Callable[[Array], Array], first: int, method: str
) -> list[tuple[float, int] | None]:
    """Return what :func:`_turning_points` does, by the closed form of row geometric means."""
    alone = scores(np.eye(len(matrix)))
    shares, behind = priorities(matrix, method=method), alone[:, [first]] - alone
    found: list[tuple[float, int] | None] = []
    for i, j in pairs:
        points = turning_points(shares, i, j, behind)
        end = max(_SCALE_END, abs(float(np.log(matrix[i, j]))))
        with np.errstate(divide="ignore"):
            away = np.log(points)
        away[~(np.abs(away + np.log(matrix[i, j])) <= end * (1 + TIE))] = np.nan
        if np.isnan(away).all():
            found.append(None)
            continue
        rival, which = np.unravel_index(np.nanargmin(np.abs(away)), away.shape)
        found.append((float(matrix[i, j] * points[rival, which]), int(rival)))
    return found


def _turning_points(
    matrix: Array, pairs: list[tuple[int, int]], scores: Callable[[Array], Array], first: int, method: str
) -> list[tuple[float, int] | None]:
    """Return of each judgment the nearest value of a_ij at which another is ahead of the first, and which."""
    complete = not np.isnan(matrix).any()
    solve = _priorities if complete else fitting_priorities
    found: list[tuple[float, int] | None] = [None] * len(pairs)
    rows, columns = np.array(pairs).T
    now = np.log(matrix[rows, columns])
    end = np.maximum(_SCALE_END, np.abs(now))
    near: Array | None = None  # eigenvectors from which the next are a small step
    if complete and method == DEFAULT_METHOD and len(matrix) > _FEW and matrix.max() < _TAME:
        near = np.repeat(eigenvector(matrix)[None], len(pairs), axis=0)

    def totals(which: Positions, logs: Array) -> Array:
        i, j = rows[which], columns[which]
        if near is not None:
            near[which] = _changed_eigenvectors(matrix, i, j, logs, near[which])
            return scores(near[which])
        changed, k = np.repeat(matrix[None], len(which), axis=0), np.arange(len(which))
        changed[k, i, j], changed[k, j, i] = np.exp(logs), np.exp(-logs)
        return scores(solve(changed, method))

    def is_lost(which: Positions, logs: Array) -> npt.NDArray[np.bool_]:
        scored = totals(which, logs)
        return np.asarray(scored.max(axis=1) > scored[:, first] * (1 + TIE))

    if is_lost(np.arange(1), now[:1])[0]:
        return found
    nearest = np.full(len(pairs), np.inf)
    for side in (-end, end):
        bracket, going = np.full((2, len(pairs)), np.nan), np.flatnonzero(side != now)
        for step in pairwise(np.linspace(now, side, _GRID)):
            if not going.size:
                break
            lost = is_lost(going, step[1][going])
            bracket[:, going[lost]] = np.array(step)[:, going[lost]]
            going = going[~lost]
        turned = np.flatnonzero(~np.isnan(bracket[0]))
        if not turned.size:
            continue
        low, high = bracket[:, turned]
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            lost = is_lost(turned, middle)
            low, high = np.where(lost, low, middle), np.where(lost, middle, high)
        winners = totals(turned, high).argmax(axis=1)
        for k, place, winner in zip(turned.tolist(), high.tolist(), winners.tolist(), strict=True):
            if abs(place - now[k]) < nearest[k]:
                nearest[k], found[k] = abs(place - now[k]), (float(np.exp(place)), winner)
    return found


def _changed_eigenvectors(matrix: Array, i: Positions, j: Positions, logs: Array, w: Array) -> Array:
    """Return the eigenvectors of a matrix with a_ij changed, for m changes of which each is its own.

    Power iteration, stopped by the bounds of Collatz (1942) and Wielandt (1950); what is slow to settle is
    solved from its own matrix.
    """
    tolerance = max(32, 4 * len(matrix)) * float(np.finfo(float).eps)
    found, left = w.copy(), np.arange(len(w))
    rows = max(1, _UNTHREADED // matrix.size)
    by = np.exp(logs) - matrix[i, j], np.exp(-logs) - matrix[j, i]
    for _ in range(_STEPS):
        k, w = np.arange(len(left)), found[left]
        image = np.concatenate([w[at : at + rows] @ matrix.T for at in range(0, len(w), rows)])
        image[k, i[left]] += by[0][left] * w[k, j[left]]
        image[k, j[left]] += by[1][left] * w[k, i[left]]
        ratios = image / w
        high = ratios.max(axis=1)
        open_ = high - ratios.min(axis=1) > tolerance * high
        found[left] = image / image.sum(axis=1, keepdims=True)
        left = left[open_]
        if not len(left):
            return found
    for one in left.tolist():
        changed = matrix.copy()
        changed[i[one], j[one]], changed[j[one], i[one]] = np.exp(logs[one]), np.exp(-logs[one])
        found[one] = eigenvector(changed)
    return found


def _priorities(matrices: Array, method: str) -> Array:
    return priorities(matrices, method=method)


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
    # Products are no straight lines in a weight.
    lines = () if mode == "product" else gradients(hierarchy, mode=mode, method=method)
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
        "gradients": [
            {
                "path": list(one.path),
                "weight": one.weight,
                "at_zero": dict(zip(names, one.at_zero, strict=True)),
                "at_one": dict(zip(names, one.at_one, strict=True)),
                "first": firsts(one.first, names),
            }
            for one in lines
        ],
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


def firsts(lines: Sequence[tuple[float, int]], names: Sequence[str]) -> list[FirstDocument]:
    """Return who is first from which weight to which, of :func:`ahp.core.sensitivity.top_lines`."""
    ends = [*(start for start, _ in lines[1:]), 1.0]
    return [{"from": a, "to": b, "first": names[who]} for (a, who), b in zip(lines, ends, strict=True)]


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
