"""What words above a table say that all its numbers are: a measure, its unit, which way is better."""

from __future__ import annotations

import re
from dataclasses import replace

from ahp.errors import listed, quoted
from ahp.evidence.directions import is_statistic
from ahp.evidence.measures import MEASURES, without_way
from ahp.ingest.tables.delimited import Table
from ahp.ingest.tables.headings import Heading, parse_heading
from ahp.ingest.tables.surroundings import units_stated
from ahp.terms import Better
from ahp.units import Unit, find

_TIME_EACH = re.compile(r"(?<!\w)[a-zµμ]+(?:/| per )[a-z]+\b", re.IGNORECASE)
_RATE_SAID = re.compile(
    r"(?P<times>\b(?:[km]|thousands?|millions?|billions?) (?:of )?)?\b"
    r"(?P<rate>[a-z]+(?:/| per )s(?:ec(?:ond)?)?)\b",
    re.IGNORECASE,
)
_PHRASE_END = re.compile(r"\s*[,;:|–—]\s+|\.\s+|\s+-\s+|\n")
_MEAN = re.compile(r"mean|avg\.?|average|mittelwert", re.IGNORECASE)
_HYPHENATED = re.compile(r"\w+(?:-\w+)+")  # `cpu-only` is what was run, and no CPU
_ALONE = ("throughput", "response_time", "duration", "compression", "decompression")
"""How measures begin that single words of a sentence name; `cpu` and `memory` may be of the machine."""


def measure_said(caption: str) -> str | None:
    r"""Return the measure that words above a table say its numbers are, in the unit that they state.

    The nearest line counts that names one.

    Examples
    --------
    >>> measure_said("chunk size 64 KiB\n\nCompression throughput (GB/s)")
    'compression_speed (GB/s)'
    >>> measure_said("Ratios by column type"), measure_said("matrix_qps.csv"), measure_said("Results")
    ('compression_ratio', 'throughput', None)
    >>> measure_said("Sorting, wall time in ms, lower is better"), measure_said("Million rows/s")
    ('duration (ms)', 'throughput')
    """
    lines = reversed(_HYPHENATED.sub(" ", caption).splitlines())
    return next(filter(None, map(_measure_in, lines)), None)


def with_caption_over_mean(table: Table, caption: str) -> tuple[Table, list[str]]:
    """Return a table of nothing but statistics with what stands above it over its mean, and what to know.

    Any other table, and one above which no unit stands, is returned as it is.
    """
    statistics, lines = table.header[1:], caption.splitlines()
    means = [at for at, name in enumerate(statistics, 1) if _MEAN.fullmatch(name.strip("*_ "))]
    title = lines[-1].strip("#*_: ") if lines else ""
    if len(means) != 1 or len(statistics) < 2 or parse_heading(title).unit is None:
        return table, []
    others = [name for at, name in enumerate(statistics, 1) if at != means[0]]
    if not all(is_statistic(name) for name in others):
        return table, []
    rows = tuple((line, [cells[0], cells[means[0]]]) for line, cells in table.rows)
    told = f"of {quoted(title)} the mean is read, beside {listed(others)}, of how it scatters"
    return replace(table, header=(table.header[0], title), rows=rows), [told]


def _measure_in(line: str) -> str | None:
    phrases = [without_way(phrase.strip("#*_: ")) for phrase in _PHRASE_END.split(line)]
    for heading in map(parse_heading, filter(None, phrases)):
        name = _measure_of(heading)
        if name and (heading.unit is not None or not name.startswith("cpu")):
            return _in_unit(name, heading.unit, line)
    if (time := _time_in(line)) is not None:
        return f"duration ({time.symbol})"
    if _RATE_SAID.search(line) is not None:
        return _in_unit("throughput", None, line)
    words = re.findall(r"[^\W_]+", line)
    some = (" ".join(words[at : at + count]) for count in (3, 2, 1) for at in range(len(words) - count + 1))
    forms = dict.fromkeys(form for phrase in some for form in (phrase, phrase.removesuffix("s")))
    names = (_measure_of(parse_heading(form)) for form in forms)
    name = next((name for name in names if name.startswith(_ALONE)), "")
    return _in_unit(name, None, line) if name else None


def _measure_of(heading: Heading) -> str:
    return heading.measure or heading.likely or next(iter(heading.candidates), "")


def _time_in(line: str) -> Unit | None:
    """Return the one unit of a time that a line states."""
    stated = (*(unit for _, unit in units_stated(line)), *map(find, _TIME_EACH.findall(line)))
    times = {unit for unit in stated if unit is not None and unit.dimension == "time"}
    return times.pop() if len(times) == 1 else None


def _in_unit(measure: str, unit: Unit | None, line: str) -> str:
    """Return a measure with a unit, its own or one that the line states of such."""
    rate = _RATE_SAID.search(line)
    if unit is None and MEASURES[measure].unit.dimension == "time":
        unit = _time_in(line)
    elif unit is None and rate is not None and MEASURES[measure].free_unit and not rate["times"]:
        unit = find(rate["rate"])
    return measure if unit is None else f"{measure} ({unit.symbol})"


def options_of_cells(measure: str | None, way: Better | None, *, stated: bool = False) -> list[str]:
    """Return the options that say what all cells of a table are; none where neither argument tells.

    What is said to be better the other way is no such measure: `relative to JSON, lower is better`. Whether
    each cell has its unit is `stated`.

    Examples
    --------
    >>> options_of_cells("duration (ms)", None), options_of_cells("duration", None)
    (['--cells', 'duration (ms)'], ['--cells', 'number', '--cost', 'number'])
    """
    known = MEASURES.get((measure or "").partition(" (")[0])
    bare = known is not None and known.unit_needed and not stated and "(" not in str(measure)
    if known is not None and measure is not None and way in (None, known.better) and not bare:
        return ["--cells", measure]
    way = way if way is not None or known is None else known.better
    counted = "--benefit" if way is Better.HIGHER else "--cost"
    return [] if way is None else ["--cells", "number", counted, "number"]
