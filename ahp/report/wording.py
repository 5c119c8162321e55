"""The sentences that every report shares, so that text, Markdown and the rest say the same."""

from __future__ import annotations

from collections.abc import Sequence

from ahp.report.documents import DecisionDocument, ScenarioDocument
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
    return f"choose {joined(names)}" if len(names) == 1 else f"a tie: {joined(names)}"


def certainty(scenario: ScenarioDocument) -> str:
    """Return how much is known about how sure the choice is."""
    counts = set(scenario["runs"].values())
    if counts == {1}:
        return "one run each: how sure is not known"
    low, high = min(counts), max(counts)
    return f"{low} runs each" if low == high else f"{low} to {high} runs each"


def places(scenario: ScenarioDocument) -> dict[str, int]:
    """Return the place of each alternative, in the order of the choice; tied ones share the better place."""
    place = {name: position for position, name in enumerate(scenario["order"], 1)}
    for group in scenario["ties"].get(scenario["by"], []):
        place |= dict.fromkeys(group, min(place[name] for name in group))
    return dict(sorted(place.items(), key=lambda item: item[1]))


def gains(document: DecisionDocument, scenario: ScenarioDocument) -> str | None:
    """Return what the first choice gains and loses against the baseline, or None without one."""
    first = scenario["choose"][0]
    changes = scenario["against_baseline"].get(first)
    baseline = document["study"]["baseline"]
    if not changes or baseline is None:
        return None
    parts = []
    for criterion in scenario["criteria"]:
        if criterion["name"] not in changes:
            continue
        change = changes[criterion["name"]]
        if criterion["space"] and criterion["merit"] == "benefit":
            word = "less" if change >= 0 else "more"
            parts.append(f"stores {abs(100 * change):.1f} % {word}")
        else:
            parts.append(f"{_SHORT.get(criterion['name'], printable(criterion['name']))} {percent(change)}")
    return f"{printable(first)} against {printable(baseline)}: {', '.join(parts)}."


def left_out(document: DecisionDocument) -> str | None:
    """Return which criteria of the default study are missing, or None."""
    absent = document["study"]["absent"]
    return f"Not measured, so left out: {joined(absent)}." if absent else None


_SHORT = {"response_time": "response time", "cpu_overhead": "CPU", "throughput": "throughput"}
