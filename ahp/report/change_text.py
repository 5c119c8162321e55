"""What changed since a previous decision, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.printing import printable, shortened
from ahp.report.change_wording import caveats, headline, in_order, interval, mark, remarks, verdict
from ahp.report.numbers import measured, percent
from ahp.report.terminal import Grid, Line, Page, indented

if TYPE_CHECKING:
    from ahp.report.change_documents import ChangesDocument, ScenarioChangeDocument

_LONGEST = 20


def print_changes(page: Page, changes: ChangesDocument) -> None:
    """Print what became of the first places and of every measure."""
    page.print()
    page.print(headline(changes), "bold")
    for caveat in caveats(changes):
        page.print(indented(caveat))
    for scenario in changes["scenarios"]:
        page.print()
        title = shortened(scenario["scenario"], 40)
        page.print(Line(((title, "bold"), (f"   {verdict(scenario)}", "bold"))))
        for remark in remarks(scenario):
            page.print(indented(remark))
        if scenario["measures"]:
            page.print()
            page.print(_measures(changes, scenario))


def _measures(changes: ChangesDocument, scenario: ScenarioChangeDocument) -> Grid:
    table = Grid()
    table.add_column("measure", folds=True, most=_LONGEST + 10)
    table.add_column("", folds=True, most=_LONGEST)
    repeated = any(found["interval"] is not None for found in scenario["measures"])
    level = [f"{100 * changes['level']:g} % interval"] if repeated else []
    for heading in ("before", "now", "change", *level, ""):
        table.add_column(heading, justify="right" if heading else "left")
    last = None
    for found in in_order(scenario):
        name = printable(found["measure"]) + (f" ({printable(found['unit'])})" if found["unit"] else "")
        table.add_row(
            "" if found["criterion"] == last else name,
            shortened(found["alternative"], 2 * _LONGEST),
            measured(found["before"], ""),
            measured(found["now"], ""),
            percent(found["change"]),
            *([interval(found)] if repeated else []),
            mark(found),
        )
        last = found["criterion"]
    return table
