"""The documents of merits, `ahp.merits/1`, and of networks, `ahp.network/1`: their types and schemas."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from ahp.report.documents.codec import Constraint, Numbers, Share, json_schema
from ahp.report.documents.hierarchy import (
    MODES,
    FirstDocument,
    JudgedFileDocument,
    WorstDocument,
)

SYNTHESES = ("multiplicative", "powers", "additive-reciprocal", "probabilistic", "subtractive", "quotient")
"""How merits are put together."""


class SynthesisDocument(TypedDict):
    """What one way of putting the merits together says."""

    method: Annotated[str, "Its name.", Constraint(one_of=SYNTHESES)]
    scores: Annotated[Numbers, "Larger is better; not normalised."]
    first: Annotated[list[str], "Who is first by it; several if they tie."]


class MeritWeightDocument(TypedDict):
    """Who is first as the weight of one merit goes from 0 to 1, the others in proportion."""

    merit: Annotated[str, "Which."]
    weight: Annotated[Share, "Its share of all weights."]
    first: Annotated[list[FirstDocument], "In their order."]


class WorthDocument(TypedDict):
    """Who is chosen from a worth of benefits on."""

    worth: Annotated[float, "What a unit of benefit is worth in units of cost, from here on."]
    choose: Annotated[str, "Who has the largest worth times benefit minus cost."]


class MeritsDocument(TypedDict):
    """Everything that benefits, opportunities, costs and risks say."""

    schema: Annotated[str, Constraint(one_of=("ahp.merits/1",))]
    version: Annotated[str, "Version of the library that made it."]
    inputs: Annotated[list[JudgedFileDocument], "The files that were read."]
    goal: Annotated[str, "What the decision is about."]
    mode: Annotated[str, "How local priorities are put together under each merit.", Constraint(one_of=MODES)]
    method: Annotated[str, "Priority method."]
    synthesis: Annotated[str, "How the merits are put together.", Constraint(one_of=SYNTHESES)]
    alternatives: Annotated[list[str], "In the order of the first merit."]
    model: Annotated[dict[str, Any], "The merits themselves; ahp-judge and Merits.from_dict read it back."]
    priorities: Annotated[dict[str, Numbers], "By merit; of costs and risks the larger is the worse."]
    weights: Annotated[Numbers | None, "What the merits as wholes are worth; null where nobody said."]
    scores: Annotated[Numbers, "By the synthesis; larger is better."]
    ranking: Annotated[list[str], "Best first; tied names in file order."]
    ties: Annotated[list[list[str]], "Groups of tied alternatives."]
    syntheses: Annotated[list[SynthesisDocument], "What every way of putting them together says."]
    by_weight: Annotated[list[MeritWeightDocument], "Empty where the synthesis takes no weights."]
    by_worth: Annotated[list[WorthDocument], "Empty unless there are benefits and costs."]
    hierarchies: Annotated[dict[str, dict[str, Any]], "Of each merit the document of its hierarchy."]
    warnings: Annotated[list[str], "One sentence each."]


class NetworkNodeDocument(TypedDict):
    """One node of a network."""

    node: Annotated[str, "Its name."]
    cluster: Annotated[str, "Where it stands."]
    limit: Annotated[float, "Its limit priority among all nodes."]
    within: Annotated[float, "Its priority among the nodes of its cluster."]


class InfluenceDocument(TypedDict):
    """One comparison: how much nodes of one cluster influence a node, or clusters a cluster."""

    on: Annotated[str, "What is influenced."]
    by: Annotated[str, "The cluster whose nodes are compared; empty where clusters are."]
    priorities: Annotated[Numbers, "Summing to 1."]
    ratio: Annotated[float | None, "Consistency ratio; null where nothing can contradict."]
    worst: Annotated[list[WorstDocument], "Judgments to look at again, where the ratio is above the limit."]


class RowDocument(TypedDict):
    """Who is first as one node has less or more of a say (row sensitivity)."""

    node: Annotated[str, "Whose influence moves."]
    shares: Annotated[list[float], "0.5 is as it is, towards 0 it vanishes, towards 1 nothing else counts."]
    priorities: Annotated[dict[str, list[float]], "Of each alternative at these shares."]
    first: Annotated[list[FirstDocument], "In their order."]


class NetworkDocument(TypedDict):
    """Everything that a network says."""

    schema: Annotated[str, Constraint(one_of=("ahp.network/1",))]
    version: Annotated[str, "Version of the library that made it."]
    inputs: Annotated[list[JudgedFileDocument], "The files that were read."]
    goal: Annotated[str, "What the decision is about."]
    method: Annotated[str, "Priority method."]
    random_index: Annotated[str, "Table of random indices behind every consistency ratio."]
    limit: Annotated[float, "Consistency ratio above which judgments are to be looked at again."]
    cluster: Annotated[str, "The cluster whose nodes are ranked."]
    start: Annotated[str | None, "The node where influence begins; null where that makes no difference."]
    alternatives: Annotated[list[str], "The nodes of that cluster."]
    model: Annotated[dict[str, Any], "The network itself; ahp-judge and Network.from_dict read it back."]
    priorities: Annotated[Numbers, "Of the alternatives, summing to 1."]
    ranking: Annotated[list[str], "Largest priority first; tied names in file order."]
    ties: Annotated[list[list[str]], "Groups of tied alternatives."]
    periodic: Annotated[bool, "Whether influence turns in a circle, so that limits are means over it."]
    nodes: Annotated[list[NetworkNodeDocument], "All nodes, cluster after cluster."]
    influences: Annotated[list[InfluenceDocument], "All comparisons."]
    supermatrix: Annotated[list[list[float]], "Weighted: its columns sum to 1, or to 0 without influence."]
    rows: Annotated[list[RowDocument], "One for each node, without the alternatives, that influences others."]
    warnings: Annotated[list[str], "One sentence each."]


def merits_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document of merits.

    Examples
    --------
    >>> merits_schema()["title"]
    'ahp.merits/1'
    """
    return json_schema(MeritsDocument)


def network_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document of a network.

    Examples
    --------
    >>> network_schema()["title"]
    'ahp.network/1'
    """
    return json_schema(NetworkDocument)
