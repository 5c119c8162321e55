"""The report as Markdown, for pull requests, wikis and notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ahp.report.across_tables import across_tables
from ahp.report.across_wording import across
from ahp.report.answer_wording import certainty, headline
from ahp.report.documents import CriterionDocument, DecisionDocument, FindingDocument, ScenarioDocument
from ahp.report.gain_wording import gains
from ahp.report.marking import LIMIT, block_lines, fitting, folded_lines
from ahp.report.marking import escaped as _escaped
from ahp.report.marking import table_lines as _table
from ahp.report.numbers import consistency, measured, probability, quotient, share
from ahp.report.page import Details
from ahp.report.scrutiny_tables import change_tables, sureness_tables
from ahp.report.scrutiny_wording import beyond
from ahp.report.sections.changes import changes_section
from ahp.report.wording import (
    MERITS,
    VERDICTS,
    checks_made,
    dominated,
    doubts,
    judged_sentences,
    left_out,
    places,
    screened,
)


class _Detail(Enum):
    """How much is told; of a decision so large that a job summary cannot hold it, less."""

    WHOLE = ""
    TABLES = "the matrices"
    ANSWERS = "all tables but the rankings"


def render_markdown(document: DecisionDocument) -> str:
    """Return the report as GitHub-flavoured Markdown, of at most a million bytes.

    Where the whole does not fit, the matrices are left out, then all tables but the rankings, and the report
    says so.
    """
    text = ""
    for detail in _Detail:
        text = _report(document, detail)
        if len(text.encode("utf-8", "replace")) <= LIMIT:
            break
    return fitting(text)


def _report(document: DecisionDocument, detail: _Detail) -> str:
    parts = ["# Decision", ""]
    if detail is not _Detail.WHOLE:
        parts += [f"Left out for the length of the report: {detail.value}; the JSON report has them.", ""]
    parts += _answers(document)
    if document["changes"] is not None:
        parts += block_lines(changes_section(document["changes"]))
    for scenario in document["scenarios"]:
        parts += _scenario(document, scenario, detail)
    together = across(document)
    if together:
        parts += ["## Across scenarios", ""]
        parts += [f"- {_escaped(sentence)}" for sentence in together]
        parts.append("")
        parts += block_lines(across_tables(document))
    absent = left_out(document)
    if absent:
        parts += [_escaped(absent), ""]
    if document["warnings"]:
        parts += ["## Warnings", ""]
        parts += [f"- {_escaped(warning)}" for warning in document["warnings"]]
        parts.append("")
    parts += ["## Method", "", *_method(document), ""]
    return "\n".join(parts)


def _answers(document: DecisionDocument) -> list[str]:
    """Return what to choose in each scenario, where there are several."""
    if len(document["scenarios"]) < 2:
        return []
    rows = [
        [_escaped(said) for said in (s["scenario"], headline(s), certainty(s))] for s in document["scenarios"]
    ]
    return _table(["scenario", "choice", "how sure"], rows)


def _scenario(document: DecisionDocument, scenario: ScenarioDocument, detail: _Detail) -> list[str]:
    """Return a scenario: the answers and what contradicts them at once, the tables behind them on demand."""
    lines = [f"## {_escaped(scenario['scenario'])}: {_escaped(headline(scenario))}", ""]
    lines += [f"Ranked by {MERITS[scenario['by']]}; {certainty(scenario)}.", ""]
    rows = []
    for name, place in places(scenario).items():
        cells = [str(place), _escaped(name)]
        for merit, show in (("benefit", share), ("cost", share), ("benefit_to_cost", quotient)):
            numbers = scenario[merit]  # type: ignore[literal-required]
            cells.append("–" if numbers is None else show(numbers[name]))
        rows.append(cells)
    lines += _table(["place", "alternative", "benefit", "cost", "benefit/cost"], rows)
    said = [*gains(document, scenario), *screened(scenario), *dominated(scenario), *doubts(scenario)]
    for sentence in (*said, *beyond(scenario)):
        lines += [_escaped(sentence), ""]
    if detail is _Detail.ANSWERS:
        return lines
    findings = checks_made(document["study"], scenario)
    against = _findings(f for f in findings if f["verdict"] != "holds")
    lines += ["### Findings", "", *against] if against else []
    lines += folded_lines("What agrees", _findings(f for f in findings if f["verdict"] == "holds"))
    lines += folded_lines("How sure it is", [*_confidence(scenario), *block_lines(sureness_tables(scenario))])
    lines += block_lines([Details("What would change it", tuple(change_tables(scenario)))])
    lines += folded_lines("Criteria", _criteria(scenario))
    if detail is _Detail.WHOLE:
        matrices = [line for criterion in scenario["criteria"] for line in _matrix(criterion)]
        lines += folded_lines("Matrices and their consistency", matrices)
    return lines


def _findings(findings: Iterable[FindingDocument]) -> list[str]:
    words = ((f, VERDICTS.get(f["verdict"], f["verdict"])) for f in findings)
    found = [f"- **{_escaped(f['check'])}** {word}: {_escaped(f['detail'])}" for f, word in words]
    return [*found, ""] if found else []


def _confidence(scenario: ScenarioDocument) -> list[str]:
    """Return how sure the places are, a row for each alternative."""
    found = scenario["confidence"]
    if found is None or not found["intervals"] or not found["best"] or not found["rank_sets"]:
        return []
    names = scenario["order"]
    level = f"{100 * (found['level'] or 0):g} %"
    ends = found["intervals"][scenario["by"]]  # type: ignore[literal-required]
    show = quotient if scenario["by"] == "benefit_to_cost" else share
    rows = []
    for name in names:
        low, high = found["rank_sets"][name]
        rows.append(
            [
                _escaped(name),
                f"{show(ends[name][0])} to {show(ends[name][1])}",
                _escaped(probability(found["best"][name])),
                str(low) if low == high else f"{low} to {high}",
            ]
        )
    heads = [
        "how sure",
        f"{level} interval of {MERITS[scenario['by']]}",
        "first",
        f"ranks ({level}, all at once)",
    ]
    return _table(heads, rows)


def _criteria(scenario: ScenarioDocument) -> list[str]:
    names = scenario["alternatives"]
    rows = []
    for criterion in scenario["criteria"]:
        cells = [_escaped(criterion["name"]), criterion["merit"], share(criterion["weight"])]
        cells += [share(criterion["priorities"][name]) for name in names]
        cells.append(_escaped(criterion["reason"]))
        rows.append(cells)
    heads = ["criterion", "merit", "weight", *map(_escaped, names), "index"]
    return _table(heads, rows)


def _matrix(criterion: CriterionDocument) -> list[str]:
    if criterion["matrix"] is None:
        return []
    names = list(criterion["values"])
    rows = [
        [
            _escaped(name),
            _escaped(measured(criterion["measured"][name], criterion["unit"])),
            f"{criterion['values'][name]:.4g}",
        ]
        + [f"{ratio:.4g}" for ratio in line]
        + [f"{criterion['priorities'][name]:.4f}"]
        for name, line in zip(names, criterion["matrix"], strict=True)
    ]
    heads = [
        _escaped(criterion["name"]),
        _escaped(criterion["measure"]),
        criterion["index"],
        *map(_escaped, names),
        "priority",
    ]
    ratios = (criterion[key] for key in ("lambda_max", "consistency_index", "consistency_ratio"))
    told = f"{consistency(*ratios)} (random index: {criterion['random_index']})"
    return [*_table(heads, rows), _escaped(told), ""]


def _method(document: DecisionDocument) -> list[str]:
    study = document["study"]
    lines = [
        f"- Baseline: {_escaped(study['baseline']) if study['baseline'] is not None else 'none needed'}; "
        f"index: {study['index']}; runs are aggregated by their {document['statistic']}.",
        f"- Priorities by the {document['method']} method; made with ahp {document['version']}.",
    ]
    lines += [f"- {_escaped(sentence)}" for sentence in judged_sentences(study)]
    for source in document["inputs"]:
        digest = f", SHA-256 `{source['sha256']}`" if source["sha256"] else ""
        lines.append(f"- Input: {_escaped(source['file'])}, {source['rows']} rows{digest}.")
    return lines
