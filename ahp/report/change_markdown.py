"""What changed since a previous decision, in Markdown."""

from __future__ import annotations

from ahp.report.change_documents import ChangesDocument, ScenarioChangeDocument
from ahp.report.change_wording import caveats, headline, in_order, interval, mark, remarks, verdict
from ahp.report.marking import escaped, table_lines
from ahp.report.numbers import measured, percent


def changes_lines(changes: ChangesDocument) -> list[str]:
    """Return what became of the first places and of every measure."""
    lines = ["## Changes", "", escaped(headline(changes)), ""]
    for caveat in caveats(changes):
        lines += [escaped(caveat), ""]
    for scenario in changes["scenarios"]:
        lines += [f"### {escaped(scenario['scenario'])}: {escaped(verdict(scenario))}", ""]
        for remark in remarks(scenario):
            lines += [escaped(remark), ""]
        if scenario["measures"]:
            lines += _measures(changes, scenario)
    return lines


def _measures(changes: ChangesDocument, scenario: ScenarioChangeDocument) -> list[str]:
    rows = [
        [
            escaped(found["measure"]),
            escaped(found["alternative"]),
            escaped(measured(found["before"], found["unit"])),
            escaped(measured(found["now"], found["unit"])),
            percent(found["change"]),
            interval(found),
            mark(found),
        ]
        for found in in_order(scenario)
    ]
    level = f"{100 * changes['level']:g} % interval"
    return table_lines(["measure", "alternative", "before", "now", "change", level, "verdict"], rows)
