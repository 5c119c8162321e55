"""What a page says over all scenarios, and what changed since a previous decision."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.change_wording import caveats, headline, in_order, interval, mark, remarks, verdict
from ahp.report.content.labels import Shown
from ahp.report.content.tables import ShownTable, table_of
from ahp.report.documents import DecisionDocument
from ahp.report.numbers import measured, percent, quotient
from ahp.report.wording import across

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
    tables: tuple[ShownTable, ...]
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
        (table_of(show, caption, heads, rows),),
    )


def _number(value: float | None) -> str:
    return "–" if value is None else quotient(value)


def changes_of(document: DecisionDocument, show: Shown) -> tuple[Part, ...]:
    """Return what changed since a previous decision: the whole, then each scenario."""
    changes = document["changes"]
    if changes is None:
        return ()
    parts = [Part("Changes", tuple(map(show, [headline(changes), *caveats(changes)])), ())]
    heads = ["measure", "alternative", "before", "now", "change", f"{100 * changes['level']:g} % interval"]
    for scenario in changes["scenarios"]:
        rows = [
            [
                found["measure"],
                found["alternative"],
                measured(found["before"], found["unit"]),
                measured(found["now"], found["unit"]),
                percent(found["change"]),
                interval(found),
                mark(found) or "–",
            ]
            for found in in_order(scenario)
        ]
        table = table_of(show, "Every measure before and now", [*heads, "beyond noise"], rows, (1, 6))
        title = show(f"{scenario['scenario']}: {verdict(scenario)}")
        parts.append(Part(title, tuple(map(show, remarks(scenario))), (table,) if rows else ()))
    return tuple(parts)
