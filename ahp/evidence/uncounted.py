"""Columns that do not count: those that say again what others say, and the options that would count the rest.

What is printed twice would count twice: a sum, the same in another unit, an inverse, or a quotient. Digits
decide: a column repeats another where one factor between them fits every cell, as far as the digits of both
tell. Few digits fit by chance as well: of columns of which it is not known which way they are better (a price
beside times), or which have one unit (the throughput of small blocks beside that of large ones) more is
asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ahp.errors import quoted
from ahp.evidence.directions import better_by, better_likely, is_guessing, is_provided, is_statistic_alone
from ahp.evidence.measurements import Measurements, columns_in, heading_of, spare_columns
from ahp.terms import Better
from ahp.units import UNITS

Array: TypeAlias = NDArray[np.float64]
_Cell: TypeAlias = tuple[str, str, str]
_Columns: TypeAlias = dict[str, dict[_Cell, tuple[float, float]]]
_Ways: TypeAlias = dict[str, Better | None]

_QUOTIENT = re.compile(r".*\S\s*(?:/|\bper\b)\s*\S.*", re.IGNORECASE)
_DERIVED = re.compile(r"speed[ _-]?up|relative|ratio|normali[sz]ed|\bvs\b|factor", re.IGNORECASE)
"""A heading that says that its numbers were computed of others."""
_NAMED = 3
"""So many columns are named of which one is the sum."""
_NEARLY = 1.000001
"""Of how far digits may add up, which is computed with rounding."""
_FEWEST = 3
"""Of two alternatives any column is another one times a factor, or its inverse."""
_CLEAR = 5.0
"""By how many times its own doubt a column has to vary before it is said to follow another."""
_SAME_TIME = 0.02
"""How far the CPU time of what never waits may be from its duration."""
_BY_CHANCE = 1e-3
"""How likely it may be that columns that have nothing to do with each other fit as well."""
_BY_CHANCE_AT_MOST = 1e-2
"""The same of columns in two units, of which one is an inverse or a multiple of the other."""


def cpu_is_the_time(measurements: Measurements) -> bool:
    """Say whether the CPU time of each operation is its duration: one thread that never waits, told twice."""
    times: dict[str, dict[tuple[str, ...], float]] = {"duration": {}, "cpu_per_transaction": {}}
    if not times.keys() <= {row.measure for row in measurements.rows}:
        return False
    for row in measurements.rows:
        if row.measure in times:
            cell = row.scenario, row.alternative, row.run, row.transaction
            times[row.measure][cell] = row.value * float(UNITS[row.unit].factor)
    duration, cpu = times.values()
    return duration.keys() == cpu.keys() and all(
        abs(cpu[cell] - time) <= _SAME_TIME * time for cell, time in duration.items()
    )


def restated(measurements: Measurements) -> dict[str, str]:
    """Return the columns that no measure claims and that repeat others, and what each of them repeats.

    Columns with a gap, or with a number that is not above 0, repeat nothing.
    """
    again, present = _cpu_again(measurements), {row.measure for row in measurements.rows}
    sizes, times = set[str](), set[str]()
    if "compression_ratio" in present and "original_bytes" not in present:
        sizes = _headings(measurements, "stored_bytes")  # which a ratio of the same table may stand for
    if "throughput" in present:
        times = _headings(measurements, "duration")  # which may be how long each test ran
    if not measurements.spare and not (sizes or times):
        return again
    columns = _columns(measurements)
    cells = max(columns.values(), key=len)
    whole = {name: own for name, own in columns.items() if own.keys() == cells.keys()}
    names = list(whole)
    logs, doubts = np.empty((2, len(names), len(cells)))
    for i, own in enumerate(whole.values()):
        values, digits = np.array([own[cell] for cell in cells]).T
        logs[i], doubts[i] = np.log(values), digits / values
    scenarios = [np.array([cell[0] == name for cell in cells]) for name in {cell[0] for cell in cells}]
    spare = sizes | times | {*spare_columns(measurements)}
    sure, likely = _ways(measurements)
    units = _units(measurements)
    found = again
    for j, name in enumerate(names):
        if name not in spare:
            continue
        before = range(len(names) if name in sizes else j)  # a ratio may stand behind the size it is made of
        others = [i for i in before if i != j and names[i] not in found]
        every = [i for i in range(len(names)) if i != j and names[i] not in found]
        others = [i for i in every if names[i] not in spare] if name in times else others
        # how long a test took is what it did, counted or not, over its rate
        parts = every if name in times else others if _QUOTIENT.fullmatch(name) else []
        origins = _origins(name, others, parts, names, logs, doubts, sure, likely, units)
        for origin, log, doubt, by_chance in origins:
            if _follows(logs[j], log, doubts[j] + doubt, scenarios, by_chance=by_chance):
                found[name] = origin
                break
    left = {name: {cell: own[cell] for cell in cells} for name, own in whole.items() if name not in found}
    for name, added in _totals(left, units):
        if name in spare:
            found[name] = " + ".join(map(quoted, added)) if len(added) <= _NAMED else "the sum of the others"
    return found


def _headings(measurements: Measurements, measure: str) -> set[str]:
    """Return the columns of a measure."""
    rows = (row for row in measurements.rows if row.measure == measure)
    return {heading_of(measurements, row.place, measure) for row in rows}


def _cpu_again(measurements: Measurements) -> dict[str, str]:
    """Return the column of CPU times that are the durations, and that of these."""
    if not cpu_is_the_time(measurements):
        return {}
    headings = {
        row.measure: heading_of(measurements, row.place, row.measure)
        for row in measurements.rows
        if row.measure in ("duration", "cpu_per_transaction")
    }
    return {headings["cpu_per_transaction"]: quoted(headings["duration"])}


def _units(measurements: Measurements) -> dict[str, str]:
    """Return the unit of each column."""
    units = {heading_of(measurements, row.place, row.measure): row.unit for row in measurements.rows}
    for one in measurements.spare:
        units[heading_of(measurements, one.place, one.words)] = "" if one.unit is None else one.unit.symbol
    return units


def _columns(measurements: Measurements) -> _Columns:
    """Return the numbers above 0 of each column, cell by cell, with half their last digit."""
    columns: _Columns = {}
    for name, _, one in columns_in(measurements):
        own = columns.setdefault(name, {})
        if one.value > 0:
            own[one.scenario, one.alternative, one.run] = one.value, one.resolution
    return columns


def _origins(
    name: str,
    others: Sequence[int],
    parts: Sequence[int],
    names: Sequence[str],
    logs: Array,
    doubts: Array,
    sure: _Ways,
    likely: _Ways,
    units: Mapping[str, str],
) -> Iterator[tuple[str, Array, Array, float]]:
    """Yield what a column may repeat: how it is said, its logarithm, the doubt and the luck of that."""
    for i in others:
        way, other = likely[name], likely[names[i]]
        unlike = sure[name] is None or sure[names[i]] is None or units[name] == units[names[i]]
        derived = 1.0 if _DERIVED.search(name) else _BY_CHANCE_AT_MOST
        by_chance = _BY_CHANCE if unlike else derived
        for sign in (1.0, -1.0):
            # Where less of both is better, neither is the other's inverse.
            if way is None or other is None or (way is other) is (sign > 0):
                yield quoted(names[i]), sign * logs[i], doubts[i], by_chance
    for i, k in product(parts, others):
        if i != k:
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


def _totals(columns: _Columns, units: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each column that is the sum of all others in its unit, as `Total` is, and what these are."""
    for unit in dict.fromkeys(units.values()):
        names = [name for name in columns if units[name] == unit and len({*columns[name].values()}) > 1]
        if len(names) < _FEWEST:
            continue
        values, digits = np.moveaxis(np.array([list(columns[name].values()) for name in names]), -1, 0)
        whole, doubt = values.sum(axis=0), digits.sum(axis=0)
        for name, own in zip(names, values, strict=True):
            if (np.abs(whole - 2.0 * own) <= _NEARLY * doubt).all() and (own > _CLEAR * doubt).all():
                yield name, [other for other in names if other != name]


_MOST = 8


def guesses_in(measurements: Measurements) -> list[str]:
    """Return the columns of hashes or guesses in a second, of which either way may be better."""
    columns = spare_columns(measurements).items()
    return [name for name, numbers in columns if any(is_guessing(one.unit, name) for one in numbers)]


def options_counting(
    measurements: Measurements, columns: Mapping[str, Better | None], counts: Iterable[str]
) -> list[str]:
    """Return the options that count columns, of which it is known or likely which way they are better.

    Not those of which an alternative lacks a number, nor further statistics of what counts already.

    Parameters
    ----------
    columns : mapping of str to Better or None
        What does not count, by its heading, and which way it is known to be better.
    counts : iterable of str
        The measures that count.
    """
    counts = tuple(counts)
    complete = countable(measurements, counts)
    units = {name: numbers[-1].unit for name, numbers in spare_columns(measurements).items()}
    same = the_same_for_all(measurements) if counts else set()  # where nothing counts, even that may be asked
    answered = any(map(_is_response, counts))
    asked = guesses_in(measurements)
    before = _headings(measurements, "original_bytes")  # what all were given
    given: list[str] = []
    for name in [name for name in columns if name in complete][:_MOST]:
        way = columns[name] or (None if name in asked else better_likely(name, units.get(name)))
        again = is_statistic_alone(name) or (answered and _is_response(complete[name]))
        asked_for = name not in same and not again and name not in before
        if way is not None and asked_for and not is_provided(name, complete):
            given += ["--benefit" if way is Better.HIGHER else "--cost", name]
    return given


def the_same_for_all(measurements: Measurements) -> set[str]:
    """Return the columns that no measure claims and whose numbers tell nobody apart in any scenario."""
    same = set()
    for heading, numbers in spare_columns(measurements).items():
        values: dict[str, list[float]] = {}
        for one in numbers:
            values.setdefault(one.scenario, []).append(one.value)
        if all(len(own) > 1 and len(set(own)) == 1 for own in values.values()):
            same.add(heading)
    return same


def _is_response(measure: str) -> bool:
    return measure.startswith("response_time")


def countable(measurements: Measurements, counts: Iterable[str] = ()) -> dict[str, str]:
    """Return the columns that every alternative has a number above 0 of where they stand, and their measures.

    A column may stand in some of the scenarios alone (MB/s of one workload, IOPS of another). An alternative
    without any number, or without one of a measure that counts, is none that they could lack.
    """
    counting = set(counts)
    cells: dict[tuple[str, str], set[tuple[str, str]]] = {}
    stands: dict[tuple[str, str], set[str]] = {}
    numbers = list(columns_in(measurements))
    for heading, words, one in numbers:
        stands.setdefault((heading, words), set()).add(one.scenario)
        found = cells.setdefault((heading, words), set())
        if one.value > 0:
            found.add((one.scenario, one.alternative))
    everyone = {(one.scenario, one.alternative) for _, _, one in numbers}
    ranked = {(one.scenario, one.alternative) for _, words, one in numbers if words in counting}
    return {
        heading: words
        for (heading, words), found in cells.items()
        if found >= {cell for cell in ranked or everyone if cell[0] in stands[heading, words]}
    }


def best_in(measurements: Measurements, ways: Mapping[str, Better]) -> dict[str, dict[str, set[str]]]:
    """Return whose numbers of each column are best in each scenario where it stands, by the means of runs."""
    runs: dict[tuple[str, str], dict[str, list[float]]] = {}
    for column, cells in _columns(measurements).items():
        for (scenario, alternative, _), (value, _) in cells.items() if column in ways else ():
            runs.setdefault((column, scenario), {}).setdefault(alternative, []).append(value)
    best: dict[str, dict[str, set[str]]] = {column: {} for column in ways}
    for (column, scenario), own in runs.items():
        means = {alternative: sum(values) / len(values) for alternative, values in own.items()}
        first = max(means.values()) if ways[column] is Better.HIGHER else min(means.values())
        best[column][scenario] = {name for name, mean in means.items() if mean == first}
    return best
