"""What changes over a history: merits that take a new level, and the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.change_points import new_levels
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    from ahp.core.gate import Array
    from ahp.decision.history import Entry

MERITS = ("benefit", "cost", "benefit_to_cost")


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
