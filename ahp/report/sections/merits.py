"""Merits as blocks, and their first screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from ahp.printing import printable
from ahp.report.documents.hierarchy import FirstDocument, HierarchyDocument
from ahp.report.documents.models import MeritsDocument
from ahp.report.numbers import edge, share, typed_end
from ahp.report.page import Block, Details, Figure, Heading, Table, at, paragraphs, table
from ahp.report.phrases.doubts import opinions, people_table
from ahp.report.phrases.grammar import capital, joined, sentence, shared_places
from ahp.report.phrases.hierarchy import (
    acceptances,
    agreements,
    changes,
    contradictions,
    is_doubtful,
)
from ahp.report.sections.cards import Card
from ahp.report.sections.hierarchy import criteria_table, inputs_tables, made
from ahp.report.sections.judgments import judged_tables
from ahp.report.sections.labels import Shown
from ahp.report.sections.opening import Opening

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
    return list(_blocks(document))


def _blocks(document: MeritsDocument) -> Iterator[Block]:
    yield Heading("Ranking")
    yield _ranking(document)
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


def _ranking(document: MeritsDocument) -> Table:
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
