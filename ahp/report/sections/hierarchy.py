"""A hierarchy of judgments as blocks, and its first screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ahp.report.documents.hierarchy import HierarchyDocument
from ahp.report.numbers import decimals, share, shares, shares_of_rows
from ahp.report.page import (
    Bar,
    Beside,
    Block,
    Details,
    Figure,
    Heading,
    Paragraph,
    Table,
    at,
    paragraphs,
    table,
)
from ahp.report.phrases import hierarchy as phrases
from ahp.report.phrases.doubts import opinions, people_table, since
from ahp.report.phrases.grammar import sentence
from ahp.report.sections.judgments import judged_tables
from ahp.report.sections.scenario import bar_of

_CHANGE = "What would change it"
_CHANGING = ("judged_margins", "judged_acceptability")
_MOVING = ("judged_gradient", "judged_regions")


def judged_labels(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the labels that all documents of what people judged have: goal, alternatives, files."""
    yield document["goal"]
    yield from document["alternatives"]
    yield from (source["file"] for source in document["inputs"])


def hierarchy_labels(document: HierarchyDocument) -> Iterator[str]:
    """Yield every label of a hierarchy that came from a file."""
    yield from judged_labels(document)
    for node in document["nodes"]:
        yield from node["path"]
        yield from node["priorities"]
        yield from () if node.get("judged") is None else (node["judged"] or {"items": []})["items"]
        if node["agreement"] is not None:
            yield from node["agreement"]["participants"]


def hierarchy_page(document: HierarchyDocument) -> Iterator[Block]:
    """Yield what is told below the first screen, the provenance last."""
    yield Heading("Ranking")
    yield Beside((_ranking(document),), Figure(("judged_hierarchy",)))
    yield Heading("Criteria", id="criteria")
    if phrases.of_weights(document):
        yield from (Figure(("judged_priorities",)), criteria_table(document))
    else:
        yield criteria_table(document)
        yield Heading("Alternatives", id="alternatives")
        yield Figure(("judged_priorities", "judged_performance"))
        yield from _alternatives(document)
        yield from at("all", _contributions(document))
    judged = judged_tables(document)
    if judged:
        heading = Heading("Judgments and their consistency", id="judgments")
        yield from at("all", [heading, Details("The matrices", (Figure(("judged_matrices",)), *judged))])
    heads, rows = people_table(document)
    if rows:
        yield from (Heading("Participants", id="participants"), *paragraphs(opinions(document)))
        yield table("people", "What each participant says", heads, rows, (4,))
        yield from _own(document)
    for id, title, figures, sentences in (
        ("round", "Since the round before", (), since(document)),
        ("contradictions", "Judgments to look at again", (), phrases.contradictions(document)),
        ("agreement", "Agreement", ("judged_agreement",), phrases.agreements(document)),
        ("intervals", "What the intervals leave open", (), phrases.between(document)),
        ("change", _CHANGE, _CHANGING, chain(phrases.changes(document), phrases.acceptances(document))),
        ("reversal", "Rank reversal", (), phrases.reversals(document)),
        ("warnings", "Warnings", (), map(sentence, document["warnings"])),
    ):
        told = paragraphs(sentences)
        if told:
            yield from (Heading(title, id=id), *told, *([Figure(figures)] if figures else []))
            if title == _CHANGE and (lines := _gradients(document)):
                yield Details("As the weights move", (*lines, Figure(_MOVING)))
    yield from judged_provenance(document, phrases.provenance(document))


def _ranking(document: HierarchyDocument) -> Table:
    """Return the ranking by scores."""
    head, values = phrases.score_heading(document), document["scores"]
    most = max(values.values())
    rows, bars, place = [], [], phrases.places(document)
    for name, shown in zip(place, shares([values[name] for name in place]), strict=True):
        rows.append([str(place[name]), name, shown])
        drawn = ("benefit", repr(values[name]), bar_of(values[name], most))
        bars.append(Bar(document["alternatives"].index(name), place[name] == 1, (drawn,)))
    return table(
        "ranking",
        phrases.above_ranking(document),
        ["place", phrases.ranked(document), head],
        rows,
        (1,),
        bars,
    )


def criteria_table(document: HierarchyDocument) -> Table:
    """Return the criteria with their weights, and how consistent the judgments under each are."""
    rows = []
    for path, local, total, node in phrases.criteria_rows(document):
        found = None if node is None else node["consistency"]
        numbers = ["–", "–"]
        if found is not None:
            numbers = [decimals(found["lambda_max"], 4), decimals(found["index"], 4)]
        within = "–" if local is None else share(local)
        rows.append([phrases.way(path), within, share(total), *numbers, phrases.consistency_of(node) or "–"])
    heads = ["criterion", "local weight", "global weight", "λ_max", "CI", "CR"]
    caption = "Criteria, their weights and the consistency of the judgments under them"
    return table("criteria", caption, heads, rows)


def _alternatives(document: HierarchyDocument) -> list[Table]:
    names = document["alternatives"]
    leaves = [(phrases.way(node["path"]), node["priorities"]) for node in document["nodes"] if node["leaf"]]
    under = [(phrases.way(one["path"]), one["scores"]) for one in document["sensitivity"]["performance"]]
    under.append(("overall", document["scores"]))
    caption = "Performance: scores under each criterion alone"
    return [
        table("local", "Local priorities", ["local priority under", *names], _rows(leaves, names)),
        table("performance", caption, ["score under", *names], _rows(under, names)),
    ]


def _rows(values: Sequence[tuple[str, Mapping[str, float]]], names: Sequence[str]) -> list[list[str]]:
    """Return a row of the numbers of all alternatives for each of what they are numbers under."""
    shown = shares_of_rows([[own[name] for name in names] for _, own in values])
    return [[head, *own] for (head, _), own in zip(values, shown, strict=True)]


def _contributions(document: HierarchyDocument) -> list[Table]:
    """Return what each lowest criterion adds to each score: its global weight times the score under it."""
    if document["mode"] == "product":  # there nothing is added
        return []
    names = document["alternatives"]
    leaves = {tuple(node["path"]) for node in document["nodes"] if node["leaf"]}
    rows = [
        [
            phrases.way(one["path"]),
            share(one["weight"]),
            *(share(one["weight"] * one["scores"][name]) for name in names),
        ]
        for one in document["sensitivity"]["performance"]
        if tuple(one["path"]) in leaves
    ]
    rows.append(["overall", share(1.0), *(share(document["scores"][name]) for name in names)])
    caption = "Contributions: what each criterion adds, its global weight times the score under it"
    return [table("contributions", caption, ["weight of", "weight", *names], rows)]


def _own(document: HierarchyDocument) -> list[Table]:
    """Return the global priorities by each participant's own judgments, where they are known."""
    people, names = document.get("people"), document["alternatives"]
    rows = [
        [one["participant"], *(share(one["priorities"][name]) for name in names)]
        for one in (people["participants"] if people is not None else ())
        if one["priorities"] is not None
    ]
    caption = "Global priorities by each participant's own judgments"
    return [table("own", caption, ["own priority", *names], rows)] if rows else []


def _gradients(document: HierarchyDocument) -> list[Table]:
    rows = [[criterion, said] for criterion, said in phrases.spans(document)]
    caption = "Who is first as one weight goes from 0 to 1"
    return [table("gradients", caption, ["weight from 0 to 1 of", "first"], rows, (1,))] if rows else []


def judged_provenance(document: Mapping[str, Any], said: str) -> list[Block]:
    """Return what made a document, and the files that were read, if there are any."""
    blocks: list[Block] = [Heading("Provenance", id="provenance"), Paragraph(said)]
    rows = [[s["file"], str(s["judgments"]), s["sha256"] or "–"] for s in document["inputs"]]
    if rows:
        heads = ["file", "judgments", "SHA-256"]
        blocks.append(table("inputs", "Files that were read", heads, rows, (2,)))
    return at("all", blocks)


def hierarchy_rows(document: HierarchyDocument) -> list[list[object]]:
    """Return a row for each alternative at full precision: rank, priority, and the local one by leaf.

    Of criteria alone a row for each: its local and its global weight, and the rank of the lowest.
    """
    if phrases.of_weights(document):
        return _weight_rows(document)
    leaves = [node for node in document["nodes"] if node["leaf"]]
    rows: list[list[object]] = [
        ["alternative", "rank", "priority", "score", *(f"priority_{' / '.join(n['path'])}" for n in leaves)]
    ]
    for name, place in phrases.places(document).items():
        local = (repr(node["priorities"][name]) for node in leaves)
        rows.append([name, place, repr(document["priorities"][name]), repr(document["scores"][name]), *local])
    return rows


def _weight_rows(document: HierarchyDocument) -> list[list[object]]:
    place = phrases.places(document)
    rows: list[list[object]] = [["criterion", "local_weight", "global_weight", "rank"]]
    lowest = iter(document["alternatives"])
    for path, local, total, node in phrases.criteria_rows(document):
        if path:
            name = next(lowest) if node is None else None
            rank = "" if name is None else place[name]
            rows.append([" / ".join(path), repr(local), repr(total), rank])
    return rows
