"""One scenario of a page: what is said of it, its figures, and its weights to move."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.content.labels import Shown
from ahp.report.content.matrices import MOST_NAMED
from ahp.report.content.scenarios import Content, content_of
from ahp.report.documents import DecisionDocument, ScenarioDocument
from ahp.report.figures.palette import looks_of
from ahp.report.html.moving import Sliders, sliders_of
from ahp.report.html.plots import Plot, plots_of


@dataclass(frozen=True)
class Scenario:
    """A scenario as the template draws it."""

    anchor: str
    content: Content
    plots: tuple[Plot, ...]
    sliders: Sliders | None


def scenario_of(document: DecisionDocument, scenario: ScenarioDocument, show: Shown, anchor: str) -> Scenario:
    """Return a scenario for the template."""
    return Scenario(
        anchor,
        content_of(document, scenario, show),
        plots_of(document, _kinds(document, scenario), anchor, scenario["scenario"]),
        sliders_of(scenario, show, looks_of(document["scenarios"])),
    )


def _kinds(document: DecisionDocument, scenario: ScenarioDocument) -> tuple[str, ...]:
    """Return the kinds of figures: where there is much to draw, the one that says most."""
    if len(scenario["alternatives"]) > MOST_NAMED:
        return ("benefit_cost",)
    one = len(document["scenarios"]) == 1
    return ("benefit_cost", "ranks", *(("contributions", "regions") if one else ()))
