"""A history as a document, `ahp.history/1`, and as a report: the merit that the choice went by over time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypedDict

from ahp.printing import printable, shortened
from ahp.registry import Registry
from ahp.report.documents.codec import (
    RANKED_BY,
    SOME,
    Constraint,
    Count,
    Numbers,
    Positive,
    departures_told,
    json_schema,
    render_json,
)
from ahp.report.markdown import escaped, fitting, table_lines
from ahp.report.numbers import quotient, share
from ahp.report.phrases.changes import by_merit, first_over_time, new_level, not_asked_alike
from ahp.report.phrases.grammar import joined
from ahp.report.spreadsheets import to_csv
from ahp.report.terminal import WIDTH, Column, Grid, Page, indented


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


Renderer: TypeAlias = Callable[[HistoryDocument], str]

_MERITS = ("benefit", "cost", "benefit_to_cost")
_LONGEST = 24
_MARK = "*"


def render_history(document: HistoryDocument, format: str = "text") -> str:
    """Return a history as a report.

    Parameters
    ----------
    document : HistoryDocument
        From :meth:`ahp.History.to_dict`, or read back from JSON.
    format : str
        A key of :data:`HISTORY_FORMATS`.

    Raises
    ------
    StudyError, InputError
        As :func:`ahp.report.render`.

    Examples
    --------
    >>> moment = {"scenario": "nightly", "choose": ["lz4"], "by": "benefit", "verdict": None,
    ...           "benefit": {"lz4": 0.6, "zle": 0.4}, "cost": None, "benefit_to_cost": None}
    >>> entry = {"entry": 1, "name": "1.json", "time": None, "study": [], "scenarios": [moment]}
    >>> history = {"schema": "ahp.history/1", "version": "0.1.0", "order": "name", "false_alarms": 0.01,
    ...            "entries": [entry], "change_points": [], "choices": []}
    >>> print(render_history(history), end="")
    nightly   lz4 first in 1 decision
    benefit; a * begins a new level
    <BLANKLINE>
       decision  first    lz4    zle
    1  1.json    lz4    0.600  0.400
    """
    renderer = HISTORY_FORMATS[format]
    with departures_told(document, history_schema):
        return renderer(document)


def scenarios_of(document: HistoryDocument) -> list[str]:
    """Return the scenarios in the order in which they come up."""
    return list(dict.fromkeys(m["scenario"] for entry in document["entries"] for m in entry["scenarios"]))


def moments_of(document: HistoryDocument, scenario: str) -> list[tuple[int, str, MomentDocument]]:
    """Return what each entry said of a scenario: its number, what it is called, what it said."""
    return [
        (entry["entry"], entry["time"] or entry["name"], moment)
        for entry in document["entries"]
        for moment in entry["scenarios"]
        if moment["scenario"] == scenario
    ]


def names_of(moments: list[tuple[int, str, MomentDocument]], by: str) -> list[str]:
    """Return the alternatives that have a merit, in the order in which they come up."""
    return list(dict.fromkeys(name for _, _, moment in moments for name in moment[by] or {}))  # type: ignore[literal-required]


def events_of(document: HistoryDocument, scenario: str) -> list[str]:
    """Return where merits take a new level, and the studies differ, in the order of the entries."""
    found = [
        (p["entry"], new_level(p["merit"], p["alternative"], (p["before"], p["now"]), p["change"]))
        for p in document["change_points"]
        if p["scenario"] == scenario
    ]
    for entry in document["entries"]:
        found += [(entry["entry"], not_asked_alike(clause)) for clause in entry["study"]]
    return [f"{number}: {text}." for number, text in sorted(found, key=lambda event: event[0])]


def render_history_text(document: HistoryDocument) -> str:
    """Return the history as plain text of at most 80 columns."""
    page = Page()
    for position, scenario in enumerate(scenarios_of(document)):
        moments = moments_of(document, scenario)
        by = moments[-1][2]["by"]
        if position:
            page.print()
        page.print(f"{shortened(scenario, 40)}   {_summary(moments)}")
        page.print(by_merit(by, _MARK))
        page.print()
        page.print(_table(document, scenario, moments, by))
        events = events_of(document, scenario)
        if events:
            page.print()
        for event in events:
            page.print(indented(event))
    return page.finished()


def _summary(moments: list[tuple[int, str, MomentDocument]]) -> str:
    return first_over_time([moment["choose"] for _, _, moment in moments])


def _table(
    document: HistoryDocument, scenario: str, moments: list[tuple[int, str, MomentDocument]], by: str
) -> Grid:
    names = names_of(moments, by)
    room = WIDTH - 44
    shown: list[str] = []
    for name in names:
        width = max(len(shortened(name, _LONGEST)), 7) + 2
        if room < width:
            break
        shown.append(name)
        room -= width
    heads = [shortened(name, _LONGEST) for name in shown]
    heads += [f"+ {len(names) - len(shown)}"] if len(shown) < len(names) else []
    columns = (Column(head, justify="right") for head in heads)
    table = Grid([Column(justify="right"), Column("decision", most=25), Column("first", most=12), *columns])
    for number, label, moment in moments:
        cells = _cells(document, scenario, number, moment, by, shown)
        table.add_row(str(number), printable(label), joined(moment["choose"]), *cells)
    return table


def _cells(
    document: HistoryDocument,
    scenario: str,
    number: int,
    moment: MomentDocument,
    by: str,
    names: list[str],
) -> list[str]:
    """Return the merit of each alternative in one entry, marked where a new level begins."""
    show = quotient if by == "benefit_to_cost" else share
    new = {
        point["alternative"]
        for point in document["change_points"]
        if (point["scenario"], point["entry"], point["merit"]) == (scenario, number, by)
    }
    merits = moment[by] or {}  # type: ignore[literal-required]
    return [
        "–" if name not in merits else f"{_MARK if name in new else ''}{show(merits[name])}" for name in names
    ]


def render_history_markdown(document: HistoryDocument) -> str:
    """Return the history as GitHub-flavoured Markdown."""
    parts = ["# History", ""]
    for scenario in scenarios_of(document):
        moments = moments_of(document, scenario)
        by = moments[-1][2]["by"]
        names = names_of(moments, by)
        parts += [f"## {escaped(scenario)}: {escaped(_summary(moments))}", ""]
        parts += [f"By {by_merit(by, escaped(_MARK))}.", ""]
        rows = [
            [
                str(number),
                escaped(label),
                escaped(joined(moment["choose"])),
                *map(escaped, _cells(document, scenario, number, moment, by, names)),
            ]
            for number, label, moment in moments
        ]
        parts += table_lines(["entry", "decision", "first", *map(escaped, names)], rows)
        events = events_of(document, scenario)
        parts += [f"- {escaped(event)}" for event in events] + ([""] if events else [])
    return fitting("\n".join(parts))


def render_history_csv(document: HistoryDocument) -> str:
    """Return CSV at full precision: a row for each entry, scenario and alternative; no formula in it."""
    changed: dict[tuple[str, str, int], list[str]] = {}
    for point in document["change_points"]:
        changed.setdefault((point["scenario"], point["alternative"], point["entry"]), []).append(
            point["merit"]
        )
    rows: list[list[object]] = [
        ["entry", "name", "time", "scenario", "alternative", *_MERITS, "first", "changed"]
    ]
    for entry in document["entries"]:
        for moment in entry["scenarios"]:
            merits = [moment[merit] or {} for merit in _MERITS]  # type: ignore[literal-required]
            for name in dict.fromkeys(name for numbers in merits for name in numbers):
                scenario, number = moment["scenario"], entry["entry"]
                rows.append(
                    [
                        number,
                        entry["name"],
                        entry["time"] or "",
                        scenario,
                        name,
                        *(repr(numbers[name]) if name in numbers else "" for numbers in merits),
                        "yes" if name in moment["choose"] else "no",
                        " ".join(changed.get((scenario, name, number), [])),
                    ]
                )
    return to_csv(rows)


HISTORY_FORMATS: Registry[Renderer] = Registry(
    "history format",
    {
        "text": render_history_text,
        "json": render_json,
        "csv": render_history_csv,
        "markdown": render_history_markdown,
    },
)
"""The formats of a history by name: functions from a document to its text."""
