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
from ahp.report.hierarchy_documents import HierarchyDocument
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
            title: plots_of(document, kinds, f"{prefix}-{number}")
            for number, (title, kinds) in enumerate(_KINDS.items())
        }
        | {part.title: () for part in parts if part.title not in _KINDS},
    }


def _sliders(document: HierarchyDocument, show: Shown) -> Sliders | None:
    """Return the weights under the goal: the overall score is their sum of the scores under each."""
    top = next(node["priorities"] for node in document["nodes"] if not node["path"])
    under = {one["path"][0]: one for one in document["sensitivity"]["performance"] if len(one["path"]) == 1}
    names = document["alternatives"]
    if len(names) < 2 or len(top) < 2 or set(under) != set(top):
        return None
    first = [row.position for row in hierarchy_ranking(document, show).rows if row.place == 1]
    scores = [[under[criterion]["scores"][name] for name in names] for criterion in top]
    weights = tuple(
        Weight(position, show(criterion), repr(weight), share(weight))
        for position, (criterion, weight) in enumerate(top.items())
    )
    data = slider_data("benefit", sorted(first), {"benefit": (list(top.values()), scores)})
    return Sliders((("benefit", "Weights of the criteria", weights),), data)
