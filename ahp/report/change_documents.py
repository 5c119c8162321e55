"""The key `changes` of the decision document: what changed since a previous decision."""

from __future__ import annotations

from typing import TypedDict


class MeasureChangeDocument(TypedDict):
    """How one measure of one alternative changed; the interval is null where a side has one run."""

    alternative: str
    criterion: str
    measure: str
    unit: str
    before: float
    now: float
    change: float
    interval: list[float] | None
    better: bool
    beyond_noise: bool


class ScenarioChangeDocument(TypedDict):
    """What changed in a scenario that both decisions know."""

    scenario: str
    previous: list[str]
    present: list[str]
    changed: bool
    beyond_noise: bool | None
    reason: str
    only_before: list[str]
    only_now: list[str]
    measures: list[MeasureChangeDocument]
    worse: list[MeasureChangeDocument] | None


class ChangesDocument(TypedDict):
    """What changed since a previous decision."""

    file: str
    sha256: str
    level: float
    noise: float
    changed: bool
    study: list[str]
    scenarios: list[ScenarioChangeDocument]
    only_before: list[str]
    only_now: list[str]
