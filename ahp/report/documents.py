"""The decision document, `ahp.decision/1`: its types, and the JSON Schema that ships with the package."""

from __future__ import annotations

from typing import Any, TypedDict, cast

from ahp.report.across_documents import AcrossDocument, Numbers, SpanDocument
from ahp.report.change_documents import ChangesDocument


class InputDocument(TypedDict):
    """A file that was read."""

    file: str
    sha256: str
    rows: int
    reader: str


class StudyCriterionDocument(TypedDict):
    """A criterion as the study states it."""

    name: str
    merit: str
    measure: str
    better: str
    weight: float


class InspectedDocument(TypedDict):
    """A judgment, how far the priorities are from it, what the others say, and the ratio that would give."""

    first: str
    second: str
    judgment: float
    error: float
    consistent: float
    ratio: float


class JudgmentsDocument(TypedDict):
    """People's judgments over the criteria of one merit."""

    criteria: list[str]
    matrix: list[list[float]]
    priorities: Numbers
    lambda_max: float
    consistency_index: float
    consistency_ratio: float
    inspected: list[InspectedDocument]


class JudgedDocument(TypedDict):
    """People's judgments over the alternatives under one criterion."""

    criterion: str
    alternatives: list[str]
    participants: list[str]
    matrix: list[list[float | None]] | None
    consistency_index: float | None
    consistency_ratio: float | None


class StudyDocument(TypedDict):
    """What was asked."""

    baseline: str | None
    index: str
    criteria: list[StudyCriterionDocument]
    judgments: list[JudgmentsDocument]
    judged: list[JudgedDocument]
    absent: list[str]


class CriterionDocument(TypedDict):
    """One criterion in one scenario."""

    name: str
    merit: str
    weight: float
    measure: str
    unit: str
    space: bool
    index: str
    reason: str
    measured: Numbers
    values: Numbers
    matrix: list[list[float]] | None
    priorities: Numbers
    lambda_max: float
    consistency_index: float
    consistency_ratio: float
    random_index: str


class RankingsDocument(TypedDict):
    """Rankings, largest first."""

    benefit: list[str] | None
    cost: list[str] | None
    benefit_to_cost: list[str] | None


class MeasurementDocument(TypedDict):
    """One number that was used."""

    alternative: str
    run: int | str
    measure: str
    value: float
    unit: str


class FindingDocument(TypedDict):
    """A condition worth telling."""

    check: str
    verdict: str
    to: str | None
    detail: str
    advice: str


class IntervalsDocument(TypedDict):
    """Intervals, [low, high] for each alternative; empty where there is no such merit."""

    benefit: dict[str, list[float]]
    cost: dict[str, list[float]]
    benefit_to_cost: dict[str, list[float]]
    priorities: dict[str, dict[str, list[float]]]


class ConfidenceDocument(TypedDict):
    """How sure the ranking is; null where runs are lacking, but for verdict, winner and by."""

    level: float | None
    resamples: int | None
    left_out: int | None
    seed: int | None
    method: str | None
    by: str
    verdict: str
    winner: str | None
    best: Numbers | None
    ranks: dict[str, list[float]] | None
    wins: dict[str, Numbers] | None
    rank_sets: dict[str, list[int]] | None
    covariance: dict[str, list[list[float]]] | None
    intervals: IntervalsDocument | None
    more_runs: dict[str, int] | None


class ChangeDocument(TypedDict):
    """The smallest relative change of one measurement that alters the winner."""

    alternative: str
    criterion: str
    measure: str
    change: float | None
    challenger: str | None


class MarginDocument(TypedDict):
    """What would change the choice where nothing is known of noise."""

    winner: str
    challenger: str | None
    alternative: str | None
    criterion: str | None
    measure: str | None
    change: float | None
    noise_95: float
    holds_95: list[float]
    all: list[ChangeDocument]


class WeightDocument(TypedDict):
    """Between which weights of a criterion the choice holds, and the smallest change that loses it."""

    holds_from: float
    holds_to: float
    below: str | None
    above: str | None
    critical: float | None


class GradientDocument(TypedDict):
    """What the choice goes by as the weight of one criterion goes from 0 to 1, and who is first where."""

    criterion: str
    weight: float
    at_zero: Numbers
    at_one: Numbers
    first: list[SpanDocument]


class WeightSpaceDocument(TypedDict):
    """Which weights put whom first, weights being uniform within each merit."""

    acceptability: dict[str, list[float]]
    central: dict[str, Numbers | None]
    confidence: dict[str, float | None] | None


class RegionDocument(TypedDict):
    """Where one alternative is first; corners are shares of the weight of the criteria."""

    winner: str
    polygon: list[list[float]]


class RegionsDocument(TypedDict):
    """Where in the space of two or three weights each alternative is first."""

    criteria: list[str]
    regions: list[RegionDocument]


class MarginalDocument(TypedDict):
    """The marginal choice at improvement (s0) and relative (s1); null where it cannot be computed."""

    s0: list[SpanDocument] | None
    s1: list[SpanDocument] | None


OffsetDocument = TypedDict("OffsetDocument", {"s": float, "storage": str, "from": str, "to": str})
"""An offset between improvement and relative at which the first place changes."""


class ScrutinyDocument(TypedDict):
    """The keys of a scenario beyond its ranking."""

    confidence: ConfidenceDocument | None
    margin: MarginDocument | None
    weights: dict[str, WeightDocument]
    gradients: list[GradientDocument]
    weight_space: WeightSpaceDocument | None
    winner_regions: list[RegionsDocument]
    marginal: MarginalDocument
    offset: list[OffsetDocument]
    audit: list[FindingDocument]


class ScenarioDocument(ScrutinyDocument):
    """The decision for one scenario."""

    scenario: str
    alternatives: list[str]
    runs: dict[str, int]
    criteria: list[CriterionDocument]
    benefit: Numbers | None
    cost: Numbers | None
    benefit_to_cost: Numbers | None
    by: str
    choose: list[str]
    order: list[str]
    rankings: RankingsDocument
    ties: dict[str, list[list[str]]]
    contributions: dict[str, Numbers]
    against_baseline: dict[str, Numbers]
    measurements: list[MeasurementDocument]
    screened: list[ScreenedDocument]


class ScreenedDocument(TypedDict):
    """An alternative that fails a requirement of the study."""

    alternative: str
    screen: str
    value: float


class DecisionDocument(TypedDict):
    """A whole decision."""

    schema: str
    version: str
    inputs: list[InputDocument]
    statistic: str
    method: str
    random_index: str
    study: StudyDocument
    scenarios: list[ScenarioDocument]
    across_scenarios: AcrossDocument | None
    changes: ChangesDocument | None
    warnings: list[str]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the decision document.

    Examples
    --------
    >>> schema()["title"]
    'ahp.decision/1'
    """
    import json
    from importlib.resources import files

    text = files("ahp.report").joinpath("decision.schema.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))
