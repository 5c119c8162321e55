"""The doors: a decision, or what people judged, as a page, and as a fragment of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from ahp.report.html.moving import Sliders, hierarchy_sliders, sliders_of
from ahp.report.html.pages import Plot, as_fragment, as_page, plots_of, prefix_of
from ahp.report.page import Block, Figure, Heading, fit, table
from ahp.report.sections.decision import decision_page
from ahp.report.sections.labels import labels_of, shown_by
from ahp.report.sections.opening import Opening, opening_of
from ahp.report.sections.told import told_of

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument
    from ahp.report.documents.hierarchy import HierarchyDocument


@dataclass(frozen=True)
class Part:
    """A part of a page: its heading, and the blocks below it."""

    heading: Heading
    blocks: tuple[Block, ...]


def render_page(document: DecisionDocument) -> str:
    """Return a decision as one self-contained HTML page."""
    return as_page(_decision(document))


def render_fragment(document: DecisionDocument) -> str:
    """Return a decision as a part of another page."""
    return as_fragment(_decision(document))


def render_judged_page(document: Mapping[str, Any]) -> str:
    """Return what people judged as one self-contained HTML page."""
    return as_page(_judged(document))


def render_judged_fragment(document: Mapping[str, Any]) -> str:
    """Return what people judged as a part of another page."""
    return as_fragment(_judged(document))


def _decision(document: DecisionDocument) -> dict[str, Any]:
    show, shortened = shown_by(labels_of(document))
    blocks = [*fit(decision_page(document), show), *_whole(shortened)]
    return _context(
        document, opening_of(document, show), blocks, lambda scenario: sliders_of(document, scenario, show)
    )


def _judged(document: Mapping[str, Any]) -> dict[str, Any]:
    told = told_of(document)
    show, shortened = shown_by(told.labels(document))
    blocks = [*fit(told.page(document), show), *_whole(shortened)]

    def sliders(scenario: str | None) -> Sliders | None:
        if document.get("schema") != "ahp.hierarchy/1":
            return None
        return hierarchy_sliders(cast("HierarchyDocument", document), show)

    return _context(document, told.opening(document, show), blocks, sliders)


def _context(
    document: Mapping[str, Any],
    opening: Opening,
    blocks: Iterable[Block],
    sliders: Callable[[str | None], Sliders | None],
) -> dict[str, Any]:
    prefix, numbers = prefix_of(document), count()

    def plots(figure: Figure) -> tuple[Plot, ...]:
        return plots_of(document, figure.kinds, f"{prefix}-f{next(numbers)}", figure.scenario)

    parts = _parts(blocks)
    return {"prefix": prefix, "opening": opening, "parts": parts, "plots": plots, "sliders": sliders}


def _parts(blocks: Iterable[Block]) -> list[Part]:
    parts: list[Part] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            parts.append(Part(block, ()))
        else:
            parts[-1] = Part(parts[-1].heading, (*parts[-1].blocks, block))
    return parts


def _whole(shortened: dict[str, str]) -> list[Block]:
    """Return the labels that are shortened in a page, each once as it is."""
    rows = [(short, label) for label, short in shortened.items()]
    heads = ["shortened", "the whole label"]
    return [table("labels", "Labels that are shortened above", heads, rows, (1,))] if rows else []
