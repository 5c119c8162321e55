"""A hierarchy as nested plain data, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ahp.core.gate import Array
from ahp.errors import AHPError, JudgmentError, listed, one_line, quoted
from ahp.model.comparisons import Comparison, Measured, Ratings, Weights
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy
from ahp.model.incomplete import IncompleteMatrix, check_connected, judged
from ahp.model.labels import given_pairs, number_of
from ahp.model.matrix import PairwiseMatrix
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.terms import DEEPEST

_KINDS = ("judgments", "values", "weights", "ratings")
KEYS = (*_KINDS, "better", "scale", "participants", "children", "criteria", "alternatives", "goal")
"""What a node may say."""

_ONLY_BESIDE = {"better": "values", "scale": "ratings", "goal": "children"}


def nested(data: Mapping[str, Any]) -> Hierarchy:
    """Return the hierarchy that nested mappings describe; see :meth:`ahp.Hierarchy.from_dict`."""
    if not isinstance(data, Mapping) or not (data.get("children") or any(kind in data for kind in _KINDS)):
        raise JudgmentError(
            "a hierarchy has children: a mapping from each criterion to what stands under it; or "
            f"one of {listed(_KINDS)} where the alternatives stand right under the goal"
        )
    goal = str(data.get("goal", "goal"))
    found = _node(data, (), goal, {}, data.get("alternatives"), of_criteria_alone(data))
    return found if isinstance(found, Hierarchy) else alone(found, goal)


def of_criteria_alone(data: Mapping[str, Any]) -> bool:
    """Say whether nested mappings hold criteria alone, and no alternatives.

    Where a node names criteria and nothing stands under them, that is said; otherwise it is seen from two or
    more comparisons at the ends of branches of which no two have an item in common.

    Examples
    --------
    >>> of_criteria_alone({"judgments": [["cost", "view", 2]], "criteria": ["cost", "view"]})
    True

    Raises
    ------
    JudgmentError
        If alternatives are named as well.
    """
    ends = list(_ends(data, ()))
    named = [path for path, node in ends if "criteria" in node]
    with_alternatives = ["alternatives" in node for _, node in ends] + ["alternatives" in data]
    if named and any(with_alternatives):
        raise JudgmentError(
            f"{' / '.join(named[0]) or 'the goal'} has criteria with nothing under them, and there are "
            f"alternatives; compare those under each criterion, or leave them out"
        )
    if named or any(with_alternatives):
        return bool(named)
    items = [_items(node) for _, node in ends]
    together = [item for some in items for item in some]
    return len(items) > 1 and all(items) and len(set(together)) == len(together)


def people_in(node: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield who judges at a node or beneath it, where nested data say so; one of several nodes, each time.

    Examples
    --------
    >>> list(people_in({"judgments": {"Ann": [["x", "y", 2]], "Bob": [["x", "y", 3]]}}))
    ['Ann', 'Bob']
    """
    check_depth(path)
    if isinstance(node, Mapping):
        said, children = node.get("judgments"), node.get("children")
        if isinstance(said, Mapping):
            yield from map(str, said)
        if isinstance(children, Mapping):
            for name, child in children.items():
                yield from people_in(child, (*path, str(name)))


def _ends(node: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield the nodes that have no children, with the way to each."""
    check_depth(path)
    if isinstance(node, Mapping):
        children = node.get("children")
        if isinstance(children, Mapping) and children:
            for name, child in children.items():
                yield from _ends(child, (*path, str(name)))
        else:
            yield path, node


def _items(node: Mapping[str, Any]) -> list[str]:
    """Return what the judgments or the weights of a node name; nothing of what is measured."""
    said = node.get("judgments", node.get("weights"))
    if "judgments" in node and isinstance(said, Mapping):
        said = [row for rows in said.values() if isinstance(rows, list) for row in rows]
    if isinstance(said, Mapping):
        return list(map(str, said))
    rows = [row for row in said if _is_triple(row)] if isinstance(said, list) else []
    return list(dict.fromkeys(str(item) for first, second, _ in rows for item in (first, second)))


def alone(comparison: Comparison, goal: str = "goal") -> Hierarchy:
    """Return the hierarchy of a single comparison of alternatives, under one criterion that is all of it.

    Examples
    --------
    >>> alone(Weights({"a": 3.0, "b": 1.0})).global_priorities().to_dict()
    {'a': 0.75, 'b': 0.25}
    """
    return Hierarchy(goal, Weights({"overall": 1.0}), {"overall": comparison})


def check_depth(path: tuple[str, ...]) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` for a way of more than 100 levels."""
    if len(path) > DEEPEST:
        raise JudgmentError(
            f"{' / '.join(path[:3])} / … leads down more than {DEEPEST} levels; "
            f"a hierarchy has fewer, and does not contain itself"
        )


def check_keys(node: Mapping[str, Any], path: tuple[str, ...]) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` if a node says something that means nothing."""
    unknown = [key for key in node if key not in KEYS]
    if unknown:
        where = " / ".join(path) or "the goal"
        raise JudgmentError(f"{where} has the unknown key {listed(unknown)}; its keys are {listed(KEYS)}")
    for key, beside in _ONLY_BESIDE.items():
        if key in node and beside not in node and (key != "goal" or (path and "criteria" not in node)):
            raise JudgmentError(
                f"{' / '.join(path) or 'the goal'} has {key} without {beside}, and no use for it; "
                f"add {beside}, or remove {key}"
            )
    if path and "alternatives" in node and "children" in node:
        raise JudgmentError(
            f"{' / '.join(path)} has children, which are what it compares, and alternatives; "
            f"write those at the leaves, or at the top for all of them"
        )


def _node(
    data: object,
    path: tuple[str, ...],
    name: str,
    counts: Mapping[str, Any],
    alternatives: object,
    criteria_alone: bool,
) -> Comparison | Hierarchy:
    check_depth(path)
    where = " / ".join(path) or "the goal"
    if isinstance(data, Comparison | Hierarchy):
        return data
    if not isinstance(data, Mapping):
        raise JudgmentError(f"{where}: found {quoted(data)}; a node is a table with {listed(_KINDS)}")
    check_keys(data, path)
    own = data.get("participants")
    if own is not None:
        try:
            counts = _table(own)
        except JudgmentError as error:
            raise _at(f"{where}: participants", error) from None
    children = data.get("children", {} if criteria_alone else None)
    found: Comparison | Hierarchy
    if children is None:
        found = _named(data, where, data.get("alternatives", alternatives), counts)
    elif not isinstance(children, Mapping) or not (children or criteria_alone):
        raise JudgmentError(f"{where}: children is a table with one entry for each criterion")
    else:
        below = {
            str(c): _node(child, (*path, str(c)), str(c), counts, alternatives, criteria_alone)
            for c, child in children.items()
        }
        if len(below) == 1 and not any(kind in data for kind in _KINDS):
            data = {**data, "weights": dict.fromkeys(below, 1.0)}
        if "criteria" in data:
            comparison = _named(data, where, data["criteria"], counts)
        else:
            # Criteria alone need no children, so they may be named by the judgments only.
            names = dict.fromkeys([*(_items(data) if criteria_alone else ()), *below])
            comparison = comparison_in(data, where, list(names), counts)
        try:
            found = Hierarchy(str(data.get("goal", name)), comparison, below)
        except JudgmentError as error:
            raise _at(where, error) from None
    if own is not None:
        _check_counted(counts, found, where)
    return found


def _check_counted(counts: Mapping[str, Any], found: Comparison | Hierarchy, where: str) -> None:
    """Raise if somebody has a weight who judges nowhere that it counts."""
    nodes = [node for _, node in found.nodes()] if isinstance(found, Hierarchy) else [found]
    people = list(
        dict.fromkeys(who for node in nodes if isinstance(node, Group) for who in node.participants)
    )
    unknown = [who for who in counts if str(who) not in people]
    if unknown:
        there = listed(people) if people else "none"
        raise JudgmentError(
            f"{where}: {listed(unknown)} has a weight but is no participant; there are {there}"
        )


def _named(data: Mapping[str, Any], where: str, labels: object, counts: Mapping[str, Any]) -> Comparison:
    """Return the comparison at a node, of exactly the items that its list of them names, if there is one."""
    names = None if labels is None else [str(label) for label in _list(labels, where)]
    found = comparison_in(data, where, names, counts)
    if names is not None and sorted(names) != sorted(found.labels):
        raise JudgmentError(
            f"{where} compares {listed(found.labels)}; needed is {listed(names) or 'nothing'}, each once, as "
            f"its {'criteria' if 'criteria' in data else 'alternatives'} say"
        )
    return found


def comparison_in(
    data: Mapping[str, Any], where: str, names: list[str] | None, counts: Mapping[str, Any]
) -> Comparison:
    """Return the comparison that plain data hold in one of `judgments`, `values`, `weights` and `ratings`.

    Examples
    --------
    >>> comparison_in({"weights": {"x": 3, "y": 1}}, "here", None, {}).vector().tolist()
    [0.75, 0.25]

    Raises
    ------
    JudgmentError
        If there is none, or more than one, or it is wrong; the message says where.
    """
    given = [kind for kind in _KINDS if kind in data]
    if len(given) != 1:
        found = f"found {listed(given)}" if given else "found none"
        raise JudgmentError(f"{where} needs one of {listed(_KINDS)}; {found}")
    content = data[given[0]]
    try:
        if given[0] == "values":
            return Measured(_table(content), data.get("better", "higher"))
        if given[0] == "weights":
            return Weights(_table(content))
        if given[0] == "ratings":
            return Ratings(_table(content), _scale(data.get("scale")))
        if isinstance(content, Mapping):
            people = {str(who): _judged(said) for who, said in content.items()}
            wide = [
                who
                for who, said in people.items()
                if isinstance(said, Mapping) and any(map(_several, said.values()))
            ]
            if wide:
                raise JudgmentError(
                    f"{listed(wide)} judges in intervals, which only a comparison by one person may hold; "
                    f"give one number for each pair"
                )
            group = Group(people, names, weights={w: n for w, n in counts.items() if str(w) in people})
            check_connected(group.known())  # or it has no priorities, and the way to it is known here
            return group
        said = _judged(content, names)
        if isinstance(said, PairwiseMatrix):
            return said
        return judged(said, names) if not any(map(_several, said.values())) else _uncertain(said, names)
    except AHPError as error:
        raise _at(where, error) from None


def _judged(content: object, names: list[str] | None = None) -> PairwiseMatrix | dict[tuple[str, str], Any]:
    """Return judgments from `["a", "b", 3]` rows, a matrix in rows, or a DataFrame."""
    if hasattr(content, "columns"):
        return PairwiseMatrix(content)  # type: ignore[arg-type]
    rows = _list(content, "judgments")
    if rows and all(_is_triple(row) for row in rows):
        found: dict[tuple[str, str], Any] = {}
        for first, second, times in rows:
            if (first, second) in found:
                raise JudgmentError(f"{quoted(first)} and {quoted(second)} are compared twice")
            if isinstance(times, bool):
                raise JudgmentError(f"{quoted(first)} over {quoted(second)}: {times} is not how many times")
            found[first, second] = times
        return found
    if not rows or not all(isinstance(row, list | tuple) and len(row) == len(rows) for row in rows):
        raise JudgmentError(
            f'judgments are a list of ["a", "b", 3], or a matrix in rows; found {one_line(content, 60)}'
        )
    return PairwiseMatrix(rows, names)


def _several(times: object) -> bool:
    """Say whether a judgment is an interval or a fuzzy number."""
    return isinstance(times, list | tuple)


def _uncertain(said: Mapping[tuple[str, str], Any], names: list[str] | None) -> IntervalMatrix | FuzzyMatrix:
    """Return judgments of two numbers each, or of three; one number alone is certain."""
    size = max(len(times) for times in said.values() if _several(times))
    wide = {pair: _widened(times, size, pair) for pair, times in said.items()}
    return (FuzzyMatrix if size == 3 else IntervalMatrix).from_judgments(wide, names)


def _widened(times: Any, size: int, pair: tuple[str, str]) -> Any:  # noqa: ANN401 - refused later
    """Return a judgment as so many numbers; an interval among fuzzy ones has its geometric mean between."""
    if not _several(times):
        return (times,) * size
    if len(times) == 2 and size == 3:
        low, high = (number_of(end, pair) for end in times)
        return low, (low * high) ** 0.5, high
    return times


def _is_triple(row: object) -> bool:
    return (
        isinstance(row, list | tuple)
        and len(row) == 3
        and all(isinstance(x, str) for x in row[:2])
        and (not _is_number(row[0]) or not _is_number(row[1]))
    )


def _is_number(text: object) -> bool:
    return isinstance(text, str) and text.replace("/", "", 1).replace(".", "", 1).strip().isdigit()


def _scale(given: object) -> PairwiseMatrix | Mapping[str, float]:
    if given is None:
        raise JudgmentError("ratings need a scale: the value of each grade, or judgments between grades")
    if isinstance(given, Mapping):
        return given
    said = _judged(given)
    return said if isinstance(said, PairwiseMatrix) else PairwiseMatrix.from_judgments(said)


def _table(given: object) -> Mapping[str, Any]:
    if hasattr(given, "to_dict") and not isinstance(given, Mapping):
        given = given.to_dict()  # a Series
    if not isinstance(given, Mapping):
        raise JudgmentError(f"found {one_line(given, 60)}; needed is a table with one entry for each item")
    return given


def _list(given: object, where: str) -> list[Any]:
    if isinstance(given, str) or not isinstance(given, list | tuple | np.ndarray):
        raise JudgmentError(f"{where}: found {one_line(given, 60)}, needed is a list")
    return list(given)


def _at(where: str, error: AHPError) -> JudgmentError:
    row, column = getattr(error, "row", None), getattr(error, "column", None)
    return JudgmentError(f"{where}: {error}", row=row, column=column)


def plain(node: Comparison | Hierarchy) -> dict[str, Any]:
    """Return a hierarchy or a comparison as plain data."""
    if isinstance(node, Hierarchy):
        children = {name: plain(child) for name, child in node.children.items()}
        return {
            "goal": node.goal,
            "criteria": list(node.judgments.labels),
            **_content(node.judgments),
            **({"children": children} if children else {}),
        }
    return {"alternatives": list(node.labels), **_content(node)}


def _content(node: Comparison) -> dict[str, Any]:
    if isinstance(node, PairwiseMatrix):
        return {"judgments": node.values.tolist()}
    if isinstance(node, IncompleteMatrix):
        return {"judgments": _rows(node.values, node.labels)}
    if isinstance(node, Group):
        people = {
            who: _rows(matrix, node.labels)
            for who, matrix in zip(node.participants, node.values, strict=True)
        }
        return {"judgments": people, "participants": dict(zip(node.participants, node.weights, strict=True))}
    if isinstance(node, IntervalMatrix | FuzzyMatrix):
        triples = np.stack([node.low, node.high], -1) if isinstance(node, IntervalMatrix) else node.values
        upper = zip(*np.triu_indices(len(node.labels), 1), strict=True)
        return {"judgments": [[node.labels[i], node.labels[j], triples[i, j].tolist()] for i, j in upper]}
    if isinstance(node, Measured):
        return {"values": dict(node.values), "better": node.better}
    if isinstance(node, Weights):
        return {"weights": dict(node.values)}
    if isinstance(node.scale, PairwiseMatrix):
        scale: Any = _rows(node.scale.values, node.scale.labels)
    else:
        scale = dict(node.scale)
    return {"ratings": dict(node.ratings), "scale": scale}


def _rows(matrix: Array, labels: tuple[str, ...]) -> list[list[Any]]:
    return [[first, second, times] for (first, second), times in given_pairs(matrix, labels).items()]
