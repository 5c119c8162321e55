"""What is said of how inputs were understood, in words that the terminal and a notebook share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ahp.printing import printable, shortened
from ahp.report.explanation import ColumnDocument, ExplanationDocument, FileDocument, NameDocument
from ahp.report.numbers import measured

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
        choices = " or ".join(" + ".join(measures) for measures in entry["measures"])
        name = printable(entry["criterion"])
        facts.append(("lacking", f"{name} of {whose}: from elsewhere, as {choices}"))
    facts += [("warning", printable(warning)) for warning in document["warnings"]]
    return [*facts, ("ranking", verdict(document))]


def columns_table(columns: Sequence[ColumnDocument]) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows: each column or line, what it was taken for, its first value, how many."""
    some_missing = any(column["missing"] for column in columns)
    heads = ["stands as", "read as", "first value", "±", "values", *(["missing"] if some_missing else [])]
    rows = []
    for column in columns:
        row = [shortened(column["label"], 56), understood(column), first_value(column), half_a_digit(column)]
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
        return f"{shown} {unit}" if unit else shown
    if not unit:  # the measure's own unit is assumed, where it has one
        return f"{shown}, in {first['unit']}" if first["unit"] else f"{shown}, no unit"
    if not _DIGIT.match(first["found"]) and first["value"] is not None:  # computed: `mean of 3 samples`
        return f"{shown}: {measured(first['value'], first['unit'])}"
    if not first["found"].strip().endswith(unit):
        shown = f"{shown} {unit}"
    if first["value"] is None or first["unit"] == unit:
        return shown
    return f"{shown} = {measured(first['value'], first['unit'])}"


def half_a_digit(column: ColumnDocument) -> str:
    """Return half a unit of the last printed digit."""
    return f"{column['resolution']:.3g}" if column["resolution"] else ""


def verdict(document: ExplanationDocument) -> str:
    """Return whether anything stands in the way of a ranking."""
    refusal = document["refusal"]
    if refusal is None:
        return "nothing stands in its way"
    told = any(file["problem"] == refusal for file in document["files"])
    return "refused, as above" if told else f"refused: {printable(refusal)}"
