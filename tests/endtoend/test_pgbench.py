"""pgbench and psql against a PostgreSQL of our own: what is read is what an independent count finds."""

import math

import pytest
from endtoend import tools
from endtoend.servers import postgresql
from endtoend.tools import both, kept, output, unable

import ahp


@pytest.fixture(scope="module")
def server():
    with postgresql() as running:
        output("pgbench", "-i", "-s", "1", "-q", env=running.env)
        yield running


def values(*files, **options):
    return tools.values(*(f"x={file}" for file in files), **options)


def run(server, folder, *arguments):
    """Run pgbench; keep its output, its progress, and its logs of all threads in one file."""
    said, told = both("pgbench", *arguments, "--log-prefix=log", env=server.env, cwd=folder)
    (folder / "summary.txt").write_text(said)
    (folder / "progress.txt").write_text(told)
    (folder / "whole.log").write_text("".join(path.read_text() for path in sorted(folder.glob("log.*"))))
    return said, [line.split() for line in (folder / "whole.log").read_text().splitlines()]


def sql(server, query):
    return output("psql", "-Atc", query, env=server.env).strip()


def test_scripts_progress_and_log_agree_with_a_count_and_with_the_table(server, tmp_path):
    scripts = ("-b", "tpcb-like@3", "-b", "select-only@1")
    said, lines = run(server, tmp_path, "-c", "4", "-j", "2", "-T", "4", "-P", "1", "-r", "-l", *scripts)
    times = [[int(line[2]) for line in lines if line[3] == script] for script in ("0", "1")]
    # pgbench empties this table when it starts, and each transaction of its first script adds a row.
    assert len(times[0]) == int(sql(server, "select count(*) from pgbench_history"))
    assert min(map(len, times)) > 10
    both_times = sorted(times[0] + times[1])

    summary = values(tmp_path / "summary.txt")
    printed = next(line for line in said.splitlines() if line.startswith("tps = "))
    assert summary["", "throughput"] == float(printed.split()[2])
    assert summary["", "throughput"] == pytest.approx(len(lines) / 4, rel=0.1)
    assert summary["", "response_time_mean"] == pytest.approx(sum(both_times) / len(lines) / 1000, abs=0.0006)
    for name, found in zip(("TPC-B (sort of)", "select only"), times, strict=True):
        mean = sum(found) / len(found) / 1000
        assert summary[name, "response_time_mean"] == pytest.approx(mean, abs=0.0006)
        rate = len(found) / len(lines) * summary["", "throughput"]
        assert summary[name, "throughput"] == pytest.approx(rate, rel=1e-3)

    log = values(tmp_path / "whole.log")
    ends = [int(line[4]) * 10**6 + int(line[5]) for line in lines]
    start = min(end - int(line[2]) for end, line in zip(ends, lines, strict=True))
    assert log["", "throughput"] == pytest.approx(len(lines) / (max(ends) - start) * 1e6)
    assert log["", "response_time_mean"] == pytest.approx(sum(both_times) / len(lines) / 1000)
    assert log["", "response_time_max"] == pytest.approx(both_times[-1] / 1000)
    for percent in (50, 95, 99):
        rank = math.ceil(percent * len(lines) / 100)
        assert log["", f"response_time_p{percent}"] == pytest.approx(both_times[rank - 1] / 1000)
    assert log["script 1", "response_time_mean"] == pytest.approx(sum(times[1]) / len(times[1]) / 1000)

    progress = values(tmp_path / "progress.txt")
    assert progress["", "throughput"] == pytest.approx(summary["", "throughput"], rel=0.1)
    assert progress["", "response_time_mean"] == pytest.approx(summary["", "response_time_mean"], rel=0.1)


def test_a_run_with_failures_in_it_says_how_many(server, tmp_path):
    env = server.env | {"PGOPTIONS": "-c default_transaction_isolation=serializable"}
    said, _ = both("pgbench", "-c", "8", "-T", "2", env=env)
    (tmp_path / "summary.txt").write_text(said)
    failed = next(line.split()[4] for line in said.splitlines() if line.startswith("number of failed"))
    caveats = " ".join(text for _, text in ahp.read(f"x={tmp_path / 'summary.txt'}").caveats)
    assert int(failed) > 0
    assert "of the transactions failed" in caveats


def test_a_rate_limit_is_in_the_response_times(server, tmp_path):
    _, lines = run(server, tmp_path, "-c", "2", "-T", "3", "-R", "100", "-P", "1", "-l")
    mean = sum(int(line[2]) for line in lines) / len(lines) / 1000
    assert values(tmp_path / "summary.txt")["", "response_time_mean"] == pytest.approx(mean, abs=0.0006)
    for name in ("summary.txt", "progress.txt", "whole.log"):
        assert "schedule lag" in " ".join(text for _, text in ahp.read(f"x={tmp_path / name}").caveats)


def test_intervals_agree_with_a_sum_over_their_lines(server, tmp_path):
    _, lines = run(server, tmp_path, "-c", "2", "-T", "5", "-l", "--aggregate-interval=1")
    numbers = [[int(cell) for cell in line] for line in lines]
    read = values(tmp_path / "whole.log")
    counts = [line[1] for line in numbers]
    assert read["", "throughput"] == pytest.approx(sum(counts[1:]) / (len(numbers) - 1))
    mean = sum(line[2] for line in numbers) / sum(counts) / 1000
    assert read["", "response_time_mean"] == pytest.approx(mean)
    assert read["", "response_time_max"] == pytest.approx(max(line[5] for line in numbers) / 1000)
    summary = values(tmp_path / "summary.txt")
    assert read["", "throughput"] == pytest.approx(summary["", "throughput"], rel=0.5)


def test_a_sample_gives_no_throughput_and_no_maximum(server, tmp_path):
    _, lines = run(server, tmp_path, "-c", "2", "-T", "3", "-S", "-l", "--sampling-rate=0.2")
    read = values(tmp_path / "whole.log")
    told = {("", f"response_time_{s}") for s in ("mean", "p50", "p90", "p95", "p99")}
    # The last needs as many lines as a busy machine may lack.
    assert set(read) - {("", "response_time_p999")} == told
    times = [int(line[2]) for line in lines]
    assert read["", "response_time_mean"] == pytest.approx(sum(times) / len(times) / 1000)
    done = next(line for line in (tmp_path / "summary.txt").read_text().splitlines() if "processed" in line)
    assert len(lines) == pytest.approx(0.2 * int(done.split()[-1]), rel=0.2)


def test_sizes_are_those_that_the_server_adds_up(server, tmp_path):
    for form in [["--csv"], ["-A", "-F", "|"], ["-A", "-F", "\t"], [], ["-P", "border=2"]]:
        query = (
            "select relname, pg_total_relation_size(oid) as total, pg_size_pretty(pg_total_relation_size(oid)) "
            "from pg_class where relkind = 'r' and relname like 'pgbench%'"
        )
        (tmp_path / "sizes").write_text(output("psql", *form, "-c", query, env=server.env))
        total = sql(server, f"select sum(total) from ({query}) as sizes")
        assert values(tmp_path / "sizes") == {("", "stored_bytes"): int(total)}


def test_the_list_of_tables_is_read_as_far_as_it_is_printed(server, tmp_path):
    for form in [["--csv"], []]:
        (tmp_path / "list").write_text(output("psql", *form, "-c", r"\dt+ pgbench*", env=server.env))
        where = "from pg_class where relname like 'pgbench%' and relkind = 'r'"
        exact = int(sql(server, f"select sum(pg_table_size(oid)) {where}"))
        found = kept(ahp.read(f"x={tmp_path / 'list'}")).iloc[0]
        assert abs(found.value - exact) <= found.resolution


def test_the_bytes_of_write_ahead_log_are_those_of_the_view(server, tmp_path):
    if int(sql(server, "show server_version_num")) < 140000:
        unable("show pg_stat_wal, which came with PostgreSQL 14")
    sql(server, "create table if not exists kept as select * from pg_stat_wal")
    exact = int(sql(server, "select wal_bytes from kept"))
    for form in [["--csv"], []]:
        (tmp_path / "wal").write_text(output("psql", *form, "-c", "select * from kept", env=server.env))
        assert values(tmp_path / "wal") == {("", "wal_bytes"): exact}
