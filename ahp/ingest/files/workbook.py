"""Excel workbooks, where openpyxl is installed: one sheet as a table, with the numbers of its rows.

* The only sheet with data is read; where several have some, `FILE#SHEET` says which.
* Empty rows are passed over, and so is a title: cells that stand alone in their row above the heading.
* A cell merged over several rows of one column stands for each of them. Merged otherwise, at or below the
  heading, it is refused: a heading stands over one column.
* A formula counts as the value saved with it; without one it is refused, never read as empty.
* A number is read as it is shown, with all its digits: 0.09 shown as 9% is 9%, 0.5 shown as "0.5 s" is 0.5 s:
  the letters of its number format count as if they were written.
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

from ahp.errors import InputError, listed, one_line, quoted
from ahp.ingest.files.packed import Contents, Sheets, no_workbook
from ahp.ingest.tables.cells import all_numbers

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

_TOKEN = re.compile(r'"([^"]*)"|\\(.)|\[[^\]]*\]|_.|\*.|(General)|[eE][+-]0+|([0#?.,]+)|(.)')
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]+)\]")
_MEETS: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
    "=": lambda value, limit: value == limit,
    "<>": lambda value, limit: value != limit,
}
_PART = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=;)(?=;|$)|^(?=;)')
_NO_UNIT = frozenset("()+-−$€£¥ ")
"""Signs, and money, which is the same throughout a column."""
_NEGATIVE = frozenset("(-−")


class _Shown(NamedTuple):
    """What a format sets before and after a number, its per cent signs, and the thousands it takes away."""

    before: str
    after: str
    per_cents: int
    thousands: int


def shown_number(value: float, number_format: str) -> object:
    """Return a number as its cell shows it, with all its digits: a unit of the format stands beside it.

    Raises
    ------
    InputError
        If the cell shows a thousandth of the number and does not say so, or another sign.

    Examples
    --------
    >>> shown_number(0.5, '0.0" s"'), shown_number(0.09, "0%"), shown_number(980, "#,##0")
    ('0.5 s', '9%', 980)
    >>> shown_number(1200, '0.0,"k"')
    '1.2k'
    """
    shown = _cell_as_shown(value, number_format)
    number = value * 100.0**shown.per_cents / 1000.0**shown.thousands
    negative = value > 0 and not _NEGATIVE.isdisjoint(shown.before)
    before, after = ("" if _NO_UNIT.issuperset(text) else text for text in shown[:2])
    if negative or (shown.thousands and not (before or after)):
        raise InputError(
            f"the cell shows {'-' if negative else ''}{number:.4g} by its format and holds {value:.15g}",
            found=number_format,
            advice="give the column another number format",
        )
    return f"{before}{number:.15g}{after}" if before or after else value


def _cell_as_shown(value: float, number_format: str) -> _Shown:
    texts, per_cents, thousands, at = ["", ""], 0, 0, 0
    for match in _TOKEN.finditer(_section(value, number_format)):
        literal, escaped, general, places, other = match.groups()
        if places or general:
            at = 1
            whole, _, fraction = (places or "").partition(".")
            thousands += sum(len(part) - len(part.rstrip(",")) for part in (whole, fraction))
        elif other == "%":
            per_cents += 1
            texts[at] += "%"
        elif literal or escaped or (other and (other.isalpha() or other in _NEGATIVE)):
            texts[at] += literal or escaped or other
    return _Shown(texts[0].lstrip(), texts[1].rstrip(), per_cents, thousands)


def _section(value: float, number_format: str) -> str:
    """Return the part of a format that a number is shown by: by its conditions, else by the number's sign."""
    sections: list[str] = _PART.findall(number_format) or [""]
    conditions = [_CONDITION.search(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _MEETS[condition.group(1)](value, float(condition.group(2))):
                return section
        return sections[-1]
    if value < 0:
        return sections[1] if len(sections) > 1 else sections[0]
    return sections[2] if value == 0 and len(sections) > 2 else sections[0]


_LARGEST = 1 << 25
"""So many bytes may be in a workbook once it is unpacked; its cells take fifty times as much."""
_LARGEST_STYLES = 1 << 22
_MOST_CELLS = 300_000
"""So far a sheet may reach, and its merged areas together: each cell of it is made, filled or not."""
_MOST_MERGED = 10_000
_CSV = "or save the sheet as CSV"


class Uncomputed(str):
    """A formula whose value was never computed, among the cells of a workbook."""


def table_of(
    name: str,
    content: bytes,
    sheet: str | None = None,
    together: Callable[[Sheets], bool] | None = None,
) -> Contents:
    """Return the table of a workbook's sheet, or all sheets where `together` says that they are wanted.

    Raises
    ------
    InputError
        If it is no workbook, is damaged, or the sheet is not clear or not a table.
    """
    formulas = _refuse_others(content, sheet)
    try:
        from openpyxl import load_workbook
    except ImportError:
        advice = f"pip install 'ahp-rank[excel]', {_CSV}"
        raise InputError("reading an Excel workbook needs openpyxl", advice=advice) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # styles and filters that are not kept matter to nobody here
            book = load_workbook(io.BytesIO(content), data_only=True, rich_text=True)
            written = load_workbook(io.BytesIO(content)) if formulas else book
    except Exception as error:  # whatever a damaged workbook makes of the library
        reason = one_line(str(error) or type(error).__name__, 120)
        raise InputError(f"the workbook is damaged: {reason}", advice=f"save it again, {_CSV}") from None
    # Every cell up to the last is gone through, whether it has a value or not.
    if any(found.max_row * found.max_column > _MOST_CELLS for found in book.worksheets):
        raise _too_large()
    if sheet is None and together is not None:
        sheets = {found.title: _cells(found, written[found.title]) for found in book.worksheets}
        if together(sheets):
            return Contents(sheets=sheets, notes=("all sheets of an Excel workbook",))
    chosen = _chosen(name, book.worksheets, sheet)
    return _table(chosen, written[chosen.title])


def _refuse_others(content: bytes, sheet: str | None) -> bool:
    """Refuse archives that are no workbook; say whether the workbook has formulas."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
                raise _too_large()
            formulas = False
            for part in (n for n in names if n.endswith(".xml")):
                content = archive.read(part)
                formulas = formulas or (part.startswith("xl/worksheets/") and b"<f" in content)
                _refuse_much(content)
            if "xl/styles.xml" in names and archive.getinfo("xl/styles.xml").file_size > _LARGEST_STYLES:
                raise InputError(
                    f"the styles of the workbook unpack to more than {_LARGEST_STYLES >> 20} MB",
                    advice="save the sheet as CSV",
                )
            kind = archive.read("mimetype") if "mimetype" in names else b""
    except InputError:
        raise
    except Exception as error:  # damaged archives fail in many ways
        problem = f"the ZIP archive is damaged or cut off: {one_line(error, 120)}"
        raise InputError(problem, advice="give the whole file") from None
    if "xl/workbook.xml" in names:
        return formulas
    if "xl/workbook.bin" in names or b"opendocument.spreadsheet" in kind:
        what = "an OpenDocument spreadsheet" if kind else "a binary Excel workbook (.xlsb)"
        raise InputError(f"this is {what}, which is not read", advice=f"save it as .xlsx, {_CSV}")
    if sheet is not None:
        raise no_workbook(sheet)
    raise InputError("this is a ZIP archive", advice="unpack it and give the files in it")


def _too_large() -> InputError:
    return InputError(
        f"the workbook unpacks to more than {_LARGEST >> 20} MB, reaches over {_MOST_CELLS:,} cells, or has "
        f"over {_MOST_MERGED:,} merged ones",
        advice="save the sheet as CSV, which is read a part at a time",
    )


def _refuse_much(part: bytes) -> None:
    """Refuse a sheet of which too much would be made; one that is damaged is told by who reads it."""
    parser = expat.ParserCreate()
    count = {"": 0, "mergeCell": 0}
    merged = 0

    def begun(tag: str, attributes: dict[str, str]) -> None:
        nonlocal merged
        name = tag.rpartition(":")[2]
        if not count[""] and name != "worksheet":
            raise _NoSheet
        count[""] += 1
        if name == "mergeCell":
            count[name] += 1
            merged += _area(attributes.get("ref", ""))
        # A cell is an element with one or two in it, and stands in one.
        if count[""] > 4 * _MOST_CELLS or count["mergeCell"] > _MOST_MERGED or merged > _MOST_CELLS:
            raise _too_large()

    parser.StartElementHandler = begun
    with contextlib.suppress(expat.ExpatError, _NoSheet, ImportError):  # who needs it says so
        parser.Parse(part, True)


class _NoSheet(Exception):
    """Another part of the workbook."""


def _area(reference: str) -> int:
    """Return how many cells a merged one covers; of whole columns and rows all."""
    from openpyxl.utils.cell import range_boundaries

    try:
        left, top, right, bottom = range_boundaries(reference)
    except ValueError:
        return 0
    width = abs((right or 16_384) - (left or 1)) + 1
    return int(width * (abs((bottom or 1_048_576) - (top or 1)) + 1))


def _chosen(name: str, sheets: list[Worksheet], asked: str | None) -> Worksheet:
    if asked is not None:
        same = [sheet for sheet in sheets if sheet.title.casefold() == asked.strip().casefold()]
        if not same:
            titles = listed(sheet.title for sheet in sheets)
            raise InputError(f"the workbook has no sheet {quoted(asked)}; it has {titles}")
        return same[0]
    filled = [s for s in sheets if any(cell.value is not None for row in s.iter_rows() for cell in row)]
    counts: dict[str, list[int]] = {}
    if len(filled) > 1:
        counts = {
            s.title: [sum(cell.value is not None for cell in row) for row in s.iter_rows()] for s in filled
        }
        tables = [s for s in filled if sum(count > 1 for count in counts[s.title]) > 1]
        filled = tables or filled  # a sheet of sentences is none
    if len(filled) > 1:
        heads = [[cell.value for cell in next(sheet.iter_rows())] for sheet in filled]
        alike = [sheet for sheet, head in zip(filled, heads, strict=True) if head == heads[0]]
        raise InputError(
            f"the workbook has {len(filled)} sheets with data: {_sheets_in_words(filled, heads, counts)}",
            advice=f"say which: '{name}#{filled[0].title}'" + "; several may be given" * (len(alike) > 1),
            options=[f"{name}#{sheet.title}" for sheet in alike],
        )
    if not filled:
        raise InputError("the workbook is empty; it needs a heading and data")
    return filled[0]


def _sheets_in_words(
    sheets: Sequence[Worksheet], heads: Sequence[Sequence[object]], counts: Mapping[str, Sequence[int]]
) -> str:
    """Return sheets in words: their names, what stands in their first lines, how many more there are."""
    told = []
    for sheet, head in zip(sheets, heads, strict=True):
        rows = sum(map(bool, counts[sheet.title])) - 1
        names = listed((str(cell) for cell in head if cell is not None), 6)
        told.append(f"{quoted(sheet.title)} ({names}; {rows} {'row' if rows == 1 else 'rows'})")
    return ", ".join(told)


def _cells(sheet: Worksheet, written: Worksheet) -> dict[tuple[int, int], object]:
    """Return what the cells hold, numbers as they are, not as they are shown."""
    formulas = {
        (cell.row, cell.column): Uncomputed(cell.value)
        for row in written.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }
    values = {
        (cell.row, cell.column): str(cell.value) if isinstance(cell.value, list) else cell.value
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
    return {**formulas, **values}


def _table(sheet: Worksheet, written: Worksheet) -> Contents:
    cells = {
        (cell.row, cell.column): _value(cell)
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
    filled: dict[int, int] = {}
    for row, _ in cells:
        filled[row] = filled.get(row, 0) + 1
    top = next((row for row in sorted(filled) if filled[row] > 1), min(filled, default=1))
    notes = [f"sheet {quoted(sheet.title)} of an Excel workbook"]
    above = [row for row in sorted(filled) if row < top]
    if above:
        shown = listed(str(cells[row, column]) for row in above for r, column in cells if r == row)
        notes.append(f"above the heading in row {top}, not read: {shown}")
    merged = sheet.merged_cells.ranges
    spanning = [area for area in merged if area.min_row == area.max_row == top and area.size["columns"] > 1]
    below = [value for (row, _), value in cells.items() if row == top + 1]
    if spanning and len(below) > 1 and all(isinstance(value, str) for value in below):
        return Contents(_as_text(cells, top), lines=(top,), notes=tuple(notes))
    notes += _spread(cells, sheet, top)
    for row in written.iter_rows(min_row=top):
        for cell in row:
            if cell.data_type == "f" and (cell.row, cell.column) not in cells:
                raise InputError(
                    f"cell {cell.coordinate} is a formula whose value was never computed",
                    line=cell.row,
                    advice=f"open the workbook in a spreadsheet program and save it, {_CSV}",
                )
    columns = sorted({column for row, column in cells if row >= top})
    rows = sorted({row for row, _ in cells if row >= top})[1:]
    headings = [str(cells.get((top, column), "")).strip() for column in columns]
    for heading in headings:
        if headings.count(heading) > 1:
            found = quoted(heading) if heading else "an empty heading"
            raise InputError(f"{found} stands over more than one column", line=top, advice="name each once")
    table = {
        heading: [cells.get((row, column)) for row in rows]
        for heading, column in zip(headings, columns, strict=True)
    }
    return Contents(table=table, lines=(top, *rows), notes=tuple(notes))


def _as_text(cells: Mapping[tuple[int, int], object], top: int) -> bytes:
    """Return a sheet with two lines of headings as the text that a spreadsheet program saves it as."""
    columns, last = sorted({column for _, column in cells}), max(row for row, _ in cells)
    text = io.StringIO()
    writer = csv.writer(text)
    for row in range(1, last + 1):  # empty above the headings, so that a line has the number of its row
        writer.writerow([cells.get((row, column), "") for column in columns] if row >= top else [])
    return text.getvalue().encode()


def _spread(cells: dict[tuple[int, int], object], sheet: Worksheet, top: int) -> list[str]:
    """Give every row under a merged cell its value; return a note of what was."""
    found = []
    for area in sorted(sheet.merged_cells.ranges, key=lambda area: (area.min_row, area.min_col)):
        if area.max_row < top or (area.min_row, area.min_col) not in cells:
            continue
        if area.max_col > area.min_col:
            raise InputError(
                f"the cells {area.coord} are merged over columns",
                line=area.min_row,
                advice="unmerge them; every column has a heading and every number a cell of its own",
            )
        if area.min_row > top:
            found.append(area.coord)
            value = cells[area.min_row, area.min_col]
            cells.update({(row, area.min_col): value for row in range(area.min_row, area.max_row + 1)})
    return [f"merged, so that one cell stands for each of its rows: {listed(found)}"] if found else []


def _value(cell: Cell) -> object:
    """Return what a cell shows: a number with the unit of its number format, text as it stands.

    Raises
    ------
    InputError
        If it shows another number than it holds: a thousandth, or `12` with a raised 3.
    """
    value: object = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return shown_number(value, cell.number_format or "")
        except InputError as error:
            raise error.at(line=cell.row, column=cell.column_letter) from None
    if isinstance(value, list):  # text in several fonts
        text = str(value)
        raised = [part for part in value if getattr(getattr(part, "font", None), "vertAlign", None)]
        if raised and any(all_numbers([text], mark) for mark in ".,"):
            raise InputError(
                f"{quoted(str(raised[0]))} is raised or lowered in this number",
                line=cell.row,
                column=cell.column_letter,
                found=text,
                advice="write the number plainly",
            )
        return text
    return value
