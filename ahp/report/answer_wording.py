"""What to choose in a scenario and how sure that is, in words no surer than its standing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ahp.report.wording import joined, no_verdict, noise_size, share_of_draws
from ahp.terms import SURE

if TYPE_CHECKING:
    from ahp.report.across_documents import RecommendedDocument
    from ahp.report.documents import DecisionDocument, ScenarioDocument, StandingDocument

_SURE_OF = 0.95
"""How often a choice over all scenarios is first in the draws, for a report to give it without reserve."""


def stood(scenario: ScenarioDocument) -> StandingDocument:
    """Return how a choice stands; version 0.1.0 wrote no standing: the verdict of the runs is all then."""
    known = scenario.get("standing")
    if known is not None:
        return known
    found, margin = scenario["confidence"], scenario["margin"]
    verdict = "fragile" if found is None or found["ranks"] is None else found["verdict"]
    word = {"unknown": "too few runs", "withheld": "fragile"}.get(verdict, verdict)
    return {
        "word": "tie" if len(scenario["choose"]) > 1 else word,
        "names": scenario["choose"],
        "noise": None if margin is None else margin["noise_95"],
        "disagree": 0,
        "checks": 0,
    }


def is_sure(scenario: ScenarioDocument) -> bool:
    """Return whether a gate that expects the choice would let it pass."""
    return stood(scenario)["word"] in SURE


def kept_in(document: DecisionDocument) -> dict[str, str]:
    """Return what is kept in each scenario that keeps what there is."""
    stand = {scenario["scenario"]: stood(scenario) for scenario in document["scenarios"]}
    return {name: found["names"][0] for name, found in stand.items() if found["word"] == "keep"}


def of_the_unknown(document: DecisionDocument, found: RecommendedDocument) -> tuple[str, str]:
    """Return what to choose where the scenario is not known, and how: `choose`, `keep` or, if unsure, `?`.

    It is no surer than the draws, or without any than each scenario; what every scenario keeps is kept.
    """
    name, best, scenarios = found["unknown"], found["best"], document["scenarios"]
    kept = kept_in(document)
    if len(kept) == len(scenarios):
        return next(iter(kept.values())), "keep"
    sure = all(map(is_sure, scenarios)) if best is None else best[name] >= _SURE_OF
    return name, "choose" if sure and not kept else "?"


def choice(scenario: ScenarioDocument) -> str:
    """Return what to choose in a few words; what is not sure carries a question mark, and why."""
    standing = stood(scenario)
    names = joined(standing["names"])
    if len(scenario["alternatives"]) == 1 and not scenario["against_baseline"]:
        return f"only {names}, nothing to choose between"
    reason = no_verdict(scenario)
    if reason is not None:
        return f"no verdict: {reason}"
    if standing["word"] == "tie":
        return f"a tie: {names}"
    if standing["word"] in SURE:
        return f"{'keep' if standing['word'] == 'keep' else 'choose'} {names}"
    return f"{names} ?, {standing['word']}"


def checks(scenario: ScenarioDocument) -> str:
    """Return how many checks disagree with the choice; nothing where none does or none is chosen."""
    standing = stood(scenario)
    disagree, made = standing["disagree"], standing["checks"]
    if not disagree or standing["word"] == "keep" or no_verdict(scenario) is not None:
        return ""
    return f"{disagree} of {made} checks {'disagrees' if disagree == 1 else 'disagree'}"


def headline(scenario: ScenarioDocument) -> str:
    """Return what to choose, and how many checks disagree with it."""
    return "; ".join(filter(None, [choice(scenario), checks(scenario)]))


def likeliest(best: Mapping[str, float]) -> list[str]:
    """Return the alternatives by how often each is first."""
    return sorted(best, key=lambda name: -best[name])


def certainty(scenario: ScenarioDocument) -> str:
    """Return how much is known about how sure the choice is."""
    return f"{runs(scenario)}: {sureness(scenario)}"


def runs(scenario: ScenarioDocument) -> str:
    """Return how many runs there are."""
    low, high = min(scenario["runs"].values()), max(scenario["runs"].values())
    if high == 1:
        return "one run each"
    return f"{low} runs each" if low == high else f"{low} to {high} runs each"


def sureness(scenario: ScenarioDocument) -> str:
    """Return how sure the choice is, by the number behind the word."""
    standing, found = stood(scenario), scenario["confidence"]
    word = standing["word"]
    if no_verdict(scenario) is not None:
        return "no verdict is given"
    if word == "keep":
        kept = joined(standing["names"])
        told = f"with {kept} in the ranking, everything relative to it, {kept} is first"
        return told if standing["noise"] is None else f"{told}; {borne(standing['noise'])}"
    if word == "tie":
        exactly = len(scenario["choose"]) > 1
        return "a tie" if exactly else "a tie, the first two are within 1 % of each other"
    if word == "too few runs":
        return "they leave open how sure it is"
    if word in ("decisive", "leaning") and found is not None and found["best"] is not None:
        often = share_of_draws(first_in(scenario, found["best"]))
        return f"{word}, first in {often} of {found['resamples']} draws"
    return word if standing["noise"] is None else f"{word}, {borne(standing['noise'])}"


def borne(noise: float) -> str:
    """Return with how much error in every number a choice is first in nearly all draws."""
    if not noise:
        return "no error in the numbers is too small to change it"
    return f"first in 95 % of draws with an error of ±{noise_size(noise)} in every number"


def first_in(scenario: ScenarioDocument, best: Mapping[str, float]) -> float:
    """Return how often the choice is first; of several that tie, the one that is it most often."""
    return max(best[name] for name in scenario["choose"])
