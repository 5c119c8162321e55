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

_HOMES = {
    "ab": "ab:AbReader",
    "ab_exports": "ab:AbExportsReader",
    "asv": "asv:AsvReader",
    "benchbase": "benchbase:BenchbaseReader",
    "benchbase_counts": "benchbase:BenchbaseCountsReader",
    "benchbase_raw": "benchbase:BenchbaseRawReader",
    "benchbase_windows": "benchbase:BenchbaseWindowsReader",
    "benchmark_js": "benchmark_js:BenchmarkJsReader",
    "benchmarkdotnet": "benchmarkdotnet:BenchmarkDotNetReader",
    "benchstat": "benchstat:BenchstatReader",
    "bombardier": "bombardier:BombardierReader",
    "bonnie": "bonnie:BonnieReader",
    "btrfs_du": "btrfs:BtrfsDuReader",
    "btrfs_space": "btrfs:BtrfsSpaceReader",
    "compsize": "btrfs:CompsizeReader",
    "criterion": "criterion:CriterionReader",
    "db_bench": "rocksdb:DbBenchReader",
    "db_bench_report": "rocksdb:DbBenchReportReader",
    "dbench": "dbench:DbenchReader",
    "dbt2": "dbt2:Dbt2Reader",
    "dd": "dd:DdReader",
    "df": "du_df:DfReader",
    "divan": "divan:DivanReader",
    "dstat": "dstat:DstatReader",
    "du": "du_df:DuReader",
    "fio_json": "fio:FioJsonReader",
    "fio_log": "fio_log:FioLogReader",
    "fio_normal": "fio_text:FioNormalReader",
    "fio_terse": "fio_text:FioTerseReader",
    "gnu_time": "gnu_time:GnuTimeReader",
    "go_bench": "go_bench:GoBenchReader",
    "google_benchmark": "google_benchmark:GoogleBenchmarkReader",
    "hammerdb": "hammerdb:HammerdbReader",
    "hammerdb_counter": "hammerdb:HammerdbCounterReader",
    "hammerdb_json": "hammerdb:HammerdbJsonReader",
    "hammerdb_queries": "hammerdb:HammerdbQueriesReader",
    "hey": "hey:HeyReader",
    "hyperfine": "hyperfine:HyperfineReader",
    "iibench": "iibench:IibenchReader",
    "iostat": "sysstat:IostatReader",
    "jdbcrunner": "jdbcrunner:JdbcRunnerReader",
    "jmeter": "jmeter:JmeterReader",
    "jmh": "jmh:JmhReader",
    "k6": "k6:K6Reader",
    "locust": "locust:LocustReader",
    "lzbench": "lzbench:LzbenchReader",
    "markdown": "markdown:MarkdownReader",
    "memtier": "memtier:MemtierReader",
    "mpstat": "sysstat:MpstatReader",
    "oha": "oha:OhaReader",
    "openssl": "openssl:OpensslReader",
    "pg_stat_wal": "client_tables:PgStatWalReader",
    "pgbench": "pgbench:PgbenchReader",
    "pgbench_aggregate": "pgbench_log:PgbenchAggregateReader",
    "pgbench_log": "pgbench_log:PgbenchLogReader",
    "pidstat": "sysstat:PidstatReader",
    "proc_stat": "proc_stat:ProcStatReader",
    "pytest_benchmark": "pytest_benchmark:PytestBenchmarkReader",
    "records": "records:RecordsReader",
    "redis_benchmark": "redis_benchmark:RedisBenchmarkReader",
    "relation_sizes": "client_tables:RelationSizesReader",
    "rocksdb_report": "rocksdb:RocksdbReportReader",
    "sadf": "sadf:SadfReader",
    "sar": "sysstat:SarReader",
    "swingbench": "swingbench:SwingbenchReader",
    "sysbench": "sysbench:SysbenchReader",
    "sysbench_hooks": "sysbench:SysbenchHooksReader",
    "sysbench_intervals": "sysbench:SysbenchIntervalsReader",
    "techempower": "techempower:TechempowerReader",
    "timeit": "timeit:TimeitReader",
    "tpcc_mysql": "tpcc_mysql:TpccMysqlReader",
    "vegeta": "vegeta:VegetaReader",
    "vmstat": "vmstat:VmstatReader",
    "wrk": "wrk:WrkReader",
    "ycsb": "ycsb:YcsbReader",
    "zfs": "zfs:ZfsReader",
    "zstd": "zstd:ZstdReader",
    "table": "table:TableReader",
}


class _OnFirstUse(Mapping[str, "Reader"]):
    """The readers, made of the modules and classes above."""

    def __getitem__(self, name: str) -> Reader:
        return _reader_in(_HOMES[name])

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


@cache
def _reader_in(home: str) -> Reader:
    reader: Reader = resolve_name(f"{__name__}.{home}")()
    return reader


READERS: Registry[Reader] = Registry("reader", _OnFirstUse(), error=ReaderError)
"""The readers by name. Their matches exclude each other; the plain table is what fits no other."""

GROUP = "ahp.readers"
"""The group of entry points under which others add theirs."""
