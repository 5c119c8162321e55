"""Several files become one set of measurements: joined on scenario × alternative × run, each cell once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter

from ahp.errors import InputError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Gap, Measurement, Place, Source, Spare
from ahp.ingest.plausibility import refuse_clock
from ahp.ingest.readers.base import Reading, Row
from ahp.ingest.roles import no_alternatives
from ahp.ingest.storage import ratios_of_savings

_ABOUT = itemgetter(0, 1, 2)  # scenario, alternative and run of a row
_PLACE = partial(tuple.__new__, Place)  # in a third of the time; there is one for each number


@dataclass(frozen=True)
class Part:
    """One file of several.

    Attributes
    ----------
    source : Source
        Its name, digest and reader.
    reading : Reading
        What a reader found in it.
    alternative : str or None
        What its argument or path calls it.
    """

    source: Source
    reading: Reading
    alternative: str | None = None


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
        If a file lacks the scenario or run that would tell its cells apart, a cell is given twice, or a
        column of rates is one of times.
    """
    parts = [_plausible(part) for part in parts]
    ours = {measure.name: measure for measure in own}
    measures = {**MEASURES, **ours}
    scenario_of, alternative_of = _Labels(), _Labels()
    named = dict.fromkeys(row.scenario for part in parts for row in part.reading.rows if row.scenario)
    scenarios = list(dict.fromkeys(scenario_of(name) for name in named if name))
    runs = _runs(parts, scenarios, scenario_of, alternative_of)
    rows: list[Measurement] = []
    gaps: list[Gap] = []
    spare: list[Spare] = []
    told = dict.fromkeys(warnings)
    standard = Measurement.standard
    for part in parts:
        file = part.source.file
        cells: dict[tuple[str | None, str | None], tuple[str, str, tuple[str, ...]]] = {}
        for row in part.reading.rows:
            cell = cells.get(row[:2])
            if cell is None:
                scenario = _scenario(row.scenario, scenarios, file, scenario_of)
                alternative = alternative_of(_named(row.alternative, part))
                known = runs.get((scenario, alternative), ())
                cell = cells[row[:2]] = (scenario, alternative, known)
            _, _, run, transaction, block, name, value, unit, resolution, found, line, column = row
            place = _PLACE((file, line, column))
            measure = measures.get(name)
            run = run or _only_run(row, cell[2], measure, file, told)
            key = (cell[0], cell[1], run, transaction)
            if value is None:
                gaps.append(Gap(*key, name, found, place))
            elif measure is None:
                spare.append(Spare(*key, name, value, unit, resolution, block, place))
            else:
                rows.append(standard(key, measure, value, unit, resolution, block, place))
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


def _plausible(part: Part) -> Part:
    try:
        return replace(part, reading=refuse_clock(part.reading))
    except InputError as error:
        raise error.at(file=part.source.file) from None


def _runs(
    parts: Sequence[Part], scenarios: Sequence[str], scenario_of: _Labels, alternative_of: _Labels
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the runs that some file names, by scenario and alternative."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for part in parts:
        for named, called, run in dict.fromkeys(map(_ABOUT, part.reading.rows)):
            if run:
                scenario = _scenario(named, scenarios, part.source.file, scenario_of)
                alternative = alternative_of(_named(called, part))
                found.setdefault((scenario, alternative), {})[run] = None
    return {key: tuple(names) for key, names in found.items()}


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
    known: tuple[str, ...],
    measure: Measure | None,
    file: str,
    warnings: dict[str, None],
) -> str:
    """Return the run of a row that names none: the only one there is, or "" for all of them."""
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
