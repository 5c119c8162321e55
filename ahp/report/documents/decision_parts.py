"""The keys `across_scenarios` and `changes` of the decision document: what is said beside its scenarios."""

from __future__ import annotations

from typing import Annotated, TypedDict

from ahp.report.documents.codec import SOME, Constraint, NotNegative, Numbers, Share, Shares

SpanDocument = TypedDict("SpanDocument", {"from": NotNegative, "to": float | None, "choose": str})
"""The choice while a unit of benefit is worth between two amounts of cost; the last has no end."""

PessimismDocument = TypedDict(
    "PessimismDocument",
    {
        "from": Share,
        "to": Share,
        "choose": str,
        "best": Annotated[
            Shares | None,
            "How often each would be chosen in between, the degrees of pessimism spread evenly.",
        ],
    },
)
"""The choice between two degrees of pessimism, and how often each would be it by the draws."""


class RuleDocument(TypedDict):
    """What one rule chooses over all scenarios, by what, and how often over what the runs leave open."""

    choose: str
    values: Numbers
    best: Annotated[Shares | None, "How often it would choose each."]


class NearestDocument(TypedDict):
    """The smallest change of one measurement that alters a choice, and the noise that it bears."""

    challenger: str | None
    alternative: Annotated[str | None, "Null where no measurement alone changes the choice."]
    criterion: str | None
    change: Annotated[
        float | None, "As a share of the measurement: 0.1 is a tenth more.", Constraint(above=-1)
    ]
    noise_95: Annotated[
        float,
        "With every number off by up to exp of this either way the winner stays first in at least "
        "95 % of the cases.",
        Constraint(least=0),
    ]
    holds_95: Annotated[
        list[Share],
        "In which share of the cases it does, at that noise: what the draws leave open, three "
        "standard errors either way.",
        Constraint(items=(2, 2)),
    ]


class UnknownMarginDocument(NearestDocument):
    """What would change the choice for the unknown, and in which scenario."""

    scenario: str | None


class UnknownStandingDocument(TypedDict):
    """How the choice for the unknown scenario stands."""

    name: Annotated[str, "The choice, or the baseline that every scenario keeps."]
    keeps: Annotated[bool, "Whether that is to keep what there is."]
    sure: Annotated[bool, "Whether it is first in 95 % of the draws or, without any, each scenario is sure."]


class LaterRecommendedDocument(TypedDict, total=False):
    """The keys of a choice that version 0.1.0 did not write."""

    margin: Annotated[
        UnknownMarginDocument | None,
        "Of the choice for the unknown; null at a tie, without a rival, and of more than 8192 numbers.",
    ]
    standing: Annotated[UnknownStandingDocument, "What the headline says of the choice for the unknown."]


class RecommendedDocument(LaterRecommendedDocument):
    """The choice for each scenario that is known, and for the one that is not; `best` is of the latter."""

    known: dict[str, str | None]
    unknown: str
    because: str
    best: Annotated[Shares | None, "How often each would be the choice for the unknown."]


class TrendDocument(TypedDict):
    """A criterion's relative value along an attribute of the scenarios; `best` is of the directions."""

    attribute: str
    criterion: str
    scenarios: Annotated[list[str], "Those that have the attribute and the criterion, by rising attribute."]
    points: dict[str, list[list[float]]]
    directions: dict[str, Annotated[str, Constraint(one_of=("rises", "falls", "level", "mixed"))]]
    best: Annotated[Shares | None, "How often each goes that way."]


class LaterAcrossDocument(TypedDict, total=False):
    """The keys over all scenarios that version 0.1.0 did not write."""

    never_worse_open: Annotated[
        list[str],
        "Of whom the runs, or without them the printed digits, leave open whether they are never worse.",
    ]


class AcrossDocument(LaterAcrossDocument):
    """What is said over all scenarios."""

    alternatives: list[str]
    weights: Shares
    values: dict[str, Numbers]
    never_worse: Annotated[
        list[str],
        "At least as good as the baseline on every benefit measure in every scenario.",
    ]
    dominated: Annotated[list[str], "Another equals or beats it in every scenario, by the values."]
    never_worse_share: Annotated[
        Shares | None,
        "For each alternative the share of the draws in which it is never worse.",
    ]
    dominated_share: Annotated[Shares | None, "The share of the draws in which it is dominated."]
    maximin: RuleDocument
    minimax_regret: RuleDocument
    expected: RuleDocument
    hurwicz: Annotated[list[PessimismDocument], SOME]
    recommended: RecommendedDocument
    trends: list[TrendDocument]


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
