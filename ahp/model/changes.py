"""A hierarchy as it would be had something else been judged, or by others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ahp.errors import JudgmentError, listed, quoted
from ahp.model.comparisons import Comparison
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, Path
from ahp.model.labels import Judgment, checked_labels
from ahp.model.matrix import LabelledMatrix


def with_judgment(hierarchy: Hierarchy, path: Path, first: str, second: str, judgment: Judgment) -> Hierarchy:
    """Return the hierarchy with one judgment in place of another; see :meth:`ahp.Hierarchy.with_judgment`."""
    nodes, path = dict(hierarchy.nodes()), tuple(path)
    if path not in nodes:
        ways = [" / ".join(way) for way in nodes if way]
        raise JudgmentError(
            f"nothing is compared under {quoted(' / '.join(path))}; it is under {listed(ways)}, and the "
            f"criteria under ()"
        )
    node, where = nodes[path], quoted(" / ".join(path) or hierarchy.goal)
    if isinstance(node, Group):
        raise JudgmentError(
            f"under {where} several judged; change what one of them said and build the group anew"
        )
    if not isinstance(node, LabelledMatrix):
        raise JudgmentError(f"nothing is judged under {where}: it is {type(node).__name__}")
    return _with_nodes(hierarchy, {path: node.with_judgment(first, second, judgment)})


def without_participants(hierarchy: Hierarchy, participants: Iterable[str]) -> Hierarchy:
    """Return the hierarchy by the others; see :meth:`ahp.Hierarchy.without_participants`."""
    gone = checked_labels(participants)
    groups = {path: node for path, node in hierarchy.nodes() if isinstance(node, Group)}
    known = dict.fromkeys(name for node in groups.values() for name in node.participants)
    unknown = [name for name in gone if name not in known]
    if unknown:
        raise JudgmentError(f"{listed(unknown)} judged nothing here; the participants are {listed(known)}")
    kept: dict[Path, Comparison] = {}
    for path, node in groups.items():
        if set(node.participants) <= set(gone):
            raise JudgmentError(
                f"without {listed(gone)} nobody remains who judged under "
                f"{quoted(' / '.join(path) or hierarchy.goal)}; keep one of them"
            )
        kept[path] = node.without([name for name in gone if name in node.participants])
    return _with_nodes(hierarchy, kept)


def _with_nodes(hierarchy: Hierarchy, nodes: dict[Path, Any], path: Path = ()) -> Hierarchy:
    """Return the hierarchy with other comparisons at some places."""
    children = {
        name: _with_nodes(child, nodes, (*path, name))
        if isinstance(child, Hierarchy)
        else nodes.get((*path, name), child)
        for name, child in hierarchy.children.items()
    }
    return replace(hierarchy, judgments=nodes.get(path, hierarchy.judgments), children=children)
