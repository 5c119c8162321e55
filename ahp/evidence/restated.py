"""Columns that say again what others say: their sum, the same in another unit, its inverse, or a quotient.

What is printed twice would count twice. Digits decide: a column repeats another where one factor between them
fits every cell, as far as the digits of both tell. Few digits fit by chance as well: of columns of which
it is not known which way they are better (a price beside times), more is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ahp.errors import quoted
from ahp.evidence.directions import better_by, better_likely
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.records import Measurement, Spare
from ahp.terms import Better

Array: TypeAlias = NDArray[np.float64]
_Cell: TypeAlias = tuple[str, str, str]
_Columns: TypeAlias = dict[str, dict[_Cell, tuple[float, float]]]
_Ways: TypeAlias = dict[str, Better | None]

_QUOTIENT = re.compile(r".*\S\s*(?:/|\bper\b)\s*\S.*", re.IGNORECASE)
_FEWEST = 3
"""Of two alternatives any column is another one times a factor, or its inverse."""
_CLEAR = 5.0
"""By how many times its own doubt a column has to vary before it is said to follow another."""
_BY_CHANCE = 1e-3
"""How likely it may be that columns that have nothing to do with each other fit as well."""


def restated(measurements: Measurements) -> dict[str, str]:
    """Return the columns that no measure claims and that repeat others, and what each of them repeats.

    Columns with a gap, or with a number that is not above 0, repeat nothing.
    """
    if not measurements.spare:
        return {}
    columns = _columns(measurements)
    cells = max(columns.values(), key=len)
    whole = {name: own for name, own in columns.items() if own.keys() == cells.keys()}
    names = list(whole)
    logs, doubts = np.empty((2, len(names), len(cells)))
    for i, own in enumerate(whole.values()):
        values, digits = np.array([own[cell] for cell in cells]).T
        logs[i], doubts[i] = np.log(values), digits / values
    scenarios = [np.array([cell[0] == name for cell in cells]) for name in {cell[0] for cell in cells}]
    spare = {heading_of(measurements, one.place, one.words) for one in measurements.spare}
    sure, likely = _ways(measurements)
    found: dict[str, str] = {}
    for j, name in enumerate(names):
        if name not in spare:
            continue
        others = [i for i in range(j) if names[i] not in found]
        for origin, log, doubt, by_chance in _origins(name, others, names, logs, doubts, sure, likely):
            if _follows(logs[j], log, doubts[j] + doubt, scenarios, by_chance=by_chance):
                found[name] = origin
                break
    return found


def _columns(measurements: Measurements) -> _Columns:
    """Return the numbers above 0 of each column, cell by cell, with half their last digit."""
    columns: _Columns = {}
    stand: Iterable[tuple[Measurement | Spare, str]] = (
        *((row, row.measure) for row in measurements.rows),
        *((one, one.words) for one in measurements.spare),
    )
    for one, words in stand:
        own = columns.setdefault(heading_of(measurements, one.place, words), {})
        if one.value > 0:
            own[one.scenario, one.alternative, one.run] = one.value, one.resolution
    return columns


def _origins(
    name: str,
    others: Sequence[int],
    names: Sequence[str],
    logs: Array,
    doubts: Array,
    sure: _Ways,
    likely: _Ways,
) -> Iterator[tuple[str, Array, Array, float]]:
    """Yield what a column may repeat: how it is said, its logarithm, the doubt and the luck of that."""
    for i in others:
        way, other = likely[name], likely[names[i]]
        by_chance = _BY_CHANCE if sure[name] is None or sure[names[i]] is None else 1.0
        for sign in (1.0, -1.0):
            # Where less of both is better, neither is the other's inverse.
            if way is None or other is None or (way is other) is (sign > 0):
                yield quoted(names[i]), sign * logs[i], doubts[i], by_chance
    if _QUOTIENT.fullmatch(name):
        for i, k in permutations(others, 2):
            yield f"{quoted(names[i])} / {quoted(names[k])}", logs[i] - logs[k], doubts[i] + doubts[k], 1.0


def _ways(measurements: Measurements) -> tuple[_Ways, _Ways]:
    """Return of each column which way it is better: by its heading or unit, and as far as is likely."""
    sure: _Ways = {}
    likely: _Ways = {}
    for row in measurements.rows:
        name = heading_of(measurements, row.place, row.measure)
        sure[name] = likely[name] = measurements.measure(row.measure).better
    for one in measurements.spare:
        name = heading_of(measurements, one.place, one.words)
        if name not in sure:
            sure[name] = better_by(name, one.unit)
            likely[name] = sure[name] or better_likely(name, one.unit)
    return sure, likely


def _follows(
    log: Array, origin: Array, doubt: Array, scenarios: Sequence[NDArray[np.bool_]], *, by_chance: float = 1.0
) -> bool:
    """Say whether one factor in each scenario makes a column of another, by digits that can tell.

    They may fit by chance so often, if they have nothing to do with each other.
    """
    apart, luck = log - origin, 1.0
    for mine in scenarios:
        cells, width, most = np.count_nonzero(mine), np.ptp(log[mine]), doubt[mine].max()
        fits = (apart - doubt)[mine].max() <= (apart + doubt)[mine].min() + 1e-12
        if cells < _FEWEST or width <= _CLEAR * most or not fits:
            return False
        luck *= (2.0 * most / width) ** (cells - 1)
    return luck <= by_chance


def totals(names: Sequence[str], columns: Mapping[str, Sequence[Spare]]) -> set[str]:
    """Return the columns that are the sum of all the others named, as `Total` is."""
    if len(names) < _FEWEST:
        return set()
    sums: dict[_Cell, tuple[float, float]] = {}
    for spare in (spare for name in names for spare in columns[name]):
        whole, doubt = sums.get(_cell(spare), (0.0, 0.0))
        sums[_cell(spare)] = whole + spare.value, doubt + spare.resolution
    return {name for name in names if all(_is_half(spare, *sums[_cell(spare)]) for spare in columns[name])}


def _cell(spare: Spare) -> _Cell:
    return spare.scenario, spare.alternative, spare.run


def _is_half(spare: Spare, whole: float, doubt: float) -> bool:
    """Say whether a number is half of a sum that it is part of, as far as the digits tell."""
    return abs(whole - 2.0 * spare.value) <= 1.000001 * doubt
