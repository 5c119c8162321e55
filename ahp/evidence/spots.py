"""One spot in the measurements: a scenario, an alternative, and the criterion that asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ahp.errors import MeasureError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import NOWHERE, Measurement, Place
from ahp.evidence.study import Criterion


@dataclass(frozen=True)
class Missing:
    """A cell that has no number, with the error that says which."""

    reason: MeasureError


@dataclass(frozen=True)
class Spot:
    """Where a criterion reads an alternative in a scenario.

    Attributes
    ----------
    measurements : Measurements
    scenario, alternative : str
    criterion : Criterion
    end : int
        Which end of what the printed digits allow is read: -1 the least (8.5 of a printed 9), 1 the most,
        0 the number as it is printed.
    """

    measurements: Measurements
    scenario: str
    alternative: str
    criterion: Criterion
    end: int = 0

    def by_run(self, measure: str) -> Mapping[str, Mapping[str, Measurement]]:
        """Return what was measured here, by run and then by transaction type."""
        return self.measurements.by_run(self.scenario, self.alternative, measure)

    def kinds(self, measure: str, run: str) -> Mapping[str, Measurement]:
        """Return the measurements of a run by transaction type; those without a run serve every run."""
        found = self.by_run(measure)
        own = found.get(run, {})
        both = {**found[""], **own} if run and "" in found else own
        return both if self.end == 0 else {kind: self._moved(m) for kind, m in both.items()}

    def _moved(self, found: Measurement) -> Measurement:
        """Return a measurement at that end of what its printed digits allow."""
        measure = self.measurements.measure(found.measure)
        printed = measure.outside(found.value) + self.end * found.resolution
        if measure.published is None:
            printed = max(printed, 0.0)  # a printed 0 stands for a little more, never for less
        return found._replace(value=measure.inside(printed))

    def missing(self, measure: str, run: str = "", transaction: str = "") -> Missing:
        """Return that a number is missing here, with an error that names the cell and what to do."""
        which = f"{quoted(self.alternative)} has no {measure} in scenario {quoted(self.scenario)}"
        if run:
            which += f", run {quoted(run)}"
        if transaction:
            which += f", transaction {quoted(transaction)}"
        others = self._other_statistics(measure)
        if others:
            which += f" (it has {listed(others)}; two statistics are never mixed)"
        twins = self._twins(measure)
        if twins:
            which += f"; what {listed(twins)} has may be meant for it"
        gap = self.measurements.gap(self.scenario, self.alternative, measure, run, transaction)
        place = gap.place if gap is not None else self._row()._replace(column=None)
        return Missing(
            MeasureError(
                which,
                **place._asdict(),
                found=gap.found if gap is not None else None,
                advice="if they are the same, give them one name in all files"
                if twins
                else "fill it in, or leave the alternative out with --drop-incomplete",
            )
        )

    def _other_statistics(self, measure: str) -> list[str]:
        """Return the statistics of the response time that are here instead of the one asked for."""
        if not measure.startswith("response_time_"):
            return []
        return [
            name
            for name in self.measurements.measures(self.scenario)
            if name.startswith("response_time_") and name != measure and self.by_run(name)
        ]

    def _twins(self, measure: str) -> list[str]:
        """Return who may be this alternative by another name: alike, and with other measures than it has."""
        m, scenario = self.measurements, self.scenario
        own = {name for name in m.measures(scenario) if self.by_run(name)}
        if not own or measure in own:
            return []
        theirs = {
            other: {name for name in m.measures(scenario) if m.by_run(scenario, other, name)}
            for other in m.alternatives(scenario)
        }
        from ahp.evidence.likeness import alike

        return [
            other
            for other, has in theirs.items()
            if has and has.isdisjoint(own) and alike(self.alternative, other)
        ]

    def _row(self) -> Place:
        """Return the place of the alternative's first number, for messages about what it lacks."""
        for name in self.measurements.measures(self.scenario):
            for kinds in self.by_run(name).values():
                return next(iter(kinds.values())).place
        return NOWHERE
