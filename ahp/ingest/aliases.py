"""What people and programs write over columns, as data: aliases of roles and measures, and their words."""

from __future__ import annotations

from collections.abc import Mapping

from ahp.evidence.measures import MEASURES

ROLES = (
    "scenario", "alternative", "run", "transaction", "block", "twin", "disturbed", "measure", "value", "unit",
)  # fmt: skip
"""What a column can be beside a measure."""

ROLE_ALIASES: Mapping[str, tuple[str, ...]] = {
    "scenario": ("workload", "test", "benchmark", "test type", "suite", "?dataset", "?data", "?profile"),
    "alternative": (
        "compression algorithm", "algorithm", "algo", "compression", "codec", "compressor",
        "compressor name", "method", "filesystem", "file system", "fs", "engine", "storage engine",
        "storage", "wal compression", "toast compression", "config", "configuration", "setting", "variant",
        "solution", "scheme", "strategy", "?tag", "?name", "?tool", "?framework", "?device", "?table",
    ),
    "run": ("rep", "repeat", "replicate", "trial", "run no", "run id", "run number", "?iteration"),
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
    ),
    "space_saving": (
        "storage saving", "storage savings", "space savings", "space saved", "storage saved", "saving",
        "savings", "saved", "spacesave",
    ),
    "original_bytes": (
        "original size", "orig size", "uncompressed size", "uncompressed", "uncompressed bytes", "raw size",
        "logicalused", "logicalreferenced",
    ),
    "stored_bytes": (
        "stored size", "compressed size", "compressed bytes", "compr size", "csize", "disk usage",
        "encoded size", "stored",
    ),
    "wal_bytes": ("wal", "wal size", "wal generated", "wal volume"),
    "throughput": (
        "mean transaction per second", "mean transactions per second", "transactions per second",
        "transaction per second", "averagetransactionspersecond", "transactions per sec", "mean throughput",
        "mean tps", "tput",
    ),
    "throughput_improvement": ("performance improvement", "productivity increase"),
    "throughput_relative": (
        "relative performance to baseline", "relative performance", "relative throughput",
    ),
    "response_time_improvement": (
        "speed improvement", "max response time improvement", "response improvement", "sla improvement",
    ),
    "response_time_relative": ("relative response speed", "response speed", "relative speed"),
    "cpu": (
        "cpu usage", "cpu utilisation", "cpu utilization", "total cpu", "cpu total", "cpu util", "mean cpu",
        "mean cpu usage", "cpu used", "cpu load",
    ),
    "cpu_system": ("system cpu", "sys cpu", "cpu sys", "averagesystemcpu", "averagesyscpu"),
    "cpu_user": ("user cpu", "usr cpu", "cpu usr", "averageusercpu", "averageusrcpu"),
    "cpu_overhead": ("cpu utilisation overhead", "cpu utilization overhead"),
    "cpu_relative": ("relative cpu utilisation", "relative cpu utilization", "relative cpu"),
    "cpu_per_transaction": ("cpu per tx", "cpu time per transaction"),
    "cpu_frequency": ("cpu frequency used", "mean mhz", "cpu mhz"),
    "duration": (
        "load duration", "loading time", "load time", "elapsed", "elapsed time", "wall time", "runtime",
        "run time", "total run time",
    ),
}  # fmt: skip

AMBIGUOUS: Mapping[str, tuple[str, ...]] = {
    "ratio": ("compression_ratio", "space_saving"),
    "reduction": ("space_saving", "cpu_overhead", "response_time_improvement"),
    "size": ("original_bytes", "stored_bytes"),
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

FAMILIES = ("throughput", "response_time", "cpu")

WORDS = {
    "avg": "mean", "average": "mean", "maximum": "max", "worst": "max", "slowest": "max",
    "latency": "response time", "lat": "response time", "responsetime": "response time",
    "rt": "response time", "resp": "response", "txn": "transaction", "trx": "transaction",
    "median": "p50", "90th": "p90", "95th": "p95", "99th": "p99", "percentile": "",
}  # fmt: skip
STATISTICS = ("mean", "p50", "p90", "p95", "p99", "p999", "max")
SUFFIX_UNITS = frozenset(
    {
        "ns", "us", "μs", "ms", "msec", "usec", "sec", "seconds", "s", "min", "minutes", "h",
        "pct", "percent", "bytes", "b", "kib", "mib", "gib", "tib", "kb", "mb", "gb", "tb",
        "hz", "khz", "mhz", "ghz", "x", "tps", "tpm", "qps", "nopm", "iops", "ops", "rps", "ips",
    }
)  # fmt: skip
