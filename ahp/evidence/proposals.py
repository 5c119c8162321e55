"""The options that would count columns which do not, to be proposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ahp.evidence.directions import better_likely, is_guessing, is_provided, is_statistic_alone
from ahp.evidence.measurements import Measurements, heading_of
from ahp.terms import Better

_MOST = 8


def guesses_in(measurements: Measurements) -> list[str]:
    """Return the columns of hashes or guesses in a second, of which either way may be better."""
    found = ((heading_of(measurements, one.place, one.words), one.unit) for one in measurements.spare)
    return list(dict.fromkeys(name for name, unit in found if is_guessing(unit, name)))


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
    units = {heading_of(measurements, one.place, one.words): one.unit for one in measurements.spare}
    same = the_same_for_all(measurements) if counts else set()  # where nothing counts, even that may be asked
    answered = any(map(_is_response, counts))
    asked = guesses_in(measurements)
    sizes = (row for row in measurements.rows if row.measure == "original_bytes")
    before = {heading_of(measurements, row.place, row.measure) for row in sizes}  # what all were given
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
    values: dict[tuple[str, str], list[float]] = {}
    for one in measurements.spare:
        heading = heading_of(measurements, one.place, one.words)
        values.setdefault((heading, one.scenario), []).append(one.value)
    return {heading for heading, _ in values} - {
        heading for (heading, _), own in values.items() if len(own) < 2 or len(set(own)) > 1
    }


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
    numbers = [
        *((row.measure, row.place, row.value, row.scenario, row.alternative) for row in measurements.rows),
        *((one.words, one.place, one.value, one.scenario, one.alternative) for one in measurements.spare),
    ]
    for words, place, value, scenario, alternative in numbers:
        key = (heading_of(measurements, place, words), words)
        stands.setdefault(key, set()).add(scenario)
        found = cells.setdefault(key, set())
        if value > 0:
            found.add((scenario, alternative))
    everyone = {(scenario, alternative) for _, _, _, scenario, alternative in numbers}
    ranked = {(s, alternative) for words, _, _, s, alternative in numbers if words in counting}
    return {
        heading: words
        for (heading, words), found in cells.items()
        if found >= {cell for cell in ranked or everyone if cell[0] in stands[heading, words]}
    }
