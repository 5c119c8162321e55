"""What the files give that no criterion of a decision uses."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from ahp.decision.data_checks import checked_indices
from ahp.decision.findings import Finding, finding
from ahp.evidence.directions import RATIO_OF_TIMES, better_by, is_provided, is_statistic
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.proposals import countable, options_counting, the_same_for_all
from ahp.evidence.records import NOWHERE
from ahp.evidence.restated import restated
from ahp.evidence.study import Study
from ahp.terms import Better, Combine

if TYPE_CHECKING:
    from ahp.report.documents.decision import UncountedDocument

NUMBER, AGAIN, STATISTIC, WORDS, ROW_NUMBER = "number", "again", "statistic", "words", "row number"
"""What a column holds that does not count."""


def not_counted(measurements: Measurements, study: Study) -> tuple[Finding, ...]:
    """Return a finding that names every column that no criterion uses and nothing is checked against.

    Of each it says which way it is better, where that is known, or which other column it repeats; and which
    options would make it count.
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
    return (finding("not-counted", "warns", columns=tuple(columns), options=tuple(options)),)


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
    if "compression_ratio" in used:
        used |= {"original_bytes", "stored_bytes"}
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
            numbers.setdefault(heading, measurements.measure(row.measure).better)
    return numbers


def _makes_cpu_per_transaction(measurements: Measurements) -> set[str]:
    """Return the measures of which it was computed, where a file did not give it beside them."""
    places = {row.place for row in measurements.rows if row.measure == "cpu_per_transaction"} - {NOWHERE}
    shares = {row.measure for row in measurements.rows if row.place in places} & {"cpu", "cpu_user"}
    if not shares:
        return set()
    return {"throughput", *shares, *(["cpu_system"] if "cpu_user" in shares else [])}
