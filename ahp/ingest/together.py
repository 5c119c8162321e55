"""What several files say together: scenarios, alternatives and runs, and which of them a row is about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.parts import Part
from ahp.ingest.readers.base import Row
from ahp.ingest.roles import no_alternatives


class Cell(NamedTuple):
    """A scenario and an alternative, and the runs that some file names there."""

    scenario: str
    alternative: str
    runs: dict[str, None]


class _Spelling:
    """One spelling for each label: the first, whatever its case in later files."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        return self._first.setdefault(text.casefold(), text)


class Together:
    """What the files say together: the scenarios, the runs, and how each label is spelled.

    Raises
    ------
    InputError
        If a file that names runs lacks the scenario or the alternative.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        self._scenario_of, self._alternative_of = _Spelling(), _Spelling()
        subjects = [(part, subject) for part in parts for subject in part.subjects()]
        self._subjects = [subject for _, subject in subjects]
        named = [subject.scenario for subject in self._subjects]
        self._scenarios = list(dict.fromkeys(self._scenario_of(name) for name in named if name))
        self._cells: dict[tuple[str | None, str | None], Cell] = {}
        for part, subject in subjects:
            if subject.runs:
                self.cell(subject.scenario, subject.alternative, part).runs.update(subject.runs)

    def cell(self, scenario: str | None, alternative: str | None, part: Part) -> Cell:
        """Return the cell that some rows of a file are about.

        Raises
        ------
        InputError
            If it has no scenario and there are several, or no alternative.
        """
        cell = self._cells.get((scenario, alternative))
        if cell is None:
            if alternative is None or (scenario is None and len(self._scenarios) > 1):
                raise self._refusal(scenario, part)
            one = scenario if scenario is not None else self._only_scenario()
            cell = self._cells[scenario, alternative] = self._cell(one, alternative)
        return cell

    def _cell(self, scenario: str, alternative: str) -> Cell:
        key = (self._scenario_of(scenario), self._alternative_of(alternative))
        return self._cells.setdefault(key, Cell(*key, {}))

    def served(self, row: Row) -> list[Cell]:
        """Return the cells of a row that belongs to the data, not to a run, and does not say to which.

        They are those of its alternative in all scenarios that measured it, of which there are several; none
        where the row says what it is about, or there is no question.
        """
        if row.scenario is not None or row.run or row.alternative is None or len(self._scenarios) < 2:
            return []
        scenarios = self._measured.get(row.alternative.casefold(), self._scenarios)
        return [self._cell(one, row.alternative) for one in scenarios]

    @cached_property
    def _measured(self) -> dict[str, list[str]]:
        """The scenarios that some file names with an alternative, by its name in lower case."""
        found: dict[str, dict[str, None]] = {}
        for scenario, alternative, _ in self._subjects:
            if scenario and alternative:
                found.setdefault(alternative.casefold(), {})[self._scenario_of(scenario)] = None
        return {alternative: list(scenarios) for alternative, scenarios in found.items()}

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
