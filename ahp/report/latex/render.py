"""A decision as LaTeX: the answers in words, then every table of each scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.report.content.labels import Shown, labels_of, shown_by
from ahp.report.content.method import method_of
from ahp.report.content.opening import opening_of
from ahp.report.content.ranking import Ranking
from ahp.report.content.scenarios import Content, content_of
from ahp.report.content.tables import ShownTable
from ahp.report.content.together import Part, across_of, changes_of
from ahp.report.latex.writing import article, heading, opening_lines, said, tables
from ahp.report.wording import (
    left_out,
)

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument

_MOST_RUNS = 60
"""Rows of single runs beyond which they are left to the JSON report."""


def render_latex(document: DecisionDocument) -> str:
    """Return a decision as a LaTeX file that compiles by itself and inside another one."""
    show, shortened = shown_by(labels_of(document))
    across, absent = across_of(document, show), left_out(document)
    lines = opening_lines(opening_of(document, show, "ahp"))
    if across is not None:
        lines += part_lines(across)
    for scenario in document["scenarios"]:
        lines += _scenario(content_of(document, scenario, show))
    for part in changes_of(document, show):
        lines += part_lines(part)
    warnings = [*([] if absent is None else [absent]), *document["warnings"]]
    if warnings:
        lines += [heading("section", "Warnings"), *said(map(show, warnings))]
    return article([*lines, *_method(document, show, shortened)])


def part_lines(part: Part) -> list[str]:
    """Return a part that has a title, sentences and tables."""
    return [heading("section", part.title), *said(part.sentences), *tables(part.tables)]


def ranking_table(ranking: Ranking) -> ShownTable:
    """Return who stands where, benefit and cost side by side."""
    return ShownTable(
        "Ranking",
        ("alternative", "place", *(head for _, head in ranking.merits)),
        tuple((row.name, str(row.place), *(n.shown for n in row.numbers)) for row in ranking.rows),
    )


def _scenario(content: Content) -> list[str]:
    lines = [heading("section", content.title), *said([content.said])]
    lines += tables([ranking_table(content.ranking), content.rankings, *content.verdicts])
    held = () if content.held is None else (content.held,)
    lines += said([*content.sentences, *content.beyond, *held])
    lines += tables([*content.spread, *content.change, content.criteria, content.contributions])
    lines += tables(content.matrices)
    if content.audits is not None:
        lines += tables([content.audits])
    lines += tables([content.measured])
    if len(content.every_run.rows) > _MOST_RUNS:
        told = f"Every run, {len(content.every_run.rows)} of them, stands in the JSON report."
        return [*lines, *said([told])]
    return [*lines, *tables([content.every_run])]


def _method(document: DecisionDocument, show: Shown, shortened: dict[str, str]) -> list[str]:
    method = method_of(document, show, shortened)
    lines = [heading("section", "Method"), *said(method.steps)]
    lines += tables([method.study, *method.judgments])
    lines += [heading("section", "References"), *said(told for _, told in method.references)]
    lines += [heading("section", "Provenance"), *said(f"{name}: {told}." for name, told in method.facts)]
    if method.inputs is not None:
        lines += tables([method.inputs])
    return lines
