"""Columns that say again what others say: their sum, the same in another unit, its inverse, or a quotient.

What is printed twice would count twice. Digits decide: a column repeats another where one factor between them
fits every cell, as far as the digits of both tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ahp.errors import quoted
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.records import Measurement, Spare

Array: TypeAlias = NDArray[np.float64]
_Cell: TypeAlias = tuple[str, str, str]
_Columns: TypeAlias = dict[str, dict[_Cell, tuple[float, float]]]

_QUOTIENT = re.compile(r".*\S\s*(?:/|\bper\b)\s*\S.*", re.IGNORECASE)
_FEWEST = 3
"""Of two alternatives any column is another one times a factor, or its inverse."""
_CLEAR = 5.0
"""By how many times its own doubt a column has to vary before it is said to follow another."""


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
    found: dict[str, str] = {}
    for j, name in enumerate(names):
        if name not in spare:
            continue
        others = [i for i in range(j) if names[i] not in found]
        for origin, log, doubt in _origins(name, others, names, logs, doubts):
            if _follows(logs[j], log, doubts[j] + doubt, scenarios):
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
    name: str, others: Sequence[int], names: Sequence[str], logs: Array, doubts: Array
) -> Iterator[tuple[str, Array, Array]]:
    """Yield what a column may repeat: how it is said, its logarithm and the doubt of that."""
    for i in others:
        for sign in (1.0, -1.0):
            yield quoted(names[i]), sign * logs[i], doubts[i]
    if _QUOTIENT.fullmatch(name):
        for i in others:
            for k in others:
                if i != k:
                    yield f"{quoted(names[i])} / {quoted(names[k])}", logs[i] - logs[k], doubts[i] + doubts[k]


def _follows(log: Array, origin: Array, doubt: Array, scenarios: Sequence[NDArray[np.bool_]]) -> bool:
    """Say whether one factor in each scenario makes a column of another, by digits that can tell."""
    apart = log - origin
    return all(
        np.count_nonzero(mine) >= _FEWEST
        and np.ptp(log[mine]) > _CLEAR * doubt[mine].max()
        and (apart - doubt)[mine].max() <= (apart + doubt)[mine].min() + 1e-12
        for mine in scenarios
    )


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
