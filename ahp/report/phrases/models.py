"""What is said of merits and of networks: who is first, how that was found, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from ahp.printing import printable
from ahp.report.numbers import edge, ratio, share, typed_end
from ahp.report.phrases.grammar import joined
from ahp.report.phrases.hierarchy import is_doubtful

if TYPE_CHECKING:
    from ahp.report.documents.hierarchy import FirstDocument, HierarchyDocument
    from ahp.report.documents.models import MeritsDocument, NetworkDocument


def hierarchies_of(document: MeritsDocument) -> dict[str, HierarchyDocument]:
    """Return the documents of the merits' hierarchies."""
    return cast("dict[str, HierarchyDocument]", document["hierarchies"])


def merits_first(document: MeritsDocument) -> str:
    """Return who is first, in a few words."""
    said = chosen(document["ranking"], document["ties"])
    return f"doubtful, with {printable(document['ranking'][0])} first" if merits_doubtful(document) else said


def merits_doubtful(document: MeritsDocument) -> bool:
    """Say whether the judgments under any merit are doubtful."""
    return any(map(is_doubtful, hierarchies_of(document).values()))


def chosen(ranking: list[str], ties: list[list[str]]) -> str:
    """Return who is first of a ranking, in a few words.

    Examples
    --------
    >>> chosen(["a", "b", "c"], []), chosen(["a", "b", "c"], [["a", "b"]])
    ('choose a', 'a tie: a and b')
    """
    tied = next((group for group in ties if ranking[0] in group), [])
    return f"a tie: {joined(tied)}" if tied else f"choose {printable(ranking[0])}"


def merits_manner(document: MeritsDocument) -> str:
    """Return how the merits were put together."""
    if document["weights"] is None:
        return f"{document['synthesis']}, no merit weighed"
    if document["synthesis"] == "multiplicative":
        return "multiplicative, in which weights do not count"
    told = ", ".join(f"{merit} {share(weight)}" for merit, weight in shares_of_merits(document).items())
    return f"{document['synthesis']}, weights: {told}"


def shares_of_merits(document: MeritsDocument) -> dict[str, float]:
    """Return the weights of the merits as shares; equal where nobody said."""
    weights = document["weights"] or dict.fromkeys(document["priorities"], 1.0)
    total = sum(weights.values())
    return {merit: weight / total for merit, weight in weights.items()}


def is_by_every_way(document: MeritsDocument) -> bool:
    """Say whether the choice is first by every way of putting merits together."""
    return len(_agreeing(document)) == len(document["syntheses"])


def by_ways(document: MeritsDocument) -> str:
    """Return by how many of the ways of putting merits together the choice is first."""
    ways = f"{len(_agreeing(document))} of {len(document['syntheses'])} ways of putting merits together"
    return f"first by {ways}"


def _agreeing(document: MeritsDocument) -> list[str]:
    first = document["ranking"][0]
    return [one["method"] for one in document["syntheses"] if first in one["first"]]


def merit_changes(document: MeritsDocument) -> Iterator[str]:
    """Yield which weight of a merit, and which worth of benefits, puts whom first."""
    for one in document["by_weight"]:
        others = [span for span in one["first"] if not span["from"] <= one["weight"] <= span["to"]]
        if not others:
            yield f"Weight: no weight of {one['merit']} changes the first place."
            continue
        nearest = min(others, key=lambda span: _away(span, one["weight"]))
        end = typed_end(nearest["to"] if nearest["to"] < one["weight"] else nearest["from"], one["weight"])
        side = "below" if nearest["to"] < one["weight"] else "above"
        yield (
            f"Weight: {one['merit']} {side} {end} instead of {share(one['weight'])} puts "
            f"{printable(nearest['first'])} first."
        )
    if len(document["by_worth"]) > 1:
        parts = [
            printable(one["choose"])
            if one["worth"] == 0
            else f"{printable(one['choose'])} from {edge(one['worth'])} on"
            for one in document["by_worth"]
        ]
        yield f"As a unit of benefit is worth more units of cost: {', '.join(parts)}."


def _away(span: FirstDocument, weight: float) -> float:
    return min(abs(span["from"] - weight), abs(span["to"] - weight))


def people_of(merit: str) -> str:
    """Return what stands above what each participant says of a merit."""
    return f"What each participant says of {merit}"


def judgments_of(merit: str) -> str:
    """Return what stands above the judgments of a merit."""
    return f"The judgments of {merit}"


def changes_of(merit: str) -> str:
    """Return what stands above what would change who is first by a merit."""
    return f"What would put another first by {merit} alone"


def network_first(document: NetworkDocument) -> str:
    """Return who is first in a network, in a few words."""
    return chosen(document["ranking"], document["ties"])


def network_manner(document: NetworkDocument) -> str:
    """Return how the priorities were found."""
    start = "" if document["start"] is None else f" from {printable(document['start'])}"
    circle = ", the mean over a circle" if document["periodic"] else ""
    of = f"limit priorities of {printable(document['cluster'])}{start}{circle}"
    return f"{of}, {len(document['nodes'])} nodes, {document['method']}"


def are_within(document: NetworkDocument) -> bool:
    """Say whether no judgments of a network contradict each other more than is accepted."""
    return all(found <= document["limit"] for found in _ratios(document))


def consistency_within(document: NetworkDocument) -> str:
    """Return whether the judgments of a network are consistent, in a few words."""
    if not _ratios(document):
        return "nothing that could contradict itself"
    return f"judgments {'' if are_within(document) else 'not '}consistent within {document['limit']:g}"


def _ratios(document: NetworkDocument) -> list[float]:
    return [one["ratio"] for one in document["influences"] if one["ratio"] is not None]


def row_changes(document: NetworkDocument) -> Iterator[str]:
    """Yield whose influence, with less or more of it, puts another first; the nearest change first."""
    found = []
    for one in document["rows"]:
        now, *_ = (span for span in one["first"] if span["from"] <= 0.5 <= span["to"])
        for span in one["first"]:
            if span is not now:
                end, side = (span["to"], "less") if span["to"] <= 0.5 else (span["from"], "more")
                found.append((abs(end - 0.5), end, side, one["node"], span["first"]))
    told = set()
    for _, end, side, node, first in sorted(found):
        if (node, side) not in told:  # what comes beyond the nearest change is in the tables
            told.add((node, side))
            yield (
                f"Influence: {side} of {printable(node)}, at {typed_end(end, 0.5)} instead of 0.5, puts "
                f"{printable(first)} first."
            )
    if document["rows"] and not found:
        yield "No influence of a single node, less or more, changes the first place."


def inconsistent_influences(document: NetworkDocument) -> Iterator[str]:
    """Yield the judgments to look at again."""
    for one in document["influences"]:
        for worst in one["worst"][:1]:
            pair = f"{printable(worst['first'])} over {printable(worst['second'])}"
            yield (
                f"With respect to {printable(one['on'])}: {pair} was judged {ratio(worst['judgment'])}; the "
                f"others say {ratio(worst['consistent'])}."
            )
