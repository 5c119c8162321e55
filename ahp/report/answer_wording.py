"""What to choose in a scenario and how sure that is, in words no surer than the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.gain_wording import change_of
from ahp.report.wording import joined, no_verdict, share_of_draws

if TYPE_CHECKING:
    from ahp.report.documents import ScenarioDocument

_AHEAD = 0.1
"""By how much more often than the next a choice is first, for a report to lean towards it."""


def choice(scenario: ScenarioDocument) -> str:
    """Return what to choose, in a few words that promise no more than the runs bear."""
    names, best = scenario["choose"], _best_of_leaning(scenario)
    if len(scenario["alternatives"]) == 1:
        changes = scenario["against_baseline"].get(names[0], {})
        told = [change_of(c, changes[c["name"]]) for c in scenario["criteria"] if c["name"] in changes]
        against = f", against the baseline {', '.join(told)}" if told else ", nothing to choose between"
        return f"only {joined(names)}{against}"
    reason = no_verdict(scenario)
    if reason is not None:
        return f"no verdict: {reason}"
    if len(names) > 1:
        return f"a tie: {joined(names)}"
    if best:
        return leaning(names[0], best)
    return f"undecided, with {joined(names)} first" if is_open(scenario) else f"choose {joined(names)}"


def is_open(scenario: ScenarioDocument) -> bool:
    """Return whether there are runs that could have decided, and did not."""
    if _best_of_leaning(scenario) or no_verdict(scenario) is not None:
        return True
    asked = scenario["confidence"] is not None and max(scenario["runs"].values()) > 1
    return asked and verdict_of(scenario) == "unknown" and len(scenario["order"]) > 1


def leaning(name: str, best: Mapping[str, float]) -> str:
    """Return in words that one alternative leads, by how often each is first."""
    rivals = close_to(name, best)
    if rivals:
        return f"too close to call between {' and '.join(map(printable, rivals))}"
    return f"lean towards {printable(name)}"


def close_to(name: str, best: Mapping[str, float]) -> tuple[str, ...]:
    """Return the two between which it is too close to call; none where one leads clearly.

    Examples
    --------
    >>> close_to("a", {"a": 0.54, "b": 0.46}), close_to("a", {"a": 0.7, "b": 0.3})
    (('a', 'b'), ())
    """
    first, *others = likeliest(best)
    if first != name:
        return (first, name)
    if others and best[first] < max(0.5, best[others[0]] + _AHEAD):
        return (first, others[0])
    return ()


def undecided(scenario: ScenarioDocument) -> tuple[str, ...]:
    """Return the two between which the choice of a scenario is too close to call; none elsewhere."""
    best = _best_of_leaning(scenario)
    return close_to(scenario["choose"][0], best) if best and len(scenario["choose"]) == 1 else ()


def _best_of_leaning(scenario: ScenarioDocument) -> Mapping[str, float]:
    """Return how often each is first where the verdict is that one leads; nothing elsewhere."""
    found = scenario["confidence"]
    return (found["best"] or {}) if found is not None and found["verdict"] == "leaning" else {}


def verdict_of(scenario: ScenarioDocument) -> str:
    """Return the verdict; `unknown` also where nobody asked."""
    if no_verdict(scenario) is not None:
        return "withheld"
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
    if no_verdict(scenario) is not None:
        return "no verdict is given"
    found = scenario["confidence"]
    if found is None and max(scenario["runs"].values()) > 1:
        return "how sure was not asked"
    if found is None or found["best"] is None or found["verdict"] == "unknown" or len(scenario["order"]) == 1:
        return "how sure is not known"
    if found["verdict"] == "tie":
        return "a tie, the first two are within 1 % of each other"
    often = share_of_draws(first_in(scenario, found["best"]))
    return f"{found['verdict']}, first in {often} of {found['resamples']} draws"


def first_in(scenario: ScenarioDocument, best: Mapping[str, float]) -> float:
    """Return how often the choice is first; of several that tie, the one that is it most often."""
    return max(best[name] for name in scenario["choose"])
