"""The key `across_scenarios` of the decision document: what is said over all scenarios."""

from __future__ import annotations

from typing import TypedDict

Numbers = dict[str, float]

SpanDocument = TypedDict("SpanDocument", {"from": float, "to": float | None, "choose": str})
"""The choice while a unit of benefit is worth between two amounts of cost; the last has no end."""

PessimismDocument = TypedDict(
    "PessimismDocument", {"from": float, "to": float, "choose": str, "best": Numbers | None}
)
"""The choice between two degrees of pessimism, and how often each would be it by the draws."""


class RuleDocument(TypedDict):
    """What one rule chooses over all scenarios, by what, and how often over what the runs leave open."""

    choose: str
    values: Numbers
    best: Numbers | None


class RecommendedDocument(TypedDict):
    """The choice for each scenario that is known, and for the one that is not; `best` is of the latter."""

    known: dict[str, str | None]
    unknown: str
    because: str
    best: Numbers | None


class TrendDocument(TypedDict):
    """A criterion's relative value along an attribute of the scenarios; `best` is of the directions."""

    attribute: str
    criterion: str
    scenarios: list[str]
    points: dict[str, list[list[float]]]
    directions: dict[str, str]
    best: Numbers | None


class AcrossDocument(TypedDict):
    """What is said over all scenarios."""

    alternatives: list[str]
    weights: Numbers
    values: dict[str, Numbers]
    never_worse: list[str]
    dominated: list[str]
    never_worse_share: Numbers | None
    dominated_share: Numbers | None
    maximin: RuleDocument
    minimax_regret: RuleDocument
    expected: RuleDocument
    hurwicz: list[PessimismDocument]
    recommended: RecommendedDocument
    trends: list[TrendDocument]
