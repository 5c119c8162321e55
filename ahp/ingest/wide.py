"""The wide form of the plain table: a row for each alternative, a column for each measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, repeat

from ahp.errors import InputError
from ahp.ingest.columns import decimal_of, notes_on, numbers_of
from ahp.ingest.decimals import Marks, marks_of
from ahp.ingest.fields import Field
from ahp.ingest.headings import Heading
from ahp.ingest.labels import Labels, labels_of
from ahp.ingest.numbers import all_numbers
from ahp.ingest.ratio_forms import READINGS
from ahp.ingest.ratios import SIZES, below_one, settled
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.roles import is_ratio, no_alternatives, refuse_alike, refuse_unclear, unclear, unneeded

_ROW = partial(tuple.__new__, Row)  # what Row._make calls after checking the length, at a third of the time
LONG_ONLY = ("measure", "value", "unit")
"""Roles that mean nothing in a wide table: a column of that name is one like any other."""


def read_wide(
    fields: Sequence[Field],
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
    needless = unneeded(headings)
    used = {position for role, position in roles.items() if role not in LONG_ONLY} | needless
    columns = [i for i in range(len(fields)) if i not in used]
    settled_later = [i for i in columns if is_ratio(headings[i]) and _is_only(i, headings, columns)]
    clear = [i for i in columns if i not in settled_later]
    labels = labels_of(fields, roles)
    if "alternative" not in roles:
        refuse_alike(fields, zip(labels.scenario, labels.run, labels.transaction, labels.twin, strict=True))
    refuse_unclear([fields[i] for i in clear], [headings[i] for i in clear])
    marks = {i: marks_of(fields[i].cells) for i in columns}
    proven = _proven(fields, headings, marks)
    by_column: dict[int, Sequence[Row]] = {}
    ignored = [headings[i].text for i in sorted(needless)]
    notes: list[str] = []
    for i in columns:
        field, heading = fields[i], headings[i]
        try:
            decimal, why = decimal_of(field, marks[i], proven, delimiter, options)
            numbers = numbers_of(field, heading, decimal)
        except InputError:
            if heading.measure is not None or i in settled_later:
                raise
            ignored.append(heading.text)  # a column of words that nobody asked about
            continue
        notes += notes_on(field, numbers, decimal, why)
        by_column[i] = _rows(field, heading, labels, numbers)
    caveats = _settle_ratios(by_column, notes, fields, headings, options)
    if "alternative" not in roles and not any(
        row.value is not None for rows in by_column.values() for row in rows
    ):
        raise no_alternatives((field.heading for field in fields), fields[0].line)
    # Row by row, not column by column: messages then name the first wrong row.
    rows = tuple(chain.from_iterable(zip(*by_column.values(), strict=True)))
    return Reading(rows, tuple(ignored), len(fields[0].cells), caveats=tuple(caveats), notes=tuple(notes))


def _is_only(position: int, headings: Sequence[Heading], columns: Sequence[int]) -> bool:
    """Say whether no other column is a ratio, so that the rest of the table may tell of which kind it is."""
    others = [headings[i] for i in columns if i != position]
    return not any(h.measure == "compression_ratio" or is_ratio(h) for h in others)


def _proven(fields: Sequence[Field], headings: Sequence[Heading], marks: Mapping[int, Marks]) -> set[str]:
    """Return the decimal marks that columns of numbers prove; dates and versions prove nothing."""
    found: set[str] = set()
    for i, column in marks.items():
        proven = column.proven
        if not proven or proven <= found:
            continue
        known = headings[i].measure is not None
        if known or (len(proven) == 1 and all_numbers(_distinct(fields[i].cells), min(proven))):
            found |= proven
    return found


def _distinct(cells: Sequence[object]) -> list[object]:
    """Return each text of a column once; other objects need not be hashable."""
    texts = dict.fromkeys(cell for cell in cells if type(cell) is str)
    return [*texts, *(cell for cell in cells if type(cell) is not str)]


def _rows(field: Field, heading: Heading, labels: Labels, numbers: Sequence[tuple[object, ...]]) -> list[Row]:
    values, resolutions, units, found = zip(*numbers, strict=True)
    measure = heading.measure or heading.words
    cells = zip(
        labels.scenario,
        labels.alternative,
        labels.run,
        labels.transaction,
        labels.block,
        repeat(measure),
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
    fields: Sequence[Field],
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
        found = settled(rows, others, heading, options)
        if found is None:
            if heading.measure is not None:
                raise below_one(rows)
            raise unclear(heading, fields[i].line).advising(
                "say which with --map MEASURE=COLUMN, leave it out with --ignore COLUMN, or say its form "
                f"with --ratio-form: {READINGS}"
            )
        by_column[i] = found.rows
        notes += found.notes
        caveats += found.caveats
    return caveats
