"""What each comparison of a hierarchy says and what is wrong with it, what each participant says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ahp.core.gate import Array
from ahp.core.groups import COMPATIBLE, compatibility, consensus
from ahp.core.inspection import LARGEST, LARGEST_REPAIR, inspection
from ahp.core.matrices import from_values
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.synthesis import ranking
from ahp.decision.findings import plain
from ahp.errors import AHPError, JudgmentError
from ahp.model.comparisons import Comparison, Measured, Ratings, Weights, consistency_of, judgments_of
from ahp.model.consistency import Consistency
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, Path
from ahp.model.incomplete import IncompleteMatrix, narrowed
from ahp.model.matrix import PairwiseMatrix
from ahp.model.results import Agreement, IncompleteConsistency, consensus_level, whole_consistency
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.report.documents import hierarchy as documents
from ahp.terms import ACCEPTABLE


class Settings(NamedTuple):
    """How judgments are weighed up, as :func:`ahp.judge` is asked to."""

    mode: str = "distributive"
    method: str = DEFAULT_METHOD
    random_index: str = DEFAULT_TABLE
    limit: float = ACCEPTABLE
    scale: str = "linear"
    aggregate: str = "judgments"

    def used(self, hierarchy: Hierarchy) -> Hierarchy:
        """Return the hierarchy that is computed with: on the scale, each group by what it says together."""
        return hierarchy.on_scale(self.scale).aggregated(self.aggregate, method=self.method)


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
    settings: Settings,
) -> documents.NodeDocument:
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
    settings : Settings
        Above whose limit the worst judgments and a repair are told.

    Examples
    --------
    >>> from ahp.model.matrix import PairwiseMatrix
    >>> a = PairwiseMatrix.from_judgments({("x", "y"): 4})
    >>> node_document((), a, a.priorities(), 1.0, False, Settings())["judged"]
    {'items': ['x', 'y'], 'matrix': [[1.0, 4.0], [0.25, 1.0]]}
    """
    matrix = _judged(node)
    consistency = consistency_of(node, settings.random_index)
    bad = matrix is not None and consistency is not None and consistency.ratio > settings.limit
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
        "worst": worst_judgments(matrix, consistency, settings),
        "repair": _repair(matrix, settings) if bad and matrix is not None else None,
        "missing": [
            {"first": first, "second": second}
            for first, second in (matrix.missing if isinstance(matrix, IncompleteMatrix) else ())
        ],
        "agreement": _agreement(node, settings.method) if isinstance(node, Group) else None,
    }


def _judged(node: Comparison) -> Judged | None:
    """Return the judgments of a comparison; of ratings those between the grades of their scale."""
    scale = node.scale if isinstance(node, Ratings) else None
    return scale if isinstance(scale, PairwiseMatrix) else judgments_of(node)


def _matrix(matrix: Judged) -> documents.JudgedMatrixDocument:
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


def worst_judgments(
    matrix: Judged | None, consistency: Consistency | IncompleteConsistency | None, settings: Settings
) -> list[documents.WorstDocument]:
    """Return up to three judgments that contradict the others most; none where they are consistent enough."""
    if matrix is None or consistency is None or not consistency.ratio > settings.limit or matrix.n > LARGEST:
        return []
    table = _table(matrix, settings)
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


def _table(matrix: Judged, settings: Settings) -> str:
    """Return the table of random indices: incomplete judgments have one of their own."""
    return matrix.table if isinstance(matrix, IncompleteMatrix) else settings.random_index


def _repair(matrix: Judged, settings: Settings) -> documents.RepairDocument | None:
    if matrix.n > LARGEST_REPAIR:
        return None
    table = _table(matrix, settings)
    found = matrix.nearest_acceptable(ratio=settings.limit, random_index=table)
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


def _agreement(group: Group, method: str) -> documents.AgreementDocument | None:
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
            plain(d)
            for d in found.dispersions
            if d.chance > 0.05 and len(found.compatibility) > 2  # two answers are hardly ever not random
        ],
        "outlying": list(found.outlying),
        "left_out": list(found.left_out),
    }


_SAME = 1e-9  # of a judgment that stayed
_FEWEST = 3  # participants of whom one can be left out


def people_document(hierarchy: Hierarchy, settings: Settings) -> documents.PeopleDocument | None:
    """Return what each participant of a hierarchy says; None where nobody judged as one of several.

    How consistent somebody is, is said of the answers, and priorities are made of them on the scale.

    Examples
    --------
    >>> said = {"Ann": {("a", "b"): 2}, "Bob": {("a", "b"): 8}}
    >>> h = Hierarchy("car", {"price": 1}, {"price": Group(said)})
    >>> found = people_document(h, Settings())
    >>> [(one["participant"], one["ranking"]) for one in found["participants"]]
    [('Ann', ['a', 'b']), ('Bob', ['a', 'b'])]
    """
    groups = {path: node for path, node in hierarchy.nodes() if isinstance(node, Group)}
    names = list(dict.fromkeys(name for group in groups.values() for name in group.participants))
    if len(names) < 2:
        return None
    method, random_index = settings.method, settings.random_index
    totals = {(): 1.0} | {path: total for path, (_, total) in hierarchy.weights(method=method).items()}
    scaled = hierarchy.on_scale(settings.scale)
    together = scaled.aggregated(settings.aggregate, method=method).vector(method, settings.mode)
    counts = _counts(groups)
    others = {name: _without(scaled, name, settings) for name in names}
    people: list[documents.ParticipantDocument] = []
    heard: dict[str, tuple[Array, float]] = {}
    for name in names:
        judged = {path: _matrix_of(group, name) for path, group in groups.items()}
        consistent = {
            path: consistency_of(known, random_index)
            if known is not None and len(known.groups) == 1
            else None
            for path, known in judged.items()
        }
        whole = whole_consistency(
            [(path, one) for path, one in consistent.items() if one is not None], totals, random_index
        )
        weight = counts[name]
        shares, rest = _own_shares(scaled, name, settings), others[name]
        if shares is not None and weight > 0:
            heard[name] = shares, weight
        people.append(
            {
                "participant": name,
                "weight": weight,
                "ratio": whole.ratio if whole.random_index else None,
                "nodes": [
                    _own_node(path, group, judged[path], consistent[path], settings)
                    for path, group in groups.items()
                ],
                "priorities": None
                if shares is None
                else dict(zip(hierarchy.alternatives, shares.tolist(), strict=True)),
                "ranking": None
                if shares is None
                else [hierarchy.alternatives[i] for i in ranking(shares.tolist())],
                "distance": None if shares is None else float(np.abs(shares - together).sum() / 2),
                "without": None if rest is None else hierarchy.alternatives[ranking(rest.tolist())[0]],
            }
        )
    own = np.array([shares for shares, _ in heard.values()])
    agreed = None
    if len(heard) > 1 and (own > 0).all():
        # By the scale that the nodes' consensus goes by, so that the words for both are the same.
        agreed = max(0.0, float(consensus(own, [weight for _, weight in heard.values()])))
    return {
        "participants": people,
        "consensus": agreed,
        "level": None if agreed is None else consensus_level(agreed),
        "clusters": [] if agreed is None else _clusters(list(heard), own),
        "standard_errors": _errors(
            hierarchy.alternatives, [others[one["participant"]] for one in people if one["weight"] > 0]
        ),
    }


def _without(hierarchy: Hierarchy, name: str, settings: Settings) -> Array | None:
    """Return the priorities without somebody; None where somebody is the only one at a node."""
    try:
        others = hierarchy.without_participants([name])
        together = others.aggregated(settings.aggregate, method=settings.method)
        return together.vector(settings.method, settings.mode)
    except AHPError:  # without them nothing connects the items, or nobody is left who counts
        return None


def _errors(names: Sequence[str], others: Sequence[Array | None]) -> dict[str, float] | None:
    """Return the jackknife standard errors (Tukey 1958) of priorities from those without each participant."""
    known = [one for one in others if one is not None]
    if len(known) < max(_FEWEST, len(others)):
        return None
    g, values = len(known), np.array(known)
    variance = (g - 1) / g * np.square(values - values.mean(axis=0)).sum(axis=0)
    return dict(zip(names, np.sqrt(variance).tolist(), strict=True))


def _counts(groups: dict[Path, Group]) -> dict[str, float]:
    """Return how much participants count, so that the number most of them have is 1.

    A group knows shares of its own members; who judged elsewhere is held against those who judged in both.
    """
    found: dict[str, float] = {}
    for group in sorted(groups.values(), key=lambda group: -len(group.participants)):
        own = dict(zip(group.participants, group.weights, strict=True))
        both = [found[name] / own[name] for name in own if found.get(name, 0.0) > 0 and own[name] > 0]
        factor = float(np.median(both)) if both else len(own)
        found = {name: weight * factor for name, weight in own.items()} | found
    known = [round(weight, 9) for weight in found.values() if weight > 0]
    usual = max(sorted(set(known)), key=known.count) if known else 1.0
    return {name: weight / usual for name, weight in found.items()}


def _matrix_of(group: Group, name: str) -> IncompleteMatrix | None:
    if name not in group.participants:
        return None
    return IncompleteMatrix(group.values[group.participants.index(name)], group.labels)


def _own_node(
    path: Path,
    group: Group,
    known: IncompleteMatrix | None,
    found: Consistency | IncompleteConsistency | None,
    settings: Settings,
) -> documents.OwnNodeDocument:
    if known is None:
        pairs = [(a, b) for i, a in enumerate(group.labels) for b in group.labels[i + 1 :]]
        return {"path": list(path), "ratio": None, "worst": [], "missing": _named(pairs)}
    return {
        "path": list(path),
        "ratio": None if found is None else found.ratio,
        "worst": worst_judgments(judgments_of(known), found, settings),
        "missing": _named(known.missing),
    }


def _named(pairs: Sequence[tuple[str, str]]) -> list[documents.MissingDocument]:
    return [{"first": first, "second": second} for first, second in pairs]


def _own_shares(hierarchy: Hierarchy, name: str, settings: Settings) -> Array | None:
    """Return somebody's own priorities; None where they left so much out that there are none."""
    try:
        own = _own(hierarchy, name)
        return None if own is None else own.vector(settings.method, settings.mode)
    except JudgmentError:  # all that counts for somebody scores 0
        return None


def _own(hierarchy: Hierarchy, name: str) -> Hierarchy | None:
    """Return the hierarchy with somebody's judgments alone; None if they do not connect all items."""
    judged = _alone(hierarchy.judgments, name)
    children: dict[str, Comparison | Hierarchy] = {}
    for label, child in hierarchy.children.items():
        below = _own(child, name) if isinstance(child, Hierarchy) else _alone(child, name)
        if below is None:
            return None
        children[label] = below
    return None if judged is None else Hierarchy(hierarchy.goal, judged, children)


def _alone(comparison: Comparison, name: str) -> Comparison | None:
    if not isinstance(comparison, Group):
        return comparison
    known = _matrix_of(comparison, name)
    if known is None or len(known.groups) > 1:
        return None
    return narrowed(known)


def _clusters(names: Sequence[str], own: Array) -> list[list[str]]:
    """Return groups of those whose priorities are all compatible with each other, the largest first."""
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    ratios = from_values(own)
    apart = np.array([compatibility(ratios, one) for one in ratios]) - 1.0
    np.fill_diagonal(apart, 0.0)
    tree = linkage(squareform(np.maximum((apart + apart.T) / 2, 0.0), checks=False), "complete")
    found: dict[int, list[str]] = {}
    for name, cluster in zip(names, fcluster(tree, COMPATIBLE - 1.0, "distance").tolist(), strict=True):
        found.setdefault(cluster, []).append(name)
    return sorted(found.values(), key=len, reverse=True)


def round_document(
    before: Hierarchy,
    now: Hierarchy,
    settings: Settings,
    later: documents.PeopleDocument | None = None,
) -> documents.RoundDocument:
    """Return what changed from one hierarchy to another, as it was answered; `later` is of the people now.

    Examples
    --------
    >>> before, now = (Hierarchy("car", {("price", "safety"): times}, {}) for times in (4, "1/3"))
    >>> found = round_document(before, now, Settings())
    >>> found["first_before"], found["first"]
    ('price', 'safety')
    """
    method, mode = settings.method, settings.mode
    used, earlier = [settings.used(h) for h in (before, now)], people_document(before, settings)
    shares = [dict(zip(h.alternatives, h.vector(method, mode).tolist(), strict=True)) for h in used]
    weights = [{path: total for path, (_, total) in h.weights(method=method).items()} for h in used]
    firsts = [list(found)[ranking(list(found.values()))[0]] for found in shares]
    return {
        "first_before": firsts[0],
        "first": firsts[1],
        "priorities": [
            {"path": [name], "before": shares[0].get(name), "now": shares[1].get(name)}
            for name in dict.fromkeys((*shares[1], *shares[0]))
        ],
        "weights": [
            {"path": list(path), "before": weights[0].get(path), "now": weights[1].get(path)}
            for path in dict.fromkeys((*weights[1], *weights[0]))
        ],
        "consensus_before": None if earlier is None else earlier["consensus"],
        "participants": [] if later is None else list(_moved(before, now, earlier, later)),
        "left": [name for name in _distances(earlier) if name not in _distances(later)],
    }


def _distances(people: documents.PeopleDocument | None) -> dict[str, float | None]:
    """Return the distance of each participant from the group."""
    return {} if people is None else {one["participant"]: one["distance"] for one in people["participants"]}


def _moved(
    before: Hierarchy,
    now: Hierarchy,
    earlier: documents.PeopleDocument | None,
    later: documents.PeopleDocument,
) -> Iterator[documents.MovedDocument]:
    distances = _distances(earlier)
    groups = [{path: node for path, node in h.nodes() if isinstance(node, Group)} for h in (before, now)]
    for name, distance in _distances(later).items():
        said = [_said(each, name) for each in groups]
        yield {
            "participant": name,
            "joined": name not in distances,
            "changed": sum(
                not math.isclose(said[0].get(pair, 0.0), times, rel_tol=_SAME)
                for pair, times in said[1].items()
            ),
            "distance_before": distances.get(name),
            "distance": distance,
        }


def _said(groups: dict[tuple[str, ...], Group], name: str) -> dict[tuple[tuple[str, ...], str, str], float]:
    """Return each judgment of somebody, the pair in the order of its names."""
    found = {}
    for path, group in groups.items():
        if name not in group.participants:
            continue
        matrix, labels = group.values[group.participants.index(name)], group.labels
        for i, j in np.argwhere(~np.isnan(matrix)).tolist():
            if labels[i] < labels[j]:
                found[path, labels[i], labels[j]] = float(matrix[i, j])
    return found
