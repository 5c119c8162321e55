"""What changed since a previous decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.numbers import measured, percent
from ahp.report.page import Block, Heading, Paragraph, at, paragraphs, table
from ahp.report.phrases.grammar import joined

if TYPE_CHECKING:
    from ahp.report.documents.changes import ChangesDocument, MeasureChangeDocument, ScenarioChangeDocument
    from ahp.report.page import Table


def changes_section(changes: ChangesDocument) -> list[Block]:
    """Return what became of the first places and of every measure."""
    return at("answer", _blocks(changes))


def _blocks(changes: ChangesDocument) -> Iterator[Block]:
    yield Heading("Changes", id="changes")
    yield Paragraph(headline(changes))
    yield from paragraphs(_caveats(changes))
    for scenario in changes["scenarios"]:
        yield Heading(scenario["scenario"], _verdict(scenario), level=3)
        yield from paragraphs(_remarks(scenario))
        if scenario["measures"]:
            yield _measures(scenario, changes["level"])


def headline(changes: ChangesDocument) -> str:
    """Return whether the decision changed, in one sentence."""
    previous = f" {printable(changes['file'])}" if changes["file"] else " the previous decision"
    if changes["changed"]:
        return f"Against{previous}: the decision changed beyond noise."
    if any(scenario["beyond_noise"] is None for scenario in changes["scenarios"]):
        return f"Against{previous}: the first place changed; it may be noise."
    if any(scenario["changed"] for scenario in changes["scenarios"]):
        return f"Against{previous}: the first place changed, but not beyond noise."
    return f"Against{previous}: the decision is the same."


def _caveats(changes: ChangesDocument) -> Iterator[str]:
    """Yield what makes the comparison doubtful or leaves something out of it."""
    for clause in changes["study"]:
        yield f"Not asked alike: {printable(clause)}."
    for when, names in (("previous", changes["only_before"]), ("present", changes["only_now"])):
        if names:
            yield f"Scenarios only in the {when} decision: {joined(names)}."


def _verdict(scenario: ScenarioChangeDocument) -> str:
    """Return what became of the first place in a scenario, in a few words."""
    if not scenario["changed"]:
        return printable(scenario["reason"])
    beyond = {True: "beyond noise", False: "within noise", None: "beyond noise or not is not known"}
    names = f"{joined(scenario['previous'])} before, {joined(scenario['present'])} now"
    return f"{names}: {beyond[scenario['beyond_noise']]}"


def _remarks(scenario: ScenarioChangeDocument) -> Iterator[str]:
    """Yield why, and who is on one side only."""
    if scenario["changed"]:
        yield f"{printable(scenario['reason'])}."
    for when, names in (("previous", scenario["only_before"]), ("present", scenario["only_now"])):
        if names:
            yield f"Only in the {when} decision: {joined(names)}."
    if scenario["worse"]:
        yield f"Surely worse than it was: {joined([_worse(measure) for measure in scenario['worse']])}."
        if any(measure["interval"] is not None for measure in scenario["worse"]):
            yield "These intervals hold all at once; in the table each holds alone, and is narrower."


def _worse(measure: MeasureChangeDocument) -> str:
    name = f"{measure['measure']} of {measure['alternative']}"
    return name if measure["interval"] is None else f"{name} ({_interval(measure)})"


def _measures(scenario: ScenarioChangeDocument, level: float) -> Table:
    """Return every measure before and now, those of one criterion together."""
    criteria = list(dict.fromkeys(found["criterion"] for found in scenario["measures"]))
    ordered = sorted(scenario["measures"], key=lambda found: criteria.index(found["criterion"]))
    columns: dict[str, list[str]] = {
        "measure": [found["measure"] + (f" ({found['unit']})" if found["unit"] else "") for found in ordered],
        "of": [found["alternative"] for found in ordered],
        "before": [measured(found["before"], "") for found in ordered],
        "now": [measured(found["now"], "") for found in ordered],
        "change": [percent(found["change"]) for found in ordered],
    }
    if any(found["interval"] is not None for found in ordered):
        columns[f"{100 * level:g} % interval"] = [_interval(found) for found in ordered]
    words = {1}
    if any(found["beyond_noise"] for found in ordered):
        words.add(len(columns))
        columns["is"] = [_mark(found) for found in ordered]
    rows = zip(*columns.values(), strict=True)
    return table("measures", "Every measure before and now", columns, rows, words)


def _interval(measure: MeasureChangeDocument) -> str:
    """Return the interval of a change; a dash where there is none."""
    if measure["interval"] is None:
        return "–"
    low, high = measure["interval"]
    return f"{percent(low).removesuffix(' %')} to {percent(high)}"


def _mark(measure: MeasureChangeDocument) -> str:
    """Return a word for a change beyond noise, nothing for others."""
    if not measure["beyond_noise"]:
        return ""
    return "better" if measure["better"] else "worse"
