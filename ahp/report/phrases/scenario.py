"""What every report says of one scenario, so that text, Markdown and the rest say the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ahp.printing import printable, shortened
from ahp.report.numbers import consistency as figures
from ahp.report.numbers import floored, share, typed_end
from ahp.report.phrases.grammar import MOST_NAMES, in_words, joined, noise_size, shared_places
from ahp.report.phrases.scrutiny import ends_of, four_digits, name_of, titles_of

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        CriterionDocument,
        DecisionDocument,
        FindingDocument,
        KeepingDocument,
        MarginDocument,
        ScenarioDocument,
        StudyDocument,
    )


_MINUS = "\u2212"

NOT_KEPT = "; a matrix of so many is not kept, it is that of the index's ratios"
"""What is to be known of a matrix that is not in the document."""

MERITS = {"benefit_to_cost": "benefit to cost", "benefit": "benefit", "cost": "lowest cost"}
"""What a choice can go by, in words."""


def no_verdict(scenario: ScenarioDocument) -> str | None:
    """Return why no verdict on the choice can be given; None where one is."""
    found = (finding for finding in scenario["audit"] if finding["verdict"] == "withheld")
    return next((printable(finding["detail"]) for finding in found), None)


def doubts(scenario: ScenarioDocument) -> list[str]:
    """Return what would change the choice, and what would settle it, a sentence for each."""
    settled, noise = settling(scenario), noise_borne(scenario)
    found = [] if settled is None else [settled]
    found += hinges(scenario)
    return found if noise is None else [*found, noise]


def rankings(scenario: ScenarioDocument) -> list[str]:
    """Return the separate rankings by benefit and by cost, a sentence each; that by cost dearest first."""
    heads = {"benefit": "By benefit, most first", "cost": "By cost, dearest first"}
    orders = {head: scenario["rankings"][merit] for merit, head in heads.items()}  # type: ignore[literal-required]
    return [f"{head}: {', '.join(map(printable, order))}." for head, order in orders.items() if order]


def consistency(scenario: ScenarioDocument) -> str:
    """Return the consistency ratios of the matrices; one number where all have the same."""
    titles = titles_of(scenario["criteria"])
    ratios = {titles[c["name"]]: share(c["consistency_ratio"]) for c in scenario["criteria"]}
    if len(set(ratios.values())) == 1:
        return f"Consistency ratio of each criterion's matrix: {next(iter(ratios.values()))}."
    told = ", ".join(f"{ratio} under {title}" for title, ratio in ratios.items())
    return f"Consistency ratios of the criteria's matrices: {told}."


def scored_as_totals(study: StudyDocument, scenario: ScenarioDocument) -> list[str]:
    """Return which criteria count relative to the baseline because the rule found no other way, and why."""
    return [
        f"{shortened(name_of(criterion), 40)} is scored as a total: "
        f"{printable(criterion['reason'].replace(_MINUS, '-'))}"
        for criterion in scenario["criteria"]
        if criterion["index"] == "relative" and study["index"] == "auto"
    ]


def index_of(criterion: CriterionDocument) -> str:
    """Return by which index a criterion is scored, and why."""
    return f"Index: {criterion['reason']}."


def above_matrix(title: str, criterion: CriterionDocument, note: str) -> str:
    """Return what stands above the matrix of a criterion: how consistent it is, and what is to be noted."""
    ratios = (criterion[key] for key in ("lambda_max", "consistency_index", "consistency_ratio"))
    return f"{title}: {figures(*ratios)} (random index: {criterion['random_index']}){note}"


def above_measured(document: DecisionDocument) -> str:
    """Return what stands above the numbers that were measured."""
    return f"What was measured, the {document['statistic'].replace('-', ' ')} of the runs"


def weights_of(merit: str) -> str:
    """Return what stands above the weights of the criteria of a merit."""
    return f"Weights of the {merit} criteria"


def dominated(scenario: ScenarioDocument) -> list[str]:
    """Return which alternatives another one beats in every criterion, in a sentence; none where none is."""
    efficient = scenario.get("efficient")
    names = [name for name in scenario["order"] if efficient is not None and name not in efficient]
    if not names:
        return []
    told = joined(names)
    if len(names) > MOST_NAMES:
        others = efficient or []
        rest = joined(others) if len(others) <= MOST_NAMES else f"the {len(others)} that the ranking marks"
        told = f"{len(names)} alternatives, all but {rest}"
    return [f"Dominated, for another is at least as good in every criterion and better in one: {told}."]


def settling(scenario: ScenarioDocument) -> str | None:
    """Return how many more runs would settle the choice; None where that is no question."""
    confidence = None if kept(scenario) else scenario["confidence"]  # which is that of the alternatives
    if confidence is not None and confidence["more_runs"]:
        more = confidence["more_runs"]
        most = max(more.values())
        runs = "one more run" if most == 1 else f"{most} more runs"
        runs += " each" if len(more) > 1 else ""
        return f"About {runs} of {joined(list(more))} would likely settle it."
    if confidence is not None and confidence["verdict"] == "leaning" and confidence["winner"] is not None:
        return "The lead is too small to say how many more runs would settle it."
    return None


def kept(scenario: ScenarioDocument) -> str | None:
    """Return the baseline that is to be kept, surely or not, and is no alternative; None where none is."""
    standing = scenario.get("standing")
    names = [] if standing is None else standing["names"]
    return names[0] if len(names) == 1 and names[0] not in scenario["alternatives"] else None


def answered(scenario: ScenarioDocument) -> list[str]:
    """Return the baseline that is kept, surely or not, or who is first among the alternatives."""
    baseline = kept(scenario)
    return scenario["choose"] if baseline is None else [baseline]


def ties_with_baseline(scenario: ScenarioDocument) -> bool:
    """Return whether a baseline that is no alternative is among those that tie."""
    standing = scenario.get("standing")
    names = [] if standing is None else standing["names"]
    return len(names) > 1 and not set(names) <= set(scenario["alternatives"])


def hinges(scenario: ScenarioDocument) -> list[str]:
    """Return which measurement and which weight the choice hangs on most, a sentence each.

    Which baseline is kept hangs on no weight that is known.
    """
    change, weight = critical_change(scenario), None if kept(scenario) else weights(scenario)
    if (scenario["margin"] is None and change is None) or ties_with_baseline(scenario):
        return []
    said = "No change of a single measurement alters the choice." if change is None else change
    return [said, *([] if weight is None else [weight])]


def noise_borne(scenario: ScenarioDocument) -> str | None:
    """Return how much noise the choice bears; None where there is nothing to bear it against."""
    margin, standing = scenario["margin"], scenario.get("standing")
    noise = None if margin is None else margin["noise_95"]
    if standing is not None and (standing["noise"] is not None or kept(scenario)):
        noise = standing["noise"] if noise is not None or kept(scenario) else None
    if noise is None or ties_with_baseline(scenario):
        return None
    if noise == 0:
        return "Any error in the numbers, however little, may put another first."
    return f"Holds, 95 times of 100, if every number is right to {noise_size(noise)}."


def noise_of_margin(margin: MarginDocument) -> str:
    """Return how much noise leaves the winner of a margin first."""
    noise = f"Noise of up to {floored(100 * margin['noise_95'])} % in every number leaves it first"
    return f"{noise} at least 95 % of the time."


def above_margin(margin: MarginDocument) -> str:
    """Return what stands above the changes that put another first."""
    return f"What would change the choice of {margin['winner']}"


class Naming(NamedTuple):
    """How alternatives and criteria are called in a sentence, and what stands between two numbers."""

    alternative: Callable[[str], str]
    criterion: Callable[[CriterionDocument], str]
    instead: str


IN_FULL = Naming(printable, name_of, " instead of")


def critical_change(scenario: ScenarioDocument, naming: Naming = IN_FULL) -> str | None:
    """Return the smallest change of a measurement that alters the choice; None where no single one does.

    Where it lies is rounded away from where the measurement is, so that the number typed in does it. How
    alternatives and criteria are called is told by `naming`.
    """
    margin = scenario["margin"]
    if (keeping := nearer_keeping(scenario)) is not None:
        criterion = next(c for c in scenario["criteria"] if c["name"] == keeping["criterion"])
        what, now = keeping["baseline"], kept(scenario) is not None
        said = changed(criterion, keeping["alternative"], keeping["change"], what, naming=naming)
        return f"{naming.alternative(what)} is {'not ' if now else ''}kept if {said}."
    if margin is None or kept(scenario) is not None:
        return None
    name, change, rival = margin["alternative"], margin["change"], margin["challenger"]
    if name is None or change is None or margin["criterion"] is None or rival is None:
        return None
    criterion = next(c for c in scenario["criteria"] if c["name"] == margin["criterion"])
    # Without a word on the index a number that gets better and loses would mislead.
    turned = " (new index)" if margin.get("new_index") else ""
    said = changed(criterion, name, change, rival, margin.get("until"), naming)
    return f"{naming.alternative(rival)} wins if {said}{turned}."


def nearer_keeping(scenario: ScenarioDocument) -> KeepingDocument | None:
    """Return the change at which the baseline is kept or is not, where another's first place is no nearer."""
    margin, standing = scenario["margin"], scenario.get("standing")
    if standing is not None and kept(scenario) is not None:
        return standing.get("leaving")
    keeping = None if standing is None else standing.get("keeping")
    change = None if margin is None else margin["change"]
    return keeping if keeping is None or change is None or abs(keeping["change"]) < abs(change) else None


def changed(
    criterion: CriterionDocument,
    name: str,
    change: float,
    rival: str,
    until: float | None = None,
    naming: Naming = IN_FULL,
) -> str:
    """Return whose number is what instead of what it is, in words; `its` where it is the rival's own."""
    whose = "its" if name == rival else f"{naming.alternative(name)}'s"
    ends = ends_of(criterion, name, change)
    if ends is None:  # the baseline's
        last = None if until is None else 100 * abs(until)
        size = f"{typed_end(100 * abs(change), 0.0, last)} %" if abs(change) > 1e-8 else "the least bit"
        return f"{whose} {naming.criterion(criterion)} is {size} {'less' if change < 0 else 'more'}"
    now, then, unit = ends
    farthest = None if until is None else ends_of(criterion, name, until)
    shown = typed_end(then, now, None if farthest is None else farthest[1])
    instead = f"{shown}{naming.instead} {four_digits(now)} {unit}".rstrip()
    return f"{whose} {naming.criterion(criterion)} is {instead}"


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
    _, criterion, end, side = min(found, key=lambda entry: entry[0])
    now = criterion["weight"]
    rival = scenario["weights"][criterion["name"]][side] or ""  # type: ignore[literal-required]
    return (
        f"Weight: {in_words(printable(criterion['name']))} {side} {typed_end(end, now)} instead of {now:.3f} "
        f"puts {printable(rival)} first."
    )


def no_verdict_across(document: DecisionDocument) -> str | None:
    """Return that no verdict over all scenarios can be given; None where one is."""
    lacking = [scenario["scenario"] for scenario in document["scenarios"] if no_verdict(scenario) is not None]
    if not lacking:
        return None
    where = joined(lacking) if len(lacking) <= MOST_NAMES else f"{len(lacking)} of the scenarios"
    return f"No verdict over all scenarios, for there is none in {where}."


def screened(scenario: ScenarioDocument) -> list[str]:
    """Return who does not compete, a sentence each."""
    return [
        f"{printable(entry['alternative'])} does not compete: {entry['value']:.4g} fails {entry['screen']}."
        for entry in scenario["screened"]
    ]


def checks_made(study: StudyDocument, scenario: ScenarioDocument) -> list[FindingDocument]:
    """Return the findings without a check that cannot fail.

    Every priority method says the same where nobody judged: matrices of measurements are consistent.
    """
    judged = bool(study["judgments"] or study.get("judged"))
    return [finding for finding in scenario["audit"] if judged or finding["check"] != "method"]


def held(study: StudyDocument, scenario: ScenarioDocument) -> str | None:
    """Return which checks agree with the choice, in one sentence."""
    found = (finding for finding in checks_made(study, scenario) if finding["verdict"] == "holds")
    checks = dict.fromkeys(finding["check"] for finding in found if finding["check"] not in _FIGURES)
    if not checks:
        return None
    names = [AUDITS.get(check, check) for check in checks]
    return f"{len(names)} {'check agrees' if len(names) == 1 else 'checks agree'}: {joined(names)}."


def told(scenario: ScenarioDocument) -> list[str]:
    """Return what disagrees with the choice or warns of it, and how far apart is what was measured twice."""
    found = []
    for finding in scenario["audit"]:
        if finding["verdict"] != "holds" or finding["check"] in _FIGURES:
            advice = f"; {finding['advice']}" if finding["advice"] else ""
            said = VERDICTS.get(finding["verdict"], finding["verdict"])
            found.append(printable(f"{said}: {finding['detail']}{advice}"))
    return found


def finding_told(finding: FindingDocument) -> str:
    """Return a finding in a line: its verdict, its check, what was found, and what to do."""
    said = f"{finding['verdict']} ({finding['check']}): {finding['detail']}"
    return said + (f"; {finding['advice']}." if finding["advice"] else ".")


def places(scenario: ScenarioDocument) -> dict[str, int]:
    """Return the place of each alternative, in the order of the choice; tied ones share the better place."""
    return shared_places(scenario["order"], scenario["ties"].get(scenario["by"], []))


VERDICTS = {"holds": "agrees", "flips": "disagrees", "warns": "note", "withheld": "no verdict"}
"""The verdicts of findings, in words."""
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
