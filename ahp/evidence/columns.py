"""Criteria that a caller makes of columns, beside those of a study or instead of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from ahp.errors import StudyError, quoted
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.study import Criterion, Study
from ahp.terms import Better, Merit
from ahp.units import NONE


def criteria_of_columns(
    entries: Sequence[str], merit: Merit, measure_of: Callable[[str], str | None]
) -> list[Criterion]:
    """Return the criteria that entries such as `D MB/s` and `compress_cpu=2` name.

    Parameters
    ----------
    entries : sequence of str
        The heading of a column each, with a weight where there is one.
    merit : Merit
        What they speak for.
    measure_of : callable
        Gives the measure of the catalogue that a heading means; others become measures of their own.

    Raises
    ------
    StudyError
        If an entry has no name, or its weight is no number above 0.

    Examples
    --------
    >>> criteria_of_columns(["level=2"], Merit.COST, lambda heading: None)[0].weight
    2.0
    """
    found = []
    for entry in entries:
        name, weight = _split(entry)
        if not name:
            raise StudyError(f"--{merit.value} {quoted(entry)}: name a column, or COLUMN=WEIGHT")
        found.append(Criterion(name, merit, (measure_of(name) or name,), weight=weight))
    return found


def _split(entry: str) -> tuple[str, float]:
    name, equals, text = entry.rpartition("=")
    try:
        weight = float(text)
    except ValueError:
        return entry.strip(), 1.0  # the sign belongs to the heading
    if not equals:
        return entry.strip(), 1.0
    if not (math.isfinite(weight) and weight > 0):
        raise StudyError(f"{quoted(entry)}: the weight {quoted(text)} must be greater than 0")
    return name.strip(), weight


def own_measures_of(criteria: Sequence[Criterion]) -> tuple[Measure, ...]:
    """Return the measures of criteria that no catalogue has: more is better of a benefit, less of a cost."""
    return tuple(
        Measure(
            measure, Better.HIGHER if criterion.merit is Merit.BENEFIT else Better.LOWER, NONE, free_unit=True
        )
        for criterion in criteria
        for measure in criterion.measures
        if measure not in MEASURES
    )


def study_beside(study: Study, criteria: Sequence[Criterion]) -> Study:
    """Return a study with further criteria; one for a measure that it has takes the place of that.

    Raises
    ------
    StudyError
        If two criteria have one name.
    """
    taken = {measure for criterion in criteria for measure in criterion.measures}
    kept = tuple(criterion for criterion in study.criteria if not taken.intersection(criterion.measures))
    known = {measure.name for measure in study.measures}
    own = [measure for measure in own_measures_of(criteria) if measure.name not in known]
    return replace(study, criteria=(*kept, *criteria), measures=(*study.measures, *own))
