"""A decision as LaTeX: the answers in words, then every table of each scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.report.html.labels import Shown, labels_of, shown_by
from ahp.report.html.method import method_of
from ahp.report.html.moving import Ranking, ranking_of
from ahp.report.html.opening import opening_of
from ahp.report.html.scenario_tables import (
    audits_table,
    contributions_table,
    criteria_table,
    matrix_table,
    measured_table,
    rankings_table,
    runs_table,
    sureness_table,
)
from ahp.report.html.tables import HTMLTable, captioned
from ahp.report.html.together import Part, across_of, changes_of
from ahp.report.latex.writing import article, heading, opening_lines, said, tables
from ahp.report.scrutiny_tables import change_tables, sureness_tables
from ahp.report.scrutiny_wording import beyond
from ahp.report.wording import (
    MERITS,
    certainty,
    choice,
    gains,
    held,
    hinges,
    left_out,
    noise_borne,
    screened,
    settling,
)

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument, ScenarioDocument

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
        lines += _scenario(document, scenario, show)
    for part in changes_of(document, show):
        lines += part_lines(part)
    warnings = [*([] if absent is None else [absent]), *document["warnings"]]
    if warnings:
        lines += [heading("section", "Warnings"), *said(map(show, warnings))]
    return article([*lines, *_method(document, show, shortened)])


def part_lines(part: Part) -> list[str]:
    """Return a part that has a title, sentences and tables."""
    return [heading("section", part.title), *said(part.sentences), *tables(part.tables)]


def ranking_table(ranking: Ranking) -> HTMLTable:
    """Return who stands where, benefit and cost side by side."""
    return HTMLTable(
        "Ranking",
        ("alternative", "place", *(head for _, head in ranking.merits)),
        tuple((row.name, str(row.place), *(n.shown for n in row.numbers)) for row in ranking.rows),
    )


def _scenario(document: DecisionDocument, scenario: ScenarioDocument, show: Shown) -> list[str]:
    told = [*gains(document, scenario), *screened(scenario), settling(scenario), *hinges(scenario)]
    told += [noise_borne(scenario), *beyond(scenario), held(scenario)]
    lines = [heading("section", show(f"{scenario['scenario']}: {choice(scenario)}"))]
    lines += said([f"Ranked by {MERITS[scenario['by']]}; {certainty(scenario)}."])
    found = [ranking_table(ranking_of(scenario, show)), rankings_table(scenario, show)]
    lines += tables([*found, *sureness_table(scenario, show)])
    lines += said(show(sentence) for sentence in told if sentence is not None)
    scrutiny = [*sureness_tables(scenario), *change_tables(scenario)]
    lines += tables(captioned(show, *table) for table in scrutiny)
    lines += tables([criteria_table(scenario, show), contributions_table(scenario, show)])
    lines += tables(matrix_table(criterion, show) for criterion in scenario["criteria"])
    if scenario["audit"]:
        lines += tables([audits_table(scenario, show)])
    lines += tables([measured_table(document, scenario, show)])
    every_run = runs_table(scenario, show)
    if len(every_run.rows) > _MOST_RUNS:
        return [*lines, *said([f"Every run, {len(every_run.rows)} of them, stands in the JSON report."])]
    return [*lines, *tables([every_run])]


def _method(document: DecisionDocument, show: Shown, shortened: dict[str, str]) -> list[str]:
    method = method_of(document, show, shortened)
    lines = [heading("section", "Method"), *said(method.steps)]
    lines += tables([method.study, *method.judgments])
    lines += [heading("section", "References"), *said(told for _, told in method.references)]
    lines += [heading("section", "Provenance"), *said(f"{name}: {told}." for name, told in method.facts)]
    if method.inputs is not None:
        lines += tables([method.inputs])
    return lines
