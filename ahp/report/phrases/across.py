"""What is said over all scenarios, in the sentences that every report shares."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.printing import in_a_row, printable
from ahp.report.across_tables import compared
from ahp.report.phrases.choice import is_sure, kept_in, of_the_unknown
from ahp.report.phrases.grammar import MOST_NAMES, joined, noise_size, sentence, share_of_draws
from ahp.report.phrases.scenario import changed, no_verdict_across
from ahp.report.phrases.scrutiny import spoken

if TYPE_CHECKING:
    from ahp.report.documents.across import AcrossDocument, RuleDocument
    from ahp.report.documents.decision import DecisionDocument

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
    lines, margin, unsure = [], found["recommended"].get("margin"), found.get("never_worse_open")
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
    if unsure:
        why = "the printed digits leave" if found["never_worse_share"] is None else "the runs leave"
        told = joined(unsure) if len(unsure) <= MOST_NAMES else f"{len(unsure)} alternatives"
        lines.append(f"Whether never worse than the baseline {why} open of {told}.")
    return lines


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
