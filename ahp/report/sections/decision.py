"""A decision as blocks: over all scenarios, each of them, changes, the method; and its first screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.names import Shown
from ahp.report.numbers import measured, percent, share
from ahp.report.page import Block, Card, Figure, Heading, Opening, Paragraph, Table, at, paragraphs, table
from ahp.report.phrases import choice as phrases
from ahp.report.phrases.changes import caveats, headline, interval, remarks, verdict
from ahp.report.phrases.choice import across
from ahp.report.phrases.grammar import (
    MOST_NAMES,
    capital,
    in_words,
    joined,
    said_apart,
    sentence,
    share_of_draws,
)
from ahp.report.phrases.scenario import (
    critical_change,
    critical_weight,
    kept,
    no_verdict,
    no_verdict_across,
    noise_borne,
    settling,
)
from ahp.report.phrases.scrutiny import against_baseline, baseline_of, change_of, titles_of
from ahp.report.phrases.study import left_out, provenance, references, steps
from ahp.report.sections.judgments import study_tables
from ahp.report.sections.scenario import scenario_section
from ahp.report.tables import across_tables

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        AcrossDocument,
        ChangesDocument,
        ConfidenceDocument,
        DecisionDocument,
        MeasureChangeDocument,
        ScenarioChangeDocument,
        ScenarioDocument,
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


_BY_RUNS = ("decisive", "leaning")
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


def _title(scenarios: list[ScenarioDocument]) -> str:
    """Return what to choose in every scenario, or that this depends on which, in a few words."""
    if len(scenarios) == 1:
        return capital(phrases.choice(scenarios[0]))
    sure = [scenario["scenario"] for scenario in scenarios if phrases.is_sure(scenario)]
    choices = {tuple(phrases.stood(scenario)["names"]) for scenario in scenarios}
    if len(sure) == len(scenarios) and len(choices) == 1 and len({phrases.choice(s) for s in scenarios}) == 1:
        return f"{capital(phrases.choice(scenarios[0]))} in every scenario"
    if len(sure) == len(scenarios):
        return "The choice depends on the scenario"
    where = joined(sure) if 0 < len(sure) <= MOST_NAMES else f"{len(sure) or 'none'} of them"
    if len(choices) > 1:
        return f"Who is first depends on the scenario; surely in {where}"
    if (keeping := kept(scenarios[0])) is not None:
        return f"Keep {printable(keeping)} in every scenario; surely in {where}"
    return f"{joined(phrases.stood(scenarios[0])['names'])} is first in every scenario; surely in {where}"


def _ranked_by(scenarios: list[ScenarioDocument]) -> str:
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
    names = list(
        dict.fromkeys(
            titles_of(s["criteria"])[c["name"]]
            for s in scenarios
            for c in s["criteria"]
            if c["merit"] == merit
        )
    )
    return f"share of all the {merit}" + (f" ({joined(names)})" if 0 < len(names) <= MOST_NAMES else "")


def _competing(document: DecisionDocument) -> str:
    """Return who competes, and that the baseline does not."""
    names = list(dict.fromkeys(name for s in document["scenarios"] for name in s["alternatives"]))
    told = joined(names) if len(names) <= MOST_NAMES else f"{len(names)} alternatives"
    baseline = document["study"]["baseline"]
    if baseline is None or baseline in names:
        return f"Compared: {told}."
    against = f"“{printable(baseline)}”, which is not ranked itself"
    return f"Compared: {told}. Gains and losses are against {against}."


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
            plain = phrases.stood(scenario)["names"] == [first]
            found.append(sentence(told) if plain else f"{printable(first)} is {told}.")
    return found


def _brief(scenario: ScenarioDocument, word: str) -> str:
    """Return the number behind the word, and how many checks disagree."""
    noise, first = phrases.stood(scenario)["noise"], phrases.first_in(scenario)
    told = ""
    if first is not None and word != "no verdict":
        told = _repeated(first)
    elif word in ("holds", "fragile", "keep") and noise is not None:
        told = phrases.borne(noise)
    return "; ".join(filter(None, [told, phrases.checks(scenario)]))


def _repeated(share: float) -> str:
    """Return how often somebody is first in repeated runs."""
    return f"first in {share_of_draws(share)} of simulated repeats"


def _how_sure(scenario: ScenarioDocument, word: str) -> list[str]:
    """Return how sure, the runs behind it, and what would settle it; the word for it stands beside."""
    found = scenario["confidence"]
    if kept(scenario) is None and found is not None and found["best"] is not None and word in _BY_RUNS:
        said = _of_the_draws(scenario, found, found["best"])
    elif word in ("holds", "fragile", "no verdict") and kept(scenario) is None:
        several = max(scenario["runs"].values()) > 1
        said = [sentence(phrases.runs(scenario)) if several else "One run each, so the noise is not known."]
        said += [] if word == "no verdict" else list(filter(None, [noise_borne(scenario)]))
    else:
        how = (
            phrases.WITHIN if word == "tie" and not phrases.is_exact(scenario) else phrases.sureness(scenario)
        )
        said = [sentence(f"{how}; {phrases.runs(scenario)}")]
    said += [sentence(f["detail"]) for f in scenario["audit"] if f["check"] == "confidence"]
    settled = settling(scenario)
    return said if settled is None else [*said, settled]


def _of_the_draws(
    scenario: ScenarioDocument, found: ConfidenceDocument, best: Mapping[str, float]
) -> list[str]:
    """Return how often the choice is first in repeated runs, who is next, and who else may be first."""
    leader = max(scenario["choose"], key=lambda name: best[name])
    others = sorted((name for name in best if name != leader), key=lambda name: -best[name])
    said = f"Of {found['resamples']} simulated repeats of the {phrases.runs(scenario)}, "
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


def _unmoved(scenario: ScenarioDocument) -> list[str]:
    """Return what alone would not change the choice, a sentence each."""
    if scenario["margin"] is None:
        return []
    said = ["Any change of a single measurement."] if critical_change(scenario) is None else []
    if kept(scenario) or critical_weight(scenario) or not scenario["weights"]:
        return said
    return [*said, "Any change of a single weight."]


def _disagreeing(document: DecisionDocument, scenario: ScenarioDocument) -> str:
    """Return how many checks disagree, and whom they put first; nothing where none does."""
    told = phrases.checks(scenario)
    if not told:
        return ""
    first = {finding["to"] for finding in scenario["audit"] if finding["verdict"] == "flips"}
    to = next(iter(first)) if len(first) == 1 else None
    whom = "another" if to is None else printable(to)
    if to is not None and to == document["study"]["baseline"]:
        whom = f"the baseline “{whom}”"
    return f"{told}: {whom} would be first"


def _because(document: DecisionDocument, across: AcrossDocument) -> list[str]:
    """Return why that is chosen where the scenario is not known, a sentence each."""
    found = across["recommended"]
    said = [f"{printable(found['unknown'])} is {found['because']}."]
    if found["best"]:
        said.append(f"It is {_repeated(found['best'][found['unknown']])}.")
    if found["unknown"] in across["never_worse"] and any(
        criterion["merit"] == "cost"
        for scenario in document["scenarios"]
        for criterion in scenario["criteria"]
    ):
        said.append("What it costs has no part in that.")
    return said


def card_across(document: DecisionDocument, show: Shown, target: str) -> Card:
    """Return what is said of the scenario that is not known."""
    across = document["across_scenarios"]
    assert across is not None
    question, found = "Where the scenario is not known", across["recommended"]
    lacking = no_verdict_across(document)
    if lacking is not None:
        return Card(question, show("No verdict"), "none yet", target, gained=(show(lacking),))
    chosen = phrases.of_the_unknown(found)
    names = f"{printable(chosen['name'])}{'' if chosen['sure'] else ' ?'}"
    brief = _repeated(found["best"][found["unknown"]]) if found["best"] else "not known"
    return Card(
        question,
        show(f"{'Keep ' if chosen['keeps'] else 'Choose ' if chosen['sure'] else ''}{names}"),
        show(names),
        target,
        gained=tuple(map(show, _because(document, across))),
        brief="kept in every scenario" if chosen["keeps"] else brief,
    )


def card_of(document: DecisionDocument, scenario: ScenarioDocument, show: Shown, target: str) -> Card:
    """Return what is said first about a scenario."""
    standing = phrases.stood(scenario)
    word = standing["word"] if no_verdict(scenario) is None else "no verdict"
    change, weight = critical_change(scenario), None if kept(scenario) else critical_weight(scenario)
    return Card(
        question=show(scenario["scenario"]),
        answer=show(capital(phrases.choice(scenario))),
        names=show(joined(standing["names"]) + ("" if phrases.is_sure(scenario) or word == "tie" else " ?")),
        gained=tuple(map(show, _gained(document, scenario))),
        sign=_SIGNS[word],
        verdict=word,
        brief=show(_brief(scenario, word)),
        sure=tuple(map(show, _how_sure(scenario, word))),
        change=tuple(show(said) for said in (change, weight) if said is not None),
        unmoved=tuple(_unmoved(scenario)),
        audits=show(_disagreeing(document, scenario)),
        target=target,
    )


def opening_of(document: DecisionDocument, show: Shown) -> Opening:
    """Return the first screen of a decision."""
    scenarios = document["scenarios"]
    cards = [card_of(document, scenario, show, f"s{n}") for n, scenario in enumerate(scenarios, start=1)]
    if document["across_scenarios"] is not None:
        cards.append(card_across(document, show, "across"))
    lead = f"{_ranked_by(scenarios)} {_competing(document)}"
    return Opening(show(_title(scenarios)), show(lead), tuple(cards))
