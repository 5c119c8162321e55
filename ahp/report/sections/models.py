"""Merits and networks as blocks with their first screens; and what reports of each kind are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ahp.printing import printable
from ahp.report.documents.hierarchy import hierarchy_schema
from ahp.report.documents.models import MeritsDocument, NetworkDocument, merits_schema, network_schema
from ahp.report.names import Shown
from ahp.report.numbers import edge, share, shares
from ahp.report.page import Block, Details, Figure, Heading, Opening, Table, at, paragraphs, table
from ahp.report.phrases.doubts import opinions, people_table
from ahp.report.phrases.grammar import capital, joined, sentence, shared_places
from ahp.report.phrases.hierarchy import acceptances, agreements, changes, contradictions, first_place, manner
from ahp.report.phrases.models import (
    are_within,
    by_ways,
    changes_of,
    consistency_within,
    hierarchies_of,
    inconsistent_influences,
    is_by_every_way,
    judgments_of,
    merit_changes,
    merits_doubtful,
    merits_first,
    merits_manner,
    network_first,
    network_manner,
    people_of,
    row_changes,
)
from ahp.report.phrases.study import made
from ahp.report.sections.decision import decision_page, labels_of, opening_of
from ahp.report.sections.hierarchy import (
    criteria_table,
    hierarchy_labels,
    hierarchy_opening,
    hierarchy_page,
    hierarchy_rows,
    judged_opening,
    judged_provenance,
)
from ahp.report.sections.judgments import judged_tables


def merits_labels(document: MeritsDocument) -> Iterator[str]:
    """Yield every label of merits that came from a file."""
    yield document["goal"]
    yield from document["alternatives"]
    yield from (source["file"] for source in document["inputs"])
    for told in hierarchies_of(document).values():
        for node in told["nodes"]:
            yield from (*node["path"], *node["priorities"])


def merits_opening(document: MeritsDocument, show: Shown) -> Opening:
    """Return the choice, how the other ways of putting merits together stand to it, and what changes it."""
    return judged_opening(
        document,
        show,
        merits_first(document),
        f"{capital(merits_manner(document))}.",
        by_ways(document),
        is_sure=is_by_every_way(document) and not merits_doubtful(document),
        sure=map(sentence, document["warnings"]),
        change=merit_changes(document),
    )


def merits_page(document: MeritsDocument) -> Iterator[Block]:
    """Yield what is told below the first screen, the provenance last."""
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
            yield table(f"{merit}-people", people_of(merit), heads, people, (4,))
            yield from paragraphs(opinions(one))
        moved = paragraphs([*changes(one), *acceptances(one)])
        judged = [replace(found, id=f"{merit}-{found.id}") for found in judged_tables(one)]
        for title, blocks in (
            (judgments_of(merit), judged),
            (changes_of(merit), moved),
        ):
            if blocks:
                yield from at("all", [Details(title, tuple(blocks))])
    yield from _ending(document)


def _ending(document: Mapping[str, Any]) -> Iterator[Block]:
    if document["warnings"]:
        yield from (Heading("Warnings", id="warnings"), *paragraphs(map(sentence, document["warnings"])))
    yield from judged_provenance(document, made(document))


def _merits_ranking(document: MeritsDocument) -> Table:
    places = shared_places(document["ranking"], document["ties"])
    merits = document["priorities"]
    columns = [shares([own[name] for name in places]) for own in (document["scores"], *merits.values())]
    rows = [[str(places[name]), name, *shown] for name, *shown in zip(places, *columns, strict=True)]
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


def network_labels(document: NetworkDocument) -> Iterator[str]:
    """Yield every label of a network that came from a file."""
    yield document["goal"]
    yield from (source["file"] for source in document["inputs"])
    for node in document["nodes"]:
        yield from (node["node"], node["cluster"])


def network_opening(document: NetworkDocument, show: Shown) -> Opening:
    """Return the choice, how sure it is and what would change it."""
    return judged_opening(
        document,
        show,
        network_first(document),
        f"{capital(network_manner(document))}.",
        consistency_within(document),
        is_sure=are_within(document) and not document["warnings"],
        sure=map(sentence, document["warnings"]),
        change=row_changes(document),
    )


def network_page(document: NetworkDocument) -> Iterator[Block]:
    """Yield what is told below the first screen, the provenance last."""
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
    yield from paragraphs(inconsistent_influences(document))
    yield from at("all", [Heading("Supermatrix", id="supermatrix"), _supermatrix(document)])
    yield from _ending(document)


def _network_ranking(document: NetworkDocument) -> Table:
    places = shared_places(document["ranking"], document["ties"])
    numbers = shares([document["priorities"][name] for name in places])
    rows = [[str(places[name]), name, shown] for name, shown in zip(places, numbers, strict=True)]
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
    """What the pages of one kind of document are made of.

    Attributes
    ----------
    labels : callable
        From a document to every label that came from a file.
    opening, page : callable
        To the first screen, and to the blocks below it.
    """

    labels: Callable[[Any], Iterable[str]]
    opening: Callable[[Any, Shown], Opening]
    page: Callable[[Any], Iterable[Block]]


@dataclass(frozen=True)
class Judged(Told):
    """What all reports of one kind of document of what people judged are made of.

    Attributes
    ----------
    schema : callable
        To the JSON Schema of the document.
    first, manner : callable
        From a document to who is first, and to how that was found, in a few words.
    rows : callable
        To the rows of a CSV at full precision, the heading first.
    """

    schema: Callable[[], dict[str, Any]]
    first: Callable[[Any], str]
    manner: Callable[[Any], str]
    rows: Callable[[Any], list[list[object]]]


DECISION = Told(labels_of, opening_of, decision_page)
_HIERARCHY = Judged(
    hierarchy_labels, hierarchy_opening, hierarchy_page, hierarchy_schema, first_place, manner, hierarchy_rows
)
JUDGED = {
    "ahp.hierarchy/1": _HIERARCHY,
    "ahp.merits/1": Judged(
        merits_labels, merits_opening, merits_page, merits_schema, merits_first, merits_manner, merits_rows
    ),
    "ahp.network/1": Judged(
        network_labels,
        network_opening,
        network_page,
        network_schema,
        network_first,
        network_manner,
        network_rows,
    ),
}
"""By the key `schema` of a document."""


def told_of(document: Mapping[str, Any]) -> Told:
    """Return what pages of a document are made of: one of a decision has scenarios."""
    return DECISION if "scenarios" in document else judged_of(document)


def judged_of(document: object) -> Judged:
    """Return the same of what people judged; of what says nothing of its kind, that of a hierarchy."""
    said = document.get("schema") if isinstance(document, Mapping) else None
    return JUDGED.get(str(said), _HIERARCHY)


def title_of(document: Mapping[str, Any]) -> str:
    """Return what a document decides, and who is first."""
    return f"{printable(document['goal'])}: {judged_of(document).first(document)}"
