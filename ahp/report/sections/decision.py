"""A decision as blocks: over all scenarios, each of them, what changed, warnings, the method."""

from __future__ import annotations

from ahp.report.across_tables import across_tables
from ahp.report.documents.decision import DecisionDocument
from ahp.report.page import Block, Figure, Heading, paragraphs
from ahp.report.phrases.across import across
from ahp.report.phrases.study import left_out
from ahp.report.sections.changes import changes_section
from ahp.report.sections.method import method_section
from ahp.report.sections.scenario import scenario_section


def decision_page(document: DecisionDocument) -> list[Block]:
    """Return what a report says below its first screen."""
    blocks = [] if document["changes"] is None else changes_section(document["changes"])
    blocks += _across(document)
    for number, scenario in enumerate(document["scenarios"], start=1):
        blocks += scenario_section(document, scenario, f"s{number}")
    absent = left_out(document)
    warnings = [*([] if absent is None else [absent]), *document["warnings"]]
    if warnings:
        blocks += [Heading("Warnings", id="warnings"), *paragraphs(warnings)]
    return [*blocks, *method_section(document)]


def _across(document: DecisionDocument) -> list[Block]:
    """Return what is said over all scenarios; nothing where there is one."""
    if document["across_scenarios"] is None:
        return []
    heading = Heading("Across scenarios", id="across")
    return [heading, *paragraphs(across(document)), *across_tables(document), Figure(("improvement",))]
