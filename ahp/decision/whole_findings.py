"""What is worth telling of a decision as a whole: what counts by a guess, what is missing, who disagrees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.decision.findings import Finding, finding
from ahp.evidence.directions import better_by
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.study import Study
from ahp.terms import ACCEPTABLE
from ahp.units import NONE, find

if TYPE_CHECKING:
    from ahp.decision.results import ScenarioDecision

_DIVIDED = 0.5


def counted_by_units(study: Study, measurements: Measurements) -> tuple[Finding, ...]:
    """Return what is told of columns that count in the default study by nothing but their units.

    Those that the caller named were read as measures already.
    """
    own = {measure.name for measure in study.measures} - {measure.name for measure in measurements.own}
    names = [criterion.name for criterion in study.criteria if own.intersection(criterion.measures)]
    if not (study.assumed and names):
        return ()
    return (finding("assumed", "warns", phrase="by-units", names=tuple(names)),)


def counted_against_units(measurements: Measurements, study: Study) -> list[Finding]:
    """Return a finding for each column that counts the other way than its heading or its unit says."""
    named = {measure.name: measure for measure in study.measures if measure.unit == NONE}
    counted = {name for criterion in study.criteria for name in criterion.measures}
    found: dict[str, Finding] = {}
    for row in measurements.rows:
        measure = named.get(row.measure)
        if measure is None or measure.name not in counted or measure.name in found:
            continue
        said = better_by(heading_of(measurements, row.place, row.measure), find(row.unit))
        if said not in (None, measure.better):
            found[measure.name] = finding(
                "assumed", "warns", phrase="against-units", measure=measure.name, better=measure.better.value
            )
    return list(found.values())


def without_merit(scenarios: Sequence[ScenarioDecision]) -> list[Finding]:
    """Return a finding where benefit or cost, and so their quotient, cannot be computed."""
    lacking = {
        "no-cost": [scenario.scenario for scenario in scenarios if scenario.costs is None],
        "no-benefit": [scenario.scenario for scenario in scenarios if scenario.benefits is None],
    }
    return [
        finding(check, "warns", scenarios=tuple(names) if len(names) < len(scenarios) else ())
        for check, names in lacking.items()
        if names
    ]


def weak_judgments(study: Study) -> list[Finding]:
    """Return a finding for each set of judgments that contradict each other, and of people who do."""
    if not study.judgments and all(criterion.judged is None for criterion in study.criteria):
        return []
    from ahp.model.comparisons import consistency_of
    from ahp.model.group import Group

    found = []
    judged = [(c.name, c.judged) for c in study.criteria if c.judged is not None]
    for under, comparison in (*(("", matrix) for matrix in study.judgments), *judged):
        consistency = consistency_of(comparison)
        if consistency is not None and consistency.ratio > ACCEPTABLE:
            labels, ratio = tuple(comparison.labels), consistency.ratio
            found.append(finding("inconsistent", "warns", labels=labels, under=under, ratio=ratio))
    groups = [(under, group) for under, group in judged if isinstance(group, Group)]
    for under, group in (*(("", people) for people in study.people), *groups):
        if len(group.participants) < 2 or not any(group._connected()):
            continue  # of those whose own judgments do not connect all items, nobody has priorities
        level = group.agreement(draws=1).consensus
        if level < _DIVIDED:
            labels = tuple(group.labels)
            found.append(finding("divided", "warns", labels=labels, under=under, consensus=level))
    return found


def unknown_scenarios(measurements: Measurements, study: Study) -> list[Finding]:
    """Return one finding that names every scenario that the study describes and no measurement has."""
    known = {name.casefold() for name in measurements.scenarios}
    strange = tuple(note.name for note in study.scenarios if note.name.casefold() not in known)
    if not strange:
        return []
    return [finding("unknown-scenarios", "warns", names=strange, known=tuple(measurements.scenarios))]


def never_chosen(measurements: Measurements, study: Study) -> list[Finding]:
    """Return a finding that names who was measured and does not compete, since the study never chooses it."""
    everyone = dict.fromkeys(a for s in measurements.scenarios for a in measurements.alternatives(s))
    names = tuple(name for name in everyone if study.is_reference(name))
    return [finding("never-chosen", "warns", names=names)] if names else []
