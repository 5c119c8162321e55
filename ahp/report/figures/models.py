"""What was judged: the tree of a hierarchy, and figures of merits and of networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.parts import (
    boxes,
    headed,
    panels,
    priorities_panel,
    rows_high,
    rows_needed,
    rows_of,
)
from ahp.report.figures.plan import (
    GREY,
    Labels,
    Look,
    Plan,
    best,
    draw_lines,
    entries_of,
    ink,
    key,
    key_height,
    key_lines,
    labels_of,
    more,
    patches,
    rows,
    titled,
)
from ahp.report.names import label, plain
from ahp.report.numbers import share
from ahp.report.phrases.hierarchy import of_weights

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import DecisionDocument, StudyCriterionDocument
    from ahp.report.documents.hierarchy import FirstDocument, HierarchyDocument
    from ahp.report.documents.models import MeritsDocument, NetworkDocument

_GOAL, _MERIT, _CRITERION, _BUS, _ALTERNATIVE = 0.0, 0.16, 0.33, 0.705, 0.73
_ENDS = {_GOAL: 0.105, _MERIT: 0.275, _CRITERION: 0.68}
"""Where the boxes of each column begin and end, in shares of the width."""

_ROW = 0.3  # inches

Path = tuple[str, ...]


def plan_hierarchy(document: DecisionDocument) -> Plan:
    """Return the plan of the hierarchy: the goal, merits, criteria with their weights, alternatives."""
    criteria = document["study"]["criteria"]
    short = labels_of(document)
    names = list(short.looks)
    said = "; ".join(
        f"{plain(short(c['name'], 34))} ({c['merit']}, weight {c['weight']:.3g})" for c in criteria
    )
    listing = ", ".join(plain(short(name)) for name in best(names))
    return Plan(
        "The decision: goal, merits, criteria with their weights, alternatives",
        f"Criteria: {said}. Alternatives: {listing}.{more(names)}",
        0.7 + _ROW * max(len(criteria), len(best(names)), 2),
        lambda axes: _paint_decision(axes, criteria, best(names), short),
    )


def _paint_decision(
    axes: Axes, criteria: Sequence[StudyCriterionDocument], names: Sequence[str], short: Labels
) -> None:
    axes.set_axis_off()
    axes.set_xlim(0.0, 1.0)
    axes.set_ylim(0.0, 1.0)
    ordered = [c for merit in ("benefit", "cost") for c in criteria if c["merit"] == merit]
    heights = dict(zip((c["name"] for c in ordered), _spread(len(ordered)), strict=True))
    merits = {
        merit: [heights[c["name"]] for c in ordered if c["merit"] == merit]
        for merit in dict.fromkeys(c["merit"] for c in ordered)
    }
    middles = {merit: sum(found) / len(found) for merit, found in merits.items()}
    centre = sum(middles.values()) / len(middles)
    high = 0.75 / max(len(ordered), len(names), 2)
    _box(axes, _GOAL, _ENDS[_GOAL], centre, high, "choose")
    for merit, middle in middles.items():
        _edge(axes, _ENDS[_GOAL], centre, _MERIT, middle)
        _box(axes, _MERIT, _ENDS[_MERIT], middle, high, merit)
    rows = _spread(len(names))
    top, low = max([*heights.values(), *rows]), min([*heights.values(), *rows])
    axes.plot([_BUS, _BUS], [low, top], color=GREY, linewidth=1.0, zorder=1)
    for c in ordered:
        at = heights[c["name"]]
        _edge(axes, _ENDS[_MERIT], middles[c["merit"]], _CRITERION, at)
        _box(axes, _CRITERION, _ENDS[_CRITERION], at, high, f"{short(c['name'], 30)}  {c['weight']:.3g}")
        _edge(axes, _ENDS[_CRITERION], at, _BUS, at)
    for name, at in zip(names, rows, strict=True):
        _edge(axes, _BUS, at, _ALTERNATIVE, at)
        axes.text(
            _ALTERNATIVE + 0.008, at, short(name, 24), va="center", fontsize=8.5, color=ink(axes), zorder=3
        )


def _spread(count: int) -> list[float]:
    """Return heights that lie evenly from the top down."""
    return [1.0 - (row + 0.5) / count for row in range(count)]


def _box(
    axes: Axes, left: float, right: float, middle: float, high: float, text: str, size: float = 8.5
) -> None:
    """Write a text in a box as high as a line of text."""
    boxes(
        axes, [(left, middle - high / 2, right, middle + high / 2)], facecolor="none", edgecolor=ink(axes),
        linewidth=0.9, zorder=2,
    )  # fmt: skip
    axes.text((left + right) / 2, middle, text, ha="center", va="center", fontsize=size, color=ink(axes))


def _edge(axes: Axes, left: float, start: float, right: float, end: float) -> None:
    """Draw a line from one box to another, level at both ends."""
    half = (left + right) / 2
    axes.plot([left, half, half, right], [start, start, end, end], color=GREY, linewidth=1.0, zorder=1)


def plan_judged_hierarchy(document: HierarchyDocument) -> Plan:
    """Return the plan of a hierarchy as a tree: local weights, then the alternatives."""
    local, short = _weights(document), labels_of(document)
    alone = of_weights(document)
    names = best(document["ranking"]) if not alone else []
    said = "; ".join(
        f"{' / '.join(plain(short(n, 24)) for n in path)} {share(w)}" for path, w in local.items()
    )
    ends = best(document["ranking"])
    scores = ", ".join(f"{plain(short(name))} {share(document['scores'][name])}" for name in ends)
    leaves = [path for path in local if not any(other[: len(path)] == path != other for other in local)]
    what = "Global weights" if alone else "Scores"
    return Plan(
        titled(document["goal"], "criteria with their weights"),
        f"Local weights: {said}. {what}: {scores}.{more(document['ranking'])}",
        0.7 + _ROW * max(len(leaves), len(names), 2),
        lambda axes: _paint_judged(axes, document, local, leaves, names, short),
    )


def _weights(document: HierarchyDocument) -> dict[Path, float]:
    """Return the local weight of every criterion by its way from the goal, parents before children."""
    found: dict[Path, float] = {}
    for node in document["nodes"]:
        if not node["leaf"]:
            found |= {(*node["path"], name): weight for name, weight in node["priorities"].items()}
    return found


def _paint_judged(
    axes: Axes,
    document: HierarchyDocument,
    local: dict[Path, float],
    leaves: Sequence[Path],
    names: Sequence[str],
    short: Labels,
) -> None:
    axes.set_axis_off()
    axes.set_xlim(0.0, 1.0)
    axes.set_ylim(0.0, 1.0)
    ordered = sorted(leaves, key=lambda path: [list(local).index(path[: i + 1]) for i in range(len(path))])
    heights: dict[Path, float] = dict(zip(ordered, _spread(len(ordered)), strict=True))
    parents = {path[:depth] for path in local for depth in range(len(path))}
    for parent in sorted(parents, key=lambda path: (-len(path), path)):
        below = [at for path, at in heights.items() if path[:-1] == parent and path]
        heights[parent] = sum(below) / len(below)
    deepest = max(len(path) for path in heights)
    step = 0.74 / (deepest + 1)
    high = 0.75 / max(len(ordered), len(names), 2)
    room = int(step * 78) - 6
    shown = {path: f"{short(path[-1], room)}  {weight:.3g}" for path, weight in local.items()}
    for path, at in heights.items():
        left = len(path) * step
        right = left + 0.82 * step
        _box(axes, left, right, at, high, shown.get(path) or label(document["goal"], room + 4), 8.0)
        if path:
            _edge(axes, left - 0.18 * step, heights[path[:-1]], left, at)
        if path in leaves:
            _edge(axes, right, at, 0.75, at)
    if not names:  # criteria alone: what each of the lowest weighs in all
        for name, path in zip(document["alternatives"], ordered, strict=True):
            total = share(document["priorities"][name])
            axes.text(0.77, heights[path], total, va="center", fontsize=8.0, color=ink(axes))
        return
    rows = _spread(len(names))
    ends = [*rows, *(heights[path] for path in leaves)]
    axes.plot([0.75, 0.75], [min(ends), max(ends)], color=GREY, linewidth=1.0, zorder=1)
    for name, at in zip(names, rows, strict=True):
        _edge(axes, 0.75, at, 0.765, at)
        text = f"{short(name, 18)}  {share(document['scores'][name])}"
        axes.text(0.77, at, text, va="center", fontsize=8.0, color=ink(axes))


_BETWEEN = (1.2, 0.76)
_HIGH, _APART = 1.8, (0.6, 0.85)
_BAND = 0.3  # inches that a row of bands takes
_MOST = 12  # nodes whose influence is drawn


def plan_merit_priorities(document: MeritsDocument) -> Plan:
    """Return the plan of the priorities under each merit, a panel for each."""
    names = best(document["ranking"])
    found = {merit: {name: p[name] for name in names} for merit, p in document["priorities"].items()}
    what = "priorities under each merit"
    return _panels_plan(titled(document["goal"], what), found, labels_of(document), more(document["ranking"]))


def plan_network_priorities(document: NetworkDocument) -> Plan:
    """Return the plan of the priorities within each cluster, a panel for each."""
    clusters: dict[str, dict[str, float]] = {}
    for node in sorted(document["nodes"], key=lambda node: -node["within"]):
        clusters.setdefault(node["cluster"], {})[node["node"]] = node["within"]
    found = {name: dict(best(list(clusters[name].items()))) for name in document["model"]["clusters"]}
    what = "priorities within each cluster"
    return _panels_plan(titled(document["goal"], what), found, labels_of(document), "")


def _panels_plan(title: str, found: Mapping[str, Mapping[str, float]], short: Labels, rest: str) -> Plan:
    said = "; ".join(
        f"{plain(short(panel))}: "
        + ", ".join(f"{plain(short(name))} {share(p)}" for name, p in shares.items())
        for panel, shares in found.items()
    )
    down, high = rows_needed(len(found), 2), rows_high(max(map(len, found.values())))
    return Plan(
        title,
        f"{said}.{rest}",
        1.0 + down * high + (down - 1) * _BETWEEN[1],
        lambda axes: _paint_panels(axes, found, high, short),
    )


def _paint_panels(axes: Axes, found: Mapping[str, Mapping[str, float]], high: float, short: Labels) -> None:
    parts = panels(axes, len(found), min(2, len(found)), height=high, between=_BETWEEN)
    for panel, (title, shares) in zip(parts, found.items(), strict=True):
        priorities_panel(panel, shares, [short(name, 16) for name in shares])
        headed(panel, short(title, 28))


def plan_merit_weights(document: MeritsDocument) -> Plan:
    """Return the plan of bands that say who is first as the weight of each merit goes from 0 to 1.

    Raises
    ------
    FigureError
        If the merits are put together without weights.
    """
    found = document["by_weight"]
    if not found:
        raise FigureError(
            f"{document['synthesis']} puts merits together without weights; judge with another synthesis"
        )
    short = labels_of(document)
    first = {span["first"] for one in found for span in one["first"]}
    entries = entries_of([name for name in document["ranking"] if name in first], short)
    said = "; ".join(
        f"{one['merit']}, now {share(one['weight'])}: "
        + ", ".join(f"{plain(short(s['first']))} from {share(s['from'])}" for s in one["first"])
        for one in found
    )

    def paint(axes: Axes) -> None:
        for row, one in enumerate(found):
            for span in one["first"]:
                _band(axes, span, row, short.looks[span["first"]])
            axes.plot([one["weight"]] * 2, [row - 0.45, row + 0.45], color=ink(axes), linewidth=2.0, zorder=5)
        rows_of(axes, [one["merit"] for one in found])
        axes.set_xlim(0.0, 1.0)
        axes.set_xlabel("share of all weights; the line is where it is now")
        key(axes, patches(entries, axes), [name for name, _ in entries])

    return Plan(
        titled(document["goal"], "who is first as the weight of a merit moves"),
        f"{said}.",
        1.2 + _BAND * len(found) + rows([name for name, _ in entries]),
        paint,
    )


def _band(axes: Axes, span: FirstDocument, row: int, seen: Look) -> None:
    boxes(
        axes, [(span["from"], row - 0.35, span["to"], row + 0.35)], facecolor=seen.colour, hatch=seen.hatch,
        edgecolor=ink(axes), linewidth=0.5, zorder=3,
    )  # fmt: skip


def plan_network_influence(document: NetworkDocument) -> Plan:
    """Return the plan of the priorities as each node has less or more of a say, a panel for each.

    Raises
    ------
    FigureError
        If no influence can move.
    """
    found = best(document["rows"], _MOST)
    if not found:
        raise FigureError("no influence can move: no node influences others beside another")
    names, short = best(document["ranking"]), labels_of(document)
    down = rows_needed(len(found), 2)
    said = ". ".join(
        f"{plain(short(one['node'], 34))}: "
        + ", ".join(f"{plain(short(s['first']))} first from {share(s['from'])}" for s in one["first"])
        for one in found
    )

    def paint(axes: Axes) -> None:
        parts = panels(axes, len(found), min(2, len(found)), height=_HIGH, between=_APART)
        for panel, one in zip(parts, found, strict=True):
            lines = {name: (one["shares"], one["priorities"][name]) for name in names}
            draw_lines(panel, names, short, lines, marked=(10, 20))
            panel.set_xlim(0.0, 1.0)
            panel.set_ylim(bottom=0.0)
            panel.axvline(0.5, color=ink(axes), linewidth=1.0, linestyle=(0, (5, 2)), zorder=1)
            panel.set_xlabel("influence, now 0.5", fontsize=8.0)
            panel.tick_params(labelsize=7.5)
            headed(panel, short(one["node"], 30))
        key(axes, *key_lines(names, short, parts[0]))

    return Plan(
        titled(document["goal"], "who is first as a node has less or more of a say"),
        f"{said}.{more(document['rows'], _MOST, 'nodes')}",
        1.3 + down * _HIGH + (down - 1) * _APART[1] + key_height(names, short),
        paint,
    )
