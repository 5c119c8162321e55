"""What is expected of a decision before it passes a gate, and why it does not meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.decision.changes import folded
from ahp.decision.robustness import FRAGILE, KEEP
from ahp.errors import StudyError, listed, quoted
from ahp.report.phrases import changes as phrases

if TYPE_CHECKING:
    from ahp.decision.changes import MeasureChange
    from ahp.decision.compare import Changes
    from ahp.decision.results import Decision, ScenarioDecision


def unlike_before(changes: Changes) -> tuple[str, ...]:
    """Return why a decision is not the previous one, a sentence for each scenario; empty where it is.

    A choice that changed within noise is no reason, nor is one of which the runs say nothing.
    """
    return tuple(
        phrases.of_scenario(scenario.scenario, scenario.reason)
        for scenario in changes.scenarios
        if scenario.beyond_noise
    )


def worse_than_before(changes: Changes) -> tuple[str, ...]:
    """Return why a choice is worse than the previous one was, a sentence for each measure; empty where not.

    Where nothing can be compared it cannot be shown to be as good, which is a reason too.
    """
    found = []
    for scenario in changes.scenarios:
        worse = (
            [phrases.UNCOMPARED]
            if scenario.worse is None
            else [_worse(one, changes) for one in scenario.worse]
        )
        found += [phrases.of_scenario(scenario.scenario, reason) for reason in worse]
    return tuple(found)


def _worse(found: MeasureChange, changes: Changes) -> str:
    numbers = found.before, found.now, found.unit
    return phrases.worse(
        found.measure, found.alternative, found.change, numbers, found.interval, changes.level, changes.noise
    )


def not_first(decision: Decision, name: str) -> tuple[str, ...]:
    """Return why an alternative is not surely the choice, a sentence for each scenario; empty where it is.

    It is where the standing of the scenario is `decisive`, `holds` or `keep`, and names it.

    Parameters
    ----------
    decision : Decision
    name : str
        In any case of letters.

    Raises
    ------
    StudyError
        If no scenario has measurements of it.

    Examples
    --------
    >>> from ahp.decision.rank import rank
    >>> from ahp.ingest.read import read
    >>> decision = rank(read({"alternative": ["none", "lz4", "zle"], "tps": [100, 150, 110]}))
    >>> not_first(decision, "lz4")
    ()
    >>> not_first(decision, "zle")
    ("scenario 'default': lz4 is first",)
    """
    competing = dict.fromkeys(a for scenario in decision for a in scenario.alternatives)
    if folded(name) not in {folded(known) for known in (*competing, *_measured(decision))}:
        raise StudyError(f"{quoted(name)} is no alternative here; the alternatives are {listed(competing)}")
    found = []
    for scenario in decision:
        reason = _not_first(scenario, folded(name), decision)
        if reason is not None:
            found.append(phrases.of_scenario(scenario.scenario, reason))
    return tuple(found)


def _measured(decision: Decision) -> set[str]:
    """Return everything that was measured: the baseline, and what does not compete, too."""
    given = decision.measurements
    return {name for scenario in given.scenarios for name in given.alternatives(scenario)}


def _not_first(scenario: ScenarioDecision, name: str, decision: Decision) -> str | None:
    standing = scenario.standing
    if standing.sure and [folded(known) for known in standing.names] == [name]:
        return None
    kept = next((known for known in standing.names if known not in scenario.alternatives), None)
    if kept is not None:
        unsure = None if standing.word == KEEP else _unsure(scenario, decision.noise)
        return phrases.kept_instead(kept, standing.names, unsure)
    first = scenario.winners
    own = next((a for a in scenario.alternatives if folded(a) == name), None)
    if own is None:
        return f"{_absent(scenario, name, decision)}; {phrases.others_first(first)}"
    if own not in first:
        return phrases.others_first(first)
    if len(first) > 1:
        return phrases.ties_with(own, [a for a in first if a != own])
    return phrases.first_but(own, _unsure(scenario, decision.noise))


def _unsure(scenario: ScenarioDecision, noise: float) -> str:
    standing = scenario.standing
    if scenario.withheld is not None:
        return phrases.first_without_verdict(scenario.withheld.detail)
    if standing.word == FRAGILE:
        return phrases.bears(standing.noise or 0.0, noise)
    return phrases.unsure(standing.word)


def _absent(scenario: ScenarioDecision, name: str, decision: Decision) -> str:
    """Return why an alternative that was measured somewhere does not compete in a scenario."""
    baseline = decision.baseline
    if baseline is not None and folded(baseline) == name:
        return phrases.is_baseline(baseline)
    for screen in scenario.screened:
        if folded(screen.alternative) == name:
            return phrases.is_screened(screen.alternative, screen.screen)
    if decision.study.is_reference(name):
        return phrases.NEVER_CHOSEN
    return phrases.ABSENT
