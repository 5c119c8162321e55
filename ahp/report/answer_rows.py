"""The rows of an answer: each scenario, or of many all that have the same choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ahp.printing import printable
from ahp.report.answer_wording import is_sure, stood
from ahp.report.terminal import clipped

if TYPE_CHECKING:
    from ahp.report.documents import ScenarioDocument

LABEL, NAME = 20, 16
"""Columns of a scenario's name and of an alternative's."""
_ALONE, _GROUPS = 4, 4  # scenarios that have lines of their own; choices that more are told by


class Row(NamedTuple):
    """What is told together: a scenario, or all that have the same choice."""

    label: str
    scenarios: tuple[ScenarioDocument, ...]

    @property
    def one(self) -> ScenarioDocument | None:
        """The scenario, where it is alone."""
        return self.scenarios[0] if len(self.scenarios) == 1 else None


def rows_of(scenarios: Sequence[ScenarioDocument]) -> tuple[list[Row], str]:
    """Return what has lines of its own, and in words what has none."""
    if len(scenarios) <= _ALONE:
        return [Row(label_of(scenario), (scenario,)) for scenario in scenarios], ""
    groups: dict[tuple[object, ...], list[ScenarioDocument]] = {}
    for scenario in scenarios:
        groups.setdefault((*stood(scenario)["names"], is_sure(scenario)), []).append(scenario)
    ordered = sorted(groups.values(), key=len, reverse=True)
    rows = [
        Row(
            _group_label(group, len(scenarios)),
            tuple(group),
        )
        for group in ordered[:_GROUPS]
    ]
    rest = ordered[_GROUPS:]
    if not rest:
        return rows, ""
    return rows, f"{sum(map(len, rest))} more scenarios, of {len(rest)} other choices: --explain"


def _group_label(group: Sequence[ScenarioDocument], everything: int) -> str:
    if len(group) == everything:
        return f"all {everything}"
    first = label_of(group[0])
    return first if len(group) == 1 else f"{clipped(first, LABEL - 6)} + {len(group) - 1}"


def label_of(scenario: ScenarioDocument) -> str:
    """Return what a scenario is called."""
    return printable(scenario["scenario"])


def counted(number: int, thing: str) -> str:
    """Return so many things in words.

    Examples
    --------
    >>> counted(1, "run"), counted(3, "run")
    ('1 run', '3 runs')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
