"""The names of the readers, for who only wants to know them: to import the readers takes far longer."""

_NAMES = """
ab ab_exports asv benchbase benchbase_counts benchbase_raw benchbase_setup benchbase_windows
benchmarkdotnet benchstat bombardier bonnie btrfs_du btrfs_space compsize criterion db_bench
db_bench_report dbench dbt2 dbt5 df dstat du fio_json fio_log fio_normal fio_terse gnu_time
go_bench google_benchmark hammerdb hammerdb_counter hammerdb_json hammerdb_queries hey
hyperfine iibench iibench_java iibench_python iostat jdbcrunner jdbcrunner_csv jmeter jmh k6
locust lzbench markdown mpstat normalised oha pg_stat_wal pgbench pgbench_aggregate pgbench_log
pidstat proc_stat pytest_benchmark records redis_benchmark relation_sizes rocksdb_report sadf
sar swingbench swingbench_csv sysbench sysbench_hooks sysbench_intervals techempower tpcc_mysql
vegeta vmstat wrk ycsb ycsb_json zfs table
"""

READER_NAMES = tuple(_NAMES.split())
"""The keys of :data:`ahp.ingest.catalogue.READERS`, in its order."""
GROUP = "ahp.readers"
"""The group of entry points under which others add theirs."""
