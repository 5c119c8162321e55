"""The default study, criteria that a caller makes of columns, and judged criteria beside measured ones."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from shlex import quote
from typing import TypeAlias

from ahp.errors import MeasureError, StudyError, listed, quoted
from ahp.evidence.directions import better_by
from ahp.evidence.measurements import Measurements, heading_of, spare_columns
from ahp.evidence.measures import MEASURES, RESPONSE_STATISTICS, Measure, better_said
from ahp.evidence.records import Measurement
from ahp.evidence.study import Criterion, Study
from ahp.evidence.uncounted import cpu_is_the_time, guesses_in, options_counting, restated
from ahp.terms import Better, Merit, is_baseline_name
from ahp.units import NONE, find

Has: TypeAlias = Callable[[Measurements, str, str, str], bool]

_ALIKE = 100.0
_DONE = re.compile(r"through-?put|band ?width|seq(?:uential|\b)", re.IGNORECASE)
_STORED = re.compile(r"size|stored|disk|space|footprint", re.IGNORECASE)
_SIZES = ("original_bytes", "stored_bytes")
_ANY_RESPONSE = tuple(f"response_time_{statistic}" for statistic in (*RESPONSE_STATISTICS, "p50", "p999"))

_Candidates: TypeAlias = tuple[tuple[str, Merit, tuple[tuple[str, ...], ...]], ...]

_SAVING = (
    "storage_saving",
    Merit.BENEFIT,
    (("compression_ratio",), ("stored_bytes",), ("space_saving",)),
)
_CANDIDATES: _Candidates = (
    _SAVING,
    (
        "throughput",
        Merit.BENEFIT,
        (("throughput",), ("throughput_relative",), ("throughput_improvement",)),
    ),
    (
        "response_time",
        Merit.BENEFIT,
        (
            *((name,) for name in _ANY_RESPONSE),
            ("response_time_relative",),
            ("response_time_improvement",),
        ),
    ),
    (
        "cpu_overhead",
        Merit.COST,
        (
            ("cpu_per_transaction",),
            ("cpu",),
            ("cpu_system", "cpu_user"),
            ("cpu_relative",),
            ("cpu_overhead",),
        ),
    ),
)
"""For each criterion the measures that can serve it, the best first."""

_OF_CODECS: _Candidates = (
    _SAVING,
    ("compression_speed", Merit.BENEFIT, (("compression_speed",), ("compression_time",))),
    ("decompression_speed", Merit.BENEFIT, (("decompression_speed",), ("decompression_time",))),
    ("memory", Merit.COST, (("memory",),)),
)
"""The criteria of codecs by themselves, which store nothing and answer nobody."""

_OF_DURATIONS: _Candidates = (_SAVING, ("duration", Merit.BENEFIT, (("duration",),)), _CANDIDATES[-1])
"""The criteria of programs of which it is only known how long they took."""


def _candidates(present: set[str]) -> _Candidates:
    """Return the criteria that what was measured asks for."""
    if any(name.startswith(("compression_", "decompression_")) for name in present - {"compression_ratio"}):
        others = [one for one in _CANDIDATES[1:] if any(served(names, present) for names in one[2])]
        return (*_OF_CODECS[:3], *others, *_OF_CODECS[3:])
    at_work = any(served(names, present) for one in _CANDIDATES[1:3] for names in one[2])
    return _OF_DURATIONS if "duration" in present and not at_work else _CANDIDATES


_IN_PLACE_OF = {Better.LOWER: "response_time", Better.HIGHER: "throughput"}
"""Which criterion a column takes the place of that counts by its unit, a time or a rate."""


def _of_times_alone(measurements: Measurements, present: set[str]) -> _Candidates:
    """Return the criterion of durations where some scenarios have nothing else, and others what is at work.

    A suite has tests that take a time beside such that reach a rate.
    """
    candidates = _candidates(present)
    if "duration" not in present or candidates is _OF_DURATIONS:
        return ()
    measures = [name for _, _, choices in candidates for names in choices for name in names]
    alone = (
        not {*measures, *_SIZES}.intersection(found := measurements.measures(one)) and "duration" in found
        for one in measurements.scenarios
    )
    return _OF_DURATIONS[1:2] if any(alone) else ()


def default_study(measurements: Measurements, *, response_statistic: str | None = None) -> Study:
    """Return the default study for what was measured.

    Benefits are `storage_saving`, `throughput` and `response_time`, equally weighted; the cost is
    `cpu_overhead`. For codecs, of which the speed or time of compression or decompression is known, they are
    `storage_saving`, `compression_speed` and `decompression_speed`, and the cost is `memory`. Where nothing
    but a duration tells how fast something is, that is the benefit in their place, also in some scenarios of
    several. Each takes the first of its measures that all alternatives have, for all transactions together
    where any stands so. A criterion without a measure is left out and listed in `absent`. Where nothing of
    all that was measured, nothing is said to be lacking, and each column is a benefit that all alternatives
    have and that is a rate (more is better) or a time (less is) by its unit.

    Parameters
    ----------
    measurements : Measurements
        What was measured.
    response_statistic : str, optional
        Compare response times on this statistic: mean, p50, p90, p95, p99, p999 or max.

    Raises
    ------
    MeasureError
        If nothing that was measured fits a criterion, or the statistic asked for was not measured.
    StudyError
        If these are no measurements.
    """
    if not isinstance(measurements, Measurements):
        raise StudyError(f"measurements are needed, not a {type(measurements).__name__}; give read(…)")
    criteria, absent = [], []
    present = {name for scenario in measurements.scenarios for name in measurements.measures(scenario)}
    for name, merit, candidates in (*_candidates(present), *_of_times_alone(measurements, present)):
        known = [measures for measures in candidates if served(measures, present)]
        if name == "response_time" and response_statistic is not None:
            known = [_asked_statistic(response_statistic, present)]
        if not known:
            absent.append(name)
            continue
        best = _best(measurements, known)
        if best == ("cpu_per_transaction",) and cpu_is_the_time(measurements):
            continue  # it would count what the duration says once more
        criteria.append(Criterion(name, merit, best))
    if response_statistic is not None:
        _asked_statistic(response_statistic, present)  # measured, if not of what is compared here
    own = [] if response_statistic is not None else _own_by_units(measurements)
    if criteria:
        timed = any(c.merit is Merit.BENEFIT and c.name != "storage_saving" for c in criteria)
        own = [m for m in own if _counts_beside(m, timed, "throughput" not in absent)]
    if own:
        # Of what is of no system nothing is said to be lacking, nor a time or a rate where another counts.
        told = {_IN_PLACE_OF[measure.better] for measure in own}
        absent = [name for name in absent if name not in told] if criteria else []
        criteria += [Criterion(measure.name, Merit.BENEFIT, (measure.name,)) for measure in own]
        return Study(
            tuple(criteria),
            measures=(*measurements.own, *own),
            absent=_unmeasured(absent, measurements),
            assumed=True,
        )
    if not criteria:
        files = [source.file for source in measurements.sources]
        found = listed([*sorted(present), *measurements.unused])
        cells, likely = _measure_of_all(measurements), _likely(measurements)
        either = guesses_in(measurements) if likely else measurements.unused
        raise MeasureError(
            f"no measure that the default study knows; found {found}",
            file=files[0] if len(files) == 1 else None,
            advice="say what they are with --map MEASURE=COLUMN, count them "
            f"{_how_to_count(measurements)}, or say --cells {cells or 'MEASURE'} if every column is that "
            "measure",
            options=["--cells", cells] if cells else [*likely, *_all(measurements, either, Better.HIGHER)],
            otherwise=[*likely, *_all(measurements, either, Better.LOWER)] if either and not cells else (),
        )
    return Study(
        tuple(criteria),
        measures=measurements.own,
        absent=_unmeasured(absent, measurements),
        assumed=True,
    )


def _unmeasured(absent: Iterable[str], measurements: Measurements) -> tuple[str, ...]:
    """Return the criteria that lack a measure, without those that a column of other words may be of."""
    spare = spare_columns(measurements).items()
    columns = [(name, one.unit) for name, numbers in spare for one in numbers]
    columns += [(measure.name, measure.unit) for measure in measurements.own]
    columns += [
        (name, None) for scenario in measurements.scenarios for name in measurements.measures(scenario)
    ]
    may_be = {
        "storage_saving": any(_STORED.search(heading) for heading, _ in columns),
        "throughput": any(better_by(*column) is Better.HIGHER for column in columns),
        "response_time": any(unit is not None and unit.dimension == "time" for _, unit in columns),
        "cpu_overhead": any("cpu" in heading.casefold() for heading, _ in columns),
    }
    return tuple(name for name in absent if not may_be.get(name))


def _how_to_count(measurements: Measurements) -> str:
    """Return the options that count a column; of the only one with its name."""
    names = list(spare_columns(measurements))
    column = quote(names[0]) if len(names) == 1 else "COLUMN"
    return f"with --benefit {column} (more is better) or --cost {column} (less is better)"


def _likely(measurements: Measurements) -> list[str]:
    """Return the options that count the columns of which it is likely which way they are better."""
    known = {heading_of(measurements, row.place, row.measure): row.measure for row in measurements.rows}
    columns = {heading: MEASURES[name].better for heading, name in known.items() if name in MEASURES}
    return options_counting(measurements, {**columns, **dict.fromkeys(measurements.unused)}, ())


def _all(measurements: Measurements, columns: Iterable[str], better: Better) -> list[str]:
    """Return the options that count all of these columns this way."""
    return options_counting(measurements, dict.fromkeys(columns, better), ())


def _own_by_units(measurements: Measurements) -> list[Measure]:
    """Return a measure for each column that nobody knows and whose unit tells which way it is better."""
    everyone = {(row.scenario, row.alternative) for row in measurements.rows}  # who has any number
    everyone |= {(spare.scenario, spare.alternative) for spare in measurements.spare}
    found = []
    for heading, numbers in spare_columns(measurements).items():
        better = {better_by(heading, spare.unit) for spare in numbers}
        having = {(spare.scenario, spare.alternative) for spare in numbers}
        asked = {scenario for scenario, _ in having}
        # What says itself which way it is better may be of some tests of a suite alone.
        whole = having == {one for one in everyone if one[0] in asked or better_said(heading) is None}
        if (
            len(better) == 1
            and (way := better.pop()) is not None
            and whole
            and all(n.value > 0 for n in numbers)
        ):
            unit = numbers[0].unit
            known = unit is not None and find(unit.symbol) is not None
            found.append(
                Measure(heading, way, unit if known and unit is not None else NONE, free_unit=not known)
            )
    again = set(restated(measurements))
    return [measure for measure in found if measure.name not in again]


def _counts_beside(measure: Measure, timed: bool, rated: bool) -> bool:
    """Say whether a column counts beside known measures: it says so, or tells what none of these does."""
    return better_said(measure.name) is not None or not timed or (_is_work(measure) and not rated)


def _is_work(measure: Measure) -> bool:
    """Say whether a measure is a rate of something done; of bytes or bits only where it is called so."""
    of_bytes = re.search(r"(?:B|bit|bps)(?:/s)?$", measure.unit.symbol) is not None
    return measure.better is Better.HIGHER and (not of_bytes or _DONE.search(measure.name) is not None)


def _measure_of_all(measurements: Measurements) -> str | None:
    """Return the measure that columns nobody knows may all be of, each of another scenario; None if not.

    They may where the numbers of an alternative are of one size. What an uncompressed alternative has 1 of
    throughout is a ratio, and what is in a unit of time is a duration.
    """
    numbers: dict[str, list[float]] = {}
    for spare in measurements.spare:
        numbers.setdefault(spare.alternative, []).append(spare.value)
    alike = [min(found) > 0 and max(found) < _ALIKE * min(found) for found in numbers.values()]
    if max(map(len, numbers.values()), default=0) < 2 or 2 * sum(alike) <= len(alike):
        return None
    if any(is_baseline_name(name) and set(found) == {1.0} for name, found in numbers.items()):
        return "compression_ratio"
    timed = all(spare.unit is not None and spare.unit.dimension == "time" for spare in measurements.spare)
    return "duration" if timed else None


def lacking(present: set[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the criteria that measures of these names leave open, each with what could serve it.

    Examples
    --------
    >>> lacking({"throughput", "compression_ratio", "response_time_p99", "cpu_user"})["cpu_overhead"][:3]
    (('cpu_per_transaction',), ('cpu',), ('cpu_system', 'cpu_user'))
    """
    return {
        name: candidates
        for name, _, candidates in _candidates(present)
        if not any(served(measures, present) for measures in candidates)
    }


def served(measures: Iterable[str], present: Container[str]) -> bool:
    """Say whether measures are present, or what they are computed from.

    Examples
    --------
    >>> served(["compression_ratio"], {"original_bytes", "stored_bytes"})
    True
    """
    return all(
        name in present or (name == "compression_ratio" and all(size in present for size in _SIZES))
        for name in measures
    )


def _asked_statistic(statistic: str, present: set[str]) -> tuple[str]:
    if not isinstance(statistic, str):
        raise MeasureError(
            f"response_statistic = {quoted(statistic)}; write one that was measured, such as 'p99'"
        )
    name = f"response_time_{statistic.strip().casefold()}"
    name = {
        "response_time_maximum": "response_time_max",
        "response_time_average": "response_time_mean",
    }.get(name, name)
    if name not in present:
        found = [n.removeprefix("response_time_") for n in sorted(present) if n.startswith("response_time_")]
        raise MeasureError(
            f"response time has no statistic {quoted(statistic)}; found {listed(found) or 'none'}"
        )
    return (name,)


def _best(measurements: Measurements, known: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the first measures that all alternatives have, everywhere if possible; else the first.

    What stands for all transactions together goes before what stands by transaction type only: how types
    combine is for a study to say, and the refusal of the latter tells how.
    """
    for has in (_has_total, _has):
        having = {measures: _where(measurements, measures, has) for measures in known}
        wanted = frozenset().union(*(touched for touched, _ in having.values()))
        for everywhere in (True, False):
            for measures, (touched, complete) in having.items():
                if touched and complete >= (wanted if everywhere else touched):
                    return measures
    return known[0]


def _where(
    measurements: Measurements, measures: tuple[str, ...], has: Has
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the scenarios where some alternative has the measures, and those where all have them."""
    touched, complete = set(), set()
    for scenario in measurements.scenarios:
        everyone = [
            name
            for name in measurements.alternatives(scenario)
            if not _is_reference(measurements, measures, name)
        ]
        having = [all(has(measurements, scenario, name, m) for m in measures) for name in everyone]
        if any(having):
            touched.add(scenario)
            if all(having):
                complete.add(scenario)
    return frozenset(touched), frozenset(complete)


def _is_reference(measurements: Measurements, measures: tuple[str, ...], name: str) -> bool:
    """Say whether an alternative need not have the measures: a printed index of the baseline is empty."""
    named = name == measurements.baseline or is_baseline_name(name)
    return named and all(measurements.measure(m).published is not None for m in measures)


def _has(measurements: Measurements, scenario: str, alternative: str, measure: str) -> bool:
    if measurements.cells(scenario, alternative, measure):
        return True
    return measure == "compression_ratio" and all(
        measurements.cells(scenario, alternative, size) for size in _SIZES
    )


def _has_total(measurements: Measurements, scenario: str, alternative: str, measure: str) -> bool:
    """Say whether a number stands for all transactions together, not by type only."""
    cells = measurements.cells(scenario, alternative, measure)
    if cells:
        return any(transaction == "" for _, transaction in cells)
    return _has(measurements, scenario, alternative, measure)


def criteria_of_columns(
    entries: Sequence[str], merit: Merit, measure_of: Callable[[str], str | None]
) -> list[Criterion]:
    """Return the criteria that entries such as `D MB/s` and `compress_cpu=2` name.

    Parameters
    ----------
    entries : sequence of str
        The heading of a column each, with a weight where there is one.
    merit : Merit
        What they speak for.
    measure_of : callable
        Gives the measure of the catalogue that a heading means; others become measures of their own.

    Raises
    ------
    StudyError
        If an entry has no name, or its weight is no number above 0.

    Examples
    --------
    >>> criteria_of_columns(["level=2"], Merit.COST, lambda heading: None)[0].weight
    2.0
    """
    found = []
    for entry in entries:
        name, weight = _split(entry)
        if not name:
            raise StudyError(f"--{merit.value} {quoted(entry)}: name a column, or COLUMN=WEIGHT")
        found.append(Criterion(name, merit, (measure_of(name) or name,), weight=weight))
    return found


def _split(entry: str) -> tuple[str, float]:
    name, equals, text = entry.rpartition("=")
    try:
        weight = float(text)
    except ValueError:
        return entry.strip(), 1.0  # the sign belongs to the heading
    if not equals:
        return entry.strip(), 1.0
    if not (math.isfinite(weight) and weight > 0):
        raise StudyError(f"{quoted(entry)}: the weight {quoted(text)} must be greater than 0")
    return name.strip(), weight


def own_measures_of(criteria: Sequence[Criterion]) -> tuple[Measure, ...]:
    """Return the measures of criteria that no catalogue has: more is better of a benefit, less of a cost."""
    return tuple(
        Measure(
            measure, Better.HIGHER if criterion.merit is Merit.BENEFIT else Better.LOWER, NONE, free_unit=True
        )
        for criterion in criteria
        for measure in criterion.measures
        if measure not in MEASURES
    )


def measures_beside(measures: Sequence[Measure], criteria: Sequence[Criterion]) -> tuple[Measure, ...]:
    """Return measures and, behind them, those of criteria that are not among them nor in the catalogue."""
    known = {measure.name for measure in measures}
    return (*measures, *(measure for measure in own_measures_of(criteria) if measure.name not in known))


def study_beside(study: Study, criteria: Sequence[Criterion]) -> Study:
    """Return a study with further criteria; one for a measure that it has takes the place of that.

    Raises
    ------
    StudyError
        If two criteria have one name.
    """
    taken = {measure for criterion in criteria for measure in criterion.measures}
    kept = tuple(criterion for criterion in study.criteria if not taken.intersection(criterion.measures))
    return replace(study, criteria=(*kept, *criteria), measures=measures_beside(study.measures, criteria))


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
