"""The plain table, wide or long, as people write it and as spreadsheets and scripts save it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from ahp.errors import InputError, listed, quoted
from ahp.evidence.measures import better_said
from ahp.ingest.checks import MACHINE, machines_of
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.tables.cell_units import in_units_of, with_clocks, with_unit_of_cells
from ahp.ingest.tables.cells import MEAN_READ
from ahp.ingest.tables.changes import with_changes_as_shares
from ahp.ingest.tables.columns import LAYOUTS, Column, as_columns, rows_at, text_of
from ahp.ingest.tables.delimited import (
    Table,
    check_table,
    is_number,
    parse_table,
    without_columns,
    without_keys,
)
from ahp.ingest.tables.failed_rows import without_failed_rows
from ahp.ingest.tables.headings import SCENARIO_WORDS, Heading, names_a_kind, words_of
from ahp.ingest.tables.keys import repeated_cell, with_block_runs, with_joined, with_joined_names, with_runs
from ahp.ingest.tables.long_form import (
    cells_of,
    rows_in_units,
    rows_of_measures,
    units_below,
    with_far_rows,
    with_measures_of_units,
    with_runs_below,
)
from ahp.ingest.tables.markup_signs import is_markup
from ahp.ingest.tables.matrices import (
    CAPTION,
    assumptions_of_turned,
    changes_in,
    may_be_matrix,
    may_stand_in_columns,
    refuse_matrix,
    refuse_transposed,
    tells_case,
)
from ahp.ingest.tables.meanings import headings_by_cells
from ahp.ingest.tables.roles import (
    guessed_alternatives,
    headings_of,
    roles_of,
    without_ignored,
)
from ahp.ingest.tables.summary_rows import (
    refuse_references,
    refuse_summary_rows,
    with_statistics_as_columns,
    without_restated,
)
from ahp.ingest.tables.surroundings import (
    caption_above,
    measure_said,
    options_of_cells,
    refuse_cut_number,
    rows_in_comments,
    with_caption_over_mean,
    without_fences,
    without_footnotes,
    without_notes_below,
)
from ahp.ingest.tables.two_headings import (
    split_headings,
    under_sections,
    under_two_headings,
    with_names_below,
)

_SPREADS = frozenset({"std", "stddev", "stdev", "sd", "std_dev"})
"""What a column is called that tells how the numbers beside it scatter."""


_COUNTS = frozenset({"runs", "n_runs", "samples", "repetitions", "reps", "rounds", "trials"})
"""What a column is called that tells how many runs the numbers beside it are of."""

_NAMED = frozenset({"alternative", "scenario"})
"""What the caller may have said the columns of."""


class TableReader:
    """The plain table: delimited text, a sheet, a Parquet file, a DataFrame or a mapping, wide or long.

    Gives: every measure that a heading names, and columns of your own that a study names.
    Elsewhere: nothing, or what the table lacks; a column names the alternatives.
    Caveats: other columns are ignored, and the report names them; what a number or a heading means is found
    from the whole table, and refused where it could be read two ways.
    """

    def matches(self, head: str) -> bool:
        """Say yes to any text: what is wrong with a table is told when it is read."""
        return True

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of a plain table.

        Raises
        ------
        InputError
            If the table is damaged, a column's meaning is unclear, or a cell is not what it should be.
        """
        if source.table is None and is_markup(source.text):
            from ahp.ingest.tables.markup import delimited_of

            source = replace(source, content=delimited_of(source.text))
        if source.table is None:
            source = without_fences(source)
        above = None
        try:
            table = parse_table(source, options.heading)
        except InputError as error:
            table, above = _table_among(source, options, error)
        try:
            refuse_cut_number(source.text, table)
            reading = reading_of_table(table, options, source.text, above)
            return replace(reading, caveats=(*reading.caveats, *rows_in_comments(source.text, table)))
        except InputError as error:
            if source.table is None:
                _refuse_sections(source, error)
            raise


def _table_among(source: Source, options: Options, error: InputError) -> tuple[Table, str | None]:
    """Return the table that stands in a text which is none as a whole, and what stands above one picked.

    Raises
    ------
    InputError
        The error that the whole gave, or one that says more, where none or several stand there.
    """
    if source.table is not None:
        raise error
    from ahp.ingest.tables.not_a_table import instead
    from ahp.ingest.tables.several import chosen_part, parts_of

    try:
        table, parts = under_two_headings(source), parts_of(source)
    except InputError:
        table, parts = None, []
    if table is not None and not options.heading:
        return check_table(table), None
    if not parts:
        raise instead(error, source.text)
    part = chosen_part(parts, source, options)
    return check_table(part.table), part.above if source.part is not None else None


def _refuse_sections(source: Source, error: InputError) -> None:
    """Refuse a text of several tables as such, not for what the second one is as rows of the first."""
    from ahp.ingest.tables.several import parts_of, several

    parts = parts_of(source)
    if len(parts) > 1:
        raise several(parts, source.name) from error


def _notes_of_options(table: Table, known: frozenset[str], options: Options) -> Iterator[str]:
    """Yield what the caller said of the table's shape, where it has been followed."""
    if table.header_line is None and table.delimiter:
        yield f"it has no heading; its columns are {listed(table.header)}, as --columns says"
    if options.cells is not None:
        yield f"every cell is {quoted(options.cells)} of a scenario and an alternative, as --cells says"
    elif options.alternatives_as == "columns":
        yield "the alternatives stand as columns, as --transpose says"
    for name in options.ignore:
        if name.strip().casefold() in known:
            yield f"column {quoted(name)} is left out, as --ignore says"


def _without_rows(
    fields: Sequence[Column], roles: Mapping[str, int], options: Options, known: frozenset[str]
) -> tuple[tuple[Column, ...], frozenset[str]]:
    """Return the columns without the rows of the names that are to be left out, and those names.

    Raises
    ------
    InputError
        If no row is left.
    """
    unwanted = {name.strip().casefold() for name in options.ignore} - known
    named = [fields[roles[role]] for role in ("alternative", "scenario", "run") if role in roles]
    rows = list(zip(*(map(text_of, field.cells) for field in named), strict=True))
    found = {name for row in rows for name in row if name.casefold() in unwanted}
    kept = [at for at, row in enumerate(rows) if found.isdisjoint(row)]
    if found and not kept:
        raise InputError("every row is left out", line=fields[0].line, advice="keep some")
    return (rows_at(kept, fields) if found else tuple(fields)), frozenset(found)


def _are_several(field: Column) -> bool:
    """Say whether every cell is a number of two or more."""
    texts = list(map(text_of, field.cells))
    return all(text.isascii() and text.isdigit() and int(text) > 1 for text in texts)


def _without_empty_scenarios(reading: Reading) -> Reading:
    """Return a reading without scenarios in which nothing was measured, where others stand beside them."""
    measured = {row.scenario for row in reading.rows if row.value is not None}
    empty = {row.scenario for row in reading.rows} - measured
    if not empty or not measured:
        return reading
    told = (f"nothing was measured in scenario {quoted(name)}" for name in sorted(filter(None, empty)))
    rows = tuple(row for row in reading.rows if row.scenario in measured)
    return replace(reading, rows=rows, left_out=(*reading.left_out, *told))


def _with_cases_in_names(reading: Reading, heading: str) -> Reading:
    """Return a reading whose names tell what was done, `std decode`, with that as scenarios."""
    words = {word for row in reading.rows for word in (row.alternative or "").split()}
    if not any(map(tells_case, words)):
        return reading
    from ahp.ingest.readers.suites import with_cases_in_names

    return with_cases_in_names(reading, heading)


def _fields_of(table: Table, options: Options) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Return the columns of a table as it stands, and what is assumed of how it does."""
    if options.cells is not None:
        runs, told = with_runs_below(as_columns(table), options.cells)
        if any(field.heading == options.cells for field in runs):
            return runs, tuple(told)
        return cells_of(table, options.cells, options.alternatives_as, options.columns), ()
    if options.alternatives_as is None and not options.columns:
        for form in (rows_in_units, rows_of_measures):
            columns, assumed = form(table)
            if columns:
                return columns, assumed
    below, units = units_below(table)
    columns = LAYOUTS[options.alternatives_as or "rows"](below)
    if units and options.alternatives_as != "columns":
        columns = tuple(replace(field, unit=unit) for field, unit in zip(columns, units, strict=True))
    return columns, ()


def _measure_above(table: Table, caption: str) -> str:
    """Return the measure that stands above a table, with its unit; refuse one where none does."""
    said = measure_said(caption)
    if said is None or options_of_cells(said, better_said(caption), stated=True) != ["--cells", said]:
        raise InputError(
            "nothing above this table says what its cells are",
            line=table.header_line,
            advice="name the measure with --cells MEASURE",
        )
    return said


def _told_apart_twice(fields: Sequence[Column], roles: Mapping[str, int]) -> list[str]:
    """Return what is assumed of scenarios in each of which another alternative stands, and none in two."""
    named = [
        list(map(text_of, fields[roles[role]].cells)) for role in ("alternative", "scenario") if role in roles
    ]
    if len(named) < 2 or "run" in roles:
        return []
    pairs = len({*zip(*named, strict=True)})
    if not 1 < pairs == len({*named[0]}) == len({*named[1]}):
        return []
    other, name = (quoted(fields[roles[role]].heading) for role in ("scenario", "alternative"))
    return [f"{other} is another name of each {name}, and no scenario"]


def _kinds_beside(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> list[str]:
    """Return what is assumed where another column of words, such as `format`, may be a part of the names."""
    chosen = roles.get("alternative")
    if chosen is None or "scenario" in roles:
        return []
    others = [
        field.heading
        for at, field in enumerate(fields)
        if at not in roles.values() and headings[at].measure is None and names_a_kind(field.heading)
        if len({*map(text_of, field.cells)}) > 1 and not any(map(is_number, map(text_of, field.cells)))
    ]
    name = fields[chosen].heading
    return [
        f"{quoted(name)} names the alternatives; --map 'alternative={other}+{name}' adds {quoted(other)}"
        for other in others[:1]
    ]


def _cases_beside_alternatives(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> list[str]:
    """Return what is assumed of `file` before `alternative`, where each stands with several of the other."""
    beside = roles.get("alternative") == 1 and fields[1].heading == "alternative" and "scenario" not in roles
    if not beside or 0 in roles.values() or not words_of(headings[0]) & SCENARIO_WORDS:
        return []
    pairs = list(zip(*(map(text_of, field.cells) for field in fields[:2]), strict=True))
    if len({*pairs}) < len(pairs) or len({name for _, name in pairs}) == len(pairs):
        return []
    return [f"column {quoted(fields[0].heading)} says what was measured with"]


def reading_of_table(table: Table, options: Options, text: str = "", above: str | None = None) -> Reading:
    """Return the rows of a table.

    Parameters
    ----------
    text : str
        What stands around it, which may name the measure of a table whose headings do not.
    above : str or None
        What stands above one that was picked of several.

    Raises
    ------
    InputError
        If a column's meaning is unclear, or a cell is not what it should be.
    """
    caption = caption_above(text, table.header_line) if above is None else above
    file = PurePath(table.name).name
    if options.cells == CAPTION and CAPTION not in options.own:
        options = replace(options, cells=_measure_above(table, caption))
    table, footnotes = without_footnotes(without_keys(table), text)
    table, remarks = without_notes_below(table)
    whole = table
    table, described = with_statistics_as_columns(table)
    table, of_mean = with_caption_over_mean(table, caption)
    table, restated = without_restated(without_columns(table, options.ignore))
    said_options = options
    turned = (
        [] if options.alternatives_as or options.cells or options.columns else assumptions_of_turned(table)
    )
    if turned:
        options = replace(options, alternatives_as="columns")
        table = without_columns(table, changes_in(table))
    if options.cells is not None:
        table = with_joined_names(table, options.columns)
    levels = merged = ""
    given = {column.strip().casefold() for column in options.columns.values()}
    if options.cells is options.alternatives_as is None and given.isdisjoint(map(str.casefold, table.header)):
        table, levels = split_headings(table)
    if options.cells is options.alternatives_as is None and not levels:
        if not options.columns:
            table, levels = under_sections(table)
        table, merged = with_names_below(table)
        levels = levels or merged
    columns, shape = _fields_of(table, options)
    columns, stated = in_units_of(caption, columns)
    said = measure_said(caption) or measure_said(file)
    fields, means = with_runs_below(
        with_measures_of_units(with_joined(columns, options.columns)),
        said=options_of_cells(said, better_said(caption)),
    )
    fields = with_clocks(fields, options.columns)
    headed = (*whole.header, *table.header, *(field.heading for field in (*columns, *fields)))
    known = frozenset(name.casefold() for name in headed)
    fields = without_ignored(fields, options)
    if not fields:
        raise InputError("every column is left out", line=table.header_line, advice="keep some")
    headings = headings_of(fields, options)
    roles = roles_of(fields, headings)
    if (
        merged
        and not {0, "scenario"}.intersection((*roles, *roles.values()))
        and not names_a_kind(table.header[0])
    ):
        roles["scenario"] = 0  # a name for several rows groups them
    told_apart = [] if options.columns else _told_apart_twice(fields, roles)
    if told_apart:
        del roles["scenario"]
    cases = (
        [] if not _NAMED.isdisjoint(options.columns) else _cases_beside_alternatives(fields, headings, roles)
    )
    if cases:
        roles["scenario"] = 0
    fields, headings = with_unit_of_cells(fields, headings, roles)
    fields, headings, changes = with_changes_as_shares(fields, headings, options.own)
    beside = [] if options.columns else _kinds_beside(fields, headings, roles)
    assumed = [
        *turned,
        *shape,
        *footnotes,
        *remarks,
        *described,
        *stated,
        *means,
        *changes,
        *restated,
        *([levels] if levels else []),
        *cases,
        *told_apart,
        *beside,
    ]
    aside = options.cells is None and not options.columns and may_stand_in_columns(table)
    nameless = options.alternative is None and ("alternative" not in roles or aside)
    long = {"measure", "value"} <= set(roles)
    if nameless and (
        options.cells or long or not may_be_matrix(table) or (names_a_kind(table.header[0]) and not aside)
    ):
        position, guess = guessed_alternatives(fields, headings, roles)
        if position is not None:
            roles["alternative"] = position
            assumed.append(guess)
            nameless = False
    headings, proven, doubtful = headings_by_cells(fields, headings, roles)
    spreads = [
        heading.text
        for heading, field in zip(headings, fields, strict=True)
        if "run" not in roles
        and (
            _SPREADS & {*heading.words.split("_")[-2:]} or (heading.words in _COUNTS and _are_several(field))
        )
    ]
    fields, unwanted = _without_rows(fields, roles, options, known)
    refuse_references(fields, roles, options.baseline)
    fields, left_out, errors = without_failed_rows(fields, headings, roles, options)
    if long:
        from ahp.ingest.tables.plain import read_long as form
    else:
        from ahp.ingest.tables.plain import read_wide as form

        refuse_transposed(fields, headings, options.alternatives_as or "rows")
        if (
            options.alternatives_as is None
            and options.cells is None
            and (nameless or not (options.own or options.columns or stated))
        ):
            refuse_matrix(table, file, caption, named=not nameless, picked=above is not None)
    reading = form(fields, headings, roles, table.delimiter, options)
    if "run" not in roles and "block" in roles:
        reading = with_block_runs(reading, options)
    elif "run" not in roles and options.repeats == "runs":
        reading = with_runs(reading)
    ignored = (f"the rows of {quoted(name)} are left out, as --ignore says" for name in sorted(unwanted))
    named = {role: headings[position].text for role, position in roles.items()}
    refuse_summary_rows(reading, named)
    if options.cells is not None:
        reading = with_far_rows(reading)
    if "alternative" in roles and options.alternative is None and _NAMED.isdisjoint(options.columns):
        reading = _with_cases_in_names(reading, named["alternative"])
    reading = _without_empty_scenarios(reading)
    return replace(
        reading,
        notes=(*_notes_of_options(table, known, said_options), *proven, *reading.notes, *ignored),
        errors=tuple(errors),
        assumed=(*assumed, *doubtful, *reading.assumed),
        means=(*of_mean, *(f"beside {quoted(name)} {MEAN_READ}" for name in spreads[:1]), *reading.means),
        left_out=(*reading.left_out, *left_out),
        headings=reading.headings | known | {name.casefold() for name in unwanted},
        roles=tuple(named.items()),
        machines=machines_of(fields, roles.values()),
        ignored=tuple(name for name in reading.ignored if name.strip().casefold() != MACHINE),
        header=whole.header,
        header_line=table.header_line,
        obstacle=repeated_cell(reading, fields, headings, roles, options),
    )
