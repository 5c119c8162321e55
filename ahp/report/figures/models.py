"""Figures of merits and of networks: priorities side by side, and who is first as a weight moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.keys import draw_lines, entries_of, key, key_lines, patches, rows
from ahp.report.figures.labels import Labels, labels_of, plain
from ahp.report.figures.palette import GREY, Look, ink, look
from ahp.report.figures.parts import (
    boxes,
    dots,
    headed,
    panels,
    per_cent_axis,
    rows_high,
    rows_needed,
    rows_of,
)
from ahp.report.figures.plan import Plan, best, more, titled
from ahp.report.numbers import share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.hierarchy import FirstDocument
    from ahp.report.documents.models import MeritsDocument, NetworkDocument

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
        for row, p in enumerate(shares.values()):
            panel.plot([0.0, p], [row, row], color=GREY, linewidth=0.6, zorder=1)
        dots(panel, list(shares.values()), range(len(shares)), size=4.5)
        rows_of(panel, [short(name, 16) for name in shares])
        per_cent_axis(panel, 4)
        panel.set_xlim(left=0.0)
        panel.tick_params(axis="x", labelsize=7.5)
        panel.tick_params(axis="y", labelsize=8.5 if len(shares) <= 20 else 7.5)
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
    looks, short = _looks(document["alternatives"]), labels_of(document)
    first = {span["first"] for one in found for span in one["first"]}
    entries = entries_of([name for name in document["ranking"] if name in first], looks, short)
    said = "; ".join(
        f"{one['merit']}, now {share(one['weight'])}: "
        + ", ".join(f"{plain(short(s['first']))} from {share(s['from'])}" for s in one["first"])
        for one in found
    )

    def paint(axes: Axes) -> None:
        for row, one in enumerate(found):
            for span in one["first"]:
                _band(axes, span, row, looks[span["first"]])
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


def _looks(names: Sequence[str]) -> dict[str, Look]:
    return {name: look(position) for position, name in enumerate(names)}


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
    names, looks, short = best(document["ranking"]), _looks(document["alternatives"]), labels_of(document)
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
            draw_lines(panel, names, looks, lines, marked=(10, 20))
            panel.set_xlim(0.0, 1.0)
            panel.set_ylim(bottom=0.0)
            panel.axvline(0.5, color=ink(axes), linewidth=1.0, linestyle=(0, (5, 2)), zorder=1)
            panel.set_xlabel("influence, now 0.5", fontsize=8.0)
            panel.tick_params(labelsize=7.5)
            headed(panel, short(one["node"], 30))
        key(axes, *key_lines(names, looks, short, parts[0]))

    keyed = [name for name, _ in entries_of(names, looks, short)]
    return Plan(
        titled(document["goal"], "who is first as a node has less or more of a say"),
        f"{said}.{more(document['rows'], _MOST, 'nodes')}",
        1.3 + down * _HIGH + (down - 1) * _APART[1] + rows(keyed),
        paint,
    )
