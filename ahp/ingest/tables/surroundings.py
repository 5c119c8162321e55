"""What stands around the rows of a table: captions that say what it is of, comments, footnotes, a cut end."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ahp.errors import InputError, listed, one_line, quoted
from ahp.evidence.directions import is_statistic
from ahp.evidence.measures import MEASURES, without_way
from ahp.ingest.files.open import Source
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import text_of
from ahp.ingest.tables.delimited import Table, is_number
from ahp.ingest.tables.headings import Heading, parse_heading
from ahp.terms import Better
from ahp.units import Unit, find

_CAPTION = 5  # lines above a heading that may speak of the table
_IN_UNIT = (
    r"(?P<what>(?:[^\W\d_]+(?:, | and ))*[^\W\d_]+)\s+"
    r"(?:(?:(?:is|are|given|measured)\s+)*in\s+|\()(?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?)\b"
)
_MARKS = "¹²³⁴⁵⁶⁷⁸⁹†‡§"
_RAISED = r"\^[\da-z*]{1,2} "
_OF_ALL = r"\(ref\)|[\d.]+x (?:faster|slower)|not significant"
_COMMENT = r"(?m)^[ \t]*#.*$"
_FENCE = r"(?m)^[ \t>]*```.*$"
_PRAISED = r"^(\d.*?)\s*[⭐★☆🏆🥇🥈🥉🔥🚀✨⚡👑👍✅✓✔\ufe0f]+\s*$"
_SHOWN = 3
_NOTE = (
    r"(?i)\W*(?:sources?|notes?|remarks?|legend|data|quellen?|hinweise?|anmerkung(?:en)?|fuente|nota)\s*:|"
    r"[*†‡§¹]"
)
_WORDS_OF_A_NAME = 5


def caption_above(text: str, line: int | None) -> str:
    r"""Return the lines above a heading that may say what its table is of.

    Examples
    --------
    >>> caption_above("Time in ms.\n\n| query | a | b |", 3)
    'Time in ms.'
    """
    above = line - 1 if line else 0
    return "\n".join(text.split("\n", above)[:above][-_CAPTION:]).strip()


def without_fences(source: Source) -> Source:
    """Return a source whose text has empty lines where fences stand around what was quoted."""
    text = source.text
    return replace(source, content=re.sub(_FENCE, "", text)) if "```" in text else source


def units_stated(caption: str) -> Iterator[tuple[str, Unit]]:
    """Yield what a caption says the units of, and the units.

    Examples
    --------
    >>> [(what, unit.symbol) for what, unit in units_stated("# time in seconds, rss in KiB; in total")]
    [('time', 's'), ('rss', 'KiB')]
    """
    for match in re.finditer(_IN_UNIT, caption):
        if (unit := find(match["unit"])) is not None:
            for what in re.findall(r"[^\W\d_]+", match["what"]):
                if what.casefold() != "and":
                    yield what.casefold(), unit


def without_footnotes(table: Table, text: str) -> tuple[Table, list[str]]:
    """Return a table without the marks of footnotes in its cells, superscripts that begin a line below it.

    With it comes what is assumed by that.
    """
    table, raised = _without_raised(table)
    if text.isascii():
        return table, raised
    table = _without_stars(table)
    below = (line.lstrip()[:1] for line in text.split("\n")[table.rows[-1][0] or 0 :] if line.strip())
    marks = "".join({mark for mark in below if mark in _MARKS})
    if not marks:
        return table, raised
    rows = tuple(
        (line, [cell.rstrip(marks) if isinstance(cell, str) else cell for cell in cells])
        for line, cells in table.rows
    )
    table = replace(table, header=tuple(name.rstrip(marks).rstrip() or name for name in table.header))
    told = f"{listed(sorted(marks))} are footnotes, as lines below the table begin so"
    return replace(table, rows=rows), [*raised, *([told] if rows != table.rows else [])]


def _without_stars(table: Table) -> Table:
    """Return a table without the signs that praise a number: `101,798 ⭐`."""
    rows = tuple(
        (line, [re.sub(_PRAISED, r"\1", cell) if isinstance(cell, str) else cell for cell in cells])
        for line, cells in table.rows
    )
    return replace(table, rows=rows)


def _without_raised(table: Table) -> tuple[Table, list[str]]:
    """Return a table without raised marks such as `^1` behind its cells, which a last row of it explains."""
    said = [text_of(cells[0]) for _, cells in table.rows if re.match(_RAISED, text_of(cells[0]))]
    marks = {found[0].strip() for text in said if (found := re.match(_RAISED, text))}
    if not marks:
        return table, []
    rows = tuple(
        (line, [_without_mark(cell, marks) for cell in cells])
        for line, cells in table.rows
        if not re.match(_RAISED, text_of(cells[0]))
    )
    return replace(table, rows=rows), [
        f"{listed(sorted(marks))} are footnotes, as rows below the table begin so"
    ]


def _without_mark(cell: object, marks: set[str]) -> object:
    mark = next((mark for mark in marks if text_of(cell).endswith(mark)), "")
    return text_of(cell).removesuffix(mark) if mark else cell


def without_notes_below(table: Table) -> tuple[Table, list[str]]:
    """Return a table without last rows that hold a sentence and nothing else, and what tells of them.

    Spreadsheets have sources and remarks there. A name alone may be of what was not measured, and stays.
    """
    end = len(table.rows)
    while end > 1 and _is_note([text_of(cell) for cell in table.rows[end - 1][1]]):
        end -= 1
    if end == len(table.rows) or len(table.header) < 3:
        return table, []
    said = listed((text_of(cells[0]) for _, cells in table.rows[end:]), 2)
    return replace(table, rows=table.rows[:end]), [f"{said} below the table is a remark, and no row"]


def _is_note(cells: Sequence[str]) -> bool:
    if all(re.fullmatch(_OF_ALL, cell) for cell in cells[1:]):  # as pyperf ends a comparison
        return True
    alone = bool(cells[0]) and all(map(is_missing, cells[1:]))
    return alone and (re.match(_NOTE, cells[0]) is not None or len(cells[0].split()) > _WORDS_OF_A_NAME)


def rows_in_comments(text: str, table: Table) -> list[str]:
    """Return a caveat of lines below the heading that begin with # and are otherwise rows of the table.

    Parameters
    ----------
    text : str
        Of the file.
    table : Table
        What was read of it.
    """
    if "#" not in text or not table.delimiter:
        return []
    found = list(_like_rows(text, table))
    shown = " and ".join(f"line {line} ({quoted(row, 40)})" for line, row in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    begin = "begins" if len(found) == 1 else "begin"
    return [f"{shown}{more} {begin} with # and so is no row, though it looks like one"] if found else []


def _like_rows(text: str, table: Table) -> Iterator[tuple[int, str]]:
    numbers = [
        i for i in range(len(table.header)) if all(is_number(str(cells[i])) for _, cells in table.rows[:20])
    ]
    line, counted = 1, 0
    for match in re.finditer(_COMMENT, text) if numbers else ():
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        try:
            (cells,) = csv.reader(
                [match.group()], delimiter=table.delimiter, strict=True, skipinitialspace=True
            )
        except (csv.Error, ValueError):
            continue
        if (
            line > (table.header_line or 0)
            and len(cells) == len(table.header)
            and any(is_number(cells[i]) for i in numbers)
        ):
            yield line, one_line(match.group().strip())


def refuse_cut_number(text: str, table: Table) -> None:
    """Refuse a last number with fewer decimals than all above it, where the file ends within its line.

    Raises
    ------
    InputError
        If there is one: the rest of it may be missing.
    """
    if not table.rows or not (text[-1:].isdigit() or text[-1:] == "."):
        return
    *above, last = (str(cells[-1]).strip() for _, cells in table.rows)
    places = {_places(cell) for cell in above if is_number(cell)}
    if len(above) > 1 and len(places) == 1 and is_number(last) and _places(last) < min(places):
        raise _cut(last, table.rows[-1][0], f"those above it have {min(places)}").at(column=table.header[-1])


def _places(cell: str) -> int:
    match = re.search(r"[.,]([0-9]+)$", cell)
    return len(match.group(1)) if match else 0


def _cut(found: str, line: int | None, why: str) -> InputError:
    return InputError(
        f"the file ends here without the end of a line, and its last number may be cut: {why}",
        line=line,
        found=found,
        advice="give the whole file; if it is whole, end its last line: echo >> FILE",
    )


def refuse_cut_end(text: str) -> None:
    """Refuse what a program printed if it ends with a digit: programs end their lines, this one was cut.

    Raises
    ------
    InputError
        If it ends so.
    """
    if text[-1:].isdigit():
        last: Sequence[str] = text.rsplit(None, 1)
        raise _cut(one_line(last[-1], 60), text.count("\n") + 1, "programs end every line")


_TIME_EACH = r"(?i)(?<!\w)[a-zµμ]+(?:/| per )[a-z]+\b"
_RATE_SAID = (
    r"(?i)(?P<times>\b(?:[km]|thousands?|millions?|billions?) (?:of )?)?\b"
    r"(?P<rate>[a-z]+(?:/| per )s(?:ec(?:ond)?)?)\b"
)
_PHRASE_END = r"\s*[,;:|–—]\s+|\.\s+|\s+-\s+|\n"
_MEAN = r"(?i)mean|avg\.?|average|mittelwert"
_HYPHENATED = r"\w+(?:-\w+)+"  # `cpu-only` is what was run, and no CPU
_ALONE = ("throughput", "response_time", "duration", "compression", "decompression")
"""How measures begin that single words of a sentence name; `cpu` and `memory` may be of the machine."""


@lru_cache
def measure_said(caption: str) -> str | None:
    r"""Return the measure that words above a table say its numbers are, in the unit that they state.

    The nearest line counts that names one.

    Examples
    --------
    >>> measure_said("chunk size 64 KiB\n\nCompression throughput (GB/s)")
    'compression_speed (GB/s)'
    >>> measure_said("Ratios by column type"), measure_said("matrix_qps.csv"), measure_said("Results")
    ('compression_ratio', 'throughput', None)
    >>> measure_said("Sorting, wall time in ms, lower is better"), measure_said("Million rows/s")
    ('duration (ms)', 'throughput')
    """
    lines = reversed(re.sub(_HYPHENATED, " ", caption).splitlines())
    return next(filter(None, map(_measure_in, lines)), None)


def with_caption_over_mean(table: Table, caption: str) -> tuple[Table, list[str]]:
    """Return a table of nothing but statistics with what stands above it over its mean, and what to know.

    Any other table, and one above which no unit stands, is returned as it is.
    """
    statistics, lines = table.header[1:], caption.splitlines()
    means = [at for at, name in enumerate(statistics, 1) if re.fullmatch(_MEAN, name.strip("*_ "))]
    title = lines[-1].strip("#*_:> ") if lines else ""
    title = title if parse_heading(title).unit is not None else measure_said(title) or ""
    if len(means) != 1 or len(statistics) < 2 or not title:
        return table, []
    others = [name for at, name in enumerate(statistics, 1) if at != means[0]]
    if not all(is_statistic(name) or name.casefold() == "relative" for name in others):
        return table, []
    rows = tuple((line, [cells[0], cells[means[0]]]) for line, cells in table.rows)
    told = f"of {quoted(title)} the mean is read, beside {listed(others)}, of how it scatters"
    return replace(table, header=(table.header[0], title), rows=rows), [told]


def _measure_in(line: str) -> str | None:
    phrases = [without_way(phrase.strip("#*_: ")) for phrase in re.split(_PHRASE_END, line)]
    for heading in map(parse_heading, filter(None, phrases)):
        name = _measure_of(heading)
        if name and (heading.unit is not None or not name.startswith("cpu")):
            return _in_unit(name, heading.unit, line)
    named = [unit for phrase in phrases if len(phrase) > 2 and (unit := find(phrase)) is not None]
    if len(named) == 1 and named[0].dimension == "time":  # `TPC-H, milliseconds`
        return f"duration ({named[0].symbol})"
    if (time := _time_in(line)) is not None:
        return f"duration ({time.symbol})"
    if re.search(_RATE_SAID, line) is not None:
        return _in_unit("throughput", None, line)
    words = re.findall(r"[^\W_]+", line)
    some = (" ".join(words[at : at + count]) for count in (3, 2, 1) for at in range(len(words) - count + 1))
    forms = dict.fromkeys(form for phrase in some for form in (phrase, phrase.removesuffix("s")))
    names = (_measure_of(parse_heading(form)) for form in forms)
    name = next((name for name in names if name.startswith(_ALONE)), "")
    return _in_unit(name, None, line) if name else None


def _measure_of(heading: Heading) -> str:
    return heading.measure or heading.likely or next(iter(heading.candidates), "")


def _time_in(line: str) -> Unit | None:
    """Return the one unit of a time that a line states."""
    stated = (*(unit for _, unit in units_stated(line)), *map(find, re.findall(_TIME_EACH, line)))
    times = {unit for unit in stated if unit is not None and unit.dimension == "time"}
    return times.pop() if len(times) == 1 else None


def _in_unit(measure: str, unit: Unit | None, line: str) -> str:
    """Return a measure with a unit, its own or one that the line states of such."""
    rate = re.search(_RATE_SAID, line)
    if unit is None and MEASURES[measure].unit.dimension == "time":
        unit = _time_in(line)
    elif unit is None and rate is not None and MEASURES[measure].free_unit and not rate["times"]:
        unit = find(rate["rate"])
    return measure if unit is None else f"{measure} ({unit.symbol})"


def options_of_cells(measure: str | None, way: Better | None, *, stated: bool = False) -> list[str]:
    """Return the options that say what all cells of a table are; none where neither argument tells.

    What is said to be better the other way is no such measure: `relative to JSON, lower is better`. Whether
    each cell has its unit is `stated`.

    Examples
    --------
    >>> options_of_cells("duration (ms)", None), options_of_cells("duration", None)
    (['--cells', 'duration (ms)'], ['--cells', 'number', '--cost', 'number'])
    """
    known = MEASURES.get((measure or "").partition(" (")[0])
    bare = known is not None and known.unit_needed and not stated and "(" not in str(measure)
    if known is not None and measure is not None and way in (None, known.better) and not bare:
        return ["--cells", measure]
    way = way if way is not None or known is None else known.better
    counted = "--benefit" if way is Better.HIGHER else "--cost"
    return [] if way is None else ["--cells", "number", counted, "number"]
