"""The why of a decision for a terminal: each scenario, what is said across them, and all that is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ahp.printing import printable, shortened
from ahp.report.answer_blocks import cells_of, heads_of, merit_cells
from ahp.report.names import fitting_columns
from ahp.report.numbers import apart, decimals, probability, quotient, share
from ahp.report.page import check_detail
from ahp.report.phrases import scenario as phrases
from ahp.report.phrases.choice import across, headline, how_ranked, is_sure, ranks_beside
from ahp.report.phrases.scenario import told
from ahp.report.phrases.scrutiny import baseline_of, beyond, gains, titles_of
from ahp.report.phrases.study import left_out, not_counted
from ahp.report.tables import across_tables, open_table, probability_tables
from ahp.report.terminal import GAP, WIDTH, Column, Grid, Line, Page, indented, pasted, print_blocks

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        CriterionDocument,
        DecisionDocument,
        ScenarioDocument,
        StudyDocument,
    )

_MOST_COLUMNS = 4
_WEIGHT_AND_INDEX = 26
_LONGEST_NAME = 28


def print_why(page: Page, document: DecisionDocument, detail: str) -> None:
    """Print each scenario, what is said across them, and what was left out.

    Raises
    ------
    StudyError
        If there is no such detail.
    """
    check_detail(detail)
    for scenario in document["scenarios"]:
        page.print()
        _scenario(page, document, scenario, everything=detail == "all")
    together = across(document)
    if together:
        page.print()
        page.print("Across scenarios", "bold")
    for sentence in together:
        page.print(indented(sentence))
    print_blocks(page, across_tables(document))
    _judged(page, document["study"])
    sentence, *command = not_counted(document) or [""]
    told = [line for line in (left_out(document), sentence, *map(pasted, command)) if line]
    if told:
        page.print()
    for line in told:
        page.print(line)


def _judged(page: Page, study: StudyDocument) -> None:
    if not (study["judgments"] or study.get("judged")):
        return
    from ahp.report.phrases.study import judged_sentences

    for number, sentence in enumerate(judged_sentences(study)):
        if number == 0:
            page.print()
        page.print(indented(sentence))


def _scenario(
    page: Page, document: DecisionDocument, scenario: ScenarioDocument, *, everything: bool
) -> None:
    title = shortened(scenario["scenario"], 40)
    style = "bold green" if is_sure(scenario) else "bold red"
    page.print(Line(((title, "bold"), (f"   {headline(scenario)}", style))))
    page.print(how_ranked(scenario), "dim")
    page.print()
    page.print(_ranking(scenario))
    beside = [
        *gains(document, scenario),
        *phrases.screened(scenario),
        *phrases.dominated(scenario),
        *phrases.doubts(scenario),
    ]
    beside += beyond(scenario) if everything else []
    if beside:
        page.print()
    for sentence in beside:
        page.print(indented(sentence))
    sure = open_table(scenario)
    if sure is not None:
        print_blocks(page, [sure])
        for sentence in ranks_beside(scenario):
            page.print(indented(sentence))
    for block in _measured(document, scenario):
        page.print()
        page.print(block)
    for block in _criteria(scenario):
        page.print()
        page.print(block)
    totals = phrases.scored_as_totals(document["study"], scenario)
    for sentence in (*totals, *phrases.rankings(scenario), phrases.consistency(scenario)):
        page.print(indented(sentence))
    holds = phrases.held(document["study"], scenario)
    for note in (*told(scenario), *([holds] if holds else [])):
        page.print(indented(note))
    if sure is not None and everything:
        print_blocks(page, probability_tables(scenario))


def _ranking(scenario: ScenarioDocument) -> Grid:
    names = list(phrases.places(scenario))
    merits = merit_cells(scenario, names)
    beside = _sureness(scenario)
    heads = (*merits, *(heading for heading, _ in beside))
    table = Grid(
        [
            Column(justify="right"),
            Column(folds=True, most=_LONGEST_NAME + 14),
            *(Column(head, justify="right") for head in heads),
        ]
    )
    for name, place in phrases.places(scenario).items():
        style = "bold" if name in scenario["choose"] else ""
        numbers = [cells[name] for cells in (*merits.values(), *(cells for _, cells in beside))]
        table.add_row(str(place), _marked(scenario, name), *numbers, style=style)
    return table


def _marked(scenario: ScenarioDocument, name: str) -> str:
    """Return a name with a star if it is efficient and others are not."""
    efficient = scenario.get("efficient") or []
    mark = "*" if name in efficient and len(efficient) < len(scenario["order"]) else ""
    return f"{shortened(name, 2 * _LONGEST_NAME)}{mark}"


def _measured(document: DecisionDocument, scenario: ScenarioDocument) -> Iterator[Grid]:
    """Yield what each alternative has under each criterion, in as many tables as the width asks for."""
    names, heads = scenario["order"], heads_of(scenario["criteria"])
    changed = any(scenario["against_baseline"].values())
    head_of_names = f"against {baseline_of(document)}" if changed else "measured"
    columns = [cells_of(scenario, criterion, names) for criterion in scenario["criteria"]]
    wide = min(_LONGEST_NAME, max(8, *(len(printable(name)) for name in names)))
    widths = [wide, *(max(map(len, (head, *cells))) for head, cells in zip(heads, columns, strict=True))]
    for _, *block in fitting_columns(widths, 1, WIDTH, GAP):
        beside = (Column(heads[at - 1], justify="right") for at in block)
        table = Grid([Column(head_of_names, folds=True, most=_LONGEST_NAME), *beside])
        for name, *cells in zip(names, *(columns[at - 1] for at in block), strict=True):
            table.add_row(shortened(name, 2 * _LONGEST_NAME), *cells)
        yield table


def _sureness(scenario: ScenarioDocument) -> list[tuple[str, dict[str, str]]]:
    """Return the columns that say how sure the places are: an interval, and how often each is first."""
    found = scenario["confidence"]
    if found is None or found["intervals"] is None or found["best"] is None or found["verdict"] == "unknown":
        return []
    ends = found["intervals"][scenario["by"]]  # type: ignore[literal-required]
    show = quotient if scenario["by"] == "benefit_to_cost" else share
    interval = {name: f"{show(low)} to {show(high)}" for name, (low, high) in ends.items()}
    first = {name: probability(best) for name, best in found["best"].items()}
    return [(f"{100 * (found['level'] or 0):g} % interval", interval), ("first", first)]


def _criteria(scenario: ScenarioDocument) -> list[Grid]:
    """Return the priorities under each criterion: a row for each criterion, if the names leave room."""
    criteria, names = scenario["criteria"], scenario["alternatives"]
    titles = titles_of(criteria)
    width = max(map(len, titles.values())) + _WEIGHT_AND_INDEX
    if width + sum(max(len(printable(name)), 5) + 2 for name in names) > WIDTH:
        blocks = range(0, len(criteria), _MOST_COLUMNS)
        return [_by_alternative(scenario, criteria[b : b + _MOST_COLUMNS]) for b in blocks]
    shown = (Column(printable(name), justify="right", least=5) for name in names)
    table = Grid([Column("criteria"), Column("weight", justify="right"), *shown, Column("index")])
    for criterion in criteria:
        shares = _shares(criterion, names)
        table.add_row(titles[criterion["name"]], _weight(criterion), *shares, criterion["index"])
    return [table]


def _by_alternative(scenario: ScenarioDocument, criteria: list[CriterionDocument]) -> Grid:
    """Return the same numbers with a row for each alternative, for many of them or long names."""
    titles = titles_of(scenario["criteria"])
    heads = (shortened(titles[c["name"]], 2 * _LONGEST_NAME) for c in criteria)
    beside = (Column(head, justify="right", folds=True, least=11) for head in heads)
    table = Grid([Column("criteria", folds=True, most=_LONGEST_NAME), *beside])
    table.add_row("weight", *map(_weight, criteria), style="dim")
    table.add_row("index", *(criterion["index"] for criterion in criteria), style="dim")
    columns = [_shares(criterion, scenario["order"]) for criterion in criteria]
    for name, shares in zip(scenario["order"], zip(*columns, strict=True), strict=True):
        table.add_row(shortened(name, 2 * _LONGEST_NAME), *shares)
    return table


def _shares(criterion: CriterionDocument, names: Sequence[str]) -> list[str]:
    """Return priorities with as many decimals as tell neighbours apart."""
    numbers = [criterion["priorities"][name] for name in names]
    digits = apart(numbers, 3, 6)
    return [decimals(number, digits) for number in numbers]


def _weight(criterion: CriterionDocument) -> str:
    weight = share(criterion["weight"])
    return weight if criterion["merit"] == "benefit" else f"{criterion['merit']} {weight}"
