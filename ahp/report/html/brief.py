"""A decision in a notebook: a small table for each scenario, and what hangs on what in a sentence or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.notebook import lines_html, table_html
from ahp.printing import shortened

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument, ScenarioDocument


def scenario_html(scenario: ScenarioDocument) -> str:
    """Return the ranking of a scenario, how sure it is, and what would change it."""
    from ahp.report.answer_wording import certainty, headline
    from ahp.report.numbers import quotient, share
    from ahp.report.wording import MERITS, hinges, noise_borne, places

    merits = {
        "benefit": ("benefit", share),
        "cost": ("cost", share),
        "benefit_to_cost": ("benefit/cost", quotient),
    }
    present = {key: shown for key, shown in merits.items() if scenario[key] is not None}  # type: ignore[literal-required]
    rows = [
        [name, str(place), *(show(scenario[key][name]) for key, (_, show) in present.items())]  # type: ignore[literal-required]
        for name, place in places(scenario).items()
    ]
    caption = f"{shortened(scenario['scenario'], 80)}: {headline(scenario)}"
    heads = ["alternative", "place", *(head for head, _ in present.values())]
    noise = noise_borne(scenario)
    sentences = [f"Ranked by {MERITS[scenario['by']]}; {certainty(scenario)}.", *hinges(scenario)]
    sentences += [] if noise is None else [noise]
    return table_html(caption, heads, rows) + lines_html(sentences)


def decision_html(document: DecisionDocument) -> str:
    """Return the rankings of every scenario, and what is said over all of them."""
    from ahp.report.across_wording import across

    return "".join(map(scenario_html, document["scenarios"])) + lines_html(across(document))
