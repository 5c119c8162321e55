"""The kinds of figures by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ahp.errors import FigureError, listed, quoted
from ahp.registry import Registry
from ahp.report.documents.codec import departures_told
from ahp.report.documents.decision import schema as decision_schema
from ahp.report.documents.hierarchy import hierarchy_schema
from ahp.report.documents.models import merits_schema, network_schema
from ahp.report.figures import (
    benefit_cost,
    margins,
    matrices,
    models,
    participants,
    priorities,
    runs,
    trends,
    weights,
)
from ahp.report.figures.plan import Plan
from ahp.report.history import history_schema, scenarios_of

if TYPE_CHECKING:
    from ahp.report.history import HistoryDocument


@dataclass(frozen=True)
class Kind:
    """A kind of figure.

    Attributes
    ----------
    shows : str
        What it shows, in a sentence.
    plan : callable
        From a document, and a scenario where there is a figure for each, to the plan of the figure; of a
        history the scenario is its name. It raises :class:`~ahp.errors.FigureError` where the document
        lacks what the figure shows.
    schema : str
        The documents that it is drawn from, by their key `schema`.
    each : str
        `scenario` if there is one figure for each scenario, `document` if there is one in all.
    """

    shows: str
    plan: Callable[..., Plan]
    schema: str = "ahp.decision/1"
    each: str = "scenario"


_whole = partial(Kind, each="document")
_judged = partial(Kind, schema="ahp.hierarchy/1", each="document")

KINDS: Registry[Kind] = Registry(
    "kind of figure",
    {
        "benefit_cost": Kind(
            "Benefit against cost, with rays of equal benefit to cost, and how sure both are.",
            benefit_cost.plan_benefit_cost,
        ),
        "contributions": Kind(
            "What each criterion contributes to the benefit and to the cost of each alternative.",
            priorities.plan_contributions,
        ),
        "priorities": Kind(
            "The priorities under each criterion, with their intervals.", priorities.plan_priorities
        ),
        "measurements": Kind("What was measured, every run, in its own unit.", runs.plan_measurements),
        "performance": Kind(
            "The priorities as lines over the criteria, their weights as bars, the merits at the end.",
            priorities.plan_performance,
        ),
        "gradient": Kind(
            "What the choice goes by as one weight moves, and at which weights it changes hands.",
            weights.plan_gradient,
        ),
        "regions": Kind("Who is first with which weights, over two or three of them.", weights.plan_regions),
        "margins": Kind(
            "How far each measurement may move before another is first, the nearest on top.",
            margins.plan_margins,
        ),
        "improvement": _whole(
            "How many times better, or dearer, than the baseline, along an attribute of the scenarios.",
            trends.plan_improvement,
        ),
        "ranks": Kind(
            "How often each alternative has each rank, over what the runs leave open.", runs.plan_ranks
        ),
        "acceptability": Kind("Which share of all weights gives each rank.", runs.plan_acceptability),
        "wins": Kind("How often each alternative beats each other, as the runs vary.", runs.plan_wins),
        "matrices": Kind(
            "The matrix of each criterion: how many times the row's value is the column's.",
            matrices.plan_matrices,
        ),
        "judgments": _whole(
            "People's judgments; over the criteria what contradicts the rest is marked.",
            matrices.plan_judgments,
        ),
        "hierarchy": _whole(
            "The decision as a tree: goal, merits, criteria with weights, alternatives.",
            models.plan_hierarchy,
        ),
        "history": Kind(
            "What the choice goes by over a history of decisions, and where a new level begins.",
            trends.plan_history,
            schema="ahp.history/1",
        ),
        "judged_hierarchy": _judged(
            "A hierarchy of judgments as a tree, with weights and scores.", models.plan_judged_hierarchy
        ),
        "judged_matrices": _judged(
            "The judgments of a hierarchy as matrices, what contradicts the rest marked.",
            matrices.plan_judged_matrices,
        ),
        "judged_priorities": _judged(
            "The local priorities under each criterion of a hierarchy, and each participant's own.",
            participants.plan_judged_priorities,
        ),
        "judged_agreement": _judged(
            "How near each participant's priorities are to the group's, criterion by criterion.",
            participants.plan_judged_agreement,
        ),
        "judged_performance": _judged(
            "The scores under each criterion below the goal as lines, their weights as bars, all at the end.",
            priorities.plan_judged_performance,
        ),
        "judged_margins": _judged(
            "How far one weight or one judgment may move before another is first, the nearest on top.",
            margins.plan_judged_margins,
        ),
        "judged_gradient": _judged(
            "The overall scores as one weight of the hierarchy moves, and where the first place changes.",
            weights.plan_judged_gradient,
        ),
        "judged_regions": _judged(
            "Who is first with which weights of the nodes nearest to the goal.", weights.plan_judged_regions
        ),
        "judged_acceptability": _judged(
            "Which share of all weights of the hierarchy gives each rank.", runs.plan_judged_acceptability
        ),
        "merit_priorities": _judged(
            "The priorities of the alternatives under each merit.",
            models.plan_merit_priorities,
            schema="ahp.merits/1",
        ),
        "merit_weights": _judged(
            "Who is first as the weight of each merit goes from nothing to all.",
            models.plan_merit_weights,
            schema="ahp.merits/1",
        ),
        "network_priorities": _judged(
            "The priorities of a network's nodes within each cluster.",
            models.plan_network_priorities,
            schema="ahp.network/1",
        ),
        "network_influence": _judged(
            "The priorities of the alternatives as one node of a network has less or more of a say.",
            models.plan_network_influence,
            schema="ahp.network/1",
        ),
    },
    error=FigureError,
)
"""The kinds of figures by name."""


def planned(document: Mapping[str, Any], name: str, scenario: str | None) -> Plan:
    """Return the plan of a figure.

    Raises
    ------
    FigureError
        If the kind or the scenario is unknown, if the kind is drawn from other documents, if several
        scenarios are there and none is named, or if the document has not what the figure shows.
    InputError
        If the document is none, or damaged; the message names the key.
    """
    with departures_told(document, lambda: schema_of(document)):
        kind = KINDS[name]
        schema = document.get("schema")
        if schema != kind.schema:
            fitting = ", ".join(other for other, entry in KINDS.items() if entry.schema == schema)
            raise FigureError(
                f"a figure of kind '{name}' is drawn from {kind.schema}, and this document is {schema}"
                + (f"; its kinds are {fitting}" if fitting else "")
            )
        if kind.each == "document":
            return kind.plan(document)
        named = _named(document, name, scenario)
        if schema == "ahp.history/1":
            return kind.plan(document, named)
        return kind.plan(document, next(s for s in document["scenarios"] if s["scenario"] == named))


def scenarios_in(document: Mapping[str, Any]) -> list[str]:
    """Return the scenarios that a document speaks of."""
    with departures_told(document, lambda: schema_of(document)):
        if document.get("schema") == "ahp.history/1":
            return scenarios_of(cast("HistoryDocument", document))
        return [entry["scenario"] for entry in document.get("scenarios", [])]


def schema_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema that a document says it has, that of a decision unless it says so."""
    schemas = {
        "ahp.history/1": history_schema,
        "ahp.hierarchy/1": hierarchy_schema,
        "ahp.merits/1": merits_schema,
        "ahp.network/1": network_schema,
    }
    said = document.get("schema") if isinstance(document, Mapping) else None
    return schemas.get(str(said), decision_schema)()


def _named(document: Mapping[str, Any], name: str, scenario: str | None) -> str:
    there = scenarios_in(document)
    if scenario is None and len(there) == 1:
        return there[0]
    if scenario is None:
        raise FigureError(f"there is a figure '{name}' for each scenario; name one of {listed(there)}")
    if scenario not in there:
        raise FigureError(f"{quoted(scenario)} is no scenario here; the scenarios are {listed(there)}")
    return scenario
