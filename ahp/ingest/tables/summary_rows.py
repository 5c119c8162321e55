"""What restates others: rows of totals, means, deviations, columns of winners, changes. It never competes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp, fsum, isclose, log

from ahp.errors import InputError, listed, quoted
from ahp.ingest.readers.base import Reading, Row
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import Column, text_of
from ahp.ingest.tables.delimited import Table, is_number, without_columns
from ahp.ingest.tables.headings import parse_heading
from ahp.terms import is_baseline_name

_WORDS = frozenset(
    {
        "total", "totals", "grand total", "subtotal", "subtotals", "sub total", "sum", "sums", "overall",
        "average", "avg", "mean", "arithmetic mean", "geometric mean", "geomean", "geo mean", "gmean",
        "harmonic mean", "median", "stddev", "std dev", "stdev", "st dev", "standard deviation",
        "std deviation", "standard error", "std err", "stderr", "variance",
        "gesamt", "gesamtsumme", "gesamtergebnis", "insgesamt", "summe", "zwischensumme", "teilsumme",
        "durchschnitt", "mittelwert", "standardabweichung",
        "somme", "moyenne", "médiane", "écart type", "total général", "sous total",
        "suma", "promedio", "mediana", "desviación estándar", "total general", "somma", "totale", "média",
    }
)  # fmt: skip
"""What names nothing but a summary, wherever its row stands."""

_MEANS = frozenset({"arithmetic mean", "geometric mean", "geomean", "geo mean", "gmean", "harmonic mean"})
"""Those that no test and no file is called."""

_SUSPECTS: Mapping[str, Callable[[float, Sequence[float]], bool]] = {
    **dict.fromkeys(("std", "sd"), lambda value, others: value < min(others)),
    **dict.fromkeys(("min", "minimum"), lambda value, others: value == min(others)),
    **dict.fromkeys(("max", "maximum"), lambda value, others: value == max(others)),
    **dict.fromkeys(("σ", "∑"), lambda value, others: isclose(value, fsum(others), rel_tol=1e-6)),
    **dict.fromkeys(("best", "fastest", "winner"), lambda value, others: value in (min(others), max(others))),
    "ø": lambda value, others: isclose(value, fsum(others) / len(others), rel_tol=1e-3),
    **dict.fromkeys(("n", "count", "anzahl"), lambda value, others: value == len(others)),
}
"""What may also be called so because it is: a summary only at the end, and by its numbers."""

_BY_HAND = 1000  # rows, of tables with remarks
_REFERENCE = re.compile(
    r"\W*(?:(?:only|just|given|shown|included) )?(?:for|as a) (?:reference|comparison)(?: only)?\W*"
    r"|\W*reference only\W*",
    re.I,
)
_CHANGE = re.compile(
    r"Δ|%|\b(?:vs|versus|against|delta|change|diff(?:erence)?|rel(?:ative)?|ratio|speed-?up|gain|factor)\b",
    re.I,
)
_TIES = frozenset({"tie", "draw", "equal", "both", "="})
_BESIDE = re.compile(r"all|\d+ ?%|p\d+")  # a summary where others stand


_DESCRIBED = frozenset({"count", "mean", "std", "min", "max"})


def with_statistics_as_columns(table: Table) -> tuple[Table, list[str]]:
    """Return mean and spread of columns that `DataFrame.describe` tells of as columns, and what to know.

    A table with a column of a known measure describes a single system, and is returned as it is.
    """
    statistics = {text_of(cells[0]): cells[1:] for _, cells in table.rows}
    if not statistics.keys() >= _DESCRIBED or any(parse_heading(name).measure for name in table.header[1:]):
        return table, []
    columns = zip(table.header[1:], statistics["mean"], statistics["std"], strict=True)
    rows = tuple((table.header_line, list(row)) for row in columns)
    told = f"the columns {listed(table.header[1:], 4)} are compared by their means, of what describes them"
    return replace(table, header=("alternative", "mean", "std"), rows=rows), [told]


def without_restated(table: Table) -> tuple[Table, list[str]]:
    """Return a table without columns of winners, and of changes in the column before, and what tells of that.

    Parameters
    ----------
    table : Table
        In which the alternatives may stand as columns.
    """
    winners = [name for i, name in enumerate(table.header) if i and _names_others(table, i)]
    told = [
        f"column {quoted(name)} is left out: it names others, as whose number is best" for name in winners
    ]
    changes = [name for i, name in enumerate(table.header) if i > 1 and _is_change(table, i)]
    if changes:
        told.append(f"left out, as they restate the column before them: {listed(changes)}")
    return (without_columns(table, [*winners, *changes]), told) if told else (table, [])


def _is_change(table: Table, at: int) -> bool:
    """Say whether a column that is called by the one before it holds nothing but shares or changes of it."""
    before, heading = table.header[at - 1 : at + 1]
    word = heading.removeprefix(before)
    if word == heading or not _CHANGE.search(word) or parse_heading(heading).measure is not None:
        return False
    cells = [text for _, cells in table.rows if not is_missing(text := text_of(cells[at]))]
    return all(is_number(cell) and (cell[-1:] in "%x×" or cell[:1] in "+-−") for cell in cells)


def _names_others(table: Table, at: int) -> bool:
    """Say whether each cell of a column is the heading of another, or its first word, or tells of a tie."""
    names = [name.casefold() for i, name in enumerate(table.header) if i not in (0, at)]
    words = {*names, *(name.split()[0] for name in names if name.strip())}
    cells = {text_of(cells[at]).strip("*`").casefold() for _, cells in table.rows}
    cells = {cell for cell in cells if not is_missing(cell)} - _TIES
    return bool(cells) and cells <= words and not any(map(is_number, cells))


def refuse_references(fields: Sequence[Column], roles: Mapping[str, int], baseline: str | None) -> None:
    """Refuse a row that a remark beside its name, or in it, calls one for reference; not the baseline.

    Raises
    ------
    InputError
        If there is one: left in, it would compete.
    """
    if "alternative" not in roles or len(fields[0].cells) > _BY_HAND:
        return
    named = fields[roles["alternative"]]
    for at, name in enumerate(map(text_of, named.cells)):
        remarks = {f.heading: text_of(f.cells[at]) for i, f in enumerate(fields) if i not in roles.values()}
        remarks[named.heading] = name.partition("(")[2]
        told = next((heading for heading, text in remarks.items() if _REFERENCE.fullmatch(text)), None)
        if told is not None and name != baseline and not is_baseline_name(name):
            raise InputError(
                f"{quoted(name)} is there for reference, and would compete with the others",
                line=named.lines[at],
                column=told,
                found=remarks[told] if told != named.heading else name,
                advice=f"leave its row out with --ignore {quoted(name)}, say --baseline {quoted(name)}, "
                "or take the remark out if it competes",
                options=("--ignore", name),
            )


def refuse_summary_rows(reading: Reading, headings: Mapping[str, str]) -> None:
    """Refuse a row that sums up other alternatives or runs: left in, it would compete with them.

    Parameters
    ----------
    reading : Reading
        Of a table.
    headings : mapping of str to str
        For a role the heading of its column.

    Raises
    ------
    InputError
        If there is one.
    """
    _refuse_runs(reading.rows, headings)
    _refuse_scenarios(reading.rows, headings)
    names = list(dict.fromkeys(row.alternative for row in reading.rows if row.alternative is not None))
    sure = _summaries(names)
    last = set(_last(names, sure))
    if len(sure) == len(names) or not last | sure:
        return
    firsts = {(row.alternative, row.measure): row for row in reversed(reading.rows)}.values()
    fitting = sure or {
        row.alternative for row in firsts if row.alternative in last and _fits(row, reading.rows, last)
    }
    found = next((row for row in reading.rows if row.alternative in fitting), None)
    if found is not None:
        raise InputError(
            _problem(found, reading.rows, sure | last),
            line=found.line,
            column=headings.get("alternative"),
            found=found.alternative,
            advice=f"take its row out with --ignore {quoted(found.alternative or '')}, or call it otherwise "
            "if it was measured",
            options=("--ignore", found.alternative or ""),
        )


def _refuse_scenarios(rows: Sequence[Row], headings: Mapping[str, str]) -> None:
    names = list(dict.fromkeys(row.scenario for row in rows if row.scenario is not None))
    sure = _summaries(names)
    if not sure or len(names) - len(sure) < 2:
        return
    row = next(row for row in rows if row.scenario in sure)
    # A file of a well-known corpus is called `sum`: the numbers tell.
    plain = any(_word(name) in _MEANS for name in sure)
    if not plain and not all(_sums_up(row, rows, sure) for row in rows if row.scenario in sure and row.value):
        return
    raise InputError(
        "this sums up the other scenarios, and would count beside them",
        line=row.line,
        column=headings.get("scenario"),
        found=row.scenario,
        advice=f"take it out with --ignore {quoted(row.scenario or '')}",
        options=("--ignore", row.scenario or ""),
    )


def _sums_up(row: Row, rows: Sequence[Row], summaries: Collection[str]) -> bool:
    """Say whether a number is the sum, the mean or the geometric mean of those of the other scenarios."""
    others = [
        other.value
        for other in rows
        if (other.alternative, other.measure, other.run) == (row.alternative, row.measure, row.run)
        and other.scenario not in summaries
        and other.value
    ]
    if row.value is None or len(others) < 2 or min(others) <= 0:
        return False
    means = (fsum(others), fsum(others) / len(others), exp(fsum(map(log, others)) / len(others)))
    return any(isclose(row.value, mean, rel_tol=0.02) for mean in means)


def _refuse_runs(rows: Sequence[Row], headings: Mapping[str, str]) -> None:
    runs = {row.run for row in rows if row.run is not None}
    worded = {run for run in runs if not run.isdigit()}
    summaries = {
        run
        for run in worded
        if (word := _word(run)) in _WORDS or word in _SUSPECTS or _BESIDE.fullmatch(word)
    }
    numbered = runs - summaries
    if not summaries or not numbered or not all(any(c.isdigit() for c in run) for run in numbered):
        return
    row = next(row for row in rows if row.run in summaries)
    raise InputError(
        "the other runs are numbered, and this sums them up or tells how they differ; it is none",
        line=row.line,
        column=headings.get("run"),
        found=row.run,
        advice=f"take its row out with --ignore {quoted(row.run or '')}",
        options=("--ignore", row.run or ""),
    )


def _word(name: str) -> str:
    """Return a name without case, marks around it, and marks between its words.

    Examples
    --------
    >>> _word("**Total:**"), _word("Std._Dev."), _word("25%")
    ('total', 'std dev', '25%')
    """
    words = re.findall(r"[^\W_∑]+%?|∑", unicodedata.normalize("NFC", name).casefold())
    return " ".join(words)


def _summaries(names: Iterable[str]) -> set[str]:
    """Return the names that are words for a summary, alone or beside the name of another alternative."""
    words = {name: _word(name) for name in names}
    known = {*words.values()}
    found = set()
    for name, word in words.items():
        parts = word.split(" ")
        heads = ((" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts)))
        if word in _WORDS or any(
            (first in _WORDS and rest.removeprefix("of ") in known) or (rest in _WORDS and first in known)
            for first, rest in heads
        ):
            found.add(name)
    return found


def _last(names: Sequence[str], sure: set[str]) -> list[str]:
    """Return the names at the end of a table that may be summaries."""
    found = []
    for name in reversed(names):
        if name not in sure and _word(name) not in _SUSPECTS and not _BESIDE.fullmatch(_word(name)):
            break
        found.append(name)
    return found


def _fits(row: Row, rows: Sequence[Row], summaries: set[str]) -> bool:
    """Say whether a number is to the others what its row's name says."""
    others = [other.value or 0.0 for other in _others(row, rows, summaries)]
    check = _SUSPECTS.get(_word(row.alternative or ""))
    return check is not None and len(others) > 1 and row.value is not None and check(row.value, others)


def _others(row: Row, rows: Sequence[Row], summaries: set[str]) -> list[Row]:
    """Return what a row may sum up: the same measure of alternatives that are none."""
    return [
        other
        for other in rows
        if other.alternative not in summaries
        and other.value is not None
        and (other.scenario, other.transaction, other.measure) == (row.scenario, row.transaction, row.measure)
    ]


def _problem(row: Row, rows: Sequence[Row], summaries: set[str]) -> str:
    """Return what a row is, by its numbers where they tell, else by its name."""
    for one in rows:
        if one.alternative == row.alternative and one.value is not None:
            others = [other for other in _others(one, rows, summaries) if other.run == one.run]
            if len(others) > 1 and (what := _what(one, others)):
                return f"{quoted(row.alternative)} is the {what} of the other alternatives, and none itself"
    return f"by its name {quoted(row.alternative)} sums up other rows, and is no alternative itself"


def _what(row: Row, others: list[Row]) -> str:
    """Return what a number is of the others, to the printed digits; "" if nothing."""
    values = [other.value or 0.0 for other in others]
    resolution, value = fsum(other.resolution for other in others), row.value or 0.0
    if abs(value - fsum(values)) <= row.resolution + resolution:
        return "sum"
    means = {"mean": fsum(values) / len(values)}
    if min(values) > 0:
        means["geometric mean"] = exp(fsum(map(log, values)) / len(values))
    off, what = min((abs(value - mean), what) for what, mean in means.items())
    return what if off <= row.resolution + resolution / len(values) else ""
