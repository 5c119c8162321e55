"""What to choose in a scenario and how sure that is, in words no surer than the verdict."""

from __future__ import annotations

from collections.abc import Mapping

from ahp.printing import printable
from ahp.report.documents import ScenarioDocument
from ahp.report.wording import joined, share_of_draws

_AHEAD = 0.1
"""By how much more often than the next a choice is first, for a report to lean towards it."""


def choice(scenario: ScenarioDocument) -> str:
    """Return what to choose, in a few words that promise no more than the runs bear."""
    names, found = scenario["choose"], scenario["confidence"]
    if len(scenario["alternatives"]) == 1:
        return f"only {joined(names)}, nothing to choose between"
    if len(names) > 1:
        return f"a tie: {joined(names)}"
    if verdict_of(scenario) != "leaning" or found is None or not found["best"]:
        return f"choose {joined(names)}"
    first, second = likeliest(found["best"])[:2]
    if found["best"][first] < max(0.5, found["best"][second] + _AHEAD):
        return f"too close to call between {printable(first)} and {printable(second)}"
    return f"lean towards {joined(names)}"


def verdict_of(scenario: ScenarioDocument) -> str:
    """Return the verdict; `unknown` also where nobody asked."""
    found = scenario["confidence"]
    return "unknown" if found is None or found["best"] is None else found["verdict"]


def likeliest(best: Mapping[str, float]) -> list[str]:
    """Return the alternatives by how often each is first."""
    return sorted(best, key=lambda name: -best[name])


def certainty(scenario: ScenarioDocument) -> str:
    """Return how much is known about how sure the choice is."""
    return f"{runs(scenario)}: {sureness(scenario)}"


def runs(scenario: ScenarioDocument) -> str:
    """Return how many runs there are."""
    low, high = min(scenario["runs"].values()), max(scenario["runs"].values())
    if high == 1:
        return "one run each"
    return f"{low} runs each" if low == high else f"{low} to {high} runs each"


def sureness(scenario: ScenarioDocument) -> str:
    """Return the verdict in words."""
    found = scenario["confidence"]
    if found is None and max(scenario["runs"].values()) > 1:
        return "how sure was not asked"
    if found is None or found["best"] is None or found["verdict"] == "unknown" or len(scenario["order"]) == 1:
        return "how sure is not known"
    if found["verdict"] == "tie":
        return "a tie, the first two are within 1 % of each other"
    best = max(found["best"].values())
    return f"{found['verdict']}, first in {share_of_draws(best)} of {found['resamples']} draws"
