"""A decision as blocks: over all scenarios, each of them, changes, warnings, the method and its sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.documents.decision import DecisionDocument
from ahp.report.numbers import measured, percent, share
from ahp.report.page import Block, Figure, Heading, Paragraph, Table, at, paragraphs, table
from ahp.report.phrases.choice import across
from ahp.report.phrases.grammar import capital, joined
from ahp.report.phrases.study import left_out
from ahp.report.sections.judgments import study_tables
from ahp.report.sections.scenario import scenario_section
from ahp.report.tables import across_tables

if TYPE_CHECKING:
    from ahp.report.documents.decision_parts import (
        ChangesDocument,
        MeasureChangeDocument,
        ScenarioChangeDocument,
    )
    from ahp.report.page import Table


def changes_section(changes: ChangesDocument) -> list[Block]:
    """Return what became of the first places and of every measure."""
    return at("answer", _blocks(changes))


def _blocks(changes: ChangesDocument) -> Iterator[Block]:
    yield Heading("Changes", id="changes")
    yield Paragraph(headline(changes))
    yield from paragraphs(_caveats(changes))
    for scenario in changes["scenarios"]:
        yield Heading(scenario["scenario"], _verdict(scenario), level=3)
        yield from paragraphs(_remarks(scenario))
        if scenario["measures"]:
            yield _measures(scenario, changes["level"])


def headline(changes: ChangesDocument) -> str:
    """Return whether the decision changed, in one sentence."""
    previous = f" {printable(changes['file'])}" if changes["file"] else " the previous decision"
    if changes["changed"]:
        return f"Against{previous}: the decision changed beyond noise."
    if any(scenario["beyond_noise"] is None for scenario in changes["scenarios"]):
        return f"Against{previous}: the first place changed; it may be noise."
    if any(scenario["changed"] for scenario in changes["scenarios"]):
        return f"Against{previous}: the first place changed, but not beyond noise."
    return f"Against{previous}: the decision is the same."


def _caveats(changes: ChangesDocument) -> Iterator[str]:
    """Yield what makes the comparison doubtful or leaves something out of it."""
    for clause in changes["study"]:
        yield f"Not asked alike: {printable(clause)}."
    for when, names in (("previous", changes["only_before"]), ("present", changes["only_now"])):
        if names:
            yield f"Scenarios only in the {when} decision: {joined(names)}."


def _verdict(scenario: ScenarioChangeDocument) -> str:
    """Return what became of the first place in a scenario, in a few words."""
    if not scenario["changed"]:
        return printable(scenario["reason"])
    beyond = {True: "beyond noise", False: "within noise", None: "beyond noise or not is not known"}
    names = f"{joined(scenario['previous'])} before, {joined(scenario['present'])} now"
    return f"{names}: {beyond[scenario['beyond_noise']]}"


def _remarks(scenario: ScenarioChangeDocument) -> Iterator[str]:
    """Yield why, and who is on one side only."""
    if scenario["changed"]:
        yield f"{printable(scenario['reason'])}."
    for when, names in (("previous", scenario["only_before"]), ("present", scenario["only_now"])):
        if names:
            yield f"Only in the {when} decision: {joined(names)}."
    if scenario["worse"]:
        yield f"Surely worse than it was: {joined([_worse(measure) for measure in scenario['worse']])}."
        if any(measure["interval"] is not None for measure in scenario["worse"]):
            yield "These intervals hold all at once; in the table each holds alone, and is narrower."


def _worse(measure: MeasureChangeDocument) -> str:
    name = f"{measure['measure']} of {measure['alternative']}"
    return name if measure["interval"] is None else f"{name} ({_interval(measure)})"


def _measures(scenario: ScenarioChangeDocument, level: float) -> Table:
    """Return every measure before and now, those of one criterion together."""
    criteria = list(dict.fromkeys(found["criterion"] for found in scenario["measures"]))
    ordered = sorted(scenario["measures"], key=lambda found: criteria.index(found["criterion"]))
    columns: dict[str, list[str]] = {
        "measure": [found["measure"] + (f" ({found['unit']})" if found["unit"] else "") for found in ordered],
        "of": [found["alternative"] for found in ordered],
        "before": [measured(found["before"], "") for found in ordered],
        "now": [measured(found["now"], "") for found in ordered],
        "change": [percent(found["change"]) for found in ordered],
    }
    if any(found["interval"] is not None for found in ordered):
        columns[f"{100 * level:g} % interval"] = [_interval(found) for found in ordered]
    words = {1}
    if any(found["beyond_noise"] for found in ordered):
        words.add(len(columns))
        columns["is"] = [_mark(found) for found in ordered]
    rows = zip(*columns.values(), strict=True)
    return table("measures", "Every measure before and now", columns, rows, words)


def _interval(measure: MeasureChangeDocument) -> str:
    """Return the interval of a change; a dash where there is none."""
    if measure["interval"] is None:
        return "–"
    low, high = measure["interval"]
    return f"{percent(low).removesuffix(' %')} to {percent(high)}"


def _mark(measure: MeasureChangeDocument) -> str:
    """Return a word for a change beyond noise, nothing for others."""
    if not measure["beyond_noise"]:
        return ""
    return "better" if measure["better"] else "worse"


REFERENCES = {
    "Alonso & Lamata 2006": "J. A. Alonso and M. T. Lamata, Consistency in the analytic hierarchy process: a "
    "new approach. International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 14.",
    "Bernhard & Canada 1990": "R. H. Bernhard and J. R. Canada, Some problems in using benefit/cost ratios "
    "with the analytic hierarchy process. The Engineering Economist 36.",
    "Lahdelma & Salminen 2001": "R. Lahdelma and P. Salminen, SMAA-2: stochastic multicriteria acceptability "
    "analysis for group decision making. Operations Research 49.",
    "Mareschal 1988": "B. Mareschal, Weight stability intervals in multicriteria decision aid. European "
    "Journal of Operational Research 33.",
    "Saaty 1977": "T. L. Saaty, A scaling method for priorities in hierarchical structures. Journal of "
    "Mathematical Psychology 15.",
    "Saaty 1980": "T. L. Saaty, The Analytic Hierarchy Process. McGraw-Hill.",
    "Suharjito & Kurnadi 2017": "Suharjito and A. B. Kurnadi, OLTP performance improvement using "
    "file-systems layer compression. Jurnal Teknologi.",
    "Triantaphyllou & Sánchez 1997": "E. Triantaphyllou and A. Sánchez, A sensitivity analysis approach for "
    "some deterministic multi-criteria decision-making methods. Decision Sciences 28.",
    "Wedley, Choo & Schoner 2001": "W. C. Wedley, E. U. Choo and B. Schoner, Magnitude adjustment for AHP "
    "benefit/cost ratios. European Journal of Operational Research 133.",
}
"""What the method of every decision goes back to, by author and year."""


def method_section(document: DecisionDocument) -> list[Block]:
    """Return how a decision was reckoned, with the judgments in it, its sources, and what repeats it."""
    tables = study_tables(document["study"])
    references = paragraphs(f"{key}: {reference}" for key, reference in REFERENCES.items())
    judged: list[Block] = [Heading("Judgments and their consistency", level=3), Figure(("judgments",))]
    return [
        Heading("Method", id="method"),
        *paragraphs(_steps(document)),
        *([*judged, *tables] if tables else []),
        *at("all", [Heading("References", level=3), *references]),
        Heading("Provenance", id="provenance"),
        *paragraphs(f"{capital(name)}: {said}." for name, said in _facts(document)),
        *([_inputs(document)] if document["inputs"] else []),
        _study(document),
    ]


def _steps(document: DecisionDocument) -> list[str]:
    steps = [
        f"Runs: where one number for an alternative and a measure is needed it is the "
        f"{document['statistic'].replace('-', ' ')} of its runs; intervals are from the runs themselves.",
        "Index: each measure becomes a positive number that grows with its merit. With r the value over that "
        "of the baseline (its inverse where lower is better) improvement and overhead are r − 1, relative is "
        "r, and saving is 1 − 1/ratio; the rule that chooses among them is published (Suharjito & Kurnadi "
        "2017), and the table of criteria says which was used and why.",
        f"Priorities: of the matrix of the ratios of an index, by the {document['method']} method (Saaty "
        f"1977); its consistency ratio is CI / RI with the random index of {document['random_index']} "
        "(Alonso & Lamata 2006, unless another is named).",
        "Merits: benefit and cost are weighted sums of priorities over the criteria of each, summing to 1 "
        "over the alternatives. They are kept apart and then divided (Saaty 1980): the order of the "
        "quotients has meaning, the value 1 has none (Wedley, Choo & Schoner 2001).",
        "Weights: one moves, the others of its merit keep their proportions (Mareschal 1988); the smallest "
        "change of one alone is that of Triantaphyllou & Sánchez 1997. Shares of all weights: Lahdelma & "
        "Salminen 2001. What a unit of benefit is worth: Bernhard & Canada 1990.",
    ]
    sure = [s["confidence"] for s in document["scenarios"]]
    found = next((entry for entry in sure if entry is not None and entry["method"]), None)
    if found is not None:
        steps.append(
            f"Confidence: the same reckoning over {found['resamples']} draws of what the runs leave open "
            f"({found['method']}), at {100 * (found['level'] or 0):g} %."
        )
    return steps


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


def _facts(document: DecisionDocument) -> list[tuple[str, str]]:
    study = document["study"]
    facts = [
        ("made with", f"ahp {document['version']}, document {document['schema']}"),
        ("baseline", "none needed" if study["baseline"] is None else study["baseline"]),
        ("index asked for", study["index"]),
    ]
    seeds = {str(s["confidence"]["seed"]) for s in document["scenarios"] if s["confidence"] is not None}
    known = sorted(seed for seed in seeds if seed != "None")
    if known:
        facts.append(("seed of the draws", ", ".join(known)))
    return facts


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
