"""What is worth telling of a decision as a whole: what counts by a guess or not at all, what is missing."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from ahp.decision.data_checks import checked_indices
from ahp.decision.findings import Finding, finding
from ahp.evidence.directions import RATIO_OF_TIMES, better_by, is_provided, is_statistic
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.records import NOWHERE
from ahp.evidence.study import Study
from ahp.evidence.uncounted import best_in, countable, options_counting, restated, the_same_for_all
from ahp.terms import ACCEPTABLE, Better, Combine
from ahp.units import NONE, find

if TYPE_CHECKING:
    from ahp.decision.matrix import DecisionMatrix
    from ahp.decision.results import ScenarioDecision
    from ahp.report.documents.decision import UncountedDocument

NUMBER, AGAIN, STATISTIC, WORDS, ROW_NUMBER = "number", "again", "statistic", "words", "row number"
"""What a column holds that does not count."""


def not_counted(
    measurements: Measurements, study: Study, matrices: Sequence[DecisionMatrix]
) -> tuple[Finding, ...]:
    """Return a finding that names every column that no criterion uses and nothing is checked against.

    Of each it says which way it is better, where that is known, or which other column it repeats, and whether
    whoever is chosen is best by it too; and which options would make it count.
    """
    again = restated(measurements)
    numbers = _numbers(measurements, study, again)
    measured = {name for name in numbers if name != "#" and not is_statistic(name)}
    counts = {name for criterion in study.criteria for name in criterion.measures}
    whole, same = countable(measurements, counts), the_same_for_all(measurements)
    columns = [
        _column(
            name,
            NUMBER,
            better=None if is_provided(name, measured) else numbers[name],
            of_all=name in whole,
            same=name in same,
        )
        for name in numbers
        if name in measured
    ]
    columns += [_column(name, AGAIN, repeats=said) for name, said in again.items()]
    columns += [_column(name, STATISTIC) for name in numbers if is_statistic(name)]
    columns += [_column(name, WORDS) for name in measurements.ignored if name not in numbers]
    columns += [_column("#", ROW_NUMBER)] if "#" in numbers else []
    if not columns:
        return ()
    options = options_counting(measurements, numbers, counts)
    agree = _agreeing(measurements, matrices, columns, options)
    told = [{**one, "agrees": one["holds"] == NUMBER and one["column"] in agree} for one in columns]
    return (finding("not-counted", "warns", columns=tuple(told), options=tuple(options)),)


def _agreeing(
    measurements: Measurements,
    matrices: Sequence[DecisionMatrix],
    columns: Sequence[UncountedDocument],
    options: Sequence[str],
) -> set[str]:
    """Return the columns by which whoever is chosen is the best too, so that counting them changes no choice.

    That is sure where one merit counts, as beside a cost a further benefit may favour the second, and where
    there is no baseline that is kept.
    """
    if any(matrix.by == "benefit_to_cost" or matrix.baseline is not None for matrix in matrices):
        return set()
    ways = {one["column"]: Better(one["better"]) for one in columns if one["better"]}
    for option, name in zip(options[::2], options[1::2], strict=True):
        ways.setdefault(name, Better.HIGHER if option == "--benefit" else Better.LOWER)
    return {
        column
        for column, best in best_in(measurements, ways).items()
        if all(set(one.winners) <= best[one.scenario] for one in matrices if one.scenario in best)
    }


def _column(
    name: str,
    holds: str,
    *,
    better: Better | None = None,
    of_all: bool = True,
    same: bool = False,
    repeats: str | None = None,
) -> UncountedDocument:
    return {
        "column": name,
        "holds": holds,
        "better": better.value if better else None,
        "of_all": of_all,
        "same": same,
        "repeats": repeats,
    }


def _numbers(measurements: Measurements, study: Study, again: Container[str]) -> dict[str, Better | None]:
    """Return the columns of numbers that nothing uses, each with which way it is known to be better."""
    used = {name for criterion in study.criteria for name in criterion.measures}
    used |= {screen.measure for screen in study.screens}
    sizes = {"original_bytes", "stored_bytes"}
    if "compression_ratio" in used and sizes <= {row.measure for row in measurements.rows}:
        used |= sizes  # of which the ratio is made
    if any(criterion.combine is Combine.MIX for criterion in study.criteria):
        used.add("throughput")
    if "cpu_per_transaction" in used:
        used |= _makes_cpu_per_transaction(measurements)
    for scenario in measurements.scenarios:
        used |= checked_indices(measurements.measures(scenario))
    numbers: dict[str, Better | None] = {}
    for spare in measurements.spare:
        heading = heading_of(measurements, spare.place, spare.words)
        if heading not in again:
            of_times = spare.words == RATIO_OF_TIMES
            numbers.setdefault(heading, Better.LOWER if of_times else better_by(heading, spare.unit))
    for row in measurements.rows:
        if row.measure not in used:
            heading = heading_of(measurements, row.place, row.measure)
            if heading not in again:
                numbers.setdefault(heading, measurements.measure(row.measure).better)
    return numbers


def _makes_cpu_per_transaction(measurements: Measurements) -> set[str]:
    """Return the measures of which it was computed, where a file did not give it beside them."""
    places = {row.place for row in measurements.rows if row.measure == "cpu_per_transaction"} - {NOWHERE}
    shares = {row.measure for row in measurements.rows if row.place in places} & {"cpu", "cpu_user"}
    if not shares:
        return set()
    return {"throughput", *shares, *(["cpu_system"] if "cpu_user" in shares else [])}


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
