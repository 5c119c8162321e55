"""Which way a column is better, by its heading and its unit alone: as they say, or as is likely."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ahp.evidence.measures import better_said
from ahp.terms import Better
from ahp.units import RATE_AT_END, UNITS, Unit, find

RATIO_OF_TIMES = "ratio_of_times"
"""What a `Ratio` beside a mean and its deviation is of, whose less is better."""

_RATE = re.compile(
    r".*\S\s*(?:/|[ _]per[ _])\s*s(?:ec(?:ond)?(?:[ _]\w+)?)?|(?:.*[ (_])?(?:fps|[kmg]bps)\)?|"
    r"(?:[km]?iops|[qtr]ps|[kmgt]?i?b/s|(?:ops|reqs?|rows|msgs?)/s(?:ec)?)[ ,:].*",
    re.IGNORECASE,
)
_UNDER = re.compile(r" (?:at|@|under|with) .*", re.IGNORECASE)
"""The conditions of a measurement: goodput at 1 % loss is no loss."""
_AT_LOAD = re.compile(r"(?:\bat|@|under|with) ?[\d.,]+ ?[kM]? ?\w+(?:/| per )s\w*", re.IGNORECASE)
_SCATTER = re.compile(
    r"\b(?:std\w*|sd|deviation|variance|cv|coefficient|err(?:or)?s?|ci|iqr|mad)\b|±",
    re.IGNORECASE,
)
_UNWELCOME = re.compile(
    r"\b(?:bit ?rate|err(?:or)?s?|fail\w*|miss(?:es)?|drop(?:s|ped)?|lost|loss|retrans\w*|evict\w*|abort\w*|"
    r"retr(?:y|ies)|time ?outs?|stalls?|faults?|interrupts?|switches|alloc\w*|rejected|guess\w*|crack\w*|"
    r"attack\w*|passwords?|consumed|"
    r"deadlocks?|rollbacks?|conflicts?|slow|"
    r"(?:lock )?waits?|splits?|restarts?|syscalls?|fsyncs?|compactions?|gc|collections?|pauses?|redo|"
    r"promoted|"
    r"hash(?:es)? ?(?:rate|/ ?s\w*|per s\w*))\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"time ?out", re.IGNORECASE)
_LASTS = (
    r"standby|autonomy|uptime|endurance|flight ?time|browsing|playback|talk ?time|screen[ -]?on|"
    r"discharg\w*|mtbf|(?:akku|batterie)\w*|autonomie"
)
_LASTING = re.compile(
    r"^(?!.*(?:\bcharg|start|delay|latency|load)).*"
    rf"\b(?:battery|runtime left|life(?:time|span)?|mttf|saved|between failures|{_LASTS})\b",
    re.IGNORECASE,
)
"""Of times that last, more may be better."""
_WAITED_FOR = re.compile(
    r"time|duration|took|elapsed|train|build|compil|load|wait|delay|latency|backup|restore|copy|import|export|"
    r"rebuild|resilver|scrub|sync|migrat|run|wall|cpu|gpu",
    re.IGNORECASE,
)
"""Words of a time that is waited for."""
_SPEEDUP = re.compile(r"\bspeed[ _-]?ups?\b", re.IGNORECASE)
_MEAN_AND = re.compile(r"(?:mean|avg|average|median)\s*(?:±|\+/?-)\s*\w+", re.IGNORECASE)
_PER_COST = re.compile(r"(?:/|\bper) ?(?:[$€£]|w(?:atts?)?\b|dollar|usd|eur|joule)", re.IGNORECASE)
_MORE_LIKELY = re.compile(
    r"\b(?:scores?|accuracy|acc|precision|recall|f1|quality|psnr|ssim\w*|vmaf|bleu|rouge|auc|coremark|geekbench|"
    r"cinebench|passmark|speedometer|jetstream|(?!bench)\w*marks?|points|rating|stars|speed ?up|efficiency|"
    r"hit ra(?:te|tio)|"
    rf"availability|battery(?! charg)|{_LASTS}|range(?= \((?:km|mi|wltp|epa)\))|speed(?! ratio)|"
    r"mmlu|humaneval|"
    r"goodput|throughput|bw|capacity|kapazität|"
    r"usable|free|saved|savings?|max(?:imum)? \w+ size|qph\w*|tpm\w*|"
    r"time between failures|tbw|tolerat\w*|surviv\w*|"
    r"top-?\d+|coverage|solved|passed|completed|spec(?:int|fp)\w*|support|qualit\w+|bewertung|note|reichweite)\b",
    re.IGNORECASE,
)
_LESS_LIKELY = re.compile(
    r"\b(?:prices?|preis|kosten|costs?|fees?|usd|eur|gbp|dollars?|euros?|watts?|w|k?wh|power|energy|"
    r"joules?|consumption|mem|"
    r"memory|ram|rss|size|disk used|used space|payload|"
    r"(?:disk|space|cpu|memory) usage|cpu(?= *(?:$|%|[(\[]|vs\b|load|time))|"
    r"footprint|bundle|time|runtime|latency|collisions?|"
    r"amplification|weight|noise|errors?|failures?|loss|misses|temperature|temp|allocs?|allocations|"
    r"prix|precio|coût|délai|délais|poids|gewicht|verbrauch|lieferzeit|défauts?|fehler|defects?|lead|delivery|"
    r"bitrate|jitter|perplexity|butteraugli|bits per \w+|lines of code|loc|time ?outs?|par-?\d+|bpp)\b|"
    r"[$€£°]",
    re.IGNORECASE,
)
_ERRORS = re.compile(r"\berrors?\b", re.IGNORECASE)
_TAKEN = re.compile(r"[KMGT]?i?[Bo](?:/(?!s)\w+)?|m?W|k?Wh|k?J", re.IGNORECASE)
"""Units of what is taken up or used."""
_NOT_TAKEN = re.compile(
    r"capacity|cache|band ?width|transfer|volume|batch|block|chunk|page|buffer|data|input|written|write|read|"
    r"moved|"
    r"pool|limit|vram|included|dedup|max(?:imum)? |orig(?:inal)?|uncompressed|raw|source|before",
    re.IGNORECASE,
)
"""Words of bytes that are given, or worked through."""
_QUANTITY = re.compile(r"\d ?[^\W\d]+[)\]]?$")  # `Clang 19 (1.56 GiB)` is no number of bytes
_PROCESSORS = re.compile(r"v?cpus?|v?cores|threads", re.IGNORECASE)
_MEMORY = re.compile(r"\bram\b|memory", re.IGNORECASE)
_STORAGE = re.compile(r"\b(?:ram|ssd|nvme|hdd|disk|storage|ebs|traffic|transfer)\b", re.IGNORECASE)
_PRICED = re.compile(r"\b(?:prices?|preis|prix|precio|cost|fee|usd|eur)\b|/ ?mo\b|[$€£]", re.IGNORECASE)
_STATISTIC = re.compile(
    r"(?:mean|avg|average|median|min(?:imum)?|max(?:imum)?|total|sum|overall|p\d+|std\w*|sd|dev\w*|n|runs?)\b\.?"
    r"(?:[ _]?\W?\w+\W?)?",
    re.IGNORECASE,
)
"""A heading that says no more than which statistic stands below it."""
_SCATTERED = re.compile(
    r"(?:min(?:imum)?|max(?:imum)?|std\.?(?:dev)?|stddev|sd|stdev|standard deviation|variance|cv|iqr|mad|"
    r"runs|samples|iterations|rounds)\b\.?(?:[ ]?[(\[].*[)\]])?",
    re.IGNORECASE,
)
_SPREAD = re.compile(
    r"\b(?:std ?(?:dev|err)\w*|stdev|deviation|variance|cv|coefficient|iqr|"
    r"(?:std|sd)(?=$| ?[(\[]| [mnuμµ]?s$))(?!\w)",
    re.IGNORECASE,
)
"""Words of scatter, wherever they stand."""
_GUESSES = re.compile(r"guess|password|crack|attempt|hash(?:es)?(?: rate| ?/ ?s| per s)", re.IGNORECASE)


def better_by(heading: str, unit: Unit | None) -> Better | None:
    """Return which way a column is better, as its heading says or its unit: more of a rate, less of a time.

    None where neither does, and of what tells how numbers scatter.
    """
    if unit is None and _SCATTERED.fullmatch(heading):
        return None  # `min` beside `max` is in no minutes
    if _SCATTER.search(_MEAN_AND.sub("", heading.replace("_", " "))):
        return None
    timed = unit is not None and unit.dimension == "time" and not _LIMIT.search(heading)
    unwelcome = is_unwelcome(heading) or (unit is not None and is_unwelcome(unit.symbol))
    if (unwelcome and not timed) or _LASTING.search(heading.replace("_", " ")):
        return better_said(heading)
    if _SPEEDUP.search(heading):
        return Better.HIGHER
    if (said := better_said(heading)) is not None:
        return said
    if RATE_AT_END.fullmatch(heading) or (unit is None and is_rate(heading)):  # not a time that ends in `s`
        return Better.HIGHER
    symbol = heading if unit is None else unit.symbol
    stated = (find(symbol) or _unit_at_end(symbol)) if unit is None else unit  # `ns/op` is a whole heading
    if stated is not None and stated.dimension == "time":
        # Hours of a battery last, hours of a build are waited for: without a word of the kind nobody knows.
        return None if stated.symbol in ("h", "d") and not _WAITED_FOR.search(heading) else Better.LOWER
    if is_guessing(unit):
        return None
    rate = unit is not None and unit.dimension.endswith(" per time")
    return Better.HIGHER if rate or is_rate(symbol) or is_rate(heading) else None


def _unit_at_end(heading: str) -> Unit | None:
    """Return the unit that stands last in a heading, as in `Ping (ms)` and `build_ms`; None without one."""
    last = re.search(r"[(\[]([^()\[\]]+)[)\]]\s*$|(?<=[^\W_])_([^\W\d_]+)$", heading)
    return find(last[1] or last[2]) if last is not None else None


def is_rate(heading: str) -> bool:
    """Say whether a heading, or a unit, is so many of something in a second.

    Examples
    --------
    >>> is_rate("msgs/s (1 KB)"), is_rate("Download (Mbps)"), is_rate("ops"), is_rate("p99 at 1k req/s")
    (True, True, False, False)
    """
    heading = _AT_LOAD.sub("", heading)
    return any(map(_RATE.fullmatch, (heading, heading.partition(" (")[0])))


def is_unwelcome(heading: str) -> bool:
    """Say whether more of what a heading counts is worse, or nobody knows, although it is a rate.

    Examples
    --------
    >>> is_unwelcome("errors/s"), is_unwelcome("bitrate_kbps"), is_unwelcome("reads/s")
    (True, True, False)
    """
    return _UNWELCOME.search(_UNDER.sub("", heading.replace("_", " "))) is not None


def better_likely(heading: str, unit: Unit | None = None) -> Better | None:
    """Return which way a column is likely to be better by its words or unit; nothing is ranked by it unasked.

    Examples
    --------
    >>> better_likely("Price ($/h)"), better_likely("accuracy_pct"), better_likely("tokens per $")
    (<Better.LOWER: 'lower'>, <Better.HIGHER: 'higher'>, <Better.HIGHER: 'higher'>)
    >>> better_likely("threads"), better_likely("binary", UNITS["KB"]), better_likely("Cost per usable TB")
    (None, <Better.LOWER: 'lower'>, <Better.LOWER: 'lower'>)
    """
    words = heading.replace("_", " ")
    counted, per, _ = words.partition(" per ")
    if _ERRORS.search(words) or (per and _PRICED.search(counted)):
        return Better.LOWER
    if _PER_COST.search(words) or _MORE_LIKELY.search(words):
        return Better.HIGHER
    word = heading.rpartition(" ")[2]
    last = word.strip("()[]")
    stated = len(word) > 1 and ("/" in last or last != heading) and not _QUANTITY.search(heading)  # `Plan B`
    symbol = unit.symbol if unit is not None else last if stated else ""
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


def is_statistic_alone(heading: str) -> bool:
    """Say whether a heading says no more than which statistic stands below it: `mean`, `p99 (ms)`.

    Examples
    --------
    >>> is_statistic_alone("Average (ms)"), is_statistic_alone("latency avg (ms)")
    (True, False)
    """
    return _STATISTIC.fullmatch(heading) is not None or _tells_spread(heading)


def _tells_spread(heading: str) -> bool:
    """Say whether a heading is of a deviation alone, and of no mean beside it."""
    return _SPREAD.search(heading.replace("_", " ")) is not None and "±" not in heading


def is_guessing(unit: Unit | None, heading: str = "") -> bool:
    """Say whether a column is of hashes or guesses in a second: of a password its owner wants few.

    Examples
    --------
    >>> is_guessing(UNITS["kH/s"]), is_guessing(UNITS["ops/s"]), is_guessing(None, "guesses_per_s")
    (True, False, True)
    """
    by_unit = unit is not None and (
        unit.dimension == UNITS["H/s"].dimension or _GUESSES.search(unit.symbol) is not None
    )
    return by_unit or _GUESSES.search(heading.replace("_", " ")) is not None


def is_provided(heading: str, headings: Iterable[str]) -> bool:
    """Say whether a heading is of what a machine has: memory beside processors, storage beside a price.

    Examples
    --------
    >>> is_provided("ram_gb", ["vCPU", "ram_gb"]), is_provided("RAM (GiB)", ["tps"])
    (True, False)
    >>> is_provided("SSD", ["price/mo", "SSD"])
    True
    """
    words, others = heading.replace("_", " "), list(headings)
    if _PRICED.search(words):
        return False
    of_machine = any(map(_PROCESSORS.fullmatch, others))
    priced = any(_PRICED.search(other.replace("_", " ")) for other in others)
    stores = _STORAGE.search(words) is not None
    return (of_machine and (stores or _MEMORY.search(words) is not None)) or (priced and stores)
