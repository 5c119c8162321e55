"""One scenario of a page: everything that is known about it, as tables and sentences."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.documents import DecisionDocument, ScenarioDocument
from ahp.report.html.labels import Shown
from ahp.report.html.moving import Ranking, Sliders, ranking_of, sliders_of
from ahp.report.html.plots import Plot, plots_of
from ahp.report.html.scenario_tables import (
    MOST_NAMED,
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
from ahp.report.scrutiny_tables import change_tables, sureness_tables
from ahp.report.scrutiny_wording import beyond
from ahp.report.wording import (
    MERITS,
    certainty,
    choice,
    gains,
    held,
    hinges,
    noise_borne,
    screened,
    settling,
)


@dataclass(frozen=True)
class Scenario:
    """A scenario as the template draws it.

    Attributes
    ----------
    anchor, title, said : str
    ranking : Ranking
    rankings : HTMLTable
        The same alternatives in the order of each merit.
    plots : tuple of Plot
    sentences, beyond : tuple of str
        What the choice gains and hangs on, and what other questions would choose.
    sliders : Sliders or None
    sure, change : tuple of HTMLTable
    criteria, contributions : HTMLTable
    matrices : tuple of HTMLTable
    audits : HTMLTable or None
    held : str or None
    measured, every_run : HTMLTable
    """

    anchor: str
    title: str
    said: str
    ranking: Ranking
    rankings: HTMLTable
    plots: tuple[Plot, ...]
    sentences: tuple[str, ...]
    beyond: tuple[str, ...]
    sliders: Sliders | None
    sure: tuple[HTMLTable, ...]
    change: tuple[HTMLTable, ...]
    criteria: HTMLTable
    contributions: HTMLTable
    matrices: tuple[HTMLTable, ...]
    audits: HTMLTable | None
    held: str | None
    measured: HTMLTable
    every_run: HTMLTable


def scenario_of(document: DecisionDocument, scenario: ScenarioDocument, show: Shown, anchor: str) -> Scenario:
    """Return a scenario for the template."""
    told = [*gains(document, scenario), *screened(scenario), settling(scenario), *hinges(scenario)]
    told.append(noise_borne(scenario))
    holds = held(scenario)
    own = sureness_table(scenario, show)
    return Scenario(
        anchor=anchor,
        title=show(f"{scenario['scenario']}: {choice(scenario)}"),
        said=f"Ranked by {MERITS[scenario['by']]}; {certainty(scenario)}.",
        ranking=ranking_of(scenario, show),
        rankings=rankings_table(scenario, show),
        plots=plots_of(document, _kinds(document, scenario), anchor, scenario["scenario"]),
        sentences=tuple(show(sentence) for sentence in told if sentence is not None),
        beyond=tuple(map(show, beyond(scenario))),
        sliders=sliders_of(scenario, show),
        sure=(*own, *(captioned(show, *table) for table in sureness_tables(scenario))),
        change=tuple(captioned(show, *table) for table in change_tables(scenario)),
        criteria=criteria_table(scenario, show),
        contributions=contributions_table(scenario, show),
        matrices=tuple(matrix_table(criterion, show) for criterion in scenario["criteria"]),
        audits=audits_table(scenario, show) if scenario["audit"] else None,
        held=None if holds is None else show(holds),
        measured=measured_table(document, scenario, show),
        every_run=runs_table(scenario, show),
    )


def _kinds(document: DecisionDocument, scenario: ScenarioDocument) -> tuple[str, ...]:
    """Return the kinds of figures: where there is much to draw, the one that says most."""
    if len(scenario["alternatives"]) > MOST_NAMED:
        return ("benefit_cost",)
    one = len(document["scenarios"]) == 1
    return ("benefit_cost", "ranks", *(("contributions", "regions") if one else ()))
