"""Decisions over time: the merits of every alternative, and where they take a new level."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ahp._version import __version__
from ahp.core.change_points import FALSE_ALARMS, new_levels
from ahp.decision.compare import study_changes
from ahp.errors import InputError
from ahp.notebook import NotebookFace
from ahp.report.history import HISTORY_FORMATS
from ahp.report.phrases.scenario import answered

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ahp.core.gate import Array
    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument
    from ahp.report.history import HistoryDocument, MomentDocument


MERITS = ("benefit", "cost", "benefit_to_cost")

Numbers = tuple[tuple[str, float], ...]


class Dated(Protocol):
    """A decision as it was written down, with a name and perhaps a time."""

    @property
    def name(self) -> str: ...  # noqa: D102 - a protocol
    @property
    def document(self) -> DecisionDocument: ...  # noqa: D102
    @property
    def time(self) -> datetime | None: ...  # noqa: D102


@dataclass(frozen=True)
class Moment(NotebookFace):
    """What one decision said of one scenario.

    Attributes
    ----------
    scenario : str
    choose : tuple of str
        The first, or all that tied; the baseline where that was kept.
    by : str
        What the choice went by.
    verdict : str or None
        How sure it was; None if that was not asked.
    merits : tuple
        `benefit`, `cost` and `benefit_to_cost`, each (alternative, number) for every alternative; None where
        there is no such merit.
    """

    scenario: str
    choose: tuple[str, ...]
    by: str
    verdict: str | None
    merits: tuple[Numbers | None, Numbers | None, Numbers | None]


@dataclass(frozen=True)
class Entry(NotebookFace):
    """One decision of a history.

    Attributes
    ----------
    name : str
        Its file, or its line.
    time : datetime or None
    study : tuple of str
        What was asked differently in the entry before.
    moments : tuple of Moment
        One for each scenario.
    """

    name: str
    time: datetime | None
    study: tuple[str, ...]
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class ChangePoint(NotebookFace):
    """Where a merit of an alternative takes a new level.

    Attributes
    ----------
    scenario, alternative, merit : str
    entry : int
        The first at the new level, counted from 1.
    before, now : float
        Geometric means of the two levels.
    """

    scenario: str
    alternative: str
    merit: str
    entry: int
    before: float
    now: float

    @property
    def change(self) -> float:
        """Now / before - 1."""
        return self.now / self.before - 1.0


@dataclass(frozen=True)
class NewChoice(NotebookFace):
    """Where none of those who were first is first any more.

    Attributes
    ----------
    scenario : str
    entry : int
        Counted from 1.
    previous, present : tuple of str
    """

    scenario: str
    entry: int
    previous: tuple[str, ...]
    present: tuple[str, ...]


@dataclass(frozen=True)
class History(NotebookFace):
    """Decisions in their order.

    Attributes
    ----------
    entries : tuple of Entry
    change_points : tuple of ChangePoint
        By scenario, merit, alternative and entry.
    choices : tuple of NewChoice
        By scenario and entry.
    """

    entries: tuple[Entry, ...]
    change_points: tuple[ChangePoint, ...]
    choices: tuple[NewChoice, ...]

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def order(self) -> str:
        """`time` if the entries are in the order of their times, which all have, otherwise `name`."""
        return "time" if all(entry.time is not None for entry in self.entries) else "name"

    def to_dict(self) -> HistoryDocument:
        """Return the history as plain data, `ahp.history/1`."""
        return history_document(self)

    def to_frame(self) -> pd.DataFrame:
        """Return a new frame with a row for each entry, scenario and alternative.

        Its columns are entry, name, time, scenario, alternative, benefit, cost, benefit_to_cost, first
        (whether it was the choice, or tied for it) and changed (the merits that take a new level there).
        """
        import pandas as pd

        changed: dict[tuple[str, str, int], list[str]] = {}
        for point in self.change_points:
            changed.setdefault((point.scenario, point.alternative, point.entry), []).append(point.merit)
        rows = []
        for number, entry in enumerate(self.entries, 1):
            for moment in entry.moments:
                merits = [dict(numbers or ()) for numbers in moment.merits]
                names = dict.fromkeys(name for numbers in merits for name in numbers)
                rows += [
                    {
                        "entry": number,
                        "name": entry.name,
                        "time": entry.time,
                        "scenario": moment.scenario,
                        "alternative": name,
                        **{
                            merit: numbers.get(name, math.nan)
                            for merit, numbers in zip(MERITS, merits, strict=True)
                        },
                        "first": name in moment.choose,
                        "changed": " ".join(changed.get((moment.scenario, name, number), [])),
                    }
                    for name in names
                ]
        columns = ["entry", "name", "time", "scenario", "alternative", *MERITS, "first", "changed"]
        return pd.DataFrame(rows, columns=columns)

    def report(self, format: str = "text") -> str:
        """Return the history as text, `json`, `csv` or `markdown`.

        Raises
        ------
        StudyError
            If the format is unknown; the message lists those that are.
        """
        return HISTORY_FORMATS[format](self.to_dict())

    def plot(self, scenario: str | None = None, ax: Axes | None = None) -> Axes:
        """Draw what the choice goes by over time, for a scenario where there are several.

        Raises
        ------
        FigureError
            If the scenario is unknown, or one decision alone speaks of it.
        """
        from ahp.report.figures import draw

        return draw(self.to_dict(), "history", ax, scenario)

    def __str__(self) -> str:
        return self.report("text")

    def __repr__(self) -> str:
        return f"<History of {len(self)}, {len(self.change_points)} change points>"

    def _repr_markdown_(self) -> str:
        return self.report("markdown")


def history(decisions: Iterable[Dated]) -> History:
    """Return decisions in their order as a history, with its change points.

    For every scenario, alternative and merit the change points are those of the logarithms over the entries
    that have it (:func:`ahp.core.change_points.new_levels`), so that a level is a geometric mean.

    Parameters
    ----------
    decisions : iterable
        With `name`, `document` (checked) and `time`; see :func:`ahp.read_history`.

    Raises
    ------
    InputError
        If there are none.
    """
    saved = list(decisions)
    if not saved:
        raise InputError("a history needs at least one decision")
    entries = []
    for position, one in enumerate(saved):
        before = saved[position - 1].document if position else one.document
        entries.append(
            Entry(
                one.name,
                one.time,
                study_changes(before, one.document),
                tuple(_moment(scenario) for scenario in one.document["scenarios"]),
            )
        )
    return History(tuple(entries), tuple(level_changes(entries)), tuple(new_choices(entries)))


def _moment(scenario: ScenarioDocument) -> Moment:
    confidence = scenario.get("confidence")

    def numbers(merit: str) -> Numbers | None:
        found = scenario.get(merit)
        return None if found is None else tuple(found.items())  # type: ignore[attr-defined]

    return Moment(
        scenario["scenario"],
        tuple(answered(scenario)),
        scenario["by"],
        None if confidence is None else confidence["verdict"],
        (numbers("benefit"), numbers("cost"), numbers("benefit_to_cost")),
    )


def level_changes(entries: Sequence[Entry]) -> Iterator[ChangePoint]:
    """Yield where merits take a new level, by scenario, merit, alternative and entry."""
    series: dict[tuple[str, str, str], list[tuple[int, float]]] = {}
    for number, entry in enumerate(entries, 1):
        for moment in entry.moments:
            for merit, numbers in zip(MERITS, moment.merits, strict=True):
                for name, value in numbers or ():
                    if value > 0:
                        series.setdefault((moment.scenario, name, merit), []).append((number, value))
    logarithms = [np.log([value for _, value in points]) for points in series.values()]
    for ((scenario, name, merit), points), logs, positions in zip(
        series.items(), logarithms, _positions(logarithms), strict=True
    ):
        bounds = [0, *positions, len(points)]
        levels = [float(np.exp(logs[start:end].mean())) for start, end in pairwise(bounds)]
        for position, (before, now) in zip(positions, pairwise(levels), strict=True):
            yield ChangePoint(scenario, name, merit, points[position][0], before, now)


def _positions(series: list[Array]) -> list[list[int]]:
    """Return where each series takes a new level, all of one length looked at together."""
    found: list[list[int]] = [[] for _ in series]
    for length in {len(one) for one in series}:
        same = [number for number, one in enumerate(series) if len(one) == length]
        for number, marks in zip(same, new_levels(np.stack([series[n] for n in same])), strict=True):
            found[number] = np.flatnonzero(marks).tolist()
    return found


def new_choices(entries: Sequence[Entry]) -> list[NewChoice]:
    """Return where none of those who were first is first, by scenario and entry."""
    last: dict[str, tuple[str, ...]] = {}
    found: dict[str, list[NewChoice]] = {}
    for number, entry in enumerate(entries, 1):
        for moment in entry.moments:
            before = last.get(moment.scenario)
            changes = found.setdefault(moment.scenario, [])
            if before is not None and not set(before) & set(moment.choose):
                changes.append(NewChoice(moment.scenario, number, before, moment.choose))
            last[moment.scenario] = moment.choose
    return [change for changes in found.values() for change in changes]


def history_document(history: History) -> HistoryDocument:
    """Return the `ahp.history/1` document of a history."""
    names = [entry.name for entry in history.entries]
    return {
        "schema": "ahp.history/1",
        "version": __version__,
        "order": history.order,
        "false_alarms": FALSE_ALARMS,
        "entries": [
            {
                "entry": number,
                "name": entry.name,
                "time": None if entry.time is None else entry.time.isoformat(),
                "study": list(entry.study),
                "scenarios": [_moment_document(moment) for moment in entry.moments],
            }
            for number, entry in enumerate(history.entries, 1)
        ],
        "change_points": [
            {
                "scenario": point.scenario,
                "alternative": point.alternative,
                "merit": point.merit,
                "entry": point.entry,
                "name": names[point.entry - 1],
                "before": point.before,
                "now": point.now,
                "change": point.change,
            }
            for point in history.change_points
        ],
        "choices": [
            {
                "scenario": choice.scenario,
                "entry": choice.entry,
                "name": names[choice.entry - 1],
                "previous": list(choice.previous),
                "present": list(choice.present),
            }
            for choice in history.choices
        ],
    }


def _moment_document(moment: Moment) -> MomentDocument:
    benefit, cost, quotient = (None if numbers is None else dict(numbers) for numbers in moment.merits)
    return {
        "scenario": moment.scenario,
        "choose": list(moment.choose),
        "by": moment.by,
        "verdict": moment.verdict,
        "benefit": benefit,
        "cost": cost,
        "benefit_to_cost": quotient,
    }
