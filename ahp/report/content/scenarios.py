"""Everything that is known about one scenario, as tables and sentences."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.answer_wording import certainty, headline
from ahp.report.content.labels import Shown
from ahp.report.content.ranking import Ranking, ranking_of
from ahp.report.content.scenario_tables import (
    audits_table,
    contributions_table,
    criteria_table,
    matrix_table,
    measured_table,
    rankings_table,
    runs_table,
    sureness_table,
)
from ahp.report.documents import DecisionDocument, ScenarioDocument
from ahp.report.gain_wording import gains
from ahp.report.page import Table, fit, fit_table
from ahp.report.scrutiny_tables import change_tables, sureness_tables
from ahp.report.scrutiny_wording import beyond
from ahp.report.wording import (
    MERITS,
    checks_made,
    dominated,
    held,
    hinges,
    noise_borne,
    screened,
    settling,
)


@dataclass(frozen=True)
class Content:
    """What is said of a scenario.

    Attributes
    ----------
    title, said : str
    ranking : Ranking
    rankings : Table
        The same alternatives in the order of each merit.
    sentences, beyond : tuple of str
        What the choice gains and hangs on, and what other questions would choose.
    verdicts, spread, change : tuple of Table
        How sure, and what the runs leave open; what would change it.
    criteria, contributions : Table
    matrices : tuple of Table
    audits : Table or None
    held : str or None
    measured, every_run : Table
    """

    title: str
    said: str
    ranking: Ranking
    rankings: Table
    sentences: tuple[str, ...]
    beyond: tuple[str, ...]
    verdicts: tuple[Table, ...]
    spread: tuple[Table, ...]
    change: tuple[Table, ...]
    criteria: Table
    contributions: Table
    matrices: tuple[Table, ...]
    audits: Table | None
    held: str | None
    measured: Table
    every_run: Table

    @property
    def sure(self) -> tuple[Table, ...]:
        """All tables that say how sure it is."""
        return (*self.verdicts, *self.spread)


def content_of(document: DecisionDocument, scenario: ScenarioDocument, show: Shown) -> Content:
    """Return what a page and a LaTeX file say of a scenario."""
    told: list[str | None] = [*gains(document, scenario), *screened(scenario), *dominated(scenario)]
    told += [settling(scenario), *hinges(scenario)]
    told.append(noise_borne(scenario))
    holds = held(document["study"], scenario)
    findings = checks_made(document["study"], scenario)
    return Content(
        title=show(f"{scenario['scenario']}: {headline(scenario)}"),
        said=f"Ranked by {MERITS[scenario['by']]}; {certainty(scenario)}.",
        ranking=ranking_of(scenario, show),
        rankings=fit_table(rankings_table(scenario), show),
        sentences=tuple(show(sentence) for sentence in told if sentence is not None),
        beyond=tuple(map(show, beyond(scenario))),
        verdicts=tuple(fit(sureness_table(scenario), show)),
        spread=tuple(fit(sureness_tables(scenario), show)),
        change=tuple(fit(change_tables(scenario), show)),
        criteria=fit_table(criteria_table(scenario), show),
        contributions=fit_table(contributions_table(scenario), show),
        matrices=tuple(fit(map(matrix_table, scenario["criteria"]), show)),
        audits=fit_table(audits_table(findings), show) if findings else None,
        held=None if holds is None else show(holds),
        measured=fit_table(measured_table(document, scenario), show),
        every_run=fit_table(runs_table(scenario), show),
    )
