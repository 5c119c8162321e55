"""What is doubtful about judgments: contradictions, gaps, people who do not agree, what scores cannot say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import listed, quoted
from ahp.report.numbers import share

if TYPE_CHECKING:
    from ahp.report.documents.hierarchy import NodeDocument
    from ahp.report.documents.models import InfluenceDocument


def of_hierarchy(nodes: Sequence[NodeDocument], ratio: float, limit: float) -> list[str]:
    """Return what is doubtful about each node of a hierarchy, and about the whole, a sentence each."""
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


def of_network(influences: Sequence[InfluenceDocument], limit: float) -> list[str]:
    """Return which judgments of a network contradict each other too much, a sentence each."""
    return [
        f"the judgments of {listed(one['priorities'])} with respect to {quoted(one['on'])} have a "
        f"consistency ratio of {share(one['ratio'])}, above {limit:g}; look at them again"
        for one in influences
        if one["ratio"] is not None and one["ratio"] > limit
    ]


INCOMMENSURATE = (
    "benefits and costs are each normalised by themselves and so not commensurate: a quotient of 1, the sign "
    "of a difference and every incremental step mean nothing; say with weights what the merits as wholes are "
    "worth"
)
NO_TOTAL = (
    "a product of merits (BO, CR) is no total of anything: 'multiplicative' and 'powers' ignore how large "
    "they are; 'quotient' adds them, weighted, before it divides"
)


def disagreeing(firsts: Mapping[str, Sequence[str]]) -> str:
    """Return whom each method puts first.

    Examples
    --------
    >>> disagreeing({"a": ["quotient"], "b": ["powers", "subtractive"]})
    "the methods disagree on the first place: 'a' by quotient; 'b' by powers, subtractive"
    """
    camps = "; ".join(f"{quoted(who)} by {', '.join(how)}" for who, how in firsts.items())
    return f"the methods disagree on the first place: {camps}"


def turned(merit: str, paths: Sequence[str]) -> str:
    """Return under which criteria of a cost or a risk the larger priority goes to the lower value."""
    return (
        f"under {merit} the larger priority is the worse, and {listed(paths)} gives the larger to the lower "
        f"value; leave out better = 'lower' there"
    )


EXTENT_ANALYSIS = (
    "extent analysis weighs by the possibility to be largest, not by importance (Wang, Luo & Hua 2008); use "
    "'constrained'"
)
TRIANGLES = "arithmetic on the triangles forgets reciprocity and overstates the spread; use 'constrained'"
CONTRADICTING = "no priorities lie inside all triangles: the judgments contradict each other"


def without_weight(names: Sequence[str]) -> str:
    """Return to whom extent analysis gives no weight."""
    return f"it gives {listed(names)} the weight 0, which no judgment says"


def ends_in(cluster: str, others: Sequence[str]) -> str:
    """Return that the influence of a network ends in one cluster, so that others have no say."""
    return (
        f"nothing leads back from {quoted(cluster)}, whose nodes influence each other: all influence ends "
        f"there, and {listed(others)} have no say; compare those with respect to the nodes of "
        f"{quoted(cluster)}, or leave out what these say of each other"
    )


def idle(names: Sequence[str]) -> str:
    """Return which nodes influence nothing."""
    return f"{listed(names)} influences nothing, and so counts for nothing"
