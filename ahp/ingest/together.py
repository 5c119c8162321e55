"""What several files say together: scenarios, alternatives and runs, and which of them a row is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, cast

from ahp.errors import InputError, listed
from ahp.ingest.parts import About, Keys, Part, Stack
from ahp.ingest.readers.base import Row
from ahp.ingest.roles import no_alternatives


class _Labels:
    """One spelling for each label: the first, whatever its case in later files."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        if text not in self._known:
            self._known[text] = self._first.setdefault(text.casefold(), text)
        return self._known[text]


class Cell(NamedTuple):
    """A scenario and an alternative, and the runs that some file names there."""

    scenario: str
    alternative: str
    runs: dict[str, None]


class Together:
    """What the files say together: the scenarios, the runs, and how each label is spelled.

    Raises
    ------
    InputError
        If a file that names runs lacks the scenario or the alternative.
    """

    def __init__(self, parts: Sequence[Part | Stack], stacks: Iterable[Stack]) -> None:
        self._scenario_of, self._alternative_of = _Labels(), _Labels()
        about = [() if isinstance(part, Stack) else part.about() for part in parts]
        for stack in stacks:
            for position, subjects in zip(stack.positions, stack.about(), strict=True):
                about[position] = subjects
        named = dict.fromkeys([subject[0] for subjects in about for subject in subjects])
        self._scenarios = list(dict.fromkeys(self._scenario_of(name) for name in named if name))
        self._runs: dict[tuple[str, str], dict[str, None]] = {}
        self._cells: dict[About, Cell] = {}
        self._about = about
        for position, subjects in enumerate(about):
            for scenario, alternative, runs in subjects:
                if runs:
                    cell = self._cells.get((scenario, alternative))
                    if cell is None:
                        cell = self.cell(scenario, alternative, parts[position], position)
                    for run in runs:
                        cell[2][run] = None

    def cell(
        self, scenario: str | None, alternative: str | None, part: Part | Stack, position: int = 0
    ) -> Cell:
        """Return the cell that some rows of a file are about.

        Raises
        ------
        InputError
            If it has no scenario and there are several, or no alternative.
        """
        cell = self._cells.get((scenario, alternative))
        if cell is None:
            if self._unclear((scenario, alternative)):
                if isinstance(part, Stack):
                    part = part.alone(part.positions.index(position))
                raise self._refusal(scenario, part)
            one = scenario if scenario is not None else self._only_scenario()
            cell = self._cells[scenario, alternative] = self._cell(one, alternative or "")
        return cell

    def _cell(self, scenario: str, alternative: str) -> Cell:
        key = (self._scenario_of(scenario), self._alternative_of(alternative))
        if key not in self._runs:
            self._runs[key] = {}
        return Cell(*key, self._runs[key])

    def served(self, row: Row) -> list[Cell]:
        """Return the cells of a row that belongs to the data, not to a run, and does not say to which.

        They are those of its alternative in all scenarios that measured it, of which there are several; none
        where the row says what it is about, or there is no question.
        """
        scenario, alternative = row[:2]
        if scenario is not None or row.run or alternative is None or len(self._scenarios) < 2:
            return []
        scenarios = self._measured.get(alternative.casefold(), self._scenarios)
        return [self._cell(one, alternative) for one in scenarios]

    @cached_property
    def _measured(self) -> dict[str, list[str]]:
        """The scenarios that some file names with an alternative, by its name in lower case."""
        found: dict[str, dict[str, None]] = {}
        for scenario, alternative, _ in chain.from_iterable(self._about):
            if scenario and alternative:
                found.setdefault(alternative.casefold(), {})[self._scenario_of(scenario)] = None
        return {alternative: list(scenarios) for alternative, scenarios in found.items()}

    def _unclear(self, about: About) -> bool:
        return about[1] is None or (about[0] is None and len(self._scenarios) > 1)

    def _only_scenario(self) -> str:
        return self._scenarios[0] if self._scenarios else "default"

    def _refusal(self, scenario: str | None, part: Part) -> InputError:
        """Return why it is not clear what some rows are about; a harness seldom knows what is compared."""
        file = part.source.file
        if scenario is None and len(self._scenarios) > 1:
            others = f"and the other files have {len(self._scenarios)}: {listed(self._scenarios)}"
            if part.reading.header:
                problem, advice = (
                    "no column 'scenario'",
                    "add the column, so that each row says where it belongs",
                )
            else:
                problem = "nothing says which scenario this file measured"
                advice = "say where its name stands in the path: --path '{scenario}/{alternative}.log'"
            return InputError(f"{problem}, {others}", file=file, advice=advice)
        if part.reading.header:
            return no_alternatives(part.reading.header, part.reading.header_line).at(file=file)
        return InputError(
            "nothing says which alternative this file measured",
            file=file,
            advice="write NAME=FILE, or say where its name stands in the path: --path '{alternative}.log'",
        )

    def keys(self, stack: Stack) -> list[Keys] | None:
        """Return what the files of a stack are kept under; None if that is not clear for one of them."""
        found = [self._keys(stack, slot) for slot in range(len(stack.own))]
        return None if None in found else cast("list[Keys]", found)

    def _keys(self, stack: Stack, slot: int) -> Keys | None:
        abouts = [about[slot] for about in stack.abouts]
        different = dict.fromkeys(abouts)
        if any(map(self._unclear, different)):
            return None
        known = {about: self.cell(*about, stack) for about in different}
        cells = [known[about] for about in abouts]
        scenarios, alternatives = [cell[0] for cell in cells], [cell[1] for cell in cells]
        if all(stack.runs):
            return Keys(scenarios, alternatives, cast("Sequence[str]", stack.runs))
        several = "" if stack.named[slot] else None
        only = {about: _only(cell.runs, several) for about, cell in known.items()}
        runs = [run or only[about] for run, about in zip(stack.runs, abouts, strict=True)]
        return None if None in runs else Keys(scenarios, alternatives, cast("Sequence[str]", runs))


def _only(runs: Iterable[str], several: str | None) -> str | None:
    """Return the only run of some, "" of none, and of several what is said."""
    known = list(runs)
    return several if len(known) > 1 else known[0] if known else ""
