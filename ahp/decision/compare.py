"""What changed since a previous decision, and why a decision is not what is expected of it at a gate."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ahp.core.gate import real_number
from ahp.decision.changes import (
    MeasureChange,
    Pair,
    comparable,
    dimension_of,
    first_place,
    folded,
    measure_change,
    number_tested,
    runs_of,
    worse_measures,
)
from ahp.decision.findings import plain
from ahp.decision.robustness import FRAGILE, KEEP
from ahp.errors import InputError, StudyError, listed, quoted
from ahp.notebook import NotebookFace
from ahp.report.documents.loading import checked
from ahp.report.phrases import changes as phrases
from ahp.report.phrases.changes import criterion_gone, criterion_new, differing, weight_changed
from ahp.report.phrases.grammar import in_words
from ahp.report.phrases.scenario import answered
from ahp.report.phrases.scrutiny import titles_of
from ahp.terms import NOISE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ahp.decision.results import Decision, ScenarioDecision
    from ahp.report.documents.decision import (
        ChangesDocument,
        DecisionDocument,
        ScenarioDocument,
        StudyCriterionDocument,
    )

_LEVEL = 0.95


@dataclass(frozen=True)
class ScenarioChange(NotebookFace):
    """What changed in a scenario that both decisions know.

    Attributes
    ----------
    scenario : str
    previous, present : tuple of str
        Who was first and who is; all that tie. The baseline where it was kept, or is.
    changed : bool
        Whether none of those who were first is first.
    beyond_noise : bool or None
        Whether that is more than noise; None where it cannot be said.
    reason : str
        Why, with its figures.
    only_before, only_now : tuple of str
        Alternatives that only one of the decisions knows.
    measures : tuple of MeasureChange
        Of all alternatives that were measured both times, the baseline too.
    worse : tuple of MeasureChange, or None
        Measures by which the previous choice is surely worse than it was, unless the present choice is
        not; intervals hold for all of them at once. None where nothing can be compared.
    """

    scenario: str
    previous: tuple[str, ...]
    present: tuple[str, ...]
    changed: bool
    beyond_noise: bool | None
    reason: str
    only_before: tuple[str, ...]
    only_now: tuple[str, ...]
    measures: tuple[MeasureChange, ...]
    worse: tuple[MeasureChange, ...] | None


@dataclass(frozen=True)
class Changes(NotebookFace):
    """What changed since a previous decision.

    Attributes
    ----------
    file, sha256 : str
        Where the previous decision was read from; empty where it was no file.
    level : float
        Of the intervals.
    noise : float
        That one run is taken to have.
    study : tuple of str
        What was not asked alike, so that the decisions do not quite compare.
    scenarios : tuple of ScenarioChange
        Those that both know, in the order of the present decision.
    only_before, only_now : tuple of str
        Scenarios that only one of the decisions knows.
    """

    file: str
    sha256: str
    level: float
    noise: float
    study: tuple[str, ...]
    scenarios: tuple[ScenarioChange, ...]
    only_before: tuple[str, ...]
    only_now: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether the choice changed beyond noise in some scenario."""
        return any(scenario.beyond_noise for scenario in self.scenarios)


def compare(
    decision: Decision,
    previous: Decision | Mapping[str, object],
    *,
    noise: float = NOISE,
    file: str = "",
    sha256: str = "",
) -> Decision:
    """Return the decision with what changed since a previous one.

    In a scenario that both know the choice changed if none of those who were first is first now. It changed
    beyond noise if, with runs, no rank set of theirs contains 1 any more or, with one run each, the choice
    bears more than `noise` in every number (`margin.noise_95`); where a baseline is kept instead, or no more,
    if both choices are sure. It got worse if the previous choice is by some measure surely worse than it was,
    and so is the present one (`worse`). Names are the same in any case of letters.

    Parameters
    ----------
    decision : Decision
    previous : Decision or mapping
        A decision, or its document as :meth:`Decision.to_dict` makes it and JSON keeps it.
    noise : float
        That one run is taken to have: each number may be off by a factor of exp(±noise).
    file, sha256 : str, optional
        Where the previous decision was read from.

    Returns
    -------
    Decision
        The same, with `changes`.

    Raises
    ------
    InputError
        If `previous` is no decision document, or the two have no scenario in common.
    StudyError
        If `noise` is not a number from 0 to 2, or something else than decisions is given.

    Examples
    --------
    >>> from ahp.decision.rank import rank
    >>> from ahp.ingest.read import read
    >>> def decided(lz4, zle):
    ...     return rank(read({"alternative": ["none", "lz4", "zle"], "tps": [100, lz4, zle]}))
    >>> changes = compare(decided(110, 180), decided(190, 120)).changes
    >>> changes.changed, changes.scenarios[0].previous, changes.scenarios[0].present
    (True, ('lz4',), ('zle',))
    """
    noise = real_number(noise, "the noise of a run", least=0.0, most=2.0)
    try:
        before = checked(previous if isinstance(previous, Mapping) else _document(previous))
        now = _document(decision)
        levels = (s.confidence.level for s in decision.scenarios if s.confidence is not None)
        found = _changes(before, now, next(levels, _LEVEL), noise)
    except InputError as error:
        raise error.at(file=file or None) from None
    return replace(decision, changes=replace(found, file=file, sha256=sha256))


def _document(decision: Decision) -> DecisionDocument:
    from ahp.decision.results import Decision

    if not isinstance(decision, Decision):
        raise StudyError(
            f"compare() takes decisions, not a {type(decision).__name__}; "
            "write compare(rank(…), json.load(file))"
        )
    return decision.to_dict()


def _changes(before: DecisionDocument, now: DecisionDocument, level: float, noise: float) -> Changes:
    earlier = {folded(scenario["scenario"]): scenario for scenario in before["scenarios"]}
    present = {folded(scenario["scenario"]): scenario for scenario in now["scenarios"]}
    both = [name for name in present if name in earlier]
    if not both:
        raise InputError(
            f"it knows {listed(s['scenario'] for s in earlier.values())} and the present decision "
            f"{listed(s['scenario'] for s in present.values())}, so there is nothing to compare",
            advice="give a decision of the same scenarios",
        )
    pairs = [
        Pair(then, new, runs_of(before, then), runs_of(now, new))
        for then, new in ((earlier[name], present[name]) for name in both)
    ]
    # The choices' measures are looked at all at once: one of many would seem worse by chance.
    joint = 1.0 - (1.0 - level) / max(sum(number_tested(pair) for pair in pairs), 1)
    return Changes(
        file="",
        sha256="",
        level=level,
        noise=noise,
        study=(
            *study_changes(before, now),
            *(clause for pair in pairs for clause in scene_changes(pair.then, pair.new)),
        ),
        scenarios=tuple(_scenario(pair, level, joint, noise) for pair in pairs),
        only_before=tuple(s["scenario"] for name, s in earlier.items() if name not in present),
        only_now=tuple(s["scenario"] for name, s in present.items() if name not in earlier),
    )


def _scenario(pair: Pair, level: float, joint: float, noise: float) -> ScenarioChange:
    names, pairs = pair.names, comparable(pair.before, pair.now, pair.measured)
    beyond, reason = first_place(pair, noise)
    return ScenarioChange(
        scenario=pair.new["scenario"],
        previous=tuple(answered(pair.then)),
        present=tuple(answered(pair.new)),
        changed=not pair.still,
        beyond_noise=beyond,
        reason=reason,
        only_before=tuple(name for name in pair.then["alternatives"] if name not in names.values()),
        only_now=tuple(name for name in pair.new["alternatives"] if name not in names),
        measures=tuple(measure_change(*both, level, noise) for both in pairs),
        worse=worse_measures(pair, joint, noise),
    )


def study_changes(before: DecisionDocument, now: DecisionDocument) -> tuple[str, ...]:
    """Return what differs between the studies of two decisions, a clause for each difference.

    Baseline, index, statistic and criteria are those of the whole decision; what each scenario made of them
    is :func:`scene_changes`.
    """
    then, new = before["study"], now["study"]
    return (
        *differing("baseline", then.get("baseline"), new.get("baseline")),
        *differing("index", then["index"], new["index"]),
        *differing("statistic", before["statistic"], now["statistic"]),
        *_criteria(
            {criterion["name"]: criterion for criterion in then["criteria"]},
            {criterion["name"]: criterion for criterion in new["criteria"]},
        ),
    )


def scene_changes(before: ScenarioDocument, now: ScenarioDocument) -> tuple[str, ...]:
    """Return what differs between one scenario's criteria in two decisions: indices, units of other kinds."""
    then = {criterion["name"]: criterion for criterion in before["criteria"]}
    units = {found["measure"]: found["unit"] for found in before["measurements"]}
    scenario, titles = now["scenario"], titles_of(now["criteria"])
    found: list[str] = []
    for criterion in now["criteria"]:
        earlier, title = then.get(criterion["name"]), titles[criterion["name"]]
        if earlier is not None:
            found += differing("scored", earlier["index"], criterion["index"], title, scenario)
    for measure, unit in {entry["measure"]: entry["unit"] for entry in now["measurements"]}.items():
        earlier_unit = units.get(measure, unit)
        if dimension_of(earlier_unit) != dimension_of(unit):
            found += differing("unit", earlier_unit, unit, in_words(measure), scenario)
    return tuple(found)


def _criteria(
    then: dict[str, StudyCriterionDocument], new: dict[str, StudyCriterionDocument]
) -> Iterator[str]:
    yield from (criterion_gone(name) for name in then if name not in new)
    yield from (criterion_new(name) for name in new if name not in then)
    for name in new:
        if name not in then:
            continue
        one, other = then[name], new[name]
        for what in ("merit", "measure", "better"):
            yield from differing(what, one[what], other[what], quoted(name))
        if not math.isclose(one["weight"], other["weight"], rel_tol=1e-9):
            yield weight_changed(name, one["weight"], other["weight"])


def changes_document(changes: Changes) -> ChangesDocument:
    """Return the key `changes` of a decision's document."""
    return {
        "file": changes.file,
        "sha256": changes.sha256,
        "level": changes.level,
        "noise": changes.noise,
        "changed": changes.changed,
        "study": list(changes.study),
        "scenarios": plain(changes.scenarios),
        "only_before": list(changes.only_before),
        "only_now": list(changes.only_now),
    }


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
    given = decision.measurements
    measured = {known for scenario in given.scenarios for known in given.alternatives(scenario)}
    if folded(name) not in {folded(known) for known in (*competing, *measured)}:
        raise StudyError(f"{quoted(name)} is no alternative here; the alternatives are {listed(competing)}")
    found = []
    for scenario in decision:
        reason = _not_first(scenario, folded(name), decision)
        if reason is not None:
            found.append(phrases.of_scenario(scenario.scenario, reason))
    return tuple(found)


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
