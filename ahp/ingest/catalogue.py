"""The readers by name. Importing this imports all of them, which a plain table does without."""

from __future__ import annotations

from ahp.errors import ReaderError
from ahp.ingest.readers.ab import AbExportsReader, AbReader
from ahp.ingest.readers.asv import AsvReader
from ahp.ingest.readers.base import Reader
from ahp.ingest.readers.benchbase import BenchbaseCountsReader, BenchbaseReader, BenchbaseWindowsReader
from ahp.ingest.readers.benchbase_raw import BenchbaseRawReader
from ahp.ingest.readers.benchbase_setup import BenchbaseSetupReader
from ahp.ingest.readers.benchmarkdotnet import BenchmarkDotNetReader
from ahp.ingest.readers.benchstat import BenchstatReader
from ahp.ingest.readers.bombardier import BombardierReader
from ahp.ingest.readers.bonnie import BonnieReader
from ahp.ingest.readers.btrfs import BtrfsDuReader, BtrfsSpaceReader, CompsizeReader
from ahp.ingest.readers.criterion import CriterionReader
from ahp.ingest.readers.dbench import DbenchReader
from ahp.ingest.readers.dbt2 import Dbt2Reader
from ahp.ingest.readers.dbt5 import Dbt5Reader
from ahp.ingest.readers.dstat import DstatReader
from ahp.ingest.readers.du_df import DfReader, DuReader
from ahp.ingest.readers.fio_json import FioJsonReader
from ahp.ingest.readers.fio_log import FioLogReader
from ahp.ingest.readers.fio_normal import FioNormalReader
from ahp.ingest.readers.fio_terse import FioTerseReader
from ahp.ingest.readers.gnu_time import GnuTimeReader
from ahp.ingest.readers.go_bench import GoBenchReader
from ahp.ingest.readers.google_benchmark import GoogleBenchmarkReader
from ahp.ingest.readers.hammerdb import HammerdbQueriesReader, HammerdbReader
from ahp.ingest.readers.hammerdb_counter import HammerdbCounterReader
from ahp.ingest.readers.hammerdb_json import HammerdbJsonReader
from ahp.ingest.readers.hey import HeyReader
from ahp.ingest.readers.hyperfine import HyperfineReader
from ahp.ingest.readers.iibench import IibenchReader
from ahp.ingest.readers.iibench_java import IibenchJavaReader
from ahp.ingest.readers.iibench_python import IibenchPythonReader
from ahp.ingest.readers.iostat import IostatReader
from ahp.ingest.readers.jdbcrunner import JdbcRunnerReader
from ahp.ingest.readers.jdbcrunner_csv import JdbcRunnerCsvReader
from ahp.ingest.readers.jmeter import JmeterReader
from ahp.ingest.readers.jmh import JmhReader
from ahp.ingest.readers.k6 import K6Reader
from ahp.ingest.readers.locust import LocustReader
from ahp.ingest.readers.lzbench import LzbenchReader
from ahp.ingest.readers.markdown import MarkdownReader
from ahp.ingest.readers.normalised import NormalisedReader
from ahp.ingest.readers.oha import OhaReader
from ahp.ingest.readers.pg_stat_wal import PgStatWalReader
from ahp.ingest.readers.pgbench import PgbenchAggregateReader, PgbenchReader
from ahp.ingest.readers.pgbench_log import PgbenchLogReader
from ahp.ingest.readers.proc_stat import ProcStatReader
from ahp.ingest.readers.pytest_benchmark import PytestBenchmarkReader
from ahp.ingest.readers.records import RecordsReader
from ahp.ingest.readers.redis_benchmark import RedisBenchmarkReader
from ahp.ingest.readers.relation_sizes import RelationSizesReader
from ahp.ingest.readers.rocksdb import DbBenchReader, DbBenchReportReader, RocksdbReportReader
from ahp.ingest.readers.sadf import SadfReader
from ahp.ingest.readers.swingbench import SwingbenchReader
from ahp.ingest.readers.swingbench_csv import SwingbenchCsvReader
from ahp.ingest.readers.sysbench import SysbenchHooksReader, SysbenchIntervalsReader, SysbenchReader
from ahp.ingest.readers.sysstat import MpstatReader, PidstatReader, SarReader
from ahp.ingest.readers.table import TableReader
from ahp.ingest.readers.techempower import TechempowerReader
from ahp.ingest.readers.tpcc_mysql import TpccMysqlReader
from ahp.ingest.readers.vegeta import VegetaReader
from ahp.ingest.readers.vmstat import VmstatReader
from ahp.ingest.readers.wrk import WrkReader
from ahp.ingest.readers.ycsb import YcsbReader
from ahp.ingest.readers.ycsb_json import YcsbJsonReader
from ahp.ingest.readers.zfs import ZfsReader
from ahp.registry import Registry

READERS: Registry[Reader] = Registry(
    "reader",
    {
        "ab": AbReader(),
        "ab_exports": AbExportsReader(),
        "asv": AsvReader(),
        "benchbase": BenchbaseReader(),
        "benchbase_counts": BenchbaseCountsReader(),
        "benchbase_raw": BenchbaseRawReader(),
        "benchbase_setup": BenchbaseSetupReader(),
        "benchbase_windows": BenchbaseWindowsReader(),
        "benchmarkdotnet": BenchmarkDotNetReader(),
        "benchstat": BenchstatReader(),
        "bombardier": BombardierReader(),
        "bonnie": BonnieReader(),
        "btrfs_du": BtrfsDuReader(),
        "btrfs_space": BtrfsSpaceReader(),
        "compsize": CompsizeReader(),
        "criterion": CriterionReader(),
        "db_bench": DbBenchReader(),
        "db_bench_report": DbBenchReportReader(),
        "dbench": DbenchReader(),
        "dbt2": Dbt2Reader(),
        "dbt5": Dbt5Reader(),
        "df": DfReader(),
        "dstat": DstatReader(),
        "du": DuReader(),
        "fio_json": FioJsonReader(),
        "fio_log": FioLogReader(),
        "fio_normal": FioNormalReader(),
        "fio_terse": FioTerseReader(),
        "gnu_time": GnuTimeReader(),
        "go_bench": GoBenchReader(),
        "google_benchmark": GoogleBenchmarkReader(),
        "hammerdb": HammerdbReader(),
        "hammerdb_counter": HammerdbCounterReader(),
        "hammerdb_json": HammerdbJsonReader(),
        "hammerdb_queries": HammerdbQueriesReader(),
        "hey": HeyReader(),
        "hyperfine": HyperfineReader(),
        "iibench": IibenchReader(),
        "iibench_java": IibenchJavaReader(),
        "iibench_python": IibenchPythonReader(),
        "iostat": IostatReader(),
        "jdbcrunner": JdbcRunnerReader(),
        "jdbcrunner_csv": JdbcRunnerCsvReader(),
        "jmeter": JmeterReader(),
        "jmh": JmhReader(),
        "k6": K6Reader(),
        "locust": LocustReader(),
        "lzbench": LzbenchReader(),
        "markdown": MarkdownReader(),
        "mpstat": MpstatReader(),
        "normalised": NormalisedReader(),
        "oha": OhaReader(),
        "pg_stat_wal": PgStatWalReader(),
        "pgbench": PgbenchReader(),
        "pgbench_aggregate": PgbenchAggregateReader(),
        "pgbench_log": PgbenchLogReader(),
        "pidstat": PidstatReader(),
        "proc_stat": ProcStatReader(),
        "pytest_benchmark": PytestBenchmarkReader(),
        "records": RecordsReader(),
        "redis_benchmark": RedisBenchmarkReader(),
        "relation_sizes": RelationSizesReader(),
        "rocksdb_report": RocksdbReportReader(),
        "sadf": SadfReader(),
        "sar": SarReader(),
        "swingbench": SwingbenchReader(),
        "swingbench_csv": SwingbenchCsvReader(),
        "sysbench": SysbenchReader(),
        "sysbench_hooks": SysbenchHooksReader(),
        "sysbench_intervals": SysbenchIntervalsReader(),
        "techempower": TechempowerReader(),
        "tpcc_mysql": TpccMysqlReader(),
        "vegeta": VegetaReader(),
        "vmstat": VmstatReader(),
        "wrk": WrkReader(),
        "ycsb": YcsbReader(),
        "ycsb_json": YcsbJsonReader(),
        "zfs": ZfsReader(),
        "table": TableReader(),
    },
    error=ReaderError,
)
"""The readers by name. Their matches exclude each other; the plain table is what fits no other."""
