"""The plain table: wide, with a column for each measure, or long, with a row for each number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, repeat

from ahp.errors import InputError, MeasureError, UnitError, listed, quoted
from ahp.evidence.directions import better_likely, is_rate
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.tables.cells import (
    BRACKET_PASSED_OVER,
    FAILURE,
    MEAN_READ,
    PASSED_OVER,
    agreed_unit,
    is_bound,
)
from ahp.ingest.tables.columns import Column, Labels, labels_of, text_of, texts_of
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import Heading, parse_heading
from ahp.ingest.tables.numbers import (
    Number,
    decimal_of,
    marks_of,
    notes_on,
    number_in,
    numbers_of,
    refuse_doubtful_dots,
    refuse_half_stated,
    refuse_unlike,
    remarks_told,
)
from ahp.ingest.tables.ratios import (
    READINGS,
    SIZES,
    NormalisedRatio,
    ambiguous_ratio_error,
    to_original_over_stored,
)
from ahp.ingest.tables.roles import (
    is_ratio,
    may_name_alternatives,
    no_alternatives,
    redundant_columns,
    refuse_duplicate_rows,
    refuse_unclear,
    unclear,
)
from ahp.units import Unit, parse

_ROW = partial(tuple.__new__, Row)  # what Row._make calls after checking the length, at a third of the time
_HIGHEST_MULTIPLE = 20
"""Above it a ratio may be a per cent."""
_ANSWERS = ("throughput", "response_time", "duration", "compression", "decompression")
"""How measures begin that answer a question alone; of sizes and shares a table may well have others."""
LONG_ONLY = ("measure", "value", "unit")
"""Roles that mean nothing in a wide table: a column of that name is one like any other."""


def read_wide(
    fields: Sequence[Column],
    headings: Sequence[Heading],
    roles: Mapping[str, int],
    delimiter: str,
    options: Options,
) -> Reading:
    """Return the rows of a wide table.

    Raises
    ------
    InputError
        If a column's meaning is unclear, or a cell is not what it should be.
    """
    needless = redundant_columns(headings)
    used = {position for role, position in roles.items() if role not in LONG_ONLY} | needless
    columns = [i for i in range(len(fields)) if i not in used]
    settled_later = [i for i in columns if is_ratio(headings[i]) and _is_only(i, headings, columns)]
    clear = [i for i in columns if i not in settled_later]
    labels = labels_of(fields, roles)
    nameless = "alternative" not in roles and options.alternative is None
    if nameless:
        keys = zip(labels.scenario, labels.run, labels.transaction, labels.twin, strict=True)
        refuse_duplicate_rows(fields, headings, roles, keys)
    refuse_unclear([fields[i] for i in clear], [headings[i] for i in clear], labels.alternative)
    _refuse_additions([fields[i] for i in columns])
    marks = {i: marks_of(fields[i].cells) for i in columns}
    counted = _measure_columns(fields, headings, columns)
    proven = {mark for i in counted for mark in marks[i].proven}
    written = {mark for i in columns if _begins_with_numbers(fields[i]) for mark in marks[i].proven}
    answered = any((headings[i].measure or "").startswith(_ANSWERS) for i in columns)
    by_column: dict[int, Sequence[Row]] = {}
    ignored = [headings[i].text for i in sorted(needless)]
    notes: list[str] = []
    unread: list[str] = []
    for i in columns:
        field, heading = fields[i], headings[i]
        try:
            decimal, why = decimal_of(field, marks[i], proven, delimiter, options)
            if decimal == "." and written == {","}:
                refuse_unlike(field, marks[i], options)
            if marks[i].unclear_dot is not None:
                refuse_doubtful_dots(field, heading, decimal, marks[i].proven | (proven & {"."}), options)
            numbers = numbers_of(field, heading, decimal)
        except InputError as error:
            bounds = sum(map(is_bound, texts_of(field)))
            if bounds == 1 and is_bound(str(error.found)) and labels.alternative[0] is not None:
                error = error.proposing("--ignore", _error_naming(error, field, labels))
            asked = (
                heading.unit is not None
                or is_rate(heading.text)
                or not counted
                or (
                    not answered and (_is_in_units(field, heading) or better_likely(heading.text) is not None)
                )
            )
            other_marks = "--decimal" in error.options and (proven or written) and _begins_with_numbers(field)
            doubtful = asked and {"--decimal", "--drop-failed", "--ignore"}.intersection(error.options)
            if i in counted or i in settled_later or doubtful or other_marks:
                others = len(columns) > 1 and not error.options and heading.measure not in options.own
                others = others and marks[i].unclear_dot is None  # whose mark is asked for
                raise (error.proposing("--ignore", heading.text) if others else error) from None
            ignored.append(heading.text)  # a column of words that nobody asked about
            unread += [f"column {quoted(heading.text)} is not read: {said}" for said in _nearly(field, error)]
            continue
        notes += notes_on(field, numbers, decimal, why)
        by_column[i] = _rows(field, heading, labels, numbers)
    caveats = unread + _settle_ratios(by_column, notes, fields, headings, options)
    printed = {fields[i].heading: [row.found for row in rows] for i, rows in by_column.items()}
    if nameless and not any(row.value is not None for rows in by_column.values() for row in rows):
        words = may_name_alternatives(fields, headings, roles)
        raise no_alternatives((field.heading for field in fields), fields[0].line, words)
    # Row by row, not column by column: messages then name the first wrong row.
    rows = tuple(chain.from_iterable(zip(*by_column.values(), strict=True)))
    return Reading(
        rows,
        tuple(ignored),
        len(fields[0].cells),
        caveats=tuple(caveats),
        assumed=remarks_told(printed, [PASSED_OVER, BRACKET_PASSED_OVER]),
        means=remarks_told(printed, [MEAN_READ]),
        notes=tuple(notes),
    )


def _nearly(field: Column, error: InputError) -> Iterator[str]:
    """Yield what keeps a column from being one of numbers, where most of its cells are some."""
    texts = texts_of(field)
    if 2 * sum(map(is_number, texts)) > len(texts):
        yield f"{quoted(str(error.found))} in line {error.line} is no number"


def _error_naming(error: InputError, field: Column, labels: Labels) -> str:
    places = zip(field.lines, field.columns, strict=True)
    at = next(i for i, place in enumerate(places) if place == (error.line, error.column))
    return labels.alternative[at] or ""


def _is_only(position: int, headings: Sequence[Heading], columns: Sequence[int]) -> bool:
    """Say whether no other column is a ratio, so that the rest of the table may tell of which kind it is."""
    others = [headings[i] for i in columns if i != position]
    return not any(h.measure == "compression_ratio" or is_ratio(h) for h in others)


def _measure_columns(
    fields: Sequence[Column], headings: Sequence[Heading], columns: Sequence[int]
) -> set[int]:
    """Return the columns of measures, where there are none those in units: what proves a decimal mark.

    Versions and unused columns prove nothing, and what they hold is nobody's concern.
    """
    measured = {i for i in columns if headings[i].measure is not None or is_ratio(headings[i])}
    rates = set()
    if not any((headings[i].measure or "").startswith("throughput") for i in measured):  # then they count too
        rates = {i for i in columns if is_rate(headings[i].text) and all(map(is_number, texts_of(fields[i])))}
    stated = {i for i in columns if _is_in_units(fields[i], headings[i])}
    times = {i for i in stated if (unit := headings[i].unit) is not None and unit.dimension == "time"}
    return measured | rates | times if measured else stated


def _begins_with_numbers(field: Column) -> bool:
    """Say whether every cell begins with a number, whatever is counted: `14,9 kWh/100 km`."""
    return all(text.lstrip("+-$€£ ")[:1].isdigit() for text in texts_of(field))


def _is_in_units(field: Column, heading: Heading) -> bool:
    texts = [text for text in texts_of(field) if not FAILURE.match(text) and not is_bound(text)]
    stated = heading.unit is not None or not any(text[-1].isdigit() for text in texts)
    return bool(texts) and stated and all(map(is_number, texts))


def _rows(
    field: Column, heading: Heading, labels: Labels, numbers: Sequence[tuple[object, ...]]
) -> list[Row]:
    values, resolutions, units, found = zip(*numbers, strict=True)
    cells = zip(
        labels.scenario,
        labels.alternative,
        labels.run,
        labels.transaction,
        labels.block,
        repeat(heading.name),
        values,
        units,
        resolutions,
        found,
        field.lines,
        field.columns,
        labels.twin,
        labels.disturbed,
        strict=False,  # the measure repeats
    )
    return list(map(_ROW, cells))


def _settle_ratios(
    by_column: dict[int, Sequence[Row]],
    notes: list[str],
    fields: Sequence[Column],
    headings: Sequence[Heading],
    options: Options,
) -> list[str]:
    """Make original/stored of every compression ratio and note what decided; return the caveats."""
    caveats: list[str] = []
    for i, rows in by_column.items():
        heading = headings[i]
        if not (heading.measure == "compression_ratio" or is_ratio(heading)):
            continue
        if heading.measure is None:
            rows = [row._replace(measure="compression_ratio") for row in rows]
        others = chain.from_iterable(by_column[j] for j in by_column if headings[j].measure in SIZES)
        found = to_original_over_stored(rows, others, heading, options)
        if found is None:
            if heading.measure is not None:
                raise ambiguous_ratio_error(rows)
            error = unclear(heading, fields[i].line).advising(
                "say which with --map MEASURE=COLUMN, leave it out with --ignore COLUMN, or say its form "
                f"with --ratio-form: {READINGS}"
            )
            raise _with_proposed_form(error, rows)
        by_column[i] = found.rows
        notes += found.notes
        caveats += found.caveats
    return caveats


def _with_proposed_form(error: InputError, rows: Sequence[Row]) -> InputError:
    """Return the error of unclear ratios; of such as are usual multiples with that as a proposal."""
    multiples = all(row.value is None or 1 <= row.value <= _HIGHEST_MULTIPLE for row in rows)
    return error.proposing("--ratio-form", "r1") if multiples else error


def read_long(
    fields: Sequence[Column],
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
    marks = marks_of(value.cells)
    decimal, why = decimal_of(value, marks, set(), delimiter, options)
    names = _Names(fields, roles, options)
    labels = labels_of(fields, roles)
    known: dict[tuple[str, str, str], Number] = {}
    rows: list[Row] = []
    numbers: list[Number] = []
    cells: list[int] = []
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
        name = "compression_ratio" if is_ratio(heading) else heading.name
        meanings.setdefault(name, (heading, []))[1].append(len(rows))
        numbers.append(number)
        cells.append(at)
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
                words[0] if value.columns[at] == value.heading else value.columns[at],
                labels.twin[at],
                labels.disturbed[at],
            )
        )
    for heading, places in meanings.values():
        if marks.unclear_dot is not None:
            refuse_doubtful_dots(value, heading, decimal, marks.proven, options, [cells[i] for i in places])
        refuse_half_stated(
            [numbers[i] for i in places],
            [rows[i].line for i in places],
            [rows[i].column for i in places],
        )
    if "alternative" not in roles and options.alternative is None:
        refuse_duplicate_rows(fields, headings, roles, ((*row[:4], row.measure, row.twin) for row in rows))
    notes = notes_on(value, numbers, decimal, why)
    printed = {value.heading: [number.found for number in numbers]}
    caveats: list[str] = []
    for heading, places in meanings.values():
        if heading.measure == "compression_ratio" or is_ratio(heading):
            found = _normalise_ratio(rows, places, heading, measure, options)
            notes += found.notes
            caveats += found.caveats
    ignored = [h.text for i, h in enumerate(headings) if i not in roles.values()]
    return Reading(
        tuple(rows),
        tuple(ignored),
        len(value.cells),
        frozenset(names.seen),
        caveats=tuple(caveats),
        assumed=remarks_told(printed, [PASSED_OVER, BRACKET_PASSED_OVER]),
        means=remarks_told(printed, [MEAN_READ]),
        notes=tuple(notes),
    )


class _Names:
    """What the names of measures mean, each understood once."""

    def __init__(self, fields: Sequence[Column], roles: Mapping[str, int], options: Options) -> None:
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
                return parse_heading(name, self._options.own)
        heading = parse_heading(text, self._options.own)
        if heading.candidates and not is_ratio(heading):
            raise _unclear(heading, text).at(line=line, column=column)
        return heading


def _refuse_additions(fields: Iterable[Column]) -> None:
    """Refuse numbers with a plus beside some without: what they add to one that stands whole, `+18 ms`."""
    for field in fields:
        cells = [(text_of(cell), line) for cell, line in zip(field.cells, field.lines, strict=True)]
        numbers = [(text, line) for text, line in cells if is_number(text) and not text.endswith("%")]
        added = [(text, line) for text, line in numbers if text.startswith("+")]
        whole = [
            text for text, _ in numbers if text[0].isdigit() and not re.fullmatch(r"0(?:\.0*)?\D*", text)
        ]
        if added and whole and len(added) + len(whole) == len(numbers):
            raise InputError(
                f"it may be what is added to {quoted(whole[0])}, which has no plus",
                line=added[0][1],
                column=field.heading,
                found=added[0][0],
                advice="write sums, or leave the column out with --ignore COLUMN",
                options=("--ignore", field.heading),
            )


def _unclear(heading: Heading, text: str) -> MeasureError:
    advice = "write the measure's full name, or say --map MEASURE=NAME"
    if is_ratio(heading):
        advice += f", or its form with --ratio-form: {READINGS}"
    problem = f"it could mean {listed(heading.candidates)}"
    options = ("--map", f"{heading.likely}={text}") if heading.likely else ()
    return MeasureError(problem, found=text, advice=advice, options=options)


def _normalise_ratio(
    rows: list[Row], places: Sequence[int], heading: Heading, measure: Column, options: Options
) -> NormalisedRatio:
    """Make original/stored of a compression ratio, in place; return what decided."""
    given = [rows[i] for i in places]
    found = to_original_over_stored(given, [row for row in rows if row.measure in SIZES], heading, options)
    if found is None and heading.measure is not None:
        raise ambiguous_ratio_error(given)
    if found is None:
        at = measure.lines.index(given[0].line)
        problem = _with_proposed_form(_unclear(heading, text_of(measure.cells[at])), given)
        raise problem.at(line=measure.lines[at], column=measure.columns[at])
    for i, row in zip(places, found.rows, strict=True):
        rows[i] = row
    return found


def _text(field: Column | None, at: int) -> str:
    return "" if field is None else text_of(field.cells[at])
