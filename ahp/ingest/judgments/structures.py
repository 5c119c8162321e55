"""What is to be decided, from a file in TOML or JSON: its nodes as they stand there, and what to ask."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ahp.errors import InputError, JudgmentError, listed, quoted
from ahp.files import toml_in
from ahp.ingest.files.open import Source, open_source
from ahp.ingest.files.packed import in_file
from ahp.ingest.judgments.ahp_os import hierarchy_of_ahp_os, is_ahp_os
from ahp.ingest.judgments.gluc import hierarchy_of_gluc
from ahp.ingest.readers.json import distinct_keys
from ahp.model.hierarchy import Hierarchy
from ahp.model.nested import check_depth, check_keys
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class Asked(NotebookFace):
    """A node at which judgments are asked for.

    Attributes
    ----------
    under : str
        The way to it; empty for the goal.
    items : tuple of str
        What is compared there.
    criteria : bool
        Whether these are criteria; alternatives otherwise.
    """

    under: str
    items: tuple[str, ...]
    criteria: bool


@dataclass(frozen=True)
class Questions(NotebookFace):
    """What is to be judged of a hierarchy, from the goal down.

    Attributes
    ----------
    goal : str
    nodes : tuple of Asked
    participants : tuple of str
        Whom the file gives a weight to, at its top.
    """

    goal: str
    nodes: tuple[Asked, ...]
    participants: tuple[str, ...]


COMPARED = ("judgments", "values", "weights", "ratings")
"""The ways in which a node says how its items compare."""


def structure_in(source: Source) -> dict[str, Any] | None:
    """Return what the hierarchy in a TOML or JSON file holds; None for a table.

    Raises
    ------
    InputError
        If it is neither.
    """
    text = source.text.lstrip()
    if source.table is not None or source.sheets is not None:
        return None
    if source.name.lower().endswith(".ahp"):
        return hierarchy_of_gluc(source)
    with in_file(source.name):
        return _in_json_or_toml(source, text)


def _in_json_or_toml(source: Source, text: str) -> dict[str, Any] | None:
    if text.startswith("{") or source.name.lower().endswith(".json"):
        try:
            data = json.loads(source.text, object_pairs_hook=distinct_keys(source.text))
        except InputError:
            raise
        except RecursionError:
            raise InputError("this JSON is nested too deeply") from None
        except ValueError as error:
            raise InputError(f"it is not JSON: {error}") from None
        if is_ahp_os(data):
            return hierarchy_of_ahp_os(data)
        # A report of this command holds what it was made from.
        return _mapping(data.get("hierarchy", data.get("model", data)) if isinstance(data, dict) else data)
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    if re.fullmatch(r"sep=\W\s*", first):  # by which spreadsheets name the delimiter of a table
        return None
    if "=" not in first and not first.startswith("[") and not source.name.lower().endswith(".toml"):
        return None
    try:
        return _mapping(toml_in(text))
    except ValueError as error:
        raise InputError(
            f"it is not TOML: {error}",
            advice='names of several words, and all in a list, stand in quotes: ["A", "B"]; numbers as 10.5',
        ) from None


def _mapping(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise InputError("a hierarchy is a table with goal and children")
    return data


def as_hierarchy(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a file holds so that its nodes are those of a hierarchy: merits stand as criteria do.

    Examples
    --------
    >>> as_hierarchy({"merits": {"benefit": {}, "cost": {}}})
    {'children': {'benefit': {}, 'cost': {}}, 'weights': {'benefit': 1, 'cost': 1}}
    """
    if "merits" not in data:
        return data
    merits = data["merits"]
    if not isinstance(merits, Mapping) or not merits:
        raise JudgmentError(f"merits are tables, [merits.benefit] and more; found {quoted(merits)}")
    rest = {key: value for key, value in data.items() if key != "merits"}
    worth = {} if any(kind in data for kind in COMPARED) else {"weights": dict.fromkeys(merits, 1)}
    return {**rest, "children": merits, **worth}


def alternatives_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what leaves compare that say nothing themselves; refuse what is no list of names."""
    given = data.get("alternatives", [])
    if not isinstance(given, list) or not all(isinstance(name, str | int | float) for name in given):
        raise InputError(f"alternatives are a list of names; found {quoted(given)}")
    names = tuple(map(str, given))
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(f"alternatives name {listed(twice)} twice", advice="keep one")
    return names


def compared_at(node: Mapping[str, Any], alternatives: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a node compares: criteria, or the alternatives, its own or those of all."""
    named, children, own = node.get("criteria"), node.get("children"), node.get("alternatives")
    if isinstance(named, list):
        return tuple(map(str, named))
    if isinstance(children, Mapping):
        return tuple(map(str, children))
    return tuple(map(str, own)) if isinstance(own, list) and own else alternatives


def questions_of(given: object) -> Questions:
    """Return what is to be judged in a hierarchy's file.

    Nodes that have values, weights or ratings are not asked about; judgments that are there already are asked
    anew. Leaves without anything compare the `alternatives` of the file.

    Raises
    ------
    InputError
        If the file is no TOML or JSON, or there is nothing to judge.
    JudgmentError
        If it could not be judged whatever is answered; the message names the file and the way to the node.
    """
    source = open_source(given)
    try:
        with in_file(source.name):
            return _questions_in(structure_in(source))
    except JudgmentError as error:
        raise JudgmentError(f"{source.name}: {error}") from None


def _questions_in(data: dict[str, Any] | None) -> Questions:
    if data is None:
        raise InputError("a questionnaire is made from a hierarchy in TOML or JSON")
    if "clusters" in data:
        raise InputError(
            "a questionnaire asks about a hierarchy or about merits, and this is a network",
            advice="write the judgments into the file",
        )
    alternatives = alternatives_of(data)
    found: list[Asked] = []

    def walk(node: object, path: tuple[str, ...]) -> dict[str, Any]:
        """Add what is asked for; return the node as if all had said that everything is equal."""
        check_depth(path)
        if not isinstance(node, Mapping):
            raise InputError(f"{' / '.join(path) or 'the goal'}: a node is a table")
        check_keys(node, path)
        children = node.get("children")
        if children is not None and not (isinstance(children, Mapping) and children):
            where = " / ".join(path) or "the goal"
            raise InputError(f"{where}: children is a table with one entry for each criterion")
        alternatives_of(node)
        items = compared_at(node, alternatives)
        answered = {str(key): value for key, value in node.items() if key != "participants"}
        if not any(kind in node for kind in COMPARED if kind != "judgments") and len(items) > 1:
            criteria = isinstance(children, Mapping) or "criteria" in node
            found.append(Asked(" / ".join(path), items, criteria))
            answered["judgments"] = [[first, second, 1] for first, second in combinations(items, 2)]
        if isinstance(children, Mapping):
            answered["children"] = {
                str(name): walk(child, (*path, str(name))) for name, child in children.items()
            }
        elif not items and not any(kind in node for kind in COMPARED):
            raise InputError(
                f"{' / '.join(path)}: nothing is said of what it compares",
                advice="add alternatives, or the criteria beneath it",
            )
        return answered

    # What judging would refuse is not asked of anybody.
    Hierarchy.from_dict(walk(as_hierarchy(data), ()))
    if not found:
        raise InputError("there is nothing to judge: every node has values, weights or ratings")
    people = data.get("participants", {})
    if not isinstance(people, Mapping):
        raise InputError(f"participants say how much each counts, Ann = 2; found {quoted(people)}")
    return Questions(str(data.get("goal", "goal")), tuple(found), tuple(map(str, people)))
