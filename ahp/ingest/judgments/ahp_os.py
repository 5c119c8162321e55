"""Projects that AHP-OS (Goepel 2018) exports as JSON: the hierarchy as text, and what everybody judged."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from ahp.errors import InputError, listed, quoted
from ahp.model.nested import check_depth

_PROJECT = "-AHP-project.JSON"


def is_ahp_os(data: object) -> bool:
    """Say whether JSON is what AHP-OS exports: a project, or priorities."""
    return isinstance(data, Mapping) and ("pj" in data or {"Project", "Priorities"} <= data.keys())


def hierarchy_of_ahp_os(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a project says, with the keys of :meth:`ahp.Hierarchy.from_dict`.

    Weights in the text of the hierarchy stand, as they do in AHP-OS, whatever was judged there.

    Raises
    ------
    InputError
        If it is no such project, or a comparison lacks; the message names the node and the participant.
    """
    projects = data.get("pj")
    if not isinstance(projects, list) or len(projects) != 1 or not isinstance(projects[0], Mapping):
        what = "priorities that AHP-OS computed" if projects is None else "more than one project, or none"
        raise InputError(f"this holds {what}, not what was judged", advice=f"give a project, {_PROJECT}")
    alternatives = [_text(row, "alt", "alternative") for row in _rows(data, "alt")]
    text = _text(projects[0], "project_hText", "project")
    return _Project(text, _rows(data, "pwc"), alternatives).hierarchy()


def _rows(data: Mapping[str, Any], key: str) -> list[Any]:
    rows = data.get(key, [])
    if not isinstance(rows, list):
        raise InputError(f"{key} is a list", found=quoted(rows), advice=f"export {_PROJECT} again")
    return rows


def _text(row: object, key: str, what: str) -> str:
    value = row.get(key) if isinstance(row, Mapping) else None
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"a {what} has no {key}", found=quoted(row), advice=f"export {_PROJECT} again")
    return value.strip()


class _Project:
    """A project while its hierarchy is put together."""

    def __init__(self, text: str, comparisons: list[Any], alternatives: list[str]) -> None:
        self.items: dict[str, list[str]] = {}
        self.weights: dict[str, dict[str, float]] = {}
        self.alternatives = alternatives
        for statement in filter(None, map(str.strip, text.split(";"))):
            self._read(statement)
        for name, items in self.items.items():
            # What has branches of its own stands behind the others, where AHP-OS asks for pairs.
            branches = [node for node in self.items if node in items]
            self.items[name] = [item for item in items if item not in branches] + branches
        self.compared = self._comparisons(comparisons)
        self.reached: set[str] = set()
        self.people = list(dict.fromkeys(who for said in self.compared.values() for who in said))

    def hierarchy(self) -> dict[str, Any]:
        beneath = {item for items in self.items.values() for item in items}
        tops = [node for node in self.items if node not in beneath]
        if len(tops) != 1:
            raise InputError(
                f"the hierarchy begins with {listed(tops) if tops else 'nothing'}",
                advice="write it with one goal, 'goal: a, b; a: c, d;'",
            )
        found = {"goal": tops[0], **self._node(tops[0], ())}
        if loose := [node for node in self.items if node not in self.reached]:
            raise InputError(
                f"{listed(loose)} stand under themselves",
                advice="let each stand under one node of the others",
            )
        return {**found, "alternatives": self.alternatives} if self.alternatives else found

    def _read(self, statement: str) -> None:
        node, colon, rest = (part.strip() for part in statement.partition(":"))
        items = [part.partition("=") for part in rest.split(",")]
        names = [" ".join(name.split()) for name, _, _ in items]
        if not colon or not node or node in self.items or not all(names) or len(set(names)) < len(names):
            raise InputError(
                "a part of the hierarchy is 'node: item, item;', each node and each item of it once",
                found=statement,
                advice=f"export {_PROJECT} again",
            )
        self.items[node] = names
        if any(equals for _, equals, _ in items):
            try:
                self.weights[node] = {
                    name: float(weight) for name, (_, _, weight) in zip(names, items, strict=True)
                }
            except ValueError:
                raise InputError(
                    f"some items under {quoted(node)} have a weight and others none",
                    found=statement,
                    advice="give each a weight, or none",
                ) from None

    def _comparisons(self, rows: list[Any]) -> dict[str, dict[str, list[list[Any]]]]:
        found: dict[str, dict[str, list[list[Any]]]] = {}
        for row in rows:
            who, node, first, times = (
                _text(row, f"pwc_{key}", "comparison") for key in ("part", "node", "ab", "intense")
            )
            pairs = list(combinations(self.items.get(node, self.alternatives), 2))
            wrong = ""
            if who in found.setdefault(node, {}):
                wrong = "stands twice"
            elif not len(first) == len(times) == len(pairs):
                wrong = f"is {len(times)} judgments of {len(pairs)} pairs"
            elif set(first) - {"0", "1"} or set(times) - set("123456789"):
                wrong = "is not 0 or 1 for which of the two and a digit from 1 to 9"
            if wrong:
                raise InputError(
                    f"what {quoted(who)} compares under {quoted(node)} {wrong}",
                    found=f"{first}, {times}",
                    advice=f"export {_PROJECT} again",
                )
            found[node][who] = [
                [*pair, float(n) if which == "0" else 1 / float(n)]
                for pair, which, n in zip(pairs, first, times, strict=True)
            ]
        return found

    def _node(self, name: str, path: tuple[str, ...]) -> dict[str, Any]:
        check_depth(path)
        self.reached.add(name)
        items = self.items.get(name, [])
        found: dict[str, Any] = {}
        said = self.compared.get(name)
        if name in self.weights:
            found["weights"] = self.weights[name]
        elif said:
            found["judgments"] = said if len(self.people) > 1 else next(iter(said.values()))
        else:
            raise InputError(
                f"nobody compared what stands under {quoted(name)}",
                advice="judge it in AHP-OS, or give it weights there; what is not answered is not equal",
            )
        below = items if self.alternatives else [item for item in items if item in self.items]
        if below:
            found["children"] = {item: self._node(item, (*path, item)) for item in below}
        if items and not self.alternatives:
            found["criteria"] = items
        return found
