"""What to choose in a scenario and over all of them, and how sure that is, no surer than its standing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.printing import in_a_row, printable
from ahp.report.phrases.grammar import MOST_NAMES, joined, noise_size, sentence, share_of_draws
from ahp.report.phrases.scenario import MERITS, changed, kept, no_verdict, no_verdict_across
from ahp.report.phrases.scrutiny import spoken
from ahp.terms import SURE

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        AcrossDocument,
        ConfidenceDocument,
        DecisionDocument,
        RecommendedDocument,
        RuleDocument,
        ScenarioDocument,
        StandingDocument,
        UnknownStandingDocument,
    )

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


def how_ranked(scenario: ScenarioDocument) -> str:
    """Return by what is ranked, and how much is known about how sure the choice is."""
    return f"ranked by {MERITS[scenario['by']]}; {runs(scenario)}: {sureness(scenario)}"


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


def over_draws(found: ConfidenceDocument) -> str:
    """Return whom the runs put first and how surely, and over how many draws."""
    told = f"{found['verdict']}, over {found['resamples']} draws"
    return told if found["winner"] is None else f"{found['winner']}: {told}"


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


_COMPARED = {"benefit_to_cost": "Benefit per cost", "benefit": "Benefit", "cost": "Cost"}
_RULES = {
    "maximin": "the worst case",
    "minimax_regret": "the least regret",
    "expected": "the weighted mean",
}


def across(document: DecisionDocument) -> list[str]:
    """Return what is said over all scenarios, a sentence each."""
    found, lacking = document["across_scenarios"], no_verdict_across(document)
    if found is None:
        return []
    if lacking is not None:
        return [lacking]
    doubted = [scenario["scenario"] for scenario in document["scenarios"] if not is_sure(scenario)]
    mark = "" if of_the_unknown(found["recommended"])["sure"] else " ?"
    chosen = choices(found, kept_in(document), doubted, mark)
    return [*beaten(document), *chosen, *_hinges(document, found), *rules(found, compared(document))]


def compared(document: DecisionDocument) -> str:
    """Return what scenarios are compared by: that by which all of them choose, or benefit to cost."""
    bases = {scenario["by"] for scenario in document["scenarios"]}
    return bases.pop() if len(bases) == 1 else "benefit_to_cost"


def beaten(document: DecisionDocument) -> list[str]:
    """Return which choices of a scenario another one beats in every scenario, a sentence each."""
    findings = document.get("audit", [])
    return [sentence(printable(found["detail"])) for found in findings if found["check"] == "dominated"]


def choices(
    found: AcrossDocument, kept: Mapping[str, str], doubted: Collection[str], mark: str = ""
) -> list[str]:
    """Return whom to choose where the scenario is known and where it is not, a sentence each.

    Parameters
    ----------
    found : AcrossDocument
    kept : mapping of str to str
        For each scenario that keeps what there is, what that is.
    doubted : collection of str
        The scenarios whose choice is not sure, which carries a question mark.
    mark : str
        What the choice for the unknown scenario carries.
    """
    recommended = found["recommended"]
    known = {scenario: printable(name) for scenario, name in recommended["known"].items() if name is not None}
    marks = {scenario: " ?" if scenario in doubted else "" for scenario in found["values"]}
    known |= {scenario: f"keep {printable(name)}" for scenario, name in kept.items()}
    told = [
        f"{known[scenario]}{marks[scenario]} for {printable(scenario)}"
        for scenario in found["values"]
        if scenario in known
    ]
    lines = [f"Workload known: {', '.join(told)}."] if told else []
    unknown, safe = recommended["unknown"], found["never_worse_share"]
    sure = _of_the_draws(recommended["best"], unknown)
    never = "" if safe is None else f" (never worse in {share_of_draws(safe[unknown])} of the draws)"
    why = f"{sure}, {recommended['because']}{never}."
    if len(kept) < len(found["values"]):
        return [*lines, f"Workload unknown: {printable(unknown)}{mark}{why}"]
    what = f"{printable(next(iter(kept.values())))}{' ?' if any(marks.values()) else ''}"
    said = f"keep {what}, as in every scenario; of the alternatives {printable(unknown)}{why}"
    return [*lines, f"Workload unknown: {said}"]


def _hinges(document: DecisionDocument, found: AcrossDocument) -> list[str]:
    """Return what would change the choice for the unknown, and who may be never worse, a sentence each."""
    lines, margin = [], found["recommended"].get("margin")
    if margin is not None:
        name, change, rival = margin["alternative"], margin["change"], margin["challenger"]
        criteria = [
            criterion
            for scenario in document["scenarios"]
            if scenario["scenario"] == margin["scenario"]
            for criterion in scenario["criteria"]
            if criterion["name"] == margin["criterion"]
        ]
        said = "No change of a single measurement alters the choice for the unknown workload"
        if name is not None and change is not None and rival is not None and criteria:
            told, where = changed(criteria[0], name, change, rival), printable(margin["scenario"] or "")
            said = f"For the unknown workload it is {printable(rival)} if, in {where}, {told}"
        lines.append(f"{said}.")
        unknown, noise = printable(found["recommended"]["unknown"]), margin["noise_95"]
        bears = f"{unknown} stays, 95 times of 100, if every number is right to {noise_size(noise)}."
        lines.append(bears if noise else "Any error in the numbers, however little, may alter that choice.")
    return [*lines, *open_safety(found)]


def open_safety(found: AcrossDocument) -> list[str]:
    """Return of whom it is open whether they are never worse than the baseline, in one sentence."""
    unsure = found.get("never_worse_open")
    if not unsure:
        return []
    why = "the printed digits leave" if found["never_worse_share"] is None else "the runs leave"
    told = joined(unsure) if len(unsure) <= MOST_NAMES else f"{len(unsure)} alternatives"
    return [f"Whether never worse than the baseline {why} open of {told}."]


def least_regret(never_worse: int) -> str:
    """Return why somebody is chosen for the unknown scenario; so many are never worse than the baseline.

    Examples
    --------
    >>> least_regret(1)
    'the only one never worse than the baseline in any benefit and scenario'
    """
    if not never_worse:
        return "the one of least regret; each is worse than the baseline somewhere"
    only = "the only one" if never_worse == 1 else "the one of least regret among those"
    return f"{only} never worse than the baseline in any benefit and scenario"


def rules(found: AcrossDocument, by: str) -> list[str]:
    """Return what each rule says over scenarios that are compared by one thing, a sentence each."""
    lines = []
    if len(found["never_worse"]) > 1:
        told = _with_shares(found["never_worse"], found["never_worse_share"])
        lines.append(f"Never worse than the baseline in any benefit and scenario: {told}.")
    said = [_rule(found[key], words) for key, words in _RULES.items()]  # type: ignore[literal-required]
    lines.append(f"{_COMPARED[by]} relative to the baseline, over all scenarios: {', '.join(said)}.")
    if len(found["hurwicz"]) > 1:
        by_pessimism = spoken(found["hurwicz"])
        lines.append(f"By pessimism (Hurwicz; 0 looks at the best case, 1 at the worst): {by_pessimism}.")
    if found["dominated"]:
        told = _with_shares(found["dominated"], found["dominated_share"])
        what = "In every scenario another returns at least as much relative to the baseline as"
        lines.append(f"{what} {told}.")
    return lines


def _rule(found: RuleDocument, words: str) -> str:
    return f"{printable(found['choose'])} by {words}{_of_the_draws(found['best'], found['choose'])}"


def _with_shares(names: Sequence[str], shares: Mapping[str, float] | None) -> str:
    """Return names as `a, b and c`, each with how often the draws say the same."""
    if len(names) > MOST_NAMES:
        return f"{len(names)} alternatives"
    shown = [f"{printable(name)}{_of_the_draws(shares, name)}" for name in names]
    return in_a_row(shown)


def _of_the_draws(best: Mapping[str, float] | None, name: str) -> str:
    """Return how often the draws say the same; nothing where there are none."""
    return "" if best is None else f" ({share_of_draws(best[name])} of the draws)"
