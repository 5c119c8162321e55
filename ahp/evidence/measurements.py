"""Measurements: scenario × alternative × run × measure, as they were read and with where they came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.errors import BaselineError, InputError, listed, quoted
from ahp.evidence.measures import Measure, find
from ahp.evidence.records import (
    Gap,
    Measurement,
    Place,
    Source,
    Spare,
    refuse_lone_twins,
    refuse_mixed_units,
    refuse_repeated,
    rows_given,
    stated_row,
)
from ahp.notebook import NotebookFace
from ahp.units import Unit

if TYPE_CHECKING:
    import pandas as pd

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
    """The measurements of one scenario, and what else stands in its files, looked up in every way.

    Each way is laid out when somebody first takes it: of a study of many scenarios most are never taken.

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


@dataclass(frozen=True)
class Measurements(NotebookFace):
    """Everything that was measured, checked, in the order of the user's files.

    Build it with :func:`ahp.read`; :meth:`of` is for readers and programs that already have the rows.

    Attributes
    ----------
    rows : tuple of Measurement
        One for each number.
    baseline : str or None
        The alternative that the others are measured against, if the caller named it.
    gaps : tuple of Gap
        Cells without a number. They matter only if a criterion uses them.
    sources : tuple of Source
        The files, with their SHA-256.
    warnings : tuple of str
        What the readers had to say.
    own : tuple of Measure
        The user's own measures.
    spare : tuple of Spare
        Numbers in columns that no measure claims yet.
    ignored : tuple of str
        Headings of columns that hold no numbers.
    caveats : tuple of (str, str)
        For a file, what to know about how its harness makes its numbers.
    assumed : tuple of (str, str)
        For a file, what was taken for something that no heading and no option says.
    means : tuple of (str, str)
        For a file, which numbers are means of several runs of which the spread is not read.
    errors : tuple of (str, str)
        For a file, how many errors stand beside its numbers.
    twins : Measurements or None
        What was measured a second time, mostly the baseline, to see how far two measurements of one thing
        are apart; no part of `rows`.
    disturbed : frozenset of (scenario, alternative, run)
        During which runs others used the machine.
    operations : str
        The columns that name the scenario and an operation, `workload+op`, where a table calls its
        transaction types so; empty otherwise. They may as well be scenarios.
    """

    rows: Sequence[Measurement]
    baseline: str | None = None
    gaps: tuple[Gap, ...] = ()
    sources: tuple[Source, ...] = ()
    warnings: tuple[str, ...] = ()
    own: tuple[Measure, ...] = ()
    spare: tuple[Spare, ...] = ()
    ignored: tuple[str, ...] = ()
    caveats: tuple[tuple[str, str], ...] = ()
    assumed: tuple[tuple[str, str], ...] = ()
    means: tuple[tuple[str, str], ...] = ()
    errors: tuple[tuple[str, str], ...] = ()
    twins: Measurements | None = None
    disturbed: frozenset[tuple[str, str, str]] = frozenset()
    operations: str = ""

    @classmethod
    def of(
        cls,
        rows: Iterable[Measurement],
        *,
        baseline: str | None = None,
        gaps: Iterable[Gap] = (),
        sources: Iterable[Source] = (),
        warnings: Iterable[str] = (),
        own: Iterable[Measure] = (),
        spare: Iterable[Spare] = (),
        ignored: Iterable[str] = (),
        caveats: Iterable[tuple[str, str]] = (),
        assumed: Iterable[tuple[str, str]] = (),
        means: Iterable[tuple[str, str]] = (),
        errors: Iterable[tuple[str, str]] = (),
        twins: Measurements | None = None,
        disturbed: Iterable[tuple[str, str, str]] = (),
        operations: str = "",
    ) -> Measurements:
        """Return checked measurements.

        Raises
        ------
        InputError
            If there are none, a cell is given twice, one measure has units that cannot be compared, or
            something was measured a second time only.
        BaselineError
            If the baseline is not among the alternatives.
        """
        everything, unclaimed = rows_given(rows), tuple(spare)
        if not everything and not unclaimed:
            raise InputError("no measurements were found", advice="give a table with at least one number")
        refuse_repeated(everything)
        refuse_mixed_units(everything)
        if twins is not None:
            refuse_lone_twins(everything, twins.rows)
        found = cls(
            everything,
            None,
            tuple(gaps),
            tuple(sources),
            tuple(warnings),
            tuple(own),
            unclaimed,
            tuple(ignored),
            tuple(caveats),
            tuple(assumed),
            tuple(means),
            tuple(errors),
            twins,
            frozenset(disturbed),
            operations,
        )
        return found if baseline is None else found.with_baseline(baseline)

    def with_baseline(self, name: str) -> Measurements:
        """Return the same measurements with the alternative `name` as the baseline.

        Raises
        ------
        BaselineError
            If `name` is not among the alternatives, which are then listed.
        """
        if not isinstance(name, str):
            raise BaselineError(f"the baseline is the name of an alternative; found {quoted(name)}")
        everywhere = dict.fromkeys(cell.alternative for cell in self._everything)
        same = [known for known in everywhere if known.casefold() == name.strip().casefold()]
        if not same:
            raise BaselineError(
                f"the baseline {quoted(name)} is not among the alternatives {listed(everywhere)}"
            )
        return replace(self, baseline=same[0])

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios, in the order of the files."""
        return tuple(self._indexed)

    def alternatives(self, scenario: str) -> tuple[str, ...]:
        """Return the alternatives of a scenario, the baseline included, in the order of the files."""
        return self._indexed[scenario].alternatives

    def files(self, scenario: str) -> tuple[str, ...]:
        """Return the files that the numbers of a scenario stood in."""
        return self._of_scenario(scenario).files

    def measures(self, scenario: str) -> tuple[str, ...]:
        """Return the names of the measures that a scenario has, for all transaction types or for one."""
        return self._of_scenario(scenario).measures

    @cached_property
    def _own(self) -> dict[str, Measure]:
        return {measure.name: measure for measure in self.own}

    def measure(self, name: str) -> Measure:
        """Return the measure of that name, the user's own first."""
        return find(name, self._own)

    def cells(self, scenario: str, alternative: str, measure: str) -> Mapping[tuple[str, str], Measurement]:
        """Return what was measured in one cell, by (run, transaction)."""
        return self._of_scenario(scenario).cells.get((alternative, measure), {})

    def runs(self, scenario: str, alternative: str) -> tuple[str, ...]:
        """Return the runs of an alternative in a scenario; `("",)` if no run was named."""
        return self._indexed[scenario].runs[alternative]

    def block(self, scenario: str, alternative: str, run: str) -> str:
        """Return the block that a run was made in; "" if none was named."""
        return self._of_scenario(scenario).blocks.get((alternative, run), "")

    def by_run(
        self, scenario: str, alternative: str, measure: str
    ) -> Mapping[str, Mapping[str, Measurement]]:
        """Return what was measured in one cell, by run and then by transaction."""
        return self._of_scenario(scenario).by_run.get((alternative, measure), {})

    def transactions(self, scenario: str, measure: str) -> tuple[str, ...]:
        """Return the transaction types that some alternative has for a measure."""
        return self._of_scenario(scenario).transactions.get(measure, ())

    def gap(
        self, scenario: str, alternative: str, measure: str, run: str = "", transaction: str = ""
    ) -> Gap | None:
        """Return the empty cell there, if the table has one: that of the run and type, else the first."""
        gaps = self._gaps.get((scenario, alternative, measure), ())
        for gap in gaps:
            if gap.run == run and gap.transaction == transaction:
                return gap
        return gaps[0] if gaps else None

    def also(self, rows: Iterable[Measurement], **changed: Any) -> Measurements:  # noqa: ANN401 - as the fields
        """Return the same measurements and some more, checked together; `changed` are other fields.

        Raises
        ------
        InputError
            As :meth:`of`.
        """
        found = replace(self, rows=(*self.rows, *rows_given(rows)), **changed)
        refuse_repeated(found.rows)
        refuse_mixed_units(found.rows)
        return found

    def claimed_by(self, own: Iterable[Measure]) -> Measurements:
        """Return the same measurements with the columns that bear the names of measures claimed by them.

        Raises
        ------
        InputError
            If a number of such a column is out of range or in a foreign unit.
        """
        measures = {_words(m.name): m for m in own if m not in self.own}
        if not measures:
            return self
        # A name may end like a unit: the heading `read_iops` is then all name, not `read` in io/s.
        whole = [(s, _words(heading_of(self, s.place, s.words))) for s in self.spare]
        spare = [
            s._replace(words=name, unit=s.unit if _in_unit_of(measures[name], s.unit) else None)
            if name in measures
            else s
            for s, name in whole
        ]
        claimed = [
            Measurement.standard(
                (s.scenario, s.alternative, s.run, s.transaction),
                measures[s.words],
                s.value,
                s.unit,
                s.resolution,
                s.block,
                s.place,
            )
            for s in spare
            if s.words in measures
        ]
        renamed = [
            gap._replace(measure=measures[name].name) if (name := _words(gap.measure)) in measures else gap
            for gap in self.gaps
        ]
        return self.also(
            claimed,
            gaps=tuple(renamed),
            own=(*self.own, *measures.values()),
            spare=tuple(s for s in spare if s.words not in measures),
            twins=None if self.twins is None else self.twins.claimed_by(measures.values()),
        )

    @cached_property
    def stated_units(self) -> Mapping[tuple[str, str], Unit | None]:
        """For a measure and the unit it is kept in, the unit that the first file gave it in."""
        found: dict[tuple[str, str], Unit | None] = {}
        for row in self.rows:
            found.setdefault((row.measure, row.unit), row.stated)
        return found

    @property
    def unused(self) -> tuple[str, ...]:
        """Headings of the columns that no measure claims."""
        return tuple(dict.fromkeys([*self.ignored, *spare_columns(self)]))

    @cached_property
    def _names(self) -> frozenset[str]:
        alternatives = (name for scenario in self.scenarios for name in self.alternatives(scenario))
        return frozenset((*self.scenarios, *alternatives))  # a matrix may have either over its numbers

    @cached_property
    def _everything(self) -> tuple[Measurement | Gap | Spare, ...]:
        # A row whose cells are all empty is still an alternative, one that lacks everything.
        return (*self.rows, *self.gaps, *self.spare)

    def _of_scenario(self, scenario: str) -> Indexed:
        return self._indexed.get(scenario, NOTHING)

    @cached_property
    def _indexed(self) -> dict[str, Indexed]:
        return indexed(self.rows, self.gaps, self.spare)

    @cached_property
    def _gaps(self) -> dict[tuple[str, str, str], list[Gap]]:
        found: dict[tuple[str, str, str], list[Gap]] = {}
        for gap in self.gaps:
            found.setdefault((gap.scenario, gap.alternative, gap.measure), []).append(gap)
        return found

    def _repr_html_(self) -> str:
        frame = self.to_frame()
        return frame.loc[:, [bool((frame[name] != "").any()) for name in frame]].to_html(max_rows=20)

    def to_frame(self) -> pd.DataFrame:
        """Return a long DataFrame, one row for each number, that :func:`ahp.read` reads back.

        Columns: scenario, alternative, run, transaction, measure, value, unit, resolution, block, file,
        line; `disturbed` where a run was. Every value stands in the unit that its file gave it in, an index
        as it was printed. What was measured a second time is in the frame of `twins`.
        """
        import pandas as pd

        records = [
            {
                "scenario": row.scenario,
                "alternative": row.alternative,
                "run": row.run,
                "transaction": row.transaction,
                "measure": row.measure,
                "value": stated.value(row.value),
                "unit": stated.unit.symbol,
                "resolution": stated.resolution(row.resolution),
                "block": row.block,
                "file": row.place.file,
                "line": row.place.line,
                **({"disturbed": row[:3] in self.disturbed} if self.disturbed else {}),
            }
            for row in self.rows
            for stated in [stated_row(self, row)]
        ]
        return pd.DataFrame.from_records(records)


def _words(name: str) -> str:
    """Return a measure's name as the words of a heading that names it."""
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


def heading_of(measurements: Measurements, place: Place, words: str) -> str:
    """Return what stands over a number: its column, or `words` where that is no name of what it holds."""
    return words if not place.column or place.column in measurements._names else place.column


def columns_in(measurements: Measurements) -> Iterator[tuple[str, str, Measurement | Spare]]:
    """Yield every number with what stands over it and what it is of: first those that measures claim."""
    for row in measurements.rows:
        yield heading_of(measurements, row.place, row.measure), row.measure, row
    for one in measurements.spare:
        yield heading_of(measurements, one.place, one.words), one.words, one


def spare_columns(measurements: Measurements) -> dict[str, list[Spare]]:
    """Return the numbers of each column that no measure claims, by what stands over it."""
    found: dict[str, list[Spare]] = {}
    for one in measurements.spare:
        found.setdefault(heading_of(measurements, one.place, one.words), []).append(one)
    return found


def _in_unit_of(measure: Measure, unit: Unit | None) -> bool:
    return unit is not None and not measure.free_unit and unit.dimension == measure.unit.dimension
