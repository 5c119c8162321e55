"""What was asked differently in two decisions, so that their answers do not compare."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ahp.decision.measure_changes import dimension_of
from ahp.errors import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ahp.report.documents import DecisionDocument, ScenarioDocument, StudyCriterionDocument


def study_changes(before: DecisionDocument, now: DecisionDocument) -> tuple[str, ...]:
    """Return what differs between the studies of two decisions, a clause for each difference.

    Baseline, index, statistic and criteria are those of the whole decision; what each scenario made of them
    is :func:`scene_changes`.
    """
    then, new = before["study"], now["study"]
    return (
        *_differing("the baseline", then.get("baseline"), new.get("baseline")),
        *_differing("the index", then["index"], new["index"]),
        *_differing("the statistic over runs", before["statistic"], now["statistic"]),
        *_criteria(
            {criterion["name"]: criterion for criterion in then["criteria"]},
            {criterion["name"]: criterion for criterion in new["criteria"]},
        ),
    )


def scene_changes(before: ScenarioDocument, now: ScenarioDocument) -> tuple[str, ...]:
    """Return what differs between one scenario's criteria in two decisions: indices, units of other kinds."""
    then = {criterion["name"]: criterion for criterion in before["criteria"]}
    units = {found["measure"]: found["unit"] for found in before["measurements"]}
    there = f"in scenario {quoted(now['scenario'])} "
    found: list[str] = []
    for criterion in now["criteria"]:
        earlier = then.get(criterion["name"])
        if earlier is not None:
            found += _differing(
                f"{there}the index of {quoted(criterion['name'])}", earlier["index"], criterion["index"]
            )
    for measure, unit in {entry["measure"]: entry["unit"] for entry in now["measurements"]}.items():
        earlier_unit = units.get(measure, unit)
        if dimension_of(earlier_unit) != dimension_of(unit):
            found += _differing(f"{there}the unit of {measure}", earlier_unit, unit)
    return tuple(found)


def _criteria(
    then: dict[str, StudyCriterionDocument], new: dict[str, StudyCriterionDocument]
) -> Iterator[str]:
    yield from (f"criterion {quoted(name)} is no longer there" for name in then if name not in new)
    yield from (f"criterion {quoted(name)} is new" for name in new if name not in then)
    for name in new:
        if name not in then:
            continue
        one, other = then[name], new[name]
        yield from _differing(f"the merit of {quoted(name)}", one["merit"], other["merit"])
        yield from _differing(f"the measure of {quoted(name)}", one["measure"], other["measure"])
        yield from _differing(f"what is better in {quoted(name)}", one["better"], other["better"])
        if not math.isclose(one["weight"], other["weight"], rel_tol=1e-9):
            yield f"the weight of {quoted(name)} was {one['weight']:.4g} and is {other['weight']:.4g}"


def _differing(what: str, then: str | None, new: str | None) -> list[str]:
    if then == new:
        return []
    shown = ("none" if word is None else quoted(word) for word in (then, new))
    return [f"{what} was {' and is '.join(shown)}"]
