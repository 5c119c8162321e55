"""The first screen of a page: what to choose, how sure that is, and what would change it."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.printing import printable
from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
from ahp.report.phrases.choice import choice, is_sure, stood
from ahp.report.phrases.grammar import MOST_NAMES, capital, joined
from ahp.report.phrases.scenario import kept
from ahp.report.sections.cards import (
    Card,
    card_across,
    card_of,
    each_once,
)
from ahp.report.sections.labels import Shown


@dataclass(frozen=True)
class Opening:
    """The first screen: its title, what is compared by what, and the answers."""

    title: str
    lead: str
    cards: tuple[Card, ...]

    @property
    def several(self) -> bool:
        """Whether there is more than one question, so that the answers are listed before they are told."""
        return len(self.cards) > 1


def opening_of(document: DecisionDocument, show: Shown) -> Opening:
    """Return the first screen of a decision."""
    scenarios = document["scenarios"]
    cards = [card_of(document, scenario, show, f"s{n}") for n, scenario in enumerate(scenarios, start=1)]
    if document["across_scenarios"] is not None:
        cards.append(card_across(document, show, "across"))
    lead = " ".join(filter(None, [_rule(scenarios), _field(document)]))
    return Opening(show(_title(scenarios)), show(lead), tuple(cards))


def _title(scenarios: list[ScenarioDocument]) -> str:
    if len(scenarios) == 1:
        return capital(choice(scenarios[0]))
    sure = [scenario["scenario"] for scenario in scenarios if is_sure(scenario)]
    choices = {tuple(stood(scenario)["names"]) for scenario in scenarios}
    if len(sure) == len(scenarios) and len(choices) == 1 and len({choice(s) for s in scenarios}) == 1:
        return f"{capital(choice(scenarios[0]))} in every scenario"
    if len(sure) == len(scenarios):
        return "The choice depends on the scenario"
    where = joined(sure) if 0 < len(sure) <= MOST_NAMES else f"{len(sure) or 'none'} of them"
    if len(choices) > 1:
        return f"Who is first depends on the scenario; surely in {where}"
    if (keeping := kept(scenarios[0])) is not None:
        return f"Keep {printable(keeping)} in every scenario; surely in {where}"
    return f"{joined(stood(scenarios[0])['names'])} is first in every scenario; surely in {where}"


def _rule(scenarios: list[ScenarioDocument]) -> str:
    """Return by what the choice goes, in words for somebody who does not know the method."""
    by = {scenario["by"] for scenario in scenarios}
    benefit, cost = (_share_of(scenarios, merit) for merit in ("benefit", "cost"))
    parts = {
        "benefit_to_cost": f"benefit to cost: each alternative's {benefit}, divided by its {cost}",
        "benefit": f"benefit alone: each alternative's {benefit}; no cost counts",
        "cost": f"lowest cost: each alternative's {cost}; no benefit was measured",
    }
    return f"Ranked by {'; elsewhere by '.join(parts[key] for key in parts if key in by)}."


def _share_of(scenarios: list[ScenarioDocument], merit: str) -> str:
    names = each_once(c["name"] for s in scenarios for c in s["criteria"] if c["merit"] == merit)
    return f"share of all the {merit}" + (f" ({joined(names)})" if 0 < len(names) <= MOST_NAMES else "")


def _field(document: DecisionDocument) -> str:
    """Return who competes, and that the baseline does not."""
    names = each_once(name for scenario in document["scenarios"] for name in scenario["alternatives"])
    told = joined(names) if len(names) <= MOST_NAMES else f"{len(names)} alternatives"
    baseline = document["study"]["baseline"]
    if baseline is None or baseline in names:
        return f"Compared: {told}."
    against = f"“{printable(baseline)}”, which is not ranked itself"
    return f"Compared: {told}. Gains and losses are against {against}."
