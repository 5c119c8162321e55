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
    names, found, verdict = scenario["choose"], scenario["confidence"], verdict_of(scenario)
    if len(scenario["alternatives"]) == 1:
        return f"only {joined(names)}, nothing to choose between"
    if len(names) > 1:
        return f"a tie: {joined(names)}"
    if verdict == "leaning" and found is not None and found["best"]:
        return leaning(names[0], found["best"])
    if verdict == "unknown" and found is not None and max(scenario["runs"].values()) > 1:
        return f"undecided, with {joined(names)} first"
    return f"choose {joined(names)}"


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
    second = others[0] if others else name
    return (first, second) if best[first] < max(0.5, best[second] + _AHEAD) and others else ()


def undecided(scenario: ScenarioDocument) -> tuple[str, ...]:
    """Return the two between which the choice of a scenario is too close to call; none elsewhere."""
    found = scenario["confidence"]
    if len(scenario["choose"]) > 1 or verdict_of(scenario) != "leaning" or found is None or not found["best"]:
        return ()
    return close_to(scenario["choose"][0], found["best"])


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
    often = share_of_draws(first_in(scenario, found["best"]))
    return f"{found['verdict']}, first in {often} of {found['resamples']} draws"


def first_in(scenario: ScenarioDocument, best: Mapping[str, float]) -> float:
    """Return how often the choice is first; of several that tie, the one that is it most often."""
    return max(best[name] for name in scenario["choose"])
