"""The decision document, `ahp.decision/1`: its types and its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from ahp.report.documents.codec import (
    MERIT,
    RANKED_BY,
    SOME,
    Constraint,
    Count,
    DrawnShare,
    Interval,
    Matrix,
    NotNegative,
    Numbers,
    Positive,
    Share,
    Shares,
    json_schema,
)
from ahp.terms import INDICES, Index

_SCORED_BY = tuple(index.value for index in Index if index is not Index.AUTO)


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


class InputDocument(TypedDict):
    """A file that was read."""

    file: str
    sha256: Annotated[str, "Empty where there was no file.", Constraint(pattern=r"^([0-9a-f]{64})?$")]
    rows: Annotated[int, Constraint(least=0)]
    reader: str


class StudyCriterionDocument(TypedDict):
    """A criterion as the study states it."""

    name: str
    merit: Annotated[str, MERIT]
    measure: str
    better: Annotated[str, Constraint(one_of=("higher", "lower"))]
    weight: Share


class InspectedDocument(TypedDict):
    """A judgment, how far the priorities are from it, what the others say, and the ratio that would give."""

    first: str
    second: str
    judgment: Positive
    error: Positive
    consistent: Positive
    ratio: NotNegative


class JudgmentsDocument(TypedDict):
    """People's judgments over the criteria of one merit."""

    criteria: list[str]
    matrix: Matrix
    priorities: Shares
    lambda_max: float
    consistency_index: NotNegative
    consistency_ratio: NotNegative
    inspected: Annotated[
        list[InspectedDocument],
        "Every judgment beside what the others say, the furthest from the priorities first; empty "
        "with two criteria, which cannot contradict, and above 50.",
    ]


class JudgedDocument(TypedDict):
    """People's judgments over the alternatives under one criterion."""

    criterion: str
    alternatives: list[str]
    participants: list[str]
    matrix: list[list[float | None]] | None
    consistency_index: Annotated[float | None, Constraint(least=0)]
    consistency_ratio: Annotated[float | None, Constraint(least=0)]


class StudyDocument(TypedDict):
    """What was asked."""

    baseline: str | None
    index: Annotated[str, Constraint(one_of=tuple(index.value for index in INDICES))]
    criteria: Annotated[list[StudyCriterionDocument], SOME]
    judgments: list[JudgmentsDocument]
    judged: list[JudgedDocument]
    absent: Annotated[list[str], "Criteria of the default study for which nothing was measured."]


class CriterionDocument(TypedDict):
    """One criterion in one scenario."""

    name: str
    merit: Annotated[str, MERIT]
    weight: Share
    measure: str
    unit: Annotated[str, "Of `measured`, as in the first file that has the measure."]
    space: Annotated[
        bool,
        "Whether the measure speaks of space; a benefit of space is then a share saved in against_baseline.",
    ]
    index: Annotated[str, Constraint(one_of=_SCORED_BY)]
    reason: str
    measured: Numbers
    values: Numbers
    matrix: Matrix | None
    priorities: Numbers
    lambda_max: float
    consistency_index: NotNegative
    consistency_ratio: NotNegative
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
    value: Annotated[float, "As measured; a printed index stands as the index it was."]
    unit: str


class FindingDocument(TypedDict):
    """A condition worth telling."""

    check: str
    verdict: Annotated[
        str,
        "withheld: no verdict on the choice can be given.",
        Constraint(one_of=("holds", "flips", "warns", "withheld")),
    ]
    to: str | None
    detail: str
    advice: str


class IntervalsDocument(TypedDict):
    """Intervals, [low, high] for each alternative; empty where there is no such merit."""

    benefit: dict[str, Interval]
    cost: dict[str, Interval]
    benefit_to_cost: dict[str, Interval]
    priorities: dict[str, dict[str, Interval]]


class ConfidenceDocument(TypedDict):
    """How sure the ranking is; null where runs are lacking, but for verdict, winner and by."""

    level: Annotated[float | None, Constraint(least=0.5, below=1)]
    resamples: Annotated[int | None, Constraint(least=100)]
    left_out: Annotated[int | None, "Draws in which an index was not positive.", Constraint(least=0)]
    seed: int | None
    method: str | None
    by: Annotated[str, RANKED_BY]
    verdict: Annotated[str, Constraint(one_of=("decisive", "leaning", "tie", "unknown", "withheld"))]
    winner: Annotated[str | None, "Null at an exact tie for first."]
    best: Shares | None
    ranks: dict[str, list[DrawnShare]] | None
    wins: dict[str, Shares] | None
    rank_sets: dict[str, Annotated[list[Count], Constraint(items=(2, 2))]] | None
    covariance: Annotated[dict[str, list[list[float]]] | None, "Of benefit and cost."]
    intervals: IntervalsDocument | None
    more_runs: Annotated[
        dict[str, Count] | None,
        "Additional runs of which alternatives would likely settle it.",
    ]


class ChangeDocument(TypedDict):
    """The smallest relative change of one measurement that alters the winner."""

    alternative: str
    criterion: str
    measure: str
    change: float | None
    challenger: str | None


class LaterMarginDocument(TypedDict, total=False):
    """The keys of a margin that version 0.1.0 did not write."""

    new_index: Annotated[
        Annotated[str, Constraint(one_of=tuple(name for name in _SCORED_BY if name != "value"))] | None,
        "By which the rule scores the criterion at that change, where it is another than now.",
    ]
    until: Annotated[
        float | None,
        "The change up to which the challenger is known to stay first, beyond the one that puts it there.",
    ]


class MarginDocument(LaterMarginDocument, NearestDocument):
    """What would change the choice where nothing is known of noise."""

    winner: str
    measure: str | None
    all: list[ChangeDocument]


class WeightDocument(TypedDict):
    """Between which weights of a criterion the choice holds, and the smallest change that loses it."""

    holds_from: Share
    holds_to: Share
    below: str | None
    above: str | None
    critical: Annotated[
        float | None,
        "The smallest change of this weight alone that costs the first its place.",
    ]


class GradientDocument(TypedDict):
    """What the choice goes by as the weight of one criterion goes from 0 to 1, and who is first where."""

    criterion: str
    weight: Share
    at_zero: Numbers
    at_one: Numbers
    first: list[SpanDocument]


class WeightSpaceDocument(TypedDict):
    """Which weights put whom first, weights being uniform within each merit."""

    acceptability: dict[str, list[DrawnShare]]
    central: dict[str, Shares | None]
    confidence: dict[str, Annotated[float | None, Constraint(least=0, most=1)]] | None


class RegionDocument(TypedDict):
    """Where one alternative is first; corners are shares of the weight of the criteria."""

    winner: str
    polygon: list[list[float]]


class RegionsDocument(TypedDict):
    """Where in the space of two or three weights each alternative is first."""

    criteria: Annotated[list[str], Constraint(items=(2, 3))]
    regions: list[RegionDocument]


class MarginalDocument(TypedDict):
    """The marginal choice at improvement (s0) and relative (s1); null where it cannot be computed."""

    s0: list[SpanDocument] | None
    s1: list[SpanDocument] | None


OffsetDocument = TypedDict(
    "OffsetDocument",
    {"s": Share, "storage": Annotated[str, Constraint(one_of=("saving", "ratio"))], "from": str, "to": str},
)
"""An offset between improvement and relative at which the first place changes."""


class ScrutinyDocument(TypedDict):
    """The keys of a scenario beyond its ranking."""

    confidence: Annotated[
        ConfidenceDocument | None,
        "How sure the ranking is. Null if it was not asked for; where an alternative has one run, "
        "every key but verdict, winner and by is null.",
    ]
    margin: Annotated[
        MarginDocument | None,
        "The smallest relative change of each measurement that alters the winner. Null at a tie "
        "for first and without a rival.",
    ]
    weights: Annotated[
        dict[str, WeightDocument],
        "For each criterion that is not the only one of its merit the weights between which the "
        "first place holds, the others in proportion. Empty at a tie for first.",
    ]
    gradients: Annotated[
        list[GradientDocument],
        "What the choice goes by as the weight of one criterion goes from 0 to 1, the others of "
        "its merit in proportion: a straight line in the weight, of a cost in a quotient its "
        "reciprocal.",
    ]
    weight_space: Annotated[
        WeightSpaceDocument | None,
        "Rank acceptabilities, central weights and confidence factors over uniform weights. Null "
        "with one alternative.",
    ]
    winner_regions: Annotated[
        list[RegionsDocument],
        "For each merit, where in the space of the two or three heaviest weights each alternative is first.",
    ]
    marginal: Annotated[
        MarginalDocument,
        "The winner of worth x benefit - cost as the worth of a unit of benefit rises, the "
        "baseline among them: at improvement (s0) and relative (s1). Null where an index is not "
        "positive.",
    ]
    offset: Annotated[
        list[OffsetDocument],
        "Every offset s between improvement (0) and relative (1) at which the first place changes.",
    ]
    audit: list[FindingDocument]


class KeepingDocument(TypedDict):
    """A relative change of one measurement at which the baseline would be kept, or would not be any more."""

    alternative: str
    criterion: str
    change: float
    baseline: str


class LaterStandingDocument(TypedDict, total=False):
    """The keys of a standing that are there where the baseline may be kept, or is the only rival."""

    keeping: KeepingDocument
    leaving: KeepingDocument
    first_share: Annotated[
        DrawnShare,
        "How often the choice is first in the draws where the baseline is ranked too.",
    ]


class StandingDocument(LaterStandingDocument):
    """How a choice stands, in a word, with the noise that it bears and how many checks disagree."""

    word: Annotated[
        str,
        "ahp-rank --expect NAME passes where it is decisive, holds or keep, and names NAME alone.",
        Constraint(one_of=("decisive", "leaning", "tie", "fragile", "holds", "too few runs", "keep")),
    ]
    names: Annotated[
        list[str], "The choice; those that tie; the baseline that is to be kept, surely or not.", SOME
    ]
    noise: Annotated[
        float | None,
        "The noise in every number that it bears; null at a tie, and where there is no rival.",
        Constraint(least=0),
    ]
    disagree: Annotated[int, "How many checks would choose another; each counts once.", Constraint(least=0)]
    checks: Annotated[int, Constraint(least=0)]


class LaterDocument(TypedDict, total=False):
    """The keys of a scenario that version 0.1.0 did not write."""

    standing: StandingDocument
    efficient: Annotated[
        list[str],
        "The alternatives that no other equals or beats in every criterion, and beats in one (Pareto).",
        SOME,
    ]


class ScenarioDocument(ScrutinyDocument, LaterDocument):
    """The decision for one scenario."""

    scenario: str
    alternatives: Annotated[list[str], SOME]
    runs: dict[str, Count]
    criteria: Annotated[list[CriterionDocument], SOME]
    benefit: Numbers | None
    cost: Numbers | None
    benefit_to_cost: Numbers | None
    by: Annotated[str, "What the choice goes by.", RANKED_BY]
    choose: Annotated[list[str], "The first, or all that tie for first.", SOME]
    order: Annotated[
        list[str],
        "Best first: the ranking that the choice goes by, cheapest first where that is the cost.",
        SOME,
    ]
    rankings: RankingsDocument
    ties: dict[str, list[Annotated[list[str], Constraint(items=(2, None))]]]
    contributions: Annotated[
        dict[str, Numbers],
        "Weight times local priority, by alternative and criterion.",
    ]
    against_baseline: Annotated[
        dict[str, Numbers],
        "By alternative and criterion: x/x0 - 1 of the measure as measured; for a benefit of "
        "space the share saved.",
    ]
    measurements: list[MeasurementDocument]
    screened: Annotated[
        list[ScreenedDocument],
        "Who does not compete, because it fails a requirement of the study; the value in the unit "
        "of the file.",
    ]


class ScreenedDocument(TypedDict):
    """An alternative that fails a requirement of the study."""

    alternative: str
    screen: str
    value: float


class LaterUncountedDocument(TypedDict, total=False):
    """The keys of a column that does not count that version 0.1.0 did not write."""

    agrees: Annotated[bool, "Whether counting it changes no choice: whoever is chosen is best by it too."]


class UncountedDocument(LaterUncountedDocument):
    """A column that does not count."""

    column: str
    holds: Annotated[
        str,
        "again: what the column `repeats` says; statistic: of how other numbers scatter.",
        Constraint(one_of=("number", "again", "statistic", "words", "row number")),
    ]
    better: Annotated[
        Annotated[str, Constraint(one_of=("higher", "lower"))] | None, "Null where it is not known."
    ]
    of_all: Annotated[bool, "Whether every alternative has a number above 0 in it."]
    same: Annotated[bool, "Whether all have the same number."]
    repeats: str | None


class NotCountedDocument(TypedDict):
    """What stands in the inputs and does not count."""

    columns: Annotated[list[UncountedDocument], SOME]
    options: Annotated[list[str], "Of the command, to count those of which it is known which way is better."]
    command: Annotated[
        list[str] | None, "The command with these options, without those of how the report is written."
    ]


class LaterDecisionDocument(TypedDict, total=False):
    """The keys of a decision that version 0.1.0 did not write."""

    audit: Annotated[list[FindingDocument], "What is worth telling of the whole."]
    not_counted: NotCountedDocument | None


class DecisionDocument(LaterDecisionDocument):
    """A whole decision."""

    schema: Annotated[str, Constraint(one_of=("ahp.decision/1",))]
    version: Annotated[str, "Version of the library that made it."]
    inputs: list[InputDocument]
    statistic: Annotated[str, Constraint(one_of=("geometric-mean", "mean", "median"))]
    method: Annotated[str, "Priority method; all methods agree on matrices of ratios."]
    random_index: Annotated[str, "Table of random indices behind every consistency ratio."]
    study: StudyDocument
    scenarios: Annotated[list[ScenarioDocument], SOME]
    across_scenarios: Annotated[
        AcrossDocument | None,
        "What is said over all scenarios, by benefit over cost relative to the baseline, which is "
        "1 everywhere. Null with one scenario.",
    ]
    changes: Annotated[
        ChangesDocument | None,
        "What changed since a previous decision. Null where there is none to compare with.",
    ]
    warnings: list[str]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the decision document.

    Examples
    --------
    >>> schema()["title"]
    'ahp.decision/1'
    """
    return json_schema(DecisionDocument)
