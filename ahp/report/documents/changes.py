"""The key `changes` of the decision document: what changed since a previous decision."""

from __future__ import annotations

from typing import Annotated, TypedDict

from ahp.report.documents.codec import SOME, Constraint


class MeasureChangeDocument(TypedDict):
    """How one measure of one alternative changed; the interval is null where a side has one run."""

    alternative: str
    criterion: str
    measure: str
    unit: str
    before: Annotated[float, "Geometric mean of the runs."]
    now: float
    change: Annotated[float, "now / before - 1; of a printed index as its relative.", Constraint(least=-1)]
    interval: Annotated[list[Annotated[float, Constraint(least=-1)]] | None, Constraint(items=(2, 2))]
    better: Annotated[bool, "Whether it did not get worse."]
    beyond_noise: Annotated[
        bool,
        "Whether the interval leaves out no change; without one, whether noise in both numbers "
        "cannot make it.",
    ]


class ScenarioChangeDocument(TypedDict):
    """What changed in a scenario that both decisions know."""

    scenario: str
    previous: Annotated[list[str], SOME]
    present: Annotated[list[str], SOME]
    changed: Annotated[bool, "Whether none of those who were first is first."]
    beyond_noise: Annotated[bool | None, "Null where it cannot be said."]
    reason: str
    only_before: list[str]
    only_now: list[str]
    measures: list[MeasureChangeDocument]
    worse: Annotated[
        list[MeasureChangeDocument] | None,
        "Measures by which the choice is surely worse than the previous one was; null where none "
        "can be compared.",
    ]


class ChangesDocument(TypedDict):
    """What changed since a previous decision."""

    file: Annotated[str, "Where the previous decision was read from; empty where it was no file."]
    sha256: Annotated[str, Constraint(pattern=r"^([0-9a-f]{64})?$")]
    level: Annotated[float, "Of the intervals.", Constraint(least=0.5, below=1)]
    noise: Annotated[
        float,
        "That one run is taken to have: each number may be off by a factor of exp(noise) either way.",
        Constraint(least=0, most=2),
    ]
    changed: Annotated[bool, "Whether the choice changed beyond noise in some scenario."]
    study: Annotated[list[str], "What was not asked alike, so that the decisions do not quite compare."]
    scenarios: Annotated[list[ScenarioChangeDocument], SOME]
    only_before: Annotated[list[str], "Scenarios."]
    only_now: Annotated[list[str], "Scenarios."]
