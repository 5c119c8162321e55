"""What a hierarchy of judgments says: priorities, consistency, repair, agreement, what would change it."""

from __future__ import annotations

from collections.abc import Sequence

from ahp._version import __version__
from ahp.core.synthesis import ranking, tie_groups
from ahp.decision.judging_document import sensitivity_document, spread_document
from ahp.decision.judging_nodes import node_document
from ahp.decision.judging_people import people_document
from ahp.decision.judging_rounds import round_document
from ahp.errors import listed, quoted
from ahp.model.comparisons import shares_of
from ahp.model.hierarchy import Hierarchy
from ahp.report.hierarchy_documents import HierarchyDocument, NodeDocument
from ahp.report.numbers import share
from ahp.report.people_wording import doubts_of_people


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
    >>> from ahp.model.hierarchy import Hierarchy
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
        "warnings": [*_warnings(nodes, whole.ratio, limit), *doubts_of_people(people, nodes, limit)],
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
        if len(node["participants"]) > 1 and agreement is None:
            found.append(
                f"under {where} it is not known how far the participants agree: that takes two or more who "
                f"count, and whose own judgments connect all items"
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
