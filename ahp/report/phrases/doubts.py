"""What is doubtful about judgments, what each participant says, and which opinions there are among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import listed, quoted
from ahp.printing import printable
from ahp.report.numbers import ratio, share
from ahp.report.phrases.grammar import joined

if TYPE_CHECKING:
    from ahp.report.documents.hierarchy import (
        HierarchyDocument,
        NodeDocument,
        PeopleDocument,
        WorstDocument,
    )
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


_MOST = 5
"""Sentences of one kind at most."""

_FEWEST = 3
"""Participants from which on agreement can be told from chance."""

_CHANCE = 0.05


def doubts_of_people(
    people: PeopleDocument | None, nodes: Sequence[NodeDocument], limit: float
) -> Iterator[str]:
    """Yield why a group's choice is doubtful, however consistent the mean of its judgments is.

    That half of them or more contradict themselves, by how much they count; and where three or more agree no
    better than random answers would: neither on the order (Kendall's W) nor on half of the single judgments.
    """
    if people is None:
        return
    counted = [one for one in people["participants"] if one["weight"] > 0 and one["ratio"] is not None]
    bad = [one for one in counted if (one["ratio"] or 0.0) > limit]
    if bad and 2 * sum(one["weight"] for one in bad) >= sum(one["weight"] for one in counted):
        named = ", ".join(
            f"{printable(one['participant'])} {share(one['ratio'] or 0.0)}" for one in bad[:_MOST]
        )
        more = f" and {len(bad) - _MOST} more" if len(bad) > _MOST else ""
        yield (
            f"{len(bad)} of {len(counted)} participants contradict themselves (consistency ratio above "
            f"{limit:g}: {named}{more}), which the mean of their judgments does not show"
        )
    for node in nodes:
        found = node["agreement"]
        if found is None or found["kendall_p"] is None:
            continue
        heard, n = len(found["participants"]) - len(found["left_out"]), len(node["priorities"])
        loose = 4 * len(found["dispersed"]) >= n * (n - 1)
        if heard >= _FEWEST and n > 2 and found["kendall_p"] > _CHANCE and loose:
            where = listed([" / ".join(node["path"])]) if node["path"] else "the goal"
            yield f"under {where} the participants agree no better than random answers would"


def people_table(document: HierarchyDocument) -> tuple[list[str], list[list[str]]]:
    """Return a row for each participant, with the headings."""
    people = document.get("people")
    heads = ["participant", "counts", "consistency", "unanswered", "first", "from the group"]
    if people is None:
        return heads, []
    rows = []
    for one in people["participants"]:
        ranking, distance = one["ranking"], one["distance"]
        rows.append(
            [
                printable(one["participant"]),
                f"{one['weight']:.3g}" if one["weight"] > 0 else "out",
                "–" if one["ratio"] is None else share(one["ratio"]),
                str(sum(len(node["missing"]) for node in one["nodes"])),
                "–" if not ranking else printable(ranking[0]),
                "–" if distance is None else share(distance),
            ]
        )
    return heads, rows


def opinions(document: HierarchyDocument) -> Iterator[str]:
    """Yield how far all agree, what opinions there are, and who is to look at what again."""
    people = document.get("people")
    if people is None:
        return
    if people["consensus"] is not None:
        yield f"Consensus of all: {share(people['consensus'])} ({people['level']})."
    clusters = [names for names in people["clusters"] if len(names) > 1]
    if len(people["clusters"]) > 1 and clusters:
        alone = [name for names in people["clusters"] if len(names) == 1 for name in names]
        said = "; ".join(joined(names) for names in clusters)
        rest = f"; on their own: {joined(alone)}" if alone else ""
        yield f"Of one opinion: {said}{rest}."
    yield from _without_one(document, people)
    nodes = {tuple(node["path"]): node for node in document["nodes"]}
    worst = [
        (node["ratio"] or 0.0, one["participant"], node)
        for one in people["participants"]
        for node in one["nodes"]
        if node["worst"]
    ]
    worst.sort(key=lambda found: -found[0])
    for ratio_of, name, node in worst[:_MOST]:
        where = " / ".join(printable(step) for step in node["path"]) or "the goal"
        first = node["worst"][0]
        said = (
            circle(node["worst"])
            if is_circle(nodes[tuple(node["path"])], node["worst"])
            else f"{printable(first['first'])} over {printable(first['second'])} is "
            f"{ratio(first['judgment'])}; their other judgments say {ratio(first['consistent'])}"
        )
        yield f"{printable(name)} under {where} (consistency ratio {share(ratio_of)}): {said}."
    if len(worst) > _MOST:
        yield f"{len(worst) - _MOST} more contradict themselves somewhere; see the JSON report."


def is_circle(node: NodeDocument, worst: Sequence[WorstDocument]) -> bool:
    """Whether these are the three judgments of three items, each as far from what the other two say."""
    return len(node["priorities"]) == 3 == len(worst)


def circle(worst: Sequence[WorstDocument]) -> str:
    """Return the three judgments of three items, of which none is more to be looked at than the others."""
    told = [
        f"{printable(one['first'])} over {printable(one['second'])} is {ratio(one['judgment'])}"
        for one in worst
    ]
    return f"{', '.join(told[:-1])} and {told[-1]}, each of which contradicts the other two"


def _without_one(document: HierarchyDocument, people: PeopleDocument) -> Iterator[str]:
    """Yield how sure the group's priorities are, and without whom another would be first."""
    errors = people.get("standard_errors")
    if errors is None:
        return
    most = sorted(errors, key=lambda name: -document["priorities"][name])[:_MOST]
    said = ", ".join(f"{printable(name)} ± {share(errors[name])}" for name in most)
    yield f"Had others like them been asked (standard errors, by the jackknife): {said}."
    turned: dict[str, list[str]] = {}
    for one in people["participants"]:
        other = one["without"]
        if one["weight"] > 0 and other is not None and other != document["ranking"][0]:
            turned.setdefault(other, []).append(one["participant"])
    for other, names in turned.items():
        of_them = "" if len(names) == 1 else "any one of "
        yield f"Without {of_them}{joined(names)}, {printable(other)} would be first."


def since(document: HierarchyDocument) -> Iterator[str]:
    """Yield what changed since the round before, and who moved."""
    found = document.get("against")
    if found is None:
        return
    before, now = printable(found["first_before"]), printable(found["first"])
    yield f"{now} is still first." if before == now else f"{now} is first instead of {before}."
    for what, shifts in (("Priorities", found["priorities"]), ("Weights", found["weights"])):
        moved = sorted(shifts, key=lambda one: -abs((one["now"] or 0.0) - (one["before"] or 0.0)))
        told = [
            f"{' / '.join(map(printable, one['path']))} {_or_none(one['before'])} → {_or_none(one['now'])}"
            for one in moved
            if _or_none(one["before"]) != _or_none(one["now"])
        ]
        if told:
            yield f"{what} that changed most: {', '.join(told[:_MOST])}."
    people = document.get("people")
    consensus = None if people is None else people["consensus"]
    if consensus is not None and found["consensus_before"] is not None:
        yield f"Consensus of all: {share(found['consensus_before'])} → {share(consensus)}."
    stayed = []
    for one in found["participants"]:
        name = printable(one["participant"])
        distance = f"from the group {_or_none(one['distance_before'])} → {_or_none(one['distance'])}"
        if one["joined"]:
            yield f"{name} is new."
        elif one["changed"]:
            plural = "" if one["changed"] == 1 else "s"
            yield f"{name} changed {one['changed']} judgment{plural}; {distance}."
        else:
            stayed.append(one["participant"])
    if stayed:
        yield f"{joined(stayed)} changed nothing."
    if found["left"]:
        yield f"No longer there: {joined(found['left'])}."


def _or_none(value: float | None) -> str:
    return "–" if value is None else share(value)
