"""What was measured in one scenario, looked up in every way that a decision asks for it.

Each way is laid out when somebody first takes it: of a study of many scenarios most are never taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.evidence.records import Gap, Measurement, Spare

K = TypeVar("K")

_RUN = attrgetter("alternative", "run")


@dataclass(frozen=True, eq=False)
class Panel:
    """The numbers for all transactions together as arrays over a measures, n alternatives and R runs.

    Attributes
    ----------
    units : mapping of str to str
        Of the measures that every alternative has in every run, with one unit.
    positions : mapping of str to int
        Of all measures.
    values, resolutions : ndarray, shape (a, n, R)
        NaN where there is none: an alternative may have fewer runs than another.
    real : ndarray of bool, shape (n, R)
        Which runs there are.
    """

    units: Mapping[str, str]
    positions: Mapping[str, int]
    values: Array
    resolutions: Array
    real: npt.NDArray[np.bool_]


class Indexed:
    """The measurements of one scenario, and what else stands in its files.

    Parameters
    ----------
    rows : list of Measurement
    others : list of Gap or Spare
        They name alternatives and runs too, behind those of the rows.
    """

    def __init__(self, rows: list[Measurement], others: Sequence[Gap | Spare]) -> None:
        self.rows = rows
        self._others = others

    @cached_property
    def alternatives(self) -> tuple[str, ...]:
        """The alternatives, in the order of the files."""
        names = dict.fromkeys([row.alternative for row in self.rows])
        return tuple(dict.fromkeys([*names, *(other.alternative for other in self._others)]))

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The names of what was measured, in the order of the files."""
        return tuple(dict.fromkeys([row.measure for row in self.rows]))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that the numbers stood in, in their order."""
        names = dict.fromkeys([row.place.file for row in self.rows])
        return tuple(name for name in names if name is not None)

    @cached_property
    def runs(self) -> dict[str, tuple[str, ...]]:
        """For each alternative its runs; `("",)` if none was named."""
        pairs = dict.fromkeys(map(_RUN, self.rows))
        found = _grouped([*pairs, *map(_RUN, self._others)])
        return {name: tuple(run for run in runs if run != "") or ("",) for name, runs in found.items()}

    @cached_property
    def blocks(self) -> dict[tuple[str, str], str]:
        """The block of each run of an alternative that names one."""
        return {(row.alternative, row.run): row.block for row in self.rows if row.block}

    @cached_property
    def cells(self) -> dict[tuple[str, str], dict[tuple[str, str], Measurement]]:
        """For each alternative and measure what was measured, by run and transaction."""
        found: dict[tuple[str, str], dict[tuple[str, str], Measurement]] = {}
        for row in self.rows:
            cell = found.setdefault((row.alternative, row.measure), {})
            cell[row.run, row.transaction] = row
        return found

    @cached_property
    def by_run(self) -> dict[tuple[str, str], dict[str, dict[str, Measurement]]]:
        """The same, by run and then by transaction."""
        found: dict[tuple[str, str], dict[str, dict[str, Measurement]]] = {}
        for row in self.rows:
            runs = found.setdefault((row.alternative, row.measure), {})
            runs.setdefault(row.run, {})[row.transaction] = row
        return found

    @cached_property
    def transactions(self) -> dict[str, tuple[str, ...]]:
        """For each measure the transaction types that some alternative has."""
        return _grouped((row.measure, row.transaction) for row in self.rows if row.transaction)

    @cached_property
    def panel(self) -> Panel:
        """What stands for all transactions together, as arrays; a number without a run serves every run."""
        names = {name: at for at, name in enumerate(self.alternatives)}
        measures = {name: at for at, name in enumerate(self.measures)}
        runs = [self.runs[name] for name in names]
        real = np.arange(max(map(len, runs))) < np.array([[len(own)] for own in runs])
        total = [row for row in self.rows if row.transaction == ""]
        at_measure = np.array([measures[row.measure] for row in total], dtype=np.intp)
        at_name = np.array([names[row.alternative] for row in total], dtype=np.intp)
        at_run = {
            (name, run): at for name, own in zip(names, runs, strict=True) for at, run in enumerate(own)
        }
        at = np.array([at_run.get(pair, -1) for pair in map(_RUN, total)], dtype=np.intp)
        serving = at < 0
        found = []
        for column in ([row.value for row in total], [row.resolution for row in total]):
            numbers = np.array(column, dtype=np.float64)
            laid = np.full((len(measures), *real.shape), np.nan)
            # Of a run that has a number of its own, that one counts.
            laid[at_measure[serving], at_name[serving]] = numbers[serving][:, None]
            own = ~serving
            laid[at_measure[own], at_name[own], at[own]] = numbers[own]
            found.append(laid)
        holes = np.asarray((np.isnan(found[0]) & real).any(axis=(1, 2)))
        units: dict[str, set[str]] = {}
        for measure, unit in dict.fromkeys([(row.measure, row.unit) for row in total]):
            units.setdefault(measure, set()).add(unit)
        one = {name: min(of) for name, of in units.items() if len(of) == 1 and not holes[measures[name]]}
        return Panel(one, measures, found[0], found[1], real)


NOTHING = Indexed([], ())
"""What there is of a scenario that nobody measured."""


def indexed(rows: Iterable[Measurement], gaps: Iterable[Gap], spare: Iterable[Spare]) -> dict[str, Indexed]:
    """Return what stands in the files by scenario, in the order of the files."""
    found: dict[str, list[Measurement]] = {}
    for row in rows:
        found.setdefault(row.scenario, []).append(row)
    others: dict[str, list[Gap | Spare]] = {}
    for other in chain[Gap | Spare](gaps, spare):
        others.setdefault(other.scenario, []).append(other)
    return {name: Indexed(found.get(name, []), others.get(name, ())) for name in {**found, **others}}


def _grouped(pairs: Iterable[tuple[K, str]]) -> dict[K, tuple[str, ...]]:
    found: dict[K, dict[str, None]] = {}
    for key, name in pairs:
        found.setdefault(key, {})[name] = None
    return {key: tuple(names) for key, names in found.items()}
