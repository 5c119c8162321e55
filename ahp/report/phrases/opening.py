"""The sentences of a first screen: what a choice gains, how sure it is, and what is compared by what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.phrases.choice import (
    WITHIN,
    borne,
    checks,
    choice,
    first_in,
    is_exact,
    is_sure,
    likeliest,
    of_the_unknown,
    runs,
    stood,
    sureness,
)
from ahp.report.phrases.grammar import MOST_NAMES, capital, joined, sentence, share_of_draws
from ahp.report.phrases.scenario import critical_change, critical_weight, kept, noise_borne, settling
from ahp.report.phrases.scrutiny import against_baseline, baseline_of, change_of, titles_of

if TYPE_CHECKING:
    from ahp.report.documents.decision import ConfidenceDocument, DecisionDocument, ScenarioDocument
    from ahp.report.documents.decision_parts import AcrossDocument, RecommendedDocument

_BY_RUNS = ("decisive", "leaning")

UNKNOWN = "Where the scenario is not known"
"""The question of what is to be chosen for a scenario that nobody knows."""
NO_VERDICT, NONE_YET = "No verdict", "none yet"
"""The answer to it, and whom that names, where there is no verdict in some scenario."""


def title(scenarios: list[ScenarioDocument]) -> str:
    """Return what to choose in every scenario, or that this depends on which, in a few words."""
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


def ranked_by(scenarios: list[ScenarioDocument]) -> str:
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
    names = _each_once(
        titles_of(s["criteria"])[c["name"]] for s in scenarios for c in s["criteria"] if c["merit"] == merit
    )
    return f"share of all the {merit}" + (f" ({joined(names)})" if 0 < len(names) <= MOST_NAMES else "")


def competing(document: DecisionDocument) -> str:
    """Return who competes, and that the baseline does not."""
    names = _each_once(name for scenario in document["scenarios"] for name in scenario["alternatives"])
    told = joined(names) if len(names) <= MOST_NAMES else f"{len(names)} alternatives"
    baseline = document["study"]["baseline"]
    if baseline is None or baseline in names:
        return f"Compared: {told}."
    against = f"“{printable(baseline)}”, which is not ranked itself"
    return f"Compared: {told}. Gains and losses are against {against}."


def _each_once(names: Iterable[str]) -> Sequence[str]:
    """Return names without repetition, in their order."""
    return tuple(dict.fromkeys(names))


def gained(document: DecisionDocument, scenario: ScenarioDocument) -> list[str]:
    """Return what is better and what is worse than the baseline, a sentence for each first choice."""
    better = {criterion["name"]: criterion["better"] for criterion in document["study"]["criteria"]}
    named = document["study"]["baseline"] is not None
    against = f"“{baseline_of(document)}”" if named else baseline_of(document)
    found = []
    for first, changes in against_baseline(document, scenario):
        if changes is None:
            found.append(f"{printable(first)} is the baseline itself.")
            continue
        sides: dict[int, list[str]] = {1: [], -1: [], 0: []}
        for criterion, change in changes:
            # A change of space is told as what is saved, whichever way the measure runs.
            saved = criterion["space"] and criterion["merit"] == "benefit"
            up = 1 if saved or better[criterion["name"]] == "higher" else -1
            sides[up * ((change > 0) - (change < 0))].append(change_of(criterion, change))
        words = ((1, f"better than {against}"), (-1, f"worse than {against}"), (0, f"as {against}"))
        told = "; ".join(f"{word}: {', '.join(sides[side])}" for side, word in words if sides[side])
        if told:
            # A name that begins a sentence stays as it is written.
            plain = stood(scenario)["names"] == [first]
            found.append(sentence(told) if plain else f"{printable(first)} is {told}.")
    return found


def brief(scenario: ScenarioDocument, word: str) -> str:
    """Return the number behind the word, and how many checks disagree."""
    noise, first = stood(scenario)["noise"], first_in(scenario)
    told = ""
    if first is not None and word != "no verdict":
        told = repeated(first)
    elif word in ("holds", "fragile", "keep") and noise is not None:
        told = borne(noise)
    return "; ".join(filter(None, [told, checks(scenario)]))


def repeated(share: float) -> str:
    """Return how often somebody is first in repeated runs."""
    return f"first in {share_of_draws(share)} of simulated repeats"


def how_sure(scenario: ScenarioDocument, word: str) -> list[str]:
    """Return how sure, the runs behind it, and what would settle it; the word for it stands beside."""
    found = scenario["confidence"]
    if kept(scenario) is None and found is not None and found["best"] is not None and word in _BY_RUNS:
        said = _of_the_draws(scenario, found, found["best"])
    elif word in ("holds", "fragile", "no verdict") and kept(scenario) is None:
        several = max(scenario["runs"].values()) > 1
        said = [sentence(runs(scenario)) if several else "One run each, so the noise is not known."]
        said += [] if word == "no verdict" else list(filter(None, [noise_borne(scenario)]))
    else:
        how = WITHIN if word == "tie" and not is_exact(scenario) else sureness(scenario)
        said = [sentence(f"{how}; {runs(scenario)}")]
    said += [sentence(f["detail"]) for f in scenario["audit"] if f["check"] == "confidence"]
    settled = settling(scenario)
    return said if settled is None else [*said, settled]


def _of_the_draws(
    scenario: ScenarioDocument, found: ConfidenceDocument, best: Mapping[str, float]
) -> list[str]:
    """Return how often the choice is first in repeated runs, who is next, and who else may be first."""
    leader = max(scenario["choose"], key=lambda name: best[name])
    others = [name for name in likeliest(best) if name != leader]
    said = f"Of {found['resamples']} simulated repeats of the {runs(scenario)}, "
    said += f"{printable(leader)} is first in {share_of_draws(best[leader])}"
    if others and best[others[0]] >= 0.001:
        said += f", {printable(others[0])} in {share_of_draws(best[others[0]])}"
    rivals = [n for n, (top, _) in (found["rank_sets"] or {}).items() if top == 1 and n != found["winner"]]
    told = [sentence(said)]
    if found["verdict"] == "leaning" and rivals and found["level"] is not None:
        named = joined(rivals) if len(rivals) <= MOST_NAMES else f"{len(rivals)} others"
        told.append(
            f"At {100 * found['level']:g} % confidence {named} may be first as well as {printable(leader)}."
        )
    return told


def unmoved(scenario: ScenarioDocument) -> list[str]:
    """Return what alone would not change the choice, a sentence each."""
    if scenario["margin"] is None:
        return []
    said = ["Any change of a single measurement."] if critical_change(scenario) is None else []
    if kept(scenario) or critical_weight(scenario) or not scenario["weights"]:
        return said
    return [*said, "Any change of a single weight."]


def disagreeing(document: DecisionDocument, scenario: ScenarioDocument) -> str:
    """Return how many checks disagree, and whom they put first; nothing where none does."""
    told = checks(scenario)
    if not told:
        return ""
    first = {finding["to"] for finding in scenario["audit"] if finding["verdict"] == "flips"}
    to = next(iter(first)) if len(first) == 1 else None
    whom = "another" if to is None else printable(to)
    if to is not None and to == document["study"]["baseline"]:
        whom = f"the baseline “{whom}”"
    return f"{told}: {whom} would be first"


def names_for_unknown(found: RecommendedDocument) -> str:
    """Return who is chosen where the scenario is not known, with a question mark where that is not sure."""
    chosen = of_the_unknown(found)
    return f"{printable(chosen['name'])}{'' if chosen['sure'] else ' ?'}"


def choice_for_unknown(found: RecommendedDocument) -> str:
    """Return what to do where the scenario is not known, in a few words."""
    chosen = of_the_unknown(found)
    verb = "Keep " if chosen["keeps"] else "Choose " if chosen["sure"] else ""
    return f"{verb}{names_for_unknown(found)}"


def because(document: DecisionDocument, across: AcrossDocument) -> list[str]:
    """Return why that is chosen where the scenario is not known, a sentence each."""
    found = across["recommended"]
    said = [f"{printable(found['unknown'])} is {found['because']}."]
    if found["best"]:
        said.append(f"It is {_often(found)}.")
    if found["unknown"] in across["never_worse"] and any(
        criterion["merit"] == "cost"
        for scenario in document["scenarios"]
        for criterion in scenario["criteria"]
    ):
        said.append("What it costs has no part in that.")
    return said


def brief_for_unknown(found: RecommendedDocument) -> str:
    """Return how sure the choice for a scenario that is not known is, in a few words."""
    return "kept in every scenario" if of_the_unknown(found)["keeps"] else _often(found)


def _often(found: RecommendedDocument) -> str:
    return repeated(found["best"][found["unknown"]]) if found["best"] else "not known"
