"""The sentences about a hierarchy of judgments that every report shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from ahp.printing import printable
from ahp.report.numbers import consistency, probability, ratio, share, typed_end, typed_judgment
from ahp.report.phrases.doubts import circle, doubts_of_people, is_circle
from ahp.report.phrases.grammar import joined, shared_places
from ahp.report.phrases.study import made_with

if TYPE_CHECKING:
    from ahp.report.documents.hierarchy import (
        AgreementDocument,
        ChangedDocument,
        HierarchyDocument,
        NodeDocument,
    )

CriterionRow: TypeAlias = "tuple[tuple[str, ...], float | None, float, NodeDocument | None]"
"""The way to a criterion, its local and its global weight, and what is judged under it."""

_MOST = 5
"""Sentences of one kind at most."""

_JUDGED = ("judgments", "group", "intervals", "fuzzy")
"""Kinds of comparisons that people judge."""

_APART = ("very low", "low")
"""Levels of consensus of those who do not agree."""

_LOOSE = 0.2
"""Share of random groups as close together from which on the answers are worth a word, however few."""

KINDS = {
    "judgments": "judged",
    "group": "group",
    "values": "measured",
    "weights": "weighed",
    "ratings": "rated",
    "intervals": "intervals",
    "fuzzy": "fuzzy",
}
"""What stands at a node, in a word."""

_MIDDLES = {"intervals": "the geometric means of intervals", "fuzzy": "the most plausible of fuzzy judgments"}

ONE_HALF = "; below the diagonal would stand the inverses"
"""What is to be known of a matrix of which one half is shown."""

IN_BRACKETS = "; in brackets the rank of the most inconsistent"
"""What is to be known of a matrix some of whose judgments are marked."""


def way(path: Sequence[str]) -> str:
    """Return the way to a node as text; the goal has none."""
    return " / ".join(printable(name) for name in path) or "the goal"


def of_weights(document: HierarchyDocument) -> bool:
    """Say whether criteria alone are weighed: no comparison is of alternatives."""
    return not any(node["leaf"] for node in document["nodes"])


def ranked(document: HierarchyDocument) -> str:
    """Return what is ranked, in a word."""
    return "criterion" if of_weights(document) else "alternative"


def places(document: HierarchyDocument) -> dict[str, int]:
    """Return the place of each alternative, or lowest criterion; tied ones share the better place."""
    return shared_places(document["ranking"], document["ties"])


def score_heading(document: HierarchyDocument) -> str:
    """Return what the scores are called: in the distributive mode they are the priorities."""
    if of_weights(document):
        return "weight"
    return "priority" if document["mode"] == "distributive" else "score"


def criteria_rows(document: HierarchyDocument) -> Iterator[CriterionRow]:
    """Yield each criterion from the goal down: the way, local and global weight, and what is judged there."""
    nodes = {tuple(node["path"]): node for node in document["nodes"]}
    lowest = iter(document["alternatives"])

    def below(path: tuple[str, ...], local: float | None) -> Iterator[CriterionRow]:
        node = nodes.get(path)
        if node is None:  # a criterion under which nothing stands, of criteria alone
            yield path, local, document["priorities"][next(lowest)], None
            return
        yield path, local, node["weight"], node
        for name, share_of in node["priorities"].items() if not node["leaf"] else ():
            yield from below((*path, name), share_of)

    return below((), None)


def first_place(document: HierarchyDocument) -> str:
    """Return who is first, in a few words."""
    ranking = document["ranking"]
    if len(ranking) == 1:
        nothing = "weigh" if of_weights(document) else "choose between"
        return f"only {joined(ranking)}, nothing to {nothing}"
    tied = next((group for group in document["ties"] if ranking[0] in group), [])
    if tied:
        return f"a tie: {joined(tied)}"
    first = printable(ranking[0])
    if of_weights(document):
        return f"doubtful, with {first} weighing most" if is_doubtful(document) else f"{first} weighs most"
    return f"doubtful, with {first} first" if is_doubtful(document) else f"choose {first}"


def is_doubtful(document: HierarchyDocument) -> bool:
    """Whether judgments contradict one another, or those who judged, more than is accepted.

    Of what version 0.1.0 wrote the consistency ratio tells.
    """
    return document.get("doubtful", document["consistency"]["ratio"] > document["limit"])


def doubts(document: HierarchyDocument) -> list[str]:
    """Return why those who judged make the choice doubtful, whatever their mean says."""
    return list(doubts_of_people(document.get("people"), document["nodes"], document["limit"]))


def doubtful(document: HierarchyDocument) -> list[str]:
    """Return the same as sentences that stand alone."""
    return [f"Doubtful: {doubt}." for doubt in doubts(document)]


def weights_under(path: Sequence[str]) -> str:
    """Return what stands above the weights under a node."""
    return f"Weights under {way(path)}" if path else "Weights of the criteria"


def manner(document: HierarchyDocument) -> str:
    """Return how the priorities were found."""
    if any(node["consistency"] is not None for node in document["nodes"]):
        ratio = f"consistency ratio {share(document['consistency']['ratio'])}"
    elif any(node["kind"] in _JUDGED for node in document["nodes"]):
        ratio = "no consistency ratio"
    else:
        ratio = "nothing judged"
    return f"{manner_of(document)}, {document['method']}; {ratio}"


def manner_of(document: HierarchyDocument) -> str:
    """Return how local priorities are put together, and what else is not as usual."""
    what = ["weights of criteria" if of_weights(document) else f"{document['mode']} mode"]
    if document.get("aggregate", "judgments") != "judgments":
        what.append("arithmetic means" if document["aggregate"].startswith("arithmetic") else "means")
        what[-1] += " of participants' priorities"
    if document.get("scale", "linear") != "linear":
        what.append(f"{document['scale']} scale")
    return ", ".join(what)


def consistency_of(node: NodeDocument | None) -> str:
    """Return the consistency ratio of a node, or why it has none."""
    if node is None:
        return ""
    found = node["consistency"]
    return KINDS[node["kind"]] if found is None else share(found["ratio"])


def is_within(document: HierarchyDocument) -> bool:
    """Say whether the consistency ratio of the whole is no larger than is accepted."""
    return document["consistency"]["ratio"] <= document["limit"]


def verdict(document: HierarchyDocument) -> str:
    """Return whether the judgments are consistent, or else those who judged doubtful, in a few words."""
    within = is_within(document)
    if within and doubts(document):
        return "doubtful, as people judged"
    return f"judgments {'' if within else 'not '}consistent within {document['limit']:g}"


def by_what(document: HierarchyDocument) -> str:
    """Return by what is ranked."""
    what = "Weights of the criteria" if of_weights(document) else "Ranked by the priorities"
    return f"{what} that the judgments give."


def above_ranking(document: HierarchyDocument) -> str:
    """Return what stands above the ranking."""
    return "What weighs most first" if of_weights(document) else "The first choice first"


def judged_under(node: NodeDocument) -> str:
    """Return what stands above the judgments at a node: what they are, and how consistent."""
    found = node["consistency"]
    said = [f"Under {way(node['path'])}"]
    if len(node["participants"]) > 1:
        said.append(f", the weighted geometric mean of {len(node['participants'])} participants")
    if node["kind"] == "ratings":
        said.append(f" ({KINDS['ratings']}), the grades")
    if node["kind"] in _MIDDLES:
        said.append(f", {_MIDDLES[node['kind']]}")
    said.append(
        ": too little is judged to contradict itself"
        if found is None
        else f": {consistency(found['lambda_max'], found['index'], found['ratio'])} "
        f"(random index {found['random_index']:.4g})"
    )
    return "".join(said)


def provenance(document: HierarchyDocument) -> str:
    """Return what made the document, and by which methods."""
    return (
        f"{made_with(document)}; {manner_of(document)}, priorities by the {document['method']} method "
        f"(Saaty 1977), random index {document['random_index']}."
    )


def contradictions(document: HierarchyDocument) -> Iterator[str]:
    """Yield the judgments to look at again, and the least change that would do."""
    for node in document["nodes"]:
        if is_circle(node, node["worst"]):
            yield f"Under {way(node['path'])}: {circle(node['worst'])}."
        for worst in () if is_circle(node, node["worst"]) else node["worst"]:
            pair = f"{printable(worst['first'])} over {printable(worst['second'])}"
            yield (
                f"Under {way(node['path'])}: {pair} is {ratio(worst['judgment'])}; the other judgments say "
                f"{ratio(worst['consistent'])}, which would make the consistency ratio "
                f"{share(worst['ratio'])}."
            )
        repair = node["repair"]
        if repair is not None and repair["changes"]:
            ordered = sorted(repair["changes"], key=lambda c: -_apart(c["from"], c["to"]))
            named = [_changed(one) for one in ordered[:_MOST]]
            more = len(ordered) - len(named)
            rest = f", and {more} smaller ones" if more else ""
            yield (
                f"Under {way(node['path'])}: the smallest change to a ratio of {share(repair['ratio'])} is "
                f"{', '.join(named)}{rest}."
            )


def _changed(one: ChangedDocument) -> str:
    pair = f"{printable(one['first'])} over {printable(one['second'])}"
    return f"{pair} {ratio(one['from'])} to {ratio(one['to'])}"


def agreements(document: HierarchyDocument) -> Iterator[str]:
    """Yield how far the participants agree, node by node."""
    for node in document["nodes"]:
        if node["agreement"] is not None:
            yield from _agreement(way(node["path"]), node["agreement"])


def disagreements(document: HierarchyDocument) -> Iterator[str]:
    """Yield where the participants do not agree, node by node."""
    for node in document["nodes"]:
        found = node["agreement"]
        if found is not None:
            first, *rest = _agreement(way(node["path"]), found)
            yield from [first] if found["level"] in _APART else []
            yield from rest


def _agreement(where: str, found: AgreementDocument) -> Iterator[str]:
    concordance = "" if found["kendall_w"] is None else f", Kendall's W {share(found['kendall_w'])}"
    yield (
        f"Under {where}: {_heard(found)} participants, consensus {share(found['consensus'])} "
        f"({found['level']}){concordance}."
    )
    loose = [one for one in found["dispersed"] if one["chance"] > _LOOSE]
    for one in loose[:_MOST]:
        pair = f"{printable(one['first'])} over {printable(one['second'])}"
        yield (
            f"Under {where}: on the single judgment {pair} they are hardly closer together than random "
            f"answers (a factor of {ratio(one['spread'])} apart)."
        )
    if found["outlying"]:
        stand = "stands" if len(found["outlying"]) == 1 else "stand"
        yield f"Under {where}: {joined(found['outlying'])} {stand} apart from all others."


def _heard(found: AgreementDocument) -> str:
    """Return how many participants are compared, and of how many if some cannot be.

    Examples
    --------
    >>> _heard({"participants": {"Ann": 0.5, "Bob": 0.5}, "left_out": ["Bob"]})
    '1 of 2'
    """
    everybody = len(found["participants"])
    heard = everybody - len(found["left_out"])
    return f"{everybody}" if heard == everybody else f"{heard} of {everybody}"


def changes(document: HierarchyDocument) -> Iterator[str]:
    """Yield what would put another alternative first: the nearest weights and judgments."""
    near: list[tuple[float, str]] = []
    for weight in document["sensitivity"]["weights"]:
        for end, who in ((weight["holds_from"], weight["below"]), (weight["holds_to"], weight["above"])):
            if who is not None:
                now = weight["weight"]
                said = f"Weight: {way(weight['path'])} at {typed_end(end, now)} instead of {share(now)} puts"
                # What only rounding tells apart stays in the order of the criteria.
                near.append((round(abs(end - now), 9), f"{said} {printable(who)} first."))
    yield from (sentence for _, sentence in sorted(near, key=itemgetter(0))[:_MOST])
    if not near and document["sensitivity"]["weights"]:
        yield "No weight of a single criterion changes the first place."
    verb, place = ("makes", "weigh most") if of_weights(document) else ("puts", "first")
    judgments = document["sensitivity"]["judgments"]
    apart = [_apart(one["judgment"], one["critical"] or one["judgment"]) for one in judgments]
    turned = [(far, one) for far, one in zip(apart, judgments, strict=True) if far > 1]  # at a tie it is 1
    for _, one in sorted(turned, key=itemgetter(0))[:_MOST]:
        pair = f"{printable(one['first'])} over {printable(one['second'])}"
        turn = typed_judgment(one["critical"] or 1.0, one["judgment"])
        yield (
            f"Judgment: under {way(one['path'])}, {pair} at {turn} "
            f"instead of {ratio(one['judgment'])} {verb} {printable(one['challenger'] or '')} {place}."
        )
    if not turned and judgments:
        what = "which criterion weighs most" if of_weights(document) else "the first place"
        yield f"No single judgment changes {what}."


def acceptances(document: HierarchyDocument) -> Iterator[str]:
    """Yield how often each alternative is first if nothing is known of the weights."""
    found = document["sensitivity"]["weight_space"]["acceptability"]
    if len(found) < 2 or not document["sensitivity"]["weights"]:
        return
    often = sorted(found, key=lambda name: -found[name][0])
    named = [f"{printable(name)} in {_part(found[name][0])}" for name in often[:_MOST] if found[name][0] > 0]
    yield f"Of all weights that there could be, each is first: {', '.join(named)}."


def _part(of_all: float) -> str:
    return "under 1 %" if of_all < 0.01 else f"{100 * of_all:.0f} %"


def between(document: HierarchyDocument) -> Iterator[str]:
    """Yield who is first, and between what, if judgments lie anywhere in their intervals."""
    found = document.get("spread")
    if found is None:
        return
    what = "weighs most" if of_weights(document) else "is first"
    often = sorted(found["first"], key=lambda name: -found["first"][name])[:_MOST]
    told = [
        f"{printable(name)} {what} in {probability(found['first'][name])}, "
        f"its priority {share(found['low'][name])} to {share(found['high'][name])}"
        for name in often
    ]
    yield (
        f"With judgments anywhere in their intervals ({found['draws']} draws; the priorities of 95 % of "
        f"them): {'; '.join(told)}."
    )


def spans(document: HierarchyDocument) -> Iterator[tuple[str, str]]:
    """Yield for each criterion who is first as its weight goes from 0 to 1; once where it is always one."""
    for one in document["sensitivity"]["gradients"]:
        parts = [
            printable(span["first"])
            if span["to"] >= 1
            else f"{printable(span['first'])} up to {share(span['to'])}"
            for span in one["first"]
        ]
        yield way(one["path"]), ", ".join(parts)


def _apart(one: float, other: float) -> float:
    """Return how many times one is the other; what only rounding tells apart stays in its order."""
    return round(max(one / other, other / one), 9)


def reversals(document: HierarchyDocument) -> Iterator[str]:
    """Yield whose order turns round when an alternative leaves or is copied."""
    for one in document["reversals"][:_MOST]:
        pair = f"{printable(one['first'])} is above {printable(one['second'])}"
        yield f"Rank reversal: {pair}; with the alternatives changed ({printable(one['change'])}) below it."
    more = len(document["reversals"]) - _MOST
    if more > 0:
        yield f"Rank reversal: {more} more; see the JSON report."
