"""What the files give that no criterion of a decision uses."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from shlex import join, quote

from ahp.decision.data_checks import checked_indices
from ahp.errors import listed, quoted
from ahp.evidence.directions import better_by, is_provided, is_statistic
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.proposals import countable, options_counting, the_same_for_all
from ahp.evidence.records import NOWHERE
from ahp.evidence.restated import restated
from ahp.evidence.study import Study
from ahp.terms import NOT_COUNTED, Better, Combine

_SHOWN = 8
_WAYS = {Better.LOWER: "less is better", Better.HIGHER: "more is better"}
_NOT_OF_ALL = "missing or 0 for some"


def not_counted(measurements: Measurements, study: Study) -> list[str]:
    """Return a warning that names every column that no criterion uses and nothing is checked against.

    Of each it says which way it is better, where that is known, or which other column it repeats; and which
    options would make it count.
    """
    again = restated(measurements)
    columns = _numbers(measurements, study, again)
    numbers = dict(columns)
    told = []
    numbers.pop("#", None)
    statistics = [name for name in numbers if is_statistic(name)]
    numbers = {name: way for name, way in numbers.items() if name not in statistics}
    ways = {name: None if is_provided(name, numbers) else way for name, way in numbers.items()}
    whole, same = countable(measurements), the_same_for_all(measurements)
    if ways:
        shown = ", ".join(
            [_shown(name, way, name in whole, name in same) for name, way in ways.items()][:_SHOWN]
        )
        told.append(f"{shown} and {len(ways) - _SHOWN} more" if len(ways) > _SHOWN else shown)
    told += [f"{quoted(name)} ({said} again)" for name, said in again.items()][:_SHOWN]
    if statistics:
        told.append(f"{listed(statistics, 4)}, of how numbers scatter")
    if words := [name for name in measurements.ignored if name not in columns]:
        told.append(f"{listed(words, 40)}, not read")
    if "#" in columns:
        told.append("'#', which numbers the rows")
    ways = {name: way for name, way in ways.items() if name in whole and name not in same}
    if ways:
        them = "the numbers" if len(told) > 1 else "them"
        if len(ways) == 1:
            them = "it" if len(numbers) == len(told) == 1 else quoted(next(iter(ways)))
        how = _how_to_count(ways, _counting(measurements, study, columns))
        told.append(f"counting {them} may change the choice{how}")
    return [f"{NOT_COUNTED}{'; '.join(told)}"] if told else []


def _how_to_count(ways: Mapping[str, Better | None], options: Sequence[str]) -> str:
    """Return by which options columns count: those proposed, or which there are."""
    if options:
        return f"{', for instance' if len(options) < 2 * len(ways) else ','} by {join(options)}"
    column = quote(*ways) if len(ways) == 1 else "COLUMN"
    if any(ways.values()):  # a measure that is known keeps its way as a benefit, too
        return f", by --benefit {column} or --cost {column}"
    return f", by --benefit {column} (more is better) or --cost {column} (less is better)"


def _shown(name: str, way: Better | None, whole: bool, same: bool) -> str:
    """Return a column with what is known of it: which way it is better, and whether it could count."""
    if same and whole:
        return f"{quoted(name)} (the same for all)"
    known = [*([_WAYS[way]] if way else []), *([] if whole else [_NOT_OF_ALL])]
    return f"{quoted(name)} ({'; '.join(known)})" if known else quoted(name)


def options_for(measurements: Measurements, study: Study) -> list[str]:
    """Return the options that count what is left out, as far as it is known which way that is better."""
    return _counting(measurements, study, _numbers(measurements, study, restated(measurements)))


def _counting(measurements: Measurements, study: Study, columns: dict[str, Better | None]) -> list[str]:
    counts = {name for criterion in study.criteria for name in criterion.measures}
    return options_counting(measurements, columns, counts)


def _numbers(measurements: Measurements, study: Study, again: Container[str]) -> dict[str, Better | None]:
    """Return the columns of numbers that nothing uses, each with which way it is known to be better."""
    used = {name for criterion in study.criteria for name in criterion.measures}
    used |= {screen.measure for screen in study.screens}
    if "compression_ratio" in used:
        used |= {"original_bytes", "stored_bytes"}
    if any(criterion.combine is Combine.MIX for criterion in study.criteria):
        used.add("throughput")
    if "cpu_per_transaction" in used:
        used |= _makes_cpu_per_transaction(measurements)
    for scenario in measurements.scenarios:
        used |= checked_indices(measurements.measures(scenario))
    numbers: dict[str, Better | None] = {}
    for spare in measurements.spare:
        heading = heading_of(measurements, spare.place, spare.words)
        if heading not in again:
            numbers.setdefault(heading, better_by(heading, spare.unit))
    for row in measurements.rows:
        if row.measure not in used:
            heading = heading_of(measurements, row.place, row.measure)
            numbers.setdefault(heading, measurements.measure(row.measure).better)
    return numbers


def _makes_cpu_per_transaction(measurements: Measurements) -> set[str]:
    """Return the measures of which it was computed, where a file did not give it beside them."""
    places = {row.place for row in measurements.rows if row.measure == "cpu_per_transaction"} - {NOWHERE}
    shares = {row.measure for row in measurements.rows if row.place in places} & {"cpu", "cpu_user"}
    if not shares:
        return set()
    return {"throughput", *shares, *(["cpu_system"] if "cpu_user" in shares else [])}
