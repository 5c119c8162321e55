"""Which way a column is better, by its heading and its unit alone: as they say, or as is likely."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ahp.evidence.measures import better_said
from ahp.terms import Better
from ahp.units import RATE_AT_END, UNITS, Unit, find

RATIO_OF_TIMES = "ratio_of_times"
"""What a `Ratio` beside a mean and its deviation is of, whose less is better."""

_RATE = (
    r"(?i).*\S\s*(?:/|[ _]per[ _])\s*s(?:ec(?:ond)?(?:[ _]\w+)?)?|(?:.*[ (_])?(?:fps|[kmg]bps)\)?|"
    r"(?:[km]?iops|[qtr]ps|[kmgt]?i?b/s|(?:ops|reqs?|rows|msgs?)/s(?:ec)?)[ ,:].*"
)
_UNDER = r"(?i) (?:at|@|under|with) .*"
"""The conditions of a measurement: goodput at 1 % loss is no loss."""
_AT_LOAD = r"(?i)(?:\bat|@|under|with) ?[\d.,]+ ?[kM]? ?\w+(?:/| per )s\w*"
_SCATTER = r"(?i)\b(?:std\w*|sd|deviation|variance|cv|coefficient|err(?:or)?s?|ci|iqr|mad)\b|±"
_UNWELCOME = (
    r"(?i)\b(?:bit ?rate|err(?:or)?s?|fail\w*|miss(?:es)?|drop(?:s|ped)?|lost|loss|retrans\w*|evict\w*|"
    r"abort\w*|retr(?:y|ies)|time ?outs?|stalls?|faults?|interrupts?|switches|alloc\w*|rejected|"
    r"guess\w*|crack\w*|attack\w*|passwords?|consumed|deadlocks?|rollbacks?|conflicts?|slow|"
    r"(?:lock )?waits?|splits?|restarts?|syscalls?|fsyncs?|compactions?|gc|collections?|pauses?|redo|"
    r"promoted|"
    r"hash(?:es)? ?(?:rate|/ ?s\w*|per s\w*))\b"
)
_LIMIT = r"(?i)time ?out"
_LASTS = (
    r"standby|autonomy|uptime|endurance|flight ?time|browsing|playback|talk ?time|screen[ -]?on|"
    r"discharg\w*|mtbf|(?:akku|batterie)\w*|autonomie"
)
_LASTING = (
    r"(?i)^(?!.*(?:\bcharg|start|delay|latency|load)).*"
    rf"\b(?:battery|runtime left|life(?:time|span)?|mttf|saved|between failures|{_LASTS})\b"
)
"""Of times that last, more may be better."""
_WAITED_FOR = (
    r"(?i)time|duration|took|elapsed|train|build|compil|load|wait|delay|latency|backup|restore|copy|import|export|"
    r"rebuild|resilver|scrub|sync|migrat|run|wall|cpu|gpu"
)
"""Words of a time that is waited for."""
_SPEEDUP = r"(?i)\bspeed[ _-]?ups?\b"
_MEAN_AND = r"(?i)(?:mean|avg|average|median)\s*(?:±|\+/?-)\s*\w+"
_PER_COST = r"(?i)(?:/|\bper) ?(?:[$€£]|w(?:atts?)?\b|dollar|usd|eur|joule)"
_MORE_LIKELY = (
    r"(?i)\b(?:scores?|accuracy|acc|precision|recall|f1|quality|psnr|ssim\w*|vmaf|bleu|rouge|auc|coremark|geekbench|"
    r"cinebench|passmark|speedometer|jetstream|(?!bench)\w*marks?|points|rating|stars|speed ?up|efficiency|"
    r"hit ra(?:te|tio)|"
    rf"availability|battery(?! charg)|{_LASTS}|range(?= \((?:km|mi|wltp|epa)\))|speed(?! ratio)|"
    r"mmlu|humaneval|"
    r"goodput|throughput|bw|capacity|kapazität|"
    r"usable|free|saved|savings?|max(?:imum)? \w+ size|qph\w*|tpm\w*|"
    r"time between failures|tbw|tolerat\w*|surviv\w*|"
    r"top-?\d+|coverage|solved|passed|completed|spec(?:int|fp)\w*|support|qualit\w+|bewertung|note|reichweite)\b"
)
_LESS_LIKELY = (
    r"(?i)\b(?:prices?|preis|kosten|costs?|fees?|usd|eur|gbp|dollars?|euros?|watts?|w|k?wh|power|energy|"
    r"joules?|consumption|mem|"
    r"memory|ram|rss|size|disk used|used space|payload|"
    r"(?:disk|space|cpu|memory) usage|cpu(?= *(?:$|%|[(\[]|vs\b|load|time))|"
    r"footprint|bundle|time|runtime|latency|collisions?|"
    r"amplification|weight|noise|errors?|failures?|loss|misses|temperature|temp|allocs?|allocations|"
    r"prix|precio|coût|délai|délais|poids|gewicht|verbrauch|lieferzeit|défauts?|fehler|defects?|lead|delivery|"
    r"bitrate|jitter|perplexity|butteraugli|bits per \w+|lines of code|loc|time ?outs?|par-?\d+|bpp)\b|"
    r"[$€£°]"
)
_ERRORS = r"(?i)\berrors?\b"
_TAKEN = r"(?i)[KMGT]?i?[Bo](?:/(?!s)\w+)?|m?W|k?Wh|k?J"
"""Units of what is taken up or used."""
_NOT_TAKEN = (
    r"(?i)capacity|cache|band ?width|transfer|volume|batch|block|chunk|page|buffer|data|input|written|write|"
    r"read|moved|pool|limit|vram|included|dedup|max(?:imum)? |orig(?:inal)?|uncompressed|raw|source|before"
)
"""Words of bytes that are given, or worked through."""
_QUANTITY = r"\d ?[^\W\d]+[)\]]?$"  # `Clang 19 (1.56 GiB)` is no number of bytes
_PROCESSORS = r"(?i)v?cpus?|v?cores|threads"
_MEMORY = r"(?i)\bram\b|memory"
_STORAGE = r"(?i)\b(?:ram|ssd|nvme|hdd|disk|storage|ebs|traffic|transfer)\b"
_PRICED = r"(?i)\b(?:prices?|preis|prix|precio|cost|fee|usd|eur)\b|/ ?mo\b|[$€£]"
_STATISTIC = (
    r"(?i)(?:mean|avg|average|median|min(?:imum)?|max(?:imum)?|total|sum|overall|p\d+|std\w*|sd|dev\w*|n|runs?)\b\.?"
    r"(?:[ _]?\W?\w+\W?)?"
)
"""A heading that says no more than which statistic stands below it."""
_INTERVAL = (
    r"(?i)range \(min .* max\)|[±(]? ?error\)?(?: ?[(\[]\w+[)\]])?"  # beside a mean; `errors` are counted
)
_SCATTERED = (
    r"(?i)(?:min(?:imum)?|max(?:imum)?|std\.?(?:dev)?|stddev|sd|stdev|standard deviation|variance|cv|iqr|mad|"
    r"runs|samples|iterations|rounds)\b\.?(?:[ ]?[(\[].*[)\]])?"
)
_SPREAD = (
    r"(?i)\b(?:std ?(?:dev|err)\w*|stdev|deviation|variance|cv|coefficient|iqr|"
    r"(?:std|sd)(?=$| ?[(\[]| [mnuμµ]?s$))(?!\w)"
)
"""Words of scatter, wherever they stand."""
_GUESSES = r"(?i)guess|password|crack|attempt|hash(?:es)?(?: rate| ?/ ?s| per s)"


def better_by(heading: str, unit: Unit | None) -> Better | None:
    """Return which way a column is better, as its heading says or its unit: more of a rate, less of a time.

    None where neither does, and of what tells how numbers scatter.
    """
    if unit is None and re.fullmatch(_SCATTERED, heading):
        return None  # `min` beside `max` is in no minutes
    if re.search(_SCATTER, re.sub(_MEAN_AND, "", heading.replace("_", " "))):
        return None
    timed = unit is not None and unit.dimension == "time" and not re.search(_LIMIT, heading)
    unwelcome = is_unwelcome(heading) or (unit is not None and is_unwelcome(unit.symbol))
    if (unwelcome and not timed) or re.search(_LASTING, heading.replace("_", " ")):
        return better_said(heading)
    if re.search(_SPEEDUP, heading):
        return Better.HIGHER
    if (said := better_said(heading)) is not None:
        return said
    if RATE_AT_END.fullmatch(heading) or (unit is None and is_rate(heading)):  # not a time that ends in `s`
        return Better.HIGHER
    symbol = heading if unit is None else unit.symbol
    stated = (find(symbol) or _unit_at_end(symbol)) if unit is None else unit  # `ns/op` is a whole heading
    if stated is not None and stated.dimension == "time":
        # Hours of a battery last, hours of a build are waited for: without a word of the kind nobody knows.
        return None if stated.symbol in ("h", "d") and not re.search(_WAITED_FOR, heading) else Better.LOWER
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
    heading = re.sub(_AT_LOAD, "", heading)
    return any(re.fullmatch(_RATE, said) for said in (heading, heading.partition(" (")[0]))


def is_unwelcome(heading: str) -> bool:
    """Say whether more of what a heading counts is worse, or nobody knows, although it is a rate.

    Examples
    --------
    >>> is_unwelcome("errors/s"), is_unwelcome("bitrate_kbps"), is_unwelcome("reads/s")
    (True, True, False)
    """
    return re.search(_UNWELCOME, re.sub(_UNDER, "", heading.replace("_", " "))) is not None


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
    if re.search(_ERRORS, words) or (per and re.search(_PRICED, counted)):
        return Better.LOWER
    if re.search(_PER_COST, words) or re.search(_MORE_LIKELY, words):
        return Better.HIGHER
    word = heading.rpartition(" ")[2]
    last = word.strip("()[]")
    stated = (
        len(word) > 1 and ("/" in last or last != heading) and not re.search(_QUANTITY, heading)
    )  # `Plan B`
    symbol = unit.symbol if unit is not None else last if stated else ""
    taken = re.fullmatch(_TAKEN, symbol) and not re.search(_NOT_TAKEN, words)
    return Better.LOWER if taken or re.search(_LESS_LIKELY, words) else None


def is_statistic(heading: str) -> bool:
    """Say whether a heading is of how the numbers beside it scatter: `stddev`, `min`, `start_ms_stddev`.

    Examples
    --------
    >>> is_statistic("stddev"), is_statistic("Min (ms)"), is_statistic("p99")
    (True, True, False)
    >>> is_statistic("cold_start_ms_stddev"), is_statistic("std::sort")
    (True, False)
    """
    return re.fullmatch(_SCATTERED, heading.replace("_", " ")) is not None or _tells_spread(heading)


def is_statistic_alone(heading: str) -> bool:
    """Say whether a heading says no more than which statistic stands below it: `mean`, `p99 (ms)`.

    Examples
    --------
    >>> is_statistic_alone("Average (ms)"), is_statistic_alone("latency avg (ms)")
    (True, False)
    """
    interval = re.fullmatch(_INTERVAL, heading) is not None
    return interval or re.fullmatch(_STATISTIC, heading) is not None or _tells_spread(heading)


def _tells_spread(heading: str) -> bool:
    """Say whether a heading is of a deviation alone, and of no mean beside it."""
    return re.search(_SPREAD, heading.replace("_", " ")) is not None and "±" not in heading


def is_guessing(unit: Unit | None, heading: str = "") -> bool:
    """Say whether a column is of hashes or guesses in a second: of a password its owner wants few.

    Examples
    --------
    >>> is_guessing(UNITS["kH/s"]), is_guessing(UNITS["ops/s"]), is_guessing(None, "guesses_per_s")
    (True, False, True)
    """
    by_unit = unit is not None and (
        unit.dimension == UNITS["H/s"].dimension or re.search(_GUESSES, unit.symbol) is not None
    )
    return by_unit or re.search(_GUESSES, heading.replace("_", " ")) is not None


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
    if re.search(_PRICED, words):
        return False
    of_machine = any(re.fullmatch(_PROCESSORS, other) for other in others)
    priced = any(re.search(_PRICED, other.replace("_", " ")) for other in others)
    stores = re.search(_STORAGE, words) is not None
    return (of_machine and (stores or re.search(_MEMORY, words) is not None)) or (priced and stores)
