"""sysbench, alone and against a MariaDB of our own: what is read is what an independent count finds."""

import pytest
from endtoend import tools
from endtoend.servers import mariadb
from endtoend.tools import output

import ahp


def values(file):
    return tools.values(f"x={file}")


def said(text, words):
    """The number after some words, wherever they stand."""
    line = next(line for line in text.splitlines() if line.strip().startswith(words))
    return float(line.strip().removeprefix(words).split()[0].rstrip("s"))


def seconds(text):
    return said(text, "total time:" if "total time:" in text else "time elapsed:")


@pytest.mark.parametrize("test", ["cpu", "memory", "threads", "mutex"])
def test_the_rate_is_the_number_of_events_over_their_time(tmp_path, test):
    how = {"mutex": ["--mutex-loops=100"]}.get(test, ["--time=2"])
    text = output("sysbench", test, "--threads=2", *how, "run")
    (tmp_path / "run.txt").write_text(text)
    read = values(tmp_path / "run.txt")
    if test == "mutex":
        assert read["", "response_time_mean"] == said(text, "avg:")
        return
    events = said(text, "total number of events:")
    assert events > 0
    assert read["", "throughput"] == pytest.approx(events / seconds(text), rel=0.01)
    assert read["", "response_time_max"] == said(text, "max:")


def test_files_are_read_and_their_preparation_is_refused(tmp_path):
    small = ("fileio", "--file-num=2", "--file-total-size=4M", "--file-test-mode=rndrw")
    (tmp_path / "prepare.txt").write_text(output("sysbench", *small, "prepare", cwd=tmp_path))
    text = output("sysbench", *small, "--time=2", "run", cwd=tmp_path)
    (tmp_path / "run.txt").write_text(text)
    read = values(tmp_path / "run.txt")
    total = read["read", "throughput"] + read["write", "throughput"]
    assert total > 0
    assert read["", "throughput"] == pytest.approx(total)
    if "total number of events:" in text:  # reads, writes and fsyncs
        events = said(text, "total number of events:")
        rate = total + read["fsync", "throughput"]
        assert rate * said(text, "total time:") == pytest.approx(events, rel=0.01)
    with pytest.raises(ahp.AHPError, match="nothing is measured"):
        ahp.read(f"x={tmp_path / 'prepare.txt'}")


@pytest.fixture(scope="module")
def server():
    with mariadb() as running:
        output("sysbench", *OLTP, f"--mysql-socket={running.env['MYSQL_UNIX_PORT']}", "prepare")
        yield running


OLTP = ("oltp_read_only", "--db-driver=mysql", "--mysql-user=root", "--tables=2", "--table-size=1000")


def sql(server, query, *form):
    return output("mariadb", "--no-defaults", "--user=root", *(form or ("-BN",)), "-e", query, env=server.env)


def test_transactions_are_those_that_the_server_counts(server, tmp_path):
    def commits():
        return int(sql(server, "show global status like 'Com_commit'").split()[1])

    before = commits()
    text = output(
        "sysbench", *OLTP, f"--mysql-socket={server.env['MYSQL_UNIX_PORT']}",
        "--threads=2", "--time=3", "--report-interval=1", "--histogram", "run",
    )  # fmt: skip
    done = commits() - before
    (tmp_path / "run.txt").write_text(text)
    read = values(tmp_path / "run.txt")
    time = seconds(text)
    assert done == said(text, "transactions:") > 0
    assert read["", "throughput"] == pytest.approx(done / time, rel=0.01)
    assert read["", "response_time_mean"] == pytest.approx(2 * 1000 * time / done, rel=0.05)
    buckets = [line.split() for line in text.splitlines() if " |" in line]
    below = [float(words[0]) for words in buckets for _ in range(int(words[-1]))]
    assert read["", "response_time_p50"] == sorted(below)[(len(below) + 1) // 2 - 1]
    intervals = [line for line in text.splitlines() if line.startswith("[ ")]
    (tmp_path / "intervals.txt").write_text("\n".join(intervals) + "\n")
    assert values(tmp_path / "intervals.txt")["", "throughput"] == pytest.approx(
        done / time, rel=0.5
    )  # of three seconds, on a machine that works


def test_sizes_of_tables_are_those_that_the_server_adds_up(server, tmp_path):
    where = "from information_schema.tables where table_schema = 'sbtest'"
    query = f"select table_name, row_format, data_length, index_length, create_options {where}"
    total = int(sql(server, f"select sum(data_length + index_length) {where}"))
    for form in ("--batch", "--table"):
        (tmp_path / "sizes").write_text(sql(server, query, form))
        assert values(tmp_path / "sizes") == {("", "stored_bytes"): total}


def test_page_compression_is_told_of_where_the_server_does_not_know_its_size(server, tmp_path):
    sql(server, "create table sbtest.paged (a int, b text) page_compressed=1")
    query = "select table_name, data_length, index_length, create_options from information_schema.tables"
    (tmp_path / "sizes").write_text(sql(server, f"{query} where table_name = 'paged'", "--batch"))
    sql(server, "drop table sbtest.paged")
    (caveat,) = dict.fromkeys(caveat for _, caveat in ahp.read(f"x={tmp_path / 'sizes'}").caveats)
    assert "page compression" in caveat
