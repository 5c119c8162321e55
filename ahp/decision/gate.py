"""What is expected of a decision before it passes a gate, and why it does not meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.decision.choice_changes import folded, noise_in_words
from ahp.decision.robustness import FRAGILE, KEEP
from ahp.errors import StudyError, listed, quoted

if TYPE_CHECKING:
    from ahp.decision.compare import Changes
    from ahp.decision.measure_changes import MeasureChange
    from ahp.decision.results import Decision, ScenarioDecision


def unlike_before(changes: Changes) -> tuple[str, ...]:
    """Return why a decision is not the previous one, a sentence for each scenario; empty where it is.

    A choice that changed within noise is no reason, nor is one of which the runs say nothing.
    """
    return tuple(
        f"scenario {quoted(scenario.scenario)}: {scenario.reason}"
        for scenario in changes.scenarios
        if scenario.beyond_noise
    )


def worse_than_before(changes: Changes) -> tuple[str, ...]:
    """Return why a choice is worse than the previous one was, a sentence for each measure; empty where not.

    Where nothing can be compared it cannot be shown to be as good, which is a reason too.
    """
    found = []
    for scenario in changes.scenarios:
        there = f"scenario {quoted(scenario.scenario)}: "
        if scenario.worse is None:
            found.append(f"{there}no measure of the choice was measured both times")
            continue
        found += [f"{there}{_worse(measure, changes)}" for measure in scenario.worse]
    return tuple(found)


def _worse(found: MeasureChange, changes: Changes) -> str:
    unit = f" {found.unit}" if found.unit else ""
    text = (
        f"{found.measure} of {found.alternative} is {100 * found.change:+.1f} % "
        f"({found.before:.6g} to {found.now:.6g}{unit}"
    )
    if found.interval is None:
        return f"{text}), more than noise of {100 * changes.noise:.3g} % in both numbers makes"
    low, high = (100 * end for end in found.interval)
    return (
        f"{text}; {low:+.1f} to {high:+.1f} %, at {100 * changes.level:g} % for all measures of the choices "
        f"at once), worse by more than {100 * changes.noise:.3g} %"
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
            found.append(f"scenario {quoted(scenario.scenario)}: {reason}")
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
        leads = f"in the ranking, everything relative to it, {' and '.join(standing.names)}"
        if standing.word == KEEP:
            return f"{kept} is to be kept: with it {leads} is first"
        if len(standing.names) > 1:
            return f"with {kept} {leads} are first, within 1 % of each other"
        return f"with {kept} {leads} is first, {_unsure(scenario, decision.noise)}"
    first = scenario.winners
    leads = f"{' and '.join(first)} {'is' if len(first) == 1 else 'are'} first"
    own = next((a for a in scenario.alternatives if folded(a) == name), None)
    if own is None:
        return f"{_absent(scenario, name, decision)}; {leads}"
    if own not in first:
        return leads
    if len(first) > 1:
        return f"{own} ties for first with {' and '.join(a for a in first if a != own)}"
    return f"{own} is first, {_unsure(scenario, decision.noise)}"


def _unsure(scenario: ScenarioDecision, noise: float) -> str:
    standing = scenario.standing
    if scenario.withheld is not None:
        return f"but no verdict is given: {scenario.withheld.detail}"
    if standing.word != FRAGILE:
        return f"but not decisively: {_WORDS[standing.word]}"
    bears = noise_in_words(standing.noise or 0.0)
    return f"but bears no more than {bears}, within {100 * noise:.3g} %"


def _absent(scenario: ScenarioDecision, name: str, decision: Decision) -> str:
    """Return why an alternative that was measured somewhere does not compete in a scenario."""
    baseline = decision.baseline
    if baseline is not None and folded(baseline) == name:
        return f"{baseline} is the baseline and does not compete"
    for screen in scenario.screened:
        if folded(screen.alternative) == name:
            return f"{screen.alternative} does not pass the screen {quoted(screen.screen)}"
    if decision.study.is_reference(name):
        return "the study never chooses it"
    return "it does not compete there"


_WORDS = {
    "leaning": "the runs lean that way",
    "tie": "the first two are within 1 % of each other",
    "too few runs": "the runs leave open how sure that is",
}
