"""The sentences about each participant of a hierarchy, and about the opinions there are among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ahp.errors import listed
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
