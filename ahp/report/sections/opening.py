"""The first screen of a page: what to choose, how sure that is, and what would change it, by scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ahp.printing import printable
from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
from ahp.report.phrases.choice import choice, is_sure, stood
from ahp.report.phrases.grammar import capital, joined
from ahp.report.phrases.opening import (
    NO_VERDICT,
    NONE_YET,
    UNKNOWN,
    because,
    brief,
    brief_for_unknown,
    choice_for_unknown,
    competing,
    disagreeing,
    gained,
    how_sure,
    names_for_unknown,
    ranked_by,
    title,
    unmoved,
)
from ahp.report.phrases.scenario import critical_change, critical_weight, kept, no_verdict, no_verdict_across

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
            question=UNKNOWN,
            answer=show(NO_VERDICT),
            names=NONE_YET,
            gained=(show(lacking),),
            sign="",
            verdict="",
            sure=(),
            change=(),
            target=target,
        )
    return Card(
        question=UNKNOWN,
        answer=show(choice_for_unknown(found)),
        names=show(names_for_unknown(found)),
        gained=tuple(map(show, because(document, across))),
        sign="",
        verdict="",
        brief=brief_for_unknown(found),
        sure=(),
        change=(),
        target=target,
    )


def card_of(document: DecisionDocument, scenario: ScenarioDocument, show: Shown, target: str) -> Card:
    """Return what is said first about a scenario."""
    standing = stood(scenario)
    word = standing["word"] if no_verdict(scenario) is None else "no verdict"
    change, weight = critical_change(scenario), None if kept(scenario) else critical_weight(scenario)
    return Card(
        question=show(scenario["scenario"]),
        answer=show(capital(choice(scenario))),
        names=show(joined(standing["names"]) + ("" if is_sure(scenario) or word == "tie" else " ?")),
        gained=tuple(map(show, gained(document, scenario))),
        sign=_SIGNS[word],
        verdict=word,
        brief=show(brief(scenario, word)),
        sure=tuple(map(show, how_sure(scenario, word))),
        change=tuple(show(said) for said in (change, weight) if said is not None),
        unmoved=tuple(unmoved(scenario)),
        audits=show(disagreeing(document, scenario)),
        target=target,
    )


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
    lead = " ".join(filter(None, [ranked_by(scenarios), competing(document)]))
    return Opening(show(title(scenarios)), show(lead), tuple(cards))
