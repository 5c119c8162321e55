"""The first screen of a page: what to choose, how sure that is, and what would change it."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.content.labels import Shown
from ahp.report.documents import DecisionDocument, ScenarioDocument
from ahp.report.wording import (
    choice,
    gains,
    hinges,
    joined,
    noise_borne,
    runs,
    settling,
    sureness,
)

_VERDICTS = {
    "decisive": ("●", "decisive"),
    "leaning": ("◐", "leaning"),
    "tie": ("=", "a tie"),
    "unknown": ("?", "not known"),
}


@dataclass(frozen=True)
class Card:
    """What is said first about one scenario, or about the one that is not known.

    Attributes
    ----------
    question : str
        The scenario.
    answer, names : str
        The choice, in words and as names alone.
    gained : tuple of str
        What that gains and loses against the baseline, a sentence each.
    sign, verdict : str
        How sure, as a sign and in a word; empty where that is no question.
    sure, change : tuple of str
        How sure, and what would change it, a sentence each.
    target : str
        The part of the page that says more.
    """

    question: str
    answer: str
    names: str
    gained: tuple[str, ...]
    sign: str
    verdict: str
    sure: tuple[str, ...]
    change: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class Opening:
    """The first screen."""

    title: str
    lead: str
    cards: tuple[Card, ...]

    @property
    def several(self) -> bool:
        """Whether there is more than one question, so that the answers are listed before they are told."""
        return len(self.cards) > 1


def opening_of(document: DecisionDocument, show: Shown, prefix: str) -> Opening:
    """Return the first screen of a decision, its links pointing to parts whose names begin with `prefix`."""
    scenarios = document["scenarios"]
    cards = [
        _card(document, scenario, show, f"{prefix}-s{n}") for n, scenario in enumerate(scenarios, start=1)
    ]
    across = document["across_scenarios"]
    if across is not None:
        found = across["recommended"]
        cards.append(
            Card(
                question="Where the scenario is not known",
                answer=show(f"Choose {found['unknown']}"),
                names=show(found["unknown"]),
                gained=(show(_sentence(f"It is {found['because']}")),),
                sign="",
                verdict="",
                sure=(),
                change=(),
                target=f"{prefix}-across",
            )
        )
    return Opening(show(_title(scenarios)), _lead(scenarios), tuple(cards))


def _title(scenarios: list[ScenarioDocument]) -> str:
    chosen = {tuple(scenario["choose"]) for scenario in scenarios}
    if len(chosen) > 1:
        return "The choice depends on the scenario"
    said = _capital(choice(scenarios[0]))
    return said if len(scenarios) == 1 else f"{said} in every scenario"


def _lead(scenarios: list[ScenarioDocument]) -> str:
    """Return by what the choice goes, in words for somebody who does not know the method."""
    by = {scenario["by"] for scenario in scenarios}
    parts = {
        "benefit_to_cost": "benefit to cost: each alternative's share of all the benefit, divided by its "
        "share of all the cost",
        "benefit": "benefit alone: each alternative's share of all the benefit; no cost was measured",
        "cost": "lowest cost: each alternative's share of all the cost; no benefit was measured",
    }
    return f"Ranked by {'; elsewhere by '.join(parts[key] for key in parts if key in by)}."


def _card(document: DecisionDocument, scenario: ScenarioDocument, show: Shown, target: str) -> Card:
    found = scenario["confidence"]
    several = max(scenario["runs"].values()) > 1
    verdict = "unknown" if found is None or found["best"] is None else found["verdict"]
    sign, word = _VERDICTS[verdict] if found is not None or not several else ("–", "not asked")
    sure = [_sentence(_capital(_how_sure(scenario, verdict)))]
    sure += [_sentence(_capital(f["detail"])) for f in scenario["audit"] if f["check"] == "confidence"]
    noise = noise_borne(scenario)
    if verdict == "unknown" and noise is not None:
        sure.append(noise)
    settled = settling(scenario)
    change = [] if settled is None else [settled]
    change += [sentence.removeprefix("Would change it: ") for sentence in hinges(scenario)]
    flips = sum(finding["verdict"] == "flips" for finding in scenario["audit"])
    if flips:
        checks = flips + sum(finding["verdict"] == "holds" for finding in scenario["audit"])
        change.append(
            f"{flips} of {checks} other ways of reckoning {'puts' if flips == 1 else 'put'} another first: "
            "see the audits."
        )
    return Card(
        question=show(scenario["scenario"]),
        answer=show(_capital(choice(scenario))),
        names=show(joined(scenario["choose"])),
        gained=tuple(map(show, gains(document, scenario))),
        sign=sign,
        verdict=word,
        sure=tuple(map(show, sure)),
        change=tuple(map(show, change)),
        target=target,
    )


def _how_sure(scenario: ScenarioDocument, verdict: str) -> str:
    """Return the verdict and the runs behind it; the word for it stands beside."""
    if verdict == "unknown":
        return runs(scenario)
    said = sureness(scenario).removeprefix(f"{verdict}, ").removeprefix("a tie, ")
    return f"{said}; {runs(scenario)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
