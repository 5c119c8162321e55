"""The doors: a decision as a page, and as a fragment of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ahp.report.content.labels import labels_of, shown_by
from ahp.report.content.method import method_of
from ahp.report.content.opening import opening_of
from ahp.report.content.together import across_of
from ahp.report.html.pages import as_fragment, as_page, prefix_of
from ahp.report.html.plots import plots_of
from ahp.report.html.scenarios import scenario_of
from ahp.report.page import fit
from ahp.report.sections.changes import changes_section
from ahp.report.wording import left_out

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument


def render_page(document: DecisionDocument) -> str:
    """Return a decision as one self-contained HTML page."""
    return as_page(_context(document))


def render_fragment(document: DecisionDocument) -> str:
    """Return a decision as a part of another page."""
    return as_fragment(_context(document))


def _context(document: DecisionDocument) -> dict[str, Any]:
    show, shortened = shown_by(labels_of(document))
    prefix = prefix_of(document)
    across = across_of(document, show)
    changes = [] if document["changes"] is None else fit(changes_section(document["changes"]), show)
    absent = left_out(document)
    warnings = [*([] if absent is None else [absent]), *document["warnings"]]
    scenarios = [
        scenario_of(document, scenario, show, f"{prefix}-s{number}")
        for number, scenario in enumerate(document["scenarios"], start=1)
    ]
    contents = [
        *([(f"{prefix}-across", across.title)] if across is not None else []),
        *((scenario.anchor, scenario.content.title) for scenario in scenarios),
        *([(f"{prefix}-changes", "Changes")] if changes else []),
        *([(f"{prefix}-warnings", "Warnings")] if warnings else []),
        (f"{prefix}-method", "Method"),
        (f"{prefix}-provenance", "Provenance"),
    ]
    return {
        "prefix": prefix,
        "body": "body.html",
        "opening": opening_of(document, show, prefix),
        "contents": contents,
        "across": across,
        "across_plots": () if across is None else plots_of(document, ("improvement",), prefix),
        "scenarios": scenarios,
        "changes": changes,
        "warnings": list(map(show, warnings)),
        "judged_plots": plots_of(document, ("judgments",), f"{prefix}-judged"),
        "method": method_of(document, show, shortened),
    }
