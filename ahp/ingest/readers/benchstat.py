"""benchstat: Go's benchmarks summed up and compared, as it prints them or writes them as CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import Lines, N, PrintedReader, finite, once
from ahp.ingest.readers.suites import counter, time_row, with_ratios

_TEXT = re.compile(r"^ +│[^\n]+│\n +│ +[^\s│]+ [^\n]*│$", re.MULTILINE)
_CSV = re.compile(r"^,[^\n]+\n,[^,\n]+,CI(?:,|$)", re.MULTILINE)
_METRICS = {"time/op": "sec/op", "alloc/op": "B/op", "allocs/op": "allocs/op", "speed": "B/s"}
_METRIC = "|".join(_METRICS)
_OLD = re.compile(
    rf"^name(?: \\ (?:{_METRIC}) {{2,}}| {{2,}}(?:old )?(?:{_METRIC})(?: {{2,}}|$))", re.MULTILINE
)

_OLD_HEADING = re.compile(r"^name(?: \\ \S+)? {2,}\S")
_HEADING = re.compile(r"(?:name \\ )?(?:(?P<version>old|new) )?(?P<metric>\S+)")
_BARS = re.compile(r"^ +│.*│$")
_COMMAS = re.compile(r"^,(?!.*,CI(?:,|$)).+$")
_PACKAGE = re.compile(r"^pkg: ?(\S+)$")
_BEHIND = re.compile(r"^\s*$|^[a-z][\w-]*: \S")  # what may stand behind a table
_FOOTNOTES = "¹²³⁴⁵⁶⁷⁸⁹"
_GAP = re.compile(r" {2,}")
_PRINTED = re.compile(rf"({N}(?:[eE][+-]?[0-9]+)?)(n|u|µ|μ|m|k|K|M|G|T)?(i)?(?:s|B/s|B)?(?= |$)")
_POWERS = {"n": -3, "u": -2, "µ": -2, "μ": -2, "m": -1, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4}
_TIMES = {"": "s", "m": "ms", "u": "us", "µ": "us", "μ": "us", "n": "ns"}
_GEOMEAN = ("geomean", "[Geo mean]")
_MEDIAN = "benchstat's times are medians of the runs, or means of those without outliers in its old form."


class _Cell(NamedTuple):
    """One cell: what was measured with which version, in which unit, as it is printed."""

    benchmark: str
    version: str
    unit: str
    printed: str
    line: int


class BenchstatReader(PrintedReader):
    """What `benchstat` prints, in its present form and the one before 2023, or writes with `-format csv`.

    The files that it compares are the alternatives and the benchmarks the scenarios. Of a single file each
    benchmark is an alternative; with `NAME=FILE` it is a scenario.

    Gives: `duration` of an operation; `b_op` and whatever else was measured, by their own names.
    Elsewhere: the CPU, sizes and ratios that no benchmark reports.
    Caveats: each value sums up several runs, whose spread is passed over; its digits are few but in the CSV.
    """

    words = ("│", ",CI", "name")
    forms = (_TEXT, _CSV, _OLD)

    def _reading(self, text: Lines, options: Options) -> Reading:
        form = next((form for form, sign in _FORMS if sign.search(text.text)), None)
        cells = list(form(text)) if form else []
        if not cells:
            raise InputError("no benchmark has a value", line=1)
        seen: dict[tuple[str, str, str], int] = {}
        for cell in cells:
            once(seen, cell[:3], cell.line, "this benchmark", found=cell.benchmark)
        single = len({cell.version for cell in cells}) == 1
        rows = with_ratios((_row(cell, single, options) for cell in cells), options)
        return Reading(
            rows,
            count=len({(cell.benchmark, cell.version) for cell in cells}),
            headings=frozenset(cell.unit.casefold() for cell in cells),
            caveats=(_MEDIAN,),
            benchmarks={(None, cell.benchmark): cell.benchmark for cell in cells} if single else {},
        )


def _tables(printed: Lines, start: re.Pattern[str]) -> Iterator[tuple[str, Lines]]:
    """Yield each table, which a blank line ends, with the package where there are several."""
    packages = printed.all(_PACKAGE)
    several = len({hit.text() for hit in packages}) > 1
    for hit in printed.all(start):
        package = next((found.text() for found in reversed(packages) if found.line < hit.line), "")
        yield f"{package} " if several else "", printed.below(hit.line - 1).until(_BEHIND)


def _refuse_cut(part: Lines, rows: Sequence[str]) -> None:
    if not any(text.startswith(_GEOMEAN) for text in rows):
        raise InputError("this table does not end with its geometric mean: it is cut off", line=part.last)


def _of_text(printed: Lines) -> Iterator[_Cell]:
    """Yield the cells of tables whose headings have bars; below, a cell stands under its heading."""
    barred = {hit.line for hit in printed.all(_BARS)}
    for prefix, part in _tables(printed, _BARS):
        if part.lines[0][0] - 1 in barred:
            continue  # the units, under the files
        (line, names), (_, units), *rows = [*part.lines, (part.last, "")][: len(part.lines) + 1]
        bars = [hit.start() for hit in re.finditer("│", units)]
        if not bars or [hit.start() for hit in re.finditer("│", names)] != bars:
            raise InputError("files and units are needed over each other", line=line, found=names.strip())
        _refuse_cut(part, [text for _, text in rows])
        for at, text in rows:
            benchmark = text[: bars[0]].strip()
            if benchmark and benchmark not in _GEOMEAN and text[0] not in _FOOTNOTES:
                for left, right in pairwise(bars):
                    if cell := text[left:right].strip():
                        unit = units[left + 1 : right].split()[0]
                        yield _Cell(prefix + benchmark, names[left + 1 : right].strip(), unit, cell, at)


def _of_csv(printed: Lines) -> Iterator[_Cell]:
    for prefix, part in _tables(printed, _COMMAS):
        (line, names), *rows = [(at, next(csv.reader([text]))) for at, text in part.lines]
        (_, units), rows = rows[0] if rows else (line, []), rows[1:]
        _refuse_cut(part, [cells[0] for _, cells in rows])
        names += [""] * len(units)
        for at, cells in rows:
            if cells[0] in _GEOMEAN:
                continue
            if len(cells) != len(units):
                raise InputError(f"this row needs {len(units)} cells", line=at, found=",".join(cells))
            for i, unit in enumerate(units[:-1]):
                if i and units[i + 1] == "CI" and cells[i]:
                    yield _Cell(prefix + cells[0], names[i], unit, cells[i], at)


def _of_old(printed: Lines) -> Iterator[_Cell]:
    """Yield the cells of tables without bars: names, then a column for each version, then the change."""
    for prefix, part in _tables(printed, _OLD_HEADING):
        (line, heading), *rows = part.lines
        first, *columns = [cell for cell in _GAP.split(heading.strip()) if cell != "delta"]
        headings = [_HEADING.fullmatch(cell) for cell in (columns if first == "name" else [first])]
        if not columns or not all(headings):
            raise InputError("this is no heading of benchstat", line=line, found=heading)
        known = [found for found in headings if found]
        versions = [found["version"] or "" for found in known] if first == "name" else columns
        metric = known[0]["metric"]
        for at, text in rows:
            name, *cells = _GAP.split(text.strip())
            if name in _GEOMEAN or (not cells and ":" in name):  # a package or a system
                continue
            if len(cells) < len(versions):
                raise InputError(f"this row needs {len(versions)} values", line=at, found=text)
            for version, cell in zip(versions, cells, strict=False):
                yield _Cell(prefix + name, version, _METRICS.get(metric, metric), cell, at)


_FORMS = ((_of_text, _TEXT), (_of_csv, _CSV), (_of_old, _OLD))


def _row(cell: _Cell, single: bool, options: Options) -> Row:
    found = _PRINTED.match(cell.printed)
    if found is None:
        raise InputError("a value is needed", line=cell.line, column=cell.unit, found=cell.printed)
    scenario, alternative = (None, cell.benchmark) if single else (cell.benchmark, cell.version)
    finite(found[1], cell.line)
    digits = JsonNumber(found[1], cell.line)
    if cell.unit != "sec/op":
        factor = (1024.0 if found[3] else 1000.0) ** _POWERS[found[2]] if found[2] else 1.0
        row = counter(cell.unit, digits, options, alternative=alternative, scenario=scenario)
        return row._replace(value=digits.value * factor, resolution=row.resolution * factor, found=found[0])
    unit = _TIMES.get(found[2] or "")
    if unit is None or digits.value <= 0:
        raise InputError(
            "a time greater than 0 is needed", line=cell.line, column=cell.unit, found=cell.printed
        )
    return time_row(digits, unit, column=cell.unit, alternative=alternative, scenario=scenario)
