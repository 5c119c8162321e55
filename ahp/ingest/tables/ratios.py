"""Compression ratios as they are printed: which of four forms a column has, from evidence, and the ratio."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ahp.errors import InputError, quoted
from ahp.ingest.readers.base import Options, Row
from ahp.ingest.tables.headings import Heading
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


class Form(NamedTuple):
    """One way of printing how much smaller data became.

    Attributes
    ----------
    name : str
        One of :data:`FORMS`.
    whole : float
        What it prints of data that stayed as large as it was.
    ratio : callable
        Gives original/stored for a printed number.
    printed : callable
        Gives the printed number for original/stored.
    holds : callable
        Says whether any data has this printed number.
    slope : callable
        Gives how much original/stored moves when the printed number does.
    """

    name: str
    whole: float
    ratio: Callable[[float], float]
    printed: Callable[[float], float]
    holds: Callable[[float], bool]
    slope: Callable[[float], float]


R1 = Form("r1", 1.0, lambda v: v, lambda r: r, lambda v: True, lambda v: 1.0)
R2 = Form("r2", 1.0, lambda v: 1 / v, lambda r: 1 / r, lambda v: v > 0, lambda v: 1 / v**2)
R3 = Form("r3", 100.0, lambda v: 100 / v, lambda r: 100 / r, lambda v: v > 0, lambda v: 100 / v**2)
R4 = Form("r4", 0.0, lambda v: 1 / (1 - v), lambda r: 1 - 1 / r, lambda v: v < 1, lambda v: 1 / (1 - v) ** 2)
R4_PER_CENT = Form(
    "r4",
    0.0,
    lambda v: 100 / (100 - v),
    lambda r: 100 - 100 / r,
    lambda v: v < 100,
    lambda v: 100 / (100 - v) ** 2,
)
R1_PER_CENT = Form("r1", 100.0, lambda v: v / 100, lambda r: 100 * r, lambda v: v > 0, lambda v: 1 / 100)
ALL = (R1, R2, R3, R4, R4_PER_CENT, R1_PER_CENT)


_COPIES = frozenset({"memcpy", "copy", "cat"})
_AGREES, _ENOUGH = 0.02, 0.98
_HEADED = "as its heading says"
_CONTRADICTED = "as its heading says; in some rows the sizes beside it give another"
_LARGE = 10.0
"""No codec makes a tenth of everything it is given; a fraction in per cent is above this throughout."""


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


class NormalisedRatio(NamedTuple):
    """A ratio as original/stored, what decided its form, and what to know about it."""

    rows: Sequence[Row]
    notes: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()


def to_original_over_stored(
    rows: Sequence[Row], others: Iterable[Row], heading: Heading, options: Options
) -> NormalisedRatio | None:
    """Return the rows of a ratio as original/stored, or None where nothing tells its form.

    Parameters
    ----------
    rows : sequence of Row
        The cells of one column, or of one measure of a long table.
    others : iterable of Row
        Those of the rest of the table; the sizes among them are held against the ratio.
    heading : Heading
        What stands over it; without a measure where it only says "ratio".
    options : Options
        The form that the caller states, and the baseline.

    Raises
    ------
    InputError
        If the evidence contradicts itself, or a number is not possible in the form that was decided.
    """
    given = [row for row in rows if row.value is not None]
    if not given:
        return NormalisedRatio(rows)
    form, why = _form_by_evidence(given, others, heading, options)
    if form is None:
        return None
    kind = FORMS[form.name] + (" in per cent" if form is R1_PER_CENT else "")
    note = f"column {quoted(given[0].column)} is read as {kind} ({form.name}), {why}"
    if why == _CONTRADICTED:
        return NormalisedRatio(rows, caveats=(note,))
    if form is R1:
        if why == _HEADED and all(_value(row) > _LARGE for row in given):
            least = min(given, key=_value)
            doubt = f"{note}, {least.found} to 1 at least; if it is in per cent, say --ratio-form r3"
            return NormalisedRatio(rows, caveats=(doubt,))
        expected = heading.words == OWN_NAME and options.ratio_form is None and not _has_below_one(given)
        return NormalisedRatio(rows, () if expected else (note,))
    return NormalisedRatio([_convert(row, form) for row in rows], (note,))


def ambiguous_ratio_error(rows: Iterable[Row]) -> InputError:
    """Return the error of a ratio below 1 about which nothing tells what it is: all that it may be."""
    given = [row for row in rows if row.value is not None]
    forms = [form for form in (R1, R2, R4, R3, R4_PER_CENT) if form in _possible(given)]
    if forms[0] is R1:  # no unit speaks of per cent
        forms = [form for form in forms[:3] if all(form.holds(_value(row)) for row in given)]
    first = min([row for row in given if 0 < _value(row) < 1] or given, key=_value)
    readings = [
        (form.name, FORMS[form.name], form.ratio(_value(first)))
        for form in forms
        if form.holds(_value(first))
    ]
    both = (
        "the ratios stand on both sides of 1, so " if forms[0] is R1 and max(map(_value, given)) > 1 else ""
    )
    may_be = " or ".join(
        f"{formula} ({name}: {ratio:.6g} to 1{', data that grew' if ratio < 1 else ''})"
        for name, formula, ratio in readings
    )
    which = " or ".join(f"--ratio-form {name}" for name, _, _ in readings)
    return InputError(
        f"{both}this may be {may_be}, and nothing in the file tells",
        line=first.line,
        column=first.column,
        found=first.found,
        advice=f"say {which}, or give original_bytes and stored_bytes",
    )


def _form_by_evidence(
    rows: Sequence[Row], others: Iterable[Row], heading: Heading, options: Options
) -> tuple[Form | None, str]:
    """Return the form of a ratio and what decided it, the strongest evidence first."""
    words = heading.words
    possible: Sequence[Form] = _possible(rows)
    if options.ratio_form is not None:
        return _form_asked_for(rows, possible, options), "as --ratio-form says"
    possible, sized = _by_sizes(rows, others, possible)
    if sized and not possible:
        agree = [_agrees(row, ratio) for row, ratio in sized]
        if words == OWN_NAME and R1 in _possible(rows) and not _has_below_one(rows) and any(agree):
            return R1, _CONTRADICTED
        raise _no_form(sized)
    if sized and len(possible) == 1:
        return possible[0], "which the sizes beside it give"
    if any(row.unit is not None and row.unit.dimension == "multiple" for row in rows):
        return (R1 if R1 in possible else None), "as its unit says"
    named = [form for form in possible if form.name == _NAMED.get(words)] or [
        form for form in possible if words in _NAMED and (form.name, _NAMED[words]) == ("r3", "r2")
    ]
    if named:
        per_cent = named[0] is R2 and R3 in possible and min(map(_value, rows)) > 1
        return (R3 if per_cent else named[0]), _HEADED
    reference = _by_reference(rows, possible, heading, options.baseline)
    if reference is not None:
        return reference, "by the row of what is not compressed"
    if heading.measure is not None and R1 in possible and not _has_below_one(rows):
        return R1, _HEADED
    return None, ""


def _has_below_one(rows: Iterable[Row]) -> bool:
    """Say whether a ratio is below 1; what is 0 or less is a ratio in no form, and is refused as such."""
    return any(0 < _value(row) < 1 for row in rows)


def _possible(rows: Sequence[Row]) -> tuple[Form, ...]:
    """Return the forms that the unit leaves open."""
    symbols = {row.unit.symbol for row in rows if row.unit is not None}
    if not symbols:
        return ALL
    if symbols == {"%"}:
        return (R3, R4_PER_CENT, R1_PER_CENT)
    return (R2, R4) if symbols == {"fraction"} else (R1,)


def _form_asked_for(rows: Sequence[Row], possible: Sequence[Form], options: Options) -> Form:
    asked = options.ratio_form or ""
    fitting = [form for form in possible if form.name == asked]
    if asked in ("r2", "r3") and not fitting:  # each is the other in per cent, or without
        fitting = [form for form in possible if form in (R2, R3)]
    if asked == "r1" and _reference(rows, options.baseline)[0] == R1_PER_CENT.whole:
        fitting = [form for form in fitting if form is R1_PER_CENT] or fitting
    if not fitting:
        raise InputError(
            f"--ratio-form says {asked}, {FORMS[asked]}, and the unit of the cells is another",
            line=rows[0].line,
            column=rows[0].column,
            found=rows[0].found,
            advice="leave --ratio-form out, or correct it",
        )
    return _savings(rows, fitting)


def _savings(rows: Sequence[Row], fitting: Sequence[Form]) -> Form:
    """Return the one form there is; a saving of 1 or more is in per cent, and with it the whole column."""
    if R4 in fitting and R4_PER_CENT in fitting:
        return R4_PER_CENT if any(_value(row) >= 1 for row in rows) else R4
    return fitting[0]


def _by_sizes(
    rows: Sequence[Row], others: Iterable[Row], possible: Sequence[Form]
) -> tuple[Sequence[Form], list[tuple[Row, float]]]:
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
    if len(agreeing) > 1:  # to 2 per cent 0.99 is both r1 and r2, to its digits only one of them
        agreeing = [
            form for form in agreeing if all(_is_printed(row, form.printed(ratio)) for row, ratio in pairs)
        ] or agreeing
    same = all(
        abs(form.ratio(_value(row)) - agreeing[0].ratio(_value(row))) <= 1e-9 * ratio
        for form in agreeing
        for row, ratio in pairs
        if form.holds(_value(row))
    )
    return (agreeing[:1] if same else agreeing), pairs


def _no_form(pairs: Sequence[tuple[Row, float]]) -> InputError:
    """Return the refusal of ratios that no form explains, by the row that is nearest to none."""
    row, ratio = min(pairs, key=lambda pair: sum(_agrees(pair[0], form.printed(pair[1])) for form in ALL))
    computed = [f"{form.printed(ratio):.4g}" for form in ALL[:4]]
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


def _is_printed(row: Row, printed: float) -> bool:
    return abs(_value(row) - printed) <= max(1e-9 * abs(printed), 1.01 * row.resolution)


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


def _reference(rows: Sequence[Row], baseline: str | None) -> tuple[float | None, list[float]]:
    """Return what is printed of data that is not compressed, None where several numbers are, and the rest."""
    everything = {row.alternative for row in rows}
    names = {name for name in everything if _is_plain(name)} or (everything & {baseline})
    plain = {_value(row) for row in rows if row.alternative in names}
    rest = [_value(row) for row in rows if row.alternative not in names]
    return (plain.pop() if len(plain) == 1 and rest else None), rest


def _by_reference(
    rows: Sequence[Row], possible: Sequence[Form], heading: Heading, baseline: str | None
) -> Form | None:
    """Return the form in which what is not compressed is printed as the whole of the data."""
    whole, rest = _reference(rows, baseline)
    if whole is None:
        return None
    if whole == R3.whole and {R3, R1_PER_CENT} & {*possible}:
        return _per_cent(rows, possible, rest)
    if whole != 1:
        fitting = [form for form in possible if form.whole == whole]
        return _savings(rows, fitting) if fitting else None
    if R1 in possible and (min(rest) >= 1 or (heading.measure is not None and _mostly_above(rest))):
        return R1
    # By its own name it is original/stored, so that two witnesses contradict each other.
    return R2 if R2 in possible and max(rest) <= 1 and heading.words != OWN_NAME else None


def _per_cent(rows: Sequence[Row], possible: Sequence[Form], rest: Sequence[float]) -> Form:
    """Return the form of ratios of which the whole is 100: what is smaller is below it, or above it.

    Raises
    ------
    InputError
        If some are on both sides, and neither side grew by little.
    """
    forms = [form for form in (R3, R1_PER_CENT) if form in possible]
    one_sided = [form for form in forms if all(form.holds(v) and form.ratio(v) >= 1 for v in rest)]
    likely = [
        form for form in forms if all(map(form.holds, rest)) and _mostly_above([*map(form.ratio, rest)])
    ]
    if found := one_sided or likely:
        return found[0]
    row = next((row for row in rows if _value(row) > R3.whole), rows[0])
    value = _value(row)
    inverse = f"{100 / value:.3g} to 1" if value > 0 else "nothing"
    raise InputError(
        "what is not compressed is 100, so these are per cent, and they stand on both sides of it: "
        f"stored/original (r3: {inverse}) or original/stored (r1: {value / 100:.3g} to 1)",
        line=row.line,
        column=row.column,
        found=row.found,
        advice="say --ratio-form r3 or --ratio-form r1",
    )


def _mostly_above(ratios: Sequence[float]) -> bool:
    """Say whether as original/stored they are likely, and as stored/original they are not.

    No fewer are above 1 than below, and what grew grew much less than it would have the other way round.
    """
    above, below = sum(ratio > 1 for ratio in ratios), sum(ratio < 1 for ratio in ratios)
    lowest = min(ratios)
    return above >= below and lowest > 0 and lowest * lowest * max(ratios) > 1


def _is_plain(name: str | None) -> bool:
    return name is not None and (is_baseline_name(name) or name.strip().casefold() in _COPIES)


def _convert(row: Row, form: Form) -> Row:
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
