"""The tables that pytest-benchmark prints: their times, in a unit that the heading names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Reading
from ahp.ingest.readers.printed import Hit, Printed, disagreement
from ahp.ingest.readers.pytest_names import Named, duration_row, names_of, of_one_process, refuse_twice

TABLE = re.compile(
    r"^-+ benchmark(?: (?P<group>'.*'|\".*\"))?: (?P<count>[0-9]+) tests(?P<beside>, [0-9]+ sources)? -+ *$",
    re.MULTILINE,
)
"""The title of a table."""

_HEADING = re.compile(r"Name \(time in (?P<unit>[num]?s)\) (?P<columns>.*)")
_HEADED = re.compile(r"^Name \(time in ")
_COLUMN = re.compile(r"Outliers\(\*\)|OPS \([KM]ops/s\)|[A-Za-z]+")
_RULE = re.compile(r"-{20,} *")
_END = re.compile(r"^Legend:|^\(\*\) Outliers:")
_VALUE = r" ++([0-9][0-9,]*\.[0-9]{4}|nan|inf)(?: \((>?[0-9]+(?:\.[0-9]+)?|inf)\))?"
_CELLS = {"Outliers": " ++([0-9]+;[0-9]+)()", "Rounds": " ++([0-9]+)()", "Iterations": " ++([0-9]+)()"}
_STATISTICS = ("Min", "Max", "Mean", "StdDev", "Median", "IQR", "OPS")
_SOURCE = re.compile(r"(\S.*) \(([^()\[\]]+)\)")
_FACTORS = {"": 1.0, "K": 1e3, "M": 1e6}
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
_WHOLE = "give the whole output of pytest, or the JSON of --benchmark-json"


class _Test(NamedTuple):
    """One line of a table."""

    name: str
    group: str | None
    mean: Digits
    unit: str


def console(text: str) -> Reading:
    """Return the means of the tests in the tables.

    Where each name is followed by the file that it comes from, the files are the alternatives.

    Raises
    ------
    InputError
        If a table is not whole, or two tests have one name.
    """
    printed = Printed.of(text)
    printed.one(_END, "legend, which follows the tables of pytest-benchmark")
    tables = printed.parts(TABLE)
    for hit in printed.all(_HEADED)[len(tables) :]:
        raise InputError("a table has no title", line=hit.line, advice=_WHOLE)
    tests = [test for table in tables for test in _tests(table.until(_END))]
    lines = [test.mean.line for test in tests]
    sources = [_SOURCE.fullmatch(test.name) for test in tests]
    if all(sources):
        compared = [Named(found[1], found[2], found[1]) for found in sources if found]
        refuse_twice(compared, lines, "compare files of other names")
        rows = [duration_row(name, t.mean, t.unit) for name, t in zip(compared, tests, strict=True)]
        return of_one_process(rows, [])
    names = [test.name for test in tests]
    named = names_of(names, names, [test.group for test in tests])
    refuse_twice(named, lines, "a table does not say in which file a test stands; give the JSON")
    return of_one_process(
        [duration_row(name, t.mean, t.unit) for name, t in zip(named, tests, strict=True)], named
    )


def _tests(table: Printed) -> Iterator[_Test]:
    """Yield the tests of one table."""
    (line, title), *rest = table.lines
    found = TABLE.fullmatch(title.strip())
    if found is not None and found["beside"]:
        advice = "print them one below the other, without --between, or give the JSON files"
        raise InputError("this table has several files side by side", line=line, advice=advice)
    heading = _HEADING.fullmatch(rest[0][1].strip()) if rest else None
    rules = [i for i, (_, content) in enumerate(rest) if _RULE.fullmatch(content)]
    if found is None or heading is None or len(rules) != 2 or rules[0] != 1:
        raise InputError("this table is not whole", line=line, found=title.strip("- "), advice=_WHOLE)
    columns = _COLUMN.findall(heading["columns"])
    names = [re.match("[A-Za-z]+", column)[0] for column in columns]  # type: ignore[index]
    for name in names:
        if name not in (*_STATISTICS, *_CELLS):
            raise InputError("this is no column of pytest-benchmark", line=rest[0][0], found=name)
    if "Mean" not in names:
        advice = "print it (--benchmark-columns), or give the JSON"
        raise InputError(f"found the columns {listed(names)} and no Mean", line=rest[0][0], advice=advice)
    row = re.compile("(.*?)(?<! )" + "".join(_CELLS.get(name, _VALUE) for name in names))
    matches = [(at, content, row.fullmatch(content.rstrip())) for at, content in rest[2 : rules[1]]]
    width = max([len(f"Name (time in {heading['unit']})"), *(len(m[1].strip()) for _, _, m in matches if m)])
    for at, content, match in matches:
        if match is None or content[: width + 3].strip() != match[1].strip():
            raise InputError("this line of the table is damaged", line=at, advice=_WHOLE)
    cells = [Hit(at, match) for at, _, match in matches if match]
    if len(cells) != int(found["count"]):
        raise disagreement(line, "the number of tests", found["count"], len(cells))
    mean = 2 * names.index("Mean") + 2
    rate = next((column for column in columns if column.startswith("OPS")), None)
    _check_multiples(cells, mean)
    for cell in cells:
        value = Digits(cell.text(mean).replace(",", ""), cell.line)
        if rate is not None:
            per_second = _FACTORS[rate[5:6].strip() if "(" in rate else ""]
            _check_rate(cell, 2 * names.index("OPS") + 2, per_second, value.value * _SECONDS[heading["unit"]])
        group = found["group"][1:-1] if found["group"] else None
        yield _Test(cell.text().strip(), group, value, heading["unit"])


def _check_rate(cell: Hit, group: int, per_second: float, mean: float) -> None:
    """Hold the mean against the rate beside it, which is its reciprocal."""
    printed = cell.text(group)
    rate = float(printed.replace(",", "")) * per_second
    slack = 1e-4 + 1e-4 * per_second / rate if rate else 1.0
    if not abs(rate * mean - 1) <= slack:
        raise disagreement(cell.line, "the rate (OPS)", printed, 1 / mean / per_second if mean else 0.0)


def _check_multiples(cells: Sequence[Hit], mean: int) -> None:
    """Hold the means against their multiples of the least, in parentheses."""
    values = [float(cell.text(mean).replace(",", "")) for cell in cells]
    least = min(values, default=0.0)
    for cell, value in zip(cells, values, strict=True):
        multiple = cell.text(mean + 1)
        if not multiple or least <= 0:
            continue
        true = value / least
        slack = 0.006 + 1e-4 * true / least
        wrong = true < 999 if ">" in multiple else abs(float(multiple) - true) > slack
        if wrong:
            raise disagreement(cell.line, "the multiple of the least mean", multiple, true)
