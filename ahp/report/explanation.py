"""The explanation document, `ahp.explanation/1`: how inputs were understood, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypedDict

from ahp.printing import printable, shortened
from ahp.registry import Registry
from ahp.report.documents.codec import render_json
from ahp.report.numbers import measured
from ahp.report.terminal import Column, Grid, Page, pasted

_BY_OPTIONS = "--reader NAME says how to read the files, --decimal MARK the decimal mark"
"""By what files are read otherwise than they were."""

_WIDTHS = (30, 26, 22)
"""Of the first columns of the table, which fold; the others are numbers."""


def render_explanation_text(document: ExplanationDocument) -> str:
    """Return the explanation as plain text of at most 80 columns."""
    page = Page()
    for file in document["files"]:
        page.print(pasted(printable(file["file"])))
        page.print(_pairs(facts_of(file), 2))
        if file["columns"]:
            page.print()
            page.print(_columns(file["columns"]))
        if told := remarks_on(file):
            page.print()
            page.print(_pairs(told, 2))
        page.print()
    facts = [*conclusions(document), ("to correct", _to_map(document)), ("", _BY_OPTIONS)]
    page.print(_pairs(facts, 0))
    return page.finished()


def _columns(columns: Sequence[ColumnDocument]) -> Grid:
    heads, rows = columns_table(columns)
    words = [Column(head, folds=True, most=width) for head, width in zip(heads, _WIDTHS, strict=False)]
    table = Grid([*words, *(Column(head, justify="right") for head in heads[len(_WIDTHS) :])], 2)
    for row in rows:
        table.add_row(*row)
    return table


def _to_map(document: ExplanationDocument) -> str:
    """Return by what a column is taken for something else: one that was not understood, or any."""
    columns = [column for file in document["files"] for column in file["columns"] if column["role"] is None]
    unclear = [column for column in columns if column["candidates"] or column["measure"] is None]
    names = [column["label"] for column in unclear] or ["COLUMN"]
    name = shortened(names[0], 30)
    mark = "'" if " " in name else ""
    return f"--map MEASURE={mark}{name}{mark} says what a column holds"


def _pairs(facts: Iterable[tuple[str, str]], indent: int) -> Grid:
    table = Grid([Column(least=9), Column(folds=True)], indent)
    for name, text in facts:
        table.add_row(name, text)
    return table


_MOST_NAMES, _MOST_TYPES = 8, 4
_DIGIT = re.compile(r"\W*\d")
_FIELDS = ("scenario", "alternative", "run")


def facts_of(file: FileDocument) -> list[tuple[str, str]]:
    """Return by whom a file was read, how many rows it has, and what it is about."""
    facts: list[tuple[str, str]] = []
    if file["reader"] is not None:
        facts.append(("reader", f"{printable(file['reader'])}, {printable(file['why'])}"))
    if file["sha256"]:
        facts.append(("SHA-256", file["sha256"]))
    if file["rows"] is not None:
        facts.append(("rows", str(file["rows"])))
        facts += [(field, names_of(file[field])) for field in _FIELDS]  # type: ignore[literal-required]
    return facts


def remarks_on(file: FileDocument) -> list[tuple[str, str]]:
    """Return what of a file is not used, what is to be known of it, and why it was refused."""
    told = (
        [("not used", ", ".join(f"'{shortened(n, 40)}'" for n in file["ignored"]))] if file["ignored"] else []
    )
    told += [("note", printable(note)) for note in file["notes"]]
    told += [("caveat", printable(caveat)) for caveat in file["caveats"]]
    return told + ([("refused", printable(file["problem"]))] if file["problem"] is not None else [])


def conclusions(document: ExplanationDocument) -> list[tuple[str, str]]:
    """Return what is said of all files together: what lacks, and whether they could be ranked."""
    facts = [
        ("passed over", f"{printable(path)}, its path does not fit the pattern")
        for path in document["passed_over"]
    ]
    whose = "the default study" if document["assumed"] else "the study"
    for entry in document["lacking"]:
        choices = " or ".join(map(" + ".join, entry["measures"]))
        facts.append(("lacking", f"{printable(entry['criterion'])} of {whose}: from elsewhere, as {choices}"))
    facts += [("warning", printable(warning)) for warning in document["warnings"]]
    refusal, told = document["refusal"], "nothing stands in its way"
    if refusal is not None:
        above = any(file["problem"] == refusal for file in document["files"])
        told = "refused, as above" if above else f"refused: {printable(refusal)}"
    return [*facts, ("ranking", told)]


def columns_table(columns: Sequence[ColumnDocument]) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows: each column or line, what it was taken for, its first value, how many."""
    some_missing = any(column["missing"] for column in columns)
    heads = ["stands as", "read as", "first value", "±", "values", *(["missing"] if some_missing else [])]
    rows = []
    for column in columns:
        half_a_digit = f"{column['resolution']:.3g}" if column["resolution"] else ""
        row = [shortened(column["label"], 56), understood(column), first_value(column), half_a_digit]
        row += [str(column[count] or "") for count in heads[4:]]  # type: ignore[literal-required]
        rows.append(row)
    return heads, rows


def names_of(names: NameDocument) -> str:
    """Return the scenarios, alternatives or runs of a file, and what names them."""
    if names["by"] is None:
        return "not named"
    shown = [printable(name) for name in names["names"][:_MOST_NAMES]]
    more = len(names["names"]) - len(shown)
    return f"{', '.join(shown)}{f' and {more} more' if more else ''} ({printable(names['by'])})"


def understood(column: ColumnDocument) -> str:
    """Return what a column was taken for."""
    if column["candidates"]:
        return f"not clear: {' or '.join(column['candidates'])}"
    if column["role"] is not None:
        return f"names: {column['role']}"
    measure = column["measure"] or "no known measure"
    types = [printable(name) for name in column["transactions"] if name]
    if not types:
        return measure
    more = len(types) - _MOST_TYPES
    shown = ", ".join(types[:_MOST_TYPES])
    all_too = "all, " if "" in column["transactions"] else ""
    return f"{measure} of {all_too}{shown}{f' and {more} more' if more > 0 else ''}"


def first_value(column: ColumnDocument) -> str:
    """Return the first value of a column as it stands, and in the unit that the library counts in."""
    first = column["first"]
    if first is None:
        return ""
    unit = column["unit"]
    shown = shortened(first["found"], 24)
    if column["measure"] is None:
        return f"{shown} {unit}" if unit and first["found"].strip()[-1:].isdigit() else shown
    if not unit:  # the measure's own unit is assumed, where it has one
        return f"{shown}, in {first['unit']}" if first["unit"] else f"{shown}, no unit"
    if not _DIGIT.match(first["found"]) and first["value"] is not None:  # computed: `mean of 3 samples`
        return f"{shown}: {measured(first['value'], first['unit'])}"
    if first["found"].strip()[-1:].isdigit():
        shown = f"{shown} {unit}"
    if first["value"] is None or first["unit"] == unit:
        return shown
    return f"{shown} = {measured(first['value'], first['unit'])}"


class FirstDocument(TypedDict):
    """The first value of a column: as it stands, and in the unit that the library keeps it in."""

    found: str
    value: float | None
    unit: str


class ColumnDocument(TypedDict):
    """A column of a table, or a number of a harness' output wherever it stands."""

    label: str
    line: int | None
    measure: str | None
    role: str | None
    candidates: list[str]
    transactions: list[str]
    unit: str | None
    first: FirstDocument | None
    resolution: float | None
    values: int
    missing: int


class NameDocument(TypedDict):
    """The scenarios, alternatives or runs of a file, and what names them; null where nothing does."""

    names: list[str]
    by: str | None


class FileDocument(TypedDict):
    """One file."""

    file: str
    sha256: str
    rows: int | None
    reader: str | None
    why: str
    columns: list[ColumnDocument]
    scenario: NameDocument
    alternative: NameDocument
    run: NameDocument
    ignored: list[str]
    caveats: list[str]
    notes: list[str]
    problem: str | None


class LackingDocument(TypedDict):
    """A criterion that nothing in the files serves, with what could; the measures of a list are added."""

    criterion: str
    measures: list[list[str]]


class ExplanationDocument(TypedDict):
    """How every input was understood, and what stands in the way of a ranking."""

    schema: str
    version: str
    files: list[FileDocument]
    passed_over: list[str]
    lacking: list[LackingDocument]
    assumed: bool
    refusal: str | None
    warnings: list[str]


EXPLANATION_FORMATS: Registry[Callable[[ExplanationDocument], str]] = Registry(
    "format of an explanation", {"text": render_explanation_text, "json": render_json}
)
"""The formats by name: functions from a document to its text."""


def render_explanation(document: ExplanationDocument, format: str = "text") -> str:
    """Return an explanation document as text or JSON.

    Raises
    ------
    StudyError
        If the format is unknown; the message lists those that are.
    """
    return EXPLANATION_FORMATS[format](document)
