"""What a page and a LaTeX file say of a hierarchy of judgments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ahp.report.content.cards import Card
from ahp.report.content.judgments import judged_tables
from ahp.report.content.labels import Shown
from ahp.report.content.opening import Opening
from ahp.report.content.ranking import Number, Ranking, Row
from ahp.report.content.together import Part
from ahp.report.hierarchy_documents import HierarchyDocument
from ahp.report.hierarchy_wording import (
    acceptances,
    agreements,
    changes,
    consistency_of,
    contradictions,
    criteria_rows,
    disagreements,
    doubts,
    first_place,
    manner,
    of_weights,
    ranked,
    reversals,
    spans,
    way,
)
from ahp.report.numbers import share
from ahp.report.page import Table, fit, fit_table, table
from ahp.report.people_wording import opinions, people_table
from ahp.report.wording import capital, sentence

_MOST = 3
"""Sentences on the first screen about what would change the choice."""


def hierarchy_labels(document: HierarchyDocument) -> Iterator[str]:
    """Yield every label of a hierarchy that came from a file."""
    yield document["goal"]
    yield from document["alternatives"]
    yield from (source["file"] for source in document["inputs"])
    for node in document["nodes"]:
        yield from node["path"]
        yield from node["priorities"]
        yield from () if node.get("judged") is None else (node["judged"] or {"items": []})["items"]
        if node["agreement"] is not None:
            yield from node["agreement"]["participants"]


def hierarchy_opening(document: HierarchyDocument, show: Shown, target: str) -> Opening:
    """Return the choice, how sure it is and what would change it; `target` is the part that says more."""
    said = first_place(document)
    sure = map(sentence, [manner(document), *document["warnings"]])
    limit = document["limit"]
    within = document["consistency"]["ratio"] <= limit
    verdict = f"judgments {'' if within else 'not '}consistent within {limit:g}"
    if within and doubts(document):
        verdict = "doubtful, as people judged"
    card = Card(
        question=show(document["goal"]),
        answer=show(capital(said)),
        names=show(document["ranking"][0]),
        gained=(),
        sign="✓" if within and not doubts(document) else "!",
        verdict=verdict,
        sure=tuple(map(show, [*sure, *disagreements(document), *acceptances(document)])),
        change=tuple(map(show, list(changes(document))[:_MOST])),
        target=target,
    )
    title = show(f"{document['goal']}: {said}")
    what = "Weights of the criteria" if of_weights(document) else "Ranked by the priorities"
    return Opening(title, f"{what} that the judgments give.", (card,))


def hierarchy_ranking(document: HierarchyDocument, show: Shown) -> Ranking:
    """Return the ranking by scores; in the distributive mode they are the priorities."""
    head = "priority" if document["mode"] == "distributive" else "score"
    if of_weights(document):
        head = "weight"
    values = document["scores"]
    tied = {name: group for group in document["ties"] for name in group}
    ranking, most = document["ranking"], max(values.values())
    rows = []
    for name in ranking:
        group = tied.get(name, [name])
        place = min(ranking.index(other) for other in group) + 1
        bar = f"{100 * values[name] / most:.4g}" if most > 0 else "0"
        number = Number(repr(values[name]), share(values[name]), bar)
        rows.append(Row(document["alternatives"].index(name), place, show(name), place == 1, (number,)))
    return Ranking((("benefit", head),), tuple(rows), ranked(document))


def hierarchy_parts(document: HierarchyDocument, show: Shown, shortened: dict[str, str]) -> list[Part]:
    """Return what is told beyond the opening and the ranking, the provenance last."""
    parts = [Part("Criteria", (), (fit_table(_criteria(document), show),))]
    if not of_weights(document):
        parts.append(Part("Alternatives", (), tuple(fit(_alternatives(document), show))))
    judged = tuple(fit(judged_tables(document), show))
    if judged:
        parts.append(Part("Judgments and their consistency", (), judged, folded=True))
    heads, rows = people_table(document)
    if rows:
        people = [table("people", "What each participant says", heads, rows, (4,)), *_own(document)]
        parts.append(Part("Participants", _said(opinions(document), show), tuple(fit(people, show))))
    for title, sentences in (
        ("Judgments to look at again", contradictions(document)),
        ("Agreement", agreements(document)),
        ("What would change it", chain(changes(document), acceptances(document))),
        ("Rank reversal", reversals(document)),
        ("Warnings", map(sentence, document["warnings"])),
    ):
        found = _said(sentences, show)
        tables = (fit_table(_gradients(document), show),) if title == "What would change it" else ()
        if found:
            parts.append(Part(title, found, tables if document["sensitivity"]["gradients"] else ()))
    return [*parts, _provenance(document, show, shortened)]


def _said(sentences: Iterable[str], show: Shown) -> tuple[str, ...]:
    return tuple(map(show, sentences))


def _criteria(document: HierarchyDocument) -> Table:
    rows = []
    for path, local, total, node in criteria_rows(document):
        found = None if node is None else node["consistency"]
        numbers = [f"{found['lambda_max']:.4f}", f"{found['index']:.4f}"] if found is not None else ["–", "–"]
        within = "–" if local is None else share(local)
        rows.append([way(path), within, share(total), *numbers, consistency_of(node) or "–"])
    heads = ["criterion", "local weight", "global weight", "λ_max", "CI", "CR"]
    caption = "Criteria, their weights and the consistency of the judgments under them"
    return table("criteria", caption, heads, rows)


def _alternatives(document: HierarchyDocument) -> list[Table]:
    names = document["alternatives"]
    leaves = [
        [way(node["path"]), *(share(node["priorities"][name]) for name in names)]
        for node in document["nodes"]
        if node["leaf"]
    ]
    under = [
        [way(one["path"]), *(share(one["scores"][name]) for name in names)]
        for one in document["sensitivity"]["performance"]
    ]
    under.append(["overall", *(share(document["scores"][name]) for name in names)])
    caption = "Performance: scores under each criterion alone"
    return [
        table("local", "Local priorities", ["under", *names], leaves),
        table("performance", caption, ["criterion", *names], under),
    ]


def _own(document: HierarchyDocument) -> list[Table]:
    """Return the global priorities by each participant's own judgments, where they are known."""
    people, names = document.get("people"), document["alternatives"]
    rows = [
        [one["participant"], *(share(one["priorities"][name]) for name in names)]
        for one in (people["participants"] if people is not None else ())
        if one["priorities"] is not None
    ]
    caption = "Global priorities by each participant's own judgments"
    return [table("own", caption, ["participant", *names], rows)] if rows else []


def _gradients(document: HierarchyDocument) -> Table:
    rows = [[criterion, said] for criterion, said in spans(document)]
    caption = "Who is first as one weight goes from 0 to 1"
    return table("gradients", caption, ["criterion", "first"], rows, (1,))


def _provenance(document: HierarchyDocument, show: Shown, shortened: dict[str, str]) -> Part:
    rows = [[s["file"], str(s["judgments"]), s["sha256"] or "–"] for s in document["inputs"]]
    heads = ["file", "judgments", "SHA-256"]
    tables = [fit_table(table("inputs", "Files that were read", heads, rows, (2,)), show)] if rows else []
    if shortened:
        whole = tuple((short, label) for label, short in shortened.items())
        heads = ["shortened", "the whole label"]
        tables.append(table("labels", "Labels that are shortened above", heads, whole, (1,)))
    said = (
        f"Made with ahp {document['version']}, document {document['schema']}; {document['mode']} mode, "
        f"priorities by the {document['method']} method (Saaty 1977), random index "
        f"{document['random_index']}.",
    )
    return Part("Provenance", _said(said, show), tuple(tables))
