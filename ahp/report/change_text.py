"""What changed since a previous decision, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.printing import printable, shortened
from ahp.report.change_wording import caveats, headline, in_order, interval, mark, remarks, verdict
from ahp.report.numbers import measured, percent
from ahp.report.terminal import indented, table_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ahp.report.change_documents import ChangesDocument, ScenarioChangeDocument

_LONGEST = 20


def print_changes(console: Console, changes: ChangesDocument) -> None:
    """Print what became of the first places and of every measure."""
    from rich.text import Text

    console.print()
    console.print(Text(headline(changes), style="bold"))
    for caveat in caveats(changes):
        console.print(indented(caveat))
    for scenario in changes["scenarios"]:
        console.print()
        title = Text(shortened(scenario["scenario"], 40), style="bold")
        title.append(f"   {verdict(scenario)}")
        console.print(title)
        for remark in remarks(scenario):
            console.print(indented(remark))
        if scenario["measures"]:
            console.print()
            console.print(_measures(changes, scenario))


def _measures(changes: ChangesDocument, scenario: ScenarioChangeDocument) -> Table:
    table = table_of()
    table.add_column("measure", overflow="fold", max_width=_LONGEST + 10)
    table.add_column("", overflow="fold", max_width=_LONGEST)
    repeated = any(found["interval"] is not None for found in scenario["measures"])
    level = [f"{100 * changes['level']:g} % interval"] if repeated else []
    for heading in ("before", "now", "change", *level, ""):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
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
