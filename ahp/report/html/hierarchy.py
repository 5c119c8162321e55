"""A hierarchy of judgments as a page, laid out as that of a decision."""

from __future__ import annotations

from typing import Any

from ahp.report.content.hierarchy import (
    hierarchy_labels,
    hierarchy_opening,
    hierarchy_parts,
    hierarchy_ranking,
)
from ahp.report.content.labels import Shown, shown_by
from ahp.report.figures.palette import look
from ahp.report.hierarchy_documents import HierarchyDocument
from ahp.report.hierarchy_wording import of_weights
from ahp.report.hierarchy_wording import way as way_to
from ahp.report.html.moving import Sliders, Weight, slider_data
from ahp.report.html.pages import as_fragment, as_page, prefix_of
from ahp.report.html.plots import plots_of
from ahp.report.numbers import share

_KINDS = {
    "Ranking": ("judged_hierarchy",),
    "Alternatives": ("judged_priorities",),
    "Judgments and their consistency": ("judged_matrices",),
    "Agreement": ("judged_agreement",),
    "What would change it": ("judged_margins",),
}
"""The figures of each part."""


def render_hierarchy_page(document: HierarchyDocument) -> str:
    """Return a hierarchy of judgments as one self-contained HTML page."""
    return as_page(_context(document))


def render_hierarchy_fragment(document: HierarchyDocument) -> str:
    """Return a hierarchy of judgments as a part of another page."""
    return as_fragment(_context(document))


def _context(document: HierarchyDocument) -> dict[str, Any]:
    show, shortened = shown_by(hierarchy_labels(document))
    prefix = prefix_of(document)
    parts = hierarchy_parts(document, show, shortened)
    # The local priorities, of criteria alone too, stand where their table does.
    titles = {"Alternatives": "Criteria"} if of_weights(document) else {}
    anchors = [f"{prefix}-{number}" for number in range(1, len(parts) + 1)]
    return {
        "prefix": prefix,
        "body": "hierarchy.html",
        "opening": hierarchy_opening(document, show, anchors[-1]),
        "contents": [(anchor, part.title) for anchor, part in zip(anchors, parts, strict=True)],
        "ranking": hierarchy_ranking(document, show),
        "sliders": _sliders(document, show),
        "parts": list(zip(anchors, parts, strict=True)),
        "plots": {
            titles.get(title, title): plots_of(document, kinds, f"{prefix}-{number}")
            for number, (title, kinds) in enumerate(_KINDS.items())
        }
        | {part.title: () for part in parts if part.title not in {*_KINDS, *titles.values()}},
    }


def _sliders(document: HierarchyDocument, show: Shown) -> Sliders | None:
    """Return the weights under the goal, and those under each criterion that has criteria of its own.

    The score under each of them is the sum of those below it, by local weights.
    """
    inner = {tuple(node["path"]): node for node in document["nodes"] if not node["leaf"]}
    under = {tuple(one["path"]): one["scores"] for one in document["sensitivity"]["performance"]}
    names = document["alternatives"]
    below = {path: [(*path, name) for name in node["priorities"]] for path, node in inner.items()}
    if len(names) < 2 or all(len(ways) < 2 for ways in below.values()):
        return None
    if any(way not in under for ways in below.values() for way in ways):
        return None
    keys = {path: f"inside{number}" if path else "benefit" for number, path in enumerate(inner)}
    groups, merits = [], {}
    for path, node in inner.items():
        local = node["priorities"]
        scores = [keys.get(way) or [under[way][name] for name in names] for way in below[path]]
        merits[keys[path]] = (list(local.values()), scores)
        weights = tuple(
            Weight(position, show(criterion), repr(weight), share(weight))
            for position, (criterion, weight) in enumerate(local.items())
        )
        legend = show(f"Weights under {way_to(path)}") if path else "Weights of the criteria"
        if len(weights) > 1:
            groups.append((keys[path], legend, weights))
    first = [row.position for row in hierarchy_ranking(document, show).rows if row.place == 1]
    colours = [look(position).colour for position in range(len(names))]
    return Sliders(tuple(groups), slider_data("benefit", sorted(first), merits, colours))
