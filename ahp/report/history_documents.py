"""The history document, `ahp.history/1`: its types, and the JSON Schema that ships with the package."""

from __future__ import annotations

from typing import Any, TypedDict, cast

Numbers = dict[str, float]


class MomentDocument(TypedDict):
    """What one decision said of one scenario."""

    scenario: str
    choose: list[str]
    by: str
    verdict: str | None
    benefit: Numbers | None
    cost: Numbers | None
    benefit_to_cost: Numbers | None


class EntryDocument(TypedDict):
    """One decision of a history."""

    entry: int
    name: str
    time: str | None
    study: list[str]
    scenarios: list[MomentDocument]


class ChangePointDocument(TypedDict):
    """Where a merit of an alternative takes a new level: from this entry on."""

    scenario: str
    alternative: str
    merit: str
    entry: int
    name: str
    before: float
    now: float
    change: float


class NewChoiceDocument(TypedDict):
    """Where another alternative came first."""

    scenario: str
    entry: int
    name: str
    previous: list[str]
    present: list[str]


class HistoryDocument(TypedDict):
    """Decisions over time."""

    schema: str
    version: str
    order: str
    false_alarms: float
    entries: list[EntryDocument]
    change_points: list[ChangePointDocument]
    choices: list[NewChoiceDocument]


def history_schema() -> dict[str, Any]:
    """Return the JSON Schema of the history document.

    Examples
    --------
    >>> history_schema()["title"]
    'ahp.history/1'
    """
    import json
    from importlib.resources import files

    text = files("ahp.report").joinpath("history.schema.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))
