"""A network as blocks, and its first screen."""

from __future__ import annotations

from collections.abc import Iterator

from ahp.printing import printable
from ahp.report.documents.models import InfluenceDocument, NetworkDocument
from ahp.report.numbers import edge, ratio, share, typed_end
from ahp.report.page import Block, Figure, Heading, Table, at, paragraphs, table
from ahp.report.phrases.grammar import capital, sentence, shared_places
from ahp.report.sections.cards import Card
from ahp.report.sections.hierarchy import inputs_tables, made
from ahp.report.sections.labels import Shown
from ahp.report.sections.merits import chosen
from ahp.report.sections.opening import Opening

_MOST = 3
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
    return list(_blocks(document))


def _blocks(document: NetworkDocument) -> Iterator[Block]:
    yield Heading("Ranking")
    yield _ranking(document)
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


def _ranking(document: NetworkDocument) -> Table:
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
