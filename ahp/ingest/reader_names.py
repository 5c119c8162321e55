"""The names of the readers, for who only wants to know them: to import the readers takes far longer."""

_NAMES = """
ab ab_exports asv benchbase benchbase_counts benchbase_raw benchbase_windows
bonnie btrfs_du btrfs_space compsize db_bench db_bench_report dbench dbt2 df dstat du
fio_json fio_log fio_normal fio_terse gnu_time google_benchmark hammerdb hammerdb_counter
hammerdb_json hammerdb_queries hyperfine iibench iostat jdbcrunner
jmh lzbench markdown mpstat pg_stat_wal pgbench pgbench_aggregate
pgbench_log pidstat proc_stat pytest_benchmark records redis_benchmark relation_sizes
rocksdb_report sadf sar swingbench sysbench sysbench_hooks sysbench_intervals
techempower tpcc_mysql vmstat wrk ycsb zfs table
"""

READER_NAMES = tuple(_NAMES.split())
"""The keys of :data:`ahp.ingest.catalogue.READERS`, in its order."""
GROUP = "ahp.readers"
"""The group of entry points under which others add theirs."""
