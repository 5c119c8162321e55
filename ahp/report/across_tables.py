"""What is said over all scenarios, as tables: values, shares of the draws, trends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.report.numbers import edge, probability, quotient, share
from ahp.report.page import Table, table
from ahp.report.phrases.choice import compared

if TYPE_CHECKING:
    from ahp.report.documents.across import AcrossDocument, TrendDocument
    from ahp.report.documents.codec import Numbers
    from ahp.report.documents.decision import DecisionDocument

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
    tables = [values_table(found, compared(document)), _shares(found), *_trends(found["trends"])]
    return [known for known in tables if known.rows]


def values_table(found: AcrossDocument, by: str) -> Table:
    """Return what the rules compare, 1 for the baseline, and the weights of the scenarios in the last row."""
    values, weights = found["values"], found["weights"]
    rules = [found[rule]["values"] for rule in ("maximin", "minimax_regret", "expected")]
    rows = [
        [
            name,
            *(quotient(values[scenario][name]) for scenario in values),
            *(quotient(r[name]) for r in rules),
        ]
        for name in found["alternatives"]
    ]
    rows.append(["weight", *(share(weights[scenario]) for scenario in values), _NONE, _NONE, _NONE])
    caption = f"What the rules compare: {_VALUES[by]}"
    return table("values", caption, [_VALUES[by], *values, "worst", "regret", "mean"], rows)


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


def _trends(trends: list[TrendDocument]) -> list[Table]:
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
            rows.append([f"{trend['criterion']}: {name}", *(quotient(r) for _, r in points), way])
    return [
        table(
            "trends",
            f"Relative to the baseline, by {attribute}",
            [f"by {attribute}", *(f"{value:.4g}" for value in at), "trend"],
            rows,
        )
        for (attribute, at), rows in tables.items()
    ]
