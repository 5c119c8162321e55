"""Several files become one set of measurements: joined on scenario × alternative × run, each cell once.

What they say of space in different words is made comparable: a saving where the others have a ratio.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from pathlib import PurePath
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from ahp.errors import InputError, UnitError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Gap, Measurement, Place, Source, Spare
from ahp.ingest.checks import check_rates, refuse_fractions_among_per_cents, refuse_several
from ahp.ingest.readers.base import Reading, Row
from ahp.ingest.tables.headings import parse_heading
from ahp.ingest.tables.keys import PLUS
from ahp.ingest.tables.matrices import tells_case
from ahp.ingest.tables.roles import no_alternatives

_MEASURE, _UNIT = attrgetter("measure"), attrgetter("unit")
_RATIO, _SAVING = "compression_ratio", "space_saving"
_OF_SHARES = {
    "throughput": ("throughput_improvement", "throughput_relative"),
    "stored": ("", "compression_ratio"),
}
"""What per cents may be instead: how much better it is, or the whole of it beside a baseline's 100."""
_OF_A_BASELINE = 50.0  # per cent from which on a number is no improvement
_SIZES = frozenset({"original_bytes", "stored_bytes"})
_STEPS = ("KB", "MB", "GB", "TB")  # of unstated base


_UNIT_BEHIND = re.compile(r"\s*(?:\([^()]*\)|,\s*\S+/\S+)\s*$")
_SHEET = re.compile(r"\.(?:xls[xm]|ods)#(.+)$", re.IGNORECASE)


class FileReading(NamedTuple):
    """One file of several.

    Attributes
    ----------
    source : Source
        Its name, digest and reader.
    reading : Reading
        What a reader found in it.
    alternative : str or None
        What its argument or path calls it.
    warnings : tuple of str
        What is wrong with readers that were passed over for it.
    """

    source: Source
    reading: Reading
    alternative: str | None = None
    warnings: tuple[str, ...] = ()


def has_savings(rows: Iterable[Measurement]) -> bool:
    """Say whether there is a saving among measurements."""
    return _SAVING in set(map(_MEASURE, rows))


def ratios_of_savings(rows: Sequence[Measurement]) -> tuple[list[Measurement], list[str]]:
    """Return compression ratios for the alternatives that only have a saving, and what to say of them.

    Only where another alternative of the scenario has a ratio, or both sizes, and not all have a saving:
    otherwise the measures are compared as they are.
    """
    if not has_savings(rows):
        return [], []
    known: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        known.setdefault(row.scenario, {}).setdefault(row.alternative, set()).add(row.measure)
    lacking = {(s, a) for s, measures in known.items() for a in _without_ratio(measures)}
    found: list[Measurement] = []
    told: dict[str, None] = {}
    for row in rows:
        if row.measure == _SAVING and (row.scenario, row.alternative) in lacking:
            # An index is kept as its relative, which for a saving is the ratio itself.
            found.append(row._replace(measure=_RATIO, unit="x", resolution=row.resolution * row.value**2))
            whose = f"space_saving of {quoted(row.alternative)} in {row.place.file}"
            told[f"{whose} is read as a compression ratio, which others have"] = None
    return found, list(told)


def _without_ratio(measures: dict[str, set[str]]) -> Iterable[str]:
    """Return the alternatives with a saving and no ratio, where the others cannot be compared by savings."""
    sized = {name for name, having in measures.items() if _RATIO in having or having >= _SIZES}
    saving = {name for name, having in measures.items() if _SAVING in having}
    if not sized or sized | saving == saving:
        return set()
    return saving - sized


def in_one_size(rows: Sequence[Measurement]) -> tuple[list[Measurement], list[str]]:
    """Return sizes that a file states in `MB` and `GB` in the smaller, and what to say of them.

    A step is 1000 there; that it may be 1024 is part of what the printed digits leave open.
    """
    if len({unit for unit in set(map(_UNIT, rows)) if _stem(unit) in _STEPS}) < 2:  # nearly always
        return list(rows), []
    sizes: dict[tuple[str | None, str], set[str]] = {}
    for row in rows:
        sizes.setdefault((row.place.file, row.measure), set()).add(row.unit)
    mixed = {
        key: sorted(units, key=lambda unit: _STEPS.index(_stem(unit)))
        for key, units in sizes.items()
        if len(units) > 1 and {*map(_stem, units)}.issubset(_STEPS) and len({*map(_is_speed, units)}) == 1
    }
    found = []
    for row in rows:
        smallest, *_ = mixed.get((row.place.file, row.measure), [row.unit])
        if row.unit != smallest:
            steps = _STEPS.index(_stem(row.unit)) - _STEPS.index(_stem(smallest))
            value = row.value * 1000.0**steps
            resolution = row.resolution * 1000.0**steps + value * (1.024**steps - 1)
            row = row._replace(value=value, resolution=resolution, unit=smallest, stated=None)
        found.append(row)
    told = [
        f"{measure} in {file} stands in {listed(units)}: taken as 1000 apart; that "
        "they may be 1024 apart counts as rounding"
        for (file, measure), units in mixed.items()
    ]
    return found, told


def _stem(unit: str) -> str:
    return unit.removesuffix("/s")


def _is_speed(unit: str) -> bool:
    return unit.endswith("/s")


_Record: TypeAlias = Measurement | Gap | Spare


def join(
    parts: Sequence[FileReading],
    *,
    own: Iterable[Measure] = (),
    baseline: str | None = None,
    warnings: Iterable[str] = (),
) -> Measurements:
    """Return the measurements of all files together.

    A file without scenarios takes the one scenario that the others have, and a file without runs the one
    run; where there are several, only what belongs to the data rather than to a run (sizes, the compression
    ratio) may stand without, and the warnings say so.

    Raises
    ------
    InputError
        If a file lacks the scenario or run that would tell its cells apart, a cell is given twice, a column
        of rates is one of times, or the files are of two machines.
    """
    for part in parts:
        if part.reading.obstacle is not None:
            raise part.reading.obstacle.at(file=part.source.file)
    refuse_several((part.source.file, part.reading.machines) for part in parts)
    parts = [_plausible(part) for part in parts]
    refuse_fractions_among_per_cents((part.source.file, part.reading.rows) for part in parts)
    parts = _with_titles(parts)
    ours = {measure.name: measure for measure in own}
    measures = {**MEASURES, **ours}
    labels = _Labels(parts)
    kept = _Kept(warnings)
    for part in parts:
        kept.add(part, labels, measures)
    left_out = [f"{part.source.file}, {what}" for part in parts for what in part.reading.left_out]
    ignored = list(dict.fromkeys(name for part in parts for name in part.reading.ignored))
    rows, gaps, spare = _by_kind(kept.records)
    if not rows and not spare:
        raise _refusal_of_no_rows(left_out, ignored, parts[0].source.file)
    rows, remarks = in_one_size(rows)
    ratios, more = ratios_of_savings(rows)
    remarks += more
    return Measurements.of(
        [*rows, *ratios],
        baseline=baseline,
        gaps=gaps,
        spare=spare,
        sources=[part.source for part in parts],
        warnings=dict.fromkeys([*kept.warnings, *(f"left out: {what}" for what in left_out), *remarks]),
        ignored=ignored,
        own=ours.values(),
        caveats=[(part.source.file, told) for part in parts for told in part.reading.caveats],
        assumed=[(part.source.file, told) for part in parts for told in part.reading.assumed],
        means=[(part.source.file, told) for part in parts for told in part.reading.means],
        errors=[(part.source.file, told) for part in parts for told in part.reading.errors],
        twins=_twins(kept.twins, ours.values()),
        disturbed=kept.disturbed,
        operations=next(filter(None, map(_operations, parts)), ""),
    )


def _operations(part: FileReading) -> str:
    """Return the columns that would name a scenario for each operation, where types are called so."""
    roles = dict(part.reading.roles)
    called = roles.get("transaction", "")
    if not called or "transaction" in called.casefold():
        return ""
    return PLUS.join(filter(None, (roles.get("scenario"), called)))


def _plausible(part: FileReading) -> FileReading:
    try:
        return part._replace(reading=check_rates(part.reading))
    except InputError as error:
        raise error.at(file=part.source.file) from None


def _with_titles(parts: Sequence[FileReading]) -> list[FileReading]:
    """Return the parts with the titles of tables of one file as scenarios, where these measure the same.

    Where rows have a scenario already, the title stands before it: `Parse, twitter.json`.
    """
    found = list(parts)
    files: dict[tuple[str, bool], list[int]] = {}  # with scenarios or without
    titled = {at: title for at, part in enumerate(parts) if (title := _title_of(part))}
    for at in titled:
        having = [row.scenario is not None for row in parts[at].reading.rows]
        if having and having.count(having[0]) == len(having):
            files.setdefault((parts[at].source.file.rpartition("#")[0], having[0]), []).append(at)
    for (_, with_scenarios), tables in files.items():
        rows = [row for at in tables for row in parts[at].reading.rows]
        cells = {(row.scenario, row.alternative, row.measure, row.run) for row in rows}
        titles = list(dict.fromkeys(titled[at] for at in tables))
        if len(cells) == len(rows) or len(titles) < len(tables):
            continue
        done = {row.alternative or "" for row in rows}
        # `Gets` below `Redis 7.2`
        turned = not with_scenarios and all(map(tells_case, done)) and not any(map(tells_case, titles))
        for at in tables:
            reading, title = parts[at].reading, titled[at]
            before = f"{_UNIT_BEHIND.sub('', title)}, " if with_scenarios else title
            what = "alternative" if turned else "scenario"
            named = tuple(
                row._replace(scenario=row.alternative, alternative=title)
                if turned
                else row._replace(scenario=f"{before}{row.scenario or ''}")
                for row in reading.rows
            )
            told = f"the table is the {what} {quoted(title)}, by what it is called"
            found[at] = parts[at]._replace(
                reading=replace(reading, rows=named, assumed=(told,) if turned else (*reading.assumed, told))
            )
    return found


def _title_of(part: FileReading) -> str:
    """Return what the table of a file that has several is called: what stands above it, or its sheet."""
    sheet = _SHEET.search(part.source.file)
    return part.reading.title or (sheet[1] if sheet else "")


def _by_kind(records: Sequence[_Record]) -> tuple[list[Measurement], list[Gap], list[Spare]]:
    return (
        [record for record in records if isinstance(record, Measurement)],
        [record for record in records if isinstance(record, Gap)],
        [record for record in records if isinstance(record, Spare)],
    )


def _twins(records: Sequence[_Record], own: Iterable[Measure]) -> Measurements | None:
    """Return what was measured a second time; None where nothing was."""
    rows, gaps, spare = _by_kind(records)
    return Measurements.of(rows, gaps=gaps, spare=spare, own=own) if rows or spare else None


def _refusal_of_no_rows(left_out: Sequence[str], ignored: Sequence[str], file: str) -> InputError:
    if left_out:
        return InputError(f"nothing is left; left out: {left_out[0]}", advice="repeat them")
    return InputError(
        f"no column holds a known measure; found {listed(ignored) or 'only empty cells'}",
        file=file,
        advice="name one with --map MEASURE=COLUMN, such as --map throughput_tps=COLUMN",
    )


class _Kept:
    """What is kept of the rows of all files: second measurements apart, and which runs were disturbed."""

    def __init__(self, warnings: Iterable[str]) -> None:
        self.records: list[_Record] = []
        self.twins: list[_Record] = []
        self.disturbed: dict[tuple[str, str, str], None] = {}
        self.warnings = dict.fromkeys(warnings)

    def add(self, part: FileReading, labels: _Labels, measures: Mapping[str, Measure]) -> None:
        """Add the rows of a file."""
        file = part.source.file
        for row in part.reading.rows:
            measure = measures.get(row.measure)
            served = labels.served_cells(row) if measure is not None and measure.static else []
            if served and row.value is not None:
                self.warnings[f"{row.measure} in {file} names no scenario; it serves every scenario"] = None
            for cell in served or [labels.cell(row.scenario, row.alternative, part)]:
                run = row.run or self._only_run(row, cell.runs, measure, file)
                key = (cell.scenario, cell.alternative, run, row.transaction)
                record = _record_of(key, row, measure, file)
                (self.twins if row.twin else self.records).append(record)
                if row.disturbed and not row.twin and not served:
                    self.disturbed[cell.scenario, cell.alternative, run] = None

    def _only_run(self, row: Row, known: Iterable[str], measure: Measure | None, file: str) -> str:
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
            self.warnings[f"{row.measure} in {file} names no run; it serves every run"] = None
        return ""


def _record_of(key: tuple[str, str, str, str], row: Row, measure: Measure | None, file: str) -> _Record:
    """Return what is kept of a row, in the unit of its measure; None is that of no known one.

    Raises
    ------
    InputError
        If its unit measures something else, or its value is out of range.
    """
    place = Place(file, row.line, row.column)
    if row.value is None:
        return Gap(*key, row.measure, row.found, place)
    if measure is None:
        return Spare(*key, row.measure, row.value, row.unit, row.resolution, row.block, place)
    try:
        return Measurement.standard(key, measure, row.value, row.unit, row.resolution, row.block, place)
    except UnitError as error:
        if row.unit is None and parse_heading(row.column or "").measure == measure.name:
            raise error.proposing("--map", f"{measure.name} ({measure.unit.symbol})={row.column}") from None
        if row.unit is not None and row.unit.dimension == "bits":
            symbol = row.unit.symbol.replace("bit", "B")
            advice = (
                f"if {symbol} is meant, say so with --map; else correct the unit, or leave the column out"
            )
            named = f"{measure.name} ({symbol})={row.column}"
            raise error.advising(advice).proposing("--map", named) from None
        low, high = _OF_SHARES.get(measure.name.rpartition("_")[0] or measure.name, ("", ""))
        given = None if row.unit is None else row.unit.dimension
        meant = low if given == "share" and abs(row.value) < _OF_A_BASELINE else high
        if given not in ("share", "multiple") or not meant:
            raise
        raise error.proposing("--map", f"{meant}={row.column}") from None


class _Subject(NamedTuple):
    """What some rows of a file are about, None where it does not say, and the runs that they name."""

    scenario: str | None
    alternative: str | None
    runs: dict[str, None]


def _subjects(reading: Reading) -> list[_Subject]:
    """Return what the rows of a file are about, each subject once."""
    found: dict[tuple[str | None, str | None], _Subject] = {}
    for row in reading.rows:
        about = (row.scenario, row.alternative)
        if about not in found:
            found[about] = _Subject(*about, {})
        if row.run:
            found[about].runs[row.run] = None
    return list(found.values())


class _Cell(NamedTuple):
    """A scenario and an alternative, and the runs that some file names there."""

    scenario: str
    alternative: str
    runs: dict[str, None]


class _Spelling:
    """One spelling for each label: the first, whatever its case and way of writing accents in later files."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        return self._first.setdefault(normalize("NFC", text).casefold(), text)


class _Labels:
    """What the files say together: the scenarios, the runs, and how each label is spelled.

    Raises
    ------
    InputError
        If a file that names runs lacks the scenario or the alternative.
    """

    def __init__(self, parts: Iterable[FileReading]) -> None:
        self._scenario_of, self._alternative_of = _Spelling(), _Spelling()
        subjects = [(part, subject) for part in parts for subject in _subjects(part.reading)]
        self._subjects = [subject for _, subject in subjects]
        named = [subject.scenario for subject in self._subjects]
        self._scenarios = list(dict.fromkeys(self._scenario_of(name) for name in named if name))
        self._cells: dict[tuple[str | None, str | None], _Cell] = {}
        for part, subject in subjects:
            if subject.runs:
                self.cell(subject.scenario, subject.alternative, part).runs.update(subject.runs)

    def cell(self, scenario: str | None, alternative: str | None, part: FileReading) -> _Cell:
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
            cell = self._cells[scenario, alternative] = self._cell_by_spelling(one, alternative)
        return cell

    def _cell_by_spelling(self, scenario: str, alternative: str) -> _Cell:
        key = (self._scenario_of(scenario), self._alternative_of(alternative))
        return self._cells.setdefault(key, _Cell(*key, {}))

    def served_cells(self, row: Row) -> list[_Cell]:
        """Return the cells of a row that belongs to the data, not to a run, and does not say to which.

        They are those of its alternative in all scenarios that measured it, of which there are several; none
        where the row says what it is about, or there is no question.
        """
        if row.scenario is not None or row.run or row.alternative is None or len(self._scenarios) < 2:
            return []
        scenarios = self._measured.get(row.alternative.casefold(), self._scenarios)
        return [self._cell_by_spelling(one, row.alternative) for one in scenarios]

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

    def _rivals(self, part: FileReading) -> list[str]:
        """Return what the only file was made with, where that may be compared: `psync` and `io_uring`."""
        from ahp.ingest.tables.matrices import tells_case

        found = list(dict.fromkeys(row.scenario for row in part.reading.rows if row.scenario))
        alone = len(found) == len(self._subjects) > 1
        return [] if not alone or any(map(tells_case, found)) else found

    def _refusal(self, scenario: str | None, part: FileReading) -> InputError:
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
            cases = [heading for role, heading in part.reading.roles if role == "scenario"]
            return no_alternatives(part.reading.header, part.reading.header_line, cases).at(file=file)
        problem = "nothing says which alternative this file measured"
        if rivals := self._rivals(part):
            told = f"write NAME=FILE, or say --transpose if {listed(rivals, 4)} are compared"
            return InputError(problem, file=file, advice=told, options=("--transpose",))
        return InputError(
            problem,
            file=file,
            advice="write NAME=FILE, or say where its name stands in the path: "
            f"--path '{{alternative}}{PurePath(file).suffix}'",
        )
