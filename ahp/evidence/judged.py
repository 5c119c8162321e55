"""Judged alternatives beside measured ones: their priorities as the values of a measure of their own."""

from __future__ import annotations

from ahp.errors import StudyError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import Measurement
from ahp.evidence.study import Study


def with_judged(measurements: Measurements, study: Study) -> Measurements:
    """Return the measurements with a value of each judged criterion for each alternative that is judged.

    The value is its priority among the judged; it serves every run, so that runs have no part in it. An
    alternative that is not judged has none, as one that was not measured.

    Raises
    ------
    StudyError
        If judgments name an alternative that nowhere competes.
    """
    judged = [(criterion, criterion.judged) for criterion in study.criteria if criterion.judged is not None]
    if not judged:
        return measurements
    from ahp.model.comparisons import shares_of

    rows = []
    everywhere = {name for s in measurements.scenarios for name in measurements.alternatives(s)}
    for criterion, comparison in judged:
        unknown = [name for name in comparison.labels if name not in everywhere]
        if unknown:
            raise StudyError(
                f"criterion {quoted(criterion.name)} judges {listed(unknown)}, not among the alternatives "
                f"{listed(everywhere)}"
            )
        shares = dict(zip(comparison.labels, shares_of(comparison).tolist(), strict=True))
        rows += [
            Measurement(scenario, name, "", "", criterion.name, shares[name], "")
            for scenario in measurements.scenarios
            for name in measurements.alternatives(scenario)
            if name in shares
        ]
    return measurements.also(rows)
