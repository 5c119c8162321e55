"""CPU per transaction: the share of the processors, how many there are, and the transactions of each run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import fsum

from ahp.errors import InputError, MeasureError, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Measurement
from ahp.units import UNITS

_NAME = "cpu_per_transaction"
_PARTS = ("cpu_user", "cpu_system")


def with_cpu_per_transaction(measurements: Measurements, processors: int) -> Measurements:
    """Return the measurements with `cpu_per_transaction` computed for every run.

    It is the processor time of a second over the transactions of a second: share × processors /
    throughput. Where throughput differs, it compares the work of one transaction, which the share of the
    machine does not. It stands beside the share; a default study prefers it, so it is only computed when
    asked for.

    Parameters
    ----------
    measurements : Measurements
        With `cpu`, or `cpu_user` and `cpu_system`, and with transactions per second.
    processors : int
        How many processors 100 % are; of shares of one core, none is needed.

    Raises
    ------
    InputError
        If a run lacks one of them, or its throughput is not of transactions.

    Examples
    --------
    >>> from ahp.ingest.read import read
    >>> m = read({"alternative": ["lz4"], "tps": ["500"], "cpu (%)": ["75"]}, processors=2)
    >>> [(row.measure, row.value, row.unit) for row in m.rows][-1]
    ('cpu_per_transaction', 3.0, 'ms')
    """
    counted = isinstance(processors, int) and not isinstance(processors, bool)
    if not (counted and 1 <= processors <= sys.maxsize):
        raise InputError(f"processors = {quoted(processors)}; give how many the machine has")
    pairs = [
        (scenario, name)
        for scenario in measurements.scenarios
        for name in measurements.alternatives(scenario)
    ]
    rows = [
        _row(measurements, scenario, alternative, run, processors)
        for scenario, alternative in pairs
        for run in measurements.runs(scenario, alternative)
    ]
    said = f"{_NAME} is computed: the share of the processors × {processors} / transactions per second."
    if any(row.unit == "%core" for row in measurements.rows):
        said = f"{_NAME} is computed: the share of one core / transactions per second."
    told = (rows[0].place.file or "the measurements", said)
    twins = measurements.twins
    again = None if twins is None else with_cpu_per_transaction(twins, processors)
    return measurements.also(rows, caveats=(*measurements.caveats, told), twins=again)


def _row(
    measurements: Measurements, scenario: str, alternative: str, run: str, processors: int
) -> Measurement:
    where = f"{quoted(alternative)} in {quoted(scenario)}" + (f", run {quoted(run)}" if run else "")
    found = {
        name: _of_run(measurements.by_run(scenario, alternative, name), run)
        for name in ("throughput", "cpu", *_PARTS)
    }
    throughput = found["throughput"]
    shares = [found["cpu"]] if found["cpu"] is not None else [found[part] for part in _PARTS]
    used = [share for share in shares if share is not None]
    if throughput is None or len(used) < len(shares):
        lacks = "transactions per second" if throughput is None else "CPU share"
        raise MeasureError(
            f"{where} has no {lacks} for all transactions together, of which the CPU per transaction is made",
            advice="give both for every run, or leave --cpus out",
        )
    if throughput.unit != "1/s" or throughput.value <= 0:
        raise MeasureError(
            f"throughput of {where} is {throughput.value:g} {throughput.unit or 'of no unit'}, which is no "
            "rate of transactions",
            **throughput.place._asdict(),
            advice="give transactions per second, or leave --cpus out",
        )
    cores = 1 if used[0].unit == "%core" else processors
    factor = 10.0 * cores / throughput.value  # per cent of a second, in ms
    total = fsum(share.value for share in used)
    fine = fsum(share.resolution for share in used) + total * throughput.resolution / throughput.value
    return Measurement.standard(
        (scenario, alternative, run, ""),
        MEASURES[_NAME],
        factor * total,
        UNITS["ms"],
        factor * fine,
        place=used[0].place,
    )


def _of_run(runs: Mapping[str, Mapping[str, Measurement]], run: str) -> Measurement | None:
    """Return what was measured for all transactions together in a run, or in all of them."""
    return runs.get(run, runs.get("", {})).get("")
