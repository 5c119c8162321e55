"""Merits and networks as blocks with their first screens; and what reports of each kind are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, cast

from ahp.printing import printable
from ahp.report.documents.hierarchy import FirstDocument, HierarchyDocument, hierarchy_schema
from ahp.report.documents.models import MeritsDocument, NetworkDocument, merits_schema, network_schema
from ahp.report.names import Shown
from ahp.report.numbers import edge, ratio, share, shares, typed_end
from ahp.report.page import Block, Card, Details, Figure, Heading, Opening, Table, at, paragraphs, table
from ahp.report.phrases import hierarchy as phrases
from ahp.report.phrases.doubts import opinions, people_table
from ahp.report.phrases.grammar import capital, joined, sentence, shared_places
from ahp.report.phrases.study import made
from ahp.report.sections.decision import decision_page, labels_of, opening_of
from ahp.report.sections.hierarchy import (
    criteria_table,
    hierarchy_labels,
    hierarchy_page,
    hierarchy_rows,
    judged_labels,
    judged_provenance,
)
from ahp.report.sections.judgments import judged_tables

_MOST = 3
"""Sentences on the first screen about what would change the choice."""


def _hierarchies_of(document: MeritsDocument) -> dict[str, HierarchyDocument]:
    """Return the documents of the merits' hierarchies."""
    return cast("dict[str, HierarchyDocument]", document["hierarchies"])


def _chosen(document: Mapping[str, Any]) -> str:
    """Return who is first, in a few words.

    Examples
    --------
    >>> _chosen({"ranking": ["a", "b", "c"], "ties": []})
    'choose a'
    >>> _chosen({"ranking": ["a", "b", "c"], "ties": [["a", "b"]]})
    'a tie: a and b'
    """
    first = document["ranking"][0]
    tied = next((group for group in document["ties"] if first in group), None)
    return f"choose {printable(first)}" if tied is None else f"a tie: {joined(tied)}"


def _merits_doubtful(document: MeritsDocument) -> bool:
    """Say whether the judgments under any merit are doubtful."""
    return any(map(phrases.is_doubtful, _hierarchies_of(document).values()))


def _merits_first(document: MeritsDocument) -> str:
    """Return who is first, in a few words."""
    if _merits_doubtful(document):
        return f"doubtful, with {printable(document['ranking'][0])} first"
    return _chosen(document)


def _merits_manner(document: MeritsDocument) -> str:
    """Return how the merits were put together."""
    weights = document["weights"]
    if weights is None:
        return f"{document['synthesis']}, no merit weighed"
    if document["synthesis"] == "multiplicative":
        return "multiplicative, in which weights do not count"
    total = sum(weights.values())
    told = ", ".join(f"{merit} {share(weight / total)}" for merit, weight in weights.items())
    return f"{document['synthesis']}, weights: {told}"


def _agreeing(document: MeritsDocument) -> list[str]:
    """Return the ways of putting merits together by which the choice is first."""
    first = document["ranking"][0]
    return [one["method"] for one in document["syntheses"] if first in one["first"]]


def _merit_changes(document: MeritsDocument) -> Iterator[str]:
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


def merits_labels(document: MeritsDocument) -> Iterator[str]:
    """Yield every label of merits that came from a file."""
    yield from judged_labels(document)
    yield from chain.from_iterable(map(hierarchy_labels, _hierarchies_of(document).values()))


def merits_page(document: MeritsDocument) -> Iterator[Block]:
    """Yield what is told below the first screen, the provenance last."""
    yield Heading("Ranking")
    yield _ranking(document, {"score": document["scores"], **document["priorities"]})
    yield Figure(("merit_priorities",))
    yield Heading("Every way of putting merits together", id="syntheses")
    yield _syntheses(document)
    told = paragraphs(_merit_changes(document))
    if told:
        yield from (Heading("What would change it", id="change"), *told, Figure(("merit_weights",)))
    for merit, one in _hierarchies_of(document).items():
        yield Heading(capital(merit), id=merit)
        yield replace(criteria_table(one), id=f"{merit}-criteria")
        yield from paragraphs([*phrases.contradictions(one), *phrases.agreements(one)])
        heads, people = people_table(one)
        if people:
            yield table(f"{merit}-people", f"What each participant says of {merit}", heads, people, (4,))
            yield from paragraphs(opinions(one))
        judged = [replace(found, id=f"{merit}-{found.id}") for found in judged_tables(one)]
        if judged:
            yield Details(f"The judgments of {merit}", tuple(judged), detail="all")
        moved = paragraphs([*phrases.changes(one), *phrases.acceptances(one)])
        if moved:
            yield Details(f"What would put another first by {merit} alone", tuple(moved), detail="all")
    yield from _ending(document)


def _ending(document: Mapping[str, Any]) -> Iterator[Block]:
    if document["warnings"]:
        yield from (Heading("Warnings", id="warnings"), *paragraphs(map(sentence, document["warnings"])))
    yield from judged_provenance(document, made(document))


def _ranking(document: Mapping[str, Any], numbers: Mapping[str, Mapping[str, float]]) -> Table:
    """Return the places of the alternatives with their numbers, a column each."""
    places = shared_places(document["ranking"], document["ties"])
    columns = [shares([own[name] for name in places]) for own in numbers.values()]
    rows = [[str(places[name]), name, *shown] for name, *shown in zip(places, *columns, strict=True)]
    return table("ranking", "The first choice first", ["place", "alternative", *numbers], rows, (1,))


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
    yield from judged_labels(document)
    for node in document["nodes"]:
        yield from (node["node"], node["cluster"])


def _network_manner(document: NetworkDocument) -> str:
    """Return how the priorities were found."""
    start = "" if document["start"] is None else f" from {printable(document['start'])}"
    circle = ", the mean over a circle" if document["periodic"] else ""
    of = f"limit priorities of {printable(document['cluster'])}{start}{circle}"
    return f"{of}, {len(document['nodes'])} nodes, {document['method']}"


def _ratios(document: NetworkDocument) -> list[float]:
    return [one["ratio"] for one in document["influences"] if one["ratio"] is not None]


def _are_within(document: NetworkDocument) -> bool:
    """Say whether no judgments of a network contradict each other more than is accepted."""
    return all(found <= document["limit"] for found in _ratios(document))


def _consistency_within(document: NetworkDocument) -> str:
    """Return whether the judgments of a network are consistent, in a few words."""
    if not _ratios(document):
        return "nothing that could contradict itself"
    return f"judgments {'' if _are_within(document) else 'not '}consistent within {document['limit']:g}"


def _row_changes(document: NetworkDocument) -> Iterator[str]:
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


def _inconsistent_influences(document: NetworkDocument) -> Iterator[str]:
    """Yield the judgments to look at again."""
    for one in document["influences"]:
        for worst in one["worst"][:1]:
            pair = f"{printable(worst['first'])} over {printable(worst['second'])}"
            yield (
                f"With respect to {printable(one['on'])}: {pair} was judged {ratio(worst['judgment'])}; the "
                f"others say {ratio(worst['consistent'])}."
            )


def network_page(document: NetworkDocument) -> Iterator[Block]:
    """Yield what is told below the first screen, the provenance last."""
    yield Heading("Ranking")
    yield _ranking(document, {"priority": document["priorities"]})
    yield Heading("Nodes", id="nodes")
    yield _nodes(document)
    yield Figure(("network_priorities",))
    told = paragraphs(_row_changes(document))
    if told:
        yield from (Heading("What would change it", id="change"), *told)
        yield from at("all", [_rows(document)])
        yield Figure(("network_influence",))
    yield Heading("Influences and their consistency", id="influences")
    yield _influences(document)
    yield from paragraphs(_inconsistent_influences(document))
    yield from at("all", [Heading("Supermatrix", id="supermatrix"), _supermatrix(document)])
    yield from _ending(document)


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
    """What the pages of a decision are made of.

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
class Judged:
    """What all reports of one kind of document of what people judged are made of.

    Attributes
    ----------
    schema : callable
        To the JSON Schema of the document.
    labels, page : callable
        From a document to every label that came from a file, and to the blocks below the first screen.
    rows : callable
        To the rows of a CSV at full precision, the heading first.
    first, manner : callable
        To who is first, and to how that was found, in a few words.
    lead, verdict : callable
        To what is compared by what, and to whether the judgments are consistent.
    is_sure : callable
        Whether nothing about them is doubtful.
    sure, change : callable
        To how sure the choice is, and to what would change it, a sentence each.
    """

    schema: Callable[[], dict[str, Any]]
    labels: Callable[[Any], Iterable[str]]
    page: Callable[[Any], Iterable[Block]]
    rows: Callable[[Any], list[list[object]]]
    first: Callable[[Any], str]
    manner: Callable[[Any], str]
    lead: Callable[[Any], str]
    verdict: Callable[[Any], str]
    is_sure: Callable[[Any], bool]
    sure: Callable[[Any], Iterable[str]]
    change: Callable[[Any], Iterable[str]]

    def opening(self, document: Mapping[str, Any], show: Shown) -> Opening:
        """Return the first screen: who is first, how sure that is, and what would change it."""
        first = self.first(document)
        card = Card(
            question=show(document["goal"]),
            answer=show(capital(first)),
            names=show(document["ranking"][0]),
            sign="✓" if self.is_sure(document) else "!",
            verdict=self.verdict(document),
            sure=tuple(map(show, self.sure(document))),
            change=tuple(map(show, islice(self.change(document), _MOST))),
            target="provenance",
        )
        return Opening(show(f"{document['goal']}: {first}"), self.lead(document), (card,))


def _warnings(document: Mapping[str, Any]) -> Iterable[str]:
    return map(sentence, document["warnings"])


def _hierarchy_sure(document: HierarchyDocument) -> Iterator[str]:
    yield from map(sentence, [phrases.manner(document), *document["warnings"]])
    yield from (*phrases.disagreements(document), *phrases.acceptances(document))


DECISION = Told(labels_of, opening_of, decision_page)
_HIERARCHY = Judged(
    schema=hierarchy_schema,
    labels=hierarchy_labels,
    page=hierarchy_page,
    rows=hierarchy_rows,
    first=phrases.first_place,
    manner=phrases.manner,
    lead=phrases.by_what,
    verdict=phrases.verdict,
    is_sure=lambda document: phrases.is_within(document) and not phrases.doubts(document),
    sure=_hierarchy_sure,
    change=phrases.changes,
)
JUDGED = {
    "ahp.hierarchy/1": _HIERARCHY,
    "ahp.merits/1": Judged(
        schema=merits_schema,
        labels=merits_labels,
        page=merits_page,
        rows=merits_rows,
        first=_merits_first,
        manner=_merits_manner,
        lead=lambda document: f"{capital(_merits_manner(document))}.",
        verdict=lambda document: (
            f"first by {len(_agreeing(document))} of {len(document['syntheses'])} ways of putting merits "
            "together"
        ),
        is_sure=lambda document: (
            len(_agreeing(document)) == len(document["syntheses"]) and not _merits_doubtful(document)
        ),
        sure=_warnings,
        change=_merit_changes,
    ),
    "ahp.network/1": Judged(
        schema=network_schema,
        labels=network_labels,
        page=network_page,
        rows=network_rows,
        first=_chosen,
        manner=_network_manner,
        lead=lambda document: f"{capital(_network_manner(document))}.",
        verdict=_consistency_within,
        is_sure=lambda document: _are_within(document) and not document["warnings"],
        sure=_warnings,
        change=_row_changes,
    ),
}
"""By the key `schema` of a document."""


def told_of(document: Mapping[str, Any]) -> Told | Judged:
    """Return what pages of a document are made of: one of a decision has scenarios."""
    return DECISION if "scenarios" in document else judged_of(document)


def judged_of(document: object) -> Judged:
    """Return the same of what people judged; of what says nothing of its kind, that of a hierarchy."""
    said = document.get("schema") if isinstance(document, Mapping) else None
    return JUDGED.get(str(said), _HIERARCHY)


def title_of(document: Mapping[str, Any]) -> str:
    """Return what a document decides, and who is first."""
    return f"{printable(document['goal'])}: {judged_of(document).first(document)}"
