"""What a page says over all scenarios."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.across_wording import across
from ahp.report.content.labels import Shown
from ahp.report.documents import DecisionDocument
from ahp.report.numbers import quotient
from ahp.report.page import Table, fit_table, table

_RULES = {
    "maximin": "the worst case",
    "minimax_regret": "the least regret",
    "expected": "the weighted mean",
}


@dataclass(frozen=True)
class Part:
    """A part of a page: a title, sentences, tables, which are folded on a screen where they are long."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...]
    folded: bool = False


def across_of(document: DecisionDocument, show: Shown) -> Part | None:
    """Return what is said over all scenarios; None where there is one."""
    found = document["across_scenarios"]
    if found is None:
        return None
    scenarios = list(found["weights"])
    rules = [found[key] for key in _RULES]  # type: ignore[literal-required]
    rows = [
        [
            name,
            *(_number(found["values"].get(scenario, {}).get(name)) for scenario in scenarios),
            *(_number(rule["values"].get(name)) for rule in rules),
        ]
        for name in found["alternatives"]
    ]
    heads = ["alternative", *scenarios, *_RULES.values()]
    caption = "Benefit over cost against the baseline, which is 1 everywhere: by scenario, and by three rules"
    return Part(
        "Across scenarios",
        tuple(map(show, across(document))),
        (fit_table(table("values", caption, heads, rows), show),),
    )


def _number(value: float | None) -> str:
    return "–" if value is None else quotient(value)
