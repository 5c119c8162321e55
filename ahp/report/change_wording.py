"""The sentences about what changed since a previous decision, the same in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.numbers import percent
from ahp.report.wording import joined

if TYPE_CHECKING:
    from ahp.report.change_documents import ChangesDocument, MeasureChangeDocument, ScenarioChangeDocument


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


def verdict(scenario: ScenarioChangeDocument) -> str:
    """Return what became of the first place in a scenario, in a few words."""
    if not scenario["changed"]:
        return printable(scenario["reason"])
    beyond = {True: "beyond noise", False: "within noise", None: "beyond noise or not is not known"}
    names = f"{joined(scenario['previous'])} before, {joined(scenario['present'])} now"
    return f"{names}: {beyond[scenario['beyond_noise']]}"


def remarks(scenario: ScenarioChangeDocument) -> list[str]:
    """Return why, and who is on one side only, a sentence each."""
    found = [f"{printable(scenario['reason'])}."] if scenario["changed"] else []
    if scenario["only_before"]:
        found.append(f"Only in the previous decision: {joined(scenario['only_before'])}.")
    if scenario["only_now"]:
        found.append(f"Only in the present decision: {joined(scenario['only_now'])}.")
    if scenario["worse"]:
        found.append(
            f"Surely worse than it was: {joined([_worse(measure) for measure in scenario['worse']])}."
        )
        if any(measure["interval"] is not None for measure in scenario["worse"]):
            found.append("These intervals hold all at once; in the table each holds alone, and is narrower.")
    return found


def _worse(measure: MeasureChangeDocument) -> str:
    name = f"{measure['measure']} of {measure['alternative']}"
    return name if measure["interval"] is None else f"{name} ({interval(measure)})"


def caveats(changes: ChangesDocument) -> list[str]:
    """Return what makes the comparison doubtful or leaves something out of it, a sentence each."""
    found = [f"Not asked alike: {printable(clause)}." for clause in changes["study"]]
    if changes["only_before"]:
        found.append(f"Scenarios only in the previous decision: {joined(changes['only_before'])}.")
    if changes["only_now"]:
        found.append(f"Scenarios only in the present decision: {joined(changes['only_now'])}.")
    return found


def interval(measure: MeasureChangeDocument) -> str:
    """Return the interval of a change; a dash where there is none."""
    if measure["interval"] is None:
        return "–"
    low, high = measure["interval"]
    return f"{percent(low).removesuffix(' %')} to {percent(high)}"


def mark(measure: MeasureChangeDocument) -> str:
    """Return a word for a change beyond noise, nothing for others."""
    if not measure["beyond_noise"]:
        return ""
    return "better" if measure["better"] else "worse"


def in_order(scenario: ScenarioChangeDocument) -> list[MeasureChangeDocument]:
    """Return the measures, those of one criterion together."""
    criteria = list(dict.fromkeys(found["criterion"] for found in scenario["measures"]))
    return sorted(scenario["measures"], key=lambda found: criteria.index(found["criterion"]))
