"""Several files become one set of measurements: joined on scenario × alternative × run, each cell once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, cast

from ahp.errors import InputError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Gap, Measurement, Spare
from ahp.ingest.machines import refuse_several
from ahp.ingest.parts import Key, Part, Record, Stack, Subject, record_of
from ahp.ingest.plausibility import refuse_clock
from ahp.ingest.readers.base import Row
from ahp.ingest.roles import no_alternatives
from ahp.ingest.storage import ratios_of_savings


class _Labels:
    """One spelling for each label: the first, whatever its case in later files."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._first.setdefault(text.casefold(), text)
        return known


class _Cell(NamedTuple):
    """A scenario and an alternative, and the runs that some file names there."""

    scenario: str
    alternative: str
    runs: dict[str, None]


class _Together:
    """What the files say together: the scenarios, the runs, and how each label is spelled.

    Raises
    ------
    InputError
        If a file that names runs lacks the scenario or the alternative.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._scenario_of, self._alternative_of = _Labels(), _Labels()
        self._subjects = [part.about() if part.stack is None else part.subjects for part in parts]
        named = dict.fromkeys([subject[0] for subjects in self._subjects for subject in subjects])
        self._scenarios = list(dict.fromkeys(self._scenario_of(name) for name in named if name))
        self._runs: dict[tuple[str, str], dict[str, None]] = {}
        self._cells: dict[tuple[str | None, str | None], _Cell] = {}
        for part, subjects in zip(parts, self._subjects, strict=True):
            for scenario, alternative, runs in subjects:
                if runs:
                    known = self._cells.get((scenario, alternative)) or self.cell(scenario, alternative, part)
                    for run in runs:
                        known.runs[run] = None

    def cell(self, scenario: str | None, alternative: str | None, part: Part) -> _Cell:
        """Return the cell that some rows of a file are about.

        Raises
        ------
        InputError
            If it has no scenario and there are several, or no alternative.
        """
        cell = self._cells.get((scenario, alternative))
        if cell is None:
            one = _scenario(scenario, self._scenarios, part.source.file, self._scenario_of)
            key = (one, self._alternative_of(_named(alternative, part)))
            cell = self._cells[scenario, alternative] = _Cell(*key, self._runs.setdefault(key, {}))
        return cell

    def stacked(self, parts: Sequence[Part]) -> dict[Stack, list[tuple[int, list[Key]]]]:
        """Return, for each stack of files, their positions and the keys of what each is about.

        Without the stacks in which it is not clear for every subject.
        """
        found: dict[Stack, list[tuple[int, list[Key]]]] = {}
        unclear: set[Stack] = set()
        for position, (part, subjects) in enumerate(zip(parts, self._subjects, strict=True)):
            keys = [self._key(subject, part, slot) for slot, subject in enumerate(subjects)]
            stack = part.stack
            if stack is None:
                continue
            if None in keys:
                unclear.add(stack)
            if stack not in found:
                found[stack] = []
            found[stack].append((position, cast("list[Key]", keys)))
        return {stack: files for stack, files in found.items() if stack not in unclear}

    def _key(self, subject: Subject, part: Part, slot: int) -> Key | None:
        scenario, alternative, _ = subject
        if alternative is None or (scenario is None and len(self._scenarios) > 1):
            return None
        one, other, runs = self._cells.get((scenario, alternative)) or self.cell(scenario, alternative, part)
        if part.run or not runs:
            return one, other, part.run or ""
        if len(runs) == 1:
            return one, other, next(iter(runs))
        return (one, other, "") if part.stack is not None and part.stack.named[slot] else None


def join(
    parts: Sequence[Part],
    *,
    own: Iterable[Measure] = (),
    baseline: str | None = None,
    warnings: Iterable[str] = (),
) -> Measurements:
    """Return the measurements of all files together.

    A file without scenarios takes the one scenario that the others have. A file without runs takes the one
    run that they have; where there are several, only what belongs to the data rather than to a run (sizes,
    the compression ratio) may stand without.

    Raises
    ------
    InputError
        If a file lacks the scenario or run that would tell its cells apart, a cell is given twice, a column
        of rates is one of times, or the files are of two machines.
    """
    refuse_several({part.source.file: part.reading.machines for part in parts if part.reading.machines})
    # Of files alike the one that was read was looked at, and the others are decided as it was.
    parts = [_plausible(part) if part.stack is None else part for part in parts]
    ours = {measure.name: measure for measure in own}
    measures = {**MEASURES, **ours}
    together = _Together(parts)
    told = dict.fromkeys(warnings)
    made: list[Sequence[Record]] = [()] * len(parts)
    stacks = together.stacked(parts)
    for position, part in enumerate(parts):
        if part.stack not in stacks:
            made[position] = _records(part.alone(), together, measures, told)
    for stack, found in stacks.items():
        files = [parts[position].source.file for position, _ in found]
        filled = stack.filled([keys for _, keys in found], files)
        for (position, _), records in zip(found, filled, strict=True):
            made[position] = records
    everything = list(chain.from_iterable(made))
    rows, gaps, spare = _by_kind(everything)
    left_out = [f"{part.source.file}, {what}" for part in parts for what in part.reading.left_out]
    told.update((f"left out: {what}", None) for what in left_out)
    if not rows and not spare:
        if left_out:
            raise InputError(f"nothing is left; left out: {left_out[0]}", advice="repeat them")
        headings = dict.fromkeys(name for part in parts for name in part.reading.ignored)
        raise InputError(
            f"no column holds a known measure; found {listed(headings) or 'only empty cells'}",
            file=parts[0].source.file,
            advice="name one with --map MEASURE=COLUMN, such as --map throughput_tps=COLUMN",
        )
    ratios, remarks = ratios_of_savings(rows)
    told.update(dict.fromkeys(remarks))
    return Measurements.of(
        [*rows, *ratios],
        baseline=baseline,
        gaps=gaps,
        spare=spare,
        sources=[part.source for part in parts],
        warnings=told,
        ignored=dict.fromkeys(name for part in parts for name in part.reading.ignored),
        own=ours.values(),
        caveats=[(part.source.file, caveat) for part in parts for caveat in part.reading.caveats],
    )


def _by_kind(records: list[Record]) -> tuple[list[Measurement], list[Gap], list[Spare]]:
    if set(map(type, records)) == {Measurement}:  # nearly always
        return cast("list[Measurement]", records), [], []
    return (
        [record for record in records if isinstance(record, Measurement)],
        [record for record in records if isinstance(record, Gap)],
        [record for record in records if isinstance(record, Spare)],
    )


def _plausible(part: Part) -> Part:
    try:
        return part._replace(reading=refuse_clock(part.reading))
    except InputError as error:
        raise error.at(file=part.source.file) from None


def _records(
    part: Part, together: _Together, measures: Mapping[str, Measure], told: dict[str, None]
) -> list[Record]:
    """Return what is kept of the rows of a file."""
    file = part.source.file
    records: list[Record] = []
    cells: dict[tuple[str | None, str | None], _Cell] = {}
    for row in part.reading.rows:
        cell = cells.get(row[:2])
        if cell is None:
            cell = cells[row[:2]] = together.cell(row.scenario, row.alternative, part)
        run = row.run or _only_run(row, cell.runs, measures.get(row.measure), file, told)
        records.append(record_of((cell[0], cell[1], run, row.transaction), row, measures, file))
    return records


def _scenario(named: str | None, scenarios: Sequence[str], file: str, scenario_of: _Labels) -> str:
    if named is not None:
        return scenario_of(named)
    if len(scenarios) > 1:
        raise InputError(
            f"no column 'scenario', and the other files have {len(scenarios)}: {listed(scenarios)}",
            file=file,
            advice="add the column, so that each row says where it belongs",
        )
    return scenarios[0] if scenarios else "default"


def _named(called: str | None, part: Part) -> str:
    """Return the alternative of a row; a harness seldom knows what is being compared."""
    if called is None and part.reading.header:
        raise no_alternatives(part.reading.header, part.reading.header_line).at(file=part.source.file)
    if called is None:
        raise InputError(
            "nothing says which alternative this file measured",
            file=part.source.file,
            advice="write NAME=FILE, or say where its name stands in the path: --path '{alternative}.log'",
        )
    return called


def _only_run(
    row: Row,
    known: Iterable[str],
    measure: Measure | None,
    file: str,
    warnings: dict[str, None],
) -> str:
    """Return the run of a row that names none: the only one there is, or "" for all of them."""
    known = tuple(known)
    if len(known) <= 1:
        return known[0] if known else ""
    if measure is not None and not measure.static and row.value is not None:
        raise InputError(
            f"{row.measure} of {quoted(row.alternative or '')} names no run, and there are {len(known)}: "
            f"{listed(known)}",
            file=file,
            line=row.line,
            column=row.column,
            advice="add a column 'run'",
        )
    if row.value is not None:
        warnings[f"{row.measure} in {file} names no run; it serves every run"] = None
    return ""
