"""The reference of the readers and of the refused samples as Markdown, from the readers' own words and files.

Nothing here needs Sphinx: the tests call these functions too.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ahp.ingest.readers import READERS

_ROOT = Path(__file__).parents[2]
_INPUTS = _ROOT / "tests" / "inputs"
_SAMPLES = _ROOT / "tests" / "ingest" / "samples.toml"
_LINES, _COLUMNS = 8, 90
_MADE_UP = (
    "benchmarkdotnet/",
    "benchstat/",
    "bombardier/",
    "criterion/",
    "go_bench/",
    "hey/",
    "jmeter/",
    "k6/",
    "locust/",
    "oha/",
    "typed/",
    "vegeta/",
)
"""Where the files stand that were written by hand, in the layout that the harness prints."""

_FORM = re.compile(
    r"(?P<what>.+?)\n\nGives: (?P<gives>.+?)\nElsewhere: (?P<elsewhere>.+?)\nCaveats: (?P<caveats>.+)",
    re.DOTALL,
)


class Excerpt(NamedTuple):
    """What is shown of a file: from the line on in which `begins` stands."""

    file: str
    begins: str = ""


GROUPS: dict[str, dict[str, Excerpt]] = {
    "databases": {
        "benchbase": Excerpt("benchbase/tpcc_off.summary.json", '"Latency Distribution"'),
        "benchbase_counts": Excerpt("benchbase_counts/tpcc_off.histograms.json", '"completed"'),
        "benchbase_raw": Excerpt("benchbase_raw/tpcc_off.raw.csv.head300.csv"),
        "benchbase_windows": Excerpt("benchbase_windows/tpcc_lz4.results.csv"),
        "db_bench": Excerpt("db_bench/dbbench_lz4.stdout.txt", "fillrandom   :"),
        "db_bench_report": Excerpt("db_bench_report/readrandom_1s.csv"),
        "dbt2": Excerpt("typed/dbt2.rst", " Transaction "),
        "hammerdb": Excerpt("typed/hammerdb.txt"),
        "hammerdb_counter": Excerpt("typed/hammerdb_counter.log"),
        "hammerdb_json": Excerpt("typed/hammerdb_json.json"),
        "hammerdb_queries": Excerpt("typed/hammerdb_queries.txt"),
        "iibench": Excerpt("typed/iibench.tsv"),
        "jdbcrunner": Excerpt("typed/jdbcrunner.txt", "[Total tx count]"),
        "memtier": Excerpt("memtier/all_stats.txt", "ALL STATS"),
        "pg_stat_wal": Excerpt("pg_stat_wal/select_all.txt"),
        "pgbench": Excerpt("pgbench/plain.stdout.txt", "number of transactions"),
        "pgbench_aggregate": Excerpt("pgbench_aggregate/pgbench_agg.21957"),
        "pgbench_log": Excerpt("pgbench_log/pgbench_multi.21979"),
        "redis_benchmark": Excerpt("redis_benchmark/redis_benchmark.csv"),
        "relation_sizes": Excerpt("relation_sizes/pg_total_relation_size.aligned.txt"),
        "rocksdb_report": Excerpt("typed/rocksdb_report.tsv"),
        "swingbench": Excerpt("typed/swingbench.xml"),
        "sysbench": Excerpt("sysbench/oltp_baseline_p95_default.stdout.txt", "transactions:"),
        "sysbench_hooks": Excerpt("sysbench_hooks/oltp_csv_hook.stdout.txt", "2,4,"),
        "sysbench_intervals": Excerpt("sysbench_intervals/oltp_rate.txt"),
        "tpcc_mysql": Excerpt("typed/tpcc_mysql.txt", "<Raw Results>"),
        "ycsb": Excerpt("typed/ycsb.txt"),
    },
    "storage": {
        "bonnie": Excerpt("bonnie/bonnie_text.txt"),
        "btrfs_du": Excerpt("btrfs_du/btrfs_fi_du_raw_zstd.txt"),
        "btrfs_space": Excerpt("btrfs_space/btrfs_fi_df_b_zstd.txt"),
        "compsize": Excerpt("compsize/compsize_b_zstd.txt"),
        "dbench": Excerpt("dbench/dbench_2_clients.txt", " Operation "),
        "df": Excerpt("df/df_B1_zstd.txt"),
        "du": Excerpt("du/du_sb_zstd.txt"),
        "fio_json": Excerpt("fio/randwrite_fsync.json", '"iops" : 6187'),
        "fio_log": Excerpt("fio_log/lat_clat.1.log"),
        "fio_normal": Excerpt("fio_normal/logs_normal.txt", "read: IOPS"),
        "fio_terse": Excerpt("fio_terse/randrw_terse_v3.txt"),
        "lzbench": Excerpt("lzbench/includes_o1.txt"),
        "zfs": Excerpt("zfs/fuse_get_compressratio.txt"),
        "zstd": Excerpt("zstd/levels.txt"),
    },
    "programs": {
        "ab": Excerpt("ab/ab.txt", "Requests per second"),
        "ab_exports": Excerpt("ab_exports/ab_percentiles.csv"),
        "asv": Excerpt("asv/ee708f00-existing-py_usr_bin_python3.11.json", '"results"'),
        "benchmark_js": Excerpt("benchmark_js/suites.txt"),
        "benchmarkdotnet": Excerpt("benchmarkdotnet/codec-report-github.md", "| Method"),
        "benchstat": Excerpt("benchstat/new.txt", "old.txt"),
        "bombardier": Excerpt("bombardier/bombardier.txt", "Statistics  "),
        "criterion": Excerpt("criterion/bench.txt"),
        "dd": Excerpt("dd/direct.txt"),
        "divan": Excerpt("divan/groups.txt", "fastest"),
        "gnu_time": Excerpt("gnu_time/time_v_gzip6.txt"),
        "go_bench": Excerpt("go_bench/encode.txt", "BenchmarkEncode"),
        "google_benchmark": Excerpt("google_benchmark/console.txt"),
        "hey": Excerpt("hey/hey.txt", "Summary"),
        "hyperfine": Excerpt("hyperfine/param_stdout.txt"),
        "jmeter": Excerpt("jmeter/aggregate.csv"),
        "jmh": Excerpt("jmh/stdout.txt", "Benchmark  "),
        "k6": Excerpt("k6/export.json", '"http_req_duration"'),
        "locust": Excerpt("locust/run_stats.csv"),
        "oha": Excerpt("oha/oha.txt"),
        "openssl": Excerpt("openssl/speed.txt", "type  "),
        "pytest_benchmark": Excerpt("pytest_benchmark/stdout.txt", "Name (time in"),
        "techempower": Excerpt("typed/techempower.json"),
        "timeit": Excerpt("timeit/join.txt"),
        "vegeta": Excerpt("vegeta/report.txt"),
        "wrk": Excerpt("wrk/wrk_latency.txt"),
    },
    "monitors": {
        "dstat": Excerpt("dstat/dool_epoch.csv", '"epoch","total'),
        "iostat": Excerpt("iostat/iostat_c_y.txt", "avg-cpu"),
        "mpstat": Excerpt("mpstat/mpstat.txt"),
        "pidstat": Excerpt("pidstat/pidstat_h_C.txt"),
        "proc_stat": Excerpt("proc_stat/cpu_lines_epoch.txt"),
        "sadf": Excerpt("sadf/sadf_d_u.csv"),
        "sar": Excerpt("sar/sar_u.txt"),
        "vmstat": Excerpt("vmstat/vmstat.txt"),
    },
    "tables": {
        "markdown": Excerpt("markdown/readme.md", "| Compression"),
        "records": Excerpt("records/list.json"),
        "table": Excerpt("typed/table.csv"),
    },
}
"""The readers in the order of the page, each with what is shown of a file that it reads."""


def parts_of(name: str) -> dict[str, str]:
    """Return what a reader says of itself: `what` it reads, what it `gives`, `elsewhere`, `caveats`."""
    found = _FORM.fullmatch(inspect.getdoc(type(READERS[name])) or "")
    if found is None:
        raise ValueError(f"the docstring of the reader {name!r} is not in the form of the others")
    return {part: _sentence(text) for part, text in found.groupdict().items()}


def _sentence(text: str) -> str:
    joined = "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    return joined[:1].upper() + joined[1:]


def shown(excerpt: Excerpt) -> str:
    """Return the lines that are shown of a file, cut where they are long.

    What is left out before and behind is marked with `…`.
    """
    text = (_INPUTS / excerpt.file).read_text(encoding="utf-8").expandtabs(4)
    at = text.index(excerpt.begins)
    start = text.rfind("\n", 0, at) + 1
    if at - start >= _COLUMNS:  # a document in one line
        start = at
    lines = text[start:].rstrip().splitlines()
    kept = [line if len(line) <= _COLUMNS else f"{line[: _COLUMNS - 2]} …" for line in lines[:_LINES]]
    if start:
        kept.insert(0, "…")
    if len(lines) > _LINES:
        kept.append("…")
    return "\n".join(kept)


def _section(name: str, excerpt: Excerpt) -> Iterator[str]:
    says = parts_of(name)
    yield f"### `{name}`\n"
    yield f"{says['what']}\n"
    for title, part in (("Gives", "gives"), ("From elsewhere", "elsewhere"), ("To know", "caveats")):
        yield f"{title}\n: {says[part]}\n"
    if excerpt.file.startswith(_MADE_UP) and name not in GROUPS["tables"]:
        yield "In this layout (the numbers are made up):\n"
    yield f"```text\n{shown(excerpt)}\n```\n"


def group(title: str) -> str:
    """Return the sections of a group of readers."""
    return "\n".join(line for name, excerpt in GROUPS[title].items() for line in _section(name, excerpt))


def index() -> str:
    """Return all readers, each a link to its section."""
    return "\n".join(f"- [`{name}`](#{name}): {_first(name)}" for name in READERS) + "\n"


def _first(name: str) -> str:
    return parts_of(name)["what"].split("\n")[0]


def refused() -> str:
    """Return the samples that are refused although a benchmark or a monitor wrote them."""
    entries = tomllib.loads(_SAMPLES.read_text(encoding="utf-8"))["refused"]
    lines = ["| files | what they are | why they are refused |", "| --- | --- | --- |"]
    for entry in entries:
        files = ", ".join(f"`{file}`" for file in entry["files"])
        lines.append(f"| {files} | {entry['what']} | {entry['reason']} |")
    return "\n".join(lines) + "\n"
