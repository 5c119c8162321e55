"""One file for each format: `matches(head)` says whether it is this one, `read(source)` returns its rows.

:data:`READERS` has them by name, each imported when it is first asked for: a plain table needs no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from ahp.errors import ReaderError
from ahp.registry import Registry

if TYPE_CHECKING:
    from ahp.ingest.readers.base import Reader

_NAMES = (
    "ab", "ab_exports", "asv", "benchbase", "benchbase_counts", "benchbase_raw", "benchbase_windows",
    "benchmark_js", "benchmarkdotnet", "benchstat", "bombardier", "bonnie", "btrfs_du", "btrfs_space",
    "compsize", "criterion", "db_bench", "db_bench_report", "dbench", "dbt2", "dd", "df", "divan", "dstat",
    "du", "fio_json", "fio_log", "fio_normal", "fio_terse", "gnu_time", "go_bench", "google_benchmark",
    "hammerdb", "hammerdb_counter", "hammerdb_json", "hammerdb_queries", "hey", "hyperfine", "iibench",
    "iostat", "jdbcrunner", "jmeter", "jmh", "k6", "locust", "lzbench", "markdown", "memtier", "mpstat",
    "oha", "openssl", "pg_stat_wal", "pgbench", "pgbench_aggregate", "pgbench_log", "pidstat", "proc_stat",
    "pytest_benchmark", "records", "redis_benchmark", "relation_sizes", "rocksdb_report", "sadf", "sar",
    "swingbench", "sysbench", "sysbench_hooks", "sysbench_intervals", "techempower", "timeit", "tpcc_mysql",
    "vegeta", "vmstat", "wrk", "ycsb", "zfs", "zstd", "table",
)  # fmt: skip
"""In the order in which they are asked."""

_IN = {
    "ab": ("ab_exports",),
    "benchbase": ("benchbase_counts", "benchbase_raw", "benchbase_windows"),
    "btrfs": ("btrfs_du", "btrfs_space", "compsize"),
    "client_tables": ("pg_stat_wal", "relation_sizes"),
    "du_df": ("df", "du"),
    "fio": ("fio_json",),
    "fio_text": ("fio_normal", "fio_terse"),
    "hammerdb": ("hammerdb_counter", "hammerdb_json", "hammerdb_queries"),
    "pgbench": ("pgbench_aggregate", "pgbench_log"),
    "rocksdb": ("db_bench", "db_bench_report", "rocksdb_report"),
    "sysbench": ("sysbench_hooks", "sysbench_intervals"),
    "sysstat": ("iostat", "mpstat", "pidstat", "sadf", "sar"),
}
"""Readers that stand in a module of another name, with others of their tool."""

_HOMES = {name: name for name in _NAMES} | {name: home for home, names in _IN.items() for name in names}


class _OnFirstUse(Mapping[str, "Reader"]):
    """The readers: `fio_json` is the class `FioJsonReader`."""

    def __getitem__(self, name: str) -> Reader:
        return _reader_in(_HOMES[name], name)

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


@cache
def _reader_in(home: str, name: str) -> Reader:
    reader: Reader = resolve_name(f"{__name__}.{home}:{name.title().replace('_', '')}Reader")()
    return reader


READERS: Registry[Reader] = Registry("reader", _OnFirstUse(), error=ReaderError)
"""The readers by name. Their matches exclude each other; the plain table is what fits no other."""

GROUP = "ahp.readers"
"""The group of entry points under which others add theirs."""
