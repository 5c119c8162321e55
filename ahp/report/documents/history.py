"""The history document, `ahp.history/1`: its types and its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from ahp.report.documents.codec import RANKED_BY, SOME, Constraint, Count, Numbers, Positive, json_schema


class MomentDocument(TypedDict):
    """What one decision said of one scenario."""

    scenario: str
    choose: Annotated[list[str], SOME]
    by: Annotated[str, RANKED_BY]
    verdict: str | None
    benefit: Numbers | None
    cost: Numbers | None
    benefit_to_cost: Numbers | None


class EntryDocument(TypedDict):
    """One decision of a history."""

    entry: Count
    name: Annotated[str, "Its file, or its line."]
    time: Annotated[str | None, "ISO 8601."]
    study: Annotated[list[str], "What was asked differently in the entry before."]
    scenarios: Annotated[list[MomentDocument], SOME]


class ChangePointDocument(TypedDict):
    """Where a merit of an alternative takes a new level: from this entry on."""

    scenario: str
    alternative: str
    merit: Annotated[str, RANKED_BY]
    entry: Annotated[int, "The first one at the new level.", Constraint(least=2)]
    name: str
    before: Annotated[float, "Geometric mean of the level before.", Constraint(above=0)]
    now: Positive
    change: Annotated[float, "now / before - 1.", Constraint(least=-1)]


class NewChoiceDocument(TypedDict):
    """Where another alternative came first."""

    scenario: str
    entry: Annotated[int, Constraint(least=2)]
    name: str
    previous: list[str]
    present: list[str]


class HistoryDocument(TypedDict):
    """Decisions over time."""

    schema: Annotated[str, Constraint(one_of=("ahp.history/1",))]
    version: Annotated[str, "Version of the library that made it."]
    order: Annotated[
        str,
        "What the entries are ordered by: their times if all have one, otherwise natural file "
        "names or the lines of the file.",
        Constraint(one_of=("time", "name")),
    ]
    false_alarms: Annotated[
        float,
        "How often a series of independent normal numbers without a change is said to have one.",
        Constraint(above=0, below=1),
    ]
    entries: Annotated[list[EntryDocument], SOME]
    change_points: list[ChangePointDocument]
    choices: list[NewChoiceDocument]


def history_schema() -> dict[str, Any]:
    """Return the JSON Schema of the history document.

    Examples
    --------
    >>> history_schema()["title"]
    'ahp.history/1'
    """
    return json_schema(HistoryDocument)
