"""The document of a hierarchy of judgments, `ahp.hierarchy/1`: its types and its JSON Schema."""

from __future__ import annotations

from typing import Any, TypedDict, cast

Numbers = dict[str, float]


class JudgedFileDocument(TypedDict):
    """A file that was read."""

    file: str
    sha256: str
    judgments: int


class MatrixConsistencyDocument(TypedDict):
    """The consistency of one matrix."""

    ratio: float
    index: float
    lambda_max: float
    random_index: float


class JudgedMatrixDocument(TypedDict):
    """Judgments as a matrix, null where nobody judged; of a group their weighted geometric mean."""

    items: list[str]
    matrix: list[list[float | None]]


class WorstDocument(TypedDict):
    """A judgment that contradicts the others: what they say, and the ratio that would give."""

    first: str
    second: str
    judgment: float
    consistent: float
    ratio: float


ChangedDocument = TypedDict("ChangedDocument", {"first": str, "second": str, "from": float, "to": float})
"""A judgment as it is and as it would be."""


class RepairDocument(TypedDict):
    """The smallest change of all judgments that makes a matrix acceptable."""

    ratio: float
    changes: list[ChangedDocument]


class DispersedDocument(TypedDict):
    """A judgment on which the participants lie as far apart as random answers would."""

    first: str
    second: str
    spread: float
    chance: float


class AgreementDocument(TypedDict):
    """How far the participants agree under one node."""

    participants: Numbers
    consensus: float
    level: str
    kendall_w: float | None
    kendall_p: float | None
    geometric_compatibility: float
    compatibility: Numbers
    compatible: list[str]
    priorities: dict[str, Numbers]
    dispersed: list[DispersedDocument]
    outlying: list[str]
    left_out: list[str]


class MissingDocument(TypedDict):
    """A pair that nobody compared."""

    first: str
    second: str


class NodeDocument(TypedDict):
    """One comparison of the hierarchy, by the way to it from the goal."""

    path: list[str]
    leaf: bool
    kind: str
    weight: float
    priorities: Numbers
    participants: list[str]
    judged: JudgedMatrixDocument | None
    consistency: MatrixConsistencyDocument | None
    worst: list[WorstDocument]
    repair: RepairDocument | None
    missing: list[MissingDocument]
    agreement: AgreementDocument | None


class WholeConsistencyDocument(TypedDict):
    """The consistency of the whole hierarchy."""

    ratio: float
    index: float
    random_index: float


class IntervalDocument(TypedDict):
    """Between which local weights of a criterion the first place holds."""

    path: list[str]
    weight: float
    holds_from: float
    holds_to: float
    below: str | None
    above: str | None
    critical: float | None


class CriticalDocument(TypedDict):
    """The nearest value of a judgment at which another alternative is first; null where there is none."""

    path: list[str]
    first: str
    second: str
    judgment: float
    critical: float | None
    challenger: str | None


class PerformanceDocument(TypedDict):
    """How the alternatives do under one criterion."""

    path: list[str]
    weight: float
    scores: Numbers


FirstDocument = TypedDict("FirstDocument", {"from": float, "to": float, "first": str})
"""Who is first between two weights."""


class GradientDocument(TypedDict):
    """The overall scores as lines in the local weight of one criterion."""

    path: list[str]
    weight: float
    at_zero: Numbers
    at_one: Numbers
    first: list[FirstDocument]


class RegionDocument(TypedDict):
    """Where in the space of some weights one alternative is first."""

    winner: str
    polygon: list[list[float]]


class NodeRegionsDocument(TypedDict):
    """Who is first where, over two or three local weights of one node."""

    path: list[str]
    criteria: list[str]
    regions: list[RegionDocument]


class CentralDocument(TypedDict):
    """The weight of one leaf in the mean of those with which an alternative is first."""

    path: list[str]
    weight: float


class HierarchyWeightsDocument(TypedDict):
    """How often each alternative has each rank over all weights."""

    draws: int
    acceptability: dict[str, list[float]]
    central: dict[str, list[CentralDocument] | None]


class SensitivityDocument(TypedDict):
    """What would change the first place."""

    weights: list[IntervalDocument]
    judgments: list[CriticalDocument]
    performance: list[PerformanceDocument]
    gradients: list[GradientDocument]
    winner_regions: list[NodeRegionsDocument]
    weight_space: HierarchyWeightsDocument


class ReversalDocument(TypedDict):
    """Two alternatives whose order turns round when another leaves or is copied."""

    change: str
    mode: str
    first: str
    second: str


class HierarchyDocument(TypedDict):
    """Everything that a hierarchy of judgments says."""

    schema: str
    version: str
    inputs: list[JudgedFileDocument]
    goal: str
    mode: str
    method: str
    random_index: str
    limit: float
    alternatives: list[str]
    hierarchy: dict[str, Any]
    nodes: list[NodeDocument]
    priorities: Numbers
    scores: Numbers
    ranking: list[str]
    ties: list[list[str]]
    consistency: WholeConsistencyDocument
    sensitivity: SensitivityDocument
    reversals: list[ReversalDocument]
    warnings: list[str]


def hierarchy_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document of a hierarchy.

    Examples
    --------
    >>> hierarchy_schema()["title"]
    'ahp.hierarchy/1'
    """
    import json
    from importlib.resources import files

    text = files("ahp.report").joinpath("hierarchy.schema.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))
