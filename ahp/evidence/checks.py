"""What no set of measurements may hold: a cell twice, a measure in two units, a known name redefined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from ahp.errors import InputError, StudyError, UnitError, listed, quoted
from ahp.evidence.measures import LATER, MEASURES, Measure
from ahp.evidence.records import Measurement

_CELL, _RUN = itemgetter(0, 1, 2, 3, 4), itemgetter(2)
_UNIT = itemgetter(0, 4, 6)  # scenario, measure and unit


def own_measures(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Return the user's measures after checking that none takes a known name.

    Raises
    ------
    StudyError
        If one has the name of a catalogued measure, whose meaning would change without a word.
    """
    given = tuple(measures)
    taken = [measure.name for measure in given if measure.name in MEASURES and measure.name not in LATER]
    if taken:
        raise StudyError(f"[measures] describes {listed(taken)}, which already has a meaning; rename it")
    return given


def rows_given(rows: object) -> tuple[Measurement, ...]:
    """Return rows as a tuple after checking that they are measurements.

    Raises
    ------
    InputError
        If they are something else.
    """
    found = _members(rows)
    if found is None or not set(map(type, found)) <= {Measurement}:
        raise InputError(f"rows are measurements, found {quoted(rows)}; read(…).rows has such rows")
    return found


def all_of(what: str, given: object, *kinds: type) -> tuple[Any, ...]:
    """Return what a study consists of as a tuple after checking that all of it is of its kind.

    Raises
    ------
    StudyError
        If they are something else, or one of them by itself.
    """
    found = _members(given)
    if found is None or not all(isinstance(one, kinds) for one in found):
        names = " or ".join(kind.__name__ for kind in kinds)
        raise StudyError(f"{what} are a list of {names}; found {quoted(given)}")
    return found


def _members(given: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - of what a caller gave
    """Return what is in a list or another iterable, None of what is none; a text is one thing."""
    try:
        return None if isinstance(given, str) else tuple(given)
    except TypeError:
        return None


def refuse_lone_twins(rows: Iterable[Measurement], twins: Iterable[Measurement]) -> None:
    """Refuse a second measurement of what was not measured a first time.

    Raises
    ------
    InputError
        If an alternative of a scenario has only marked rows.
    """
    first = {row[:2] for row in rows}
    alone = next((row for row in twins if row[:2] not in first), None)
    if alone is not None:
        raise InputError(
            f"{quoted(alone.alternative)} in {quoted(alone.scenario)} is marked as measured a second time, "
            "and was not measured a first time",
            **alone.place._asdict(),
            advice="mark as a twin only the second of two measurements",
        )


def refuse_repeated(rows: Iterable[Measurement]) -> None:
    """Refuse a cell that is given twice, naming both places.

    Raises
    ------
    InputError
        If two rows share scenario, alternative, run, transaction and measure.
    """
    everything = rows if isinstance(rows, Sequence) else list(rows)
    if all(map(_RUN, everything)):
        # Of many thousand rows their hashes are sooner found to differ than the cells themselves.
        hashes = np.fromiter(map(hash, map(_CELL, everything)), np.int64, len(everything))
        hashes.sort()
        if (hashes[1:] != hashes[:-1]).all():
            return
    seen: dict[tuple[object, ...], Measurement] = {}
    for row in everything:
        if row.run == "" and (first := seen.setdefault(row[:5], row)) is not row:
            raise _repeated(row, first)
    shared = bool(seen)  # what names no run serves every run
    for row in everything:
        if row.run != "":
            serving = seen.get((row[0], row[1], "", row[3], row[4])) if shared else None
            first = serving or seen.setdefault(row[:5], row)
            if first is not row:
                raise _repeated(row, first)


def _repeated(row: Measurement, first: Measurement) -> InputError:
    what = ", ".join(quoted(part) for part in (row.scenario, row.alternative) if part)
    run = f", run {quoted(row.run)}" if row.run else ""
    kind = f", transaction {quoted(row.transaction)}" if row.transaction else ""
    return InputError(
        f"{row.measure} of {what}{run}{kind} is given again; it stands in {first.place} already",
        file=row.place.file,
        line=row.place.line,
        column=row.place.column,
        advice="keep one, or tell repeated runs apart in a column 'run'",
    )


def refuse_mixed_units(rows: Iterable[Measurement]) -> None:
    """Refuse a measure whose values in one scenario cannot be compared, naming both places.

    Raises
    ------
    UnitError
        If it stands in two units; units that convert into each other have been converted before.
    """
    everything = rows if isinstance(rows, Sequence) else list(rows)
    units = set(map(_UNIT, everything))
    if len({key[:2] for key in units}) == len(units):
        return
    seen: dict[tuple[str, str], Measurement] = {}
    for row in everything:
        first = seen.setdefault((row.scenario, row.measure), row)
        if first.unit != row.unit:
            raise UnitError(
                f"{row.measure} is in {row.unit or 'no unit'} here and in {first.unit or 'no unit'} in "
                f"{first.place}; they cannot be compared",
                file=row.place.file,
                line=row.place.line,
                column=row.place.column,
                advice="give both in one unit",
            )
