"""What is known beside rankings, as tables: how sure they are, what would change them, all scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.report.numbers import edge, percent, probability, quotient, quotients, share, shares, signed
from ahp.report.page import Table, table
from ahp.report.phrases.choice import compared
from ahp.report.phrases.scrutiny import corners, is_printed_index, measure_of, moved, titles_of

if TYPE_CHECKING:
    from ahp.report.documents.codec import Numbers
    from ahp.report.documents.decision import (
        AcrossDocument,
        ConfidenceDocument,
        CriterionDocument,
        DecisionDocument,
        IntervalsDocument,
        ScenarioDocument,
        TrendDocument,
    )

_NONE = "–"
_VALUES = {
    "benefit_to_cost": "benefit per cost, baseline 1",
    "benefit": "benefit, baseline 1",
    "cost": "1/cost, baseline 1",
}


def across_tables(document: DecisionDocument) -> list[Table]:
    """Return the values of each alternative, how often each rule says the same, and how measures go."""
    found = document["across_scenarios"]
    if found is None:
        return []
    titles = titles_of(c for scenario in document["scenarios"] for c in scenario["criteria"])
    tables = [values_table(found, compared(document)), _shares(found), *_trends(found["trends"], titles)]
    return [known for known in tables if known.rows]


def values_table(found: AcrossDocument, by: str) -> Table:
    """Return what the rules compare, 1 for the baseline, and the weights of the scenarios in the last row."""
    values, weights, names = found["values"], found["weights"], found["alternatives"]
    rules = [found[rule]["values"] for rule in ("maximin", "minimax_regret", "expected")]
    columns = [quotients([own[name] for name in names]) for own in (*values.values(), *rules)]
    rows = list(map(list, zip(names, *columns, strict=True)))
    rows.append(["weight", *(share(weights[scenario]) for scenario in values), _NONE, _NONE, _NONE])
    caption = f"What the rules compare: {_VALUES[by]}"
    return table("values", caption, [_VALUES[by], *values, "worst", "regret", "mean"], rows)


def merit_columns(scenario: ScenarioDocument, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the merits that there are, each as a column of what alternatives have of it."""
    found = {}
    for merit, shown in (("benefit", shares), ("cost", shares), ("benefit_to_cost", quotients)):
        numbers: dict[str, float] | None = scenario[merit]  # type: ignore[literal-required]
        if numbers is not None:
            found[merit] = shown([numbers[name] for name in names])
    return found


def _shares(found: AcrossDocument) -> Table:
    """Return in which share of the draws each rule chooses each; no rows where runs are lacking."""
    columns: dict[str, Numbers | None] = {
        "worst": found["maximin"]["best"],
        "regret": found["minimax_regret"]["best"],
        "mean": found["expected"]["best"],
        "unknown": found["recommended"]["best"],
        "never worse": found["never_worse_share"],
        "dominated": found["dominated_share"],
    }
    for span in found["hurwicz"]:
        columns[f"pessimism {edge(span['from'])} to {edge(span['to'])}"] = span["best"]
    present = {head: shares for head, shares in columns.items() if shares is not None}
    rows = [
        [name, *(probability(shares[name]) for shares in present.values())] for name in found["alternatives"]
    ]
    heads = ["share of the draws", *present]
    caption = "How often each rule chooses each, over the draws"
    return table("rule-shares", caption, heads, rows if present else [])


def _trends(trends: list[TrendDocument], titles: Mapping[str, str]) -> list[Table]:
    """Return relative values along each attribute; criteria that the same scenarios have share a table.

    The baseline is at 1 everywhere; more is better, and of a cost dearer.
    """
    tables: dict[tuple[str, tuple[float, ...]], list[list[str]]] = {}
    for trend in trends:
        at = tuple(value for value, _ in next(iter(trend["points"].values())))
        rows = tables.setdefault((trend["attribute"], at), [])
        for name, points in trend["points"].items():
            way = trend["directions"][name]
            if trend["best"] is not None:
                way += f" ({probability(trend['best'][name])})"
            rows.append([f"{titles[trend['criterion']]}: {name}", *(quotient(r) for _, r in points), way])
    return [
        table(
            "trends",
            f"Relative to the baseline, by {attribute}",
            [f"by {attribute}", *(f"{value:.4g}" for value in at), "trend"],
            rows,
        )
        for (attribute, at), rows in tables.items()
    ]


_MOST = 12  # alternatives whose every rank and pair is shown; the JSON report has them all


def sureness_tables(scenario: ScenarioDocument) -> list[Table]:
    """Return intervals, and the probabilities of ranks and of beating each other; none without them."""
    found = scenario["confidence"]
    if found is None or not found["intervals"] or not found["ranks"] or not found["wins"]:
        return []
    names = scenario["order"]
    tables = [_merits(found["intervals"], names), *probability_tables(scenario), _covariance(found, names)]
    return [known for known in tables if known.rows]


def probability_tables(scenario: ScenarioDocument) -> list[Table]:
    """Return the intervals of priorities, and the probabilities of ranks and of beating each other."""
    found, names = scenario["confidence"], scenario["order"]
    if found is None or not found["intervals"] or not found["ranks"] or not found["wins"]:
        return []
    titles = titles_of(scenario["criteria"])
    rows = [
        [titles[criterion], *(f"{share(ends[name][0])} to {share(ends[name][1])}" for name in names)]
        for criterion, ends in found["intervals"]["priorities"].items()
    ]
    heads = ["interval of the priority", *names]
    tables = [table("priority-intervals", "Intervals of the priorities", heads, rows)]
    if 1 < len(names) <= _MOST:
        ranks, wins = found["ranks"], found["wins"]
        heads = ["probability of rank", *(str(rank) for rank in range(1, len(names) + 1))]
        rows = [[name, *(probability(p) for p in ranks[name])] for name in names]
        caption = "How often each takes each place, over the draws"
        tables.append(table("rank-probabilities", caption, heads, rows))
        beaten = [
            [name, *(_NONE if other == name else probability(wins[name][other]) for other in names)]
            for name in names
        ]
        caption = "How often the one in the row beats the one in the column, over the draws"
        tables.append(table("wins", caption, ["probability of beating", *names], beaten))
    return tables


def _merits(intervals: IntervalsDocument, names: Sequence[str]) -> Table:
    merits = {
        "benefit": (intervals["benefit"], share),
        "cost": (intervals["cost"], share),
        "benefit/cost": (intervals["benefit_to_cost"], quotient),
    }
    present = {merit: (ends, show) for merit, (ends, show) in merits.items() if ends}
    rows = [
        [name, *(f"{show(ends[name][0])} to {show(ends[name][1])}" for ends, show in present.values())]
        for name in names
    ]
    return table("merit-intervals", "Intervals of the merits", ["interval of", *present], rows)


def _covariance(found: ConfidenceDocument, names: Sequence[str]) -> Table:
    rows = [
        [name, *(f"{number:.3g}" for number in (own[0][0], own[0][1], own[1][1])), correlation(own)]
        for name, own in ((name, found["covariance"][name]) for name in names if found["covariance"])
    ]
    heads = ["benefit and cost", "variance of benefit", "covariance", "variance of cost", "correlation"]
    return table("covariance", "How benefit and cost vary together", heads, rows)


def correlation(covariance: Sequence[Sequence[float]]) -> str:
    """Return how two merits go together; a dash where one of them does not vary.

    Examples
    --------
    >>> correlation([[4.0, -1.0], [-1.0, 1.0]]), correlation([[0.0, 0.0], [0.0, 1.0]])
    ('-0.50', '–')
    """
    product = covariance[0][0] * covariance[1][1]
    return f"{covariance[0][1] / product**0.5:+.2f}" if product > 0 else _NONE


def open_table(scenario: ScenarioDocument) -> Table | None:
    """Return what the runs leave open, in few columns: merits, ranks, how benefit and cost go together."""
    found = scenario["confidence"]
    if found is None or not found["intervals"] or not found["rank_sets"] or found["verdict"] == "unknown":
        return None
    heads, rows = [f"{100 * (found['level'] or 0):g} %"], [[name] for name in scenario["order"]]
    for merit in ("benefit", "cost"):
        ends = found["intervals"][merit]
        if ends and merit != scenario["by"]:  # whose interval stands beside the ranking
            heads.append(merit)
            for row in rows:
                row.append(" to ".join(map(share, ends[row[0]])))
    heads.append("ranks, all at once")
    for row in rows:
        best, worst = found["rank_sets"][row[0]]
        row.append(str(best) if best == worst else f"{best} to {worst}")
    if found["covariance"]:
        heads.append("correlation")
        for row in rows:
            row.append(correlation(found["covariance"][row[0]]))
    return table("open", "What the runs leave open", heads, rows)


def change_tables(scenario: ScenarioDocument) -> list[Table]:
    """Return margins, weights, shares and regions of all weights, and what a unit of benefit is worth."""
    tables = [_margins(scenario), _weights(scenario), *_weight_space(scenario), *_regions(scenario)]
    tables.append(_marginal(scenario))
    return [known for known in tables if known.rows]


def _margins(scenario: ScenarioDocument) -> Table:
    margin = scenario["margin"]
    criteria = {criterion["name"]: criterion for criterion in scenario["criteria"]}
    rows = []
    for entry in [] if margin is None else margin["all"]:
        if entry["change"] is not None:
            criterion = criteria[entry["criterion"]]
            rows.append(
                [
                    f"{entry['alternative']}: {measure_of(scenario, criterion)}",
                    _changed(criterion, entry["alternative"], entry["change"]),
                    entry["challenger"] or _NONE,
                ]
            )
    caption = "The smallest change of one measurement that puts another first"
    heads = ["smallest change of one measurement", "change", "then first"]
    return table("margins", caption, heads, rows, (2,))


def _changed(criterion: CriterionDocument, name: str, change: float) -> str:
    """Return a relative change; of a printed index, which does not move in proportion, from what to what."""
    ends = moved(criterion, name, change) if is_printed_index(criterion) else None
    return percent(change) if ends is None else ends


def _weights(scenario: ScenarioDocument) -> Table:
    now = {criterion["name"]: criterion["weight"] for criterion in scenario["criteria"]}
    titles = titles_of(scenario["criteria"])
    rows = [
        [
            titles[name],
            share(now[name]),
            f"{share(entry['holds_from'])} to {share(entry['holds_to'])}",
            entry["below"] or _NONE,
            entry["above"] or _NONE,
            _NONE if entry["critical"] is None else signed(entry["critical"]),
        ]
        for name, entry in scenario["weights"].items()
    ]
    caption = "Between which weights the choice holds, the others in proportion"
    heads = ["weight of", "now", "choice holds", "below", "above", "change of it alone"]
    return table("weights", caption, heads, rows, (3, 4))


def _weight_space(scenario: ScenarioDocument) -> list[Table]:
    found = scenario["weight_space"]
    if found is None:
        return []
    names = scenario["order"]
    ranks = len(names) if len(names) <= _MOST else 1
    acceptability = [
        [name, *(probability(p) for p in found["acceptability"][name][:ranks])] for name in names
    ]
    titles = titles_of(scenario["criteria"])
    central = []
    for name in names:
        weights, factor = found["central"][name], (found["confidence"] or {}).get(name)
        if weights is not None:
            shown = [share(weights[c]) if c in weights else _NONE for c in titles]
            central.append([name, *shown, _NONE if factor is None else probability(factor)])
    return [
        table(
            "acceptability",
            "The share of all weights there may be that gives each place",
            ["share of all weights with rank", *(str(rank) for rank in range(1, ranks + 1))],
            acceptability,
        ),
        table(
            "central-weights",
            "The mean of the weights that put each first",
            ["mean of the weights with which first", *titles.values(), "confidence factor"],
            central,
        ),
    ]


def _regions(scenario: ScenarioDocument) -> list[Table]:
    titles = titles_of(scenario["criteria"])
    return [
        table(
            "regions",
            f"Who is first by {_joined(entry['criteria'], titles)}",
            [f"first by {_joined(entry['criteria'], titles)}", "in the region of weights between"],
            [
                [region["winner"], "everywhere" if len(entry["regions"]) == 1 else corners(region["polygon"])]
                for region in entry["regions"]
            ],
            (1,),
        )
        for entry in scenario["winner_regions"]
    ]


def _joined(criteria: Iterable[str], titles: Mapping[str, str]) -> str:
    return "/".join(titles[name] for name in criteria)


def _marginal(scenario: ScenarioDocument) -> Table:
    rows = []
    for key, said in (("s0", "what is gained"), ("s1", "what is had")):
        for span in scenario["marginal"][key] or []:  # type: ignore[literal-required]
            end = _NONE if span["to"] is None else edge(span["to"])
            rows.append([said, edge(span["from"]), end, span["choose"]])
    caption = "Whom to choose by what a unit of benefit is worth"
    heads = ["worth of a unit of benefit in units of cost, by", "from", "to", "choose"]
    return table("marginal", caption, heads, rows, (3,))
