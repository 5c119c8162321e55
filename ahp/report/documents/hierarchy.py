"""The document of a hierarchy of judgments, `ahp.hierarchy/1`: its types and its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from ahp.report.documents.codec import Constraint, DrawnShare, Numbers, Shares, json_schema

MODES = ("distributive", "ideal", "ratings", "product")
"""How priorities are put together."""


class JudgedFileDocument(TypedDict):
    """A file that was read."""

    file: Annotated[str, "Path as given."]
    sha256: Annotated[str, "Digest of the bytes; empty where there are none."]
    judgments: Annotated[int, "Rows with a judgment; 0 for a file of another kind."]


class MatrixConsistencyDocument(TypedDict):
    """The consistency of one matrix."""

    ratio: Annotated[float, "Consistency ratio; 0 for one or two items."]
    index: Annotated[float, "Consistency index."]
    lambda_max: Annotated[float, "Principal eigenvalue."]
    random_index: Annotated[float, "What divided the index; 0 for one or two items."]


class JudgedMatrixDocument(TypedDict):
    """Judgments as a matrix, null where nobody judged; of a group their weighted geometric mean."""

    items: Annotated[list[str], "What is compared: the rows, and the columns."]
    matrix: Annotated[
        list[list[Annotated[float | None, Constraint(above=0)]]],
        "How many times the row counts more than the column; null where nobody judged. Of a group "
        "the weighted geometric mean.",
    ]


class WorstDocument(TypedDict):
    """A judgment that contradicts the others: what they say, and the ratio that would give."""

    first: Annotated[str, "The pair, so turned that the judgment is 1 or more."]
    second: Annotated[str, "The pair."]
    judgment: Annotated[float, "What was judged."]
    consistent: Annotated[float, "What all other judgments say."]
    ratio: Annotated[float, "The consistency ratio with that in its place."]


ChangedDocument = TypedDict(
    "ChangedDocument",
    {
        "first": Annotated[str, "The pair."],
        "second": Annotated[str, "The pair."],
        "from": Annotated[float, "What was judged."],
        "to": Annotated[float, "What would be acceptable."],
    },
)
"""A judgment as it is and as it would be."""


class RepairDocument(TypedDict):
    """The smallest change of all judgments that makes a matrix acceptable."""

    ratio: Annotated[float, "The consistency ratio it gives."]
    changes: Annotated[
        list[ChangedDocument],
        "The least change of all judgments together, in the logarithms.",
    ]


class DispersedDocument(TypedDict):
    """A judgment on which the participants lie as far apart as random answers would."""

    first: Annotated[str, "The pair."]
    second: Annotated[str, "The pair."]
    spread: Annotated[float, "Geometric standard deviation of the answers."]
    chance: Annotated[float, "How probable it is that random answers lie so close together."]


class AgreementDocument(TypedDict):
    """How far the participants agree under one node."""

    participants: Annotated[Numbers, "Their weights, summing to 1."]
    consensus: Annotated[
        float,
        "Goepel's AHP consensus: 1 for identical priorities, 0 for wholly opposed ones.",
    ]
    level: Annotated[
        str,
        "The same in words.",
        Constraint(one_of=("very low", "low", "moderate", "high", "very high")),
    ]
    kendall_w: Annotated[float | None, "Concordance of the rankings; null where there is none to compare."]
    kendall_p: Annotated[float | None, "How probable so high a concordance is by chance."]
    geometric_compatibility: Annotated[float, "GCOMPI of the judgments with the group's priorities."]
    compatibility: Annotated[
        Numbers,
        "Saaty's index of each participant with the group; compatible up to 1.10.",
    ]
    compatible: Annotated[list[str], "Those who are compatible with the group."]
    priorities: Annotated[
        dict[str, Numbers],
        "For each participant who is not left out the priorities that follow from their own judgments.",
    ]
    dispersed: Annotated[
        list[DispersedDocument],
        "Judgments on which three or more participants lie as far apart as random answers.",
    ]
    outlying: Annotated[list[str], "Participants who stand apart from all others."]
    left_out: Annotated[list[str], "Participants whose judgments do not connect all items."]


class MissingDocument(TypedDict):
    """A pair that nobody compared."""

    first: Annotated[str, "The pair."]
    second: Annotated[str, "The pair."]


class NodeDocument(TypedDict):
    """One comparison of the hierarchy, by the way to it from the goal."""

    path: Annotated[list[str], "The way from the goal; empty for the goal."]
    leaf: Annotated[bool, "Whether it compares the alternatives."]
    kind: Annotated[
        str,
        "What stands there.",
        Constraint(one_of=("judgments", "group", "intervals", "fuzzy", "values", "weights", "ratings")),
    ]
    weight: Annotated[float, "Its global priority."]
    priorities: Annotated[Numbers, "Local priorities, summing to 1."]
    participants: Annotated[list[str], "Who judged, where several did."]
    judged: Annotated[
        JudgedMatrixDocument | None,
        "The judgments; null where nothing is judged, and above 30 items. Of ratings they are "
        "those between the grades of their scale, of intervals their geometric means, of fuzzy "
        "judgments the most plausible.",
    ]
    consistency: Annotated[
        MatrixConsistencyDocument | None,
        "Null where nothing is judged, or so much is missing that nothing can contradict.",
    ]
    worst: Annotated[
        list[WorstDocument],
        "Up to three judgments to look at again, where the ratio is above the limit.",
    ]
    repair: Annotated[
        RepairDocument | None,
        "Null where nothing is to be repaired, or above 20 items. Of judgments of which some are "
        "missing those that are there are changed.",
    ]
    missing: Annotated[
        list[MissingDocument],
        "Judgments that were left out; their random index is that of matrices that lack as many.",
    ]
    agreement: Annotated[
        AgreementDocument | None,
        "Null where fewer than two judged, or fewer than two judged enough to have priorities of their own.",
    ]


class OwnNodeDocument(TypedDict):
    """What one participant judged under one node that several were asked about."""

    path: Annotated[list[str], "The way to the comparison; empty for the goal."]
    ratio: Annotated[
        float | None, "Consistency ratio of their own judgments; null where none can contradict."
    ]
    worst: Annotated[
        list[WorstDocument],
        "Up to three of their judgments to look at again, where the ratio is above the limit.",
    ]
    missing: Annotated[list[MissingDocument], "What they left unanswered."]


class ParticipantDocument(TypedDict):
    """What one participant says in the whole hierarchy."""

    participant: Annotated[str, "The name."]
    weight: Annotated[float, "How much they count, 1 being as much as the mean; 0 leaves out."]
    ratio: Annotated[
        float | None,
        "Consistency ratio of all that they judged, as that of the hierarchy; null where nothing can "
        "contradict.",
    ]
    nodes: Annotated[list[OwnNodeDocument], "One for each comparison that several were asked about."]
    priorities: Annotated[
        Numbers | None, "Global priorities by their own judgments; null where too much is unanswered."
    ]
    ranking: Annotated[list[str] | None, "By those priorities."]
    distance: Annotated[
        float | None,
        "Which share of the whole they would place elsewhere than the group: half the sum of the "
        "differences, 0 to 1.",
    ]
    without: Annotated[
        str | None, "Who would be first without them; null where the others do not judge enough."
    ]


class PeopleDocument(TypedDict):
    """The participants one by one, and what opinions there are among them."""

    participants: Annotated[list[ParticipantDocument], "In the order of their first judgments."]
    consensus: Annotated[
        float | None,
        "AHP consensus of their global priorities; null where fewer than two have some.",
    ]
    level: Annotated[str | None, "The same in words."]
    clusters: Annotated[
        list[list[str]],
        "Those whose global priorities are all compatible (Saaty's index up to 1.10), the largest first.",
    ]
    standard_errors: Annotated[
        Numbers | None,
        "Of the group's global priorities, by the jackknife over the participants who count (Tukey 1958): "
        "how much they would differ had others like them been asked; null for fewer than three.",
    ]


class ShiftDocument(TypedDict):
    """A priority or a weight in the round before and now."""

    path: Annotated[list[str], "The alternative, or the way to the criterion."]
    before: Annotated[float | None, "Null where it was not there."]
    now: Annotated[float | None, "Null where it is not there any more."]


class MovedDocument(TypedDict):
    """What one participant changed since the round before."""

    participant: Annotated[str, "The name."]
    joined: Annotated[bool, "Whether they were not there before."]
    changed: Annotated[int, "Judgments that are new or another."]
    distance_before: Annotated[float | None, "From the group, as `distance` of a participant."]
    distance: Annotated[float | None, "The same now."]


class RoundDocument(TypedDict):
    """What changed since the round before."""

    first_before: Annotated[str, "Who was first, by the same options."]
    first: Annotated[str, "Who is first."]
    priorities: Annotated[list[ShiftDocument], "Of the alternatives; of criteria alone of the lowest."]
    weights: Annotated[list[ShiftDocument], "Global priorities of the criteria."]
    consensus_before: Annotated[float | None, "AHP consensus of all."]
    participants: Annotated[list[MovedDocument], "Those who judge now."]
    left: Annotated[list[str], "Who judged before and does not now."]


class WholeConsistencyDocument(TypedDict):
    """The consistency of the whole hierarchy."""

    ratio: Annotated[float, "Quotient of the two sums; 0 where nothing can contradict."]
    index: Annotated[float, "Sum of the weighted consistency indices."]
    random_index: Annotated[float, "Sum of the weighted random indices."]


class IntervalDocument(TypedDict):
    """Between which local weights of a criterion the first place holds."""

    path: Annotated[list[str], "The way to the criterion."]
    weight: Annotated[float, "Its local weight."]
    holds_from: Annotated[
        float,
        "The least local weight with which the first place holds, its siblings in proportion.",
    ]
    holds_to: Annotated[float, "The greatest."]
    below: Annotated[str | None, "Who is first below; null where it holds down to 0."]
    above: Annotated[str | None, "Who is first above; null where it holds up to 1."]
    critical: Annotated[
        float | None,
        "The smallest change of this weight alone, before all are normalised again, that costs "
        "the first its place; null where none does.",
    ]


class CriticalDocument(TypedDict):
    """The nearest value of a judgment at which another alternative is first; null where there is none."""

    path: Annotated[list[str], "The way to the comparison."]
    first: Annotated[str, "The pair."]
    second: Annotated[str, "The pair."]
    judgment: Annotated[float, "What was judged; of a group, its common judgment."]
    critical: Annotated[
        float | None,
        "The nearest value from 1/9 to 9 at which another is first; null where there is none.",
    ]
    challenger: Annotated[str | None, "Who is first then."]


class PerformanceDocument(TypedDict):
    """How the alternatives do under one criterion."""

    path: Annotated[list[str], "The way to the criterion."]
    weight: Annotated[float, "Its global weight."]
    scores: Annotated[
        Numbers,
        "Of the alternatives under it alone; in the distributive mode they sum to 1.",
    ]


FirstDocument = TypedDict(
    "FirstDocument",
    {
        "from": Annotated[float, "From this weight."],
        "to": Annotated[float, "To this one."],
        "first": Annotated[str, "Who is first."],
    },
)
"""Who is first between two weights."""


class GradientDocument(TypedDict):
    """The overall scores as lines in the local weight of one criterion."""

    path: Annotated[list[str], "The way to the criterion."]
    weight: Annotated[float, "Its local weight."]
    at_zero: Annotated[Numbers, "Overall scores with that weight 0, its siblings in proportion."]
    at_one: Annotated[Numbers, "With that weight 1; in between each is a straight line."]
    first: Annotated[list[FirstDocument], "Who is first, from 0 to 1."]


class RegionDocument(TypedDict):
    """Where in the space of some weights one alternative is first."""

    winner: Annotated[str, "Who is first there."]
    polygon: Annotated[list[list[float]], "Corners, as shares of the weight of these criteria."]


class NodeRegionsDocument(TypedDict):
    """Who is first where, over two or three local weights of one node."""

    path: Annotated[list[str], "The way to the comparison; empty for the goal."]
    criteria: Annotated[list[str], "The two or three that weigh most; the other weights stay."]
    regions: Annotated[list[RegionDocument], "Those that are first somewhere."]


class CentralDocument(TypedDict):
    """The weight of one leaf in the mean of those with which an alternative is first."""

    path: Annotated[list[str], "The way to the leaf."]
    weight: Annotated[float, "Its weight."]


class HierarchyWeightsDocument(TypedDict):
    """How often each alternative has each rank over all weights."""

    draws: Annotated[int, "Weights drawn: the local ones of each node evenly over all that sum to 1."]
    acceptability: Annotated[
        dict[str, list[DrawnShare]],
        "For each alternative the share of the draws in which it has each rank.",
    ]
    central: Annotated[
        dict[str, list[CentralDocument] | None],
        "For each alternative the mean global weights of the leaves with which it is first, each "
        "with its path and weight; null where it never is.",
    ]


class SensitivityDocument(TypedDict):
    """What would change the first place."""

    weights: Annotated[list[IntervalDocument], "One for each criterion that has siblings."]
    judgments: Annotated[list[CriticalDocument], "One for each judgment."]
    performance: Annotated[
        list[PerformanceDocument],
        "How the alternatives do under each criterion, from the goal down.",
    ]
    gradients: Annotated[list[GradientDocument], "One for each criterion that has siblings."]
    winner_regions: Annotated[list[NodeRegionsDocument], "One for each comparison of criteria."]
    weight_space: Annotated[
        HierarchyWeightsDocument,
        "Stochastic multicriteria acceptability over all weights.",
    ]


class ReversalDocument(TypedDict):
    """Two alternatives whose order turns round when another leaves or is copied."""

    change: Annotated[str, "What was done: an alternative left out or copied."]
    mode: Annotated[str, "In which mode.", Constraint(one_of=MODES)]
    first: Annotated[str, "Stood above before, and below afterwards."]
    second: Annotated[str, "The other."]


class SpreadDocument(TypedDict):
    """What the priorities are like if judgments lie anywhere in their intervals."""

    draws: Annotated[
        int,
        "How many; log-uniform between the bounds, triangular in the logarithms for fuzzy judgments "
        "and for intervals beside them.",
    ]
    first: Annotated[Shares, "How often each alternative is first."]
    low: Annotated[Numbers, "The 2.5 % quantile of each priority."]
    high: Annotated[Numbers, "The 97.5 % quantile of each priority."]


class LaterHierarchyDocument(TypedDict, total=False):
    """The keys of a hierarchy that version 0.1.0 did not write."""

    doubtful: Annotated[
        bool, "Whether judgments, or those who judged, contradict each other more than is accepted."
    ]


class HierarchyDocument(LaterHierarchyDocument):
    """Everything that a hierarchy of judgments says."""

    schema: Annotated[str, Constraint(one_of=("ahp.hierarchy/1",))]
    version: Annotated[str, "Version of the library that made it."]
    inputs: Annotated[list[JudgedFileDocument], "The files that were read."]
    goal: Annotated[str, "What the decision is about."]
    mode: Annotated[
        str,
        "How local priorities of alternatives are put together.",
        Constraint(one_of=MODES),
    ]
    scale: Annotated[str, "Scale on which answers became ratios; consistency is that of the answers."]
    aggregate: Annotated[
        str,
        "What is aggregated where several judged.",
        Constraint(one_of=("judgments", "priorities", "arithmetic-priorities")),
    ]
    method: Annotated[str, "Priority method."]
    random_index: Annotated[str, "Table of random indices behind every consistency ratio."]
    limit: Annotated[float, "Consistency ratio above which the worst judgments and a repair are listed."]
    alternatives: Annotated[list[str], "In the order of the first leaf; of criteria alone the lowest ones."]
    hierarchy: Annotated[
        dict[str, Any],
        "The hierarchy itself; ahp-judge and Hierarchy.from_dict read it back.",
    ]
    nodes: Annotated[list[NodeDocument], "Every comparison, from the goal down, a branch at a time."]
    priorities: Annotated[Numbers, "Global priorities, summing to 1."]
    scores: Annotated[Numbers, "Weighted sums, or products, as they are, before they are normalised."]
    ranking: Annotated[list[str], "Largest priority first; tied names in file order."]
    ties: Annotated[list[list[str]], "Groups of tied alternatives."]
    consistency: Annotated[
        WholeConsistencyDocument,
        "Of the whole hierarchy: indices and random indices weighted with the nodes' global priorities.",
    ]
    people: Annotated[PeopleDocument | None, "Each participant; null where nobody judged as one of several."]
    sensitivity: Annotated[SensitivityDocument, "What would put another alternative first."]
    spread: Annotated[
        SpreadDocument | None, "Over interval and fuzzy judgments; null where every judgment is one number."
    ]
    reversals: Annotated[
        list[ReversalDocument],
        "Orders that turn round when an alternative leaves or is copied.",
    ]
    warnings: Annotated[list[str], "One sentence each."]
    against: Annotated[RoundDocument | None, "What changed since the round before; null without one."]


def hierarchy_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document of a hierarchy.

    Examples
    --------
    >>> hierarchy_schema()["title"]
    'ahp.hierarchy/1'
    """
    return json_schema(HierarchyDocument)
