"""How inputs are understood, told instead of ranked: so that a reading can be trusted or corrected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from ahp.errors import AHPError, InputError, one_line, quoted
from ahp.evidence.defaults import default_study, lacking
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.ingest.explanations import ColumnExplanation, Explanation, FileExplanation, NamesExplanation
from ahp.ingest.files.inputs import Input
from ahp.ingest.files.open import Readable, Source
from ahp.ingest.join import FileReading
from ahp.ingest.options import Keywords, ReadOptions
from ahp.ingest.read import measurements_of, outcome_of
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber, parse_json
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.delimited import parse_table
from ahp.ingest.tables.headings import disambiguate, parse_heading
from ahp.ingest.tables.several import listing, parts_of

if TYPE_CHECKING:
    from ahp.evidence.study import Study


_LINE_END = re.compile(r"\r\n|\r|\n")
_DIGIT = re.compile(r"\d")
_LONGEST, _MOST = 40, 8


def unused_numbers(source: Source, reading: Reading) -> Iterator[str]:
    """Yield which lines of a report, or keys of a document, have a number and give no measure.

    Nothing is said where many numbers together give one.
    """
    rows = reading.rows
    if not rows or reading.header or any(row.line is None for row in rows):
        return  # of a table each column is told
    if source.text[:1] in ("{", "["):
        left = _keys(source, {(row.found, row.line) for row in rows})
    elif source.text[:1] == "<" or any(row.column for row in rows):
        return
    else:
        lines = dict(enumerate(_LINE_END.split(source.text), 1))
        if not all(row.found in lines.get(row.line or 0, "") for row in rows):
            return
        read = {row.line for row in rows}
        left = [
            f"line {i}, {quoted(' '.join(text.split()), _LONGEST)}"
            for i, text in lines.items()
            if i not in read and _DIGIT.search(text)
        ]
    more = f" and {len(left) - _MOST} more" if len(left) > _MOST else ""
    if left:
        yield f"Not measures of their own are the numbers in {'; '.join(left[:_MOST])}{more}."


def _keys(source: Source, read: set[tuple[str, int | None]]) -> list[str]:
    """Return the keys of a document of whose numbers none was read; none if all were computed."""
    try:
        numbers = list(_numbers(parse_json(source.text), ()))
    except InputError:  # several documents, one a line
        return []
    used = {path for path, digits in numbers if (digits.text, digits.line) in read}
    if not used:
        return []
    return [f"key {quoted('.'.join(path), _LONGEST)}" for path in dict(numbers) if path and path not in used]


def _numbers(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], JsonNumber]]:
    """Yield the numbers of a document, each with the keys that lead to it."""
    if isinstance(value, JsonNumber):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, path)


def explain(
    *sources: Readable, attempt: Callable[[Measurements], object] | None = None, **asked: Unpack[Keywords]
) -> Explanation:
    """Return how every source is understood: its reader, its columns, their units, its names.

    The parameters are those of :func:`ahp.read`. What stands in the way of a ranking is told, not raised.

    Parameters
    ----------
    attempt : callable, optional
        What is to be done with the measurements, such as :func:`ahp.rank`; its refusal is told too.

    Raises
    ------
    InputError
        If the sources cannot be found, or a parameter cannot be meant.

    Examples
    --------
    >>> found = explain({"alternative": ["none", "lz4"], "Auslastung": [1, 2], "p99 (s)": ["0.5", "0.4"]})
    >>> [(column.label, column.measure, column.unit) for column in found.files[0].columns]
    [('Auslastung', None, None), ('p99 (s)', 'response_time_p99', 's')]
    """
    words = ReadOptions(**asked)
    if attempt is not None and not callable(attempt):
        raise InputError(
            f"attempt = {quoted(attempt)}; write a function of the measurements, such as ahp.rank"
        )
    entries = words.entries(sources)
    own = {measure.name: measure for measure in words.own}
    warnings: dict[str, None] = {}
    files, parts = [], []
    for entry in entries.entries:
        file, part = _explained(entry, words, own, warnings)
        files.append(file)
        parts += [part] if part is not None else []
    refusal = next((file.problem for file in files if file.problem is not None), None)
    unread = refusal is None and len(parts) < len(files)
    if unread:
        refusal = "say which table of a file is meant, with # and its number"
    if refusal is None:
        refusal = _refusal(parts, words, attempt, warnings)
    present = {c.measure for file in files for c in file.columns if c.measure is not None and c.values}
    return Explanation(
        files=tuple(_with_scenario(file, files) for file in files),
        passed_over=entries.unmatched,
        # What stands in a table that is not read yet is not lacking.
        lacking=()
        if unread or all(file.reader is None for file in files)
        else _unserved_criteria(present, words.study),
        assumed=words.study is None,
        refusal=refusal,
        warnings=tuple(warnings),
    )


def _unserved_criteria(
    present: set[str], study: Study | None
) -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """Return the criteria that nothing serves, each with what could."""
    if study is None:
        return tuple(lacking(present).items())
    if {"original_bytes", "stored_bytes"} <= present:
        present = present | {"compression_ratio"}
    return tuple((c.name, (c.measures,)) for c in study.criteria if not present.issuperset(c.measures))


def _explained(
    entry: Input, asked: ReadOptions, own: Mapping[str, Measure], warnings: dict[str, None]
) -> tuple[FileExplanation, FileReading | None]:
    """Return how a source was understood, and the source as a part of the whole if it could be read."""
    outcome, source, chosen, reading = outcome_of(entry, asked)
    part, problem = (None, outcome) if isinstance(outcome, InputError) else (outcome, None)
    if source is None:
        given = entry.given if isinstance(entry.given, str) else one_line(entry.given)
        return FileExplanation(getattr(problem, "file", None) or given, problem=str(problem)), None
    file = FileExplanation(source.name, _digest(source), notes=source.notes)
    if problem is not None:
        file = replace(file, problem=str(problem))
    if chosen is None:
        return file, None
    warnings |= dict.fromkeys(chosen.warnings)
    file = replace(file, reader=chosen.name, why=chosen.why)
    if reading is None:
        if tables := _tables(source):
            return replace(file, notes=(*source.notes, tables), problem=None), None
        outline = _outline(source, asked.options()) if chosen.name == "table" else ()
        return replace(file, columns=outline), None
    file = replace(
        file,
        rows=reading.count,
        columns=_columns(source, reading, own),
        ignored=reading.ignored,
        caveats=(
            *(f"assumed: {told}" for told in reading.assumed),
            *reading.means,
            *reading.errors,
            *reading.caveats,
        ),
        notes=(*source.notes, *reading.notes, *unused_numbers(source, reading)),
        scenario=_names("scenario", entry, reading),
        alternative=_names("alternative", entry, reading),
        run=_names("run", entry, reading),
    )
    return file, part


def _digest(source: Source) -> str:
    """Return the digest of a file; "" if it was read in vain and cannot be read again."""
    try:
        return source.sha256
    except InputError:
        return ""


def _tables(source: Source) -> str:
    """Return the tables of a text of which several could be meant; empty where there is no question."""
    if source.table is not None or source.part is not None:
        return ""
    try:
        parts = parts_of(source)
    except InputError:
        return ""
    if len(parts) < 2:
        return ""
    return f"{len(parts)} tables stand here: {listing(parts, source.name)}"


def _refusal(
    parts: list[FileReading],
    asked: ReadOptions,
    attempt: Callable[[Measurements], object] | None,
    warnings: dict[str, None],
) -> str | None:
    """Return what a ranking would be refused with, None if with nothing."""
    try:
        measurements = measurements_of(parts, asked)
        warnings |= dict.fromkeys(measurements.warnings)
        if asked.study is None:
            default_study(measurements)
        if attempt is not None:
            attempt(measurements)
    except AHPError as error:
        return str(error)
    return None


def _names(field: str, entry: Input, reading: Reading) -> NamesExplanation:
    """Return what a file is about, and what says so."""
    own = tuple(dict.fromkeys(name for row in reading.rows if (name := getattr(row, field)) is not None))
    if own:
        column = dict(reading.roles).get(field)
        return NamesExplanation(own, f"column {quoted(column)}" if column is not None else "the file")
    given = entry.labels.of(field)
    if given is not None:
        return NamesExplanation((given,), entry.labels.said.get(field))
    return NamesExplanation()


def _with_scenario(file: FileExplanation, files: Iterable[FileExplanation]) -> FileExplanation:
    """Return a file that names no scenario with the one it is taken for."""
    if file.scenario.by is not None or file.reader is None:
        return file
    others: dict[str, str] = {}
    for name in (name for other in files for name in other.scenario.names):
        others.setdefault(name.casefold(), name)
    if len(others) > 1:
        known = [MEASURES.get(column.measure or "") for column in file.columns if column.values]
        if not known or not all(measure is not None and measure.static for measure in known):
            return file
        every = tuple(others.values())
        return replace(file, scenario=NamesExplanation(every, "every one of the other files that has it"))
    taken = next(iter(others.values()), None)
    by = "the only one of the other files" if taken is not None else "nothing names it"
    return replace(file, scenario=NamesExplanation((taken or "default",), by))


def _columns(source: Source, reading: Reading, own: Mapping[str, Measure]) -> tuple[ColumnExplanation, ...]:
    """Return the columns or lines in their order, with what each holds."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    units: dict[tuple[object, ...], str | None] = {}
    for row in reading.rows:
        key = (row.column, row.measure, "" if row.column else row.transaction)
        groups.setdefault(key, []).append(row)
        if row.unit is not None:
            units.setdefault(key, row.unit.symbol)
    printed = any(not row.column and row.line is not None for row in reading.rows)
    lines = _LINE_END.split(source.text) if printed else []
    return tuple(
        _column(rows, own.get(rows[0].measure) or MEASURES.get(rows[0].measure), units.get(key), lines)
        for key, rows in groups.items()
    )


def _column(
    rows: list[Row], measure: Measure | None, unit: str | None, lines: list[str]
) -> ColumnExplanation:
    values = [row for row in rows if row.value is not None]
    first = values[0] if values else rows[0]
    column = ColumnExplanation(
        label=first.column or _line(first, lines),
        line=first.line,
        measure=measure.name if measure is not None else None,
        transactions=tuple(dict.fromkeys(row.transaction for row in values)),
        unit=unit,
        values=len(values),
        missing=len(rows) - len(values),
    )
    if first.value is None:
        return column
    value, kept = None, ""
    if measure is not None:
        try:
            value, inside = measure.standard(first.value, first.unit)
            kept = inside.symbol
        except InputError:  # the refusal of the whole says what is wrong with it
            value = None
    return replace(
        column, found=first.found, value=value, kept=kept, resolution=min(row.resolution for row in values)
    )


def _line(row: Row, lines: list[str]) -> str:
    """Return the line in which a number stands, of a long one what stands before it."""
    if row.line is None or row.line > len(lines):
        return row.measure
    text = " ".join(lines[row.line - 1].split())
    if len(text) <= _LONGEST:
        return text
    at = text.find(row.found) if row.found else -1
    if at < 0:
        return f"{text[: _LONGEST - 1]}…"
    end = max(at + len(row.found), _LONGEST - 1)
    start = max(0, end - _LONGEST + 1)
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def _outline(source: Source, options: Options) -> tuple[ColumnExplanation, ...]:
    """Return how the headings of a table that is refused are understood, with the first cell of each."""
    try:
        table = parse_table(source, options.heading)
    except InputError:
        return ()
    named = {column.strip().casefold(): name for name, column in options.columns.items()}
    found = []
    headings = disambiguate(
        parse_heading(named.get(text.casefold(), text), options.own) for text in table.header
    )
    for i, heading in enumerate(headings):
        cells = [(line, cells[i]) for line, cells in table.rows]
        # `none` is an alternative, and no number.
        full = [(at, cell) for at, cell in cells if (cell != "" if heading.role else not is_missing(cell))]
        line, cell = full[0] if full else (None, None)
        found.append(
            ColumnExplanation(
                label=table.header[i],
                line=line,
                measure=heading.measure,
                role=heading.role,
                candidates=heading.candidates,
                unit=heading.unit.symbol if heading.unit is not None else None,
                found=None if cell is None else str(cell),
                values=len(full),
                missing=len(cells) - len(full),
            )
        )
    return tuple(found)
