"""The sentences that every report shares, so that text, Markdown and the rest say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.across_tables import compared
from ahp.report.numbers import edge, floored, percent, probability
from ahp.report.scrutiny_wording import beyond, is_printed_index, measure_of, moved, spoken
from ahp.terms import NOT_COUNTED

if TYPE_CHECKING:
    from ahp.report.across_documents import AcrossDocument, RuleDocument
    from ahp.report.documents import (
        DecisionDocument,
        ScenarioDocument,
    )

MOST_NAMES = 8
"""Names in one sentence; of more only the number is told."""

MERITS = {"benefit_to_cost": "benefit to cost", "benefit": "benefit", "cost": "lowest cost"}
"""What a choice can go by, in words."""


def joined(names: Sequence[str]) -> str:
    """Return names as `a, b and c`.

    Examples
    --------
    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    shown = [printable(name) for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text as a sentence.

    Examples
    --------
    >>> sentence("one run each"), sentence("Done.")
    ('One run each.', 'Done.')
    """
    said = capital(text)
    return said if said.endswith(".") else f"{said}."


def no_verdict(scenario: ScenarioDocument) -> str | None:
    """Return why no verdict on the choice can be given; None where one is."""
    found = (finding for finding in scenario["audit"] if finding["verdict"] == "withheld")
    return next((printable(finding["detail"]) for finding in found), None)


def doubts(scenario: ScenarioDocument) -> list[str]:
    """Return what would change the choice, and what would settle it, a sentence for each."""
    settled, noise = settling(scenario), noise_borne(scenario)
    found = [] if settled is None else [settled]
    found += hinges(scenario)
    if noise is not None:
        found += [noise, *beyond(scenario)]
    return found


def settling(scenario: ScenarioDocument) -> str | None:
    """Return how many more runs would settle the choice; None where that is no question."""
    confidence = scenario["confidence"]
    if confidence is not None and confidence["more_runs"]:
        more = confidence["more_runs"]
        most = max(more.values())
        runs = "one more run" if most == 1 else f"{most} more runs"
        runs += " each" if len(more) > 1 else ""
        return f"About {runs} of {joined(list(more))} would likely settle it."
    if confidence is not None and confidence["verdict"] == "leaning" and confidence["winner"] is not None:
        return "The lead is too small to say how many more runs would settle it."
    return None


def hinges(scenario: ScenarioDocument) -> list[str]:
    """Return which measurement and which weight the choice hangs on most, a sentence each."""
    if scenario["margin"] is None:
        return []
    change, weight = critical_change(scenario), weights(scenario)
    said = "No change of a single measurement alters the choice."
    said = said if change is None else f"Would change it: {change}"
    return [said, *([] if weight is None else [weight])]


def noise_borne(scenario: ScenarioDocument) -> str | None:
    """Return how much noise the choice bears; None where there is nothing to bear it against."""
    margin = scenario["margin"]
    if margin is None:
        return None
    if margin["noise_95"] == 0:
        return "Any noise in the numbers, however little, may put another first."
    noise = noise_size(margin["noise_95"])
    return f"Noise of up to {noise} in every number leaves it first at least 95 % of the time."


def critical_change(scenario: ScenarioDocument) -> str | None:
    """Return the smallest change of a measurement that alters the choice; None where no single one does."""
    margin = scenario["margin"]
    if margin is None:
        return None
    name, change = margin["alternative"], margin["change"]
    if name is None or change is None or margin["criterion"] is None or margin["challenger"] is None:
        return None
    criterion = next(c for c in scenario["criteria"] if c["name"] == margin["criterion"])
    text = f"{measure_of(scenario, criterion)} of {printable(name)} "
    size = percent(abs(change)).lstrip("+") if abs(change) >= 1e-4 else f"{100 * abs(change):.2g} %"
    size = size if abs(change) > 1e-8 else "the least bit"  # beyond a change of the index
    way, ends = "lower" if change < 0 else "higher", moved(criterion, name, change)
    if ends is not None and is_printed_index(criterion):
        text += f"{way}, from {ends}"  # in proportion moves only what a printed index stands for
    else:
        text += f"{size} {way}" + (f" ({ends})" if ends is not None else "")
    return f"{text}; then {printable(margin['challenger'])} is first."


def weights(scenario: ScenarioDocument) -> str | None:
    """Return which weight the choice hangs on most; None where there are no weights to ask about."""
    said = critical_weight(scenario)
    return "No single weight alters the choice." if said is None and scenario["weights"] else said


def critical_weight(scenario: ScenarioDocument) -> str | None:
    """Return the weight whose interval is nearest to its own, and who is first beyond; None where none is."""
    found = []
    for criterion in scenario["criteria"]:
        interval = scenario["weights"].get(criterion["name"])
        for end, rival in (("holds_from", "below"), ("holds_to", "above")):
            if interval is not None and interval[rival] is not None:  # type: ignore[literal-required]
                to = interval[end]  # type: ignore[literal-required]
                found.append((abs(to - criterion["weight"]), criterion, to, rival))
    if not found:
        return None
    _, criterion, to, side = min(found, key=lambda entry: entry[0])
    rival = scenario["weights"][criterion["name"]][side] or ""  # type: ignore[literal-required]
    return (
        f"Weight: {printable(criterion['name'])} {side} {edge(to)} instead of {criterion['weight']:.3f} "
        f"puts {printable(rival)} first."
    )


def across(document: DecisionDocument) -> list[str]:
    """Return what is said over all scenarios, a sentence each."""
    found, lacking = document["across_scenarios"], no_verdict_across(document)
    if found is None:
        return []
    return over_all(found, compared(document)) if lacking is None else [lacking]


def no_verdict_across(document: DecisionDocument) -> str | None:
    """Return that no verdict over all scenarios can be given; None where one is."""
    lacking = [scenario["scenario"] for scenario in document["scenarios"] if no_verdict(scenario) is not None]
    if not lacking:
        return None
    where = joined(lacking) if len(lacking) <= MOST_NAMES else f"{len(lacking)} of the scenarios"
    return f"No verdict over all scenarios, for there is none in {where}."


def over_all(found: AcrossDocument, by: str) -> list[str]:
    """Return what is said over all scenarios that are compared by one thing, a sentence each."""
    recommended = found["recommended"]
    known = {s: name for s, name in recommended["known"].items() if name is not None}
    lines = []
    if known:
        choices = [f"{printable(name)} for {printable(scenario)}" for scenario, name in known.items()]
        lines.append(f"Where the workload is known: {', '.join(choices)}.")
    unknown = recommended["unknown"]
    sure = _of_the_draws(recommended["best"], unknown)
    safe = found["never_worse_share"]
    never = "" if safe is None else f" (never worse in {share_of_draws(safe[unknown])} of the draws)"
    lines.append(f"Where it is not: {printable(unknown)}{sure}, {recommended['because']}{never}.")
    if len(found["never_worse"]) > 1:
        told = _with_shares(found["never_worse"], safe)
        lines.append(f"Never worse than the baseline in any benefit and scenario: {told}.")
    rules = [_rule(found[key], words) for key, words in _RULES.items()]  # type: ignore[literal-required]
    lines.append(f"{_COMPARED[by]} against the baseline, over all scenarios: {', '.join(rules)}.")
    if len(found["hurwicz"]) > 1:
        lines.append(f"By pessimism, from the best case at 0 to the worst at 1: {spoken(found['hurwicz'])}.")
    if found["dominated"]:
        told = _with_shares(found["dominated"], found["dominated_share"])
        lines.append(f"Measured so, another is at least as good in every scenario as {told}.")
    return lines


def _rule(found: RuleDocument, words: str) -> str:
    return f"{printable(found['choose'])} by {words}{_of_the_draws(found['best'], found['choose'])}"


def _with_shares(names: Sequence[str], shares: Mapping[str, float] | None) -> str:
    """Return names as `a, b and c`, each with how often the draws say the same."""
    if len(names) > MOST_NAMES:
        return f"{len(names)} alternatives"
    shown = [f"{printable(name)}{_of_the_draws(shares, name)}" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _of_the_draws(best: Mapping[str, float] | None, name: str) -> str:
    """Return how often the draws say the same; nothing where there are none."""
    return "" if best is None else f" ({share_of_draws(best[name])} of the draws)"


def screened(scenario: ScenarioDocument) -> list[str]:
    """Return who does not compete, a sentence each."""
    return [
        f"{printable(entry['alternative'])} does not compete: {entry['value']:.4g} fails {entry['screen']}."
        for entry in scenario["screened"]
    ]


def held(scenario: ScenarioDocument) -> str | None:
    """Return under which audits the choice holds, in one sentence."""
    found = (finding for finding in scenario["audit"] if finding["verdict"] == "holds")
    checks = [finding["check"] for finding in found if finding["check"] not in _FIGURES]
    if not checks:
        return None
    names = [AUDITS.get(check, check) for check in checks]
    return f"Holds under {joined(names)}."


def told(scenario: ScenarioDocument) -> list[str]:
    """Return what flips the choice or warns of it, and how far two measurements of one thing are apart."""
    found = []
    for finding in scenario["audit"]:
        if finding["verdict"] != "holds" or finding["check"] in _FIGURES:
            advice = f"; {finding['advice']}" if finding["advice"] else ""
            found.append(printable(f"{finding['verdict']}: {finding['detail']}{advice}"))
    return found


def share_of_draws(share: float) -> str:
    """Return a probability; one that draws did not contradict is not certainty."""
    return probability(share).replace(">", "over ").replace("<", "under ")


def noise_size(noise: float) -> str:
    """Return how much noise in words."""
    return f"{floored(100 * noise)} %" if noise < 2.3 else "a factor of ten"


def places(scenario: ScenarioDocument) -> dict[str, int]:
    """Return the place of each alternative, in the order of the choice; tied ones share the better place."""
    place = {name: position for position, name in enumerate(scenario["order"], 1)}
    for group in scenario["ties"].get(scenario["by"], []):
        place |= dict.fromkeys(group, min(place[name] for name in group))
    return dict(sorted(place.items(), key=lambda item: item[1]))


def left_out(document: DecisionDocument) -> str | None:
    """Return which criteria of the default study are missing, or None."""
    absent = document["study"]["absent"]
    return f"Not measured, so left out: {joined(absent)}." if absent else None


def not_counted(document: DecisionDocument) -> str | None:
    """Return which numbers of the inputs no criterion uses, and how one of them would count."""
    warning = next((one for one in document["warnings"] if one.startswith(NOT_COUNTED)), None)
    return None if warning is None else sentence(warning)


_COMPARED = {"benefit_to_cost": "Benefit over cost", "benefit": "Benefit", "cost": "Cost"}
_RULES = {
    "maximin": "the worst case",
    "minimax_regret": "the least regret",
    "expected": "the weighted mean",
}
_FIGURES = ("twin",)
"""Checks whose figures are told also where the choice holds."""
AUDITS = {
    "twin": "how far two measurements of one thing are apart",
    "disturbed": "runs that were disturbed",
    "index": "the same index throughout",
    "index-mixed": "any one index changed alone",
    "index-rule": "every index that the numbers are near to",
    "saving": "savings against the baseline",
    "digits": "all that the printed digits allow",
    "method": "every priority method",
    "mode": "the ideal mode",
    "merits": "benefit less cost",
    "baseline": "the baseline in or out",
    "reversal": "any other alternative left out or copied",
    "response-statistic": "other statistics of the response time",
    "statistic": "other statistics over runs",
}
"""What is reckoned otherwise in each audit that can hold or flip, in words."""
