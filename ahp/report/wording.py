"""The sentences that every report shares, so that text, Markdown and the rest say the same."""

from __future__ import annotations

from collections.abc import Sequence

from ahp.report.documents import CriterionDocument, DecisionDocument, ScenarioDocument
from ahp.report.numbers import percent, printable

MERITS = {"benefit_to_cost": "benefit to cost", "benefit": "benefit", "cost": "lowest cost"}
"""What a choice can go by, in words."""


def joined(names: Sequence[str]) -> str:
    """Return names as `a, b and c`.

    Examples
    --------
    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    shown = [printable(name) for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def choice(scenario: ScenarioDocument) -> str:
    """Return what to choose, in a few words."""
    names = scenario["choose"]
    if len(scenario["alternatives"]) == 1:
        return f"only {joined(names)}, nothing to choose between"
    return f"choose {joined(names)}" if len(names) == 1 else f"a tie: {joined(names)}"


def certainty(scenario: ScenarioDocument) -> str:
    """Return how much is known about how sure the choice is."""
    low, high = min(scenario["runs"].values()), max(scenario["runs"].values())
    if high == 1:
        return "one run each: how sure is not known"
    if low == high:
        return f"{low} runs each: how sure is not computed"
    return f"{low} to {high} runs each: how sure is not {'known' if low == 1 else 'computed'}"


def places(scenario: ScenarioDocument) -> dict[str, int]:
    """Return the place of each alternative, in the order of the choice; tied ones share the better place."""
    place = {name: position for position, name in enumerate(scenario["order"], 1)}
    for group in scenario["ties"].get(scenario["by"], []):
        place |= dict.fromkeys(group, min(place[name] for name in group))
    return dict(sorted(place.items(), key=lambda item: item[1]))


def gains(document: DecisionDocument, scenario: ScenarioDocument) -> list[str]:
    """Return what each first choice gains and loses against the baseline, a sentence for each."""
    baseline = document["study"]["baseline"]
    against = "the baseline" if baseline is None else printable(baseline)
    found = []
    for first in scenario["choose"]:
        changes = scenario["against_baseline"].get(first)
        if first == baseline:
            found.append(f"{against} is the baseline itself.")
        elif changes:
            parts = [_gain(c, changes[c["name"]]) for c in scenario["criteria"] if c["name"] in changes]
            found.append(f"{printable(first)} against {against}: {', '.join(parts)}.")
    return found


def _gain(criterion: CriterionDocument, change: float) -> str:
    if criterion["space"] and criterion["merit"] == "benefit":
        return f"stores {percent(abs(change)).lstrip('+')} {'less' if change >= 0 else 'more'}"
    return f"{_short(criterion)} {percent(change)}"


def _short(criterion: CriterionDocument) -> str:
    """Return what a change is a change of; a response time with its statistic."""
    statistic = criterion["measure"].removeprefix("response_time_")
    if criterion["name"] == "response_time" and statistic in _STATISTICS:
        return f"{_STATISTICS[statistic]} response time"
    return _SHORT.get(criterion["name"], printable(criterion["name"]))


def left_out(document: DecisionDocument) -> str | None:
    """Return which criteria of the default study are missing, or None."""
    absent = document["study"]["absent"]
    return f"Not measured, so left out: {joined(absent)}." if absent else None


_STATISTICS = {"mean": "mean", "max": "maximum"} | {p: p for p in ("p50", "p90", "p95", "p99", "p999")}
_SHORT = {"response_time": "response time", "cpu_overhead": "CPU", "throughput": "throughput"}
