"""Everything that is known about a scenario: its ranking, how sure it is, what would change it, the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ahp.report.documents.decision import (
    CriterionDocument,
    DecisionDocument,
    FindingDocument,
    ScenarioDocument,
)
from ahp.report.numbers import (
    apart,
    decimals,
    measured,
    percent,
    probability,
    quotient,
    share,
    shares,
    shares_of_rows,
)
from ahp.report.page import (
    Bar,
    Beside,
    Block,
    Details,
    Figure,
    Heading,
    Paragraph,
    Table,
    at,
    paragraphs,
    table,
)
from ahp.report.phrases import scenario as phrases
from ahp.report.phrases.choice import headline, how_ranked, ranks_beside
from ahp.report.phrases.grammar import in_words, sentence
from ahp.report.phrases.scrutiny import beyond, gains, title_of, titles_of
from ahp.report.sections.judgments import MOST_NAMED, numbered, ratios_of
from ahp.report.tables import change_tables, merit_columns, sureness_tables

MATRICES = "Matrices and their consistency"
"""The title of the longest part, which goes first where a report is too long."""

_NONE = "–"
_SIGNS = {"holds": "✓ agrees", "flips": "✗ disagrees", "warns": "! note", "withheld": "✗ no verdict"}
_MERITS = {"benefit": "benefit", "cost": "cost", "benefit_to_cost": "benefit / cost"}


def scenario_section(document: DecisionDocument, scenario: ScenarioDocument, id: str) -> Iterator[Block]:
    """Yield what is said of a scenario."""
    yield Heading(scenario["scenario"], headline(scenario), id=id, detail="answer")
    yield Paragraph(sentence(how_ranked(scenario)), detail="answer")
    first, *others = _figures(document, scenario)
    told = [
        *gains(document, scenario),
        *phrases.screened(scenario),
        *phrases.dominated(scenario),
        *phrases.doubts(scenario),
    ]
    beside = at("answer", [ranking_table(scenario), *paragraphs(told)])
    yield Beside(tuple(beside), Figure((first,), scenario["scenario"]), detail="answer")
    if others:
        yield Figure(tuple(others), scenario["scenario"])
    sure = (*sureness_table(scenario), *paragraphs(ranks_beside(scenario)), *sureness_tables(scenario))
    if sure:
        yield Details("How sure it is", sure)
    findings = phrases.checks_made(document["study"], scenario)
    if findings:
        holds = phrases.held(document["study"], scenario)
        yield Heading("Audits", level=3, id=f"{id}-audits")
        yield from () if holds is None else [Paragraph(holds)]
        agree = [finding for finding in findings if finding["verdict"] == "holds"]
        differ = [finding for finding in findings if finding["verdict"] != "holds"]
        yield from [audits_table(differ)] if differ else []
        yield from [Details("What agrees", (audits_table(agree),))] if agree else []
    shares = (criteria_table(scenario), contributions_table(scenario), rankings_table(scenario))
    yield Details("Criteria and rankings", shares)
    change = (*paragraphs(beyond(scenario)), *change_tables(scenario))
    if change:
        yield Details("What would change it", change)
    titles = titles_of(scenario["criteria"])
    matrices = tuple(matrix_table(criterion, titles[criterion["name"]]) for criterion in scenario["criteria"])
    data = (measured_table(document, scenario), runs_table(scenario))
    yield Details(MATRICES, matrices)
    yield Details("Data as measured", data, detail="all")


def _figures(document: DecisionDocument, scenario: ScenarioDocument) -> list[str]:
    """Return the kinds of figures: where there is much to draw, the one that says most."""
    if len(scenario["alternatives"]) > MOST_NAMED:
        return ["benefit_cost"]
    one = len(document["scenarios"]) == 1
    return ["benefit_cost", "ranks", *(("contributions", "regions") if one else ())]


def ranking_table(scenario: ScenarioDocument) -> Table:
    """Return the ranking of a scenario with bars, each merit's longest of length 100."""
    merits = {key: scenario[key] for key in _MERITS if scenario[key] is not None}  # type: ignore[literal-required]
    place = phrases.places(scenario)
    columns = merit_columns(scenario, list(place))
    rows, bars = [], []
    for name, *shown in zip(place, *columns.values(), strict=True):
        rows.append([str(place[name]), name, *shown, *_pareto(scenario, name)])
        drawn = tuple(
            (key, repr(values[name]), bar_of(values[name], max(values.values())))
            for key, values in merits.items()
        )
        bars.append(Bar(scenario["alternatives"].index(name), name in scenario["choose"], drawn))
    heads = ["place", "alternative", *(_MERITS[key] for key in merits)]
    words = [1]
    if any(_pareto(scenario, name) for name in scenario["order"]):
        words.append(len(heads))
        heads.append("Pareto")
    return table("ranking", "Benefit and cost side by side, the first choice first", heads, rows, words, bars)


def _pareto(scenario: ScenarioDocument, name: str) -> list[str]:
    """Return whether an alternative is efficient; nothing where all are."""
    efficient = scenario.get("efficient") or scenario["order"]
    if len(efficient) == len(scenario["order"]):
        return []
    return ["efficient" if name in efficient else "dominated"]


def bar_of(number: float, most: float) -> str:
    """Return how long the bar of a number is, of a hundred.

    Examples
    --------
    >>> bar_of(1.5, 2.0)
    '75'
    """
    return f"{100 * number / most:.4g}" if most > 0 else "0"


def rankings_table(scenario: ScenarioDocument) -> Table:
    """Return who stands where by each merit; the cost ranking starts with the most expensive."""
    heads = {"benefit": "most benefit", "cost": "most cost", "benefit_to_cost": "most benefit/cost"}
    orders = {key: scenario["rankings"][key] for key in heads}  # type: ignore[literal-required]
    present = {heads[key]: order for key, order in orders.items() if order is not None}
    rows = [[str(place), *names] for place, names in enumerate(zip(*present.values(), strict=True), start=1)]
    words = range(1, len(present) + 1)
    return table("rankings", "The rankings side by side", ["place", *present], rows, words)


def sureness_table(scenario: ScenarioDocument) -> list[Table]:
    """Return how sure each place is, a row for each alternative; nothing where that is not known."""
    found = scenario["confidence"]
    if found is None or not found["intervals"] or not found["best"] or not found["rank_sets"]:
        return []
    level = f"{100 * (found['level'] or 0):g} %"
    ends = found["intervals"][scenario["by"]]  # type: ignore[literal-required]
    format = quotient if scenario["by"] == "benefit_to_cost" else share
    rows = []
    for name in scenario["order"]:
        best, worst = found["rank_sets"][name]
        rows.append(
            [
                name,
                f"{format(ends[name][0])} to {format(ends[name][1])}",
                probability(found["best"][name]),
                str(best) if best == worst else f"{best} to {worst}",
            ]
        )
    heads = ["alternative", f"{level} interval", "first in", f"places ({level}, all at once)"]
    return [table("sureness", "How sure the ranking is", heads, rows)]


def criteria_table(scenario: ScenarioDocument) -> Table:
    """Return the weights of the criteria, and the share of each alternative under each."""
    names, criteria = scenario["alternatives"], scenario["criteria"]
    titles = titles_of(criteria)
    own = shares_of_rows([[criterion["priorities"][name] for name in names] for criterion in criteria])
    rows = [
        [
            titles[criterion["name"]],
            criterion["merit"],
            share(criterion["weight"]),
            *shown,
            criterion["reason"],
        ]
        for criterion, shown in zip(criteria, own, strict=True)
    ]
    heads = ["criterion", "merit", "weight", *names, "index, and why"]
    caption = "Criteria: their weights, and the share of each alternative under each of them"
    return table("criteria", caption, heads, rows, (1, len(heads) - 1))


def contributions_table(scenario: ScenarioDocument) -> Table:
    """Return what each criterion contributes to its merit."""
    names, added = scenario["order"], scenario["contributions"]
    columns = [
        shares([added[name][criterion["name"]] for name in names]) for criterion in scenario["criteria"]
    ]
    titles = titles_of(scenario["criteria"])
    heads = [f"{titles[c['name']]} ({c['merit']})" for c in scenario["criteria"]]
    caption = "What each criterion contributes to its merit: weight times priority"
    return table("contributions", caption, ["alternative", *heads], zip(names, *columns, strict=True))


def matrix_table(criterion: CriterionDocument, title: str = "") -> Table:
    """Return how many times the row is what the column is, with what was measured and the priorities.

    The criterion is called by `title` where others would be called as it is.
    """
    names, lines = list(criterion["values"]), criterion["matrix"]
    heads, cells, note = (
        ratios_of(names, lines) if lines is not None else ([], [[] for _ in names], phrases.NOT_KEPT)
    )
    digits = apart(criterion["priorities"].values(), 4, 6)
    rows = [
        (
            head,
            measured(criterion["measured"][name], criterion["unit"]),
            f"{criterion['values'][name]:.4g}",
            *own,
            decimals(criterion["priorities"][name], digits),
        )
        for name, head, own in zip(names, numbered(names), cells, strict=True)
    ]
    columns = ["alternative", in_words(criterion["measure"]), criterion["index"], *heads, "priority"]
    caption = phrases.above_matrix(title or title_of(criterion), criterion, note)
    return table(f"matrix-{criterion['name']}", caption, columns, rows)


def audits_table(findings: Iterable[FindingDocument]) -> Table:
    """Return whether the choice holds where it is reckoned otherwise."""
    rows = [
        [
            phrases.AUDITS.get(finding["check"], finding["check"]),
            _SIGNS.get(finding["verdict"], finding["verdict"]),
            finding["detail"],
            finding["advice"] or _NONE,
        ]
        for finding in findings
    ]
    caption = "Audits: whether the choice holds where it is reckoned otherwise"
    heads = ["reckoned by", "verdict", "what was found", "what to do"]
    return table("audits", caption, heads, rows, (1, 2, 3))


def measured_table(document: DecisionDocument, scenario: ScenarioDocument) -> Table:
    """Return one number for each alternative and criterion, and its change against the baseline."""
    baseline = document["study"]["baseline"]
    heads, columns, titles = ["alternative", "runs"], [], titles_of(scenario["criteria"])
    for criterion in scenario["criteria"]:
        name = criterion["name"]
        heads.append(f"{titles[name]}: {criterion['measure']}")  # of which the runs are shown below
        columns.append(
            [measured(criterion["measured"][n], criterion["unit"]) for n in scenario["alternatives"]]
        )
        changes = [scenario["against_baseline"].get(n, {}).get(name) for n in scenario["alternatives"]]
        if any(change is not None for change in changes):
            heads.append(f"{titles[name]}: against {baseline or 'the baseline'}")
            columns.append([_NONE if change is None else percent(change) for change in changes])
    rows = [
        [name, str(scenario["runs"][name]), *cells]
        for name, *cells in zip(scenario["alternatives"], *columns, strict=True)
    ]
    return table("measured", phrases.above_measured(document), heads, rows)


def runs_table(scenario: ScenarioDocument) -> Table:
    """Return every number that was used, a row for each run of each alternative, the baseline's too."""
    rows: dict[tuple[str, str], dict[tuple[str, str, int], float]] = {}
    columns: dict[tuple[str, str, int], None] = {}
    for entry in scenario["measurements"]:
        row = rows.setdefault((entry["alternative"], str(entry["run"])), {})
        number = 0  # two criteria may read the same measure, each of other transactions
        while (entry["measure"], entry["unit"], number) in row:
            number += 1
        column = (entry["measure"], entry["unit"], number)
        row[column] = entry["value"]
        columns[column] = None
    units = [f"{measure} ({unit})" if unit else measure for measure, unit, _ in columns]
    cells = [
        [name, run, *(_NONE if column not in row else f"{row[column]:.12g}" for column in columns)]
        for (name, run), row in rows.items()
    ]
    return table("runs", "Every run, as it was measured", ["alternative", "run", *units], cells)
