"""The first screen of a page: what to choose, how sure that is, and what would change it, by scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ahp.printing import printable
from ahp.report.documents.decision import ConfidenceDocument, DecisionDocument, ScenarioDocument
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
from ahp.report.phrases.scenario import (
    critical_change,
    critical_weight,
    kept,
    no_verdict,
    no_verdict_across,
    noise_borne,
    settling,
)
from ahp.report.phrases.scrutiny import against_baseline, baseline_of, change_of

LONGEST = 80
"""Characters of a label beyond which a page shows its beginning, and once the whole."""

Shown: TypeAlias = Callable[[str], str]


def shown_by(labels: Iterable[str]) -> tuple[Shown, dict[str, str]]:
    r"""Return what makes a text fit to be shown, and the labels that it shortens, each with its short form.

    Control and direction characters become visible. A label of more than `LONGEST` characters is shortened
    wherever it stands in a text; a number tells two of the same beginning apart.

    Examples
    --------
    >>> show, shortened = shown_by(["lz4", "x" * 100])
    >>> show("lz4\u202e beats " + "x" * 100) == "lz4\\u202e beats " + "x" * 72 + "… (1)"
    True
    """
    seen = {printable(label) for label in labels}
    long = sorted((label for label in seen if len(label) > LONGEST), key=lambda label: (-len(label), label))
    short = {label: f"{label[: LONGEST - 8]}… ({number})" for number, label in enumerate(long, 1)}

    def show(text: str) -> str:
        found = printable(text)
        if len(found) > LONGEST:
            for whole, beginning in short.items():
                found = found.replace(whole, beginning)
        return found

    return show, short


def labels_of(document: DecisionDocument) -> Iterator[str]:
    """Yield every label of a decision that came from a file or a study."""
    for criterion in document["study"]["criteria"]:
        yield criterion["name"]
        yield criterion["measure"]
    yield from (source["file"] for source in document["inputs"])
    yield from document["study"]["absent"]
    for scenario in document["scenarios"]:
        yield scenario["scenario"]
        yield from scenario["runs"]
        yield from scenario["alternatives"]
        for measured in scenario["measurements"]:
            yield measured["measure"]
            yield measured["unit"]
            yield str(measured["run"])
        for screened in scenario["screened"]:
            yield screened["alternative"]
            yield screened["screen"]


_SIGNS = {
    "decisive": "●",
    "holds": "●",
    "keep": "●",
    "leaning": "◐",
    "fragile": "◐",
    "tie": "=",
    "too few runs": "?",
    "no verdict": "✗",
}


_BY_RUNS = ("decisive", "leaning")


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
    sign, verdict, brief : str
        How sure, as a sign, in a word, and by the number behind it; empty where that is no question.
    sure, change, unmoved : tuple of str
        How sure, what would change it, and what would not, a sentence each.
    audits : str
        How many other ways of reckoning put whom first.
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
    brief: str = ""
    unmoved: tuple[str, ...] = ()
    audits: str = ""


def card_across(document: DecisionDocument, show: Shown, target: str) -> Card:
    """Return what is said of the scenario that is not known."""
    across = document["across_scenarios"]
    assert across is not None
    found, lacking = across["recommended"], no_verdict_across(document)
    if lacking is not None:
        return Card(
            question="Where the scenario is not known",
            answer=show("No verdict"),
            names="none yet",
            gained=(show(lacking),),
            sign="",
            verdict="",
            sure=(),
            change=(),
            target=target,
        )
    chosen = of_the_unknown(found)
    names = f"{printable(chosen['name'])}{'' if chosen['sure'] else ' ?'}"
    verb = "Keep " if chosen["keeps"] else "Choose " if chosen["sure"] else ""
    often = _repeated(found["best"][found["unknown"]]) if found["best"] else "not known"
    because = [show(f"{printable(found['unknown'])} is {found['because']}.")]
    if found["best"]:
        because.append(show(f"It is {often}."))
    if found["unknown"] in across["never_worse"] and any(
        criterion["merit"] == "cost"
        for scenario in document["scenarios"]
        for criterion in scenario["criteria"]
    ):
        because.append("What it costs has no part in that.")
    return Card(
        question="Where the scenario is not known",
        answer=show(f"{verb}{names}"),
        names=show(names),
        gained=tuple(because),
        sign="",
        verdict="",
        brief="kept in every scenario" if chosen["keeps"] else often,
        sure=(),
        change=(),
        target=target,
    )


def card_of(document: DecisionDocument, scenario: ScenarioDocument, show: Shown, target: str) -> Card:
    """Return what is said first about a scenario."""
    standing = stood(scenario)
    word = standing["word"] if no_verdict(scenario) is None else "no verdict"
    change, weight = critical_change(scenario), None if kept(scenario) else critical_weight(scenario)
    still = ["Any change of a single measurement."] if change is None else []
    still += (
        ["Any change of a single weight."] if not (weight or kept(scenario)) and scenario["weights"] else []
    )
    return Card(
        question=show(scenario["scenario"]),
        answer=show(capital(choice(scenario))),
        names=show(joined(standing["names"]) + ("" if is_sure(scenario) or word == "tie" else " ?")),
        gained=tuple(map(show, _gained(document, scenario))),
        sign=_SIGNS[word],
        verdict=word,
        brief=show(_brief(scenario, word)),
        sure=tuple(map(show, _sure(scenario, word))),
        change=tuple(show(said) for said in (change, weight) if said is not None),
        unmoved=tuple(still) if scenario["margin"] is not None else (),
        audits=show(_audits(document, scenario)),
        target=target,
    )


def _gained(document: DecisionDocument, scenario: ScenarioDocument) -> list[str]:
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


def _repeated(share: float) -> str:
    return f"first in {share_of_draws(share)} of simulated repeats"


def _brief(scenario: ScenarioDocument, word: str) -> str:
    """Return the number behind the word, and how many checks disagree."""
    noise, first = stood(scenario)["noise"], first_in(scenario)
    told = ""
    if first is not None and word != "no verdict":
        told = _repeated(first)
    elif word in ("holds", "fragile", "keep") and noise is not None:
        told = borne(noise)
    return "; ".join(filter(None, [told, checks(scenario)]))


def _sure(scenario: ScenarioDocument, word: str) -> list[str]:
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


def _audits(document: DecisionDocument, scenario: ScenarioDocument) -> str:
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


def each_once(names: Iterable[str]) -> Sequence[str]:
    """Return names without repetition, in their order."""
    return tuple(dict.fromkeys(names))


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
