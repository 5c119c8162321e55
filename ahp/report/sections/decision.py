"""A decision as blocks: over all scenarios, each of them, changes, the method; and its first screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
from ahp.report.names import Shown
from ahp.report.numbers import measured, percent, share
from ahp.report.page import Block, Card, Figure, Heading, Opening, Paragraph, Table, at, paragraphs, table
from ahp.report.phrases.changes import caveats, headline, interval, remarks, verdict
from ahp.report.phrases.choice import across, choice, is_sure, stood
from ahp.report.phrases.grammar import capital, in_words, joined, said_apart
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
from ahp.report.phrases.scrutiny import titles_of
from ahp.report.phrases.study import left_out, provenance, references, steps
from ahp.report.sections.judgments import study_tables
from ahp.report.sections.scenario import scenario_section
from ahp.report.tables import across_tables

if TYPE_CHECKING:
    from ahp.report.documents.decision_parts import (
        ChangesDocument,
        MeasureChangeDocument,
        ScenarioChangeDocument,
    )


def changes_section(changes: ChangesDocument) -> list[Block]:
    """Return what became of the first places and of every measure."""
    return at("answer", _blocks(changes))


def _blocks(changes: ChangesDocument) -> Iterator[Block]:
    yield Heading("Changes", id="changes")
    yield Paragraph(headline(changes))
    yield from paragraphs(caveats(changes))
    for scenario in changes["scenarios"]:
        yield Heading(scenario["scenario"], verdict(scenario), level=3)
        yield from paragraphs(remarks(scenario))
        if scenario["measures"]:
            yield _measures(scenario, changes["level"])


def _measures(scenario: ScenarioChangeDocument, level: float) -> Table:
    """Return every measure before and now, those of one criterion together."""
    criteria = list(dict.fromkeys(found["criterion"] for found in scenario["measures"]))
    ordered = sorted(scenario["measures"], key=lambda found: criteria.index(found["criterion"]))
    said = said_apart({found["measure"]: in_words(found["measure"]) for found in ordered})
    columns: dict[str, list[str]] = {
        "measure": [
            said[found["measure"]] + (f" ({found['unit']})" if found["unit"] else "") for found in ordered
        ],
        "of": [found["alternative"] for found in ordered],
        "before": [measured(found["before"], "") for found in ordered],
        "now": [measured(found["now"], "") for found in ordered],
        "change": [percent(found["change"]) for found in ordered],
    }
    if any(found["interval"] is not None for found in ordered):
        columns[f"{100 * level:g} % interval"] = [interval(found) for found in ordered]
    words = {1}
    if any(found["beyond_noise"] for found in ordered):
        words.add(len(columns))
        columns["is"] = [_mark(found) for found in ordered]
    rows = zip(*columns.values(), strict=True)
    return table("measures", "Every measure before and now", columns, rows, words)


def _mark(measure: MeasureChangeDocument) -> str:
    """Return a word for a change beyond noise, nothing for others."""
    if not measure["beyond_noise"]:
        return ""
    return "better" if measure["better"] else "worse"


def method_section(document: DecisionDocument) -> list[Block]:
    """Return how a decision was reckoned, with the judgments in it, its sources, and what repeats it."""
    tables = study_tables(document["study"])
    judged: list[Block] = [Heading("Judgments and their consistency", level=3), Figure(("judgments",))]
    return [
        Heading("Method", id="method"),
        *paragraphs(steps(document)),
        *([*judged, *tables] if tables else []),
        *at("all", [Heading("References", level=3), *paragraphs(references())]),
        Heading("Provenance", id="provenance"),
        *paragraphs(provenance(document)),
        *([_inputs(document)] if document["inputs"] else []),
        _study(document),
    ]


def _study(document: DecisionDocument) -> Table:
    rows = [
        [c["name"], c["merit"], c["measure"], c["better"], share(c["weight"])]
        for c in document["study"]["criteria"]
    ]
    heads = ["criterion", "merit", "measure", "better", "weight in its merit"]
    return table("study", "The study: its criteria", heads, rows, (1, 2, 3))


def _inputs(document: DecisionDocument) -> Table:
    rows = [[s["file"], str(s["rows"]), s["reader"], s["sha256"] or "–"] for s in document["inputs"]]
    return table("inputs", "Files that were read", ["file", "rows", "reader", "SHA-256"], rows, (2, 3))


def decision_page(document: DecisionDocument) -> list[Block]:
    """Return what a report says below its first screen."""
    blocks = [] if document["changes"] is None else changes_section(document["changes"])
    blocks += _across(document)
    for number, scenario in enumerate(document["scenarios"], start=1):
        blocks += scenario_section(document, scenario, f"s{number}")
    absent = left_out(document)
    warnings = [*([] if absent is None else [absent]), *document["warnings"]]
    if warnings:
        blocks += [Heading("Warnings", id="warnings"), *paragraphs(warnings)]
    return [*blocks, *method_section(document)]


def _across(document: DecisionDocument) -> list[Block]:
    """Return what is said over all scenarios; nothing where there is one."""
    if document["across_scenarios"] is None:
        return []
    heading = Heading("Across scenarios", id="across")
    return [heading, *paragraphs(across(document)), *across_tables(document), Figure(("improvement",))]


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
        yield from titles_of(scenario["criteria"]).values()
        for entry in scenario["measurements"]:
            yield from (entry["measure"], entry["unit"], str(entry["run"]))
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


def card_across(document: DecisionDocument, show: Shown, target: str) -> Card:
    """Return what is said of the scenario that is not known."""
    across = document["across_scenarios"]
    assert across is not None
    found, lacking = across["recommended"], no_verdict_across(document)
    if lacking is not None:
        return Card(UNKNOWN, show(NO_VERDICT), NONE_YET, target, gained=(show(lacking),))
    return Card(
        UNKNOWN,
        show(choice_for_unknown(found)),
        show(names_for_unknown(found)),
        target,
        gained=tuple(map(show, because(document, across))),
        brief=brief_for_unknown(found),
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


def opening_of(document: DecisionDocument, show: Shown) -> Opening:
    """Return the first screen of a decision."""
    scenarios = document["scenarios"]
    cards = [card_of(document, scenario, show, f"s{n}") for n, scenario in enumerate(scenarios, start=1)]
    if document["across_scenarios"] is not None:
        cards.append(card_across(document, show, "across"))
    lead = " ".join(filter(None, [ranked_by(scenarios), competing(document)]))
    return Opening(show(title(scenarios)), show(lead), tuple(cards))
