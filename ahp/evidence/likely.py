"""Which way a column that nobody asked for is likely to be better, to propose that it counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ahp.evidence.measurements import Measurements, heading_of
from ahp.terms import Better
from ahp.units import UNITS, Unit

_PER_COST = re.compile(r"(?:/|\bper) ?(?:[$€£]|w(?:atts?)?\b|dollar|usd|eur|joule)", re.IGNORECASE)
_MORE_LIKELY = re.compile(
    r"\b(?:scores?|accuracy|acc|precision|recall|f1|quality|psnr|ssim\w*|vmaf|bleu|rouge|auc|coremark|geekbench|"
    r"cinebench|passmark|speedometer|jetstream|\w*marks?|points|rating|stars|speed ?up|efficiency|hit rate|"
    r"availability|uptime|battery(?! charg)|endurance|mtbf|speed|mmlu|humaneval|top-?\d+|coverage|solved|"
    r"passed|completed)\b",
    re.IGNORECASE,
)
_LESS_LIKELY = re.compile(
    r"\b(?:prices?|preis|kosten|costs?|fees?|usd|eur|gbp|dollars?|euros?|watts?|w|k?wh|power|energy|joules?|consumption|mem|"
    r"memory|ram|rss|size|disk used|used space|payload|footprint|bundle|time|runtime|latency|"
    r"amplification|weight|noise|errors?|failures?|loss|misses|temperature|temp|allocs?|allocations|"
    r"bitrate|jitter|perplexity|butteraugli|bits per \w+|lines of code|loc|time ?outs?|par-?\d+|bpp)\b|"
    r"[$€£°]",
    re.IGNORECASE,
)
_TAKEN = re.compile(r"[KMGT]?i?[Bo](?:/(?!s)\w+)?|m?W|k?Wh|k?J", re.IGNORECASE)
"""Units of what is taken up or used."""
_NOT_TAKEN = re.compile(
    r"capacity|cache|band ?width|transfer|volume|batch|block|chunk|page|buffer|data|input|written|read|moved|"
    r"pool|limit|vram",
    re.IGNORECASE,
)
"""Words of bytes that are given, or worked through."""
_PROCESSORS = re.compile(r"v?cpus?|v?cores|threads", re.IGNORECASE)
_MEMORY = re.compile(r"\bram\b|memory", re.IGNORECASE)
_STATISTIC = re.compile(
    r"(?:mean|avg|average|median|min(?:imum)?|max(?:imum)?|total|sum|overall|p\d+|std\w*|sd|dev\w*|n|runs?)\b\.?"
    r"(?:[ _]?\W?\w+\W?)?",
    re.IGNORECASE,
)
"""A heading that says no more than which statistic stands below it."""
_SCATTERED = re.compile(
    r"(?:min(?:imum)?|max(?:imum)?|std\.?(?:dev)?|stddev|sd|stdev|standard deviation|variance|cv|iqr|mad|n|"
    r"runs|samples|iterations|rounds)\b\.?(?:[ ]?[(\[].*[)\]])?",
    re.IGNORECASE,
)
_SPREAD = re.compile(
    r"\b(?:std ?(?:dev|err)\w*|stdev|deviation|variance|iqr|(?:std|sd)(?=$| ?[(\[]| [mnuμµ]?s$))(?!\w)",
    re.IGNORECASE,
)
"""Words of scatter, wherever they stand."""
_GUESSES = re.compile(r"guess|password|crack|attempt|hash(?:es)?(?: rate| ?/ ?s| per s)", re.IGNORECASE)
_MOST = 8


def better_likely(heading: str, unit: Unit | None = None) -> Better | None:
    """Return which way a column is likely to be better by its words or unit; nothing is ranked by it unasked.

    Examples
    --------
    >>> better_likely("Price ($/h)"), better_likely("accuracy_pct"), better_likely("tokens per $")
    (<Better.LOWER: 'lower'>, <Better.HIGHER: 'higher'>, <Better.HIGHER: 'higher'>)
    >>> better_likely("threads"), better_likely("binary", UNITS["KB"])
    (None, <Better.LOWER: 'lower'>)
    """
    words = heading.replace("_", " ")
    if _PER_COST.search(words) or _MORE_LIKELY.search(words):
        return Better.HIGHER
    last = heading.rpartition(" ")[2].strip("()[]")
    symbol = unit.symbol if unit is not None else last if "/" in last or last != heading else ""
    taken = _TAKEN.fullmatch(symbol) and not _NOT_TAKEN.search(words)
    return Better.LOWER if taken or _LESS_LIKELY.search(words) else None


def is_statistic(heading: str) -> bool:
    """Say whether a heading is of how the numbers beside it scatter: `stddev`, `min`, `start_ms_stddev`.

    Examples
    --------
    >>> is_statistic("stddev"), is_statistic("Min (ms)"), is_statistic("p99")
    (True, True, False)
    >>> is_statistic("cold_start_ms_stddev"), is_statistic("std::sort")
    (True, False)
    """
    return _SCATTERED.fullmatch(heading.replace("_", " ")) is not None or _tells_spread(heading)


def _tells_spread(heading: str) -> bool:
    """Say whether a heading is of a deviation alone, and of no mean beside it."""
    return _SPREAD.search(heading.replace("_", " ")) is not None and "±" not in heading


def is_guessing(unit: Unit | None) -> bool:
    """Say whether a unit is so many hashes or guesses in a second: of a password its owner wants few.

    Examples
    --------
    >>> is_guessing(UNITS["kH/s"]), is_guessing(UNITS["ops/s"])
    (True, False)
    """
    return unit is not None and (
        unit.dimension == UNITS["H/s"].dimension or bool(_GUESSES.search(unit.symbol))
    )


def guesses_in(measurements: Measurements) -> list[str]:
    """Return the columns of hashes or guesses in a second, of which either way may be better."""
    found = ((heading_of(measurements, one.place, one.words), one.unit) for one in measurements.spare)
    return list(
        dict.fromkeys(
            name for name, unit in found if is_guessing(unit) or _GUESSES.search(name.replace("_", " "))
        )
    )


def is_provided(heading: str, headings: Iterable[str]) -> bool:
    """Say whether a heading is of memory beside such as count processors: what a machine has.

    Examples
    --------
    >>> is_provided("RAM (GiB)", ["vCPU", "RAM (GiB)"]), is_provided("RAM (GiB)", ["tps"])
    (True, False)
    """
    return _MEMORY.search(heading) is not None and any(map(_PROCESSORS.fullmatch, headings))


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
    complete = _complete(measurements)
    units = {heading_of(measurements, one.place, one.words): one.unit for one in measurements.spare}
    answered = any(map(_is_response, counts))
    asked = guesses_in(measurements)
    given: list[str] = []
    for name in [name for name in columns if name in complete][:_MOST]:
        way = columns[name] or (None if name in asked else better_likely(name, units.get(name)))
        again = (
            _STATISTIC.fullmatch(name) or _tells_spread(name) or (answered and _is_response(complete[name]))
        )
        if way is not None and not again and not is_provided(name, complete):
            given += ["--benefit" if way is Better.HIGHER else "--cost", name]
    return given


def _is_response(measure: str) -> bool:
    return measure.startswith("response_time")


def _complete(measurements: Measurements) -> dict[str, str]:
    """Return the columns that every alternative has a number above 0 of everywhere, and their measures."""
    everyone = {(s, name) for s in measurements.scenarios for name in measurements.alternatives(s)}
    cells: dict[tuple[str, str], set[tuple[str, str]]] = {}
    numbers = [
        *((row.measure, row.place, row.value, row.scenario, row.alternative) for row in measurements.rows),
        *((one.words, one.place, one.value, one.scenario, one.alternative) for one in measurements.spare),
    ]
    for words, place, value, scenario, alternative in numbers:
        found = cells.setdefault((heading_of(measurements, place, words), words), set())
        if value > 0:
            found.add((scenario, alternative))
    return {heading: words for (heading, words), found in cells.items() if found == everyone}
