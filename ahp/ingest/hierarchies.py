"""A hierarchy of judgments from files: TOML or JSON, a table of judgments, or a structure and its answers."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ahp.errors import AHPError, InputError, JudgmentError, listed, quoted
from ahp.ingest.judgments import JudgmentTable, judgments_in
from ahp.ingest.sources import Source, open_source
from ahp.model.comparisons import Comparison, Weights
from ahp.model.hierarchy import Hierarchy
from ahp.model.nested import check_depth, plain
from ahp.report.html.notebook import NotebookFace

_COMPARED = ("judgments", "values", "weights", "ratings")


@dataclass(frozen=True)
class Judged(NotebookFace):
    """A hierarchy and the files it was read from.

    Attributes
    ----------
    hierarchy : Hierarchy
    inputs : tuple of (str, str, int)
        File, digest of its bytes, and how many judgments it holds.
    participants : tuple of str
        Who judged, where the files say.
    """

    hierarchy: Hierarchy
    inputs: tuple[tuple[str, str, int], ...]
    participants: tuple[str, ...]


def read_hierarchy(
    given: object, answers: object = None, *, weights: Mapping[str, float] | None = None
) -> Judged:
    r"""Return the hierarchy that a file describes.

    Parameters
    ----------
    given : path or open file
        A TOML or JSON file with the keys of :meth:`ahp.Hierarchy.from_dict`, or a table of judgments as
        :func:`ahp.read_judgments` takes it, whose column `under` builds the hierarchy.
    answers : path or open file, optional
        A table of judgments for a TOML or JSON file that leaves some out: a node without a comparison is
        judged there, by the way to it or by its name.
    weights : mapping of str to float, optional
        How much participants count; 1 for those not named.

    Raises
    ------
    InputError
        If a file cannot be read or a row is wrong; the message names the file and the line.
    JudgmentError
        If the hierarchy is wrong; the message names the file and the way to the node.

    Examples
    --------
    >>> import io
    >>> rows = "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
    >>> read_hierarchy(io.StringIO(rows)).hierarchy.global_priorities().round(2).to_dict()
    {'a': 0.55, 'b': 0.45}
    """
    source = open_source(given)
    data = _data(source)
    if data is None:
        if answers is not None:
            raise InputError(
                "this is a table of judgments already",
                file=source.name,
                advice="give one file, or a structure in TOML",
            )
        rows = judgments_in(source)
        return _weighed(_at(source.name, lambda: _from_table(rows, weights or {})), weights or {})
    table = None if answers is None else judgments_in(open_source(answers))
    return _weighed(_at(source.name, lambda: _from_data(data, source, table, weights or {})), weights or {})


def _weighed(found: Judged, weights: Mapping[str, float]) -> Judged:
    """Return what was read; refuse a weight of somebody who is not in the table."""
    unknown = [name for name in weights if name not in found.participants]
    if unknown:
        there = listed(found.participants) if found.participants else "none"
        raise JudgmentError(
            f"{found.inputs[-1][0]}: {listed(unknown)} has a weight but is no participant; there are {there}"
        )
    return found


def structure_of(given: object) -> tuple[list[tuple[str, tuple[str, ...]]], str]:
    """Return what is to be judged in a hierarchy's file: (way to the node, items), from the goal down.

    Nodes that have values, weights or ratings are not asked about; judgments that are there already are asked
    anew. Leaves without anything compare the `alternatives` of the file.

    Returns
    -------
    nodes : list of (str, tuple of str)
    goal : str

    Raises
    ------
    InputError
        If the file is no TOML or JSON, or there is nothing to judge.
    """
    source = open_source(given)
    data = _data(source)
    if data is None:
        raise InputError("a questionnaire is made from a hierarchy in TOML or JSON", file=source.name)
    alternatives = _alternatives(data, source)
    found: list[tuple[str, tuple[str, ...]]] = []

    def walk(node: object, path: tuple[str, ...]) -> None:
        check_depth(path)
        if not isinstance(node, Mapping):
            raise InputError(f"{' / '.join(path) or 'the goal'}: a node is a table", file=source.name)
        children = node.get("children")
        if children is not None and not (isinstance(children, Mapping) and children):
            raise InputError(
                f"{' / '.join(path) or 'the goal'}: children is a table with one entry for each criterion",
                file=source.name,
            )
        items = tuple(map(str, children)) if isinstance(children, Mapping) else alternatives
        if not any(kind in node for kind in _COMPARED if kind != "judgments") and len(items) > 1:
            found.append((" / ".join(path), items))
        if isinstance(children, Mapping):
            for name, child in children.items():
                walk(child, (*path, str(name)))
        elif not items and not any(kind in node for kind in _COMPARED):
            raise InputError(
                f"{' / '.join(path)}: nothing is said of what it compares",
                file=source.name,
                advice="add alternatives",
            )

    walk(data, ())
    if not found:
        raise InputError(
            "there is nothing to judge: every node has values, weights or ratings", file=source.name
        )
    return found, str(data.get("goal", "goal"))


def _data(source: Source) -> dict[str, Any] | None:
    """Return what a TOML or JSON file holds; None for a table."""
    text = source.text.lstrip()
    if source.table is not None:
        return None
    if text.startswith("{") or source.name.lower().endswith(".json"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"it is not JSON: {error}", file=source.name) from None
        # A report of this command holds the hierarchy it was made from.
        return _mapping(data.get("hierarchy", data) if isinstance(data, dict) else data, source)
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    if "=" not in first and not first.startswith("[") and not source.name.lower().endswith(".toml"):
        return None
    try:
        return _mapping(tomllib.loads(text), source)
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is not TOML: {error}", file=source.name) from None


def _mapping(data: object, source: Source) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise InputError("a hierarchy is a table with goal and children", file=source.name)
    return data


def _alternatives(data: Mapping[str, Any], source: Source) -> tuple[str, ...]:
    """Return what leaves compare that say nothing themselves."""
    given = data.get("alternatives", [])
    if not isinstance(given, list) or not all(isinstance(name, str | int | float) for name in given):
        raise InputError(f"alternatives are a list of names; found {quoted(given)}", file=source.name)
    names = tuple(map(str, given))
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(f"alternatives name {listed(twice)} twice", file=source.name, advice="keep one")
    return names


def _from_data(
    data: dict[str, Any], source: Source, table: JudgmentTable | None, weights: Mapping[str, float]
) -> Judged:
    used: set[str] = set()
    filled = _filled(data, (), table, weights, _alternatives(data, source), used)
    if table is not None:
        unused = [node or "the goal" for node in table.nodes if node not in used]
        if unused:
            raise JudgmentError(f"{table.name} judges {listed(unused)}, which the structure does not ask for")
    inputs = [(source.name, source.sha256, 0)]
    if table is not None:
        inputs.append((table.name, table.sha256, len(table.rows)))
    hierarchy = Hierarchy.from_dict(filled)
    participants = table.participants if table is not None else ()
    return Judged(hierarchy, tuple(inputs), participants)


def _filled(
    node: Any,  # noqa: ANN401 - whatever stands in the file; the model says what is wrong with it
    path: tuple[str, ...],
    table: JudgmentTable | None,
    weights: Mapping[str, float],
    alternatives: tuple[str, ...],
    used: set[str],
) -> Any:  # noqa: ANN401
    """Return a node with the judgments of the table where it has none of its own."""
    check_depth(path)
    if not isinstance(node, dict):
        return node
    children = node.get("children")
    result = {key: value for key, value in node.items() if path or key != "alternatives"}
    if isinstance(children, dict):
        result["children"] = {
            name: _filled(child, (*path, str(name)), table, weights, alternatives, used)
            for name, child in children.items()
        }
    elif alternatives and "alternatives" not in result:
        result["alternatives"] = list(alternatives)
    if any(kind in result for kind in _COMPARED) or table is None:
        return result
    under = next((name for name in _names(path) if name in table.nodes), None)
    if under is None:
        return result
    used.add(under)
    comparison = table.comparison(under, weights=dict(weights))
    return _judged_node(result, comparison)


def _names(path: tuple[str, ...]) -> tuple[str, ...]:
    return (" / ".join(path), path[-1]) if path else ("",)


def _judged_node(node: dict[str, Any], comparison: Comparison) -> Any:  # noqa: ANN401
    if "children" not in node:
        return comparison
    content = plain(comparison)
    content.pop("alternatives")
    return {**node, "criteria": list(comparison.labels), **content}


def _from_table(table: JudgmentTable, weights: Mapping[str, float]) -> Judged:
    inputs = ((table.name, table.sha256, len(table.rows)),)
    nodes = table.nodes
    if "" not in nodes:
        raise JudgmentError("no judgment has an empty 'under': what serves the goal is compared there")
    used: set[str] = set()
    hierarchy = _below(table, (), "", dict(weights), used)
    unused = [node for node in nodes if node not in used]
    if unused:
        raise JudgmentError(f"nothing compares {listed(unused)}, under which there are judgments")
    if not isinstance(hierarchy, Hierarchy):  # one comparison alone: of alternatives, under one criterion
        hierarchy = Hierarchy("goal", Weights({"overall": 1.0}), {"overall": hierarchy})
    return Judged(hierarchy, inputs, table.participants)


def _below(
    table: JudgmentTable, path: tuple[str, ...], under: str, weights: dict[str, float], used: set[str]
) -> Comparison | Hierarchy:
    """Return the comparison under a node, or the hierarchy where its items have nodes of their own."""
    check_depth(path)
    if under in used:
        raise JudgmentError(
            f"{quoted(under)} stands under itself, or in two places; write the whole way to it: 'a / b'"
        )
    used.add(under)
    comparison = table.comparison(under, weights=weights)
    ways = {
        item: next((n for n in _names((*path, item)) if n in table.nodes), None) for item in comparison.labels
    }
    with_node = [item for item, way in ways.items() if way is not None]
    if not with_node:
        return comparison
    without = [item for item in comparison.labels if item not in with_node]
    if without:
        raise JudgmentError(f"no judgments under {listed(without)}; the others of {listed(ways)} have some")
    children = {
        item: _below(table, (*path, item), way, weights, used)
        for item, way in ways.items()
        if way is not None
    }
    return Hierarchy(path[-1] if path else "goal", comparison, children)


def _at(file: str, build: Callable[[], Judged]) -> Judged:
    try:
        return build()
    except InputError:
        raise
    except AHPError as error:
        raise JudgmentError(f"{file}: {error}") from None
