"""Units of measures: their spellings, and exact conversion between those of one dimension.

Two units convert only when they share a dimension. Transactions, queries and new orders per second are
*different* dimensions although all are rates: a query is not a transaction, and a ranking that mixed
them would be wrong without looking wrong. Likewise `MB` stands by itself: tools print it for 10⁶ and for
2²⁰ bytes, so it compares with `MB` and with nothing else. `Mb`, `kb` and `b` are bits.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from ahp.errors import UnitError, quoted
from ahp.notebook import NotebookFace

RATE_AT_END = re.compile(
    r"(?P<stem>.*?)(?:^|[\s_])(?P<what>[kmgt]i?b|bytes|ops?|ios?|reqs?|requests?|queries|rows?|msgs?|messages?|"
    r"tok(?:ens)?|tx|txns?|imgs?|images?|frames|samples|points|docs|events|pages|records|entries|keys|packets|"
    r"files|hashes|jobs|tasks|calls|inserts|updates|reads|writes|puts|gets|commits|lookups)_s(?:ecs?|econds?)?",
    re.IGNORECASE,
)
"""A heading that ends in so many of something in a second, with underscores: `speed_gb_s`, `get_ops_sec`."""


@dataclass(frozen=True)
class Unit(NotebookFace):
    """A unit of measurement.

    Attributes
    ----------
    symbol : str
        How it is written in results.
    dimension : str
        What it counts; units of one dimension convert into each other.
    factor : Fraction
        How many of the dimension's base unit one of it is, exactly.
    """

    symbol: str
    dimension: str
    factor: Fraction = Fraction(1)


_MANY = re.compile(r"^(?:tsd|thousands?|(?P<million>mio|millions?))\.? +(?=[^\W\d]+/s$)", re.IGNORECASE)
_PER_SECOND = re.compile(r"(?<!\s)\s*(?:/|\bper\b)\s*s(?:ec(?:ond)?s?)?$", re.IGNORECASE)

_EACH = re.compile(
    r"((?:[nuµμm]|micro|milli|nano)?s(?:ec(?:ond)?s?)?) ?(?:/|per) ?([^\W\d_]+)", re.IGNORECASE
)

NONE = Unit("", "unstated")
"""The unit of a value that nobody named: comparable within its own column only."""

_RATES = {
    "transactions": (
        "tps",
        "tx/s",
        "trx/s",
        "txn/s",
        "transactions/s",
        "transactions/sec",
        "1/s",
        "/s",
    ),
    "queries": ("qps", "query/s", "queries/s"),
    "operations": ("ops", "ops/s", "op/s", "ops/sec", "operations/s"),
    "requests": ("rps", "req/s", "requests/s", "requests/sec"),
    "inserts": ("ips", "insert/s", "inserts/s", "inserts/sec"),
    "input-output operations": ("iops", "io/s"),
    "events": ("eps", "events/s"),
    "frames": ("fps", "frames/s"),
    "packets": ("pps", "packets/s", "pkts/s"),
    "hashes": ("h/s", "H/s", "hashes/s"),
    "trade results": ("trade-results/s", "trtps"),
}
_MINUTES = {
    "transactions": ("tpm", "tx/min", "transactions/min", "1/min", "/min"),
    "new orders": ("nopm", "tpmc", "notpm", "new-orders/min"),
}


def _catalogue() -> dict[str, Unit]:
    units: dict[str, Unit] = {}

    def add(dimension: str, symbol: str, factor: Fraction | int, *spellings: str) -> None:
        unit = Unit(symbol, dimension, Fraction(factor))
        for spelling in (symbol, *spellings):
            units[spelling] = unit

    milli = Fraction(1, 1000)
    add("time", "ns", milli**3, "nsec", "nanoseconds")
    add("time", "us", milli**2, "µs", "μs", "usec", "microseconds")
    add("time", "ms", milli, "msec", "millisecond", "milliseconds")
    add("time", "s", 1, "sec", "secs", "second", "seconds")
    add("time", "min", 60, "mins", "minute", "minutes")
    add("time", "h", 3600, "hour", "hours", "hr")
    for what, spellings in _RATES.items():
        add(f"{what} per time", "1/s" if what == "transactions" else spellings[1], 1, *spellings)
    for what, spellings in _MINUTES.items():
        symbol = "1/min" if what == "transactions" else "NOPM"
        factor = Fraction(1, 60) if what == "transactions" else 1
        add(f"{what} per time", symbol, factor, *spellings)
    add("bytes", "B", 1, "byte", "bytes")
    for power, prefix in enumerate("KMGT", start=1):
        add("bytes", f"{prefix}iB", 1024**power, f"{prefix}io")
        add(f"{prefix}B of unstated base", f"{prefix}B", 1, *(["kB"] if prefix == "K" else []))
    add("bits", "bit", 1, "bits", "b")
    for power, prefix in enumerate("KMGT", start=1):  # one letter's case is a factor of eight
        add("bits", f"{prefix}bit", 1000**power, f"{prefix}b", *(["kb", "kbit"] if prefix == "K" else []))
        add("bits", f"{prefix}ibit", 1024**power, f"{prefix}ib")
    for dimension in ("bytes", *(f"{prefix}B of unstated base" for prefix in "KMGT"), "bits"):
        for spelling, unit in list(units.items()):
            if unit.dimension == dimension and len(spelling) < 5:
                add(f"{dimension} per time", f"{unit.symbol}/s", unit.factor, f"{spelling}/s")
    for power, prefix in enumerate(("k", "M", "G", "T"), start=1):
        add("bits per time", f"{prefix}bit/s".replace("k", "K"), 1000**power, f"{prefix}bps")
    for spelling in ("B", "kB", "KB", "MB", "GB", "KiB", "MiB", "GiB"):  # `MBps`, which `Mbps` is not
        units[f"{spelling}ps"] = units[f"{spelling}/s"]
    for spelling in ("IOPS", "ops", "qps", "rps", "tps", "ops/s", "req/s", "pps", "H/s"):
        rate = units[spelling.lower()]
        for power, prefix in enumerate(("k", "M", "G"), start=1):
            add(rate.dimension, f"{prefix}{spelling}", 1000**power)
    add("bytes per operation", "B/op", 1, "bytes/op")
    add("share", "%", Fraction(1, 100), "pct", "percent", "per cent", "%host")
    add("share of a core", "%core", Fraction(1, 100))
    add("share", "fraction", 1)
    add("multiple", "x", 1, "×", ":1", "fold", "times")
    add("count", "1", 1, "count", "counts")
    add("power", "W", 1)
    add("power", "mW", milli)
    add("power", "kW", 1000)
    add("energy", "J", 1)
    add("energy", "kJ", 1000)
    add("energy", "Wh", 3600)
    add("energy", "kWh", 3_600_000)
    add("frequency", "Hz", 1)
    add("frequency", "kHz", 10**3)
    add("frequency", "MHz", 10**6)
    add("frequency", "GHz", 10**9)
    return units


UNITS: dict[str, Unit] = _catalogue()
_FOLDED: dict[str, Unit] = {}
for _spelling, _unit in UNITS.items():
    _FOLDED.setdefault(_spelling.casefold(), _unit)


def find(text: str) -> Unit | None:
    """Return the unit that `text` spells, or None if it spells none.

    Examples
    --------
    >>> find("msec").symbol
    'ms'
    >>> find("Tsd. Ops/s").symbol, find("furlongs")
    ('kops/s', None)
    >>> find("mb").symbol, find("Mb").symbol
    ('MB', 'Mbit')
    """
    clean = _PER_SECOND.sub("/s", unicodedata.normalize("NFC", text).strip())
    clean = _MANY.sub(lambda many: "kM"[many["million"] is not None], clean)
    each = _EACH.fullmatch(clean)  # `ns/op` is a time, `s/GB` and `ms/s` are none
    clean = clean if each is None or each[2] in UNITS or each[2].casefold() in _FOLDED else each[1]
    unit = UNITS.get(clean) or _FOLDED.get(re.sub(r"\s+", " ", clean.casefold()))
    # One letter decides by a factor of 2**20 or 1000**2: "Ms", "mS", "MS" are not "ms".
    if unit is not None and unit.symbol in ("ms", "s") and clean != clean.lower() and len(clean) < 3:
        return None
    return unit


def parse(text: str) -> Unit:
    """Return the unit that `text` spells; a word nobody knows is a unit of its own dimension.

    Raises
    ------
    UnitError
        If `text` is empty or is not a word.

    Examples
    --------
    >>> parse("GHz").factor
    Fraction(1000000000, 1)
    >>> parse("joule").dimension, parse("msg/s").dimension
    ('joule', 'msg per time')
    """
    unit = find(text)
    if unit is not None:
        return unit
    clean = text.strip()
    if not clean or not any(c.isalpha() for c in clean):
        raise UnitError(f"{quoted(text)} is not a unit", advice="write one such as ms, s, 1/s, B, % or x")
    counted = _PER_SECOND.sub("", clean)  # `msg/s` is a rate, whatever is counted
    return Unit(clean, f"{counted.strip()} per time" if counted != clean else clean)


def convert(value: float, unit: Unit, to: Unit) -> float:
    """Return `value` of `unit` in `to`, correctly rounded where the ratio is a whole number.

    Raises
    ------
    UnitError
        If the two measure different things.

    Examples
    --------
    >>> convert(1500.0, UNITS["ms"], UNITS["s"])
    1.5
    >>> convert(600.0, UNITS["tpm"], UNITS["tps"])
    10.0
    """
    if unit.dimension != to.dimension:
        raise UnitError(
            f"{unit.symbol or 'no unit'} ({unit.dimension}) cannot be converted to "
            f"{to.symbol or 'no unit'} ({to.dimension})"
        )
    if unit is to:
        return value
    ratio = unit.factor / to.factor
    return value * ratio.numerator / ratio.denominator
