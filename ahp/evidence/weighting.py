"""How much each criterion weighs: by its own weight or by judgments, which a study's file may hold.

Criteria share out their weight among siblings, down the branches.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from ahp.core.priorities import priorities
from ahp.errors import AHPError, StudyError, listed, quoted
from ahp.notebook import NotebookFace
from ahp.terms import DEEPEST, Merit

if TYPE_CHECKING:
    from ahp.evidence.study import Criterion
    from ahp.model.comparisons import Comparison
    from ahp.model.group import Group
    from ahp.model.matrix import PairwiseMatrix

_HUGE = 2.0**960
"""Sums of larger weights may be more than a float holds."""


@dataclass(frozen=True)
class Branch(NotebookFace):
    """A criterion that is made of others, its sub-criteria; nothing is measured for it.

    Attributes
    ----------
    name : str
        What `under` of its sub-criteria says.
    merit : Merit
        That of all its sub-criteria.
    weight : float
        Among its siblings, before these are normalised.
    under : str or None
        The branch that it belongs to itself; None for one of the merit's own.

    Examples
    --------
    >>> Branch("performance", Merit.BENEFIT).weight
    1.0
    """

    name: str
    merit: Merit
    weight: float = 1.0
    under: str | None = None


Node: TypeAlias = "Criterion | Branch"
"""Everything that has a weight; a criterion is a leaf."""


def nodes_of(leaves: Sequence[Criterion], branches: Sequence[Branch]) -> tuple[Node, ...]:
    """Return everything that has a weight, leaves first."""
    return (*leaves, *branches)


def check_branches(branches: Sequence[Branch], leaves: Sequence[Criterion]) -> None:
    """Refuse branches that are unknown, empty, of two merits, under themselves, or too deep.

    Raises
    ------
    StudyError
        The message names the branch.
    """
    times = Counter(node.name for node in nodes_of(leaves, branches))
    twice = [name for name, count in times.items() if count > 1]
    if twice:
        raise StudyError(f"criteria are named once; found {listed(twice)} more than once")
    by_name = {branch.name: branch for branch in branches}
    for node in nodes_of(leaves, branches):
        if node.under is None:
            continue
        above = by_name.get(node.under)
        if above is None:
            raise StudyError(
                f"{quoted(node.name)} stands under {quoted(node.under)}, which is no branch; describe it in "
                f"[branches.{node.under}]"
            )
        if above.merit is not node.merit:
            raise StudyError(
                f"{quoted(node.name)} is a {node.merit.value} under {quoted(above.name)}, a "
                f"{above.merit.value}; merits are kept apart"
            )
    inhabited = {node.under for node in nodes_of(leaves, branches)}
    levels: dict[str | None, int] = {None: 0}
    for branch in branches:
        way: dict[str, None] = {}
        here: str | None = branch.name
        while here is not None and here not in levels:
            if here in way:
                raise StudyError(f"the branch {quoted(here)} stands under itself")
            way[here] = None
            here = by_name[here].under
        levels.update(zip(reversed(way), itertools.count(levels[here] + 1), strict=False))
        if branch.name not in inhabited:
            raise StudyError(f"nothing stands under the branch {quoted(branch.name)}; leave it out")
    deepest = max(levels.values()) + 1
    if deepest > DEEPEST:
        raise StudyError(f"the criteria have {deepest} levels, at most {DEEPEST} are read; join branches")


def siblings_of(name: str, branches: Sequence[Branch], leaves: Sequence[Criterion]) -> tuple[str, ...]:
    """Return what stands beside a criterion or branch, itself included: same merit, same branch."""
    nodes = {node.name: node for node in nodes_of(leaves, branches)}
    own = nodes[name]
    return tuple(node.name for node in nodes.values() if (node.merit, node.under) == (own.merit, own.under))


def leaf_weights(
    leaves: Sequence[Criterion], branches: Sequence[Branch], judgments: Sequence[PairwiseMatrix], method: str
) -> dict[str, float]:
    """Return the weight of each leaf, summing to 1 within each merit.

    A leaf's weight is the product of the local weights on the way to it. Where a leaf is left out, what
    remains of its siblings shares its weight; a branch of which nothing remains counts for nothing.
    """
    judged = {
        name: float(share)
        for matrix in judgments
        for name, share in zip(matrix.labels, priorities(matrix.values, method=method), strict=True)
    }
    kept = _inhabited(leaves, branches)
    nodes = {node.name: node for node in nodes_of(leaves, kept)}
    raw = {name: judged.get(name, node.weight) for name, node in nodes.items()}
    if max(raw.values(), default=0.0) > _HUGE:  # or their sum is no number
        raw = {name: math.ldexp(weight, -64) for name, weight in raw.items()}
    totals: dict[tuple[Merit, str | None], float] = {}
    for name, node in nodes.items():
        totals[node.merit, node.under] = totals.get((node.merit, node.under), 0.0) + raw[name]

    def share(node: Node) -> float:
        total = totals[node.merit, node.under]
        local = raw[node.name] / total if total else 0.0
        return local if node.under is None else local * share(nodes[node.under])

    return {leaf.name: share(leaf) for leaf in leaves}


def _inhabited(leaves: Sequence[Criterion], branches: Sequence[Branch]) -> list[Branch]:
    """Return the branches under which a leaf stands, however far down."""
    by_name = {branch.name: branch for branch in branches}
    found: dict[str, Branch] = {}
    for leaf in leaves:
        above = leaf.under
        while above is not None and above not in found:
            found[above] = by_name[above]
            above = by_name[above].under
    return [branch for branch in branches if branch.name in found]


Pairs = dict[tuple[str, str], Any]

_FORM = 'judgments is a list of [criterion, criterion, how many times], ["a", "b", 3]'


def over_criteria(
    given: object, leaves: Sequence[Criterion], branches: Sequence[Branch], participants: Mapping[str, float]
) -> tuple[PairwiseMatrix | Group, ...]:
    """Return the comparisons of criteria: one for each set of siblings that is judged.

    Parameters
    ----------
    given : list, or mapping of str to list
        `["a", "b", 3]`: a is three times as important as b; for each participant where several judged.
    leaves, branches : sequence
        The criteria.
    participants : mapping of str to float
        How much participants count; 1 for those not named.

    Raises
    ------
    StudyError
        If an entry is none, names no criterion, or compares what are no siblings.
    """
    if not isinstance(given, Mapping):
        found = _by_siblings(given, "judgments", leaves, branches)
        return tuple(_one(pairs, "judgments", names) for names, pairs in found.items())
    said: dict[tuple[str, ...], dict[str, Pairs]] = {}
    for who, rows in given.items():
        for names, pairs in _by_siblings(rows, f"judgments of {quoted(who)}", leaves, branches).items():
            said.setdefault(names, {})[str(who)] = pairs
    return tuple(_several(people, "judgments", names, participants) for names, people in said.items())


def over_alternatives(
    given: object, where: str, participants: Mapping[str, float] = MappingProxyType({})
) -> PairwiseMatrix | Group:
    """Return a comparison of the alternatives, by one person or by several, who count as over the criteria.

    Raises
    ------
    StudyError
        If an entry is none, or a judgment is missing.
    """
    if isinstance(given, Mapping):
        named = {str(who): f"{where}, judgments of {quoted(who)}" for who in given}
        people = {str(who): pairs_in(given[who], place) for who, place in named.items()}
        return _several(people, where, weights=participants)
    return _one(pairs_in(given, f"{where}, judgments"), where)


def check_participants(
    participants: Mapping[str, float], criteria: object, alternatives: Iterable[Comparison | None]
) -> None:
    """Raise :class:`~ahp.errors.StudyError` for a weight of somebody who judges nothing.

    Parameters
    ----------
    participants : mapping of str to float
        How much participants count.
    criteria : object
        The judgments over criteria, as they stand in the file.
    alternatives : iterable
        The comparisons of the alternatives under each criterion.
    """
    from ahp.model.group import Group

    people = dict.fromkeys(map(str, criteria)) if isinstance(criteria, Mapping) else {}
    for judged in alternatives:
        people |= dict.fromkeys(judged.participants) if isinstance(judged, Group) else {}
    if participants and not people:
        raise StudyError("[participants] has weights, judgments no participants; write [judgments] Ann = […]")
    if unknown := [name for name in participants if name not in people]:
        raise StudyError(
            f"[participants] names {listed(unknown)}, who gave no judgments; "
            f"those who did are {listed(people)}"
        )


def pairs_in(given: object, where: str) -> Pairs:
    """Return judgments `["a", "b", 3]` by pair."""
    if not isinstance(given, list):
        raise StudyError(_FORM if where == "judgments" else f"{where}: {_FORM}")
    found: Pairs = {}
    for number, entry in enumerate(given, 1):
        here = f"{where}, number {number}"
        if not (isinstance(entry, list) and len(entry) == 3):
            raise StudyError(f"{here}: give [criterion, criterion, how many times]")
        first, second, times = entry
        for name in (first, second):
            if not isinstance(name, str):
                raise StudyError(f"{here}: a criterion is text; found {quoted(name)}")
        if isinstance(times, bool):
            raise StudyError(f"{here}: {times} is not how many times")
        if (first, second) in found:
            raise StudyError(f"{here}: {quoted(first)} and {quoted(second)} are compared twice")
        found[first, second] = times
    return found


def _by_siblings(
    given: object, where: str, leaves: Sequence[Criterion], branches: Sequence[Branch]
) -> dict[tuple[str, ...], Pairs]:
    nodes = {node.name: node for node in nodes_of(leaves, branches)}
    found: dict[tuple[str, ...], Pairs] = {}
    for number, ((first, second), times) in enumerate(pairs_in(given, where).items(), 1):
        here = f"{where}, number {number}"
        for name in (first, second):
            if name not in nodes:
                raise StudyError(f"{here}: {quoted(name)} is no criterion; the criteria are {listed(nodes)}")
        one, other = nodes[first], nodes[second]
        if one.merit is not other.merit:
            raise StudyError(
                f"{here}: {quoted(first)} is a {one.merit.value} and {quoted(second)} a {other.merit.value}; "
                f"merits are kept apart, not compared"
            )
        if one.under != other.under:
            raise StudyError(
                f"{here}: {quoted(first)} and {quoted(second)} stand in different branches; compare those"
            )
        found.setdefault(siblings_of(first, branches, leaves), {})[first, second] = times
    return found


def _one(pairs: Pairs, where: str, names: tuple[str, ...] | None = None) -> PairwiseMatrix:
    from ahp.model.matrix import PairwiseMatrix

    try:
        return PairwiseMatrix.from_judgments(pairs, names)
    except AHPError as error:
        raise StudyError(f"{where}: {error}") from None


def _several(
    people: Mapping[str, Pairs],
    where: str,
    names: tuple[str, ...] | None = None,
    weights: Mapping[str, float] | None = None,
) -> Group:
    """Return a group whose common judgments are complete."""
    from ahp.model.group import Group

    present = {name: weight for name, weight in (weights or {}).items() if name in people}
    try:
        group = Group(people, names, weights=present)
        group.matrix()
    except AHPError as error:
        raise StudyError(f"{where}: {error}") from None
    return group
