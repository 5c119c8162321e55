"""People's judgments in a study's file: over criteria, over sub-criteria, over alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ahp.errors import AHPError, StudyError, listed, quoted
from ahp.evidence.weighting import Branch, Leaf, nodes_of, siblings_of
from ahp.model.comparisons import Comparison
from ahp.model.group import Group
from ahp.model.matrix import PairwiseMatrix

Pairs = dict[tuple[str, str], Any]

_FORM = 'judgments is a list of [criterion, criterion, how many times], ["a", "b", 3]'


def over_criteria(
    given: object, leaves: Sequence[Leaf], branches: Sequence[Branch], participants: Mapping[str, float]
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
    given: object, where: str, leaves: Sequence[Leaf], branches: Sequence[Branch]
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
    present = {name: weight for name, weight in (weights or {}).items() if name in people}
    try:
        group = Group(people, names, weights=present)
        group.matrix()
    except AHPError as error:
        raise StudyError(f"{where}: {error}") from None
    return group
