"""The long form of the plain table: a row for each number, with the name of its measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ahp.errors import InputError, MeasureError, UnitError, listed
from ahp.ingest.columns import Number, decimal_of, notes_on, number_in, refuse_half_stated
from ahp.ingest.decimals import marks_of
from ahp.ingest.fields import Field, text_of
from ahp.ingest.headings import Heading, understand
from ahp.ingest.labels import labels_of
from ahp.ingest.numbers import agreed_unit
from ahp.ingest.ratio_forms import READINGS
from ahp.ingest.ratios import SIZES, Settled, below_one, settled
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.roles import is_ratio, refuse_alike
from ahp.units import Unit, parse


def read_long(
    fields: Sequence[Field],
    headings: Sequence[Heading],
    roles: Mapping[str, int],
    delimiter: str,
    options: Options,
) -> Reading:
    """Return the rows of a long table.

    Raises
    ------
    InputError
        If a measure's meaning is unclear, or a cell is not what it should be.
    """
    value, measure = fields[roles["value"]], fields[roles["measure"]]
    decimal, why = decimal_of(value, marks_of(value.cells), set(), delimiter, options)
    names = _Names(fields, roles, options)
    labels = labels_of(fields, roles)
    known: dict[tuple[str, str, str], Number] = {}
    rows: list[Row] = []
    numbers: list[Number] = []
    meanings: dict[str, tuple[Heading, list[int]]] = {}
    for at, cell in enumerate(value.cells):
        heading, words = names.heading(at)
        if heading is None:
            continue
        number = known.get((cell, *words)) if isinstance(cell, str) else None
        if number is None:
            try:
                number = number_in(cell, heading, decimal)
            except InputError as error:
                raise error.at(line=value.lines[at], column=value.columns[at]) from None
            if isinstance(cell, str):
                known[(cell, *words)] = number
        name = heading.measure or ("compression_ratio" if is_ratio(heading) else heading.words)
        meanings.setdefault(name, (heading, []))[1].append(len(rows))
        numbers.append(number)
        rows.append(
            Row(
                labels.scenario[at],
                labels.alternative[at],
                labels.run[at],
                labels.transaction[at],
                labels.block[at],
                name,
                number.value,
                number.unit,
                number.resolution,
                number.found,
                value.lines[at],
                value.columns[at],
                labels.twin[at],
                labels.disturbed[at],
            )
        )
    for _, places in meanings.values():
        refuse_half_stated(
            [numbers[i] for i in places],
            [rows[i].line for i in places],
            [rows[i].column for i in places],
        )
    if "alternative" not in roles:
        refuse_alike(fields, ((*row[:4], row.measure, row.twin) for row in rows))
    notes = notes_on(value, numbers, decimal, why)
    caveats: list[str] = []
    for heading, places in meanings.values():
        if heading.measure == "compression_ratio" or is_ratio(heading):
            found = _settled(rows, places, heading, measure, options)
            notes += found.notes
            caveats += found.caveats
    ignored = [h.text for i, h in enumerate(headings) if i not in roles.values()]
    return Reading(
        tuple(rows), tuple(ignored), len(value.cells), frozenset(names.seen), tuple(caveats), tuple(notes)
    )


class _Names:
    """What the names of measures mean, each understood once."""

    def __init__(self, fields: Sequence[Field], roles: Mapping[str, int], options: Options) -> None:
        self._options = options
        self._ignored = {name.strip().casefold() for name in options.ignore}
        self._measure = fields[roles["measure"]]
        self._unit = fields[roles["unit"]] if "unit" in roles else None
        self._known: dict[tuple[str, str], Heading | None] = {}
        self.seen: set[str] = set()

    def heading(self, at: int) -> tuple[Heading | None, tuple[str, str]]:
        """Return what a row's measure is, None where it is left out, and the words that say so.

        Raises
        ------
        InputError
            If nobody can tell, or its units contradict each other.
        """
        words = (_text(self._measure, at), _text(self._unit, at))
        if words not in self._known:
            self._known[words] = self._understood(words, at)
        return self._known[words], words

    def _understood(self, words: tuple[str, str], at: int) -> Heading | None:
        text, unit = words
        self.seen.add(text.casefold())
        if text.casefold() in self._ignored:
            return None
        heading = self._measured(text, at)
        stated = self._stated(unit, at)
        if stated is None or self._unit is None:
            return heading
        try:
            agreed = agreed_unit(heading.unit, stated, "the unit column")
        except UnitError as error:
            raise error.at(line=self._unit.lines[at], column=self._unit.columns[at]) from None
        return Heading(heading.text, None, heading.measure, heading.candidates, agreed, heading.words)

    def _stated(self, unit: str, at: int) -> Unit | None:
        if not unit or self._unit is None:
            return None
        try:
            return parse(unit)
        except UnitError as error:
            raise error.at(line=self._unit.lines[at], column=self._unit.columns[at]) from None

    def _measured(self, text: str, at: int) -> Heading:
        line, column = self._measure.lines[at], self._measure.columns[at]
        if not text:
            raise MeasureError("a measure is needed; the cell is empty", line=line, column=column)
        for name, given in self._options.columns.items():
            if given.strip().casefold() == text.casefold():
                return understand(name, self._options.own)
        heading = understand(text, self._options.own)
        if heading.candidates and not is_ratio(heading):
            raise _unclear(heading, text).at(line=line, column=column)
        return heading


def _unclear(heading: Heading, text: str) -> MeasureError:
    advice = "write the measure's full name, or say --map MEASURE=NAME"
    if is_ratio(heading):
        advice += f", or its form with --ratio-form: {READINGS}"
    problem = f"it could mean {listed(heading.candidates)}"
    return MeasureError(problem, found=text, advice=advice)


def _settled(
    rows: list[Row], places: Sequence[int], heading: Heading, measure: Field, options: Options
) -> Settled:
    """Make original/stored of a compression ratio, in place; return what decided."""
    given = [rows[i] for i in places]
    found = settled(given, [row for row in rows if row.measure in SIZES], heading, options)
    if found is None and heading.measure is not None:
        raise below_one(given)
    if found is None:
        at = measure.lines.index(given[0].line)
        problem = _unclear(heading, text_of(measure.cells[at]))
        raise problem.at(line=measure.lines[at], column=measure.columns[at])
    for i, row in zip(places, found.rows, strict=True):
        rows[i] = row
    return found


def _text(field: Field | None, at: int) -> str:
    return "" if field is None else text_of(field.cells[at])
