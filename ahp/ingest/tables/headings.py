"""Headings: from the words people and programs write over a column to a measure, a unit or a role."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ahp.evidence.directions import is_guessing
from ahp.evidence.measures import MEASURES, better_said, without_way
from ahp.units import RATE_AT_END, Unit, find, parse

ROLES = (
    "scenario", "alternative", "run", "transaction", "block", "twin", "disturbed", "measure", "value", "unit",
)  # fmt: skip
"""What a column can be beside a measure."""

ROLE_ALIASES: Mapping[str, tuple[str, ...]] = {
    "scenario": ("workload", "test", "benchmark", "test type", "suite", "?dataset", "?data", "?profile"),
    "alternative": (
        "compression algorithm", "algorithm", "algo", "compression", "codec", "compressor",
        "compressor name", "method", "filesystem", "file system", "fs", "engine", "storage engine",
        "?storage", "wal compression", "toast compression", "config", "configuration", "setting", "variant",
        "solution", "scheme", "strategy", "?tag", "?name", "?tool", "?framework", "?device", "?table",
        "?column 1",
    ),
    "run": (
        "rep", "repeat", "replicate", "trial", "run no", "run id", "run number", "lauf", "durchlauf",
        "wiederholung", "essai", "?iteration",
    ),
    "transaction": (
        "transaction type", "transaction name", "tx", "tx type", "operation", "op", "query type", "procname",
        "script no", "script name", "?script",
    ),
    "block": (),
    "twin": (),
    "disturbed": (),
    "measure": ("metric", "?quantity"),
    "value": (),
    "unit": ("units",),
}  # fmt: skip
"""Aliases of roles; those with a question mark are weak, and give way to any stronger column."""

MEASURE_ALIASES: Mapping[str, tuple[str, ...]] = {
    "compression_ratio": (
        "compressratio", "refcompressratio", "comp ratio", "compression factor", "compression multiple",
        "original/stored", "original/compressed", "uncompressed/compressed", "stored/original",
        "compressed/original", "compressed/uncompressed", "stored fraction", "compressed fraction",
        "taux de compression",
    ),
    "space_saving": (
        "storage saving", "storage savings", "space savings", "space saved", "storage saved", "saving",
        "savings", "saved", "spacesave",
    ),
    "original_bytes": (
        "original size", "orig size", "orig bytes", "uncompressed size", "uncompressed",
        "uncompressed bytes", "raw size",
        "logicalused", "logicalreferenced", "input size", "in size", "input bytes",
        "total uncompressed bytes",
    ),
    "stored_bytes": (
        "stored size", "compressed size", "compressed bytes", "compr size", "comp size", "comp bytes",
        "csize", "disk usage", "disk used", "space used", "used space", "storage used",
        "encoded size", "stored", "total compressed bytes", "output size", "out size", "output bytes",
    ),
    "wal_bytes": ("wal", "wal size", "wal generated", "wal volume"),
    "throughput": (
        "mean transaction per second", "mean transactions per second", "transactions per second",
        "transaction per second", "averagetransactionspersecond", "transactions per sec", "mean throughput",
        "tput",
    ),
    "throughput_improvement": (
        "performance improvement", "productivity increase", "throughput change", "throughput gain",
    ),
    "throughput_relative": (
        "relative performance to baseline", "relative performance", "relative throughput",
    ),
    "response_time_improvement": (
        "speed improvement", "max response time improvement", "response improvement", "sla improvement",
    ),
    "response_time_relative": ("relative response speed", "response speed", "relative speed"),
    "cpu": (
        "cpu usage", "cpu utilisation", "cpu utilization", "total cpu", "cpu total", "cpu util", "mean cpu",
        "mean cpu usage", "cpu used", "cpu load", "cpu last", "cpu auslastung",
        "utilisation cpu", "charge cpu",
    ),
    "cpu_system": ("system cpu", "sys cpu", "cpu sys", "averagesystemcpu", "averagesyscpu"),
    "cpu_user": ("user cpu", "usr cpu", "cpu usr", "averageusercpu", "averageusrcpu"),
    "cpu_overhead": ("cpu change", "cpu utilisation overhead", "cpu utilization overhead"),
    "cpu_relative": ("relative cpu utilisation", "relative cpu utilization", "relative cpu"),
    "cpu_per_transaction": ("cpu per tx", "cpu time per transaction"),
    "cpu_frequency": ("cpu frequency used", "mean mhz", "cpu mhz"),
    "duration": (
        "load duration", "loading time", "load time", "elapsed", "elapsed time", "wall time", "runtime",
        "run time", "total run time", "wall", "time e", "time elapsed", "time real", "time wall", "real time",
        "wall clock", "wall clock time",
    ),
    "memory": (
        "mem", "rss", "peak memory", "peak mem", "max rss", "peak rss", "memory usage", "mem usage",
        "peak ram",
        "max ram", "ram usage", "ram used", "memory used", "max memory",
    ),
}  # fmt: skip

AMBIGUOUS: Mapping[str, tuple[str, ...]] = {
    "ratio": ("compression_ratio", "space_saving"),
    "reduction": ("space_saving", "cpu_overhead", "response_time_improvement"),
    **dict.fromkeys(
        ("size", "file size", "size on disk", "disk", "disk size", "disk space"),
        ("original_bytes", "stored_bytes"),
    ),
    "bytes": ("original_bytes", "stored_bytes", "wal_bytes"),
    "time": ("duration", "response_time_mean", "response_time_max"),
    "improvement": ("throughput_improvement", "response_time_improvement"),
    "relative": ("throughput_relative", "response_time_relative", "cpu_relative"),
    "overhead": ("cpu_overhead",),
    "system": ("cpu_system",),
    "user": ("cpu_user",),
    "response time": tuple(n for n in MEASURES if n.startswith("response_time_") and MEASURES[n].unit_needed),
}  # fmt: skip
"""Headings that could mean several things, with what they could mean. The rest of the table may decide."""

SHARES = {"user": "cpu_user", "usr": "cpu_user", "system": "cpu_system", "sys": "cpu_system"}
"""Headings of system monitors, with a per cent sign before them."""

MEANS = ("mean", "avg", "average", "median", "mean_time", "avg_time", "average_time", "median_time")
"""What a column may be called that says no more than which statistic it is, the best first."""

SCENARIO_WORDS = frozenset(
    {
        "mode", "dataset", "data", "file", "input", "corpus", "workload", "test", "query", "question",
        "pattern", "operation", "op", "rw", "kind", "threads", "clients", "connections", "concurrency",
        "depth", "iodepth", "conns", "conn", "users", "vus", "workers", "batch", "payload", "size", "bs",
        "blocksize", "pagesize", "scale", "host", "machine", "nodes", "cores", "shards", "replicas",
        "producers", "consumers", "publishers", "subscribers", "writers", "readers", "entities",
        "endpoint", "route", "percentile", "percentiles", "quantile", "filename", "executions",
    }
)  # fmt: skip
"""What a column is called that tells what something was measured with."""

KINDS = frozenset(
    {
        "library", "lib", "orm", "tool", "language", "lang", "framework", "database", "db", "dbms", "product",
        "vendor", "model", "runtime", "compiler", "kernel", "serializer", "allocator", "cache", "vpn", "hash",
        "implementation", "impl", "approach",
        "branch", "server", "drive", "disk", "ssd", "distro", "gpu",
        "scheduler", "proxy", "interpreter", "jvm", "platform", "provider", "broker", "queue", "parser",
        "linter", "bundler", "shell", "browser", "driver", "cipher", "protocol", "software", "application",
        "app", "candidate", "option", "contender", "instance", "system", "engine", "codec", "algorithm",
        "method", "format", "compressor", "bibliothek", "sprache", "moteur",
        "solver", "prover", "collector", "gc", "backend", "client", "setup", "terminal", "editor", "linker",
        "version", "release", "service", "map", "hashmap", "container", "pooler", "resolver", "solution",
        "store", "encoder", "decoder", "hasher", "toolchain", "generator", "formatter", "renderer", "device",
        "phone", "laptop", "supplier", "policy", "strategy",
    }
)  # fmt: skip
"""What a first column is called that names alternatives, by the last word over it."""

DATE_WORDS = frozenset({"timestamp", "date", "started", "seed"})
RUN_WORDS = DATE_WORDS | frozenset(
    {
        "run", "iteration", "iter", "repetition", "no", "nr", "index", "attempt", "round", "pass",
    }
)  # fmt: skip
"""What a column is called that tells one measurement from the next."""

FAMILIES = ("throughput", "response_time", "cpu")

WORDS = {
    "avg": "mean", "average": "mean", "maximum": "max", "worst": "max", "slowest": "max",
    "latency": "response time", "lat": "response time", "responsetime": "response time",
    "rt": "response time", "resp": "response", "txn": "transaction", "trx": "transaction",
    "mittelwert": "mean", "mittel": "mean", "perzentil": "", "centile": "", "durchschnitt": "mean",
    "antwortzeit": "response time", "latenz": "response time", "latence": "response time",
    "reponse": "response", "temps": "time", "zeit": "time", "de": "", "mittlere": "mean", "moyen": "mean",
    "moyenne": "mean", "durchsatz": "throughput", "debit": "throughput", "laufzeit": "runtime",
    "dauer": "duration", "duree": "duration", "grosse": "size", "groesse": "size", "dateigrosse": "size",
    "taille": "size", "speicher": "memory", "arbeitsspeicher": "memory", "memoire": "memory",
    "rendimiento": "throughput", "latencia": "response time", "latenza": "response time", "tiempo": "time",
    "memoria": "memory", "tamano": "size",
    "kompression": "compression", "kompressionsrate": "compression ratio",
    "median": "p50", "90th": "p90", "95th": "p95", "99th": "p99", "percentile": "",
}  # fmt: skip
_PERCENTILE = r"(\b9\d+th)[ _-]*(?:pct|pctl|pctile|%-?ile|ile|perc)\b\.?"
_CODEC_VERBS = {
    "compression": frozenset({
        "compression", "compress", "compr", "comp", "encoding", "encode", "enc",
    }),
    "decompression": frozenset({
        "decompression", "decompress", "decompr", "decomp", "decoding", "decode", "dec", "uncompress",
    }),
}  # fmt: skip
_CODEC_SPEEDS, _CODEC_TIMES = frozenset({"speed", "throughput", "mbps"}), frozenset({"time", "wall"})
STATISTICS = ("mean", "p50", "p90", "p95", "p99", "p999", "max")
SUFFIX_UNITS = frozenset(
    {
        "ns", "us", "μs", "ms", "msec", "usec", "sec", "seconds", "s", "min", "minutes", "h",
        "pct", "percent", "bytes", "b", "kib", "mib", "gib", "tib", "kb", "mb", "gb", "tb",
        "mb/s", "mib/s", "gb/s", "gib/s", "kb/s", "kib/s", "b/s",
        "hz", "khz", "mhz", "ghz", "x", "tps", "tpm", "qps", "nopm", "iops", "ops", "rps", "ips",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Heading:
    """What a heading was understood as.

    Attributes
    ----------
    text : str
        As it stands in the file.
    role : str or None
        One of :data:`~ahp.ingest.tables.headings.ROLES`.
    measure : str or None
        A catalogued measure, or None.
    candidates : tuple of str
        Measures it could mean, where it does not say which.
    unit : Unit or None
        The unit it states.
    words : str
        Its own words, for a measure that nobody knows: `wal_bytes_per_transaction`.
    strength : int
        How surely it names its role: 0 by the role's own name, 1 by an alias, 2 by a weak alias.
    """

    text: str
    role: str | None = None
    measure: str | None = None
    candidates: tuple[str, ...] = ()
    unit: Unit | None = None
    words: str = ""
    strength: int = 0

    @property
    def name(self) -> str:
        """What the numbers below it are called: a measure, or its words, all where they tell a way."""
        return self.measure or (self.text if better_said(self.text) is not None else self.words)

    @property
    def likely(self) -> str:
        """Which of several measures it means where nothing tells, as is usual; empty where nothing is."""
        usual = ("stored_bytes", "duration", "response_time_mean")
        return next((name for name in usual if name in self.candidates), "")


_SUFFIXED = r"(?i)^(.*?[^\s_,])(?:[\s_,]+(?:in\s+)?)([^\W_]+(?:/[^\W\d_]+)?)$"
_UNIT_WITHIN = (  # `start_ms_mean`
    r"(?i)^(.*[^\W_][\s_])([mnuµμ]s|[mu]sec|s|sec|seconds)([\s_])"
    r"(mean|avg|average|median|min|max|stdd?ev|std|sd|p\d+)"
)
_PREFIXED = r"(\S+) of (.*)"  # `KB of RAM`
_REMARK = r"(?i)(?:[a-z]+/)?\d[\d.]*|\d+ \w+|\w+ ?= ?\d+|[hm]+:[ms:]+"
_COUNTED = r"(?:^|.*[\s_(])[\d.,]+"  # `Serialize 1`, before KB
_PER_SECOND_AT_END = r"(?i)(.*[^\W_])[\s_]+per[\s_]+s(?:ecs?|econds?)?"
_TIME_EACH = r"(?P<unit>[mnuµμ]?s|sec)[ _]per[ _](?P<what>[^\W\d]+)"  # `ns_per_elem`
_CAMEL = r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+"
_OF_RUNS = r"(?i)\s*\((?:median|mean|avg|average)\s*[\[(±,;/+].*\)$"  # `TPS (median [IQR])`
# `latency 99 %`, `99 % latency`
_SHARE_WITHIN = (
    r"(?<=[^\W\d] )(50|9[059]|99\.9) ?%(?:ile)?(?!\w)|(?<!\S)(50|9[059]|99\.9) ?%(?:ile)?(?= ?[^\W\d])"
)
_SIZED = r"[\d.,]+ ?[^\W\d]+"  # `10 MB` is how much was given, and no unit of what stands below
_OF_BYTES = frozenset(
    {
        "size", "memory", "mem", "heap", "rss", "ram", "space", "footprint", "storage", "usage", "used",
        "wal", "written", "read", "sent", "received", "stored", "allocated", "alloc", "transferred", "total",
        "mean", "avg", "average", "median", "max", "min", "peak", "original", "compressed", "uncompressed",
        "raw", "input", "output", "encoded", "csize", "disk",
    }
)  # fmt: skip
"""Words behind which a B is the unit of bytes, and no name."""
_PER_AT_END = r"(?i)[\s_]per(?:[\s_](?:usable|raw|stored|used))?$"  # `rows_per_ms` is in no milliseconds
_PERCENT, _PER_SECOND = find("%"), find("1/s")
_NO_UNIT = r"(?i)p?\d"  # `IOPS (4k)`, `IOPS (p95)`
_BRACKETED = r"^(.*?)(?<!\s)\s*+[(\[]([^()\[\]]*+)[)\]]\s*$"


def parse_heading(text: str, own: Iterable[str] = ()) -> Heading:
    """Return what a heading means by itself.

    Parameters
    ----------
    text : str
        As it stands in the file: `Maximum Response Time (ms)`, `cpu_system_pct`, `tps`.
    own : iterable of str
        Names of the user's own measures, which win over every alias.

    Examples
    --------
    >>> h = parse_heading("Average Response Time (ms)")
    >>> h.measure, h.unit.symbol
    ('response_time_mean', 'ms')
    >>> parse_heading("Compression Algorithm").role
    'alternative'
    """
    return _parsed(text, tuple(own))


@lru_cache(maxsize=1024)
def _parsed(text: str, own: tuple[str, ...]) -> Heading:
    """Return what a heading means, of which every step of reading a table asks anew."""
    clean = " ".join(unicodedata.normalize("NFKC", text).replace("\ufeff", "").split())
    clean = re.sub(_SHARE_WITHIN, r"p\1\2", without_way(re.sub(_OF_RUNS, "", clean.strip("*`\"'"))))
    whole = _words(clean)
    own_names = {_words(name): name for name in own}
    for stem, unit in _readings(clean) if own_names else ():
        if (words := _words(stem)) in own_names:
            return Heading(text, measure=own_names[words], unit=unit, words=own_names[words])
    if re.fullmatch(_CAMEL, clean):  # `averageMs`, as JSON has it
        parted = parse_heading(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", clean))
        if parted.measure or parted.unit or parted.candidates:
            return replace(parted, text=text)
    clean = re.sub(_UNIT_WITHIN, r"\1\4\3\2", clean)
    if clean.startswith("%") and whole in SHARES:
        return Heading(text, measure=SHARES[whole], unit=_PERCENT, words=_name(whole))
    if whole in _BY_ROLE:
        role, strength = _BY_ROLE[whole]
        return Heading(text, role=role, strength=strength, words=_name(whole))
    readings = _readings(clean)
    for stem, unit in readings:
        words = _words(stem)
        bare = " ".join(word for word in words.split() if word != "mean")  # `tps_mean`
        measure = (
            _BY_MEASURE.get(words) or _BY_MEASURE.get(bare) or _response_time(words) or of_codec(words, unit)
        )
        if measure is not None and unit is not None and not _measures(unit, measure):
            continue  # `tps (sd)` and `tps min` are no throughputs in a strange unit
        if measure is not None and better_said(text) not in (None, MEASURES[measure].better):
            continue  # `Ratio ↓` is another one
        if measure is not None:
            if measure == "throughput" and words.replace(" ", "").endswith(("persecond", "persec")):
                unit = unit or _PER_SECOND
            return Heading(text, measure=measure, unit=unit, words=_name(words))
        if words in AMBIGUOUS and not (unit is not None and _disproves(unit, AMBIGUOUS[words])):
            return Heading(text, candidates=AMBIGUOUS[words], unit=unit, words=_name(words))
        rate = find(stem) or find(bare)
        if rate is not None and _counts(rate):
            if unit is not None and not _measures(unit, "throughput"):
                continue
            unit = rate if unit is None or unit.symbol == "s" else unit  # `ops_sec` is a rate, not a time
            return Heading(text, measure="throughput", unit=unit, words=_name(words))
    for stem, unit in readings:
        if unit is not None and unit.dimension == unit.symbol and re.match(_NO_UNIT, unit.symbol):
            continue
        if unit is not None and _name(_raw_words(stem)) not in MEASURES:
            return Heading(text, unit=unit, words=_name(_raw_words(stem)))
    return Heading(text, words=_name(_raw_words(clean)))


def words_of(heading: Heading) -> set[str]:
    """Return the words of a heading, and the whole of it, in lower case."""
    return set(heading.words.replace("-", "_").split("_")) | {heading.text.casefold()}


def last_word(text: str) -> str:
    """Return the last word of a heading, in lower case.

    Examples
    --------
    >>> last_word("**Compression_Level**")
    'level'
    """
    return _raw_words(text).rpartition(" ")[2]


def names_a_kind(text: str) -> bool:
    """Say whether a heading is a word for what alternatives are.

    Examples
    --------
    >>> names_a_kind("Build tool"), names_a_kind("**Libraries**"), names_a_kind("query")
    (True, True, False)
    """
    last = last_word(text)
    return last not in SCENARIO_WORDS and bool(
        {last, last.removesuffix("s"), last.removesuffix("ies") + "y"} & KINDS
    )


def _counts(rate: Unit) -> bool:
    """Say whether a unit is one of transactions or the like in a time, not of bytes, bits or guesses."""
    of_bytes = rate.symbol.endswith(("B/s", "bit/s"))
    return rate.dimension.endswith(" per time") and not of_bytes and not is_guessing(rate)


def of_codec(words: str, unit: Unit | None) -> str | None:
    """Return the measure of words such as `compression speed`, `decode time`, or `compress` before MB/s."""
    parts = set(words.split()) - {"mean", "total"}
    verb, *others = [verb for verb, known in _CODEC_VERBS.items() if parts & known] or [""]
    rest = parts - _CODEC_VERBS.get(verb, frozenset())
    if not verb or others or len(parts) - len(rest) != 1 or len(rest) > 1:
        return None
    if rest & _CODEC_SPEEDS or (not rest and unit is not None and unit.dimension.endswith(" per time")):
        return f"{verb}_speed"
    if rest & _CODEC_TIMES or (not rest and unit is not None and unit.dimension == "time"):
        return f"{verb}_time"
    return None


def _disproves(unit: Unit, candidates: Sequence[str]) -> bool:
    """Say whether a unit is of none of these: a rate is none, and `size (pixels)` is no size of a file."""
    of_bytes = all(MEASURES[name].unit.dimension == "bytes" for name in candidates)
    return unit.dimension.endswith(" per time") or (of_bytes and unit.dimension == unit.symbol)


def _measures(unit: Unit, measure: str) -> bool:
    """Say whether a unit is a known one, not a word that looks like one: `sd`, or `min` for a minimum."""
    if measure == "throughput" and unit.dimension.endswith(" per time"):
        return True
    minimum = unit.symbol == "min" and MEASURES[measure].unit.dimension != unit.dimension
    return find(unit.symbol) is not None and not minimum


def disambiguate(headings: Iterable[Heading]) -> tuple[Heading, ...]:
    """Return the headings with those that the rest of the table makes clear settled.

    `Improvement` beside throughput alone is the throughput's; beside both throughput and response time it
    keeps its candidates. What a remark alone tells apart, `RPS (HTTP/1.1)` and `RPS (HTTP/2)`, are of no
    known measure.
    """
    given = tuple(headings)
    claims = Counter(heading.measure for heading in given)
    everything = [
        Heading(heading.text, unit=heading.unit, words=_name(_raw_words(heading.text)))
        if heading.measure and claims[heading.measure] > 1 and _has_remark(heading.text)
        else heading
        for heading in given
    ]
    names = Counter(h.words for h in everything if not (h.measure or h.role or h.candidates))
    everything = [
        Heading(heading.text, unit=heading.unit, words=_name(_raw_words(heading.text)))
        if not (heading.measure or heading.role or heading.candidates) and names[heading.words] > 1
        else heading
        for heading in everything
    ]
    known = [heading.measure for heading in everything if heading.measure]
    families = [family for family in FAMILIES if any(name.startswith(family) for name in known)]
    settled = []
    for heading in everything:
        fitting = [c for c in heading.candidates if any(c.startswith(f) for f in families)]
        if len(fitting) == 1 and all(c in _INDICES for c in heading.candidates):
            heading = Heading(heading.text, measure=fitting[0], unit=heading.unit, words=heading.words)
        settled.append(heading)
    return tuple(settled)


def _has_remark(text: str) -> bool:
    bracket = re.match(_BRACKETED, text)
    return bracket is not None and re.fullmatch(_REMARK, bracket[2]) is not None


_SHARE_AT_END = r"\d ?[-–] ?\d+ ?%$"
_INDICES = frozenset(name for name, measure in MEASURES.items() if measure.published is not None)


def _readings(text: str) -> list[tuple[str, Unit | None]]:
    """Return the ways to part a heading into a stem and a unit, the most explicit first."""
    found: list[tuple[str, Unit | None]] = [(text, None)]
    bracket = re.match(_BRACKETED, text)
    if bracket and bracket.group(1) and re.search(r"[^\W\d_]|%", bracket.group(2)):
        stem, inside = bracket.groups()
        inside = re.sub(r"\b([kKMGT]i?)o\b", r"\1B", inside)  # octets
        parts = re.split(r"[,;]\s*", inside)  # `(ms, 4 threads)`, `(p95 ms)`
        stated = filter(None, map(find, [inside, *parts, *(part.rpartition(" ")[2] for part in parts[:1])]))
        share = re.search(r"\d ?%", inside)  # `Incremental (5 % changed)` is in no per cents
        known = next(stated, None) or (_PERCENT if "%" in inside and not share else None)
        # `(maximum)` belongs to the words, `(HTTP/1.1)` and `(m:ss)` to nobody; another word is a unit.
        remark = re.fullmatch(_REMARK, inside) or share
        found.insert(0 if known else 1, (stem, known or (None if remark else parse(inside))))
    for stem in (text.removesuffix("%"), text.removeprefix("%")):
        if stem and stem != text and not re.search(_SHARE_AT_END, text):  # `10-80 %` is charged in minutes
            found.insert(0, (stem, _PERCENT))
    each = re.fullmatch(_TIME_EACH, text)
    if each is not None:
        return [*found, (each["what"], find(each["unit"]))]
    per_second = re.fullmatch(_PER_SECOND_AT_END, text)
    rate = RATE_AT_END.fullmatch(text)
    if rate is not None:
        symbol = f"{rate['what']}/s"
        return [*found, (rate["stem"] or rate["what"], find(symbol) or parse(symbol))]
    if per_second is not None:  # `ops_per_sec` is a rate, and in no seconds
        return [*found, *_readings(f"{per_second.group(1)}/s")]
    suffix = None if re.fullmatch(_SIZED, text) else re.match(_SUFFIXED, text)
    last = suffix.group(2) if suffix else ""
    if suffix and last.casefold() == "b" and last_word(suffix[1]) not in _OF_BYTES:
        suffix = None  # `Workload B`, `Plan B`
    prefix = re.fullmatch(_PREFIXED, text)
    if prefix is not None and (unit := find(prefix[1])) is not None:
        found.append((prefix[2], unit))
    of_rate = "/" in last and find(last) is not None
    counted = suffix and (re.search(_PER_AT_END, suffix[1]) or re.fullmatch(_COUNTED, suffix[1]))
    if suffix and (last.casefold() in SUFFIX_UNITS or of_rate) and not counted:
        # `size_kb` has no capitals at all, so that its unit says nothing of bits.
        found.append(
            (suffix.group(1), find(last.upper()) if last in ("b", "kb") else find(last) or find(last.lower()))
        )
    return found


def _raw_words(text: str) -> str:
    text = re.sub(_PERCENTILE, r"\1 percentile", text.casefold().replace("99.9", "999"))
    return re.sub(r"[^\w]+|_+", " ", text).strip()


def _words(text: str) -> str:
    """Return a heading in normal form: lower case, single spaces, one spelling of each word."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    words = [WORDS.get(word, word) for word in _raw_words(text).split()]
    return " ".join(word for word in words if word)


def _name(words: str) -> str:
    return words.replace(" ", "_")


def _response_time(words: str) -> str | None:
    """Return the response-time measure of words such as `max response time` or `p99`, in any order."""
    words = re.sub(r"^(response time) (50|9[059])$", r"\1 p\2", words)  # `lat_95`
    parts = words.split()
    statistics = [part for part in parts if part in STATISTICS]
    if len(statistics) > 1:  # the mean of percentiles over runs
        statistics = [part for part in statistics if part != "mean"]
    rest = sorted(part for part in parts if part not in STATISTICS)
    if len(statistics) != 1 or rest not in (["response", "time"], []):
        return None
    if not rest and statistics[0] in ("mean", "max"):
        return None
    return f"response_time_{statistics[0]}"


def _by_role() -> dict[str, tuple[str, int]]:
    found = {role: (role, 0) for role in ROLES}
    for role, aliases in ROLE_ALIASES.items():
        for alias in aliases:
            found[_words(alias.lstrip("?"))] = (role, 2 if alias.startswith("?") else 1)
    return found


def _by_measure() -> dict[str, str]:
    found = {_words(name): name for name in MEASURES}
    for measure, aliases in MEASURE_ALIASES.items():
        found |= {_words(alias): measure for alias in aliases}
    return found


_BY_ROLE = _by_role()
_BY_MEASURE = _by_measure()
