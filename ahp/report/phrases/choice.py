"""What to choose in a scenario and how sure that is, in words no surer than its standing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.phrases.grammar import joined, noise_size, share_of_draws
from ahp.report.phrases.scenario import kept, no_verdict
from ahp.terms import SURE

if TYPE_CHECKING:
    from ahp.report.documents.across import RecommendedDocument, UnknownStandingDocument
    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument, StandingDocument

WITHIN = "the first two are within 1 % of each other"
"""What a tie is that is not exact."""


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
    """Return what is kept, surely or not, in each scenario that keeps what there is."""
    found = {scenario["scenario"]: kept(scenario) for scenario in document["scenarios"]}
    return {scenario: name for scenario, name in found.items() if name is not None}


def of_the_unknown(found: RecommendedDocument) -> UnknownStandingDocument:
    """Return what to choose where the scenario is not known; what version 0.1.0 wrote is not surely so."""
    return found.get("standing") or {"name": found["unknown"], "keeps": False, "sure": False}


def is_alone(scenario: ScenarioDocument) -> bool:
    """Return whether nothing rivals the only alternative, not even a baseline."""
    alone = len(scenario["alternatives"]) == 1 and stood(scenario)["names"] == scenario["alternatives"]
    return alone and stood(scenario)["noise"] is None


def is_exact(scenario: ScenarioDocument) -> bool:
    """Return whether those that tie do so exactly, as they must where nobody knows how numbers scatter."""
    found = scenario["confidence"]
    return len(scenario["choose"]) > 1 or found is None or found["ranks"] is None


def choice(scenario: ScenarioDocument) -> str:
    """Return what to choose in a few words; what is not sure carries a question mark, and why."""
    standing = stood(scenario)
    names = joined(standing["names"])
    if is_alone(scenario):
        return f"only {names}, nothing to choose between"
    reason = no_verdict(scenario)
    if reason is not None:
        return f"no verdict: {reason}"
    if standing["word"] == "tie":
        return f"a tie: {names}"
    if kept(scenario) is not None:
        names = f"keep {names}"
    elif standing["word"] in SURE:
        names = f"choose {names}"
    return names if standing["word"] in SURE else f"{names} ?, {standing['word']}"


def checks(scenario: ScenarioDocument) -> str:
    """Return how many checks disagree with the choice; nothing where none does or none is chosen."""
    standing = stood(scenario)
    disagree, made = standing["disagree"], standing["checks"]
    if not disagree or no_verdict(scenario) is not None:
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
    word, baseline = standing["word"], kept(scenario)
    if no_verdict(scenario) is not None:
        return "no verdict is given"
    if word == "tie":
        return "a tie" if is_exact(scenario) else f"a tie, {WITHIN}"
    if word == "too few runs":
        return "they leave open how sure it is"
    told = word
    if baseline is not None:
        name = printable(baseline)
        told = f"with {name} in the ranking, everything relative to it, {name} is first"
    first = first_in(scenario)
    if first is not None and found is not None:
        return f"{told}, first in {share_of_draws(first)} of {found['resamples']} draws"
    return told if standing["noise"] is None else f"{told}, {borne(standing['noise'])}"


def borne(noise: float) -> str:
    """Return with how much error in every number a choice is first in nearly all draws."""
    if not noise:
        return "no error in the numbers is too small to change it"
    return f"first in 95 % of draws with an error of {noise_size(noise)} in every number"


def ranks_beside(scenario: ScenarioDocument) -> list[str]:
    """Return why a decisive choice may have more than one rank; nothing where it has one."""
    found = scenario["confidence"]
    sets = None if found is None else found["rank_sets"]
    if stood(scenario)["word"] != "decisive" or sets is None or kept(scenario) is not None:
        return []
    if all(sets[name][1] == 1 for name in scenario["choose"] if name in sets):
        return []
    return [
        "Decisive is the lead over each rival, one at a time; the ranks hold for all places at once, which "
        "leaves more open."
    ]


def first_in(scenario: ScenarioDocument) -> float | None:
    """Return how often the choice is first in the draws that the word goes by; None where it goes by none.

    Of several that tie it is the one that is first most often; a baseline that is kept is among the ranked.
    """
    standing, found = stood(scenario), scenario["confidence"]
    if found is None or found["best"] is None or standing["word"] not in ("decisive", "leaning", "keep"):
        return None
    if kept(scenario) is not None or len(scenario["alternatives"]) == 1 or "first_share" in standing:
        return standing.get("first_share")
    return max(found["best"][name] for name in scenario["choose"])
