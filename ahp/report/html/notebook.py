"""How results show themselves in a notebook: a decision and its parts, judgments, how inputs were read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ahp.notebook import lines_html, table_html
from ahp.printing import printable, shortened
from ahp.report.documents.hierarchy import HierarchyDocument
from ahp.report.explanation import (
    ExplanationDocument,
    FileDocument,
    columns_table,
    conclusions,
    facts_of,
    remarks_on,
)
from ahp.report.numbers import measured, percent, probability, quotient, share, shares
from ahp.report.page import Table
from ahp.report.phrases import choice as choices
from ahp.report.phrases import scenario as scenarios
from ahp.report.phrases.grammar import sentence
from ahp.report.phrases.hierarchy import (
    acceptances,
    changes,
    first_place,
    manner,
    ranked,
    score_heading,
)
from ahp.report.phrases.hierarchy import places as judged_places
from ahp.report.sections.models import judged_of, title_of
from ahp.report.tables import merit_columns, values_table

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        AcrossDocument,
        ConfidenceDocument,
        CriterionDocument,
        DecisionDocument,
        FindingDocument,
        MarginDocument,
        ScenarioDocument,
    )


_NONE = "–"


def confidence_html(found: ConfidenceDocument) -> str:
    """Return the verdict, and for each alternative what the runs leave open, the likeliest first."""
    best, sets, intervals = found["best"], found["rank_sets"], found["intervals"]
    if best is None or sets is None or intervals is None:
        facts = [("verdict", found["verdict"]), ("winner", found["winner"] or _NONE)]
        if found["left_out"] and found["resamples"]:
            facts.append(("draws left out", probability(found["left_out"] / found["resamples"])))
        return table_html("Confidence", (), facts)
    by, more = found["by"], found["more_runs"] or {}
    show = quotient if by == "benefit_to_cost" else share
    ends = intervals[by]  # type: ignore[literal-required]
    level = f"{100 * (found['level'] or 0):g} %"
    heads = ["alternative", "first", f"ranks, {level}", f"{by}, {level}", "more runs"]
    rows = [
        [
            name,
            probability(chance),
            " to ".join(map(str, dict.fromkeys(sets[name]))),
            " to ".join(map(show, ends[name])),
            str(more.get(name, _NONE)),
        ]
        for name, chance in sorted(best.items(), key=lambda entry: -entry[1])
    ]
    return table_html(choices.over_draws(found), heads, rows)


def criterion_html(found: CriterionDocument) -> str:
    """Return what was measured, the index that it became, and the priority that this gives."""
    is_change = found["index"] in ("saving", "improvement", "overhead")
    values = found["values"]
    rows = [
        [
            name,
            measured(found["measured"][name], found["unit"]),
            percent(value) if is_change else f"{value:.4g}",
            priority,
        ]
        for (name, value), priority in zip(
            values.items(), shares([found["priorities"][name] for name in values]), strict=True
        )
    ]
    heads = ("alternative", found["measure"], found["index"], "priority")
    weight = f"{found['merit']}, weight {share(found['weight'])}"
    return table_html(f"{found['name']} ({weight})", heads, rows) + lines_html([scenarios.index_of(found)])


def margin_html(found: MarginDocument) -> str:
    """Return how far each measurement may move before another is first, the nearest on top."""
    moving = [(abs(c["change"]), c) for c in found["all"] if c["change"] is not None]
    rows = [
        [c["measure"], c["alternative"], percent(c["change"] or 0.0), c["challenger"] or _NONE]
        for _, c in sorted(moving, key=lambda pair: pair[0])
    ]
    heads = ("measure", "of", "change", "then first")
    return table_html(scenarios.above_margin(found), heads, rows) + lines_html(
        [scenarios.noise_of_margin(found)]
    )


def findings_html(found: Iterable[FindingDocument]) -> str:
    """Return findings, a line each, what flips the choice before what holds."""
    order = {"withheld": 0, "flips": 1, "warns": 2, "holds": 3}
    return lines_html(map(scenarios.finding_told, sorted(found, key=lambda f: order[f["verdict"]])))


def across_html(found: AcrossDocument, by: str) -> str:
    """Return the values that scenarios are compared by, and what is said over all of them."""
    values = values_table(found, by)
    heads = ["alternative", *values.heads[1:]]
    shown = table_html(f"Across scenarios: {values.heads[0]}", heads, values.rows)
    return shown + lines_html([*choices.choices(found, {}, ()), *choices.rules(found, by)])


def scenario_html(scenario: ScenarioDocument) -> str:
    """Return the ranking of a scenario, how sure it is, and what would change it."""
    place = scenarios.places(scenario)
    merits = merit_columns(scenario, list(place))
    rows = [[name, str(place[name]), *shown] for name, *shown in zip(place, *merits.values(), strict=True)]
    caption = f"{shortened(scenario['scenario'], 80)}: {choices.headline(scenario)}"
    heads = ["alternative", "place", *(merit.replace("_to_", "/") for merit in merits)]
    noise = scenarios.noise_borne(scenario)
    sentences = [sentence(choices.how_ranked(scenario)), *scenarios.hinges(scenario)]
    sentences += [] if noise is None else [noise]
    return table_html(caption, heads, rows) + lines_html(sentences)


def decision_html(document: DecisionDocument) -> str:
    """Return the rankings of every scenario, and what is said over all of them."""
    return "".join(map(scenario_html, document["scenarios"])) + lines_html(choices.across(document))


_LONGEST = 1000
"""Characters of a refusal, which is to be read to its end."""


def explanation_html(document: ExplanationDocument) -> str:
    """Return the files with their columns and remarks, and whether they could be ranked."""
    whole = table_html("All files together", (), conclusions(document), _LONGEST)
    return "".join([*map(file_html, document["files"]), whole])


def file_html(file: FileDocument) -> str:
    """Return one file: its columns, then what else is to be known of it, but for the digest."""
    heads, rows = columns_table(file["columns"])
    told = [fact for fact in [*facts_of(file), *remarks_on(file)] if fact[0] != "SHA-256"]
    columns = table_html(file["file"], heads, rows) if rows else ""
    return columns + table_html("" if rows else file["file"], (), told, _LONGEST)


_MOST = 5
"""Sentences about what would change the choice."""


def model_html(document: Mapping[str, Any]) -> str:
    """Return the ranking of merits or of a network, and what would change it."""
    told = judged_of(document)
    ranking = next(block for block in told.page(document) if isinstance(block, Table))
    rows = [[row[1], row[0], *row[2:]] for row in ranking.rows]
    heads = [ranking.heads[1], ranking.heads[0], *ranking.heads[2:]]
    card = told.opening(document, printable).cards[0]
    sentences = [sentence(told.manner(document)), *card.change, *card.sure]
    return table_html(title_of(document), heads, rows) + lines_html(sentences)


def judged_html(document: HierarchyDocument) -> str:
    """Return the ranking, how consistent the judgments are, and what would change it."""
    place, scores = judged_places(document), document["scores"]
    shown = shares([scores[name] for name in place])
    rows = [[name, str(place[name]), score] for name, score in zip(place, shown, strict=True)]
    caption = f"{document['goal']}: {first_place(document)}"
    sentences = chain(
        map(sentence, [manner(document), *document["warnings"]]),
        islice(changes(document), _MOST),
        acceptances(document),
    )
    return table_html(caption, [ranked(document), "place", score_heading(document)], rows) + lines_html(
        sentences
    )
