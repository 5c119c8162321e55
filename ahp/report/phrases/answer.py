"""The sentences of an answer on one screen: what its numbers are, how sure a choice is, what else there is.

What is told together, a scenario or all that have the same choice, is a group. Names come as the screen has
room for them: whoever lays it out says how they are cut. What a longer report leaves out is said here too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ahp.printing import printable
from ahp.report.numbers import probability
from ahp.report.phrases.choice import first_in, is_alone, is_exact, is_sure, of_the_unknown, runs, stood
from ahp.report.phrases.grammar import counted, error_of, joined
from ahp.report.phrases.scenario import MERITS, kept, nearer_keeping, no_verdict
from ahp.report.phrases.scrutiny import short_name_of

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        CriterionDocument,
        DecisionDocument,
        RecommendedDocument,
        ScenarioDocument,
    )

Group: TypeAlias = "Sequence[ScenarioDocument]"
"""Scenarios that are told together."""

Cut: TypeAlias = Callable[[str, Iterable[str]], str]
"""What makes a name fit its column, and tells it from the others that are given."""

MORE = "Why: --explain; every table: --verbose; a page: --format html"
"""Where there is more than the answer."""

AS_MEASURED = "as measured"
"""What numbers are that are no changes, in fewest words."""

CHECKS = "A check ranks again by another index, statistic or method, or without a rival."
"""What a check is."""

UNMOVED = "none alone changes the choice"
"""What is said of a choice that no change of one number alters."""

_REST_AS_MEASURED = "; all else as measured"
_SURVIVES = "; survives: first in 95 of 100 draws"
_BY_NOISE = ("holds", "fragile", "keep")
_WITHHELD = {
    "twin": "runs of the baseline differ by more than the lead",
    "disturbed": "other processes disturbed most of the runs",
}
"""Why there is no verdict, in a line: --explain has the numbers."""


def field(document: DecisionDocument, names: Collection[str], cut: Callable[[str], str]) -> str:
    """Return how many alternatives and scenarios there are, and how many runs of each."""
    scenarios, baseline = document["scenarios"], document["study"]["baseline"]
    counts = [number for scenario in scenarios for number in scenario["runs"].values()]
    low, high = min(counts), max(counts)
    of_each = f"{low} {'run' if high == 1 else 'runs'}" if low == high else f"{low} to {high} runs"
    told = [counted(len(names), "alternative")]
    if baseline is not None and baseline not in names:
        told[0] += f" against {cut(baseline)}"
    if len(scenarios) > 1:
        told.append(counted(len(scenarios), "scenario"))
    return ", ".join([*told, f"{of_each} of each"])


def ranked_by(by: Collection[str], benefit: str, cost: str) -> str:
    """Return by what the choice goes, with the criteria of each merit where all scenarios go by the same."""
    if len(by) > 1:
        return f"Ranked by {' or '.join(MERITS[key] for key in MERITS if key in by)}."
    told = {
        "benefit_to_cost": f"benefit ({benefit}) divided by cost ({cost})",
        "benefit": f"benefit ({benefit}) alone: no cost counts",
        "cost": f"lowest cost ({cost}): no benefit was measured",
    }[next(iter(by))]
    return f"Ranked by {told}."


def criteria_of_merit(number: int) -> str:
    """Return how many criteria a merit has, where there is no room for their names."""
    return f"{number} {'criterion' if number == 1 else 'criteria'}"


def unmeasured(scenarios: Group, where: Callable[[Group], str]) -> list[str]:
    """Return in which scenarios nothing was measured of a merit, so that they are ranked by the other."""
    found = []
    for merit, side, by in (("cost", "benefit", "benefit"), ("benefit", "cost", "lowest cost")):
        lacking = [scenario for scenario in scenarios if scenario["by"] == side]
        if lacking:
            found.append(f"No {merit} was measured in {where(lacking)}: ranked by {by} alone there.")
    return found


def scored_differently(
    document: DecisionDocument, criteria: Iterable[CriterionDocument], where: Callable[[Group], str]
) -> list[str]:
    """Return in which scenarios a cost counts as a total, elsewhere as what is added."""
    found = []
    for criterion in criteria:
        here = [
            (scenario, own["index"])
            for scenario in document["scenarios"]
            for own in scenario["criteria"]
            if own["name"] == criterion["name"] and own["merit"] == "cost"
        ]
        totals = [scenario for scenario, index in here if index == "relative"]
        if 0 < len(totals) < len(here):
            total = f"Note: {short_name_of(criterion)} counts as a total in {where(totals)}"
            found.append(f"{total}, as an overhead elsewhere.")
    return found


def for_unknown(name: str, because: str) -> str:
    """Return who is chosen where the scenario is not known, and why."""
    return f"Scenario not known: {name}, {because}."


def behind_unknown(found: RecommendedDocument, keeping: int) -> str:
    """Return the number behind the choice for the unknown scenario; so many scenarios keep the baseline."""
    best, margin = found["best"], found.get("margin")
    if of_the_unknown(found)["keeps"]:
        return "as in every scenario"
    if keeping:
        return f"{counted(keeping, 'scenario')} {'keeps' if keeping == 1 else 'keep'} what there is"
    if best is not None:
        return f"first in {probability(best[found['unknown']])} of draws"
    if margin is None:
        return ""
    noise = margin["noise_95"]
    return f"survives {error_of(noise)}" if noise else "any error may change it"


def changes_against(baseline: str) -> str:
    """Return that the numbers are changes against a baseline."""
    return f"changes against {baseline}, minus is less"


def as_given(
    document: DecisionDocument, criteria: Sequence[CriterionDocument], groups: Iterable[Group]
) -> str:
    """Return which criteria are changes where nothing is a baseline: of space, and those that files give."""
    changes = [found for group in groups for s in group for found in s["against_baseline"].values()]
    changed = {name for found in changes for name in found}
    others = [short_name_of(c) for c in criteria if c["name"] in changed and not c["space"]]
    said = [f"{joined(others)}: change as given"] if others else []
    if any(c["space"] and c["name"] in changed for c in criteria):
        said.insert(0, "space: change against what was given")
    rest = _REST_AS_MEASURED if any(c["name"] not in changed for c in criteria) else ""
    return f"{'; '.join(said)}, minus is less{rest}"


def in_fewer_words(baseline: str | None, against: str) -> tuple[str, str]:
    """Return what the numbers are in fewer words, and in fewest."""
    if baseline:
        return "against the baseline, minus is less", "minus is less"
    rest = _REST_AS_MEASURED if _REST_AS_MEASURED in against else ""
    return f"changes as given{rest}", "changes as given"


def as_measured(groups: Iterable[Group]) -> str:
    """Return that numbers are as they were measured, and in which units."""
    units: dict[str, dict[str, None]] = {}
    for criterion in (c for group in groups for s in group for c in s["criteria"]):
        if criterion["unit"] and not re.search(rf"\b{re.escape(criterion['unit'])}(?!\w)", criterion["name"]):
            units.setdefault(short_name_of(criterion), {})[printable(criterion["unit"])] = None
    if not units:
        return AS_MEASURED
    return f"{AS_MEASURED}: {joined([f'{name} in ' + ' or '.join(found) for name, found in units.items()])}"


def over_runs(document: DecisionDocument, groups: Iterable[Group]) -> str:
    """Return what of several runs the numbers are; nothing where there is one run of each."""
    if not any(max(scenario["runs"].values()) > 1 for group in groups for scenario in group):
        return ""
    return f"; {document['statistic'].replace('-', ' ')}s of runs"


def asides(document: DecisionDocument, groups: Sequence[Group], hidden: int) -> list[str]:
    """Return what else is to be known of the numbers; so many criteria are not shown."""
    baseline, said = document["study"]["baseline"], list[str]()
    if any(len(group) != 1 for group in groups):
        said.append("medians")
    if not all(is_sure(scenario) for group in groups for scenario in group):
        said.append("? not sure")
    if len(document["scenarios"]) > 1 and any(stood(group[0])["names"] == [baseline] for group in groups):
        said.append("kept: of the next")
    if hidden:
        said.append(f"{hidden} more in --explain")
    return said


def criteria_elsewhere(number: int) -> str:
    """Return that there is no room for so many criteria."""
    return f"({counted(number, 'criterion').replace('ons', 'a')} in --explain)"


def dominated_by_name(document: DecisionDocument, names: Sequence[str]) -> str:
    """Return what the star of the efficient means, and who has none."""
    return f"{_efficient(document)}; dominated: {joined(names)}"


def dominated_by_number(document: DecisionDocument, names: Sequence[str]) -> str:
    """Return what the star of the efficient means, and how many have none."""
    return f"{_efficient(document)}; {len(names)} {'is' if len(names) == 1 else 'are'} dominated"


def _efficient(document: DecisionDocument) -> str:
    return "* efficient (Pareto) in what counts" if document.get("not_counted") else "* efficient (Pareto)"


def also(name: str, numbers: Sequence[tuple[str, str]]) -> str:
    """Return what somebody has under criteria that stand in no column."""
    return f"{name} also: {', '.join(f'{head} {cell}' for head, cell in numbers)}"


def more_alternatives(number: int, efficient: int) -> str:
    """Return how many alternatives there is no room for, and how many of them are efficient."""
    more = f", {efficient} of them efficient" if efficient else ""
    return f"{number} more alternatives{more}: --explain"


def more_scenarios(number: int, choices: int) -> str:
    """Return how many scenarios there is no room for, and how many choices they have."""
    of = f"{choices} other choice{'s' if choices > 1 else ''}"
    return f"{number} more scenario{'s' if number > 1 else ''}, of {of}: --explain"


def more_notes(number: int) -> str:
    """Return how many notes there is no room for.

    Examples
    --------
    >>> more_notes(1), more_notes(2)
    ('1 more note: --explain', '2 more notes: --explain')
    """
    return f"{number} more {'note' if number == 1 else 'notes'}: --explain"


ENDS_HERE = "The report ends here, since a job summary takes no more; the JSON report has the rest."
"""What a report ends with that is too long however much is left out."""

THE_MATRICES, THE_TABLES = "the matrices", "all tables but the rankings"
"""What a report leaves out where it is too long, the first first."""


def left_out_for_length(what: str) -> str:
    """Return what a report that is too long leaves out."""
    return f"Left out for the length of the report: {what}; the JSON report has them."


def runs_elsewhere(number: int) -> str:
    """Return that there is no room for so many runs."""
    return f"Every run, {number} of them, stands in the JSON report."


def noted(detail: str) -> str:
    """Return what a finding says as a note."""
    return f"Note: {printable(detail)}."


def merit_shown(by: Collection[str]) -> str:
    """Return which merit is shown of every alternative: that by which all scenarios choose."""
    head = {"benefit": "Benefit", "cost": "Cost, the least first"}.get(
        next(iter(by)) if len(by) == 1 else "", "Benefit / cost"
    )
    return f"{head} (shares among the alternatives)"


def runs_behind(scenarios: Group) -> str:
    """Return what stands above how sure each choice is: the runs behind it."""
    once = all(max(scenario["runs"].values()) == 1 for scenario in scenarios)
    said = "one run each, noise unknown" if once else _runs(scenarios)
    if once and any(finding["check"] == "means" for s in scenarios for finding in s["audit"]):
        said = "one mean each, spread not counted"
    if any(map(_told_by_noise, scenarios)):
        said += _SURVIVES
    return f"How sure ({said})"


def _told_by_noise(scenario: ScenarioDocument) -> bool:
    standing = stood(scenario)
    by_noise = standing["word"] in _BY_NOISE and first_in(scenario) is None and no_verdict(scenario) is None
    return by_noise and bool(standing["noise"])


def _runs(scenarios: Group) -> str:
    said = dict.fromkeys(map(runs, scenarios))
    return next(iter(said)) if len(said) == 1 else "runs differ between scenarios"


def words_for(group: Group) -> str:
    """Return how sure the choice is in a word; of several scenarios how many have which."""
    if len(group) == 1:
        return _word(group[0])
    words = Counter(map(_word, group)).most_common()
    return ", ".join(
        f"{number} {'hold' if word == 'holds' and number > 1 else word}" for word, number in words
    )


def _word(scenario: ScenarioDocument) -> str:
    return "no verdict" if no_verdict(scenario) is not None else stood(scenario)["word"]


def behind(group: Group, cut: Cut, *, folds: bool) -> str:
    """Return the number behind the word, and how many checks disagree; at length where that may fold."""
    if len(group) != 1:
        worst = max(stood(s)["disagree"] for s in group)
        drawn = [first for s in group if (first := first_in(s)) is not None]
        noises = [noise for s in group if (noise := stood(s)["noise"]) is not None]
        told = [f"survive {error_of(min(noises))} or more"] if noises else []
        if len(drawn) == len(group):
            told = [f"first in {probability(min(drawn))} of repeats or more"]
        told += [f"at most {worst} {'check disagrees' if worst == 1 else 'checks disagree'}"] if worst else []
        why = Counter(brief for s in group if (brief := _withheld(s, folds=False))).most_common(1)
        told += [f"no verdict: {reason}" for reason, _ in why]
        return "; ".join(told)
    scenario = group[0]
    standing, found = stood(scenario), scenario["confidence"]
    withheld = _withheld(scenario, folds=folds)
    if withheld is not None:
        return withheld
    word, noise, first = standing["word"], standing["noise"], first_in(scenario)
    told = []
    if (baseline := kept(scenario)) is not None and word != "too few runs":
        told.append(f"{cut(baseline, ())} {'is' if word == 'keep' else 'may be'} best when ranked too")
    if first is not None and found is not None:
        share = f"in {probability(first)} of {'simulated repeats' if folds else 'draws'}"
        told = [f"{told[0]}, {share}"] if told else [f"first {share}"]
        keeping = standing.get("keeping")
        if keeping is not None and "first_share" in standing and word == "leaning":
            told.append(f"{cut(keeping['baseline'], ())} may be kept")
    elif word == "tie":
        told.append("equal" if is_exact(scenario) else "within 1 % of each other")
    elif word == "too few runs" and found is not None and found["left_out"]:
        unscored = 100.0 * found["left_out"] / (found["resamples"] or 1)
        told.append(f"the index cannot score {unscored:.3g} % of draws; --index auto can")
    elif word == "too few runs":
        told.append("the runs leave open who is first")
    elif word in _BY_NOISE and noise is not None:
        told.append(f"survives {error_of(noise)}" if noise else "any error may change it")
    elif is_alone(scenario):
        told.append("it is the only one")
    return "; ".join([*told, *_checks(scenario, cut)])


def _withheld(scenario: ScenarioDocument, *, folds: bool) -> str | None:
    """Return why a scenario has no verdict, at length where that may fold; None where it has one."""
    for finding in scenario["audit"]:
        if finding["verdict"] == "withheld":
            brief = None if folds else _WITHHELD.get(finding["check"])
            return brief or printable(finding["detail"])
    return None


def counts_checks(group: Group) -> bool:
    """Say whether it is told of a group how many checks disagree, so that it has to be said what they are."""
    if len(group) != 1:
        return any(stood(scenario)["disagree"] for scenario in group)
    return no_verdict(group[0]) is None and _checks_count(group[0])


def _checks_count(scenario: ScenarioDocument) -> bool:
    standing = stood(scenario)
    return bool(standing["disagree"]) and standing["word"] != "tie"


def _checks(scenario: ScenarioDocument, cut: Cut) -> list[str]:
    if not _checks_count(scenario):
        return []
    standing = stood(scenario)
    to = {f["to"] for f in scenario["audit"] if f["verdict"] == "flips"}
    named = next(iter(to)) if len(to) == 1 else None
    does = "disagree" if named is None else "prefer"
    does += "s" if standing["disagree"] == 1 else ""
    whom = "" if named is None else f" {cut(named, scenario['order'])}"
    return [f"{standing['disagree']} of {standing['checks']} checks {does}{whom}"]


def nearest_change(scenarios: Iterable[ScenarioDocument]) -> str:
    """Return what stands above the nearest change of one number, and whether that has another index there."""
    margins = [s["margin"] for s in scenarios if not (nearer_keeping(s) or kept(s))]
    turned = any(margin is not None and margin.get("new_index") for margin in margins)
    legend = " (new index: the rule scores it otherwise there)" if turned else ""
    return f"Nearest change of one number{legend}"
