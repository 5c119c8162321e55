"""Merits and networks as blocks with their first screens; and what reports of each kind are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from ahp.printing import printable
from ahp.report.documents.hierarchy import FirstDocument, HierarchyDocument, hierarchy_schema
from ahp.report.documents.models import (
    InfluenceDocument,
    MeritsDocument,
    NetworkDocument,
    merits_schema,
    network_schema,
)
from ahp.report.numbers import edge, ratio, share, typed_end
from ahp.report.page import Block, Details, Figure, Heading, Table, at, paragraphs, table
from ahp.report.phrases.doubts import opinions, people_table
from ahp.report.phrases.grammar import capital, joined, sentence, shared_places
from ahp.report.phrases.hierarchy import (
    acceptances,
    agreements,
    changes,
    contradictions,
    first_place,
    is_doubtful,
    manner,
)
from ahp.report.sections.hierarchy import (
    criteria_table,
    hierarchy_labels,
    hierarchy_opening,
    hierarchy_page,
    hierarchy_rows,
    inputs_tables,
    made,
)
from ahp.report.sections.judgments import judged_tables
from ahp.report.sections.opening import Card, Opening, Shown

_MOST = 3
"""Sentences on the first screen about what would change the choice."""


def merits_labels(document: MeritsDocument) -> Iterator[str]:
    """Yield every label of merits that came from a file."""
    yield document["goal"]
    yield from document["alternatives"]
    yield from (source["file"] for source in document["inputs"])
    for told in hierarchies_of(document).values():
        for node in told["nodes"]:
            yield from (*node["path"], *node["priorities"])


def hierarchies_of(document: MeritsDocument) -> dict[str, HierarchyDocument]:
    """Return the documents of the merits' hierarchies."""
    return cast("dict[str, HierarchyDocument]", document["hierarchies"])


def merits_first(document: MeritsDocument) -> str:
    """Return who is first, in a few words."""
    said = chosen(document["ranking"], document["ties"])
    return f"doubtful, with {printable(document['ranking'][0])} first" if _is_doubtful(document) else said


def _is_doubtful(document: MeritsDocument) -> bool:
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


def merits_opening(document: MeritsDocument, show: Shown) -> Opening:
    """Return the choice, how the other ways of putting merits together stand to it, and what changes it."""
    said = merits_first(document)
    agree = _agreeing(document)
    sure = len(agree) == len(document["syntheses"]) and not _is_doubtful(document)
    ways = f"{len(agree)} of {len(document['syntheses'])} ways of putting merits together"
    card = Card(
        question=show(document["goal"]),
        answer=show(capital(said)),
        names=show(document["ranking"][0]),
        gained=(),
        sign="✓" if sure else "!",
        verdict=f"first by {ways}",
        sure=tuple(show(sentence(warning)) for warning in document["warnings"]),
        change=tuple(map(show, list(merit_changes(document))[:_MOST])),
        target="provenance",
    )
    return Opening(show(f"{document['goal']}: {said}"), f"{capital(merits_manner(document))}.", (card,))


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


def merits_page(document: MeritsDocument) -> list[Block]:
    """Return what is told below the first screen, the provenance last."""
    return list(_merits_blocks(document))


def _merits_blocks(document: MeritsDocument) -> Iterator[Block]:
    yield Heading("Ranking")
    yield _merits_ranking(document)
    yield Figure(("merit_priorities",))
    yield Heading("Every way of putting merits together", id="syntheses")
    yield _syntheses(document)
    told = paragraphs(merit_changes(document))
    if told:
        yield from (Heading("What would change it", id="change"), *told, Figure(("merit_weights",)))
    for merit, one in hierarchies_of(document).items():
        yield Heading(capital(merit), id=merit)
        yield replace(criteria_table(one), id=f"{merit}-criteria")
        yield from paragraphs([*contradictions(one), *agreements(one)])
        heads, people = people_table(one)
        if people:
            yield table(f"{merit}-people", f"What each participant says of {merit}", heads, people, (4,))
            yield from paragraphs(opinions(one))
        moved = paragraphs([*changes(one), *acceptances(one)])
        judged = [replace(found, id=f"{merit}-{found.id}") for found in judged_tables(one)]
        for title, blocks in (
            (f"The judgments of {merit}", judged),
            (f"What would put another first by {merit} alone", moved),
        ):
            if blocks:
                yield from at("all", [Details(title, tuple(blocks))])
    if document["warnings"]:
        yield from (Heading("Warnings", id="warnings"), *paragraphs(map(sentence, document["warnings"])))
    yield from at("all", [Heading("Provenance", id="provenance"), made(document), *inputs_tables(document)])


def _merits_ranking(document: MeritsDocument) -> Table:
    places = shared_places(document["ranking"], document["ties"])
    merits = document["priorities"]
    rows = [
        [str(place), name, share(document["scores"][name]), *(share(p[name]) for p in merits.values())]
        for name, place in places.items()
    ]
    return table("ranking", "The first choice first", ["place", "alternative", "score", *merits], rows, (1,))


def _syntheses(document: MeritsDocument) -> Table:
    names = document["alternatives"]
    rows = [
        [one["method"], joined(one["first"]), *(share(one["scores"][name]) for name in names)]
        for one in document["syntheses"]
    ]
    return table("syntheses", "Scores, larger is better", ["by", "first", *names], rows, (1,))


def merits_rows(document: MeritsDocument) -> list[list[object]]:
    """Return a row for each alternative at full precision."""
    merits = document["priorities"]
    rows: list[list[object]] = [["alternative", "rank", "score", *merits]]
    for name, place in shared_places(document["ranking"], document["ties"]).items():
        rows.append([name, place, repr(document["scores"][name]), *(repr(p[name]) for p in merits.values())])
    return rows


"""Sentences on the first screen about what would change the choice."""


def network_labels(document: NetworkDocument) -> Iterator[str]:
    """Yield every label of a network that came from a file."""
    yield document["goal"]
    yield from (source["file"] for source in document["inputs"])
    for node in document["nodes"]:
        yield from (node["node"], node["cluster"])


def network_manner(document: NetworkDocument) -> str:
    """Return how the priorities were found."""
    start = "" if document["start"] is None else f" from {printable(document['start'])}"
    circle = ", the mean over a circle" if document["periodic"] else ""
    of = f"limit priorities of {printable(document['cluster'])}{start}{circle}"
    return f"{of}, {len(document['nodes'])} nodes, {document['method']}"


def network_opening(document: NetworkDocument, show: Shown) -> Opening:
    """Return the choice, how sure it is and what would change it."""
    said = chosen(document["ranking"], document["ties"])
    known = [one["ratio"] for one in document["influences"] if one["ratio"] is not None]
    within = all(found <= document["limit"] for found in known)
    verdict = f"judgments {'' if within else 'not '}consistent within {document['limit']:g}"
    card = Card(
        question=show(document["goal"]),
        answer=show(capital(said)),
        names=show(document["ranking"][0]),
        gained=(),
        sign="✓" if within and not document["warnings"] else "!",
        verdict=verdict if known else "nothing that could contradict itself",
        sure=tuple(show(sentence(warning)) for warning in document["warnings"]),
        change=tuple(map(show, list(row_changes(document))[:_MOST])),
        target="provenance",
    )
    return Opening(show(f"{document['goal']}: {said}"), f"{capital(network_manner(document))}.", (card,))


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


def network_page(document: NetworkDocument) -> list[Block]:
    """Return what is told below the first screen, the provenance last."""
    return list(_network_blocks(document))


def _network_blocks(document: NetworkDocument) -> Iterator[Block]:
    yield Heading("Ranking")
    yield _network_ranking(document)
    yield Heading("Nodes", id="nodes")
    yield _nodes(document)
    yield Figure(("network_priorities",))
    told = paragraphs(row_changes(document))
    if told:
        yield from (Heading("What would change it", id="change"), *told)
        yield from at("all", [_rows(document)])
        yield Figure(("network_influence",))
    yield Heading("Influences and their consistency", id="influences")
    yield _influences(document)
    yield from paragraphs(_again(document))
    yield from at("all", [Heading("Supermatrix", id="supermatrix"), _supermatrix(document)])
    if document["warnings"]:
        yield from (Heading("Warnings", id="warnings"), *paragraphs(map(sentence, document["warnings"])))
    yield from at("all", [Heading("Provenance", id="provenance"), made(document), *inputs_tables(document)])


def _network_ranking(document: NetworkDocument) -> Table:
    places = shared_places(document["ranking"], document["ties"])
    rows = [[str(place), name, share(document["priorities"][name])] for name, place in places.items()]
    return table("ranking", "The first choice first", ["place", "alternative", "priority"], rows, (1,))


def _nodes(document: NetworkDocument) -> Table:
    rows = [
        [node["cluster"], node["node"], share(node["limit"]), share(node["within"])]
        for node in document["nodes"]
    ]
    caption = "The limit priority of every node, among all and within its cluster"
    return table("nodes", caption, ["cluster", "node", "limit", "within the cluster"], rows, (1,))


def _influences(document: NetworkDocument) -> Table:
    rows = [
        [
            one["on"],
            one["by"] or "clusters",
            ", ".join(f"{name} {share(p)}" for name, p in one["priorities"].items()),
            "–" if one["ratio"] is None else share(one["ratio"]),
        ]
        for one in document["influences"]
    ]
    caption = "What influences what, and how far the judgments contradict each other"
    return table("influences", caption, ["on", "by", "priorities", "CR"], rows, (1, 2))


def _again(document: NetworkDocument) -> Iterator[str]:
    """Yield the judgments to look at again."""
    for one in document["influences"]:
        for worst in one["worst"][:1]:
            yield _look_again(one, worst["first"], worst["second"], worst["judgment"], worst["consistent"])


def _look_again(one: InfluenceDocument, first: str, second: str, judged: float, consistent: float) -> str:
    pair = f"{printable(first)} over {printable(second)}"
    return (
        f"With respect to {printable(one['on'])}: {pair} was judged {ratio(judged)}; the others say "
        f"{ratio(consistent)}."
    )


def _rows(document: NetworkDocument) -> Table:
    rows = [
        [
            one["node"],
            ", ".join(f"{span['first']} from {edge(span['from'])}" for span in one["first"]),
        ]
        for one in document["rows"]
    ]
    caption = "Who is first as a node has less (below 0.5) or more of a say (above)"
    return table("rows", caption, ["node", "first"], rows, (1,))


def _supermatrix(document: NetworkDocument) -> Table:
    names = [node["node"] for node in document["nodes"]]
    rows = [
        [name, *(share(entry) if entry else "–" for entry in row)]
        for name, row in zip(names, document["supermatrix"], strict=True)
    ]
    return table("supermatrix", "In the column of each node what influences it", ["node", *names], rows)


def network_rows(document: NetworkDocument) -> list[list[object]]:
    """Return a row for each node at full precision, the alternatives by their rank."""
    place = shared_places(document["ranking"], document["ties"])
    rows: list[list[object]] = [["node", "cluster", "limit", "within_cluster", "rank"]]
    for node in document["nodes"]:
        rank = place.get(node["node"], "") if node["cluster"] == document["cluster"] else ""
        rows.append([node["node"], node["cluster"], repr(node["limit"]), repr(node["within"]), rank])
    return rows


@dataclass(frozen=True)
class Told:
    """What the reports of one kind of document are made of.

    Attributes
    ----------
    schema : callable
        To the JSON Schema of the document.
    first, manner : callable
        From a document to who is first, and to how that was found, in a few words.
    labels : callable
        To every label that came from a file.
    opening, page : callable
        To the first screen, and to the blocks below it.
    rows : callable
        To the rows of a CSV at full precision, the heading first.
    """

    schema: Callable[[], dict[str, Any]]
    first: Callable[[Any], str]
    manner: Callable[[Any], str]
    labels: Callable[[Any], Iterable[str]]
    opening: Callable[[Any, Shown], Opening]
    page: Callable[[Any], list[Block]]
    rows: Callable[[Any], list[list[object]]]


TOLD = {
    "ahp.hierarchy/1": Told(
        hierarchy_schema,
        first_place,
        manner,
        hierarchy_labels,
        hierarchy_opening,
        hierarchy_page,
        hierarchy_rows,
    ),
    "ahp.merits/1": Told(
        merits_schema, merits_first, merits_manner, merits_labels, merits_opening, merits_page, merits_rows
    ),
    "ahp.network/1": Told(
        network_schema,
        lambda document: chosen(document["ranking"], document["ties"]),
        network_manner,
        network_labels,
        network_opening,
        network_page,
        network_rows,
    ),
}
"""By the key `schema` of a document."""


def told_of(document: object) -> Told:
    """Return what reports of a document are made of; of one that says nothing of its kind, a hierarchy's."""
    said = document.get("schema") if isinstance(document, Mapping) else None
    return TOLD.get(str(said), TOLD["ahp.hierarchy/1"])


def title_of(document: Mapping[str, Any]) -> str:
    """Return what a document decides, and who is first."""
    return f"{printable(document['goal'])}: {told_of(document).first(document)}"
