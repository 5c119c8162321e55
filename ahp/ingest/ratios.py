"""Compression ratios as they are printed: which of four forms a column has, from evidence, and the ratio.

A column called "ratio" may hold original/stored, stored/original, that in per cent, or what is saved. The
form is decided once for the whole column, never from the range of its values alone, and never row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ahp.errors import InputError, quoted
from ahp.ingest.headings import Heading
from ahp.ingest.readers.base import Row
from ahp.terms import is_baseline_name
from ahp.units import UNITS

FORMS: Mapping[str, str] = {
    "r1": "original/stored",
    "r2": "stored/original",
    "r3": "100 stored/original",
    "r4": "1 - stored/original",
}
"""The forms of a ratio by the names that `--ratio-form` knows them by."""

READINGS = ", ".join(f"{name} {formula}" for name, formula in FORMS.items())

_COPIES = frozenset({"memcpy", "copy", "cat"})
_AGREES, _ENOUGH = 0.02, 0.98
_CONTRADICTED = "as its heading says; the sizes beside it give another"


@dataclass(frozen=True)
class _Form:
    """One way of printing how much smaller data became; `whole` is what it prints of all the data."""

    name: str
    whole: float
    ratio: Callable[[float], float]
    printed: Callable[[float], float]
    holds: Callable[[float], bool]
    slope: Callable[[float], float]


_R1 = _Form("r1", 1.0, lambda v: v, lambda r: r, lambda v: True, lambda v: 1.0)
_R2 = _Form("r2", 1.0, lambda v: 1 / v, lambda r: 1 / r, lambda v: v > 0, lambda v: 1 / v**2)
_R3 = _Form("r3", 100.0, lambda v: 100 / v, lambda r: 100 / r, lambda v: v > 0, lambda v: 100 / v**2)
_R4 = _Form(
    "r4", 0.0, lambda v: 1 / (1 - v), lambda r: 1 - 1 / r, lambda v: v < 1, lambda v: 1 / (1 - v) ** 2
)
_R4_PER_CENT = _Form(
    "r4",
    0.0,
    lambda v: 100 / (100 - v),
    lambda r: 100 - 100 / r,
    lambda v: v < 100,
    lambda v: 100 / (100 - v) ** 2,
)
_ALL = (_R1, _R2, _R3, _R4, _R4_PER_CENT)
_NAMED = {
    "original_stored": "r1",
    "original_compressed": "r1",
    "uncompressed_compressed": "r1",
    "stored_original": "r2",
    "compressed_original": "r2",
    "compressed_uncompressed": "r2",
    "stored_fraction": "r2",
    "compressed_fraction": "r2",
}
SIZES = ("original_bytes", "stored_bytes")
OWN_NAME = "compression_ratio"
"""The heading that is defined as original/stored, whatever its values are."""


class Settled(NamedTuple):
    """A ratio as original/stored, what decided its form, and what to know about it."""

    rows: Sequence[Row]
    notes: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()


def settled(
    rows: Sequence[Row], others: Iterable[Row], heading: Heading, asked: str | None
) -> Settled | None:
    """Return the rows of a ratio as original/stored, or None where nothing tells its form.

    Parameters
    ----------
    rows : sequence of Row
        The cells of one column, or of one measure of a long table.
    others : iterable of Row
        Those of the rest of the table; the sizes among them are held against the ratio.
    heading : Heading
        What stands over it; without a measure where it only says "ratio".
    asked : str or None
        The form that the caller states.

    Raises
    ------
    InputError
        If the evidence contradicts itself, or a number is not possible in the form that was decided.
    """
    given = [row for row in rows if row.value is not None]
    if not given:
        return Settled(rows)
    form, why = _decided(given, others, heading, asked)
    if form is None:
        return None
    note = f"column {quoted(given[0].column)} is read as {FORMS[form.name]} ({form.name}), {why}"
    if why == _CONTRADICTED:
        return Settled(rows, caveats=(note,))
    if form is _R1:
        return Settled(rows, () if heading.words == OWN_NAME and asked is None else (note,))
    return Settled([_converted(row, form) for row in rows], (note,))


def below_one(rows: Iterable[Row]) -> InputError:
    """Return the error of a ratio below 1 about which nothing tells what it is."""
    first = min((row for row in rows if row.value is not None), key=lambda row: row.value or 0.0)
    if first.unit is not None and first.unit.dimension == "share":
        problem = "this may be what is left (r3) or what is saved (r4), and nothing in the file tells"
    else:
        problem = (
            "a ratio below 1 may be stored/original (r2), a saving (r4), or that of data which grew (r1), "
            "and nothing in the file tells"
        )
    advice = "say which with --ratio-form, or give original_bytes and stored_bytes"
    return InputError(problem, line=first.line, column=first.column, found=first.found, advice=advice)


def _decided(
    rows: Sequence[Row], others: Iterable[Row], heading: Heading, asked: str | None
) -> tuple[_Form | None, str]:
    """Return the form of a ratio and what decided it, the strongest evidence first."""
    words = heading.words
    possible: Sequence[_Form] = _possible(rows)
    if asked is not None:
        return _asked(rows, possible, asked), "as --ratio-form says"
    possible, sized = _by_sizes(rows, others, possible)
    if sized and not possible:
        if heading.words == OWN_NAME and _R1 in _possible(rows):
            return _R1, _CONTRADICTED
        raise _no_form(*sized[0])
    if sized and len(possible) == 1:
        return possible[0], "which the sizes beside it give"
    if any(row.unit is not None and row.unit.dimension == "multiple" for row in rows):
        return (_R1 if _R1 in possible else None), "as its unit says"
    named = [form for form in possible if form.name == _NAMED.get(words)] or [
        form for form in possible if words in _NAMED and (form.name, _NAMED[words]) == ("r3", "r2")
    ]
    if named:
        return named[0], "as its heading says"
    reference = _by_reference(rows, possible)
    if reference is not None and not (words == OWN_NAME and reference is _R2):
        return reference, "by the row of what is not compressed"
    is_one = heading.measure is not None and (words == OWN_NAME or all(_value(row) >= 1 for row in rows))
    if is_one and _R1 in possible:
        return _R1, "as its heading says"
    return None, ""


def _possible(rows: Sequence[Row]) -> tuple[_Form, ...]:
    """Return the forms that the unit leaves open."""
    symbols = {row.unit.symbol for row in rows if row.unit is not None}
    if not symbols:
        return _ALL
    if symbols == {"%"}:
        return (_R3, _R4_PER_CENT)
    return (_R2, _R4) if symbols == {"fraction"} else (_R1,)


def _asked(rows: Sequence[Row], possible: Sequence[_Form], asked: str) -> _Form:
    fitting = [form for form in possible if form.name == asked]
    if asked in ("r2", "r3") and not fitting:  # each is the other in per cent, or without
        fitting = [form for form in possible if form in (_R2, _R3)]
    if not fitting:
        raise InputError(
            f"--ratio-form says {asked}, {FORMS[asked]}, and the unit of the cells is another",
            line=rows[0].line,
            column=rows[0].column,
            found=rows[0].found,
            advice="leave --ratio-form out, or correct it",
        )
    return _savings(rows, fitting)


def _savings(rows: Sequence[Row], fitting: Sequence[_Form]) -> _Form:
    """Return the one form there is; a saving of 1 or more is in per cent, and with it the whole column."""
    if _R4 in fitting and _R4_PER_CENT in fitting:
        return _R4_PER_CENT if any(_value(row) >= 1 for row in rows) else _R4
    return fitting[0]


def _by_sizes(
    rows: Sequence[Row], others: Iterable[Row], possible: Sequence[_Form]
) -> tuple[Sequence[_Form], list[tuple[Row, float]]]:
    """Return the forms that agree with the sizes beside the ratio, and each row with what its sizes give."""
    sizes = _sizes(others)
    pairs = [(row, sizes[row[:4]]) for row in rows if row[:4] in sizes]
    if not pairs:
        return possible, []
    agreeing = [
        form
        for form in possible
        if sum(_agrees(row, form.printed(ratio)) for row, ratio in pairs) >= _ENOUGH * len(pairs)
    ]
    same = all(
        abs(form.ratio(_value(row)) - agreeing[0].ratio(_value(row))) <= 1e-9 * ratio
        for form in agreeing
        for row, ratio in pairs
        if form.holds(_value(row))
    )
    return (agreeing[:1] if same else agreeing), pairs


def _no_form(row: Row, ratio: float) -> InputError:
    computed = [f"{form.printed(ratio):.4g}" for form in _ALL[:4]]
    return InputError(
        f"the sizes in this row give {', '.join(computed[:-1])} or {computed[-1]} ({', '.join(FORMS)}), "
        "and the ratios fit none of them",
        line=row.line,
        column=row.column,
        found=row.found,
        advice="correct the column, or leave it out with --ignore COLUMN",
    )


def _agrees(row: Row, printed: float) -> bool:
    return abs(_value(row) - printed) <= max(_AGREES * abs(printed), 1.01 * row.resolution)


def _sizes(rows: Iterable[Row]) -> dict[tuple[object, ...], float]:
    """Return original/stored by what the rows are about, where both sizes are there in one kind of bytes."""
    sizes: dict[str, dict[tuple[object, ...], tuple[float, str]]] = {name: {} for name in SIZES}
    for row in rows:
        if row.measure in sizes and row.value:
            unit = row.unit or UNITS["B"]
            sizes[row.measure][row[:4]] = (row.value * float(unit.factor), unit.dimension)
    stored = sizes["stored_bytes"]
    return {
        key: value / stored[key][0]
        for key, (value, dimension) in sizes["original_bytes"].items()
        if key in stored and stored[key][1] == dimension and value > 0 < stored[key][0]
    }


def _by_reference(rows: Sequence[Row], possible: Sequence[_Form]) -> _Form | None:
    """Return the form in which what is not compressed is printed as the whole of the data."""
    names = {name for name in {row.alternative for row in rows} if _is_plain(name)}
    plain = {_value(row) for row in rows if row.alternative in names}
    rest = [_value(row) for row in rows if row.alternative not in names]
    if len(plain) != 1 or not rest:
        return None
    whole = plain.pop()
    if whole != 1:
        fitting = [form for form in possible if form.whole == whole]
        return _savings(rows, fitting) if fitting else None
    for form, fits in ((_R1, min(rest) >= 1), (_R2, max(rest) <= 1)):
        if form in possible and fits:
            return form
    return None


def _is_plain(name: str | None) -> bool:
    return name is not None and (is_baseline_name(name) or name.strip().casefold() in _COPIES)


def _converted(row: Row, form: _Form) -> Row:
    if row.value is None:
        return row._replace(unit=UNITS["x"])
    if not form.holds(row.value):
        problem = f"no data has this {FORMS[form.name]}"
        advice = "correct the cell, or say another --ratio-form"
        raise InputError(problem, line=row.line, column=row.column, found=row.found, advice=advice)
    return row._replace(
        value=form.ratio(row.value), resolution=row.resolution * form.slope(row.value), unit=UNITS["x"]
    )


def _value(row: Row) -> float:
    return row.value if row.value is not None else 0.0
