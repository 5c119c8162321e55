"""What a choice gains and loses against the baseline, in words that every report shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.numbers import percent
from ahp.report.phrases.measures import in_words
from ahp.report.terminal import name_within

if TYPE_CHECKING:
    from ahp.report.documents.decision import CriterionDocument, DecisionDocument, ScenarioDocument

_TIMES = ("compression_time", "decompression_time")
_HEADS = {
    "storage_saving": "space",
    "throughput": "tput",
    "compression_speed": "compress",
    "decompression_speed": "decompress",
}


def gains(document: DecisionDocument, scenario: ScenarioDocument) -> list[str]:
    """Return what each first choice gains and loses against the baseline, a sentence for each."""
    found = []
    for first, changes in against_baseline(document, scenario):
        if changes is None:
            found.append(f"{printable(first)} is the baseline itself.")
        elif changes:
            parts = [change_of(criterion, change) for criterion, change in changes]
            found.append(f"{printable(first)} against {baseline_of(document)}: {', '.join(parts)}.")
    return found


def baseline_of(document: DecisionDocument) -> str:
    """Return what the baseline is called; of space alone that is what was given, where none is named."""
    baseline = document["study"]["baseline"]
    if baseline is not None:
        return printable(baseline)
    changed = {
        criterion["name"]: criterion["space"]
        for scenario in document["scenarios"]
        for criterion in scenario["criteria"]
        if any(criterion["name"] in changes for changes in scenario["against_baseline"].values())
    }
    return "what was given" if all(changed.values()) else "the baseline"


def against_baseline(
    document: DecisionDocument, scenario: ScenarioDocument
) -> Iterator[tuple[str, list[tuple[CriterionDocument, float]] | None]]:
    """Yield each first choice with its change in each criterion; None for the baseline itself."""
    for first in scenario["choose"]:
        changes = scenario["against_baseline"].get(first, {})
        if first == document["study"]["baseline"]:
            yield first, None
        else:
            yield first, [(c, changes[c["name"]]) for c in scenario["criteria"] if c["name"] in changes]


def change_of(criterion: CriterionDocument, change: float) -> str:
    """Return a change against the baseline in a few words, as `throughput +3.0 %`."""
    if criterion["space"] and criterion["merit"] == "benefit":
        return f"stores {percent(abs(change)).lstrip('+')} {'less' if change >= 0 else 'more'}"
    return f"{name_of(criterion)} {percent(change)}"


def name_of(criterion: CriterionDocument) -> str:
    """Return what a criterion measures as one would say it: `CPU`, `p99 response time`."""
    by_measure = criterion["measure"] in _TIMES or criterion["name"] in ("storage_saving", "response_time")
    return in_words(printable(criterion["measure" if by_measure else "name"]))  # which several serve


def short_name_of(criterion: CriterionDocument) -> str:
    """Return the same as the heading of a narrow column: `p99 resp`, `tput`."""
    name = name_of(criterion).replace("response time", "resp").replace("maximum", "max")
    return _HEADS.get(criterion["name"]) or name_within(name, 14)
